"""Input that reaches the app beside texts and files, for `readers.py`: questions to the console, names of players and
matches of the arena, tables of data, paths on the command line, the environment.

Each is told as name, reader, valid texts, and what it may refuse a text with.
"""

import io
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import asdict, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, TypeAlias
from unittest.mock import patch

import rules.__main__ as shell
from rules import console
from rules.ai import opponents
from rules.common import packed
from rules.lab import arena, players
from rules.lab.arena import ArenaPairing
from rules.lab.standing import MatchResult, Pace
from rules.lab.trials import TrialShare
from scenes.app.storage import Storage
from scenes.app.words import LANGUAGES, Words, system_language
from scenes.screens.open_match import NotOpenedError, read_file
from scenes.start import read_file_argument
from scenes.table.session import Session
from tests.checks import present

Told: TypeAlias = tuple[str, Callable[[str], object], Sequence[str], tuple[type[Exception], ...]]

ROOT: Final = Path(__file__).resolve().parents[2]
COMMANDS: Final = ("turns", "play", "perft", "best", "chance", "think")
"""Console commands that only read and answer."""
_MOST_ARGUMENTS: Final = 100
_MAGIC: Final = b"Fuzz"
_SIZE: Final = 400


class RefusedError(Exception):
    """Raised when the console exits with an error message."""


def told(home: Path, positions: Sequence[tuple[str, str]], record: str) -> Iterator[Told]:
    """Yield name, reader, texts and expected refusals of each kind of input.

    `positions` are pairs of a game's key and a text, `record` is the text of a match.
    """
    yield "batch", _asked, _questions(positions), ()
    yield "console", _called, _calls(positions), (RefusedError,)
    yield "arena-player", _seated, ("3", "10000n", "0.1s", "random", "10%/20%", _GUEST), (ValueError,)
    yield "arena-part", TrialShare.of, ("1/1", "2/5"), (ValueError,)
    yield "arena-matches", Matches(home).read, [_matches()], (ValueError,)
    yield "table", _unpacked, [packed.pack(_MAGIC, bytes(range(200)) * 2).decode("latin-1")], (packed.TableError,)
    yield "match-file", MatchFiles(home).read, [record], ()
    yield "path", _opened, ["README.md", "rules/../main.py", "rules/ducart/README.md"], (NotOpenedError,)
    yield "environment", _wished, ("fr_CH.UTF-8:en", "C", "de:fr@euro"), ()


# --- the console

_GUEST: Final = "uci:engine --quick 'a b'@nodes=55000,Skill Level=3"


def _questions(positions: Sequence[tuple[str, str]]) -> list[str]:
    asks: list[dict[str, Any]] = [
        {"ask": "turns", "game": "ducart"},
        {"ask": "play", "game": "duck-chess", "turns": ["e2e4,e4e5", "d7d5,d5d4"]},
        {"ask": "perft", "game": "double-draughts", "depth": 2},
        {"ask": "notate", "game": "ducart", "turn": "Wd2-d3"},
        {"ask": "best", "game": "ducale", "cards": "4H 5H 6H JK 9C"},
        {"ask": "chance", "game": "unstacked-draughts"},
        {"ask": "views", "game": "ducale", "seat": 1},
    ]
    for key, text in positions:
        asks += [{"ask": kind, "game": key, "position": text} for kind in ("outcome", "text", "turns")]
    return [json.dumps({"id": number, **one}) for number, one in enumerate(asks)]


def _asked(text: str) -> None:
    """Check that every line of a batch is answered in JSON. Deep counts are left out because they take too long."""
    with patch.object(console, "MAX_DEPTH", 1), patch.object(console, "MOST_TURNS", 200):
        for line in text.encode(errors="surrogatepass").split(b"\n"):
            reply = shell._answer_line(line)
            answer = json.loads(reply)
            assert "\n" not in reply and "id" in answer, "not one answer"
            assert "error" not in answer or answer["error"].isprintable(), f"{answer['error']!r} can't be shown"


