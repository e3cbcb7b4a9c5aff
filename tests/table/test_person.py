"""Stories of a person who clicks and reads at a table without a window (`person.json`)."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests.table.person import Person, act, fits, seen

STORIES: Final = json.loads(Path(__file__).with_name("person.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("story", [pytest.param(story, id=story["story"]) for story in STORIES])
def test_a_table_says_and_does_what_the_story_tells(story: dict[str, Any]) -> None:
    facts = {name: value for name, value in story.items() if name not in ("story", "steps", "game")}
    person = Person(story["game"], **facts)
    for line, wanted in story["steps"]:
        for deed in line.split("; "):
            act(person, deed)
        found = {name: seen(person, name) for name in wanted}
        assert all(fits(person, wanted[name], found[name]) for name in wanted), (line, found)
