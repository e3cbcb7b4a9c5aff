"""`tablier --self-test` passes on an intact app, and names what is broken."""

import importlib
import io
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from rules import GAMES
from rules.ai.questions import Answer
from scenes import selftest
from scenes.app.version import VERSION
from scenes.app.words import LANGUAGES
from sounds import VARIANTS

ROOT: Final = Path(__file__).parents[1]
MAIN: Final = [sys.executable, str(ROOT / "main.py")]
DUCK: Final = "opponent in duck-chess"


def end_at_once(pipe: object, stop: object) -> None:
    os._exit(3)


def play_nothing(thinker: object) -> Answer:
    return Answer(1, ())


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, list[str]]]:
    """Return a function that runs the checks of these names and returns the exit code and the lines."""
    every = selftest.checks

    def look(*names: str) -> tuple[int, list[str]]:
        monkeypatch.setattr(selftest, "checks", lambda app: (one for one in every(app) if one[0] in names))
        said = io.StringIO()
        return selftest.run(said), said.getvalue().splitlines()

    return look


def test_selftest_passes_on_the_intact_app(tmp_path: Path) -> None:
    home = tmp_path / "home"
    env = {**os.environ, "TABLIER_HOME": str(home)}
    done = subprocess.run([*MAIN, "--self-test"], capture_output=True, text=True, env=env, check=False)
    first, *lines, last = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert first.startswith(f"Tablier {VERSION}: Python ")
    assert [line for line in lines if not line.endswith(": well")] == []
    assert last == f"{len(lines)} looked at, 0 failed."
    seen = {line.removesuffix(": well") for line in lines}
    assert {f"language {language}" for language in LANGUAGES} <= seen
    assert len({name for name in seen if name.startswith("sound ")}) == sum(VARIANTS.values()) + 1
    for game in GAMES:
        assert {
            f"modules of {game.key}",
            f"texts of {game.key}",
            f"table of {game.key}",
            f"opponent in {game.key}",
        } <= seen
    assert not home.exists(), "the person's files are none of its business"


def test_every_picture_is_checked() -> None:
    there = {path.relative_to(ROOT / "sprites").with_suffix("").as_posix() for path in ROOT.glob("sprites/*/*.svg")}
    folders = (*selftest.SHARED_ART, *(game.key.replace("-", "_") for game in GAMES))
    assert {name for folder in folders for name, _ in selftest._iter_art_checks(folder)} == {
        f"sprite {look}" for look in there
    }


