"""Scripts with which the monkey (`python -m tests.soak monkey`) found faults, cut down to what they took."""

from __future__ import annotations

from typing import Final

import pytest

from tests.soak.monkey.living import live
from tests.soak.monkey.scripts import Script

FOUND: Final[dict[str, tuple[str, Script]]] = {
    "the keyboard was on a card that had gone": (
        "3 1",
        (
            ("lay", "over: ducale", 397735),
            ("turn", 0.1337, "click"),
            ("turn", 0.5108, "drag"),
            ("key", "down", ""),
            ("turn", 0.9298, "drag"),
            ("key", "up", "alt"),
        ),
    ),
    "a card was taken from the tray before the table was painted": (
        "77 24",
        (
            ("lay", "set-up: ducale", 207127),
            ("key", "r", ""),
            ("wheel", 1),
            ("target", 0.6151, 1),
            ("turn", 0.6875, "click"),
            ("haul", 0.5355, 0.2804),
        ),
    ),
    "a place of the editor had no words": (
        "77 33",
        (
            ("set", "line_of_words", 0.6392),
            ("lay", "pause: unstacked-draughts", 627737),
            ("target", 0.2924, 1),
            ("key", "left", "ctrl shift"),
        ),
    ),
    "a word stayed half pressed into the leather": (
        "3143413333 1",
        (
            ("still",),
            ("widget", 0.1959, 1),
            ("turn", 0.8624, "click"),
            ("lay", "lesson: duck-chess", 13943),
            ("lay", "editing: double-draughts", 298215),
            ("widget", 0.9973, 1),
            ("lay", "match, computer: unstacked-draughts", 24123),
            ("wait", 0.4),
            ("key", "return", ""),
            ("still",),
        ),
    ),
    "the shadow of a board that rose was cut off": (
        "21 12",
        (
            ("turn", 0.8121, "click"),
            ("turn", 0.0639, "drag"),
            ("move", 0.522, 0.709),
            ("still",),
        ),
    ),
    "a numeral went dark in part": (
        "11 0",
        (("lay", "match, persons: unstacked-draughts", 5729), ("still",)),
    ),
    "a try-out from within a roll was to be saved": (
        "11 11",
        (("lay", "try-out begun: unstacked-draughts", 900681), ("still",), ("key", "s", "ctrl"), ("still",)),
    ),
    "the mark of the focus round the chances was there in part": (
        "3721949866 7",
        (
            ("lay", "over: unstacked-draughts", 589838),
            ("turn", 0.9096, "click"),
            ("turn", 0.0887, "drop"),
            ("key", "tab", "ctrl"),
            ("still",),
        ),
    ),
    "a key left the picture of what the mouse had held": (
        "424242 963",
        (
            ("lay", "editing: double-draughts", 380651),
            ("turn", 0.0914, "drag"),
            ("key", "y", ""),
            ("still",),
        ),
    ),
    "the mark of the focus lay where a line would be that was scrolled away": (
        "424242 1333",
        (
            ("widget", 0.0022, 1),
            ("turn", 0.8379, "click"),
            ("turn", 0.4013, "click"),
            ("key", "down", "alt"),
            ("still",),
        ),
    ),
    "an arrow went to what lies on no table": (
        "90210 277",
        (("lay", "match, persons: unstacked-draughts", 43269), ("key", "left", "")),
    ),
    "four colours came to the cards one by one": (
        "4711 188",
        (("lay", "lesson: ducale", 580413), ("set", "four_colours", 0.7069), ("still",)),
    ),
    "the numerals of the last turn stayed dark": (
        "4711 216",
        (
            ("target", 0.6934, 1),
            ("turn", 0.199, "drag"),
            ("widget", 0.3952, 1),
            ("lay", "pause: unstacked-draughts", 418454),
            ("key", "escape", "ctrl shift"),
            ("target", 0.3966, 1),
            ("widget", 0.2164, 1),
            ("widget", 0.3742, 1),
            ("still",),
        ),
    ),
    "a match of cards was to be saved in its own format": (
        "1 11",
        (("lay", "over: ducale", 3), ("key", "s", "ctrl"), ("still",)),
    ),
}


@pytest.mark.parametrize("name", FOUND)
def test_what_was_found_is_mended(name: str) -> None:
    seed, script = FOUND[name]
    fault = live(script, seed, thorough=True).fault
    assert fault is None, fault


@pytest.mark.parametrize("key", ["double-draughts", "duck-chess"])
def test_a_turn_is_made_in_whatever_is_tried_out(key: str) -> None:
    """From the midst of a turn a try-out began where nothing could be written down."""
    for seed in range(6):
        script: Script = (
            ("lay", f"try-out begun: {key}", seed),
            ("wait", 0.4),
            *[("turn", part / 7, "click") for part in range(7)],
        )
        fault = live(script, f"{seed}", thorough=True).fault
        assert fault is None, fault


def test_the_bar_of_a_clock_moves_with_its_digits() -> None:
    """It shrank by a pixel in whatever frame came, between two looks that the clock had asked for."""
    script: Script = (
        ("lay", "match, computers: ducart", 712062),
        ("lay", "match, any: unstacked-draughts", 477079),
        ("lay", "rulebook: ducale", 131846),
        ("turn", 0.0544, "drop"),
        ("turn", 0.4422, "drag"),
        ("size", 960, 600),
        ("wait", 1.0),
        ("widget", 0.4787, 1),
        ("still",),
    )
    fault = live(script, "424242 1182", thorough=True).fault
    assert fault is None, fault


def test_a_window_that_grows_while_a_screen_comes_is_painted_whole() -> None:
    """One that was smaller than any should be was laid out as the smallest: growing to that changed nothing, and the
    screen that came was seen as the small window had it."""
    script: Script = (
        ("turn", 0.5269, "drag"),
        ("size", 700, 400),
        ("turn", 0.5926, "click"),
        ("size", 960, 600),
        ("still",),
    )
    fault = live(script, "20261123 125", thorough=True).fault
    assert fault is None, fault
