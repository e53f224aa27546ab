"""A question as players see it: in, the machine's question and its state; out, who is asked what, and the options.

Answers are structural: a name (`r3c5`, `mill`, `yes`, `done`), a number, or a list of these. They do not depend on
texts. Options are made when they are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.runtime import names
from rulewright.runtime.code import Code
from rulewright.runtime.layout import Layout
from rulewright.runtime.places import located
from rulewright.runtime.question import DONE, Question
from rulewright.runtime.state import State

if TYPE_CHECKING:
    from rulewright.runtime.machine import Machine

KINDS = {"one": "choose", "many": "choose several", "menu": "menu", "order": "order", "window": "window"}


class Option:
    """`choice`: what the machine takes: a number, or a tuple of things. Names are made when they are read."""

    __slots__ = ("_decision", "choice")

    def __init__(self, decision: Decision, choice: int | tuple[Any, ...]) -> None:
        self._decision = decision
        self.choice = choice

    @property
    def answer(self) -> Any:
        """The answer as JSON."""
        return self._decision.answer_for(self.choice)

    @property
    def label(self) -> str:
        """For readers; it may change."""
        return self._decision.label_for(self.choice)

    @property
    def touches(self) -> dict[str, list[str]]:
        """The `spaces` (or edges) and `components` it is about, by name."""
        return self._decision.touched_by(self.choice)

    def __repr__(self) -> str:
        return f"Option({self.answer!r})"


class Decision:
    """`player` is asked, `players` are all who are at once. `rule` is the path of what asks, `text` says what for."""

    def __init__(self, machine: Machine, state: State, question: Question) -> None:
        self._machine = machine
        self._layout: Layout = machine.layout
        self._state = state
        self.question = question
        self._code: Code = machine.run.codes[question.code]
        self.player = self._layout.seats[question.player]
        self.players = tuple(self._layout.seats[seat] for seat in question.players)
        self.rule = self._code.path
        self.kind = KINDS[question.kind]

    @property
    def text(self) -> str:
        """What is asked, in words; the action's own where the question has none."""
        routine = self._machine.program.routines.get(self._code.routine)
        return getattr(self._code.node, "text", "") or (routine.text if routine is not None else "")

    @property
    def span(self) -> Any:
        return self._code.node.span

    @property
    def count(self) -> int:
        """How many options there are. A choice of several with too many ways counts those found first; all that fit
        are answers all the same."""
        return self.question.count

    def option(self, k: int) -> Option:
        if not 0 <= k < self.count:
            raise IndexError(f"there are {self.count} options, none with number {k}")
        return Option(self, k)

    @property
    def options(self) -> Sequence[Option]:
        return _Options(self)

    def offers(self, option: Option) -> bool:
        """Whether this is an option of this question, in this position and to this player."""
        other = option._decision
        same = other._state is self._state and other.question.player == self.question.player
        return other is self or (same and other.question.code == self.question.code)

    def find(self, answer: Any) -> Option | None:
        """The option with this answer; None if it is not offered."""
        question = self.question
        if question.kind == "many" and isinstance(answer, list | tuple) and not self._is_offer(answer):
            return self._find_several(list(answer))
        if question.kind == "one" and isinstance(question.type, t.Space) and isinstance(question.elements, int):
            space = self._layout.geometry.index.get(answer) if isinstance(answer, str) else None
            if space is not None and question.elements >> space & 1:
                return Option(self, (question.elements & ((1 << space) - 1)).bit_count())
        wanted = _plain(answer)
        for k, name in enumerate(self._answers):
            if _plain(name) == wanted or str(name) == answer:
                return Option(self, k)
        return None

    def why_not(self, answer: Any) -> str:
        """Why this answer is not offered, in words."""
        from rulewright.runtime.why import why_not

        return why_not(self._machine, self._state, self, answer).text

    def because(self, answer: Any) -> Any:
        """The same as data: a `why.Reason`, with the condition that fails and its place."""
        from rulewright.runtime.why import why_not

        return why_not(self._machine, self._state, self, answer)

    # -------------------------------------------------------------- names

    @cached_property
    def _answers(self) -> list[Any]:
        return [self.answer_for(k) for k in range(self.count)]

    @cached_property
    def _own(self) -> int:
        return self.question.own

    @cached_property
    def thing_names(self) -> dict[Any, Any]:
        """The name of each thing that can be chosen, or be part of a choice."""
        if self.question.kind == "many":
            firsts = [one[0] for one in self.question.classes]
            told = names.telling(self._layout, self._state, self.question.type, firsts)
            return {x: name for one, name in zip(self.question.classes, told, strict=True) for x in one}
        things = self.question.things()
        return dict(zip(things, names.telling(self._layout, self._state, self.question.type, things), strict=True))

    def _name(self, value: Any) -> Any:
        if isinstance(self.question.type, t.Component | t.Union):
            return self.thing_names[value]
        return names.name_of(self._layout, self._state, self.question.type, value)

    @cached_property
    def _entry_names(self) -> list[str]:
        """Names of menu entries; an item over a collection adds what it is about."""
        found = []
        by_item: dict[int, list[Any]] = {}
        for at, value in self.question.entries:
            by_item.setdefault(at, []).append(value)
        told: dict[tuple[int, Any], Any] = {}
        for at, values in by_item.items():
            if at >= 0 and self._item(at).source is not None:
                for value, name in zip(
                    values, names.telling(self._layout, self._state, self._item_type(at), values), strict=True
                ):
                    told[at, value] = name
        for at, value in self.question.entries:
            name = "done" if at < 0 else self._item(at).name
            found.append(f"{name} {told[at, value]}" if (at, value) in told else name)
        return found

    def _item(self, at: int) -> tree.Item:
        item = self._code.parts[at][0]
        assert isinstance(item, tree.Item)
        return item

    def _item_type(self, at: int) -> t.Type:
        source = self._item(at).source
        return t.UNKNOWN if source is None else t.element(source.type) or t.UNKNOWN

    def _offer_name(self, k: int) -> str:
        number, _, this, _ = self.question.offers[k][0]
        rules = self._machine.program.rules
        shared = {
            entry[0][0]
            for entry in self.question.offers
            if _short(rules[entry[0][0]].name) == _short(rules[number].name)
        }
        name = _short(rules[number].name) if len(shared) == 1 else rules[number].name
        twice = sum(entry[0][0] == number for entry in self.question.offers) > 1
        return f"{name} {names.kind_name(self._layout, this)}" if twice and this is not None else name

    def _is_offer(self, answer: Any) -> bool:
        return any(answer == self._offer_name(k) for k in range(len(self.question.offers)))

    def answer_for(self, choice: int | tuple[Any, ...]) -> Any:
        if isinstance(choice, tuple):
            return [self._name(x) for x in choice]
        if choice >= self._own:
            return self._offer_name(choice - self._own)
        match self.question.kind:
            case "one" | "order":
                return self._name(self.question.option(choice))
            case "many":
                return [self._name(x) for x in self.question.option(choice)]
            case "menu":
                return self._entry_names[choice]
            case _:
                return "done"

    def label_for(self, choice: int | tuple[Any, ...]) -> str:
        if isinstance(choice, tuple):
            return ", ".join(self._label(x) for x in choice) or "none"
        if choice >= self._own:
            rule = self._machine.program.rules[self.question.offers[choice - self._own][0][0]]
            return self._machine.program.routines[rule.routine].text or rule.name.replace("_", " ")
        option = self.question.option(choice)
        match self.question.kind:
            case "one" | "order":
                return self._label(option)
            case "many":
                return ", ".join(self._label(x) for x in option) or "none"
            case _:
                return self._entry_label(option, choice)

    def _label(self, value: Any) -> str:
        label = names.label_of(self._layout, self._state, self.question.type, value)
        name = self._name(value)
        plain = names.name_of(self._layout, self._state, self.question.type, value)
        return f"{label}{str(name).removeprefix(str(plain))}" if name != plain else label

    def _entry_label(self, entry: tuple[int, Any], choice: int) -> str:
        if entry == DONE:
            return "Done"
        item = self._item(entry[0])
        head = item.title or item.name.replace("_", " ")
        if item.source is None:
            return head
        return f"{head}: {names.label_of(self._layout, self._state, self._item_type(entry[0]), entry[1])}"

    def touched_by(self, choice: int | tuple[Any, ...]) -> dict[str, list[str]]:
        spaces: list[str] = []
        components: list[str] = []
        for type, value in self._things_of(choice):
            match type:
                case t.Space() | t.Edge() | t.Path():
                    name = names.name_of(self._layout, self._state, type, value)
                    spaces += name if isinstance(name, list) else [name]
                case t.Component() | t.Union():
                    components.append(names.component_key(self._layout, value))
                    place = self._state.place[value]
                    spaces += [names.place_name(self._layout, -1 - at) for at in located(self._layout, place)]
                case t.Set(t.Space() as of):
                    spaces += names.name_of(self._layout, self._state, t.Set(of), value)
                case _:
                    pass
        return {"spaces": spaces, "components": components}

    def _things_of(self, choice: int | tuple[Any, ...]) -> list[tuple[t.Type, Any]]:
        question = self.question
        if isinstance(choice, tuple):
            return [(question.type, x) for x in choice]
        if choice >= self._own:
            this = question.offers[choice - self._own][0][2]
            return [] if this is None else [(t.Component(), this)]
        option = question.option(choice)
        match question.kind:
            case "one" | "order":
                return [(question.type, option)]
            case "many":
                return [(question.type, x) for x in option]
            case "menu" if option[1] is not None:
                return [(self._item_type(option[0]), option[1])]
            case _:
                return []

    def _find_several(self, answer: list[Any]) -> Option | None:
        """Several things by name, in any order; of equal things any."""
        free: dict[Any, list[Any]] = {}
        for one in self.question.classes:
            name = _plain(names.name_of(self._layout, self._state, self.question.type, one[0]))
            told = _plain(self._name(one[0]))
            for key in dict.fromkeys((name, told)):
                free.setdefault(key, []).extend(one)
        chosen: list[Any] = []
        for name in answer:
            pool = free.get(_plain(name), [])
            thing = next((x for x in pool if x not in chosen), None)
            if thing is None:
                return None
            chosen.append(thing)
        order = {x: at for at, x in enumerate(x for one in self.question.classes for x in one)}
        chosen.sort(key=lambda x: order[x])
        choice = tuple(chosen)
        return Option(self, choice) if self._machine.is_legal(self._state, self.question, choice) else None


class _Options(Sequence[Option]):
    """All options of a decision, each made when it is reached for."""

    def __init__(self, decision: Decision) -> None:
        self._decision = decision

    def __len__(self) -> int:
        return self._decision.count

    @overload
    def __getitem__(self, k: int) -> Option: ...
    @overload
    def __getitem__(self, k: slice) -> Sequence[Option]: ...
    def __getitem__(self, k: int | slice) -> Option | Sequence[Option]:
        if isinstance(k, slice):
            return [self._decision.option(i) for i in range(*k.indices(len(self)))]
        return self._decision.option(k + len(self) if k < 0 else k)

    def __iter__(self) -> Iterator[Option]:
        return (self._decision.option(k) for k in range(len(self)))


def _short(name: str) -> str:
    """What a rule of a card is called by itself: `Charm.horn.blow` is `blow`."""
    return name.rpartition(".")[2]


def _plain(answer: Any) -> Any:
    """An answer for comparing: `yes` for true, lists as tuples."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, list | tuple):
        return tuple(_plain(part) for part in answer)
    return answer
