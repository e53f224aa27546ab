"""Which expansions and options go together, and in what order they join. In: files as items. Out: parts in order.

What only adds joins in an order of its own, so that it does not matter how the files were given: an expansion after
those it requires, else by name. What changes the same rule again follows the order given.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulewright.report import codes
from rulewright.report.collect import Report
from rulewright.report.diagnostic import Label
from rulewright.report.fixes import Fix, respelling
from rulewright.report.span import Span
from rulewright.report.suggest import nearest
from rulewright.semantics.compose.options import option_values
from rulewright.syntax import ast

Items = Sequence[ast.Item]


@dataclass(frozen=True, slots=True)
class Part:
    """The game, or one of its expansions. `given`: its place among them as they were given, the game first."""

    header: ast.Header
    items: tuple[ast.Item, ...]
    given: int

    @property
    def name(self) -> str:
        return self.header.name.text if self.header.name else ""

    @property
    def span(self) -> Span:
        return self.header.name.span if self.header.name else self.header.span


@dataclass(frozen=True, slots=True)
class Need:
    """A `requires` or `excludes` that is in force. `owner`: who says so; an option if it stands in its block."""

    item: ast.Needs
    name: ast.Name
    part: Part
    option: ast.Option | None


def header_of(items: Items) -> ast.Header | None:
    """What a file says it is, if it says so."""
    return next((item for item in items if isinstance(item, ast.Header)), None)


def parts(game: Items, expansions: Sequence[Items], report: Report) -> tuple[Part, ...] | None:
    """The game and its expansions, as they were given; None if they are not for each other."""
    found: list[Part] = []
    for given, items in enumerate((game, *expansions)):
        header = header_of(items)
        if header is not None:
            found.append(Part(header, tuple(items), given))
    base, *others = found
    fine = [_fits(base, part, report) for part in others]
    fine += [_once(part, found[1:index], report) for index, part in enumerate(found) if index > 1]
    return tuple(found) if all(fine) else None


def in_order(found: Sequence[Part], report: Report) -> tuple[tuple[Part, ...], tuple[Part, ...]] | None:
    """The parts in the order in which they join, and in that in which they change the same thing; None after a message
    about expansions that require each other."""
    names = {part.name: part for part in found[1:]}
    needs = {
        part.name: [name for item in part.items if isinstance(item, ast.Needs) and item.kind == "requires"
                    for name in item.names if name.text in names]
        for part in found[1:]
    }  # fmt: skip
    by_name = _sorted(sorted(names), needs)
    as_given = _sorted(list(names), needs)
    if by_name is None or as_given is None:
        _tell_cycle(names, needs, report)
        return None
    return (found[0], *(names[name] for name in by_name)), (found[0], *(names[name] for name in as_given))


def check_needs(
    needs: Sequence[Need],
    found: Sequence[Part],
    options: Sequence[ast.Option],
    values: Mapping[str, str],
    report: Report,
) -> bool:
    """Whether everything that is required is there and nothing that is excluded."""
    fine = True
    for need in needs:
        if not is_met(need, found, options, values):
            _tell(need, _there(need.name.text, found, options, values), found, options, report)
            fine = False
    return fine


def warn_of_misspelt(
    needs: Sequence[Need], found: Sequence[Part], options: Sequence[ast.Option], beside: Collection[str], report: Report
) -> None:
    """What is excluded need not be there; but if only something of almost that name is, that is meant. `beside`: names
    of expansions that could be put together with the game."""
    known = {*beside, *(part.name for part in found[1:]), *(option.name.text for option in options)}
    for need in needs:
        name = need.name
        guess = nearest(name.text, sorted(known)) if need.item.kind == "excludes" and name.text not in known else None
        if guess is not None:
            report.warning(
                codes.NO_EFFECT,
                name.span,
                f"there is no expansion or option `{name.text}` that could be excluded",
                help=f"did you mean `{guess}`?",
                fixes=respelling(name.span, name.text, sorted(known)),
            )


def is_met(need: Need, found: Sequence[Part], options: Sequence[ast.Option], values: Mapping[str, str]) -> bool:
    there = _there(need.name.text, found, options, values)
    return (there is not None) == (need.item.kind == "requires")


# ------------------------------------------------------------------ for this game, in this version, once


def version_of(part: Part) -> tuple[int, Span]:
    """The version a game says it has, 1 if it says nothing, and where."""
    said = next((item for item in part.items if isinstance(item, ast.Version)), None)
    return (said.number.value, said.span) if said is not None else (1, part.span)


def _fits(base: Part, part: Part, report: Report) -> bool:
    header = part.header
    own = part.name or "this"
    if header.base is None:
        return True
    if header.base.text != base.name:
        report.error(
            codes.WRONG_BASE,
            header.base.span,
            f"`{own}` is an expansion for `{header.base.text}`, not for `{base.name}`",
            label="another game",
            labels=[Label(base.span, "the game it is put together with")],
            help=f"did you mean `{guess}`?" if (guess := nearest(header.base.text, [base.name])) else None,
            fixes=respelling(header.base.span, header.base.text, [base.name]),
        )
        return False
    if header.fits is None:
        return True
    version, said = version_of(base)
    low, high = header.fits.low.value, header.fits.high
    if high is not None and high.value < low:
        report.error(codes.RANGE, header.fits.span, f"{low} to {high.value} is no range of versions")
        return False
    if low <= version and (header.fits.or_more or version <= (high.value if high is not None else low)):
        return True
    known = any(isinstance(item, ast.Version) for item in base.items)
    report.error(
        codes.WRONG_VERSION,
        header.fits.span,
        f"`{own}` is made for another version of `{base.name}`; here is version {version}",
        labels=[Label(said, f"version {version}" if known else "it says no version, which makes it version 1")],
        help="what is made for one version may not fit another: see what has changed, then let the expansion say so",
    )
    return False


def _once(part: Part, before: Sequence[Part], report: Report) -> bool:
    first = next((other for other in before if other.name == part.name), None)
    if first is None:
        return True
    here = first.span == part.span
    same = here or first.span.source.text == part.span.source.text
    report.error(
        codes.GIVEN_TWICE,
        part.span,
        f"`{part.name}` is put together with the game twice",
        labels=[] if here else [Label(first.span, "the same one" if same else "the other one of this name")],
        help="give it once" if same else "two expansions of one game need different names",
    )
    return False


# ------------------------------------------------------------------ in order


def _sorted(names: list[str], needs: Mapping[str, list[ast.Name]]) -> list[str] | None:
    """The names in this order, but each behind those it needs; None if that cannot be."""
    placed: list[str] = []
    left = list(names)
    while left:
        ready = next((name for name in left if all(need.text in placed for need in needs[name])), None)
        if ready is None:
            return None
        placed.append(ready)
        left.remove(ready)
    return placed


def _tell_cycle(names: Mapping[str, Part], needs: Mapping[str, list[ast.Name]], report: Report) -> None:
    """Walks the way round, one label a step."""
    for name in sorted(names):
        way = _way_back(name, needs)
        if way:
            first, *others = way
            report.error(
                codes.REQUIRES_CYCLE,
                first.span,
                f"`{name}` requires itself",
                label=f"`{name}` requires `{first.text}`",
                labels=[
                    Label(step.span, f"`{before.text}` requires `{step.text}`")
                    for before, step in zip(way, others, strict=False)
                ],
                help="one of them can do without the other, or both are one expansion",
            )
            return


def _way_back(start: str, needs: Mapping[str, list[ast.Name]]) -> list[ast.Name]:
    ways: list[list[ast.Name]] = [[need] for need in needs[start]]
    seen: set[str] = set()
    while ways:
        way = ways.pop(0)
        if way[-1].text == start:
            return way
        if way[-1].text not in seen:
            seen.add(way[-1].text)
            ways += [[*way, need] for need in needs[way[-1].text]]
    return []


# ------------------------------------------------------------------ what needs what


def _there(
    name: str, found: Sequence[Part], options: Sequence[ast.Option], values: Mapping[str, str]
) -> Part | ast.Option | None:
    """The expansion or chosen option of this name, if it is part of the game."""
    part = next((part for part in found[1:] if part.name == name), None)
    if part is not None:
        return part
    option = next((option for option in options if option.name.text == name), None)
    return option if option is not None and values.get(name, "no") != "no" else None


def _tell(
    need: Need, there: Part | ast.Option | None, found: Sequence[Part], options: Sequence[ast.Option], report: Report
) -> None:
    own = need.option.name.text if need.option is not None else need.part.name or "this"
    name = need.name.text
    labels = [] if need.option is None else [Label(need.option.name.span, f"`{own}` is chosen")]
    fixes: tuple[Fix, ...] = ()
    if there is not None:
        place = there.span if isinstance(there, Part) else there.name.span
        labels.append(Label(place, f"`{name}` is {'there' if isinstance(there, Part) else 'chosen'}"))
        message, help = f"`{own}` does not go together with `{name}`", "leave one of them out"
    else:
        option = next((option for option in options if option.name.text == name), None)
        message = f"`{own}` needs `{name}`"
        if option is not None:
            labels.append(Label(option.name.span, f"`{name}` is not chosen"))
            value = "yes" if option_values(option) == ("no", "yes") else "VALUE"
            help = f"choose it: `--option {name}={value}`"
        else:
            known = [*(part.name for part in found[1:]), *(option.name.text for option in options)]
            known = [word for word in known if word != own]
            guess = nearest(name, known)
            help = f"did you mean `{guess}`?" if guess else f"take it in as well: `--with {name}`"
            fixes = respelling(need.name.span, name, known)
    report.error(codes.REQUIRES, need.name.span, message, labels=labels, help=help, fixes=fixes)


def needs_in(part: Part, items: Iterator[tuple[ast.Item, ast.Option | None]]) -> Iterator[Need]:
    for item, option in items:
        if isinstance(item, ast.Needs):
            yield from (Need(item, name, part, option) for name in item.names)
