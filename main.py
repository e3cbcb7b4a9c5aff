# /// script
# requires-python = ">=3.11"
# dependencies = [
#     "pygame-ce==2.5.8",
#     "platformdirs==4.14.7",
#     "mypy_extensions==1.2.0",
#     "librt==0.16.0",
#     "pymunk==7.3.1; sys_platform != 'win32' or platform_machine != 'ARM64'",
# ]
# ///
"""The entry point of the app. The opponent's process imports this module too, so it imports as little as possible.

Python 3.6 and later can compile this file, so that old versions can say that they are too old.
"""

import contextlib
import gc
import os
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import cache_from_source
from types import CodeType

_read_code = SourceFileLoader.get_code


def _read_code_or_repair(loader: SourceFileLoader, name: str) -> "CodeType | None":
    """Return the code of a module; if its bytecode is damaged, remove it and compile the source.

    On a full disk Python writes truncated bytecode without an error, and later can't read this file.
    """
    try:
        return _read_code(loader, name)
    except (EOFError, ImportError, TypeError, ValueError):
        path = loader.get_filename(name)
        code: CodeType = loader.source_to_code(loader.get_data(path), path)
        with contextlib.suppress(OSError, NotImplementedError):
            os.remove(cache_from_source(path))  # noqa: PTH107 - pathlib isn't imported here
        return code


SourceFileLoader.get_code = _read_code_or_repair  # type: ignore[assignment,method-assign]


def main() -> None:
    """Run the app until its window is closed. If a requirement is missing, print a message and exit with code 2."""
    # the start makes no garbage; the loop turns the collector on after the first frame
    gc.disable()
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        from scenes import prerequisites

        refusal = prerequisites.refusal()
        if refusal is not None:
            print(refusal, file=sys.stderr)
            raise SystemExit(2)
        from scenes import start

        start.run()
    except KeyboardInterrupt:  # Ctrl+C before the window opens or after it has closed
        raise SystemExit(130) from None
    except Exception as problem:  # a part of the app is missing or damaged
        _show_startup_error(problem)
        raise SystemExit(1) from None


def _show_startup_error(problem: Exception) -> None:
    """Show the app's message box, or, if that is damaged too, a plain one."""
    try:
        from scenes.screens.crash.message_box import report_failed_start

        report_failed_start(problem)
    except Exception:
        message = f"Tablier could not start: {type(problem).__name__}: {problem}"
        print(message, file=sys.stderr)
        os.environ["SDL_NO_SIGNAL_HANDLERS"] = "1"  # SIGTERM ends the box
        with contextlib.suppress(Exception):
            import pygame

            pygame.display.message_box("Tablier", message, "error")


def _print_opponent_error(kind: "type[BaseException]", problem: BaseException, _: object) -> None:
    """Print an uncaught exception of the opponent's process in one line; serves as `sys.excepthook`."""
    print(f"The opponent's process could not start: {kind.__name__}: {problem}", file=sys.stderr)


def _run_child_process(arguments: "list[str]") -> None:
    """Run the opponent or the resource tracker if multiprocessing has started the executable for it.

    PyInstaller's hook does the same, but loads all of multiprocessing at each start.
    """
    if arguments[0] == "--multiprocessing-fork":
        from multiprocessing.spawn import spawn_main

        spawn_main(**{name: int(value) for name, _, value in (word.partition("=") for word in arguments[1:])})
    tracker = "from multiprocessing.resource_tracker import main;main("
    if arguments[-1].startswith(tracker):
        from multiprocessing.resource_tracker import main as track

        track(int(arguments[-1].removeprefix(tracker).rstrip(")")))
        raise SystemExit


if __name__ == "__mp_main__":
    sys.excepthook = _print_opponent_error
if __name__ == "__main__":
    if getattr(sys, "frozen", False) and sys.argv[1:]:
        _run_child_process(sys.argv[1:])
    main()
