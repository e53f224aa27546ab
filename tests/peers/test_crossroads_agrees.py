"""Random games with the expansion Crossroads are played again, move for move, on the hand-written program of its rules.

At every question the options and everybody's tiles must be the same, from time to time all pieces, cards and scores,
and in the end the winners. Both editions of the expansion are compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import pytest

import rulewright as rw
from peers.kingdom import cards, cell, held, locations, piles, sectors, terrain, tiles
from peers.loading import load_peer
from rulewright.game import Play
from rulewright.runtime import journal
from rulewright.runtime.stream import Stream, below

base = load_peer("kingdom_builder")
peer = load_peer("kingdom_builder_crossroads")
Cell = tuple[int, int]

EDITIONS = {"printed": ["crossroads"], "corrected": ["crossroads", "crossroads_corrected"]}
KINDS = {"mover": "mover", "space": "space", "middle": "space", "card": "card"}
TILES = {"lodge": "foresters_lodge"}
GOING = {"sail_on": "on", "drive_on": "on", "done": "stop"}

RARE = [
    ("printed", "busy", 2, 44, ["road with a city hall", "road", "fortress"]),
    ("printed", "busy", 2, 45, ["a wagon on a mountain", "a city hall on two sections", "advance"]),
    ("printed", "busy", 5, 25, ["a full terrain", "a dead card of two", "no duty next to a warrior"]),
    ("printed", "crowded", 3, 36, ["a vehicle moved next to a warrior", "place_of_refuge", "three steps"]),
    (
        "printed",
        "crowded",
        3,
        84,
        ["a city hall at a location", "a duty by wagon, ship or city hall alone", "paddock lost by its own use"],
    ),
    (
        "printed",
        "flooding",
        5,
        222,
        ["a card closed by warriors", "fortress with a city hall", "home_country with a city hall"],
    ),
    (
        "printed",
        "in_a_row",
        2,
        20,
        ["compass_points with a city hall", "compass_points", "place_of_refuge with a city hall"],
    ),
    ("printed", "restless", 2, 20, ["harbor lost by its own use", "lighthouse lost", "no way out for a ship"]),
    ("printed", "restless", 2, 47, ["a second card without its tile", "crossroads lost", "barn lost by its own use"]),
    ("printed", "restless", 3, 7, ["a tile lost next to the city hall", "wagon lost", "advance with a city hall"]),
    ("printed", "restless", 3, 75, ["barracks lost", "no way out for a wagon", "all warriors on the board"]),
    ("corrected", "busy", 2, 8, ["road", "road with a city hall", "a city hall on two sections"]),
    (
        "corrected",
        "busy",
        2,
        26,
        ["advance with a city hall", "the last card drawn for the fort", "fortress with a city hall"],
    ),
    ("corrected", "busy", 3, 47, ["lighthouse lost", "no way out for a ship", "place_of_refuge"]),
    ("corrected", "busy", 3, 73, ["barracks lost by its own use", "no way out for a wagon", "barracks lost"]),
    (
        "corrected",
        "busy",
        4,
        43,
        ["a second card without its tile", "crossroads lost", "a vehicle moved next to a warrior"],
    ),
    ("corrected", "crowded", 5, 47, ["a dead card of two", "a full terrain", "barn lost by its own use"]),
    (
        "corrected",
        "flooding",
        2,
        41,
        ["a city hall at a location", "a tile for the city hall", "place_of_refuge with a city hall"],
    ),
    ("corrected", "flooding", 2, 53, ["a tile for another piece", "all warriors on the board"]),
    (
        "corrected",
        "flooding",
        5,
        269,
        ["a card closed by warriors", "a useless card drawn for the fort", "home_country with a city hall"],
    ),
    ("corrected", "restless", 2, 16, ["wagon lost", "wagon lost by its own use", "harbor lost by its own use"]),
    (
        "corrected",
        "restless",
        2,
        20,
        ["compass_points with a city hall", "compass_points", "a duty by wagon, ship or city hall alone"],
    ),
    ("corrected", "restless", 2, 28, ["no duty next to a warrior", "advance", "fortress"]),
    (
        "corrected",
        "restless",
        5,
        38,
        ["paddock lost by its own use", "the tile in use kept on the way", "a wagon on a mountain"],
    ),
]
"""Games, everybody playing in one style, in which something happens that random games seldom bring."""


@cache
def kingdom(edition: str) -> rw.Game:
    return rw.load("kingdom_builder", with_=EDITIONS[edition])


@cache
def tables(edition: str, players: int, new: int, count: int) -> list[int]:
    """The first seeds with which at least so many of the four sections are new ones."""
    found: list[int] = []
    seed = 0
    while len(found) < count:
        play = kingdom(edition).start(players=players, seed=seed)
        if len(held(play, "tasks_in_play")) >= new:
            found.append(seed)
        seed += 1
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_option_and_score_agrees(players: int, random_games: int) -> None:
    editions = list(EDITIONS) if random_games > 3 else [list(EDITIONS)[players % 2]]  # a short run: in turn
    for edition in editions:
        for seed in tables(edition, players, 2, max(1, random_games // 3)):
            compare(edition, players, seed)


@pytest.mark.parametrize(("edition", "style", "players", "seed", "events"), RARE)
def test_rare_events_agree(edition: str, style: str, players: int, seed: int, events: list[str]) -> None:
    missing = set(events) - compare(edition, players, seed, style)
    assert not missing, f"the game has changed: look for a seed that brings {missing}"


def test_a_warrior_goes_anywhere_if_no_space_is_adjacent() -> None:
    setup = [("barracks_crossroads", False), ("lighthouse_foresters_lodge", False), ("oasis", False), ("farm", False)]
    goals, deck = ["knights", "miners", "lords"], ["grass"] * 9
    game = peer.Game(
        2, sectors=setup, goals=goals, tasks=["road", "advance"], deck=deck, first_player=0, reshuffle=list
    )
    lonely = next(at for at in sorted(game.free["water"]) if game.free["water"].issuperset(base.NEIGHBORS[at]))
    game.put(0, lonely)
    game.unused[0]["barracks"] += 1
    game.answer(("use_tile", "barracks"))
    assert set(game.question()[2]) == {at for terrain in base.BUILDABLE for at in game.free[terrain]}


def compare(edition: str, players: int, seed: int, style: str = "") -> set[str]:
    """Plays a game, everybody in this style or each in one of his own, and says which rare events were in it."""
    play = kingdom(edition).start(players=players, seed=seed, keep_journal=True)
    waiting = piles(play, journal.NOTHING)
    game = (WatchedPrinted if edition == "printed" else WatchedCorrected)(
        players,
        sectors=sectors(play, peer.Game.maps, base.TERRAIN_OF_LETTER),
        goals=held(play, "goals_in_play"),
        tasks=held(play, "tasks_in_play"),
        deck=waiting.pop(0),
        first_player=play.state.vars[play.machine.layout.vars["first_player"].base],
        reshuffle=lambda discards: waiting.pop(0),
    )
    printed = {
        at: "fort" if kind == "outpost" and edition == "corrected" else kind for at, kind in locations(play).items()
    }
    assert {at: TILES.get(kind, kind) for at, kind in printed.items()} == game.location
    bots = Stream.from_seed(f"{edition} {players} {seed}", "bots")
    styles = [STYLES[style]] * players if style else []
    while len(styles) < players:
        at, bots = below(bots, len(STYLES))
        styles.append(list(STYLES.values())[at])
    tile_chosen_for: Any = None
    while decision := play.decision:
        question = game.question()
        assert question is not None, "the peer's game is over"
        assert not waiting, "the peer shuffled less often"
        kind, player, answers = question
        assert play.players[player] == decision.player
        ours = {translated(decision.rule, decision.option(at).answer): at for at in range(decision.count)}
        assert len(ours) == decision.count
        if decision.rule == "turn.menu":
            assert kind == "menu"
            assert set(ours) == {answer if isinstance(answer, str) else "use_tile" for answer in answers}
        elif decision.rule == "use_tile.tile":
            assert set(ours) == {answer for answer in answers if isinstance(answer, tuple)}
        else:
            assert kind == kind_of(decision.rule)
            assert set(ours) == set(answers), f"{decision.rule}: {set(ours) ^ set(answers)}"
        check_tiles(play, game)
        at, bots = below(bots, 60)
        if at == 0:
            check_position(play, game)
        at, bots = below(bots, 1000)
        if decision.rule == "use_tile.tile":
            choice = tile_chosen_for
        else:
            tempting = styles[player](decision.rule, answers, game, player) if at % 4 else answers
            choice = tempting[at // 4 % len(tempting)]
        before = play.state.journal
        if decision.rule == "turn.menu" and isinstance(choice, tuple):
            play.answer(decision.option(ours["use_tile"]))
            after = play.decision
            if after is not None and after.rule == "use_tile.tile":
                tile_chosen_for = choice
                continue
            assert sum(isinstance(answer, tuple) for answer in answers) == 1
        else:
            play.answer(decision.option(ours[choice]))
        waiting += piles(play, before)
        game.answer(choice)
    assert game.question() is None
    check_tiles(play, game)
    check_position(play, game)
    assert set(play.winners) == {play.players[seat] for seat in game.winners()}
    return game.finish()


def kind_of(rule: str) -> str:
    if rule.endswith(".menu"):
        return "way" if rule.startswith("LocationTile.") else "going"
    return KINDS[rule.rpartition(".")[2]]


def translated(rule: str, answer: str) -> Any:
    """An answer of the engine as the peer has it."""
    match kind_of(rule) if rule not in ("turn.menu", "use_tile.tile") else rule:
        case "turn.menu":
            return answer
        case "use_tile.tile":
            return "use_tile", TILES.get(answer, answer)
        case "way":
            return ("remove", cell(answer.split()[1])) if answer.startswith("remove ") else answer
        case "going":
            return GOING[answer]
        case "card":
            return terrain(answer)
        case _:
            return cell(answer)


# ------------------------------------------------------------------------------------------------------- how one plays
# A style says, for a question of the engine, which of the answers the player likes.


def anything(rule: str, answers: Sequence[Any], game: Any, player: int) -> Sequence[Any]:
    return answers


def best(answers: Sequence[Any], worth: Callable[[Any], int]) -> list[Any]:
    """The answers that are worth the most."""
    most = max(map(worth, answers))
    return [answer for answer in answers if worth(answer) == most]


def busy(rule: str, answers: Sequence[Any], game: Any, player: int) -> Sequence[Any]:
    """Use what there is, and build towards locations that have not given a tile yet."""
    if rule == "turn.menu":
        return best(answers, lambda answer: answer != "done")
    wanted = {at for at in game.location if game.stock[at] and at not in game.visited[player]}
    if rule.endswith("space"):
        return best(answers, lambda space: len(wanted.intersection(base.NEIGHBORS[space])))
    if rule.endswith("middle"):
        return best(answers, lambda space: len(wanted & base.next_to(peer.hall_around(space))))
    return answers


def crowded(rule: str, answers: Sequence[Any], game: Any, player: int) -> Sequence[Any]:
    """Build where most neighbors are one's own, so that areas, castles and settlements are surrounded."""
    if not rule.endswith("space"):
        return busy(rule, answers, game, player)
    own = game.counted(player)
    return best(answers, lambda space: len(own.intersection(base.NEIGHBORS[space])))


