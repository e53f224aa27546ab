"""A core tree in a line of text, for tests to read: `eq(it.suit, trump)`."""

from __future__ import annotations

from rulewright.core import tree
from rulewright.core import types as t


def text(node: tree.Node) -> str:
    match node:
        case tree.Const(value=None):
            return "none"
        case tree.Const(value=value, type=t.Set()) if isinstance(value, int):
            return f"mask {value:b}"
        case tree.Const(value=value):
            return f"'{value}'" if isinstance(value, str) else str(value)
        case tree.Local(name=name):
            return name
        case tree.Get(place=place, keys=keys) | tree.ZoneAt(zone=place, keys=keys):
            return place + (f"[{_all(keys)}]" if keys else "")
        case tree.Column(owner=owner, column=column, subject=subject):
            return f"{text(subject)}.{owner}/{column}"
        case tree.Op(name=name, args=args) | tree.Query(name=name, args=args):
            return f"{name}({_all(args)})"
        case tree.Call(name=name, me=me, args=args):
            return f"{text(me)}.{name}({_all(args)})" if me is not None else f"{name}({_all(args)})"
        case tree.Apply(column=column, subject=subject, me=me):
            return f"score {text(subject)}.{column} of {text(me) if me is not None else 'nobody'}"
        case tree.Let(value=value, body=body):
            return f"let {text(value)} in {text(body)}"
        case tree.Match(subject=subject, arms=arms):
            return f"match {text(subject)} ({'; '.join(f'{_arm(arm.fits)}: {text(arm.body)}' for arm in arms)})"
        case tree.Fold(kind=kind, source=source, test=test, body=body, flat=flat):
            tail = (f" where {text(test)}" if test is not None and kind == "filter" else "") + (
                f" give {text(body)}" if body is not None else ""
            )
            return f"{kind} {text(source)}{tail}{' flat' if flat else ''}"
        case tree.Sort(source=source, keys=sort_keys):
            return f"sort {text(source)} by {', '.join(text(key.key) for key in sort_keys)}"
        case tree.Bind(value=value):
            return f"bind {text(value)}"
        case tree.Require(test=test):
            return f"require {text(test)}"
        case tree.Seq(items=items):
            return "; ".join(text(item) for item in items)
        case tree.Set(place=place, value=value, on_range=on_range):
            return f"set {place} {text(value)} {on_range}"
        case tree.Move(parts=parts):
            return ", ".join(f"move {text(p.things) if p.things else p.supply} to {text(p.to)}" for p in parts)
        case _:
            raise AssertionError(f"no text for {type(node).__name__}")


def _all(nodes: tuple[tree.Expr, ...]) -> str:
    return ", ".join(text(node) for node in nodes)


def _arm(arm: tree.Arm) -> str:
    if arm.some:
        return "some"
    words = [*arm.values, *arm.types, *arm.rows, *(["none"] if arm.none else [])]
    return " ".join(str(word) for word in words) or "else"
