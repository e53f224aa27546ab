"""The programs written by hand that the engine is compared with: `tools/bench/peers`, by the name of their file."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

PEERS = Path(__file__).resolve().parents[2] / "tools" / "bench" / "peers"


def load_peer(name: str) -> ModuleType:
    """The program of this name; each is loaded once, whoever asks, so an expansion extends the one that a test has."""
    if str(PEERS) not in sys.path:
        sys.path.append(str(PEERS))
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, PEERS / f"{name}.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]
