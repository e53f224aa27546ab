"""The boards of a play as one SVG picture. In: a play. Out: a text that needs no other file, the same each time.

Where a space is drawn comes from the shape of its board; which spaces are joined by lines is what the engine goes by.
So a hex map whose rows are shifted the wrong way shows lines that leave out a neighbour and reach past another.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from xml.etree import ElementTree as Xml

from rulewright.game import Play
from rulewright.runtime.bits import members
from rulewright.runtime.board import Board
from rulewright_tools import maps
from rulewright_tools.drawing import colours, standing
from rulewright_tools.drawing.centres import HALF_WIDTH, RADIUS, SLOT, SQUARE, Point, centres
from rulewright_tools.drawing.looks import Entry, Looks, is_enum, looks, settings
from rulewright_tools.text import counted

MARGIN = 24.0
HEAD = 62.0
LEGEND_ROW = 26.0
NARROWEST = 480.0
PILL_HEIGHT = 44.0
LETTER_WIDTH = 7.2
"""How wide a letter of the names is, at most, in points."""
BEND = 26.0
"""How far parallel edges bow away from each other."""
MOST_DISCS = 3

STYLE = f"""
text {{ font-family: "DejaVu Sans", Verdana, Helvetica, Arial, sans-serif; fill: {colours.INK}; }}
.title {{ font-size: 19px; font-weight: bold; }}
.about, .meaning {{ font-size: 12.5px; }}
.space {{ stroke: {colours.INK}; stroke-width: 0.8; }}
.next {{ stroke: {colours.INK}; stroke-width: 1.1; stroke-opacity: 0.55; }}
.edge {{ fill: none; stroke-width: 2.2; }}
.halo {{ stroke: none; }}
.letter {{ font-size: 15px; font-weight: bold; text-anchor: middle; }}
.small {{ font-size: 11px; font-weight: bold; text-anchor: middle; }}
.name {{ font-size: 12px; font-weight: bold; text-anchor: middle; }}
.place {{ font-size: 7.5px; text-anchor: middle; }}
.values {{ font-size: 10.5px; text-anchor: middle; }}
.disc {{ stroke: {colours.PAPER}; stroke-width: 1.4; }}
.piece {{ font-size: 10.5px; font-weight: bold; text-anchor: middle; }}
"""


def drawing(play: Play) -> str:
    """All boards below each other. A play without a board has a picture that says so."""
    program = play.machine.program
    title = program.title or program.id
    picture = Xml.Element(
        "svg",
        {"xmlns": "http://www.w3.org/2000/svg", "role": "img", "aria-labelledby": "title desc", "lang": "en"},
    )
    _text_element(picture, "title", f"The boards of {title}", id="title")
    boards = play.state.world.boards
    about = (
        f"{counted(len(boards), 'board')}, seed {play.seed}. Lines join the spaces that are next to each other in play."
    )
    _text_element(picture, "desc", about, id="desc")
    _text_element(picture, "style", STYLE)
    marker_colours = [colours.EDGES[at] for at in range(len(colours.EDGES))]
    defs = Xml.SubElement(picture, "defs")
    for number, colour in enumerate(marker_colours):
        _arrow_head(defs, number, colour)
    paper = Xml.SubElement(picture, "rect", {"fill": colours.PAPER})
    width, top = NARROWEST, MARGIN
    for board in boards:
        wide, high = _board(picture, play, board, top)
        width, top = max(width, wide), top + high + MARGIN
    if not boards:
        _words(picture, "about", MARGIN, top + 16, f"{title} has no board")
        top += 40
    height = top
    picture.set("viewBox", f"0 0 {_number(width)} {_number(height)}")
    picture.set("width", _number(width))
    picture.set("height", _number(height))
    paper.set("width", _number(width))
    paper.set("height", _number(height))
    Xml.indent(picture, " ")
    return Xml.tostring(picture, encoding="unicode") + "\n"


def _board(picture: Xml.Element, play: Play, board: Board, top: float) -> tuple[float, float]:
    """Draws one board below `top`; how wide and high it has become."""
    look = looks(play, board)
    widths = {space: _width(play, board, space) for space in range(board.base, board.base + board.size)}
    points = centres(play.state.world, board, widths)
    left = min((x - widths[space] / 2 for space, (x, _) in points.items()), default=0.0)
    upper = min((y for _, y in points.values()), default=0.0) - _height(board) / 2
    bow = BEND if _bows(board) else 0.0
    shift_x, shift_y = MARGIN + bow - left, top + HEAD + bow - upper
    points = {space: (x + shift_x, y + shift_y) for space, (x, y) in points.items()}
    right = max((x + widths[space] / 2 for space, (x, _) in points.items()), default=0.0) + bow
    lower = max((y for _, y in points.values()), default=top) + _height(board) / 2 + bow

    group = Xml.SubElement(picture, "g", {"data-board": maps.board_name(play, board), "class": "board"})
    _words(group, "title", MARGIN, top + 18, maps.board_name(play, board))
    _words(group, "about", MARGIN, top + 38, _about(play, board))
    shapes = Xml.SubElement(group, "g", {"class": "spaces"})
    lines = Xml.SubElement(group, "g", {"class": "lines"})
    labels = Xml.SubElement(group, "g", {"class": "labels"})
    if board.grid is not None:
        for space, point in points.items():
            _cell(shapes, play, board, space, point, look)
        _next_to(lines, play, points)
        for space, point in points.items():
            _cell_labels(labels, play, board, space, point, look)
    else:
        styles = _edge_styles(board)
        _edges(lines, play, points, widths, styles)
        group.remove(shapes)
        group.insert(list(group).index(lines) + 1, shapes)
        for space, point in points.items():
            _pill(shapes, labels, play, board, space, point, widths[space], look)
        _on_edges(labels, play, points)
    below = lower + MARGIN * 0.8
    end = _legend(group, play, board, look, below, max(right, NARROWEST - MARGIN))
    return max(right + MARGIN, MARGIN + LETTER_WIDTH * len(_about(play, board))), end - top


def _bows(board: Board) -> bool:
    """Whether there are edges that leave the straight way: parallel ones, and those back to where they begin."""
    pairs = [frozenset((left, right)) for _, left, right, _, count in board.decl.edges for _ in range(count)]
    return len(set(pairs)) < len(pairs) or any(len(pair) == 1 for pair in pairs)


def _about(play: Play, board: Board) -> str:
    if board.grid is None:
        edges = sum(_is_here(play, board, edge.left) for edge in play.state.world.edges)
        kind = "directed graph" if any(directed for *_, directed, _ in board.decl.edges) else board.decl.kind
        return f"{kind}, {counted(board.size, 'space')}" + (f", {counted(edges, 'edge')}" if edges else "")
    shifted = f", {board.grid.shifted} rows shifted" if board.grid.kind == "hex grid" else ""
    pairs = sum(len(members(play.state.world.neighbors[s])) for s in range(board.base, board.base + board.size)) // 2
    return f"{board.grid.kind} {board.grid.columns} x {board.grid.rows}{shifted}; {counted(pairs, 'pair')} of neighbors"


def _is_here(play: Play, board: Board, space: int) -> bool:
    return play.state.world.boards[play.state.world.board_of[space]] is board


# ------------------------------------------------------------------ grids


def _height(board: Board) -> float:
    if board.grid is None:
        return PILL_HEIGHT
    return SQUARE if board.grid.kind == "square grid" else 2 * RADIUS


def _cell(parent: Xml.Element, play: Play, board: Board, space: int, point: Point, look: Looks) -> None:
    corners = _corners(board, point)
    attributes = {
        "class": "space",
        "data-space": play.state.world.names[space],
        "points": " ".join(f"{_number(x)},{_number(y)}" for x, y in corners),
        "fill": look.fills[space],
    }
    shape = Xml.SubElement(parent, "polygon", attributes)
    _text_element(shape, "title", _all_about(play, space, look))


def _corners(board: Board, point: Point) -> list[Point]:
    x, y = point
    if board.grid is not None and board.grid.kind == "hex grid":
        half = RADIUS / 2
        return [
            (x, y - RADIUS),
            (x + HALF_WIDTH, y - half),
            (x + HALF_WIDTH, y + half),
            (x, y + RADIUS),
            (x - HALF_WIDTH, y + half),
            (x - HALF_WIDTH, y - half),
        ]
    half = SQUARE / 2
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def _next_to(parent: Xml.Element, play: Play, points: Mapping[int, Point]) -> None:
    """A line for each two spaces that are next to each other in the engine's graph."""
    world = play.state.world
    for space, (x, y) in points.items():
        for other in members(world.neighbors[space]):
            if space < other:
                end = points[other]
                ends = {"x1": x, "y1": y, "x2": end[0], "y2": end[1]}
                Xml.SubElement(
                    parent,
                    "line",
                    {"class": "next", "data-from": world.names[space], "data-to": world.names[other]}
                    | {name: _number(value) for name, value in ends.items()},
                )


