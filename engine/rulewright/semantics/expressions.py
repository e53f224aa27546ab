"""Expressions: what every name in them means, their types, and their core form, in one pass.

`infer` takes a hint of the type that is wanted, which decides what a bare word such as `water` means; `expression`
also converts to it. Something already reported has the type Unknown and stays quiet.
"""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial

from rulewright.core import tree
from rulewright.core import types as t
from rulewright.core.limits import MOST_NUMBERS
from rulewright.report import codes
from rulewright.report.diagnostic import Label
from rulewright.report.fixes import exchange
from rulewright.report.span import Span
from rulewright.semantics import calls, collections, members, mismatch, names, places
from rulewright.semantics.coerce import coerce, convert, read
from rulewright.semantics.context import Context, acting, constant, in_turn, op, so_many, unknown
from rulewright.semantics.standings import is_standing, of_pieces, pieces
from rulewright.syntax import ast


def expression(cx: Context, written: ast.Expr, wanted: t.Type, declared: ast.TypeExpr | None = None) -> tree.Expr:
    """The expression as a value of the wanted type. `declared`: where that type was written."""
    return coerce(cx, infer(cx, written, wanted), wanted, written.span, declared)


def condition(cx: Context, written: ast.Expr) -> tree.Expr:
    return expression(cx, written, t.BOOL)


def infer(cx: Context, written: ast.Expr, wanted: t.Type | None = None) -> tree.Expr:
    """The expression with the type it has by itself."""
    span = written.span
    match written:
        case ast.Int(value=number):
            return constant(number, t.INT, span)
        case ast.Text(value=words):
            return constant(words, t.TEXT, span)
        case ast.No():
            return constant(False, t.BOOL, span)
        case ast.This():
            if cx.this is None:
                cx.report.error(codes.NO_IT, span, "`this` means a card whose own rule is running; there is none here")
                return unknown(span)
            return tree.Local(span=span, type=cx.this, slot=tree.THIS, name="this")
        case ast.Group(inner=inner):
            return infer(cx, inner, wanted)
        case ast.Ref():
            return names.reference(cx, written, wanted)
        case ast.My() | ast.Its() | ast.Dot() | ast.Index():
            return _member(cx, written, wanted)
        case ast.Call(name=name, arguments=arguments):
            return calls.call(cx, name, arguments, span, wanted)
        case ast.Of(name=name, operand=operand):
            return calls.call(cx, name, (operand,), span, wanted)
        case ast.SetLiteral():
            return collections.literal(cx, written, wanted)
        case ast.Range(low=low, high=high):
            if (dot := _dot_meant(cx, low, high)) is not None:
                at = Span(span.source, low.span.end, high.span.start)
                cx.report.error(
                    codes.MISMATCH,
                    at,
                    "`..` stands between two numbers",
                    labels=[Label(low.span, f"this is {mismatch.in_words(dot)}")],
                    help=f"did you mean `{low.span.text}.{high.span.text}`?",
                    fixes=exchange(at, "."),
                )
                return unknown(span)
            ends = _two_numbers(cx, low, high)
            if any(isinstance(end.type, t.Unknown) for end in ends):
                return unknown(span)
            match ends:
                case (tree.Const(value=int(first)), tree.Const(value=int(last))):
                    so_many(cx.game, constant(last - first + 1, t.INT, span), MOST_NUMBERS, "numbers", range_of=True)
                case _:
                    pass
            return op("range", t.Set(t.INT), span, *ends)
        case ast.At(things=things, place=place):
            return collections.at(cx, things, place, span)
        case ast.Linked():
            cx.report.error(
                codes.UNEXPECTED, span, "`linked by` belongs to `groups of`", help="write `groups of X linked by rel`"
            )
            return unknown(span)
        case ast.The(operand=operand):
            return _the(cx, operand, wanted, span)
        case ast.Binary():
            return _binary(cx, written, wanted)
        case ast.Divide(left=left, right=right, rounded=rounded):
            sides = _two_numbers(cx, left, right)
            return op("div_up" if rounded == "up" else "div_down", t.INT, span, *sides)
        case ast.Negate(operand=operand):
            value = expression(cx, operand, t.INT)
            if isinstance(value, tree.Const) and isinstance(value.value, int):
                return constant(-value.value, t.INT, span)
            return op("neg", t.INT, span, value)
        case ast.Is():
            return names.is_what(cx, written)
        case ast.Not(operand=operand):
            return op("not", t.BOOL, span, condition(cx, operand))
        case ast.Can(action=action):
            invoke = calls.invoke(cx, action)
            return unknown(span) if invoke is None else tree.Can(span=span, type=t.BOOL, invoke=invoke)
        case ast.Quantified() | ast.Some() | ast.Where() | ast.Having() | ast.Sorted() | ast.Comprehension():
            return collections.collection(cx, written, wanted)
        case ast.Choice(test=test, then=then, otherwise=otherwise):
            return _choice(cx, test, then, otherwise, wanted, span)
        case ast.LetValue(name=name, value=value, body=body):
            bound = read(cx, infer(cx, value))
            with cx.scope():
                local = cx.bind(name, bound.type)
                result = infer(cx, body, wanted)
            if local.slot not in cx.read:
                unused(cx, name)
            return tree.Let(span=span, type=result.type, slot=local.slot, value=bound, body=result)
        case ast.IfValue():
            return _if_value(cx, written, wanted)
        case ast.MatchValue():
            return _match_value(cx, written, wanted)
        case ast.TextMap(lines=lines):
            return constant(tuple(line.text for line in lines), t.Map(), span)
        case ast.ActionValue():
            cx.report.error(codes.NOT_PURE, span, "statements stand where a value is needed")
            return unknown(span)


