"""One play of a game: its decisions, answers, scores, undo, saves. In: a machine and a first state. Out: what happened.

Every mistake of a caller is an exception of `errors` with a message that names the cure; the play stays as it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulewright import records
from rulewright.core.digest import rules_hash
from rulewright.errors import AnswerRefused, UndoRefused, UseError
from rulewright.report import codes
from rulewright.runtime.decision import Decision, Option
from rulewright.runtime.machine import Machine
from rulewright.runtime.state import State


class Play:
    """One play of a game. Every answer makes a new state; earlier ones stay as they were, so undo is exact."""

    def __init__(
        self,
        machine: Machine,
        players: tuple[str, ...],
        options: Mapping[str, str],
        seed: int | str | None,
        state: State,
        found_as: records.FoundAs,
    ) -> None:
        self.machine = machine
        self.players = players
        self.options = dict(options)
        self.seed = seed
        self.found_as = found_as
        self._states: list[State] = [state]
        self._answers: list[records.Answered] = []
        self._decision: Decision | None = None

    @property
    def state(self) -> State:
        return self._states[-1]

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def decision(self) -> Decision | None:
        """What is asked now; None when the play is over."""
        if self._decision is None and not self.over:
            self._decision = self.machine.decision(self.state)
        return self._decision

    def decision_of(self, player: str) -> Decision | None:
        """What this player is asked now, where several are asked at once; None if nothing."""
        return self.machine.decision(self.state, self._seat(player))

    def _seat(self, player: str) -> int:
        if player not in self.players:
            raise UseError(codes.PLAYERS, f"there is no player `{player}` here", f"they are {', '.join(self.players)}")
        return self.players.index(player)

    def answer(self, answer: Option | Any, player: str | None = None) -> None:
        """Answer the decision with one of its options, or with an answer in its JSON form (`"r3c5"`, `["a", "b"]`, 3).

        Raises AnswerRefused with the reason if it is not offered, RuleFault if the rules then ask for the impossible;
        the play stays as it was.
        """
        decision = self.decision if player is None else self.decision_of(player)
        if decision is None:
            raise AnswerRefused(codes.REFUSED, "the play is over" if self.over else f"{player} is asked nothing now")
        if isinstance(answer, Option) and not decision.offers(answer):
            told = "this is an option of another question"
            raise AnswerRefused(codes.REFUSED, told, "take one of `decision.options`")
        option = answer if isinstance(answer, Option) else decision.find(answer)
        if option is None:
            raise AnswerRefused(codes.REFUSED, decision.why_not(answer))
        state = self.machine.answer(self.state, decision, option)
        self._states.append(state)
        self._answers.append(records.Answered(decision.player, decision.rule, option.answer))
        self._decision = None

    def undo(self, player: str | None = None) -> None:
        """Take back the last answer, all of it. With `player`, only if it was that player's. Raises UndoRefused if
        chance, new information or another player's answer lies between."""
        reason = self.why_no_undo(player)
        if reason is not None:
            raise UndoRefused(codes.UNDO, reason)
        self._states.pop()
        self._answers.pop()
        self._decision = None

    def why_no_undo(self, player: str | None = None) -> str | None:
        """Why the last answer cannot be taken back (by that player); None if it can."""
        if not self._answers:
            return "nothing has been answered yet"
        now, before = self._states[-1], self._states[-2]
        last = self._answers[-1].player
        if player is not None and player != last:
            return f"another player: the last answer was {last}'s"
        if now.chance != before.chance:
            return "chance: something was drawn or rolled since"
        if now.revealed != before.revealed:
            return "information: something hidden was seen since"
        decision = self.decision
        if decision is not None and last not in decision.players:
            return f"another player: it is {decision.player}'s decision now"
        return None

    def fork(self) -> Play:
        """A play of its own from here on."""
        other = Play(self.machine, self.players, self.options, self.seed, self.state, self.found_as)
        other._states, other._answers = self._states[:], self._answers[:]
        return other

    @property
    def answers(self) -> tuple[records.Answered, ...]:
        return tuple(self._answers)

    @property
    def scores(self) -> dict[str, dict[str, int]]:
        """Points by player and category, as things stand. At the end this is the result."""
        table = self.machine.scores(self.state)
        return {self.players[seat]: {name: n or 0 for name, n in row.items()} for seat, row in table.items()}

    def scores_for(self, player: str) -> dict[str, dict[str, int | None]]:
        """The table as this player may see it: a category that reads what is hidden is None until the end."""
        table = self.machine.scores(self.state, self._seat(player))
        return {self.players[seat]: dict(row) for seat, row in table.items()}

    @property
    def totals(self) -> dict[str, int]:
        return {player: sum(row.values()) for player, row in self.scores.items()}

    @property
    def winners(self) -> list[str]:
        """Who has won; empty before the end, and in a game without `winner:`."""
        return [self.players[seat] for seat in self.machine.winners(self.state)] if self.over else []

    @property
    def hash(self) -> str:
        """Equal for equal positions, knowledge and chance to come. Not for players: it tells what is hidden."""
        return self.machine.hash(self.state)

    def view(self, player: str) -> dict[str, Any]:
        """All that this player may know, as JSON."""
        return self.machine.view(self.state, self._seat(player))

    def hash_for(self, player: str) -> str:
        """Equal for positions that look the same to this player; unlike `hash` it may be shown to that player."""
        return self.machine.hash_for(self.state, self._seat(player))

    def sample(self, player: str, seed: int | str = 0) -> Play:
        """A play in a position that this player cannot tell from the one here: what is hidden from the player lies
        elsewhere, other players have given other secret answers, and other chance is to come. The same for the same
        seed; this play stays as it is."""
        state = self.machine.sample(self.state, self._seat(player), seed)
        return Play(self.machine, self.players, self.options, None, state, self.found_as)

    @property
    def rules_hash(self) -> str:
        return rules_hash(self.machine.program)

    @property
    def states(self) -> tuple[State, ...]:
        """The position at the start and after every answer."""
        return tuple(self._states)

    def save(self, path: str | Path) -> None:
        """Write the position and all answers so far; `Game.resume` goes on from there.

        Raises UseError if the file cannot be written, or would be larger than what is read."""
        position = self.machine.to_json(self.state)
        records.write_save(Path(path), self._header(), self.answers, position)

    def record(self, path: str | Path, player: str | None = None, salt: str | None = None) -> None:
        """Write a record: seed and answers with a trail of hashes, which `replay` plays again. With `player` it is one
        that this player may have: without the seed and the answers of others, with hashes of what the player saw, and,
        if there is a `salt`, with `records.commitment(seed, salt)`, which binds whoever has drawn the seed.

        Raises UseError if the file cannot be written, or would be larger than what is read."""
        if player is not None:
            seat = self._seat(player)
            hashes = [self.machine.hash_for(state, seat) for state in self._states]
            records.write_player_record(Path(path), self._header(), player, self.answers, hashes, self._result, salt)
            return
        hashes = [self.machine.hash(state) for state in self._states]
        records.write_record(Path(path), self._header(), self.answers, hashes, self._result)

    @property
    def _result(self) -> dict[str, Any] | None:
        return {"scores": self.scores, "totals": self.totals, "winners": self.winners} if self.over else None

    def _header(self) -> records.Header:
        return records.Header(
            game=self.machine.program.id,
            found_as=self.found_as,
            rules_hash=self.rules_hash,
            options=self.options,
            players=self.players,
            seed=self.seed,
        )