def _cell_labels(parent: Xml.Element, play: Play, board: Board, space: int, point: Point, look: Looks) -> None:
    x, y = point
    groups = standing.on_space(play, space)
    sign = look.signs[space]
    if sign and not groups:
        _halo(parent, x, y - 2, 9.5, look.fills[space])
        _words(parent, "letter", x, y + 3.4, sign)
    elif sign:
        _words(parent, "small", x, y - 11, sign)
    if groups:
        _discs(parent, play, groups, x, y)
    row, column = divmod(space - board.base, board.grid.columns if board.grid else 1)
    name = f"r{row}c{column}"
    wide = 4.4 * len(name) + 2
    box = {"x": x - wide / 2, "y": y + 11.5, "width": wide, "height": 9}
    attributes = {"class": "halo", "fill": look.fills[space]}
    Xml.SubElement(parent, "rect", attributes | {key: _number(value) for key, value in box.items()})
    _words(parent, "place", x, y + 18.8, name)


def _halo(parent: Xml.Element, x: float, y: float, radius: float, colour: str) -> None:
    """Hides the lines under a letter."""
    Xml.SubElement(
        parent,
        "circle",
        {"class": "halo", "cx": _number(x), "cy": _number(y), "r": _number(radius), "fill": colour},
    )


# ------------------------------------------------------------------ graphs and slots


