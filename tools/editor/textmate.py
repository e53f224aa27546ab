"""The TextMate grammar of rules files. In: the words of the language. Out: the grammar as data.

A word of the language is one only where the grammar allows it, so the patterns go by the place: which declaration a
line belongs to, how it begins, what stands before the word.
"""

from __future__ import annotations

from editor import words as w
from editor.patterns import (
    ANY_GAP,
    DECLARE,
    DOC,
    FUNCTION,
    GAP,
    KEYWORD,
    MODIFY,
    NAME,
    OPERATOR,
    PATH,
    STRING,
    SUFFIX,
    TEXT,
    TYPE,
    VARIABLE,
    Rule,
    block,
    include,
    match,
    nested,
    one_of,
    phrases,
    scopes,
)

NOT_A_WORD = rf"(?!(?:{one_of(sorted((*w.ALWAYS, *w.OWNING, *w.CONSTANTS, 'this')))})\b)"
BEFORE_A_VALUE = sorted(
    {*w.ALWAYS, *w.OWNING, *w.INFIX, *w.SIMPLE, "choose", "draw", "each", "exactly", "having"} - {"times"}
)
"""What stands behind these words is a value or a name, not a word that joins two."""
BEHIND_A_VALUE = "(?<!" + "|".join(rf"\b{word} " for word in BEFORE_A_VALUE) + r"|[.(\[=+*<>-]|[(\[,:=+*<>-] )"
AT_HEAD = rf"(?:^{ANY_GAP}|(?<=[:;]){ANY_GAP}|(?<=\belse ))"
"""Where a statement may begin."""
REST = rf'((?:[^;#"\n]|{TEXT})*)'
TO_COLON = rf'((?:[^:"#\n]|{TEXT})*)'
NAMES = rf"{NAME}(?:{ANY_GAP},{ANY_GAP}{NAME})*"
PATHS = rf"{PATH}(?:{ANY_GAP},{ANY_GAP}{PATH})*"
COLON = rf"(?={ANY_GAP}:)"


def grammar() -> Rule:
    return {
        "name": "Rulewright",
        "scopeName": f"source.{SUFFIX}",
        "fileTypes": ["rules"],
        "patterns": include("comment", "declarations", "expression"),
        "repository": {name: {"patterns": rules} for name, rules in _repository().items()},
    }


def _repository() -> dict[str, list[Rule]]:
    bar = "punctuation.definition.map"
    return {
        "comment": [match(r"#.*$", "comment.line.number-sign")],
        "text": [match(TEXT, STRING)],
        "number": [match(r"\bx[0-9]+(?!\w)|\b[0-9]+(?:x[0-9]+)?\b", "constant.numeric.integer")],
        "doc": _docs(),
        "map": [match(r"(\|)([^|\n]*)(\|)", None, scopes(bar, "string.unquoted.map", bar))],
        "expression": _expression(),
        "plain": [
            *include("comment", "text", "number"),
            match(rf"\b(?:{one_of(w.CONSTANTS)})\b", "constant.language"),
            match(r"->|-|=", "keyword.operator"),
        ],
        "statements": _statements(),
        "reactions": _reactions(),
        "change": [_change()],
        "row": _row(),
        "row-head": _row_head(),
        "field": [match(rf"^{ANY_GAP}({NAME}){COLON}", None, scopes("variable.other.field"))],
        "reply": [match(rf"\b{NAME}\b", VARIABLE)],
        "declarations": [
            *include("doc"),
            *_heads(),
            *_values(),
            *_components(),
            *_places(),
            *_boards(),
            *_flow(),
            *include("reactions"),
            *_changes(),
            *_scenarios(),
        ],
    }


def _docs() -> list[Rule]:
    return [
        match(rf"^{ANY_GAP}(ruling){GAP}({TEXT})", None, scopes("keyword.other.ruling", f"{DOC}.ruling")),
        match(rf"^{ANY_GAP}({TEXT})(?={ANY_GAP}(?:#.*)?\r?$)", None, scopes(DOC)),
    ]


# ------------------------------------------------------------------ expressions


