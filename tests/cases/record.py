"""Writes the `text` blocks of the cases in `drawn/` anew. Run it after a change of wording, and read the difference."""

from __future__ import annotations

import re
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from cases.harness import FOLDER, cases_in, messages
    from rulewright.report import draw

    for path in sorted((FOLDER / "drawn").glob("*.md")):
        text = re.sub(r"(?ms)^```text\n.*?^```\n", "", path.read_text("utf-8"))
        parts = re.split(r"(?m)(?<=^```\n)\n*(?=# )", text)
        written = []
        for part in parts:
            drawn = "\n\n".join(draw(each) for case in cases_in(path, part) for each in messages(case))
            written.append(f"{part.rstrip()}\n```text\n{drawn}\n```\n\n")
        path.write_text("".join(written).rstrip() + "\n", "utf-8")
