"""Stress tests of the app, for hours if wanted.

    python -m tests.soak fuzz|crash|painted|faults|monkey|life|windows [--seed N] ...        each with --help

The seed is printed; the same seed makes the same run. Code 1 if there was any fault.
"""

import argparse
import os
import sys
from importlib import import_module
from typing import Final

COMMANDS: Final = {
    "fuzz": "fuzz",
    "crash": "crash_test",
    "faults": "faults.run",
    "painted": "painted",
    "monkey": "monkey.running",
    "life": "life",
    "windows": "windows.running",
}
"""Name -> module of this package, with `options(parser)` and `main(given)`."""


def main(arguments: list[str]) -> int:
    """Run the command that is named; 2 if there is no such one."""
    name = arguments[0] if arguments else ""
    if name not in COMMANDS:
        print(f"usage: python -m tests.soak {'|'.join(COMMANDS)} ...", file=sys.stderr)
        return 2
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    module = import_module(f"tests.soak.{COMMANDS[name]}")
    parser = argparse.ArgumentParser(
        f"python -m tests.soak {name}",
        description=module.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--seed", type=int, default=int.from_bytes(os.urandom(4), "big"), help="another one each time"
    )
    module.options(parser)
    given = parser.parse_args(arguments[1:])
    print(f"seed {given.seed}", flush=True)
    code: int = module.main(given)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
