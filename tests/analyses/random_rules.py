"""Rules made up at random for the small game of `game_text`. In: a seed. Out: actions, a turn and a reaction, as text.

They make little sense as a game; they put payments, conditions, choices, menus, loops and calls into every order.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

Lines = list[str]
CONDITIONS = (
    "my coins >= 1", "my coins >= 3", "any display", "any my won", "my energy < 6", "any my supply.pawns",
    "no my single", "count of my won < 2", "any meadow where it is empty",
)  # fmt: skip
OF_CARDS = ("{}.cost <= my coins", "{} in display", "any d in my won has d.suit = {}.suit", "{}.suit = acorns")
OF_SPACES = ("{} is empty", "flowers[{}] < 2", "{} next to my pawns")
CARDS = ("its cost <= my coins", "its suit = acorns", "any d in my won has d.suit = it.suit", "not its suit = bells")
SPACES = (
    "it is empty",
    "not its water",
    "flowers[it] < 2",
    "it next to my pawns",
    "it is empty and not it next to stones",
)
SIMPLE = (
    "choose",
    "choose",
    "space",
    "pay",
    "gain",
    "move",
    "place",
    "require",
    "do",
    "do",
    "set",
    "flower",
    "several",
)
DEEP = (*SIMPLE, "if", "if", "one", "may", "each", "repeat", "any")


@dataclass(frozen=True)
class Scope:
    """The names at hand in a block, and how deep it is."""

    depth: int = 0
    cards: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()

    def inside(self, *cards: str) -> Scope:
        return replace(self, depth=self.depth + 1, cards=(*self.cards, *cards))


@dataclass
class Maker:
    random: Random
    actions: list[tuple[str, str]] = field(default_factory=list)
    names: int = 0

    def one_of(self, *options: str) -> str:
        return self.random.choice(options)

    def maybe(self, share: float) -> bool:
        return self.random.random() < share

    def name(self, start: str) -> str:
        self.names += 1
        return f"{start}{self.names}"


def random_rules(seed: int) -> str:
    make = Maker(Random(seed))
    lines: Lines = []
    for number in range(make.random.randint(1, 4)):
        lines += _action(make, f"act{number}")
    lines += ["turn:", *_block(make, Scope())]
    if make.maybe(0.3):
        deed = make.one_of(
            "gain 1 coin", "lose 1 coin", "pay 1 coin", "if any display: move first of display to discard"
        )
        lines += [f"after place(x: Pawn, s): {deed}"]
    if make.maybe(0.2):
        lines += [f"when my coins > 5: {make.one_of('pay 3 coins', 'set over = yes', 'lose 4 coins')}"]
    return "\n".join([*lines, "after round: if round_number = 3: end game", ""])


def _action(make: Maker, name: str) -> Lines:
    kind = make.one_of("", "", "Card", "Space", "set of Space")
    scope = Scope(cards=("given",) if kind == "Card" else (), spaces=("given",) if kind == "Space" else ())
    first: Lines = []
    if kind == "set of Space":
        first = [f"  choose spot in given where {make.one_of(*SPACES)}"]
        scope = Scope(spaces=("spot",))
    body = [*first, *_block(make, scope)]
    make.actions.append((name, kind))
    return [f"action {name}{f'(given: {kind})' if kind else ''}:", *body]


def _block(make: Maker, scope: Scope) -> Lines:
    lines: Lines = []
    for _ in range(make.random.randint(1, 3)):
        added, scope = _statement(make, scope)
        lines += [f"  {line}" for line in added]
    return lines


def _statement(make: Maker, scope: Scope) -> tuple[Lines, Scope]:
    kind = make.one_of(*(SIMPLE if scope.depth >= 2 else DEEP))
    match kind:
        case "choose":
            name = make.name("card")
            test = f" where {make.one_of(*CARDS)}" if make.maybe(0.4) else ""
            source = make.one_of("display", "display", "my won", "discard", "my hand")
            return [f"choose {name} in {source}{test}"], replace(scope, cards=(*scope.cards, name))
        case "space":
            name = make.name("space")
            test = f" where {make.one_of(*SPACES)}" if make.maybe(0.7) else ""
            lines = [f"choose {name} in {make.one_of('meadow', 'meadow', 'neighbors(my pawns)')}{test}"]
            if make.maybe(0.3):
                lines.append("  if possible: it next to my pawns")
            return lines, replace(scope, spaces=(*scope.spaces, name))
        case _:
            return _plain(make, scope, kind), scope


def _plain(make: Maker, scope: Scope, kind: str) -> Lines:
    card = make.one_of(*scope.cards) if scope.cards else None
    space = make.one_of(*scope.spaces) if scope.spaces else None
    match kind:
        case "pay":
            return [f"pay {card}.cost coins" if card and make.maybe(0.6) else "pay 1 coin"]
        case "move" if card:
            return [f"move {card} to {make.one_of('my won', 'discard', 'display', 'my single')}"]
        case "place" if space:
            return [f"place {make.one_of('Pawn', 'Pawn', 'Stone')} on {space}"]
        case "flower" if space:
            return [f"if flowers[{space}] < 2: set flowers[{space}] = flowers[{space}] + 1"]
        case "require":
            return [f"require {_condition(make, scope)}"]
        case "set":
            return [f"set my energy = {make.random.randint(0, 6)}"]
        case "several":
            name = make.name("cards")
            source, many = make.one_of("display", "my won"), make.one_of("2", "up to 2", "any number of")
            return [f"choose {many} {name} in {source}", f"move {name} to {make.one_of('my won', 'discard')}"]
        case "do":
            return _do(make, card, space)
        case "if":
            lines = [f"if {_condition(make, scope)}:", *_block(make, scope.inside())]
            return [*lines, "else:", *_block(make, scope.inside())] if make.maybe(0.5) else lines
        case "one":
            return ["choose one:", *(line for _ in range(make.random.randint(2, 3)) for line in _option(make, scope))]
        case "may":
            return ['may "Really?":', *_block(make, scope.inside())]
        case "each":
            name = make.name("each")
            return [f"for each {name} in {make.one_of('display', 'my won')}:", *_block(make, scope.inside(name))]
        case "repeat":
            test = make.one_of(" while any display", " while my coins > 0", "")
            return [f"repeat {make.random.randint(1, 2)} times{test}:", *_block(make, scope.inside())]
        case "any":
            return _any_order(make, scope)
        case _:
            return ["gain 1 coin"]


def _condition(make: Maker, scope: Scope) -> str:
    options = list(CONDITIONS)
    options += [form.format(card) for card in scope.cards for form in OF_CARDS]
    options += [form.format(space) for space in scope.spaces for form in OF_SPACES]
    chosen = make.one_of(*options)
    if make.maybe(0.2):
        chosen = f"not ({chosen})"
    return f"({chosen}) and ({make.one_of(*options)})" if make.maybe(0.15) else chosen


def _do(make: Maker, card: str | None, space: str | None) -> Lines:
    if not make.actions:
        return ["gain 1 coin"]
    name, kind = make.random.choice(make.actions)
    argument = {"": "", "Card": card, "Space": space}.get(kind, make.one_of("meadow", "neighbors(my pawns)"))
    if argument is None:
        return ["gain 1 coin"]
    call = f"{name}({argument})" if argument else name
    if make.maybe(0.15):
        return [f"if can {call}: do {call}"]
    return [f"do {call}{make.one_of('', ' if possible', ' else gain 1 coin', ' else pay 1 coin')}"]


def _option(make: Maker, scope: Scope) -> Lines:
    guard = f" if {_condition(make, scope)}" if make.maybe(0.3) else ""
    name, card = make.name("option"), make.name("card")
    if make.maybe(0.25):
        return [f"  option {name} {card} in display{guard}:", *(f"  {x}" for x in _block(make, scope.inside(card)))]
    return [f"  option {name}{guard}:", *(f"  {x}" for x in _block(make, scope.inside()))]


def _any_order(make: Maker, scope: Scope) -> Lines:
    names = [name for name, kind in make.actions if not kind]
    if not names:
        return ["gain 1 coin"]
    chosen = make.random.sample(names, make.random.randint(1, len(names)))
    lines = ["any order:"]
    for name in chosen:
        guard = f" if {_condition(make, scope)}" if make.maybe(0.25) else ""
        lines.append(f"  {make.one_of(f'must {name}', f'may {name}, once', f'may {name}, up to 2 times')}{guard}")
    return lines
