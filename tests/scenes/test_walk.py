"""How much code one turn of Double Draughts runs, from the two clicks to the saved file."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import scenes
from tests.scenes.driver import Tables

ROOT: Final = Path(scenes.__file__).parent.parent
MOST: Final = 53
MOST_AT_THE_TABLE: Final = 14
"""Files of `rules` and `scenes` in all, and of `scenes/table` with `scenes/games`."""
NO_CONCERN: Final = ("dice", "cup", "throw", "seal", "card", "ducale", "unstacked", "mail")
"""What has no part in a turn of draughts, by a file's name or folder."""


def walked(act: Callable[[], object]) -> list[str]:
    found = set[str]()

    def note(frame: Any, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_name != "<module>":
            found.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(before)
    paths = (Path(name) for name in found if Path(name).is_relative_to(ROOT))
    names = (path.relative_to(ROOT).as_posix() for path in paths)
    return sorted(name for name in names if name.startswith(("rules/", "scenes/")))


def test_a_turn_runs_through_few_files(tables: Tables) -> None:
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
