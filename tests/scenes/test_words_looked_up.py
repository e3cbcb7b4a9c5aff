"""No word of the interface is written in the code: for with other letters in the files of words none is left."""

import re
from collections.abc import Iterator
from pathlib import Path
from string import ascii_letters
from typing import Final

import platformdirs
import pytest

import rules
import scenes
from scenes.app.app import App
from scenes.app.words import Words, language_names
from tests.scenes.catalogue import FAULT_LOG, LONG, SCENES
from tests.scenes.shared_app import paint_screen, reset_app, shared_app

SIZE: Final = (1280, 800)
OTHER: Final = {ord(letter): ord("А") + place for place, letter in enumerate(ascii_letters)}
"""Letters of the files of words become Cyrillic ones, which no code writes and our own fonts have."""
WORD: Final = re.compile(r"[A-Za-z]{3,}")
ROOT: Final = Path(scenes.__file__).parent


def _of_ducale() -> str:
    game = rules.get("ducale")
    return f"{game.play.start(game.play.options(), 2).text()} false draw"


PEOPLE: Final = (LONG, LONG[::-1], *language_names().values())
DATA: Final = {
    "save": ".tablier",
    "versions": "m.tablier",
    "matches in a file": "Anna – Bert · 1-0 · Cup",
    "setting up ducale": _of_ducale(),
    "review": "Qxe5",
    "mistakes": "Qxe7",
    "fault": str(FAULT_LOG),
}
"""The same: the end of a file's name, a position and a turn as text, of scenes by how their names begin."""
PRINTED: Final = {
    "rules": "games/*/rules.en.md",
    "licences": "screens/third_party.toml",
    "settings with an engine": "../tests/scenes/catalogue.py",
    "setup with an engine": "../tests/scenes/catalogue.py",
}
"""Scenes, by how their names begin, that show texts of files: rulebook, parts of the app, an engine's name."""


def told_elsewhere(name: str) -> set[str]:
    texts = [
        *PEOPLE,
        str(Path.home()),
        str(platformdirs.user_documents_path()),
        *(text for beginning, text in DATA.items() if name.startswith(beginning)),
    ]
    for beginning, files in PRINTED.items():
        if name.startswith(beginning):
            texts += [path.read_text(encoding="utf-8") for path in ROOT.glob(files)]
    return {word for text in texts for word in WORD.findall(text)}


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    with pytest.MonkeyPatch.context() as patch:
        call = Words.__call__
        patch.setattr(Words, "__call__", lambda self, key, **facts: call(self, key, **facts).translate(OTHER))
        with shared_app(tmp_path_factory.mktemp("strange"), window=SIZE, language="en") as app:
            yield app


@pytest.mark.parametrize("name", [name for name in SCENES if not name.startswith("rules, searched")])
def test_every_word_on_a_screen_comes_from_word_files(
    window: App, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sheets that were searched are left out: they are painted in pieces of words, between the letters found."""
    reset_app(window, tmp_path, monkeypatch, window=SIZE, language="en")
    _, painted = paint_screen(window, name, monkeypatch)
    assert {word for line in painted for word in WORD.findall(line)} <= told_elsewhere(name)