def _expression() -> list[Rule]:
    name = rf"\b{NOT_A_WORD}{NAME}"
    types = [each for each in w.TYPES if each[0].isupper()]
    return [
        *include("comment", "text", "number"),
        match(rf"(?<!\.)(\.)({NAME})", None, scopes("punctuation.accessor", "variable.other.member")),
        match(rf"\b({one_of(w.OWNING)}){GAP}{NOT_A_WORD}({NAME})", None, scopes("variable.language", VARIABLE)),
        match(phrases(w.EXPRESSION_PHRASES), OPERATOR),
        match(rf"(?<=,){ANY_GAP}({phrases(w.BEHIND_A_COMMA)})(?={ANY_GAP}(?:if\b|#|\r?$))", None, scopes(KEYWORD)),
        match(rf"\b(?:{one_of(w.CONSTANTS)})\b", "constant.language"),
        match(rf"\b(?:{one_of(w.ALWAYS)})\b", OPERATOR),
        match(rf"\b(?:{one_of(w.OWNING)})\b", "variable.language"),
        match(rf"({name}){GAP}(in)\b", None, scopes(VARIABLE, OPERATOR)),
        match(rf"\b(?:{one_of(w.LANGUAGE_NAMES)})\b", "variable.language"),
        match(rf"\b(?:{one_of(w.FUNCTIONS)})\b(?!{ANY_GAP}[:=])(?!{GAP}{TEXT})", "support.function"),
        match(rf"\b(?:{one_of(types)})\b", "support.type"),
        match(rf"{name}(?=\()", "entity.name.function.call"),
        match(rf"{BEHIND_A_VALUE}\b(?:{one_of(w.INFIX)})\b(?!{ANY_GAP}[.,)\]}}=])", OPERATOR),
        match(rf"{BEHIND_A_VALUE}\b(?:{one_of(w.SORTING)})\b", OPERATOR),
        match(r"->|[<>!]=|[<>=+*/-]|\.\.", "keyword.operator"),
        match(rf"\b{NAME}\b", VARIABLE),
    ]


# ------------------------------------------------------------------ what is done


def _statements() -> list[Rule]:
    goes_on = rf'(?={ANY_GAP}(?:[:;#]|\r?$)|{GAP}[\w"({{-])(?!{GAP}(?:in|is)\b)(?!{ANY_GAP}=)'
    forms = phrases([form for form in w.FORMS if form != "turns in"])
    return [
        *include("comment", "doc", "map", "reactions", "change"),
        match(rf"{AT_HEAD}(for{GAP}each){GAP}({NAME})", None, scopes(KEYWORD, VARIABLE)),
        match(rf"{AT_HEAD}(option|phase){GAP}({NAME})", None, scopes(KEYWORD, FUNCTION)),
        match(rf"{AT_HEAD}({phrases(['turns in'])})", None, scopes(KEYWORD)),
        match(rf"{AT_HEAD}({forms}){goes_on}", None, scopes(KEYWORD)),
        match(rf'{AT_HEAD}({one_of(w.SIMPLE)})(?={GAP}[\w"({{-])(?!{GAP}(?:in|is|of)\b)', None, scopes(KEYWORD)),
        match(rf"(?<=:){ANY_GAP}({phrases([*w.REACTIONS, 'change'])})(?={GAP}\w)", None, scopes(DECLARE)),
        match(rf"^{ANY_GAP}({NAMES}){COLON}", None, scopes("variable.other.case")),
        match(rf"^{ANY_GAP}{NOT_A_WORD}({NAME}){GAP}({NAME}){COLON}", None, scopes(TYPE, VARIABLE)),
        *include("expression"),
    ]


def _reactions() -> list[Rule]:
    event = phrases([each for each in w.REACTIONS if each not in ("anytime", "when")])
    edges = match(rf"{BEHIND_A_VALUE}{phrases(w.EVENT_PHRASES)}", OPERATOR)
    return [
        block("reaction", rf"({event}){GAP}({PATH})", scopes(DECLARE, FUNCTION, first=2), include("statements")),
        block("reaction", rf"(when)(?={GAP}[\w(])", scopes(DECLARE, first=2), [edges, *include("statements")]),
        block(
            "reaction",
            rf"(anytime)(?:{ANY_GAP},{ANY_GAP}(once))?(?={ANY_GAP}:|{GAP}(?:if|as)\b)",
            scopes(DECLARE, KEYWORD, first=2),
            include("statements"),
        ),
    ]


