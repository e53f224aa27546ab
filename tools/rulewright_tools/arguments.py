"""What each command takes. In: the words after `rulewright`. Out: a namespace for the command's module, or `WrongUse`.

Imports nothing heavy: help has to answer at once.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn

from rulewright.report.suggest import nearest


class WrongUse(Exception):  # noqa: N818 - it is not an error of the program
    """Words on the command line that cannot be meant; `command` is whose help will say more."""

    def __init__(self, command: str, message: str, help: str | None = None) -> None:
        super().__init__(message)
        self.command, self.message, self.help = command, message, help


class Parser(argparse.ArgumentParser):
    """A parser that raises instead of leaving the program."""

    def error(self, message: str) -> NoReturn:
        missing = message.removeprefix("the following arguments are required: ")
        raise WrongUse(self.prog, f"{missing} is missing" if missing != message else message.removeprefix("argument "))


class Command(NamedTuple):
    """One command: a line for the overview, and what adds its arguments to a parser."""

    line: str
    add: Callable[[Parser], None]


def overview() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:{width}}  {command.line}" for name, command in COMMANDS.items()]
    return "\n".join(
        [
            "usage: rulewright COMMAND ...",
            "",
            "Rules as data for tabletop games: write a rulebook as text, check it, play it.",
            "",
            *lines,
            "",
            "`rulewright COMMAND --help` says what a command takes. A GAME is the name of a game that comes with",
            "Rulewright, a rules file, or its folder.",
            "Exit codes: 0 fine, 1 the rules or the game say no, 2 wrong use.",
        ]
    )


def names() -> str:
    return ", ".join(COMMANDS)


def parsed(name: str, words: Sequence[str]) -> argparse.Namespace | None:
    """The arguments of a command; None if its help was asked for and shown. Raises WrongUse."""
    if name not in COMMANDS:
        kind = "option" if name.startswith("-") else "command"
        guess = nearest(name, [*COMMANDS, "--help", "--version"])
        raise WrongUse("rulewright", f"there is no {kind} `{name}`", _meant(guess) or f"the commands are {names()}")
    parser = Parser(prog=f"rulewright {name}", description=COMMANDS[name].line, allow_abbrev=False, add_help=False)
    COMMANDS[name].add(parser)
    parser.add_argument("-h", "--help", action="store_true", help="show this and do nothing")
    if any(word in ("-h", "--help") for word in words):
        print(parser.format_help().rstrip())
        return None
    known = [string for action in parser._actions for string in action.option_strings]
    try:
        found, rest = parser.parse_known_intermixed_args(words)
    except WrongUse as wrong:
        unknown = next((w for w in words if w.startswith("--") and w.partition("=")[0] not in known), None)
        if unknown is not None:
            raise _no_option(name, unknown, known) from None
        raise wrong from None
    if rest:
        unknown = next((w for w in rest if w.startswith("-") and len(w) > 1), None)
        if unknown is not None:
            raise _no_option(name, unknown, known)
        raise WrongUse(f"rulewright {name}", f"there is nothing that `{' '.join(rest)}` could be")
    return found


def _no_option(name: str, unknown: str, known: Sequence[str]) -> WrongUse:
    word = unknown.partition("=")[0]
    return WrongUse(f"rulewright {name}", f"`{name}` has no option `{word}`", _meant(nearest(word, known)))


def _meant(guess: str | None) -> str | None:
    return f"did you mean `{guess}`?" if guess else None


# ------------------------------------------------------------------ kinds of values


def _seats(text: str) -> int | list[str]:
    """A number, or names in seating order."""
    try:
        return int(text)
    except ValueError:
        return [name.strip() for name in text.split(",")]


def _choice(text: str) -> tuple[str, str]:
    name, is_there, value = text.partition("=")
    if not is_there or not name or not value:
        raise argparse.ArgumentTypeError(f"`{text}` is not of the form NAME=VALUE")
    return name, value


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"`{text}` is no whole number") from None


def _positive(text: str) -> int:
    number = _whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"`{text}` is not at least 1")
    return number


BOTS = ("random",)


def _bots(text: str) -> str:
    if text not in BOTS:
        guess = nearest(text, BOTS)
        cure = f"; did you mean `{guess}`?" if guess else f"; there are: {', '.join(BOTS)}"
        raise argparse.ArgumentTypeError(f"there are no bots called `{text}`{cure}")
    return text


# ------------------------------------------------------------------ arguments that several commands share


def _game(parser: Parser, optional: bool = False, metavar: str = "GAME") -> None:
    what = "a game's name, a rules file or its folder"
    if optional:
        parser.add_argument("game", metavar=metavar, nargs="?", help=f"{what}; without it, every game that comes along")
    else:
        parser.add_argument("game", metavar=metavar, help=what)


def _output(parser: Parser) -> None:
    parser.add_argument("-o", "--output", metavar="FILE", help="write it into this file instead of showing it")


def _variant(parser: Parser) -> None:
    _with(parser)
    _option(parser)


def _with(parser: Parser) -> None:
    parser.add_argument(
        "--with",
        dest="with_",
        metavar="NAME|FILE",
        action="append",
        default=[],
        help="an expansion or house rule; may be given again",
    )


def _option(parser: Parser) -> None:
    parser.add_argument(
        "--option",
        dest="options",
        metavar="NAME=VALUE",
        type=_choice,
        action="append",
        default=[],
        help="an option of the game; may be given again",
    )


def _table(parser: Parser, seed: int | None = 0) -> None:
    parser.add_argument(
        "--players",
        metavar="N",
        type=_seats,
        help="how many play, or their names in seating order, with commas (default: the fewest)",
    )
    default = "0" if seed is not None else "a new one each time"
    parser.add_argument(
        "--seed", metavar="S", type=_whole, default=seed, help=f"decides all that chance decides (default: {default})"
    )


def _json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="write JSON, for other programs")


# ------------------------------------------------------------------ the commands


def _check(parser: Parser) -> None:
    _game(parser, metavar="FILE|GAME")
    parser.add_argument("-v", "--verbose", action="store_true", help="also tell what the analyses found")
    parser.add_argument("--paths", action="store_true", help="also list all that expansions can name, and where it is")
    parser.add_argument("--unnamed", action="store_true", help="also tell which rules have no name to change them by")
    parser.add_argument("--fix", action="store_true", help="mend what has one certain cure, then tell what remains")
    parser.add_argument("--diff", action="store_true", help="with --fix: change nothing, show what would change")
    parser.add_argument(
        "--ast", action="store_true", help="write the rules as JSON (with -v also where each part stands)"
    )
    _variant(parser)
    _json(parser)


def _fmt(parser: Parser) -> None:
    what = "a rules file, a folder with rules files, a game's name, or `-` for standard input"
    parser.add_argument("files", metavar="FILE|FOLDER|GAME", nargs="+", help=what)
    parser.add_argument("--check", action="store_true", help="change nothing, tell which files would change")
    parser.add_argument("--diff", action="store_true", help="change nothing, show what would change")


def _test(parser: Parser) -> None:
    _game(parser, optional=True, metavar="GAME|FILE")
    parser.add_argument("--coverage", action="store_true", help="also tell which rules no scenario ever reached")
    _with(parser)
    _json(parser)


def _run(parser: Parser) -> None:
    _game(parser)
    _table(parser)
    _variant(parser)
    parser.add_argument("--record", metavar="FILE", help="write the game down, for `replay`")
    parser.add_argument("--for", metavar="PLAYER", dest="record_for", help="record only what this player may have")
    _bots_and_limit(parser)
    _json(parser)


def _play(parser: Parser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help="a game's name, a rules file or its folder")
    _table(parser, seed=None)
    parser.add_argument(
        "--me",
        metavar="SEATS",
        default=None,
        help="the seats at this keyboard, by name or number, with commas, or `all` (default: the first)",
    )
    _variant(parser)
    parser.add_argument(
        "--bots", metavar="KIND", type=_bots, default="random", help="who plays the other seats (default: random)"
    )
    parser.add_argument("--resume", metavar="FILE", help="go on with a saved game")
    parser.add_argument("--record", metavar="FILE", help="write the game down at the end, for `replay`")


def _replay(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record that `run` or `play` wrote")
    _json(parser)


def _ask(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a file of scenarios, one of them without `then:`")
    parser.add_argument("--scenario", metavar="TITLE", help="which one, if there are several")
    _with(parser)
    _json(parser)


def _combinations(parser: Parser) -> None:
    _game(parser)
    parser.add_argument("--players", metavar="N", type=_positive, help="only those that so many can play")
    parser.add_argument("--house-rules", action="store_true", help="also with the house rules in the game's folder")
    parser.add_argument(
        "--limit", metavar="N", type=_positive, default=100, help="of more, a sample of so many (default: 100)"
    )
    parser.add_argument("--seed", metavar="S", type=_whole, default=0, help="decides the sample (default: 0)")
    _variant(parser)
    _json(parser)


def _diff(parser: Parser) -> None:
    _game(parser)
    _variant(parser)
    _json(parser)


def _compare(parser: Parser) -> None:
    _game(parser)
    _table(parser)
    _variant(parser)
    for word, metavar, type_ in (("with", "NAME|FILE", str), ("option", "NAME=VALUE", _choice)):
        parser.add_argument(
            f"--base-{word}",
            dest="base_with" if word == "with" else "base_options",
            metavar=metavar,
            type=type_,
            action="append",
            default=[],
            help=f"like --{word}, but in both games; may be given again",
        )
    parser.add_argument("--games", metavar="N", type=_positive, default=1000, help="games of each (default: 1000)")
    _bots_and_limit(parser)
    _json(parser)


def _bots_and_limit(parser: Parser) -> None:
    parser.add_argument("--bots", metavar="KIND", type=_bots, default="random", help="who plays (default: random)")
    parser.add_argument(
        "--limit",
        metavar="N",
        type=_positive,
        default=100_000,
        help="give a game up after so many decisions (default: 100000)",
    )


BOARD_FORMS = ("text", "map", "svg", "json")


def _board_form(text: str) -> str:
    if text not in BOARD_FORMS:
        guess = nearest(text, BOARD_FORMS)
        cure = f"; did you mean `{guess}`?" if guess else f"; there are: {', '.join(BOARD_FORMS)}"
        raise argparse.ArgumentTypeError(f"boards cannot be written as `{text}`{cure}")
    return text


class _BoardForm(argparse.Action):
    """With `--to json` errors are told as JSON too."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, value: Any, option: str | None = None
    ) -> None:
        namespace.to, namespace.json = value, value == "json"