def _width(play: Play, board: Board, space: int) -> float:
    if board.grid is not None:
        return SQUARE if board.grid.kind == "square grid" else 2 * HALF_WIDTH
    longest = max(len(play.state.world.names[space]), len(_values(play, board, space)) * 0.9)
    wide = max(58.0, 16 + LETTER_WIDTH * 1.12 * longest)
    return min(wide, SLOT[0] - 10) if board.decl.kind == "slots" else wide


def _values(play: Play, board: Board, space: int) -> str:
    """What a space says of itself below its name, as far as there is room."""
    enums = [name for name, of in board.decl.attributes.items() if is_enum(of)]
    found = [
        name if value == "yes" else value if name in enums else f"{name} {value}"
        for name, value in settings(play, board, space).items()
    ]
    text = ", ".join(found)
    return text if len(text) <= 22 else f"{text[:21]}…"


def _pill(
    shapes: Xml.Element,
    labels: Xml.Element,
    play: Play,
    board: Board,
    space: int,
    point: Point,
    width: float,
    look: Looks,
) -> None:
    x, y = point
    round_by = 4.0 if board.decl.kind == "slots" else PILL_HEIGHT / 2
    box = {"x": x - width / 2, "y": y - PILL_HEIGHT / 2, "width": width, "height": PILL_HEIGHT, "rx": round_by}
    shape = Xml.SubElement(
        shapes,
        "rect",
        {"class": "space", "data-space": play.state.world.names[space], "fill": look.fills[space]}
        | {name: _number(value) for name, value in box.items()},
    )
    _text_element(shape, "title", _all_about(play, space, look))
    groups, values = standing.on_space(play, space), _values(play, board, space)
    _words(labels, "name", x, y - 2 if values or groups else y + 4, play.state.world.names[space])
    if groups:
        _discs(labels, play, groups, x, y + PILL_HEIGHT / 2 + 2)
    if values:
        _words(labels, "values", x, y + 12, values)


def _edge_styles(board: Board) -> dict[str, int]:
    """A number for each type of edge, which says its colour and its dashes."""
    return {kind: number for number, kind in enumerate(dict.fromkeys(kind for kind, *_ in board.decl.edges))}


def _edges(
    parent: Xml.Element,
    play: Play,
    points: Mapping[int, Point],
    widths: Mapping[int, float],
    styles: Mapping[str, int],
) -> None:
    """A path for each edge; those between the same two spaces bow away from each other."""
    world = play.state.world
    for number, (start, bend, end) in _ways(play, points).items():
        edge, style = world.edges[number], styles[world.edges[number].type]
        if edge.directed:
            end = _before(bend, end, widths[edge.right] / 2 + 3)
        attributes = {
            "class": "edge",
            "data-edge": world.edge_names[number],
            "data-from": world.names[edge.left],
            "data-to": world.names[edge.right],
            "d": f"M{_pair(start)} Q{_pair(bend)} {_pair(end)}",
            "stroke": colours.EDGES[style % len(colours.EDGES)],
        }
        if dash := colours.DASHES[style % len(colours.DASHES)]:
            attributes["stroke-dasharray"] = dash
        if edge.directed:
            attributes["marker-end"] = f"url(#arrow{style % len(colours.EDGES)})"
        path = Xml.SubElement(parent, "path", attributes)
        on_it = [standing.told(play, group) for group in standing.on_edge(play, number)]
        about = f"{edge.type}: {world.edge_names[number]}" + (f"; {', '.join(on_it)}" if on_it else "")
        _text_element(path, "title", about)


