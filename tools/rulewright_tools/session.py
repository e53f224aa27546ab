"""A sitting at the terminal. In: a play, the seats that sit here. Out: answers given, and where the game was saved.

Nothing is lost: whoever leaves, by `quit`, by the end of the input or by Ctrl-C, is told where the game lies.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.bots import Bot
from rulewright.errors import AnswerRefused, UndoRefused, UseError
from rulewright.play import Play
from rulewright.report import draw
from rulewright.runtime.decision import Decision, Option
from rulewright.runtime.faults import RuleFault
from rulewright.runtime.stream import Stream
from rulewright_tools import happenings, picking, problems, results, screen
from rulewright_tools.text import coloured, listed

COMMANDS = {
    "undo": "take back your last answer",
    "options": "list all options; `options WORD` those with the word in them",
    "why": "`why ANSWER`: why it is not among the options",
    "board": "the map again",
    "look": "all that you may know",
    "scores": "the score table as it stands",
    "log": "what happened so far",
    "save": "`save FILE`: write the game down and go on",
    "quit": "stop; the game can be saved",
    "help": "this list",
}


LONGEST = 10_000
"""So much of a line is read at a time where nobody types: what is longer is the answer to nothing."""


@dataclass
class Session:
    """`file`: where the game was saved last. `refused`: how many answers were none of the options. `told`: how much of
    the log has been shown. `explained`: whether the letters of the map have been. `looking`: who was asked last.
    """

    play: Play
    here: tuple[str, ...]
    bot: Bot
    stream: Stream
    file: Path | None = None
    refused: int = 0
    log: list[str] = field(default_factory=list)
    told: int = 0
    explained: bool = False
    looking: str | None = None

    @property
    def colour(self) -> bool:
        return coloured(sys.stdout)


class Left(Exception):  # noqa: N818 - leaving is no error
    """The person wants to stop."""


def sit(session: Session) -> int:
    """Play until the end or until somebody leaves; the exit code."""
    try:
        while (decision := session.play.decision) is not None:
            if decision.player in session.here:
                _ask(session, decision)
            else:
                _let_answer(session, decision)
    except RuleFault as fault:
        problems.tell_fault(fault, False, f"at {decision.player}'s answer" if decision else None)
        _save_aside(session)
        return problems.NO
    except Left:
        return _code(session)
    except (EOFError, KeyboardInterrupt):
        print()
        _save_aside(session)
        return _code(session)
    _tell_news(session)
    print(f"\n{screen.final_map(session.play, session.colour)}the game is over\n\n{results.final(session.play)}")
    return _code(session)


def _code(session: Session) -> int:
    """Where nobody sits at the keyboard, a refused answer is for the caller to know."""
    return problems.NO if session.refused and not sys.stdin.isatty() else problems.FINE


# ------------------------------------------------------------------ answering


def _let_answer(session: Session, decision: Decision) -> None:
    play = session.play
    option, session.stream = session.bot.choose(decision, lambda: play.view(decision.player), session.stream)
    _answer(session, decision, option)


def _answer(session: Session, decision: Decision, option: Option) -> None:
    before = session.play.state
    session.play.answer(option, decision.player)
    session.log += happenings.after_answer(session.play, before, decision, option, session.here)


def _ask(session: Session, decision: Decision) -> None:
    if session.looking not in (None, decision.player) and session.play.machine.layout.tracked and sys.stdin.isatty():
        _hand_over(decision.player)
    session.looking = decision.player
    _tell_news(session)
    screen.show(session.play, decision, session.colour, letters=not session.explained)
    session.explained = True
    while session.play.decision is decision:
        text = _read(f"{decision.player}> ")
        if not text:
            continue
        word, _, rest = text.removeprefix(":").partition(" ")
        if word in COMMANDS and (text.startswith(":") or not _is_option(decision, text)):
            _command(session, decision, word, rest.strip())
        else:
            _give(session, decision, text)


def _hand_over(player: str) -> None:
    """Others have looked at this screen: away with what they saw, and wait until the next one sits here."""
    print("\x1b[2J\x1b[3J\x1b[H" if coloured(sys.stdout) else "\n" * 60)
    input(f"now {player}; press Enter when only you are looking ")


def _is_option(decision: Decision, text: str) -> bool:
    return decision.find(text) is not None


def _give(session: Session, decision: Decision, text: str) -> None:
    option = picking.pick(decision, text)
    if isinstance(option, str):
        session.refused += 1
        print(f"not possible: {option}")
        return
    try:
        _answer(session, decision, option)
    except AnswerRefused as refused:
        session.refused += 1
        print(f"not possible: {refused.message}")
        return
    except RuleFault as fault:
        session.refused += 1
        print(f"{draw(fault.diagnostic, session.colour)}\nthe rules ask for the impossible; nothing was changed")


def _tell_news(session: Session) -> None:
    """What happened since this was last told."""
    news = session.log[session.told :]
    session.told = len(session.log)
    if news:
        print()
    for line in news:
        print(f"  {line}")


def _read(prompt: str) -> str:
    """A line. Where nobody types, it is shown as if somebody had."""
    if sys.stdin.isatty():
        return input(prompt).strip()
    print(prompt, end="")
    text = sys.stdin.readline(LONGEST)
    if not text:
        raise EOFError
    print(text.rstrip("\n"))
    return text.strip()


# ------------------------------------------------------------------ commands


def _command(session: Session, decision: Decision, word: str, rest: str) -> None:
    play = session.play
    match word:
        case "undo":
            try:
                play.undo()
            except UndoRefused as refused:
                print(f"cannot be taken back: {refused.message}")
            else:
                print("taken back")
                session.log.append(f"{decision.player} takes the last answer back")
        case "options":
            print(screen.options(decision, rest, all_of_them=True))
        case "why":
            print(_why(decision, rest))
        case "board":
            print(screen.board(play, decision, session.colour) or "this game has no board")
        case "look":
            print(screen.look(play, decision.player, everything=True))
        case "scores":
            print(screen.scores(play, decision.player))
        case "log":
            print("\n".join(f"  {line}" for line in session.log) or "  nothing yet")
        case "save":
            _save(session, Path(rest) if rest else session.file or _free_name(play, Path()))
        case "quit":
            _quit(session)
        case _:
            width = max(map(len, COMMANDS))
            print("\n".join(f"  {name:{width}}  {line}" for name, line in COMMANDS.items()))


def _why(decision: Decision, text: str) -> str:
    if not text:
        return "  say which: `why ANSWER`"
    option = picking.pick(decision, text)
    return option if isinstance(option, str) else f"`{picking.name_of(option)}` is among the options"


# ------------------------------------------------------------------ saving


def _save(session: Session, file: Path) -> bool:
    try:
        session.play.save(file)
    except UseError as problem:
        print(problems.message(problem.message, problem.code.slug, problem.help))
        return False
    session.file = file
    print(f"saved; `rulewright play --resume {file}` goes on")
    return True


def _quit(session: Session) -> None:
    """Ask whether to save. No answer is taken for yes."""
    if session.play.answers:
        file = session.file or _free_name(session.play, Path())
        wish = _read(f"save the game in {file}? [yes, no, or another file] ")
        if wish.casefold() not in ("n", "no"):
            if wish and wish.casefold() not in ("y", "yes"):
                file = Path(wish)
            if not _save(session, file):
                return
    raise Left


def _save_aside(session: Session) -> None:
    """Without a question: in the file it came from, else in a new one here, else among the temporary files."""
    if not session.play.answers:
        print("nothing was answered, so nothing was saved")
        return
    for folder in (Path(), Path(tempfile.gettempdir())):
        if _save(session, session.file or _free_name(session.play, folder)):
            return
        session.file = None


def _free_name(play: Play, folder: Path) -> Path:
    """A name that no file has: `my_game.save`, `my_game-2.save`."""
    name = play.machine.program.id
    number = 1
    while (path := folder / (f"{name}.save" if number == 1 else f"{name}-{number}.save")).exists():
        number += 1
    return path


def seats_here(play: Play, wanted: str | None) -> tuple[str, ...]:
    """The names of the seats at this keyboard. Raises ValueError with the word that is none."""
    if wanted is None:
        return play.players[:1]
    if wanted == "all":
        return play.players
    found = []
    for word in (word.strip() for word in wanted.split(",")):
        if word.isdecimal() and len(word) < 10 and 1 <= int(word) <= len(play.players):
            found.append(play.players[int(word) - 1])
        elif word in play.players:
            found.append(word)
        else:
            raise ValueError(f"`{word}` is not at this table; there are {listed(play.players)}")
    return tuple(dict.fromkeys(found))