def in_a_row(rule: str, answers: Sequence[Any], game: Any, player: int) -> Sequence[Any]:
    """Make long diagonal rows, and keep to the edges."""
    if not rule.endswith("space"):
        return busy(rule, answers, game, player)
    own = game.counted(player)

    def worth(space: Cell) -> int:
        arms = {way: leading(base.line(space, way, 6), own) for way in base.DIRECTIONS}
        rows = arms["northwest"] + arms["southeast"], arms["northeast"] + arms["southwest"]
        return max(*rows, 2 * (space in base.EDGE))

    return best(answers, worth)


def leading(cells: list[Cell], own: set[Cell]) -> int:
    return next((count for count, at in enumerate(cells) if at not in own), len(cells))


def restless(rule: str, answers: Sequence[Any], game: Any, player: int) -> Sequence[Any]:
    """Leave locations with one's settlements, not with wagon and ship, so that these alone keep tiles."""
    near = base.next_to(game.held[player])
    if rule.endswith("mover"):
        return best(answers, lambda space: space in near)
    if rule in ("resettle.space", "jump.space"):
        return best(answers, lambda space: space not in near)
    if rule in ("launch.space", "load.space", "sail.space", "drive.space"):
        return best(answers, lambda space: space in near)
    if rule == "turn.menu":
        return best(answers, lambda answer: 2 * (answer[1] in base.MOVING_TILES) + (answer != "done"))
    return busy(rule, answers, game, player)


