"""The code that one turn runs, from the two clicks to the saved file, and the calls that one press repeats."""

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

import rules
import scenes
from tests.scenes.driver import Tables

ROOT: Final = Path(scenes.__file__).parent.parent
MOST: Final = 66
MOST_AT_THE_TABLE: Final = 21
"""Files of `rules` and `scenes` in all, and of `scenes/table` with `scenes/games`."""
NO_CONCERN: Final = ("dice", "cup", "throw", "seal", "card", "ducale", "unstacked", "mail")
"""What has no part in a turn of draughts, by a file's name or folder."""


ONCE: Final = (
    "TableRuntime._show",
    "state_of",
    "MatchScene.show",
    "Sidebar.show",
    "marks_of",
)
"""Functions that one press calls at most once: what is shown is derived once, and once for each position."""
FEW: Final = {
    "update": 2,
    "MatchScene.perform": 2,
    "TableFacts.movers": 3,
    "Match.outcome": 18,
    "Match.position": 50,
    "Match.copy": 1,
    "Position.legal_moves": 5,
}
"""Functions that one press calls at most so often."""


def called(act: Callable[[], object]) -> Counter[tuple[str, str]]:
    """Return how often each function was called, by file and name."""
    found = Counter[tuple[str, str]]()

    def note(frame: Any, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            found[frame.f_code.co_filename, frame.f_code.co_qualname] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(before)
    return found


def walked(act: Callable[[], object]) -> list[str]:
    """Return the files of `rules` and `scenes` whose functions were called."""
    paths = (Path(name) for name in {name for name, _ in called(act)} if Path(name).is_relative_to(ROOT))
    names = (path.relative_to(ROOT).as_posix() for path in paths)
    return sorted(name for name in names if name.startswith(("rules/", "scenes/")))


def test_turn_runs_through_few_files(tables: Tables) -> None:
    drive = tables.table(clicks=("a6", "b5"))
    drive.settle()

    def turn() -> None:
        drive.click("h3", "g4")
        drive.settle()

    files = walked(turn)
    assert drive.played() == ["a6-b5", "h3-g4"]
    assert "h3-g4" in drive.app.storage.load_match(drive.scene.session.id)
    table = [name for name in files if name.startswith(("scenes/table/", "scenes/games/"))]
    assert len(files) <= MOST and len(table) <= MOST_AT_THE_TABLE, f"{len(files)} {len(table)}\n" + "\n".join(files)
    assert not [name for name in files if any(word in name for word in NO_CONCERN)], files


@pytest.mark.parametrize("key", rules.KEYS)
def test_press_derives_the_shown_state_once(tables: Tables, key: str) -> None:
    drive = tables.table(game=rules.get(key))
    drive.settle()
    if drive.scene.board_cover.visible:
        drive.click(drive.scene.board_cover.button)
        drive.settle()
    gesture = next(one for one in drive.facts.legal_gestures if one.drop is not None or len(one.pick) == 1)
    target = gesture.drop or min(gesture.pick)
    if gesture.drop is not None:
        drive.click(*gesture.pick)
    plies = len(drive.match.plies)
    times = Counter[str]()
    for (_, name), count in called(lambda: drive.press(target)).items():
        times[name] += count
    drive.release(target)
    assert len(drive.match.plies) >= plies
    if key == "duck-chess":
        assert [name for name in (*ONCE, *FEW) if not times[name]] == [], "renamed?"
    assert {name: times[name] for name in ONCE if times[name] > 1} == {}
    assert {name: times[name] for name, most in FEW.items() if times[name] > most} == {}