def _flow() -> list[Rule]:
    most = rf"(?<=[:,]){ANY_GAP}(?:(then){GAP})?({one_of(w.WINNING)})\b"
    return [
        block(
            "definition", rf"(define|action){GAP}({NAME})", scopes(DECLARE, FUNCTION, first=2), include("statements")
        ),
        block("flow", rf"(setup|turn){COLON}", scopes(DECLARE, first=2), include("statements")),
        block("flow", rf"(round(?:{GAP}until)?)\b", scopes(DECLARE, first=2), include("statements")),
        block("flow", rf"(phase){GAP}({NAME})", scopes(DECLARE, FUNCTION, first=2), include("statements")),
        block("flow", rf"(turns{GAP}in)\b", scopes(DECLARE, first=2), include("statements")),
        block(
            "score",
            rf"(score){COLON}",
            scopes(DECLARE, first=2),
            [
                *include("doc"),
                match(rf"^{ANY_GAP}(for{GAP}each){GAP}({NAME})", None, scopes(KEYWORD, VARIABLE)),
                match(rf"^{ANY_GAP}({NAME})(?={ANY_GAP}(?:{TEXT}{ANY_GAP})?:)", None, scopes(FUNCTION)),
                *include("expression"),
            ],
        ),
        block(
            "winner",
            rf"(winner){COLON}",
            scopes(DECLARE, first=2),
            [match(most, None, scopes(KEYWORD, KEYWORD)), *include("expression")],
        ),
    ]


# ------------------------------------------------------------------ what is declared


def _heads() -> list[Rule]:
    more = match(rf"\bor{GAP}more\b|\bto\b|\bversion\b", OPERATOR)
    return [
        block(
            "file",
            rf"(game|library|expansion){GAP}({NAME})",
            scopes(DECLARE, "entity.name.section", first=2),
            [*include("doc"), more, *include("expression")],
        ),
        block(
            "file",
            rf"(scenarios{GAP}for){GAP}({NAME})",
            scopes(DECLARE, "entity.name.section", first=2),
            include("doc"),
        ),
        block("file", r"(language|version)(?=[ \t]+[0-9])", scopes(DECLARE, first=2), include("plain")),
        block("file", rf"(include)(?={GAP}\")", scopes(DECLARE, first=2), include("plain")),
        block("file", rf"(use){GAP}({NAME})", scopes(DECLARE, "entity.name.section", first=2), include("expression")),
        block("file", rf"(requires|excludes){GAP}({NAMES})", scopes(DECLARE, VARIABLE, first=2), include("plain")),
        block("file", r"(players)(?=[ \t]+[0-9])", scopes(DECLARE, first=2), [more, *include("plain")]),
        block("file", rf"(first{GAP}player){COLON}", scopes(DECLARE, first=2), include("expression")),
        block(
            "file",
            rf"(order)({ANY_GAP}:{ANY_GAP})({phrases(['active player chooses'])})",
            scopes(DECLARE, None, KEYWORD, first=2),
            include("plain"),
        ),
    ]


def _values() -> list[Rule]:
    types = match(rf"\b(?:{one_of([each for each in w.TYPES if each[0].isupper()])})\b", "support.type")
    keys = match(rf"\bor{GAP}more\b", OPERATOR)
    brackets = {"begin": r"\(", "end": r"\)", "patterns": include("expression")}
    return [
        block("enum", rf"(enum){GAP}({NAME})", scopes(DECLARE, TYPE, first=2), [brackets, *include("plain"), types]),
        block("type", rf"(type){GAP}({NAME})", scopes(DECLARE, TYPE, first=2), include("expression")),
        block("const", rf"(const){GAP}({NAME})", scopes(DECLARE, VARIABLE, first=2), include("expression")),
        block(
            "table",
            rf"(table){GAP}({NAME})",
            scopes(DECLARE, FUNCTION, first=2),
            [
                keys,
                match(rf"^{ANY_GAP}(else){COLON}", None, scopes(KEYWORD)),
                match(rf"^{ANY_GAP}({NAMES}){COLON}", None, scopes("variable.other.case")),
                *include("expression"),
            ],
        ),
    ]


def _components() -> list[Rule]:
    row = rf"({NAME}){TO_COLON}(?::{ANY_GAP}({NAME}){COLON})?"
    details = match(rf"(?<=[:,]){ANY_GAP}({phrases(w.COMPONENT_PHRASES)})", None, scopes(MODIFY))
    return [
        block(
            "component",
            rf"(card|tile|piece|token){GAP}({NAME})",
            scopes(DECLARE, TYPE, first=2),
            [*include("doc", "field", "reactions"), _board(), details, *include("statements")],
        ),
        block(
            "rows",
            rf"(cards|tiles|pieces|tokens){GAP}(of){GAP}({NAME})(?::{ANY_GAP}{row})?",
            scopes(DECLARE, DECLARE, TYPE, "entity.name.tag", first=2)
            | {"6": nested("row-head")}
            | scopes("variable.other.field", first=7),
            [match(rf"\b(from)(?={GAP}\")", None, scopes(DECLARE)), *include("row", "statements")],
        ),
    ]