def _calls(positions: Sequence[tuple[str, str]]) -> list[str]:
    calls = [
        "turns\nducart\n--options\nhundred=counted",
        "play\nduck-chess\ne2e4,e4e5\nd7d5,d5d4",
        "perft\ndouble-draughts\n1",
        "best\nducale\n4H 5H 6H JK 9C",
        "chance\n--options\ngoal=1",
        "think\nducart\n--nodes\n20",
        "think\nunstacked-draughts\n--level\n1",
    ]
    return calls + [f"turns\n{key}\n--position\n{text}" for key, text in positions]


def _called(text: str) -> None:
    """Call the console with the lines of a text as its arguments. Raises RefusedError."""
    arguments = text.split("\n")[:_MOST_ARGUMENTS]
    if arguments[0] not in COMMANDS:
        return
    out, complaint = io.StringIO(), io.StringIO()
    quick = (patch.object(console, "MAX_DEPTH", 1), patch.object(console, "MOST_TURNS", 200), _hasty())
    with quick[0], quick[1], quick[2], redirect_stdout(out), redirect_stderr(complaint):
        try:
            shell.main(arguments)
        except SystemExit as end:
            if end.code not in (None, 0):
                assert end.code == 2 and complaint.getvalue().count("\n") == 1, complaint.getvalue()
                raise RefusedError(complaint.getvalue().rstrip("\n")) from None


def _hasty() -> Any:
    whole = opponents.choose_turn_text
    return patch.object(opponents, "choose_turn_text", lambda game, position, **_: whole(game, position, nodes=20))


# --- the arena


def _seated(text: str) -> None:
    """Read the name of a player. External engines are started only when they are to play."""
    for key in ("duck-chess", "unstacked-draughts"):
        players.player(key, text, 0.5)


def _matches() -> str:
    pairing = asdict(ArenaPairing("ducart", "3", "random", "random"))
    ended = MatchResult(0, "repetition", (), "8/8", ("Wd2-d3", "Wd7-d6"), (Pace(1, 0.5, 0.5), Pace(1, 0.1, 0.1)))
    lost = replace(ended, number=1, reason="forfeit", winners=(0,), fault="It gave no turn.")
    return "".join(json.dumps({**pairing, **played.data()}) + "\n" for played in (ended, lost))


class Matches:
    """Reads files of arena matches, which may come from other machines."""

    def __init__(self, home: Path) -> None:
        self._file = home / "matches.jsonl"

    def read(self, text: str) -> None:
        self._file.write_bytes(text.encode(errors="surrogatepass"))
        list(arena.read(self._file, ArenaPairing("ducart", "3", "random", "random")))
        for pairing, standing in arena.standings([self._file]):
            assert str(pairing) and str(standing) and standing.score


# --- files, tables and the environment


def _unpacked(text: str) -> None:
    data = packed.unpack(_MAGIC, text.encode("latin-1", errors="replace"), _SIZE, "table of the trial")
    assert len(data) == _SIZE


class MatchFiles:
    """Reads the file of the match that was on the table when the app was closed."""

    def __init__(self, home: Path) -> None:
        self._home = home

    def read(self, text: str) -> None:
        """Start the app, which resumes the match, or reports why it can't and renames the file."""
        data = text.encode(errors="surrogatepass")
        for old in self._home.rglob("*.*"):
            if old.is_file():
                old.unlink()
        for name, content in (("matches/m.tablier", data), ("open.txt", data[:40] if len(text) % 9 == 0 else b"m\n")):
            (self._home / name).parent.mkdir(exist_ok=True)
            (self._home / name).write_bytes(content)
        storage = Storage()
        match_id = storage.open_match()
        if match_id is not None:
            with suppress(OSError):
                storage.read_match(match_id, lambda text: Session.load("m", text)).save(storage)
        words = Words("en")
        for notice in storage.notices:
            assert notice.sentence(words).isprintable(), f"{notice} can't be shown"
        kept = [path.read_bytes() for path in self._home.rglob("*.*") if path.is_file()]
        assert data in kept or not storage.notices, "what was refused isn't kept"


def _opened(text: str) -> None:
    """Open a path from the command line or of a file dropped on the window."""
    app: Any = SimpleNamespace(words=Words("en"))
    path = present(read_file_argument(["--", text]), "path")
    read_file(app, ROOT / path)


def _wished(text: str) -> None:
    with patch.dict(os.environ, {"LANGUAGE": text.replace("\0", "").encode(errors="replace").decode()}):
        assert system_language() in LANGUAGES