def unused(cx: Context, name: ast.Name) -> None:
    """Notes a `let` that nothing reads, unless its name begins with `_`."""
    if not name.text.startswith("_"):
        cx.game.unused.append(name)


def tested(cx: Context, span: Span) -> tree.Expr:
    """`it`, the innermost tested thing."""
    if not cx.its:
        cx.report.error(
            codes.NO_IT, span, "nothing is tested here", label="`it` means the thing a `where` or `has` tests"
        )
        return unknown(span)
    return names.narrowed(cx, "it", cx.its[-1])


def element(cx: Context, value: tree.Expr, key: tree.Expr, span: Span, place: Span | None = None) -> tree.Expr:
    """`l[i]`: the i-th from 1. `place`: where the key is written, if it is known."""
    value = read(cx, value)
    given = value.type
    if isinstance(value.type, t.Set):
        value = convert(cx, value, t.List(value.type.of)) or value
    if not isinstance(value.type, t.List):
        if not isinstance(value.type, t.Unknown):
            cx.report.error(codes.NOT_A_SET, span, f"{t.show(value.type)} has no elements to count off")
        return unknown(span)
    number = convert(cx, key, t.INT)
    if number is None:
        cx.report.error(
            codes.MISMATCH,
            place or key.span,
            f"this is {mismatch.in_words(key.type)}, but a number is needed",
            label=t.show(key.type),
            labels=[Label(span, f"brackets count off {mismatch.in_words(given)}")],
        )
        return unknown(span)
    return op("index", t.Maybe(value.type.of), span, value, number)


def _member(cx: Context, written: ast.My | ast.Its | ast.Dot | ast.Index, wanted: t.Type | None) -> tree.Expr:
    place = places.find(cx, written)
    if place is not None:
        return places.finish(cx, place)
    span = written.span
    match written:
        case ast.My(name=name, arguments=arguments):
            return members.of_player(cx, acting(cx, span), name, arguments, span, wanted, my=True)
        case ast.Its(name=name):
            return members.member(cx, tested(cx, span), name, None, span, wanted)
        case ast.Dot(base=ast.Ref(name=type), name=name, arguments=None) if names.is_type_name(cx, type.text):
            value = names.value_of(cx, type.text, name)
            if value is not None:
                return value
            return members.member(cx, infer(cx, written.base), name, None, span, wanted)
        case ast.Dot(base=base, name=name, arguments=arguments):
            return members.member(cx, infer(cx, base), name, arguments, span, wanted)
        case ast.Index(base=base, keys=keys):
            value = infer(cx, base)
            for key in keys:
                value = element(cx, value, infer(cx, key, t.INT), span, key.span)
            return value


