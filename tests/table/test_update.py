"""The update of a table: whole matches and stories from events alone, the same twice, and without pygame."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

import rules
from scenes.table import events
from tests.sixth_game import KEY as SIXTH
from tests.table.story import COMPUTER, LONGEST, PERSON, Story, act, seen

ROOT: Final = Path(__file__).parents[2]
STORIES: Final[list[dict[str, Any]]] = [
    story
    for name in ("stories.json", "stories_screens.json")
    for story in json.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))
]
PLAYERS: Final = {"person": PERSON, "computer": COMPUTER}


@pytest.mark.parametrize("story", [pytest.param(story, id=story["story"]) for story in STORIES])
def test_a_story_goes_as_it_is_told(story: dict[str, Any]) -> None:
    facts = {name: value for name, value in story.items() if name not in ("story", "steps", "players", "game")}
    players = [PLAYERS[kind] for kind in story.get("players", "person person").split()]
    table = Story(story["game"], players, **facts)
    for number, (line, wanted) in enumerate(story["steps"]):
        act(table, line)
        found = {name: seen(table, name) for name in wanted}
        assert found == wanted, f"step {number}: {line}"


@pytest.mark.parametrize(
    "players", [(PERSON, PERSON), (PERSON, COMPUTER), (COMPUTER, COMPUTER)], ids=["pp", "pc", "cc"]
)
@pytest.mark.parametrize("key", (*rules.KEYS, SIXTH))
def test_a_whole_match_is_played_by_events_alone(
    monkeypatch: pytest.MonkeyPatch, key: str, players: tuple[Any, ...]
) -> None:
    monkeypatch.setitem(rules.REGISTRY, SIXTH, "tests.sixth_game")
    table, rng = Story(key, players, animation="off"), Random(7)
    for _ in range(LONGEST):
        if table.facts.outcome is not None or len(table.facts.match.plies) > 120:
            break
        table.go_on(rng)
    plies = [str(ply.move) for ply in table.facts.match.plies]
    assert table.facts.outcome is not None or len(plies) > 120, plies
    if table.facts.outcome is not None and table.facts.can_undo:
        table.send(events.Command.UNDO)
        assert len(table.facts.match.plies) < len(plies)


def test_no_pygame_is_imported_for_all_of_it() -> None:
    code = (
        "import sys, json, pathlib\n"
        "from random import Random\n"
        "import rules\n"
        "from tests.table.story import COMPUTER, PERSON, Story\n"
        "for key in rules.KEYS:\n"
        "    for players in ((PERSON, PERSON), (PERSON, COMPUTER)):\n"
        "        table, rng = Story(key, players, animation='off'), Random(7)\n"
        "        for _ in range(60):\n"
        "            table.facts.outcome is not None or table.go_on(rng)\n"
        "print(sorted(name for name in sys.modules if name.startswith('pygame')))\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=300)
    assert (ran.stdout.strip(), ran.stderr[-800:]) == ("[]", "")