def _row() -> list[Rule]:
    """A row; on its line may stand its first cell, below it the others."""
    cell = rf"(?!anytime\b)({NAME}){COLON}"
    inside = [
        *include("doc"),
        block("cell", cell, scopes("variable.other.field", first=2), include("statements")),
        block(
            "side",
            rf"(side){GAP}({NAME}){TO_COLON}(?::{ANY_GAP}({NAME}){COLON})?",
            scopes(DECLARE, "entity.name.tag", first=2)
            | {"4": nested("row-head")}
            | scopes("variable.other.field", first=5),
            [
                *include("doc"),
                block("cell", cell, scopes("variable.other.field", first=2), include("statements")),
                *include("statements"),
            ],
        ),
        *include("statements"),
    ]
    head = rf"({NAME}){TO_COLON}(?::{ANY_GAP}({NAME}){COLON})?"
    captures = scopes("entity.name.tag", first=2) | {"3": nested("row-head")} | scopes("variable.other.field", first=4)
    return [block("row", head, captures, inside)]


def _row_head() -> list[Rule]:
    """Values without words between them."""
    return [
        match(rf"(?<=,){ANY_GAP}(copies)\b(.*)", None, scopes(MODIFY) | {"2": nested("expression")}),
        {"begin": r"\(", "end": r"\)", "patterns": include("expression")},
        *include("plain"),
    ]


def _places() -> list[Rule]:
    kinds = match(rf"(?<=:){ANY_GAP}({phrases(w.ZONE_KINDS)})(?={GAP}[\w(])", None, scopes(MODIFY))
    zone = match(rf"(?<=,){ANY_GAP}({phrases(w.ZONE_PHRASES)})", None, scopes(MODIFY))
    var = match(rf"(?<=,){ANY_GAP}({phrases([each for each in w.VAR_PHRASES if each != 'to'])})", None, scopes(MODIFY))
    return [
        block(
            "zone", rf"(zone){GAP}({NAME})", scopes(DECLARE, VARIABLE, first=2), [kinds, zone, *include("expression")]
        ),
        block(
            "var", rf"(var){GAP}({NAME})", scopes(DECLARE, VARIABLE, first=2), [var, *include("field", "expression")]
        ),
    ]


def _board() -> Rule:
    kinds = match(rf"(?<=:){ANY_GAP}({phrases(w.BOARD_KINDS)})", None, scopes(MODIFY))
    shape = match(phrases(w.BOARD_PHRASES), MODIFY)
    across = match(r"(?<=[0-9])[ \t]*(x)(?=[ \t]+[0-9])", None, scopes("keyword.operator"))
    file = match(rf"\b(from)(?={GAP}\")", None, scopes(DECLARE))
    return block(
        "board",
        rf"(board){GAP}({NAME})",
        scopes(DECLARE, VARIABLE, first=2),
        [
            *include("doc"),
            block("layer", rf"(layer){GAP}({NAME})", scopes(DECLARE, VARIABLE, first=2), include("map")),
            block(
                "spaces", rf"(spaces){GAP}({NAME})", scopes(DECLARE, TYPE, first=2), [file, *include("row", "row-head")]
            ),
            block("edges", rf"(edges){GAP}({NAME})", scopes(DECLARE, TYPE, first=2), [file, *include("plain")]),
            block("sectors", r"(from)(?![ \t]*:)\b", scopes(DECLARE, first=2), [shape, across, *include("expression")]),
            kinds,
            shape,
            across,
            *include("field", "expression"),
        ],
    )


def _boards() -> list[Rule]:
    letter = r"([^\s,|#\"()\[\]{}])(?=[ \t])"
    return [
        _board(),
        block(
            "letters",
            rf"(letters){GAP}(for){GAP}({NAME})",
            scopes(DECLARE, DECLARE, VARIABLE, first=2),
            [
                match(rf"(?:^|(?<=[:,])){ANY_GAP}{letter}", None, scopes("constant.character.letter")),
                *include("plain"),
            ],
        ),
    ]


# ------------------------------------------------------------------ options and expansions


def _change() -> Rule:
    return block("change", rf"(change|replace){GAP}({PATH})", scopes(DECLARE, FUNCTION, first=2), include("statements"))


