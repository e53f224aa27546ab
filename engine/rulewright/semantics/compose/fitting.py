"""Options that go together. In: a game, its expansions, values of options. Out: whether they do, or values that do."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rulewright.report.collect import Report
from rulewright.semantics.compose.options import active, declared_options, option_default, option_values
from rulewright.semantics.compose.removing import removed_options
from rulewright.semantics.compose.together import Need, Part, header_of, is_met, needs_in, parts
from rulewright.syntax import ast

Items = Sequence[ast.Item]


def fits(game: Items, expansions: Sequence[Items], values: Mapping[str, str]) -> bool:
    """Whether nothing that these values bring in lacks an option it requires, or meets one it excludes."""
    return fitting(game, expansions, values, values) is not None


def fitting(
    game: Items, expansions: Sequence[Items], values: Mapping[str, str], kept: Collection[str]
) -> dict[str, str] | None:
    """The values, with those options chosen that others require and those not that others exclude; None if that would
    change one of `kept`."""
    found = parts(game, expansions, Report()) if header_of(game) is not None else None
    options = {
        option.name.text: option for option in declared_options(item for part in (game, *expansions) for item in part)
    }
    now = {name: values.get(name, option_default(option)) for name, option in options.items()}
    if found is None:
        return now
    for _ in range(len(options) + 1):
        wrong = _first_wrong(found, tuple(options.values()), now)
        if wrong is None:
            return now
        name = wrong.name.text
        wanted = _other(options[name], wrong.item.kind == "requires")
        if name in kept or wanted is None:
            return None
        now[name] = wanted
    return None


def _other(option: ast.Option, wanted: bool) -> str | None:
    values = option_values(option)
    if wanted:
        return next((value for value in values if value not in ("no", "random")), None)
    return "no" if "no" in values else None


def _first_wrong(found: Sequence[Part], options: Sequence[ast.Option], values: Mapping[str, str]) -> Need | None:
    """The first demand on an option that is not met."""
    names = {option.name.text for option in options}
    items = [item for part in found for item, _ in active(part.items, values)]
    without = removed_options(items, options)
    for part in found:
        for need in needs_in(part, active(part.items, values, without)):
            if need.name.text in names and not is_met(need, found, options, values):
                return need
    return None
