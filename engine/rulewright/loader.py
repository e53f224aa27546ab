"""Rules files become a program. In: a game's name or file, expansions, options. Out: the program and all messages.

The one place where rules are read from disk; `check`, `run` and every other command go through here. A file reaches
only what lies in its own folder, and the libraries that come with Rulewright.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from rulewright import finding, resources, tables
from rulewright.core.program import Program
from rulewright.errors import UseError
from rulewright.finding import expansion_files as expansion_files
from rulewright.finding import find as find
from rulewright.finding import scenario_files as scenario_files
from rulewright.report import codes
from rulewright.report.collect import Report, TooManyErrors
from rulewright.report.diagnostic import Diagnostic, Label
from rulewright.report.fixes import respelling
from rulewright.report.merging import merged
from rulewright.report.signs import visible
from rulewright.report.span import Source, Span
from rulewright.report.suggest import nearest
from rulewright.semantics import compose, libraries, shelf
from rulewright.semantics.analyses import Note, analyse
from rulewright.semantics.checks import offered, unused
from rulewright.semantics.compose import Composed, declared_options, explained, header_of, option_default, option_values
from rulewright.semantics.depth import too_deep
from rulewright.semantics.elaborate import elaborate
from rulewright.semantics.symbols import Symbols
from rulewright.syntax import ast
from rulewright.syntax.parser import parse
from rulewright.syntax.printer import show
from rulewright.syntax.words import HEADER_HELP

DEEPEST = 60
"""How deep files may include each other."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game: what may be chosen, and what is chosen by itself (`random`: drawn at the start)."""

    name: str
    title: str
    values: tuple[str, ...]
    default: str


@dataclass(frozen=True, slots=True)
class Files:
    """A game as its files say, before any option is chosen. `given`: the scenarios of a file of scenarios, if one was
    given in place of its game.
    """

    game: tuple[ast.Item, ...]
    expansions: tuple[tuple[ast.Item, ...], ...]
    scenarios: tuple[tuple[ast.Scenario, Source], ...]
    diagnostics: tuple[Diagnostic, ...]
    path: Path
    given: tuple[ast.Scenario, ...] = ()

    @property
    def options(self) -> tuple[Option, ...]:
        """Those that can be chosen; one that an expansion takes away cannot."""
        items = (*self.game, *(item for part in self.expansions for item in part))
        declared = declared_options(items)
        without = compose.removed_options(items, declared)
        return tuple(
            Option(o.name.text, o.title.value if o.title else "", option_values(o), option_default(o))
            for o in declared
            if o.name.text not in without
        )