def _the(cx: Context, operand: ast.Expr, wanted: t.Type | None, span: Span) -> tree.Expr:
    value = read(cx, infer(cx, operand, None if wanted is None else t.Maybe(wanted)))
    if not isinstance(value.type, t.Maybe):
        return value
    if cx.before is None:
        cx.report.error(
            codes.NOT_PURE,
            span,
            "`the x` may fail, which only a statement may",
            help="say `x otherwise …`, or ask `if x as v:`",
        )
        return unknown(span)
    local = cx.anonymous(value.type, span, "the")
    there = op("not", t.BOOL, span, op("is_none", t.BOOL, span, local))
    cx.before.append(tree.Bind(span=span, slot=local.slot, value=value))
    cx.before.append(tree.Require(span=span, test=there))
    return tree.Local(span=span, type=value.type.of, slot=local.slot, name="the")


_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul"}
_ORDER = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


def _binary(cx: Context, written: ast.Binary, wanted: t.Type | None) -> tree.Expr:
    span, operator = written.span, written.operator
    match operator:
        case "and" | "or":
            return _logic(cx, written)
        case "+" | "-" | "*":
            left, right = _two_numbers(cx, written.left, written.right)
            return op(_ARITHMETIC[operator], t.INT, span, left, right)
        case "with" | "except":
            return collections.combine(cx, written, wanted)
        case "otherwise":
            return _otherwise(cx, written, wanted)
        case "=" | "!=":
            left, right = _same_kind(cx, written)
            return op("eq" if operator == "=" else "ne", t.BOOL, span, left, right)
        case "<" | "<=" | ">" | ">=":
            return op(_ORDER[operator], t.BOOL, span, *_numbers(cx, written))
        case "in":
            return collections.membership(cx, written)
        case "next to":
            return collections.next_to(cx, written)


def _dot_meant(cx: Context, low: ast.Expr, high: ast.Expr) -> t.Type | None:
    """The type of the thing before `..`, if what stands behind is one of its attributes."""
    thing = low.base if isinstance(low, ast.Dot) else low
    if not isinstance(high, ast.Ref) or not isinstance(thing, ast.Ref | ast.My | ast.Its):
        return None
    before = cx.report.count
    given = infer(cx, low).type
    found = given if members.has(cx, given, high.name.text) else None
    cx.report.take_back(before)
    return found


def _two_numbers(cx: Context, left: ast.Expr, right: ast.Expr) -> tuple[tree.Expr, tree.Expr]:
    first, second = in_turn(cx, [partial(expression, cx, each, t.INT) for each in (left, right)])
    return first, second


def _numbers(cx: Context, written: ast.Binary) -> list[tree.Expr]:
    left = _number(cx, written.left)
    if isinstance(left.type, t.Unknown) and names.needs_hint(cx, written.right):
        return [left, unknown(written.right.span)]
    return [left, _number(cx, written.right)]


def _number(cx: Context, written: ast.Expr) -> tree.Expr:
    """A number to compare; one that may be none is allowed, and none compares as no."""
    value = read(cx, infer(cx, written, t.INT))
    if isinstance(value.type, t.Maybe) and t.fits(value.type.of, t.INT):
        return value
    if isinstance(value.type, t.Enum | t.Text | t.Player):
        cx.report.error(
            codes.NOT_ORDERED,
            written.span,
            f"{mismatch.in_words(value.type)} has no order",
            label=t.show(value.type),
            help="compare numbers: `count of …`, or a number that is declared for it, as in `enum Rank (points: Int):`",
        )
        return unknown(written.span)
    return coerce(cx, value, t.INT, written.span)


def _logic(cx: Context, written: ast.Binary) -> tree.Expr:
    parts: list[tree.Expr] = []
    kept = cx.narrowed
    compared: ast.Binary | None = None
    for part in parts_of(written, written.operator):
        if isinstance(part, ast.Binary) and part.operator in COMPARING:
            compared = part
        elif compared is not None and (value := _compared_too(cx, compared, part)) is not None:
            parts.append(value)
            continue
        if parts:
            with cx.tested():
                parts.append(condition(cx, part))
        else:
            parts.append(condition(cx, part))
        if written.operator == "and":
            cx.narrowed = cx.narrowed | narrowings(cx, part)
    cx.narrowed = kept
    return op(written.operator, t.BOOL, written.span, *parts)