@pytest.fixture
def art(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for folder in ("sprites/duck_chess", "sounds"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    monkeypatch.setattr(selftest, "ROOT", tmp_path)
    return tmp_path


def test_a_missing_picture_is_named(only: Any, art: Path) -> None:
    (art / "sprites" / "duck_chess" / "duck.svg").unlink()
    code, lines = only("sprite duck_chess/duck", "sprite duck_chess/black-bishop")
    assert code == 1
    assert "sprite duck_chess/black-bishop: well" in lines
    assert lines[-2] == "2 looked at, 1 failed:"
    assert lines[-1].startswith("  sprite duck_chess/duck: FileNotFoundError: ")


def test_an_empty_picture_and_a_missing_folder_are_named(only: Any, art: Path) -> None:
    empty = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
    (art / "sprites" / "duck_chess" / "duck.svg").write_text(empty, encoding="utf-8")
    code, lines = only("sprite duck_chess/duck", "sprites ducart")
    assert code == 1 and lines[-2].startswith("  sprite duck_chess/duck: ")
    assert lines[-1].startswith("  sprites ducart: FileNotFoundError: ")


def test_a_missing_or_broken_sound_is_named(only: Any, art: Path) -> None:
    (art / "sounds" / "quack-1.ogg").unlink()
    (art / "sounds" / "quack-2.ogg").write_bytes(b"OggS, and nothing after it")
    code, lines = only("sound quack-1", "sound quack-2", "sound quack-3")
    assert code == 1
    assert [line.split(":")[0] for line in lines[-2:]] == ["  sound quack-1", "  sound quack-2"]


@pytest.fixture
def languages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Provide a copy of all games' words, used in place of the app's own; return the folder of Duck Chess."""
    shutil.copytree(ROOT / "scenes" / "games", tmp_path / "games")
    monkeypatch.setattr("scenes.app.game_files.GAMES_FOLDER", tmp_path / "games")
    return tmp_path / "games" / "duck_chess"


def without_its_name(file: Path) -> None:
    head, begin, rest = file.read_text(encoding="utf-8").partition("[games.duck-chess]\n")
    name, _, after = rest.partition("\n")
    assert begin and name.startswith("name = ")
    file.write_text(f"{head}{begin}{after}", encoding="utf-8")


def test_missing_words_of_a_language_are_named(only: Any, languages: Path) -> None:
    without_its_name(languages / "words.fr.toml")
    code, lines = only("language en", "language fr")
    assert code == 0 and "language fr: well" in lines, "it is said in English"
    without_its_name(languages / "words.en.toml")
    code, lines = only("language en")
    assert code == 1 and lines[-1] == "  language en: MissingWordsError: no words for games.duck-chess.name in en"


def test_missing_texts_are_named(only: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("scenes.app.game_files.GAMES_FOLDER", tmp_path)
    code, lines = only("texts of ducart")
    missing = "no rules, no lessons, no puzzles"
    assert code == 1 and lines[-1] == f"  texts of ducart: FaultError: there are {missing}"


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("double_draughts.engine.endgames", "double-draughts"),
        ("unstacked_draughts.engine.chance", "unstacked-draughts"),
    ],
)
def test_a_missing_table_of_a_game_is_named(only: Any, monkeypatch: pytest.MonkeyPatch, name: str, key: str) -> None:
    module = importlib.import_module(f"rules.{name}")
    module.load.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(module, "FILE", "gone.bin")
        code, lines = only(f"modules of {key}")
    assert code == 1 and lines[-1].startswith(f"  modules of {key}: ") and "missing" in lines[-1]
    assert module.load() is not None, "the module gives what it names"


def test_a_missing_module_of_a_game_is_named(only: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """PyInstaller leaves out what it can't see, such as what compiled modules import."""
    monkeypatch.setitem(sys.modules, "rules.ducart.engine.no_progress", None)
    code, lines = only("modules of ducart")
    assert code == 1 and "rules.ducart.engine.no_progress" in lines[-1]


@pytest.mark.parametrize(
    ("name", "instead", "fault"),
    [
        ("scenes.table.engine_client.serve", end_at_once, "The opponent's process died"),
        ("scenes.table.engine_client.EngineClient.poll", play_nothing, "it answered with [], which is no legal turn"),
    ],
    ids=["dies", "plays what is not legal"],
)
def test_a_faulty_opponent_is_named(
    only: Any, monkeypatch: pytest.MonkeyPatch, name: str, instead: Callable[..., object], fault: str
) -> None:
    monkeypatch.setattr(name, instead)
    code, lines = only(DUCK)
    assert code == 1 and lines[-1].startswith(f"  {DUCK}: FaultError: ") and fault in lines[-1]


def test_without_standard_output_the_report_is_written_beside_the_log(
    only: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A program without a console has none on Windows."""
    every = selftest.checks
    monkeypatch.setattr(selftest, "checks", lambda app: (one for one in every(app) if one[0] == "files"))
    monkeypatch.setattr(sys, "stdout", None)
    assert selftest.run() == 0
    lines = (tmp_path / "home" / "self-test.txt").read_text(encoding="utf-8").splitlines()
    assert lines[1:] == ["files: well", "1 looked at, 0 failed."]


def test_selftest_restores_the_environment(only: Any) -> None:
    before = dict(os.environ)
    assert only("files")[0] == 0
    assert dict(os.environ) == before


@pytest.mark.parametrize(("option", "said"), [("--version", f"Tablier {VERSION}\n"), ("--help", "usage: tablier ")])
def test_questions_of_the_command_line_need_no_window(option: str, said: str) -> None:
    code = "import sys, main\ntry: main.main()\nfinally: assert 'pygame' not in sys.modules"
    done = subprocess.run([sys.executable, "-c", code, option], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(said)


def test_an_ordinary_start_does_not_load_the_selftest() -> None:
    code = (
        "import sys; from scenes import start\n"
        "start.run([], lambda app: (print('scenes.selftest' in sys.modules), app.quit()))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_missing_licence_is_named(
    only: Callable[..., tuple[int, list[str]]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(selftest, "COLLECTED", tmp_path)
    monkeypatch.setattr(selftest, "licence_files", lambda part: [] if part.name == "FreeType" else [tmp_path])
    code, lines = only("licences")
    assert code == 1 and "The licence is missing of FreeType" in lines[1]
