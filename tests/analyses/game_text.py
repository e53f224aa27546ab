"""Rules as text for the tests of the analyses. In: rules to add to a small game. Out: the analysed program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from rulewright import loader
from rulewright.core import tree
from rulewright.core.program import Program
from rulewright.report import Diagnostic, Report
from rulewright.semantics.analyses import Analysed, analyse
from rulewright.semantics.analyses.walk import below
from rulewright.semantics.compose import compose
from rulewright.semantics.elaborate import elaborate

GAME = """\
game market "Market"
players 2 to 4
enum Suit: acorns, bells, leaves
card Card (cards)
  suit: Suit
  cost: Int
cards of Card:
  card, copies 3 for suit in Suit for cost in 1..3
piece Pawn (pawns): 3 per Player
piece Stone (stones): 9
board meadow: square grid 4 x 4
  water: Bool
  layer ground:
    |....|
    |.ww.|
    |....|
    |....|
letters for meadow: w water
zone deck: deck of Card, reshuffled from discard
zone discard: stack of Card
zone display: Card
zone hand per Player: Card, seen by owner
zone won per Player: Card
zone single per Player: one Card
var coins (coin) per Player: Int = 4, at least 0
var energy per Player: Int = 0, 0 to 6
var flowers per Space: Int = 0, 0 to 2
var over: Bool = no
setup:
  move cards to deck
  shuffle deck
  draw 4 from deck to display
  deal 3 from deck to hand
  deal 2 from deck to won
  each player: place Pawn on the first of (meadow where it is empty)
when over: end game
score:
  coins: my coins
winner: most score, then shared
"""


@dataclass(frozen=True)
class Outcome:
    """The program before and after the analyses."""

    plain: Program
    analysed: Analysed

    @property
    def program(self) -> Program:
        return self.analysed.program

    @property
    def problems(self) -> list[str]:
        """Code and line of each problem, counted in the added text."""
        return [f"{d.code.slug} {d.span.line - GAME.count(chr(10))}" for d in self.analysed.problems]

    def notes(self, kind: str) -> list[str]:
        """What the notes of this kind are about, those on the added text."""
        found = (note for note in self.analysed.notes if note.kind == kind)
        return [note.path for note in found if note.span.line > GAME.count("\n")]

    def choice(self, name: str) -> tree.Choose:
        return next(node for node in self.nodes() if isinstance(node, tree.Choose) and node.name == name)

    def item(self, name: str) -> tree.Item:
        return next(node for node in self.nodes() if isinstance(node, tree.Item) and node.name == name)

    def nodes(self) -> Iterator[tree.Node]:
        for routine in self.program.routines.values():
            yield from below(routine.body)


def analysed(tmp_path: Path, rules: str) -> Outcome:
    """The small game with these rules added, analysed."""
    return analysed_file(tmp_path, GAME + rules)


def analysed_file(tmp_path: Path, text: str) -> Outcome:
    file = tmp_path / "market.rules"
    file.write_text(text, "utf-8")
    program = elaborated(loader.read_files(file))
    return Outcome(program, analyse(program))


def elaborated(files: loader.Files, options: Mapping[str, str] = MappingProxyType({})) -> Program:
    """The program as it comes from the rules, before any analysis."""
    report = Report(files.diagnostics)
    composed = compose(files.game, files.expansions, loader.checked_options(files, options), report)
    assert composed is not None, _told(report)
    found = elaborate(composed, report)
    assert found is not None, _told(report)
    assert not report.failed, _told(report)
    return found.program


def _told(report: Report) -> str:
    return "; ".join(f"{d.span}: {_message(d)}" for d in report.diagnostics)


def _message(diagnostic: Diagnostic) -> str:
    return f"{diagnostic.code.slug} {diagnostic.message}"