COMPARING = ("=", "!=", "<", "<=", ">", ">=")


def _compared_too(cx: Context, compared: ast.Binary, part: ast.Expr) -> tree.Expr | None:
    """`its colour = red or blue`: says that each comparison stands by itself. None if the part is a condition."""
    if not isinstance(part, ast.Ref | ast.Int | ast.Dot):
        return None
    before = cx.report.count
    wanted = read(cx, infer(cx, compared.left)).type
    given = infer(cx, part, wanted)
    fits = cx.report.count == before and given.type != t.BOOL and convert(cx, given, wanted) is not None
    cx.report.take_back(before)
    if not fits or isinstance(wanted, t.Unknown):
        return None
    whole = f"{compared.left.span.text} {compared.operator} {part.span.text}"
    cx.report.error(
        codes.MISMATCH,
        part.span,
        f"this is {mismatch.in_words(given.type)}, but yes or no is needed",
        labels=[Label(compared.span, "this comparison is one condition")],
        help=f"each condition says what is compared: write `{whole}`",
        fixes=exchange(part.span, whole),
    )
    return unknown(part.span)


def parts_of(written: ast.Expr, operator: str) -> list[ast.Expr]:
    """`a and b and c` as its parts, in order."""
    if isinstance(written, ast.Binary) and written.operator == operator:
        return [*parts_of(written.left, operator), *parts_of(written.right, operator)]
    return [written]


def narrowings(cx: Context, written: ast.Expr) -> dict[str, t.Type]:
    """What `x is Character`, holding, says about the type of `x` (a name or `it`)."""
    match written:
        case ast.Group(inner=inner):
            return narrowings(cx, inner)
        case ast.Binary(operator="and"):
            return narrowings(cx, written.left) | narrowings(cx, written.right)
        case ast.Is(operand=ast.Ref(name=name), name=type, negated=False) if type.text in cx.symbols.components:
            return {name.text: of_pieces(cx.game, cx.treats, t.Component(type.text))}
        case ast.Is(operand=ast.Ref(name=name), name=type, negated=False) if type.text in cx.symbols.space_types:
            return {name.text: t.Space(type.text)}
        case _:
            return {}


def _same_kind(cx: Context, written: ast.Binary) -> tuple[tree.Expr, tree.Expr]:
    """Both sides of `=`. The side that has a type by itself tells the other what its bare words mean."""
    if _none(written.right) or _none(written.left):
        cx.report.error(codes.NEVER_EQUAL, written.span, "`=` with none is always no", help="write `x is none`")
    first, second = written.left, written.right
    if names.needs_hint(cx, first) and not names.needs_hint(cx, second):
        right = read(cx, infer(cx, second))
        left = read(cx, infer(cx, first, _bare(right.type)))
    else:
        hint = names.common_type(cx, (first, second)) if names.needs_hint(cx, first) else None
        left = read(cx, infer(cx, first, hint))
        right = read(cx, infer(cx, second, _bare(left.type)))
    if is_standing(left.type) != is_standing(right.type):
        if isinstance(_bare(left.type), t.Space) or isinstance(_bare(right.type), t.Space):
            here = t.Maybe(t.Space())
            left, right = convert(cx, left, here) or left, convert(cx, right, here) or right
        else:
            left, right = pieces(cx, left), pieces(cx, right)
    a, b = _bare(left.type), _bare(right.type)
    fitted: tree.Expr | None
    if isinstance(a, t.Component | t.Union) and isinstance(b, t.Space):
        fitted = left = convert(cx, left, t.Maybe(b)) or left
    elif isinstance(b, t.Component | t.Union) and isinstance(a, t.Space):
        fitted = right = convert(cx, right, t.Maybe(a)) or right
    elif isinstance(a, t.Set) and isinstance(b, t.Set | t.List):
        fitted = convert(cx, right, a) or convert(cx, left, b)
        right = convert(cx, right, a) or right
    elif isinstance(a, t.List) and isinstance(b, t.Set):
        fitted = convert(cx, left, b)
        left = fitted or left
    else:
        fitted = left if comparable(a, b) else None
    if fitted is None:
        one, other = written.left.span, written.right.span
        value, fixes = mismatch.unquoted(cx, a, b, one, other)
        cx.report.error(
            codes.NEVER_EQUAL,
            written.span,
            f"{mismatch.in_words(a)} is never equal to {mismatch.in_words(b)}",
            label=f"{t.show(left.type)} and {t.show(right.type)}",
            labels=members.which_it(cx, (left, right), written.span),
            help=value or mismatch.comparing(a, b, one.text, other.text),
            fixes=fixes,
        )
    return left, right