def _ways(play: Play, points: Mapping[int, Point]) -> dict[int, tuple[Point, Point, Point]]:
    """For each edge of the board its start, the point it bends to, and its end."""
    together: dict[tuple[int, int], list[int]] = {}
    for number, edge in enumerate(play.state.world.edges):
        if edge.left in points:
            pair = (min(edge.left, edge.right), max(edge.left, edge.right))
            together.setdefault(pair, []).append(number)
    found = {}
    for (low, high), numbers in together.items():
        (x, y), (other_x, other_y) = points[low], points[high]
        length = math.dist(points[low], points[high])
        for at, number in enumerate(numbers):
            edge = play.state.world.edges[number]
            if low == high:
                bend = (x, y - PILL_HEIGHT * 2 - at * BEND)
                found[number] = (x - 14, y), bend, (x + 14, y)
                continue
            off = (at - (len(numbers) - 1) / 2) * BEND * 2
            across, down = (-(other_y - y) / length, (other_x - x) / length) if length else (0.0, 1.0)
            bend = ((x + other_x) / 2 + across * off, (y + other_y) / 2 + down * off)
            found[number] = points[edge.left], bend, points[edge.right]
    return dict(sorted(found.items()))


def _before(bend: Point, end: Point, half_width: float) -> Point:
    """Where the last stretch of an edge meets the shape of the space it leads to."""
    dx, dy = bend[0] - end[0], bend[1] - end[1]
    half_height = PILL_HEIGHT / 2 + 3
    reach = min(
        half_width / abs(dx) if dx else math.inf,
        half_height / abs(dy) if dy else math.inf,
        1.0,
    )
    return end[0] + dx * reach, end[1] + dy * reach


def _on_edges(parent: Xml.Element, play: Play, points: Mapping[int, Point]) -> None:
    for number, (start, bend, end) in _ways(play, points).items():
        groups = standing.on_edge(play, number)
        if groups:
            x = (start[0] + 2 * bend[0] + end[0]) / 4
            y = (start[1] + 2 * bend[1] + end[1]) / 4
            _discs(parent, play, groups, x, y)


def _arrow_head(parent: Xml.Element, number: int, colour: str) -> None:
    marker = Xml.SubElement(
        parent,
        "marker",
        {
            "id": f"arrow{number}",
            "viewBox": "0 0 10 10",
            "refX": "9",
            "refY": "5",
            "markerWidth": "12",
            "markerHeight": "12",
            "markerUnits": "userSpaceOnUse",
            "orient": "auto",
        },
    )
    Xml.SubElement(marker, "path", {"d": "M0 0 L10 5 L0 10 z", "fill": colour})


# ------------------------------------------------------------------ what stands there


def _discs(parent: Xml.Element, play: Play, groups: list[standing.Group], x: float, y: float) -> None:
    """A disc for each group, in the colour and with the number of its owner; of many only the first ones."""
    signs = maps.signs_of(play)
    shown = groups if len(groups) <= MOST_DISCS else groups[: MOST_DISCS - 1]
    texts = [_piece(group, signs) for group in shown]
    seats = [group.seat for group in shown]
    if len(shown) < len(groups):
        texts.append(f"+{len(groups) - len(shown)}")
        seats.append(None)
    pitch = 17.0 if len(texts) < MOST_DISCS else 14.0
    for number, (text, seat) in enumerate(zip(texts, seats, strict=True)):
        at = x + (number - (len(texts) - 1) / 2) * pitch
        _disc(parent, at, y, text, seat)


def _piece(group: standing.Group, signs: Mapping[str, str]) -> str:
    sign = signs[group.kind]
    text = f"{group.seat + 1}{sign}" if group.seat is not None else sign or maps.sign_of(group.kind)
    return text if group.number == 1 else f"{text}×{group.number}"  # noqa: RUF001 - the sign for `times` is meant


def _disc(parent: Xml.Element, x: float, y: float, text: str, seat: int | None) -> None:
    fill = colours.PAPER if seat is None else colours.SEATS[seat % len(colours.SEATS)]
    radius = 8.5 if len(text) < 3 else 10.5
    attributes = {"class": "disc", "cx": _number(x), "cy": _number(y), "r": _number(radius), "fill": fill}
    if seat is None:
        attributes["style"] = f"stroke: {colours.INK}"
    Xml.SubElement(parent, "circle", attributes)
    label = _words(parent, "piece", x, y + 3.7, text)
    if len(text) > 2:
        label.set("style", "font-size: 8px" + ("" if seat is None else f"; fill: {colours.PAPER}"))
    elif seat is not None:
        label.set("style", f"fill: {colours.PAPER}")