def _board(parser: Parser) -> None:
    _game(parser)
    parser.add_argument(
        "--to",
        action=_BoardForm,
        metavar="FORM",
        type=_board_form,
        default="text",
        help="`text` to read (default), `map` to paste into a rules file, `svg` a picture, `json` for other programs",
    )
    _output(parser)
    _table(parser)
    _variant(parser)
    parser.add_argument("--json", action="store_true", help="the same as --to json")


def _separator(text: str) -> str:
    sign = {"comma": ",", "semicolon": ";", "tab": "\t", "\\t": "\t"}.get(text, text)
    if sign not in (",", ";", "\t"):
        raise argparse.ArgumentTypeError(f"`{text}` is none of `,`, `;` and `tab`")
    return sign


def _tables(parser: Parser) -> None:
    _game(parser)
    parser.add_argument("name", metavar="NAME", nargs="?", help="which table; without it, they are listed")
    parser.add_argument(
        "--to",
        metavar="FORM",
        choices=("csv", "json", "rules"),
        help="`csv` for a spreadsheet (default), `json` for other programs, `rules` for a rules file",
    )
    parser.add_argument(
        "--separator",
        metavar="SIGN",
        type=_separator,
        default=",",
        help="what parts the cells of CSV: `,` (default), `;` where spreadsheets write numbers with a comma, or `tab`",
    )
    _output(parser)
    _variant(parser)
    _json(parser)