def comparable(a: t.Type, b: t.Type) -> bool:
    """Whether a value of one type may be the same as one of the other."""
    match a, b:
        case (t.Component() | t.Union(), t.Component() | t.Union()):
            first, second = ((x.name,) if isinstance(x, t.Component) else x.members for x in (a, b))
            return "" in first or "" in second or bool({*first} & {*second})
        case t.Standing(members=one), t.Standing(members=other):
            return bool({*one} & {*other})
        case (t.Space(one), t.Space(other)):
            return "" in (one, other) or one == other or one[:1].isupper() != other[:1].isupper()
        case _:
            return t.join(a, b) is not None


def _none(written: ast.Expr) -> bool:
    return isinstance(written, ast.Ref) and written.name.text == "none"


def _bare(type: t.Type) -> t.Type:
    return type.of if isinstance(type, t.Maybe) else type


def _otherwise(cx: Context, written: ast.Binary, wanted: t.Type | None) -> tree.Expr:
    before = cx.report.count
    left = read(cx, infer(cx, written.left, None if wanted is None else t.Maybe(_bare(wanted))))
    if isinstance(left.type, t.Unknown):
        return unknown(written.span)
    if not isinstance(left.type, t.Maybe):
        if cx.report.count > before:
            return left  # what is wrong in it may be why
        cx.report.warning(codes.NEVER_EQUAL, written.span, "this is always there", label="so `otherwise` never counts")
        return left
    with cx.tested():
        right = read(cx, infer(cx, written.right, left.type.of))
    both = t.join(left.type.of, right.type)
    if both is None:
        right = coerce(cx, right, left.type.of, written.right.span)
        both = left.type.of
    return op("otherwise", both, written.span, left, right)


def _branch(cx: Context, written: ast.Expr, wanted: t.Type | None) -> tree.Expr:
    return read(cx, infer(cx, written, wanted)) if wanted is None else expression(cx, written, wanted)


def _arm(cx: Context, written: ast.Expr, narrowed: dict[str, t.Type], wanted: t.Type | None) -> tree.Expr:
    cx.narrowed = narrowed
    return _branch(cx, written, wanted)


def _joined(cx: Context, values: list[tree.Expr], wanted: t.Type | None, span: Span) -> t.Type:
    if wanted is not None:
        return wanted
    if any(isinstance(part, t.Unknown) for value in values for part in (value.type, t.element(value.type))):
        return t.UNKNOWN
    type = values[0].type
    for value in values[1:]:
        both = t.join(type, value.type)
        if both is None:
            cx.report.error(codes.MISMATCH, value.span, f"one arm is {t.show(type)}, this one is {t.show(value.type)}")
            return t.UNKNOWN
        type = both
    return type


def _choice(
    cx: Context, test: ast.Expr, then: ast.Expr, otherwise: ast.Expr, wanted: t.Type | None, span: Span
) -> tree.Expr:
    question = condition(cx, test)
    kept = cx.narrowed
    with cx.tested():
        arms = ((then, kept | narrowings(cx, test)), (otherwise, kept))
        yes, no = in_turn(cx, [partial(_arm, cx, each, narrowed, wanted) for each, narrowed in arms])
        cx.narrowed = kept
    if wanted is None and t.join(yes.type, no.type) is None and convert(cx, no, yes.type) is not None:
        no = convert(cx, no, yes.type) or no
    return truth(question, yes, no, _joined(cx, [yes, no], wanted, span), span)


