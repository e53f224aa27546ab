"""What holds at every decision of every game. In: a play, its random numbers. Out: nothing, or a failed assertion."""

from __future__ import annotations

import json
from random import Random

import pytest

from rulewright.errors import AnswerRefused
from rulewright.game import Play
from rulewright.runtime.bits import members
from rulewright.runtime.decision import Decision
from rulewright.runtime.places import located
from rulewright.runtime.state import State
from rulewright.runtime.stream import Stream, below

OPTIONS_TRIED = 4
OPTIONS_LISTED = 500
STEPS_FOLLOWED = 200
NEVER = ["no such answer", -1, 10**9, [], ["no such answer", "nor this"], None, {"answer": 1}, True, 1.5]


def check_decision(play: Play, random: Random, stream: Stream) -> str:
    """Everything that is checked at one decision. The play is as it was afterwards; its hash is returned."""
    here = play.hash
    check_places(play)
    check_copy(play, here)
    check_save(play, here, random)
    check_options(play, random, stream)
    check_order(play, random)
    check_refusals(play, random)
    check_simultaneous(play)
    check_undo(play)
    check_views(play)
    assert play.hash == here, "looking at a decision has changed the position"
    return here


def asked(play: Play) -> Decision:
    assert play.decision is not None
    return play.decision


def check_places(play: Play) -> None:
    """Every component lies in exactly one place, and the position says the same in every way it is kept."""
    layout, state = play.machine.layout, play.state
    found: dict[int, list[int]] = {c: [] for c in range(layout.components.size)}
    for zone in layout.zones:
        held = state.zones[zone.number]
        if zone.kind == "row":
            continue
        if zone.kind == "one":
            inside = () if held is None else (held,)
        else:
            inside = held if isinstance(held, tuple) else members(held)
        for component in inside:
            found[component].append(zone.number)
    for location, mask in enumerate(state.on):
        for component in members(mask):
            found[component].append(-1 - location)
    lost = {}
    for component, places in found.items():
        place = state.place[component]
        covered = [-1 - at for at in located(layout, place)] or [place]  # something large lies on several spaces
        if sorted(places) != sorted(covered):
            lost[component] = (places, covered)
    assert not lost, f"components in no place, in two, or elsewhere than the state says: {lost}"
    on_boards = sum(1 << c for c, place in enumerate(state.place) if place < 0)
    assert state.on_boards == on_boards
    spaces = state.on[: layout.spaces]
    assert state.occupied == sum(1 << at for at, mask in enumerate(spaces) if mask & layout.solid)
    for group, things in enumerate(layout.group_masks):
        assert state.stand[group] == sum(1 << at for at, mask in enumerate(spaces) if mask & things)


def check_copy(play: Play, here: str) -> None:
    assert play.machine.hash(play.state.copy()) == here


def check_save(play: Play, here: str, random: Random) -> None:
    """A saved game is the same game: the same question, the same options, the same way on."""
    machine, decision = play.machine, asked(play)
    text = json.dumps(machine.to_json(play.state))
    state = machine.from_json(json.loads(text))
    assert machine.hash(state) == here
    again = machine.decision(state)
    assert again is not None
    assert (again.player, again.rule, again.count) == (decision.player, decision.rule, decision.count)
    assert json.dumps(machine.to_json(state)) == text
    at = random.randrange(again.count)
    option = again.option(at)
    assert option.answer == decision.option(at).answer
    on, there = machine.answer(play.state, decision, decision.option(at)), machine.answer(state, again, option)
    assert machine.hash(on) == machine.hash(there), "the loaded game goes on otherwise"


def check_options(play: Play, random: Random, stream: Stream) -> None:
    """Whatever is offered leads on to the next player's decision, whatever is then chosen."""
    decision = asked(play)
    assert decision.count > 0, f"{decision.rule} asks and offers nothing"
    chosen = range(decision.count)
    tried = random.sample(chosen, OPTIONS_TRIED) if decision.count > OPTIONS_TRIED else list(chosen)
    for at in tried:
        state = play.machine.answer(play.state, decision, decision.option(at))
        _follow(play, state, decision.player, stream)


def _follow(play: Play, state: State, player: str, stream: Stream) -> None:
    """Goes on at random until somebody else is asked: no answer may meet a dead end."""
    for _ in range(STEPS_FOLLOWED):
        decision = play.machine.decision(state)
        if decision is None or decision.player != player:
            return
        assert decision.count > 0, f"{decision.rule} asks and offers nothing"
        at, stream = below(stream, decision.count)
        state = play.machine.answer(state, decision, decision.option(at))


def check_order(play: Play, random: Random) -> None:
    """Options are listed in the same order each time, each has an answer of its own, and is found by it."""
    decision = asked(play)
    again = play.machine.decision(play.state)
    assert again is not None
    assert again.count == decision.count
    listed = range(decision.count)
    if decision.count > OPTIONS_LISTED:
        listed = random.sample(listed, OPTIONS_LISTED)  # type: ignore[assignment]
    answers = [decision.option(at).answer for at in listed]
    assert answers == [again.option(at).answer for at in listed]
    assert len({json.dumps(answer) for answer in answers}) == len(answers), "two options have the same answer"
    for answer in answers[:: max(1, len(answers) // OPTIONS_TRIED)]:
        found = decision.find(answer)
        assert found is not None
        assert found.answer == answer


def check_refusals(play: Play, random: Random) -> None:
    """What is not offered, and whoever is not asked, is refused with a reason, and nothing changes."""
    before, decision = play.state, asked(play)
    others = [player for player in play.players if play.decision_of(player) is None]
    never = [answer for answer in NEVER if answer is not True or decision.find("yes") is None]  # true says yes
    wrong = [(random.choice(never), None), *((decision.option(0).answer, player) for player in others[:1])]
    for answer, player in wrong:
        with pytest.raises(AnswerRefused) as refused:
            play.answer(answer, player)
        assert refused.value.message
        assert play.state is before


def check_simultaneous(play: Play) -> None:
    """Where several are asked at once it makes no difference who answers first, and nobody answers twice."""
    decision = asked(play)
    if len(decision.players) < 2:
        return
    first, *_, last = decision.players
    ends = []
    for order in ((first, last), (last, first)):
        other = play.fork()
        for player in order:
            own = other.decision_of(player)
            assert own is not None
            assert own.player == player
            other.answer(own.option(own.count - 1), player)
            if other.decision is not None and other.decision_of(player) is None:
                with pytest.raises(AnswerRefused):
                    other.answer(own.option(0).answer, player)
        ends.append(other.hash)
    assert ends[0] == ends[1], "who answers first makes a difference"


def check_undo(play: Play) -> None:
    """What may be taken back is taken back exactly."""
    if play.why_no_undo() is None:
        other = play.fork()
        other.undo()
        assert other.hash == play.machine.hash(play.states[-2])
        assert other.decision is not None


def check_views(play: Play) -> None:
    """Everybody has a view that can be written down, of the same question."""
    for player in play.players:
        view = json.loads(json.dumps(play.view(player)))
        assert view["player"] == player
