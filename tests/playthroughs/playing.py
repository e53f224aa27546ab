"""Playthroughs: whole games with random bots as pages to be read. In: what is played. Out: the page.

    agnes: build.space of 14: r5c6        agnes is asked `build.space`, with 14 options, and answers r5c6
      agnes.supply to r5c6: hut           what the rules then did, hidden things too

A long game is told in full at its beginning and its end. In between, by the rule that its page states, only what was
asked and answered is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from rulewright.combining import Combination, Combinations, combinations
from rulewright.game import Game, Play, load
from rulewright.runtime.stream import Stream, below
from rulewright_tools import happenings, results
from rulewright_tools.text import counted, listed

FOLDER = Path(__file__).parent
FIRST, LAST = 30, 12
"""So many answers at the beginning and at the end are told in full."""
A_LINE = 3
"""So many of the others stand in a line."""
MOST_KINDS = 12
"""More different things that go the same way at once are only counted."""
SEEDS = 12
"""When a page is recorded for the first time, of so many seeds the one is taken that asks the most different questions,
of several that with the shortest game."""
GAMES = 3
_MOVE = re.compile(r"((\S+) to \S+): (.*)")
_COMMAND = re.compile(r"^    rulewright run .* --players (\d+) --seed (\d+)$", re.MULTILINE)


@dataclass(frozen=True)
class Playthrough:
    """One page. A game as it comes has three, for the fewest, a middle number and the most players; each set of its
    expansions and each value of its options has one."""

    game: str
    name: str
    combination: Combination
    share: int = 0
    """0 for the fewest players to `GAMES` - 1 for the most; where that is the same, for another seed."""

    @property
    def path(self) -> Path:
        return FOLDER / self.game / (re.sub(r"[^\w+]+", "_", self.name) + ".md")

    def table(self, game: Game) -> tuple[int, int]:
        """Players and seed: those of the page that is there, or else those of a short and rich game."""
        written = _COMMAND.search(self.path.read_text("utf-8")) if self.path.is_file() else None
        if written:
            return int(written[1]), int(written[2])
        low, high = game.players
        players = low + (high - low) * self.share // (GAMES - 1)
        seeds = sorted(range(SEEDS), key=lambda seed: _worth(game, players, seed))
        return players, seeds[self.share if low == high else 0]

    def page(self) -> str:
        """What happens in this game now."""
        game = _loaded(self)
        return "".join(f"{line}\n" for line in _page(self, game, *self.table(game)))


@lru_cache(maxsize=2)
def _again(game: str, with_: tuple[str, ...], options: tuple[tuple[str, str], ...]) -> Game:
    return load(game, with_=with_, options=dict(options))


def _loaded(playthrough: Playthrough) -> Game:
    combination = playthrough.combination
    return _again(playthrough.game, combination.with_, tuple(combination.options.items()))


def playthroughs(name: str) -> list[Playthrough]:
    """All that a game must have. Raises RulesError if its files cannot be read."""
    found: Combinations = combinations(name)
    plain = [Playthrough(name, f"game {share + 1}", found[0], share) for share in range(GAMES)]
    return [*plain, *(Playthrough(name, title, each) for title, each in found.one_by_one())]


def _worth(game: Game, players: int, seed: int) -> tuple[int, int]:
    """The lower, the better: the questions it leaves out, and its length."""
    play = game.start(players, seed)
    state, stream = play.state, Stream.from_seed(seed, "bots")
    asked: set[int] = set()
    length = 0
    while (question := play.machine.question(state)) is not None:
        chosen, stream = below(stream, question.count)
        play.machine.apply(state, question, chosen)
        asked.add(question.code)
        length += 1
    return -len(asked), length


# ------------------------------------------------------------------ the page


@dataclass
class _Answer:
    """What was asked and answered, and what came of it."""

    told: str
    after: list[str]


def _page(playthrough: Playthrough, game: Game, players: int, seed: int) -> Iterator[str]:
    play = game.start(players, seed, keep_journal=True)
    start = happenings.everything(play, None)
    answers = list(_answers(play, seed))
    combination = playthrough.combination
    chosen = [f"--with {name}" for name in combination.with_]
    chosen += [f"--option {name}={value}" for name, value in play.options.items()]
    yield f"# {game.title}: {playthrough.name}"
    yield ""
    yield f"{listed(play.players)}, {counted(len(answers), 'answer')}. The same game, with the same random bots:"
    yield ""
    yield " ".join(["    rulewright run", combination.id, *chosen, f"--players {players} --seed {seed}"])
    yield ""
    yield "Each answer stands as PLAYER: QUESTION of OPTIONS: ANSWER, and under it what the rules then did."
    middle = answers[FIRST : max(FIRST, len(answers) - LAST)]
    if middle:
        yield f"The first {FIRST} and the last {LAST} are told in full; of those in between only what was answered."
    yield ""
    yield "```"
    yield from _told(start, "")
    yield from _in_full(answers[:FIRST])
    if middle:
        yield ""
        for at in range(0, len(middle), A_LINE):
            yield "; ".join(answer.told for answer in middle[at : at + A_LINE])
        yield ""
    yield from _in_full(answers[FIRST + len(middle) :])
    yield "```"
    yield ""
    yield "```"
    yield from (row.rstrip() for row in results.final(play).splitlines())
    yield "```"


def _in_full(answers: Iterable[_Answer]) -> Iterator[str]:
    for answer in answers:
        yield answer.told
        yield from _told(answer.after, "  ")


def _told(lines: Iterable[str], indent: str) -> Iterator[str]:
    """A new turn stands apart; what goes the same way one after the other stands in one line."""
    way, things = "", []
    for line in [*lines, ""]:
        found = _MOVE.fullmatch(line)
        if found and found[1] == way:
            things += found[3].split(", ")
            continue
        if things:
            yield f"{indent}{way}: {', '.join(things) if len(things) <= MOST_KINDS else _counted(things)}"
            way, things = "", []
        if found and found[1] != f"{found[2]} to {found[2]}":
            way, things = found[1], found[3].split(", ")
        elif line.endswith("'s turn"):
            yield from ("", line)
        elif line and not found:
            yield f"{indent}{line}"


def _counted(things: Iterable[str]) -> str:
    """`5 farm, hut` are 6 things."""
    numbers = [thing.partition(" ")[0] for thing in things]
    return f"{sum(int(number) if number.isdecimal() else 1 for number in numbers)} things"


def _answers(play: Play, seed: int) -> Iterator[_Answer]:
    """Plays to the end."""
    stream = Stream.from_seed(seed, "bots")
    while (decision := play.decision) is not None:
        chosen, stream = below(stream, decision.count)
        option, before = decision.option(chosen), play.state
        play.answer(option)
        told = f"{decision.player}: {decision.rule} of {decision.count}: {option.label}"
        yield _Answer(told, happenings.everything(play, before))