def _rules(parser: Parser) -> None:
    _game(parser, metavar="GAME|FILE.json")
    _output(parser)
    _variant(parser)


def _schema(parser: Parser) -> None:
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help="a game's name, a rules file or its folder; without it, formats are listed",
    )
    parser.add_argument("name", metavar="NAME", nargs="?", help="a table of the game; without it, all of them")
    parser.add_argument("--format", metavar="FORMAT", help="one of the formats that are listed, instead of a game")
    _variant(parser)


def _new(parser: Parser) -> None:
    parser.add_argument("name", metavar="NAME", help="a name like `my_game`; a folder of that name is made")


def _explain(parser: Parser) -> None:
    what = "as a message shows it, like `name/unknown`; without it, all are listed"
    parser.add_argument("code", metavar="CODE", nargs="?", help=what)


def _bench(parser: Parser) -> None:
    _game(parser)
    _table(parser)
    _variant(parser)
    parser.add_argument("--games", metavar="N", type=_positive, default=20, help="games in each repeat (default: 20)")
    parser.add_argument("--repeats", metavar="N", type=_positive, default=5, help="how often to measure (default: 5)")
    parser.add_argument(
        "--peer", action="store_true", help="also measure the same game written by hand (only in a checkout)"
    )
    _json(parser)


COMMANDS = {
    "new": Command("make a small game that works, to start from", _new),
    "check": Command("read the rules and tell every problem", _check),
    "fmt": Command("lay rules files out: indentation, blanks, line ends, long lines", _fmt),
    "test": Command("play the scenarios of a game and tell which do not come out", _test),
    "play": Command("play at the terminal, against bots or with others at the same keyboard", _play),
    "run": Command("let bots play a whole game", _run),
    "replay": Command("play a recorded game again and compare every step", _replay),
    "ask": Command("show what is asked in a position, with all options and the scores", _ask),
    "combinations": Command("list which expansions and options go together, and for how many players", _combinations),
    "diff": Command("show what expansions and options change in a game, rule by rule", _diff),
    "compare": Command("play many games with and without a house rule and compare the figures", _compare),
    "board": Command("draw the boards of a game: as text, as a map for a rules file, or as a picture", _board),
    "table": Command("write the cards of a game as a table for a spreadsheet, or list its tables", _tables),
    "rules": Command("write all rules of a game as one file, or the text of rules that are data", _rules),
    "schema": Command("write the JSON Schema of a table of a game, or of what a command writes", _schema),
    "explain": Command("show the page about a message", _explain),
    "bench": Command("measure how fast a game loads and plays", _bench),
}