def _changes() -> list[Rule]:
    values = rf"(option){GAP}({NAME}){TO_COLON}:((?:[^#\"\n]|{TEXT})*)"
    added = match(rf"\b(to){GAP}({PATH})(?={ANY_GAP}(?::|#|\r?$))", None, scopes(DECLARE, FUNCTION))
    more = match(rf"\bor{GAP}more\b", OPERATOR)
    return [
        block(
            "option",
            values,
            scopes(DECLARE, VARIABLE, first=2) | {"4": nested("plain"), "5": nested("plain")},
            [
                block("case", rf"(case){GAP}({NAME})", scopes(DECLARE, VARIABLE, first=2), include("declarations")),
                *include("declarations"),
            ],
        ),
        block("add", rf"(add{GAP}to){GAP}({PATH})", scopes(DECLARE, FUNCTION, first=2), include("statements")),
        block("add", rf"(add(?:{GAP}case)?)\b", scopes(DECLARE, first=2), [added, more, *include("statements")]),
        block(
            "treat",
            rf"(treat){GAP}({NAMES}){GAP}(as){GAP}({NAME}){GAP}(in){GAP}({PATHS})",
            scopes(DECLARE, VARIABLE, DECLARE, TYPE, DECLARE, FUNCTION, first=2),
            include("plain"),
        ),
        block("change", rf"(restrict){GAP}({PATHS})", scopes(DECLARE, FUNCTION, first=2), include("expression")),
        *include("change"),
        block("change", rf"(remove|answer){GAP}({PATHS})", scopes(DECLARE, FUNCTION, first=2), include("statements")),
        block("change", rf"(automa){GAP}({NAME})", scopes(DECLARE, TYPE, first=2), include("plain")),
    ]


# ------------------------------------------------------------------ scenarios


def _scenarios() -> list[Rule]:
    title = rf"(scenario){GAP}({TEXT})(?:{ANY_GAP}(from){ANY_GAP}({TEXT}))?"
    inside = [
        *include("doc"),
        match(rf"^{ANY_GAP}(with|players){GAP}({NAMES})", None, scopes(DECLARE, VARIABLE)),
        match(rf"^{ANY_GAP}(option){GAP}({NAME})(.*)", None, scopes(DECLARE, VARIABLE) | {"3": nested("plain")}),
        block("given", rf"(given){COLON}", scopes(DECLARE, first=2), _given()),
        block("when", rf"(when){GAP}({NAME}){COLON}", scopes(DECLARE, VARIABLE, first=2), include("plain", "reply")),
        block("then", rf"(then){COLON}", scopes(DECLARE, first=2), _then()),
    ]
    return [block("scenario", title, scopes(DECLARE, STRING, DECLARE, STRING, first=2), inside)]


def _given() -> list[Rule]:
    joining = [each for each in w.FACT_PHRASES if each != "of"]
    return [
        match(rf"{AT_HEAD}(chance){COLON}", None, scopes(KEYWORD)),
        match(rf"{AT_HEAD}(round|pass)(?={GAP}[0-9])", None, scopes(KEYWORD)),
        match(rf"{AT_HEAD}(phase){GAP}({NAME})", None, scopes(KEYWORD, FUNCTION)),
        match(rf"{AT_HEAD}(turn{GAP}of){GAP}({NAME})", None, scopes(KEYWORD, VARIABLE)),
        match(rf"(?<=[\w)\]] ){phrases(joining)}(?={GAP}|;|\r?$)", OPERATOR),
        *include("expression"),
    ]


def _then() -> list[Rule]:
    offered = rf"{AT_HEAD}((?:[^;#\"\n:=]|{TEXT})*?){GAP}(is{GAP}(?:not{GAP})?offered)\b"
    return [
        match(offered, None, {"1": nested("plain", "reply")} | scopes(OPERATOR, first=2)),
        match(rf"{AT_HEAD}(offered){ANY_GAP}:{REST}", None, scopes(KEYWORD) | {"2": nested("plain", "reply")}),
        match(
            rf"{AT_HEAD}(score){GAP}({NAME}){ANY_GAP}:{REST}",
            None,
            scopes(KEYWORD, VARIABLE) | {"3": nested("plain", "reply")},
        ),
        match(rf"{AT_HEAD}(winners){ANY_GAP}:{REST}", None, scopes(KEYWORD) | {"2": nested("plain", "reply")}),
        match(rf"{AT_HEAD}(turn{GAP}of){GAP}({NAME})", None, scopes(KEYWORD, VARIABLE)),
        match(rf"{BEHIND_A_VALUE}{phrases([each for each in w.CLAIM_PHRASES if 'offered' not in each])}", OPERATOR),
        *include("expression"),
    ]