def truth(question: tree.Expr, yes: tree.Expr, no: tree.Expr, type: t.Type, span: Span) -> tree.Match:
    """`if` as a match on a Bool."""
    return tree.Match(
        span=span,
        type=type,
        subject=question,
        arms=(
            tree.MatchArm(span=yes.span, fits=tree.Arm(span=yes.span, values=(True,)), body=yes),
            tree.MatchArm(span=no.span, fits=tree.Arm(span=no.span), body=no),
        ),
    )


def _if_value(cx: Context, written: ast.IfValue, wanted: t.Type | None) -> tree.Expr:
    with cx.tested():
        value = _branch(cx, written.otherwise, wanted)
    bodies = [value]
    parts: list[tuple[ast.ValueArm, tree.Expr, tree.Expr, int | None]] = []
    for arm in written.arms:
        kept = cx.narrowed
        with cx.scope(), cx.tested() if parts else nullcontext():
            subject, slot = asked(cx, arm)
            with cx.tested():
                body = _branch(cx, arm.body, wanted)
        cx.narrowed = kept
        bodies.append(body)
        parts.append((arm, subject, body, slot))
    type = _joined(cx, bodies, wanted, written.span)
    for arm, subject, body, slot in reversed(parts):
        fits = (
            tree.Arm(span=arm.span, values=(True,)) if slot is None else tree.Arm(span=arm.span, some=True, slot=slot)
        )
        value = tree.Match(
            span=arm.span,
            type=type,
            subject=subject,
            arms=(
                tree.MatchArm(span=arm.span, fits=fits, body=body),
                tree.MatchArm(span=arm.span, fits=tree.Arm(span=arm.span), body=value),
            ),
        )
    return value


def asked(cx: Context, arm: ast.ValueArm | ast.Arm) -> tuple[tree.Expr, int | None]:
    """The question of `if C:` or `if x as v:`, and the slot of `v`. What C says about types holds from here on."""
    if arm.binding is not None:
        return bound_if_there(cx, arm.test, arm.binding)
    settled(cx, arm.test)
    question = condition(cx, arm.test)
    cx.narrowed = cx.narrowed | narrowings(cx, arm.test)
    return question, None


def settled(cx: Context, test: ast.Expr) -> None:
    """Reports a question that is written as its answer: `if no:`."""
    if isinstance(test, ast.No) or (isinstance(test, ast.Ref) and test.name.text == "yes"):
        word = "no" if isinstance(test, ast.No) else "yes"
        cx.report.error(codes.NEVER_EQUAL, test.span, f"this is always {word}", help="is a name missing behind it?")


def bound_if_there(cx: Context, test: ast.Expr, name: ast.Name) -> tuple[tree.Expr, int]:
    """`if x as v:`: the subject, and the slot that holds it where it is there."""
    subject = read(cx, infer(cx, test))
    inner = subject.type
    if isinstance(inner, t.Maybe):
        inner = inner.of
    elif not isinstance(inner, t.Unknown):
        cx.report.error(
            codes.NEVER_EQUAL, test.span, "this is always there", label=t.show(inner), help=f"use `let {name.text} = …`"
        )
    return subject, cx.bind(name, inner).slot


def _match_value(cx: Context, written: ast.MatchValue, wanted: t.Type | None) -> tree.Expr:
    subject = pieces(cx, read(cx, infer(cx, written.subject)))
    arms: list[tuple[tree.Arm, tree.Expr]] = []
    for arm in written.arms:
        with cx.scope():
            fits = names.pattern(cx, arm.pattern, subject.type)
            with cx.tested():
                arms.append((fits, _branch(cx, arm.body, wanted)))
    names.check_once(cx, [arm.pattern for arm in written.arms])
    names.check_cover(cx, subject.type, [fits for fits, _ in arms], written.subject.span)
    type = _joined(cx, [body for _, body in arms], wanted, written.span)
    return tree.Match(
        span=written.span,
        type=type,
        subject=subject,
        arms=tuple(tree.MatchArm(span=body.span, fits=fits, body=body) for fits, body in arms),
    )