def flooding(rule: str, answers: Sequence[Any], game: Any, player: int) -> Sequence[Any]:
    """Fill the terrain that is scarcest, and close with one's warriors what is left of it."""
    terrain = min(base.BUILDABLE, key=lambda each: len(game.free[each]))
    if rule == "post.space":
        return best(answers, lambda space: len(game.free[terrain].intersection(base.NEIGHBORS[space])))
    if rule == "play.card":
        return best(answers, lambda card: card == terrain)
    if rule.endswith("space"):
        return best(answers, lambda space: game.terrain[space] == terrain)
    return answers[:1] if rule.startswith("LocationTile.barracks") else busy(rule, answers, game, player)


def walled(rule: str, answers: Sequence[Any], game: Any, player: int) -> Sequence[Any]:
    """Build in one place, and close with one's warriors, before anything else, what is next to it."""
    if rule == "turn.menu" and ("use_tile", "barracks") in answers:
        return [("use_tile", "barracks")]
    if rule == "post.space":
        near = base.next_to(game.supports(player))
        return best(answers, lambda space: len(near.intersection(base.NEIGHBORS[space])))
    return answers[:1] if rule.startswith("LocationTile.barracks") else crowded(rule, answers, game, player)


STYLES = {style.__name__: style for style in (anything, busy, crowded, in_a_row, restless, flooding, walled)}


