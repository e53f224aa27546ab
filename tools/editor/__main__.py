"""Writes the editor files: `python -m editor`. In: nothing. Out: tools/editor/vscode, and an exit code."""

from __future__ import annotations

import sys
from pathlib import Path

from editor import vscode, words

FOLDER = Path(__file__).resolve().parent / "vscode"


def main() -> int:
    missing = words.unplaced()
    if missing:
        print(f"editor: say in tools/editor/words.py where these words of the grammar stand: {', '.join(missing)}")
        return 1
    changed = 0
    for name, text in vscode.files().items():
        path = FOLDER / name
        if not path.is_file() or path.read_text("utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8", newline="\n")
            changed += 1
            print(f"editor: wrote {path.relative_to(FOLDER.parents[2])}")
    if not changed:
        print("editor: nothing has changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
