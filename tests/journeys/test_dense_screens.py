"""Screens of 125 and 150 %: the window has so many more pixels, nothing in it is blurred, and clicks land."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest

from rules import get
from rules.match import Match
from rules.record import Player
from scenes.app.displays import scale_size
from scenes.screens.settings import SettingsScene
from scenes.table.game_ui import ui_of
from tests.journeys.driver import IS_UNDER_WINE, SIZE, Person, wait_for
from tests.journeys.places import Board, lay_open, match_menu, open_table
from tests.journeys.screens import reach

pytestmark = pytest.mark.journey

GAME = get("double-draughts")


@pytest.fixture(params=[1.25, 1.5])
def density(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[float]:
    """Provide the pixels per point that the system tells the app."""
    monkeypatch.setenv("GDK_SCALE", str(request.param))
    set_dots_per_inch(round(96 * request.param))
    yield request.param
    set_dots_per_inch(96)


def set_dots_per_inch(dots: int) -> None:
    """Set what Wine tells programs once it has been started anew; elsewhere GDK_SCALE tells them."""
    if IS_UNDER_WINE:
        value = ("/v", "LogPixels", "/t", "REG_DWORD", "/d", str(dots), "/f")
        words = ["wine", "reg", "add", r"HKCU\Control Panel\Desktop", *value]
        subprocess.run(words, input=b"", capture_output=True, check=True)
        for end in ("-k", "-w"):
            subprocess.run(["wineserver", end], check=False)


def test_clicks_land_in_a_sharp_window_on_a_dense_screen(density: float, person: Person) -> None:
    person.density, person.size = density, scale_size(SIZE, density)
    lay_open(person, GAME, (Player("person", "Anna"), Player("person", "Bert")))
    person.start()
    assert person.see().get_size() == person.size
    reach(person, open_table, lambda: None, str)
    match = Match(GAME.play)
    board = Board(person, GAME.key, ui_of(GAME.key).view().bottom_seat)
    for drag in (False, True):
        move = match.position.legal_moves()[0]
        board.move(match.position.gesture(move), drag)
        match.play(move)
        wait_for(lambda: person.moves() == [str(ply.move) for ply in match.plies], f"the move {move}")
    reach(person, match_menu, lambda: person.press_key("Escape"), str)
    reach(person, SettingsScene, lambda: person.press(match_menu, "pause.settings"), str)
    person.look("settings")
    assert person.close() == 0