# ------------------------------------------------------------------------------------------------ what must be the same


def check_tiles(play: Play, game: Any) -> None:
    for seat in range(game.players):
        for side, counts in (("ready", game.unused[seat]), ("used", game.used[seat])):
            ours = Counter({TILES.get(kind, kind): count for kind, count in tiles(play, seat, side).items()})
            assert ours == +counts, f"{play.players[seat]}: {ours} {side} here, {+counts} there"


def check_position(play: Play, game: Any) -> None:
    view = play.view(play.players[0])
    ours: dict[tuple[str, ...], set[Cell]] = {}
    for at, pieces in view["boards"]["realm"].items():
        for piece in pieces:
            ours.setdefault(tuple(piece.split()), set()).add(cell(at))
    theirs: dict[tuple[str, ...], set[Cell]] = {}
    for seat, name in enumerate(play.players):
        theirs[name, "settlement"] = game.settlements[seat]
        theirs[name, "warrior"] = game.warriors[seat]
        theirs[name, "city_hall"] = game._hall(seat)
        theirs[name, "ship"] = {game.ship[seat]} - {None}
        theirs[name, "wagon"] = {game.wagon[seat]} - {None}
        assert held(play, "supply", seat).count("settlement") == game.supply[seat]
        mine = Counter([game.hand[seat], game.spare[seat]])
        del mine[None]
        assert Counter(cards(play, "hand", seat)) == mine
    assert ours == {what: where for what, where in theirs.items() if where}
    assert cards(play, "deck") == game.deck
    assert sorted(cards(play, "discard")) == sorted(game.discards)
    assert view["scores"] == {play.players[seat]: row for seat, row in game.scores().items()}


# --------------------------------------------------------------------------------------------------------- rare events


