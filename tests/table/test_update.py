"""The update of a table: matches and stories by events alone, reproducible and without pygame."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

import pytest

import rules
from scenes.table import events
from tests.sixth_game import KEY as SIXTH
from tests.table import person
from tests.table.person import Person
from tests.table.story import COMPUTER, LONGEST, PERSON, Story, act, seen

ROOT: Final = Path(__file__).parents[2]
PLAYERS: Final = {"person": PERSON, "computer": COMPUTER}
Steps: TypeAlias = list[tuple[str, dict[str, Any]]]
"""The acts of each step, and the values that are compared after it."""


def each_story(*names: str) -> pytest.MarkDecorator:
    """Run a test with each story of these files: its game, what else is known at its beginning, and its steps."""
    texts = [Path(__file__).with_name(f"{name}.json").read_text(encoding="utf-8") for name in names]
    stories = [story for text in texts for story in json.loads(text)]
    told = [pytest.param(one.pop("game"), one, one.pop("steps"), id=one.pop("story")) for one in stories]
    return pytest.mark.parametrize(("game", "facts", "steps"), told)


@each_story("stories", "stories_screens")
def test_update_gives_the_model_and_outputs_of_the_story(game: str, facts: dict[str, Any], steps: Steps) -> None:
    players = [PLAYERS[kind] for kind in facts.get("players", "person person").split()]
    table = Story(game, **{**facts, "players": players})
    for line, wanted in steps:
        for deed in line.split("; "):
            act(table, deed)
        assert {name: seen(table, name) for name in wanted} == wanted, line


@each_story("person")
def test_a_table_shows_the_sentences_and_outputs_of_the_story(game: str, facts: dict[str, Any], steps: Steps) -> None:
    one = Person(game, **facts)
    for line, wanted in steps:
        for deed in line.split("; "):
            person.act(one, deed)
        found = {name: person.seen(one, name) for name in wanted}
        assert all(person.fits(one, wanted[name], found[name]) for name in wanted), (line, found)


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


def test_update_imports_no_pygame() -> None:
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