def _all_about(play: Play, space: int, look: Looks) -> str:
    parts = [play.state.world.names[space]]
    if look.told[space]:
        parts.append(look.told[space])
    parts += [standing.told(play, group) for group in standing.on_space(play, space)]
    return "; ".join(parts)


# ------------------------------------------------------------------ the legend


def _legend(parent: Xml.Element, play: Play, board: Board, look: Looks, top: float, width: float) -> float:
    """Letters and colours, players and pieces, types of edges, in lines as wide as the picture; where it ends."""
    group = Xml.SubElement(parent, "g", {"class": "legend"})
    x, y = MARGIN, top + 10
    for kind, text, entry in _entries(play, board, look):
        wide = 34 + LETTER_WIDTH * len(text) + 16
        if x > MARGIN and x + wide > width:
            x, y = MARGIN, y + LEGEND_ROW
        if kind == "space":
            _swatch(group, board, entry, x + 11, y)
        elif kind == "edge":
            _sample(group, entry, x, y)
        else:
            _disc(group, x + 11, y, entry.sign, int(entry.colour) if entry.colour else None)
        _words(group, "meaning", x + 28, y + 4.4, text)
        x += wide
    return y + LEGEND_ROW


def _entries(play: Play, board: Board, look: Looks) -> Iterable[tuple[str, str, Entry]]:
    for entry in look.legend:
        yield "space", entry.meaning, entry
    spaces = range(board.base, board.base + board.size)
    edges = [number for number, edge in enumerate(play.state.world.edges) if edge.left in spaces]
    groups = [group for space in spaces for group in standing.on_space(play, space)]
    groups += [group for number in edges for group in standing.on_edge(play, number)]
    signs = maps.signs_of(play)
    for seat in sorted({group.seat for group in groups if group.seat is not None}):
        yield "piece", str(play.players[seat]), Entry(str(seat), str(seat + 1), "")
    for kind in dict.fromkeys(group.kind for group in groups):
        owned = any(group.kind == kind and group.seat is not None for group in groups)
        sign = signs[kind] or ("" if owned else maps.sign_of(kind))
        if sign:
            yield "piece", kind, Entry("", sign, "")
    for kind, style in _edge_styles(board).items():
        directed = any(directed for of, _, _, directed, _ in board.decl.edges if of == kind)
        yield "edge", f"{kind}, one way" if directed else kind, Entry(str(style), "->" if directed else "", kind)


def _swatch(parent: Xml.Element, board: Board, entry: Entry, x: float, y: float) -> None:
    half = 10.0
    if board.grid is not None and board.grid.kind == "hex grid":
        scale = half / RADIUS
        corners = [((cx * scale) + x, (cy * scale) + y) for cx, cy in _corners(board, (0.0, 0.0))]
    else:
        corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    points = " ".join(f"{_number(cx)},{_number(cy)}" for cx, cy in corners)
    Xml.SubElement(
        parent, "polygon", {"class": "swatch", "points": points, "fill": entry.colour, "stroke": colours.INK}
    )
    if entry.sign:
        _words(parent, "small", x, y + 4, entry.sign)


def _sample(parent: Xml.Element, entry: Entry, x: float, y: float) -> None:
    style = int(entry.colour)
    line = {"x1": x, "y1": y, "x2": x + 23, "y2": y}
    attributes = {"class": "sample"} | {name: _number(value) for name, value in line.items()}
    attributes |= {"stroke": colours.EDGES[style % len(colours.EDGES)], "stroke-width": "2.2"}
    if dash := colours.DASHES[style % len(colours.DASHES)]:
        attributes["stroke-dasharray"] = dash
    if entry.sign:
        attributes["marker-end"] = f"url(#arrow{style % len(colours.EDGES)})"
    Xml.SubElement(parent, "line", attributes)


# ------------------------------------------------------------------ texts and numbers


def _words(parent: Xml.Element, kind: str, x: float, y: float, text: str) -> Xml.Element:
    return _text_element(parent, "text", text, **{"class": kind, "x": _number(x), "y": _number(y)})


def _text_element(parent: Xml.Element, tag: str, text: str, **attributes: str) -> Xml.Element:
    element = Xml.SubElement(parent, tag, attributes)
    element.text = "".join(sign if sign.isprintable() or sign == "\n" else " " for sign in text)
    return element


def _pair(point: Point) -> str:
    return f"{_number(point[0])} {_number(point[1])}"


def _number(value: float) -> str:
    """With one place behind the point at most, so that it is the same on every machine."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text