class Watching:
    """Notes what happens seldom, mixed into the peer."""

    def __init__(self, *args: Any, **setup: Any) -> None:
        super().__init__(*args, **setup)
        self.events: set[str] = set()

    def _preferred(self: Any, sites: set[Cell], near: set[Cell]) -> Any:
        me = self.active
        pieces = base.next_to(self.settlements[me]) & sites
        if not pieces and base.next_to(self.anchors(me)) & sites:
            self.events.add("a duty by wagon, ship or city hall alone")
        if not pieces and base.next_to(self.settlements[me]) & self.closed() & self.free.get(self.face_up, set()):
            self.events.add("no duty next to a warrior")
        return super()._preferred(sites, near)  # type: ignore[misc]

    def _replace_dead_card(self: Any) -> None:
        before = self.face_up
        if before is not None and not self._free_for_card():
            self.events.add("a card closed by warriors" if self.free[before] else "a full terrain")
            if self.spare[self.active]:
                self.events.add("a dead card of two")
        super()._replace_dead_card()  # type: ignore[misc]

    def _end_turn(self: Any, me: int) -> None:
        if self.spare[me] and not any(self.location[at] == "crossroads" for at in self.held[me]):
            self.events.add("a second card without its tile")
        super()._end_turn(me)  # type: ignore[misc]

    def _shift(self: Any, me: int, kind: str, target: Cell) -> None:
        left = self._vehicle(kind)[me]
        super()._shift(me, kind, target)  # type: ignore[misc]
        if self.terrain[target] == "mountain":
            self.events.add("a wagon on a mountain")
        if target in self.closed():
            self.events.add("a vehicle moved next to a warrior")
        if left not in base.next_to(base.NEIGHBORS[target]) | set(base.NEIGHBORS[target]):
            self.events.add("three steps")

    def _use_vehicle(self: Any, me: int, kind: str) -> Any:
        here = self._vehicle(kind)[me]
        if here is not None and self._sites(kind).isdisjoint(base.NEIGHBORS[here]):
            self.events.add(f"no way out for a {'ship' if kind == 'lighthouse' else 'wagon'}")
        yield from super()._use_vehicle(me, kind)  # type: ignore[misc]

    def _posts(self: Any, me: int) -> Any:
        posts = super()._posts(me)  # type: ignore[misc]
        if len(self.warriors[me]) == 2:
            self.events.add("all warriors on the board")
        elif not base.next_to(self.supports(me)).intersection(posts):
            self.events.add("a warrior anywhere")
        return posts

    def _build_with(self: Any, me: int, kind: str) -> Any:
        if kind == "fort" and self.deck:
            if not self.free[self.deck[0]] - self.closed():
                self.events.add("a useless card drawn for the fort")
            elif len(self.deck) == 1:
                self.events.add("the last card drawn for the fort")
        yield from super()._build_with(me, kind)  # type: ignore[misc]

    def _gain_tiles(self: Any, me: int, at: Cell) -> None:
        had = set(self.held[me])
        super()._gain_tiles(me, at)  # type: ignore[misc]
        if self.held[me] - had and at not in self.settlements[me]:
            self.events.add("a tile for the city hall" if at in self._hall(me) else "a tile for another piece")

    def _ends_of_lines(self: Any, me: int) -> Any:
        ends = super()._ends_of_lines(me)  # type: ignore[misc]
        settlements = self.settlements[me]
        if any(not settlements.issuperset(self.line_before(me, end)) for end in ends):
            self.events.add("a line with other pieces")
        return ends

    def line_before(self: Any, me: int, end: Cell) -> set[Cell]:
        lines = [set(base.line(end, way, 3)) for way in base.DIRECTIONS]
        own = [row for row in lines if len(row) == 3 and row <= self.keepers(me)]
        return next((row for row in own if row <= self.settlements[me]), own[0])

    def _use_tile(self: Any, me: int, kind: str) -> Any:
        self.events.add(kind)
        had = set(self.held[me])
        yield from super()._use_tile(me, kind)  # type: ignore[misc]
        if kind == "city_hall":
            hall = self._hall(me)
            if len({base.sector_of(at) for at in hall}) > 1:
                self.events.add("a city hall on two sections")
            if base.next_to(hall) & set(self.stock) - had:
                self.events.add("a city hall at a location")
            if len(self.held[me] - had) > 1:
                self.events.add("two tiles at once")
        if self.tile_gone(me, kind, had):
            self.events.add(f"{kind} lost by its own use")

    def tile_gone(self: Any, me: int, kind: str, had: set[Cell]) -> bool:
        return any(self.location[at] == kind for at in had - self.held[me])

    def _lose_tiles(self: Any, me: int, left: Cell) -> None:
        had = set(self.held[me])
        super()._lose_tiles(me, left)  # type: ignore[misc]
        for at in had - self.held[me]:
            if self._hall(me).intersection(base.NEIGHBORS[at]):
                self.events.add("a tile lost next to the city hall")
            if self.location[at] in ("barracks", "wagon", "lighthouse", "crossroads"):
                self.events.add(f"{self.location[at]} lost")
        if getattr(self, "tile_in_use", None) is not None:
            for at in self.held[me]:
                if self.location[at] == self.tile_in_use and self.keepers(me).isdisjoint(base.NEIGHBORS[at]):
                    self.events.add("the tile in use kept on the way")

    def finish(self: Any) -> set[str]:
        for player, gold in self.scores().items():
            for task in self.tasks:
                if gold[task]:
                    self.events.add(task)
                    if self._hall(player):
                        self.events.add(f"{task} with a city hall")
        found: set[str] = self.events
        return found


class WatchedPrinted(Watching, peer.Game):  # type: ignore[misc, name-defined]
    pass


class WatchedCorrected(Watching, peer.CorrectedGame):  # type: ignore[misc, name-defined]
    pass
