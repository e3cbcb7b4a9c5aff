"""Stories of clicks and keys in a window (`clicks.json`). What needs no pixel is a story of `tests/table`."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests.scenes.clicks import act, begin, fits, seen
from tests.scenes.driver import Tables

STORIES: Final = json.loads(Path(__file__).with_name("clicks.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("story", [pytest.param(story, id=story["story"]) for story in STORIES])
def test_story(rummy: Tables, story: dict[str, Any]) -> None:
    drive = begin(rummy, story)
    for line, wanted in story["steps"]:
        for deed in line.split("; "):
            act(drive, deed)
        found = {name: seen(drive, name) for name in wanted}
        assert all(fits(wanted[name], found[name]) for name in wanted), (line, found)
