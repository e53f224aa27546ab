"""What a person at the terminal sees. In: a play, a decision. Out: lines of text.

All of it is what the asked player may see: the map, the player's own view, the score table without what is withheld.
"""

from __future__ import annotations

from rulewright.play import Play
from rulewright.runtime import names
from rulewright.runtime.decision import Decision, Option
from rulewright_tools import maps, picking, sight
from rulewright_tools import opening as opened
from rulewright_tools.text import BOLD, RESET, counted, in_columns, listed, score_table, wrapped

SHORT_LIST = 40
"""So many options are listed without being asked for."""
LONG_LIST = 500
POINTED = 1_000
"""In so many options the spaces they touch are looked for."""


def opening(play: Play, here: tuple[str, ...], resumed: bool) -> str:
    program = play.machine.program
    how = f"{counted(len(play.answers), 'answer')} so far" if resumed else f"seed {play.seed}"
    lines = [f"{program.title or program.id}: {', '.join(play.players)}; {how}"]
    if play.options:
        lines.append(f"options: {opened.chosen_options(play)}")
    lines.append(f"here: {listed(here)}. `help` tells what can be typed besides answers.")
    return "\n".join(lines)


def show(play: Play, decision: Decision, colour: bool, letters: bool) -> None:
    """The position and what is asked; `letters`: with what they mean on the map."""
    if drawn := board(play, decision, colour, letters):
        print(f"\n{drawn}")
    print(f"\n{look(play, decision.player)}")
    asked = decision.text or f"{decision.rule}?"
    print(f"\n{BOLD}{decision.player}{RESET}: {asked}" if colour else f"\n{decision.player}: {asked}")
    print(options(decision))


def board(play: Play, decision: Decision | None, colour: bool, letters: bool = True) -> str:
    """The maps with the spaces that the options are about, and what the signs mean; empty without boards."""
    pointed = spaces_of(play, decision) if decision is not None else set()
    drawn = maps.maps(play, pointed, colour)
    if not drawn:
        return ""
    signs = maps.legend(play, colour, letters)
    if pointed:
        signs += ("\n" if signs else "") + ("highlighted" if colour else maps.POINTED) + " can be chosen"
    return f"{drawn}\n\n{signs}".rstrip()


def final_map(play: Play, colour: bool) -> str:
    drawn = board(play, None, colour)
    return f"{drawn}\n\n" if drawn else ""


def spaces_of(play: Play, decision: Decision) -> set[int]:
    """The spaces that the options of a decision are about."""
    if decision.count > POINTED:
        return set()
    index = play.state.world.index
    names = (name for option in decision.options for name in option.touches["spaces"])
    return {index[name] for name in names if name in index}


def options(decision: Decision, word: str = "", all_of_them: bool = False) -> str:
    """The options with their numbers: short names in columns, longer ones line by line."""
    if decision.count > SHORT_LIST and not all_of_them:
        some = ", ".join(picking.name_of(decision.option(k)) for k in range(3))
        return f"  {counted(decision.count, 'option')}, such as {some}; `options` lists them"
    with_number = picking.numbered(decision)
    entries, labels = [], []
    for k in range(min(decision.count, LONG_LIST)):
        option = decision.option(k)
        name, label = picking.name_of(option), "" if says_the_same(option) else option.label
        if word.casefold() in f"{name} {label}".casefold():
            entries.append(f"{k + 1} {name}" if with_number else name)
            labels.append(label)
    if not entries:
        return f"  no option has `{word}` in it"
    more = f"\n  … and {decision.count - LONG_LIST:,} more" if decision.count > LONG_LIST else ""
    if not any(labels):
        return in_columns(entries) + more
    width = max(map(len, entries))
    return "\n".join(f"  {name:{width}}  {label}".rstrip() for name, label in zip(entries, labels, strict=True)) + more


def says_the_same(option: Option) -> bool:
    """Whether the label adds nothing to the name."""
    letters = str.maketrans("", "", " _{},")
    return picking.name_of(option).casefold().translate(letters) == option.label.casefold().translate(letters)


def look(play: Play, player: str, everything: bool = False) -> str:
    """What the player may know besides the map; long lines go on below, a little to the right."""
    return "\n".join(wrapped(line) for line in sight.lines(play.view(player), _plurals(play), everything))


def _plurals(play: Play) -> dict[str, str]:
    """What several components without rows of their own are called."""
    layout = play.machine.layout
    found = {}
    for c, kind in enumerate(layout.components.type_of):
        plural = play.machine.program.components[kind].plural
        if plural is not None and layout.components.row_of[c].decl.name == kind:
            found[names.kind_name(layout, c)] = plural.replace("_", " ")
    return found


def scores(play: Play, player: str) -> str:
    return score_table(play.scores_for(player), play.machine.score_titles(play.state))
