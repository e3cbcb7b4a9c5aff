"""Fake UCI engines: small programs that speak UCI well, badly or not at all."""

import shlex
import sys
from pathlib import Path
from typing import Final

from rules.ai.uci_client import External
from tests.patience import sooner_or_later
from tests.processes import is_running

_SOURCE: Final = """
import os, sys, time

log, mode, *answers = sys.argv[1:]
going = False

def say(text):
    if mode == "shouts":
        text = text.upper()
    sys.stdout.write(text)
    sys.stdout.flush()

def note(text):
    with open(log, "a") as file:
        file.write(text + "\\n")

note(f"pid {os.getpid()}")
if mode == "exits":
    sys.exit(3)
if mode == "binary":
    sys.stdout.buffer.write(bytes(range(256)) * 3000)
if mode == "flood":
    while True:
        say("id name Flood\\nmore and more of the same\\n")
for line in sys.stdin:
    line = line.rstrip("\\n")
    note(line)
    word = line.partition(" ")[0]
    if mode == "silent" or (mode == "never-ready" and word == "isready"):
        continue
    if word == "uci":
        say("Good day\\n\\nid name Fake 1\\nid author nobody\\n")
        if mode == "huge":
            say("x" * 3_000_000 + "\\n")
        if mode == "many-options":
            for number in range(8_000):
                say(f"option name {number} type string default " + 60_000 * "x" + "\\n")
                say(f"option name {number} type string default " + 10_000 * "x" + "\\n")
        known = "chess" if mode == "chess" else "duck"
        say(f"option name UCI_Variant type combo default chess var chess var {known} var giveaway\\n")
        say("option name Hash type spin default 16 min 1 max 512\\noption name Threads type spin default 1\\n")
        say("option name Skill Level type spin default 20\\n")
        say("uci")
        if mode == "halves":
            time.sleep(0.2)
        say("ok\\n")
        if mode == "leaves":
            sys.exit(0)
    elif word == "isready":
        say("readyok\\n")
    elif word == "go":
        if mode == "dies":
            sys.exit(1)
        if mode == "half-dies":
            say("bestmove e2")
            sys.exit(1)
        if mode == "deaf":
            time.sleep(600)
        if mode == "half-turn":
            say("info depth 1\\nbestmove e2e4,e4e6")
            continue
        while mode == "chatters":
            say("info depth 1 score cp 3 nodes 5\\n" * 100)
        for _ in range(2_000 if mode == "gushes" else 0):
            say("x" * 40_000 + "\\n" + "y" * 80_000)
        if mode == "gushes":
            say("\\n")
        if mode == "babbles":
            sys.stdout.buffer.write(bytes(range(256)) * 300 + b"\\nbestmove \\xff\\xfe\\x00 \\xe9\\n")
            sys.stdout.flush()
            continue
        if mode == "drips":
            for letter in f"info depth 1\\nbestmove {answers.pop(0)}\\n":
                say(letter)
                time.sleep(0.01)
            continue
        if mode == "thinks" or mode == "stubborn":
            continue
        say("info depth 1 score cp nonsense nodes many\\ninfo string score cp 999\\n")
        say("info depth 7 seldepth 9 score cp -31 nodes 1234 nps 5 pv a b c\\n")
        if mode == "two-lines":
            say("info depth 6 multipv 2 score cp -90 nodes 1200 pv d\\n")
        say(f"bestmove {answers.pop(0)} ponder e7e5,e5e3\\n" if answers else "bestmove (none)\\n")
    elif word == "stop" and mode == "thinks":
        say(f"info depth 3 score mate -2\\nbestmove {answers.pop(0)}\\n")
    elif word == "quit" and mode not in ("stubborn", "deaf"):
        break
if mode == "stubborn":
    time.sleep(600)
"""


class Fakes:
    def __init__(self, folder: Path) -> None:
        self._script = folder / "fake.py"
        self._script.write_text(_SOURCE, encoding="utf-8")
        self._log = folder / "fake.log"

    def engine(self, mode: str, *answers: str, options: tuple[tuple[str, str], ...] = ()) -> External:
        """Return an engine that behaves according to `mode` and plays `answers`, one after the other."""
        return External(sys.executable, options, (str(self._script), str(self._log), mode, *answers))

    def command(self, mode: str, *answers: str) -> str:
        """Return the command of such an engine as the arena takes it, without limits."""
        return shlex.join([sys.executable, str(self._script), str(self._log), mode, *answers])

    @property
    def heard(self) -> list[str]:
        lines = self._log.read_text(encoding="utf-8").splitlines() if self._log.exists() else []
        return [line for line in lines if not line.startswith("pid ")]

    def until_heard(self, line: str) -> None:
        assert sooner_or_later(lambda: line in self.heard), f"no engine was told {line}"

    @property
    def processes(self) -> list[int]:
        lines = self._log.read_text(encoding="utf-8").splitlines() if self._log.exists() else []
        return [int(line.removeprefix("pid ")) for line in lines if line.startswith("pid ")]

    def all_ended(self) -> bool:
        return sooner_or_later(lambda: not any(map(is_running, self.processes)))
