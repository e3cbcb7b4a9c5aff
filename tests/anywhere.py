"""An opponent's process that accepts engines in temporary folders, for tests."""

from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from rules.ai import ownership
from rules.ai.opponent_process import serve


def serve_anywhere(pipe: Connection, stop: Any, registry: Any, engines: Path | None) -> None:
    """Serve a window, treating every folder as one that nobody else may write to."""
    ownership.is_private = lambda found, owners: True
    serve(pipe, stop, registry, engines)
