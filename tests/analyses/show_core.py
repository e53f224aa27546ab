"""Core expressions in short, for assertions that can be read. In: an expression. Out: one line of text."""

from __future__ import annotations

from rulewright.core import tree


def show(node: tree.Expr | None) -> str:
    match node:
        case None:
            return "-"
        case tree.Const(value=value):
            return repr(value)
        case tree.Local(name=name):
            return name
        case tree.Get(place=name, keys=keys):
            return f"{name}[{_all(keys)}]"
        case tree.ZoneAt(zone=name, keys=keys):
            return f"@{name}[{_all(keys)}]"
        case tree.Column(column=column, subject=subject):
            return f"{show(subject)}.{column}"
        case tree.Op(name=name, args=args):
            return f"{name}({_all(args)})"
        case tree.Query(name=name, args=args):
            return f"{name}?({_all(args)})"
        case tree.Call(name=name, args=args):
            return f"{name}!({_all(args)})"
        case tree.Checked(value=value):
            return f"checked {show(value)}"
        case tree.Can(test=test):
            return "can ?" if test is None else f"can [{show(test)}]"
        case tree.Let(value=value, body=body):
            return f"let {show(value)} in {show(body)}"
        case tree.Match(subject=subject, arms=arms):
            return f"match {show(subject)} {{{'; '.join(f'{_fits(arm.fits)}: {show(arm.body)}' for arm in arms)}}}"
        case tree.Fold(kind=kind, source=source, test=test, body=body):
            inside = [show(source), *(f"where {show(test)}" for _ in [0] if test), *(show(body) for _ in [0] if body)]
            return f"{kind}({', '.join(inside)})"
        case _:
            return type(node).__name__


def _all(parts: tuple[tree.Expr, ...]) -> str:
    return ", ".join(show(part) for part in parts)


def _fits(fits: tree.Arm) -> str:
    return (
        "some"
        if fits.some
        else "none"
        if fits.none
        else "/".join(map(str, (*fits.values, *fits.rows, *fits.types))) or "else"
    )