@dataclass(frozen=True, slots=True)
class Loaded:
    """What came of loading. `program` is None if there are errors; `notes` is what the analyses found.

    `each` are the diagnostics place by place, before those with one cause are told as one: whoever loads a game with
    several options puts these together.
    """

    files: Files
    each: tuple[Diagnostic, ...]
    program: Program | None = None
    symbols: Symbols | None = None
    composed: Composed | None = None
    notes: tuple[Note, ...] = ()

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is told, one cause as one."""
        return merged(self.each)


def read_files(name: str | Path, with_: Sequence[str | Path] = ()) -> Files:
    """The files of a game and its expansions. An expansion given as the main file brings its base."""
    report = Report()
    path = find(name)
    try:
        return _read_files(path, with_, report)
    except TooManyErrors as found:
        report.stop(found)
        return Files((), (), (), report.diagnostics, path)


def _read_files(path: Path, with_: Sequence[str | Path], report: Report) -> Files:
    items = _main(path, report)
    extra = list(with_)
    header = header_of(items)
    scenarios: tuple[tuple[ast.Scenario, Source], ...] = ()
    given: tuple[ast.Scenario, ...] = ()
    if header is not None and header.kind in ("expansion", "scenarios") and header.base is not None:
        base = finding.base(path, header.base, report)
        if base is None:
            return Files((), (items,), (), report.diagnostics, path)
        if header.kind == "expansion":
            extra.insert(0, path)
        else:
            scenarios = _only_scenarios(items, report)
            given = tuple(scenario for scenario, _ in scenarios)
        path, items = base, _main(base, report)
    joined = [finding.expansion(path, wanted) for wanted in extra]
    expansions = tuple(_main(wanted, report) for wanted in joined)
    everything = (*items, *(item for part in expansions for item in part))
    items = tables.filled(items, path.parent, report, everything)
    expansions = tuple(
        tables.filled(part, wanted.parent, report, everything) for part, wanted in zip(expansions, joined, strict=True)
    )
    _check_header(items, "game", report)
    for part in expansions:
        _check_header(part, "expansion", report)
    scenarios += _scenarios(items) + tuple(s for part in expansions for s in _scenarios(part))
    return Files(
        tuple(item for item in items if not isinstance(item, ast.Scenario)),
        tuple(tuple(item for item in part if not isinstance(item, ast.Scenario)) for part in expansions),
        scenarios,
        report.diagnostics,
        path,
        given,
    )


def read_source(path: Path, report: Report) -> Source | None:
    """The text of a rules file; None, and told, if it cannot be read."""
    return _source(path, path.parent, report)


def read_scenarios(path: Path, report: Report) -> tuple[tuple[ast.Scenario, Source], ...]:
    try:
        return _only_scenarios(_main(path, report), report)
    except TooManyErrors as found:
        report.stop(found)
        return ()


def read_expansion(path: Path, report: Report, game: Iterable[ast.Item] = ()) -> tuple[ast.Item, ...]:
    """What an expansion of this game holds, as it stands in `Files.expansions`."""
    try:
        items = tables.filled(_main(path, report), path.parent, report, game)
        _check_header(items, "expansion", report)
    except TooManyErrors as found:
        report.stop(found)
        return ()
    return tuple(item for item in items if not isinstance(item, ast.Scenario))


def load(files: Files, options: Mapping[str, str] | None = None) -> Loaded:
    """The program of the game with these options; `random` ones must be drawn before. Raises UseError."""
    report = Report(files.diagnostics)
    if report.failed or not files.game:
        return Loaded(files, report.diagnostics)
    chosen = checked_options(files, options or {})
    try:
        return _loaded(files, chosen, report)
    except TooManyErrors as found:
        report.stop(found)
    except RecursionError:
        report.add(too_deep(files.game))
    return Loaded(files, report.diagnostics)


def _loaded(files: Files, chosen: Mapping[str, str], report: Report) -> Loaded:
    composed = compose.compose(files.game, files.expansions, chosen, report, finding.beside(files.path))
    if composed is None:
        return Loaded(files, report.diagnostics)
    elaborated = elaborate(composed, report) if not report.failed else None
    if elaborated is None:
        return Loaded(files, shelf.offered(explained(report.diagnostics, composed), _shelf), composed=composed)
    analysed = analyse(elaborated.program)
    report.extend(analysed.problems)
    program = None if report.failed else analysed.program
    if program is not None:
        written = tuple(_written(files))
        ours = _ours()
        unused.check(written, ours, report)
        offered.check(written, ours, report)
    diagnostics = shelf.offered(explained(report.diagnostics, composed), _shelf)
    return Loaded(files, diagnostics, program, elaborated.symbols, composed, analysed.notes)


@cache
def _shelf() -> shelf.Shelf:
    """What the libraries that come with Rulewright declare."""
    paths = {name: resources.library_path(name) for name in resources.libraries()}
    return shelf.declared({name: path.read_text("utf-8") for name, path in paths.items() if path is not None})


def _written(files: Files) -> Iterator[ast.Item]:
    """All that the files say, whatever is chosen."""
    yield from files.game
    for part in files.expansions:
        yield from part
    for scenario, _ in files.scenarios:
        yield scenario


def _ours() -> Callable[[Span], bool]:
    """Whether a place is in a file of the game, not in a library; the disk is asked once for each file."""

    @cache
    def is_ours(path: Path | None) -> bool:
        return path is None or resources.library_path(path.stem) != path

    return lambda span: is_ours(span.source.path)


def fits(files: Files, options: Mapping[str, str]) -> bool:
    """Whether these values of all options go together, as far as `requires` and `excludes` say."""
    return compose.fits(files.game, files.expansions, options)


def fitting(files: Files, options: Mapping[str, str], kept: Collection[str]) -> dict[str, str] | None:
    """The values with others chosen, or not chosen, as `requires` and `excludes` say; None if that would change one of
    `kept`."""
    found = compose.fitting(files.game, files.expansions, options, kept)
    return None if found is None else {option.name: found[option.name] for option in files.options}


def checked_options(files: Files, options: Mapping[str, str]) -> dict[str, str]:
    """Values by option, those not chosen by their default. Raises UseError for what is not there."""
    known = {option.name: option for option in files.options}
    for name, value in options.items():
        if name not in known:
            guess = nearest(name, known)
            cure = f"did you mean `{guess}`?" if guess else f"the options are {', '.join(known) or 'none'}"
            raise UseError(codes.OPTION, f"there is no option `{name}`", cure)
        if value not in known[name].values:
            values = ", ".join(known[name].values)
            guess = nearest(value, known[name].values)
            raise UseError(
                codes.OPTION,
                f"`{value}` is no value of the option `{name}`",
                f"did you mean `{guess}`?" if guess else f"it may be {values}",
            )
    return {name: options.get(name, option.default) for name, option in known.items()}


# ------------------------------------------------------------------ files


@dataclass(frozen=True, slots=True)
class _Place:
    """Where in its files a game is being read. `inside`: the files that are open, each with the line that opened it.

    `taken`: what has been taken in already. A file or library is taken in once; a block of an option, which may or may
    not join the game, keeps a list of its own. `lengths`: of all texts read so far, each with those before it.
    """

    home: Path
    report: Report
    inside: tuple[tuple[Path, Span | None], ...]
    taken: set[str]
    lengths: list[int]


def _main(path: Path, report: Report) -> tuple[ast.Item, ...]:
    """The items of a game or expansion. Its tables are still to be read: a cell is understood by the whole game."""
    return _file(path, path, _Place(path.parent, report, (), set(), [0]), None)


def _file(shown: Path, path: Path, place: _Place, opened_by: Span | None) -> tuple[ast.Item, ...]:
    """The items of a file, with what it includes and uses in their place."""
    source = _source(shown, place.home, place.report)
    if source is None or not _has_room(source, place, opened_by):
        return ()
    tree, problems = parse(source)
    place.report.extend(problems)
    if tree is None:
        return ()
    if not tree.items and opened_by is None:
        place.report.error(codes.HEADER, Span(source, 0, 0), "the file is empty", help=HEADER_HELP)
    return _items(tree.items, replace(place, inside=(*place.inside, (path.resolve(), opened_by))))


def _has_room(source: Source, place: _Place, opened_by: Span | None) -> bool:
    """Whether the game may have this file too. One may be read many times, by blocks of options and under aliases."""
    place.lengths.append(place.lengths[-1] + len(source.text))
    if opened_by is None:
        return True
    if len(place.inside) > DEEPEST:
        text = f"files include each other more than {DEEPEST} deep here"
        place.report.error(codes.TOO_LARGE, opened_by, text, help="include the inner ones in the game's own file")
        return False
    if place.lengths[-1] > resources.MAX_BYTES:
        text = f"with `{source.name}` the rules have more than {resources.MAX_BYTES:,} letters"
        place.report.error(codes.TOO_LARGE, opened_by, text, label="each file counts wherever it is taken in")
        return False
    return True


def _items(written: tuple[ast.Item, ...], place: _Place) -> tuple[ast.Item, ...]:
    """The items with files and libraries in their place, also in the blocks of options."""
    found: list[ast.Item] = []
    for item in written:
        match item:
            case ast.Include():
                found += _included(item, place)
            case ast.Use():
                found += _used(item, place)
            case ast.Option():
                cases = tuple(replace(case, items=_items(case.items, _aside(place))) for case in item.cases)
                found.append(replace(item, items=_items(item.items, _aside(place)), cases=cases))
            case _:
                found.append(item)
    return tuple(found)


def _aside(place: _Place) -> _Place:
    return replace(place, taken=set(place.taken))


def _source(path: Path, home: Path, report: Report) -> Source | None:
    """The text of a file. UTF-8 with or without a mark, any line ends."""
    try:
        name = path.absolute().relative_to(Path.cwd()).as_posix()
    except ValueError:
        name = path.name if path.parent == home else f"{path.parent.name}/{path.name}"
    name = visible(name)
    try:
        raw = resources.content(path)
    except resources.TooLargeError:
        _tell_size(name, report)
        return None
    except OSError as problem:
        nowhere = Span(Source(name, ""), 0, 0)
        report.error(codes.NO_FILE, nowhere, f"`{name}` cannot be read: {problem.strerror or problem}")
        return None
    return decoded(name, raw, report, path)


def _tell_size(name: str, report: Report) -> None:
    nowhere = Span(Source(name, ""), 0, 0)
    report.error(codes.TOO_LARGE, nowhere, f"`{name}` is larger than {resources.MAX_BYTES:,} bytes")


def decoded(name: str, raw: bytes, report: Report, path: Path | None = None) -> Source | None:
    """What a rules file holds, as text; None, and told, if it is too large or not UTF-8."""
    if len(raw) > resources.MAX_BYTES:
        _tell_size(name, report)
        return None
    mark = len(BOM_UTF8) if raw.startswith(BOM_UTF8) else 0
    try:
        text = raw[mark:].decode("utf-8")
    except UnicodeDecodeError as problem:
        good = raw[mark : mark + problem.start].decode("utf-8")
        report.error(
            codes.ENCODING,
            Span(Source(name, good), len(good), len(good)),
            f"byte {mark + problem.start} of `{name}` is not UTF-8 text",
            help="save the file as UTF-8",
        )
        return None
    return Source(name, text, path)


def _included(item: ast.Include, place: _Place) -> tuple[ast.Item, ...]:
    home, report = place.home, place.report
    found = resources.inside(home, item.path.value)
    if found is None:
        near = nearest(item.path.value, [p.name for p in sorted(home.glob("*.rules"))])
        report.error(
            codes.NO_FILE,
            item.path.span,
            f"there is no file `{item.path.value}` in this game's folder",
            help=f"did you mean `{near}`?" if near else None,
            fixes=respelling(item.path.span, item.path.value, [p.name for p in sorted(home.glob("*.rules"))]),
        )
        return ()
    files = [path for path, _ in place.inside]
    if found in files:
        way = [opened_by for _, opened_by in place.inside[files.index(found) + 1 :]]
        report.error(
            codes.INCLUDE_CYCLE,
            item.span,
            f"`{item.path.value}` includes itself",
            labels=[Label(span, f"it includes {span.text}") for span in way if span is not None],
            help="take one of these lines away: a file is taken in once, and the whole game knows what it declares",
        )
        return ()
    if str(found) in place.taken:
        return ()
    place.taken.add(str(found))
    items = _file(home / item.path.value, found, place, item.path.span)
    header = header_of(items)
    if header is not None:
        report.error(
            codes.HEADER,
            header.span,
            f"an included file has no header of its own; this is {_a(header.kind)}",
            labels=[Label(item.path.span, "included here")],
        )
    return tuple(each for each in items if not isinstance(each, ast.Header))


def _used(item: ast.Use, place: _Place) -> tuple[ast.Item, ...]:
    """The items of a library, with its parameters exchanged and its names under the alias."""
    report = place.report
    path = resources.library_path(item.library.text)
    if path is None:
        guess = nearest(item.library.text, resources.libraries())
        report.error(
            codes.NO_FILE,
            item.library.span,
            f"there is no library `{item.library.text}`",
            help=f"did you mean `{guess}`?" if guess else f"there are {', '.join(resources.libraries())}",
            fixes=respelling(item.library.span, item.library.text, resources.libraries()),
        )
        return ()
    key, filling = _taken_as(item)
    if key in place.taken:
        if f"{key}({filling})" not in place.taken:
            report.error(
                codes.DUPLICATE,
                item.span,
                f"`{item.library.text}` is taken in already, filled in otherwise",
                help=f"give its names a beginning of their own: `{show(item).strip()} as NAME`",
            )
        return ()
    place.taken.update((key, f"{key}({filling})"))
    inner = replace(place, home=path.parent)
    items = tables.filled(_file(path, path, inner, item.span), inner.home, report)
    header = header_of(items)
    if header is not None:
        unused.parameters_of_library(header.parameters, items, report)
    if header is None or not _filled_in(item, header.parameters, report):
        return ()
    return libraries.filled(items, item)


def _taken_as(item: ast.Use) -> tuple[str, str]:
    """The library with its alias, and what it is filled in with."""
    values = sorted(f"{each.name.text} = {show(each.value)}" for each in item.parameters)
    return f"use {item.library.text} as {item.alias.text if item.alias else ''}", ", ".join(values)


def _filled_in(item: ast.Use, wanted: tuple[ast.Wanted, ...], report: Report) -> bool:
    """Whether what is filled in are parameters of the library, each once."""
    names = [parameter.name.text for parameter in wanted]
    given = [parameter.name for parameter in item.parameters]
    fine = True
    for index, name in enumerate(given):
        if name.text not in names:
            guess = nearest(name.text, names)
            report.error(
                codes.UNKNOWN,
                name.span,
                f"`{item.library.text}` has no parameter called `{name.text}`",
                help=f"did you mean `{guess}`?" if guess else f"it has {', '.join(names) or 'none'}",
                fixes=respelling(name.span, name.text, names),
            )
            fine = False
        elif name.text in [other.text for other in given[:index]]:
            report.error(codes.DUPLICATE, name.span, f"`{name.text}` is filled in twice")
            fine = False
    return fine


# ------------------------------------------------------------------ headers, bases, expansions


def _check_header(items: tuple[ast.Item, ...], kind: str, report: Report) -> None:
    """The file says that it is a game, or an expansion, and is written for this language."""
    for item in items:
        if isinstance(item, ast.Language) and item.version.value != 1:
            report.error(
                codes.LANGUAGE_VERSION,
                item.span,
                f"this file is written for version {item.version.value} of the language; here is version 1",
            )
    headers = [item for item in items if isinstance(item, ast.Header)]
    if not headers and items:
        report.error(codes.HEADER, items[0].span, "the file does not say what it is", help=HEADER_HELP)
    for extra in headers[1:]:
        report.error(
            codes.HEADER, extra.span, f"{_a(kind)} has one header", labels=[Label(headers[0].span, "the first is here")]
        )
    if headers and headers[0].kind != kind:
        library = headers[0].kind == "library" and headers[0].name is not None
        report.error(
            codes.HEADER,
            headers[0].span,
            f"this is {_a(headers[0].kind)}, where {_a(kind)} is needed",
            help=f"a game takes it in with `use {headers[0].name.text}`" if library and headers[0].name else None,
        )


def _a(kind: str) -> str:
    return "a file of scenarios" if kind == "scenarios" else f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def _only_scenarios(items: tuple[ast.Item, ...], report: Report) -> tuple[tuple[ast.Scenario, Source], ...]:
    for item in items:
        if not isinstance(item, ast.Scenario | ast.Header | ast.Language | ast.Ruling):
            report.error(
                codes.HEADER,
                item.span,
                "a file of scenarios holds scenarios alone",
                help="put this into the game's file",
            )
    return _scenarios(items)


def _scenarios(items: tuple[ast.Item, ...]) -> tuple[tuple[ast.Scenario, Source], ...]:
    return tuple((item, item.span.source) for item in items if isinstance(item, ast.Scenario))
