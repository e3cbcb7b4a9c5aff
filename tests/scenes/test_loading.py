"""What is loaded, and when: nobody waits for what nobody has asked for yet."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Final

import pytest

from rules import GAMES, KEYS, get
from rules.contract import NATURE
from rules.match import Match
from rules.record import Player, Record, write
from scenes.app.game_card import card_of
from scenes.table.game_ui import ui_of
from tests.effort import by_effort

ROOT: Final = Path(__file__).parents[2]
ALL_BOARDS: Final = 60
"""Frames in which the menu has long done all that there is to do at rest."""

WATCHED: Final = """
import sys
import main, scenes.start

def watch(app):
    for _ in range({frames}):
        from scenes.screens import paint_ahead

        paint_ahead.start_painter = print  # another process would paint what comes next
        if app.chores:
            app.chores.popleft()()
        app.frame()
    print(*sys.modules)
    app.quit()

scenes.start.run([], watch)
"""
SEARCHING: Final = """
import main

if __name__ == "__main__":
    import os, time, pygame
    from rules import get
    from rules.ai.questions import Choose
    from scenes.table.engine_client import EngineClient

    game = get({key!r})
    os.environ["PYTHONPROFILEIMPORTTIME"] = "1"
    thinker = EngineClient(print)
    thinker.ask(Choose({key!r}, game.text.read({position!r}), level=1, memory=1))
    while thinker.is_busy:
        answer = thinker.poll()
        time.sleep(0.01)
    print(answer.error or len(answer.moves))
    thinker.close()
"""
"""A program whose opponent's process says on stderr what it imports."""


def run(command: list[str], home: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "TABLIER_HOME": str(home), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    env["PYTHONPATH"] = str(ROOT)
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=env, capture_output=True, text=True, timeout=120, check=True
    )


def loaded(home: Path, frames: int) -> set[str]:
    return set(run(["-c", WATCHED.format(frames=frames)], home).stdout.splitlines()[-1].split())


def keep(home: Path, key: str, opened: bool) -> Match:
    game = get(key)
    match = Match(game.play)
    while match.position.to_move == NATURE:
        match.play_chance(rng=Random(1))
    (home / "matches").mkdir()
    players = tuple(Player("person", name) for name in "ABCDEF"[: match.seats])
    (home / "matches" / "one.tablier").write_text(write(Record(match, players)), encoding="utf-8")
    if opened:
        (home / "open.txt").write_text("one\n", encoding="utf-8")
    return match


def games_of(modules: set[str]) -> set[str]:
    parts = {name.split(".")[1] for name in modules if name.startswith("rules.")}
    return {key for key in KEYS if key.replace("-", "_") in parts}


def engines(modules: set[str]) -> set[str]:
    found = {name for name in modules if name.startswith("rules.") and name.endswith((".opponent", ".engine.search"))}
    return found - {"rules.search.opponent"}  # what they have in common


def test_game_keys_are_known_without_loading_rules() -> None:
    assert tuple(game.key for game in GAMES) == KEYS
    code = "import sys, rules; print(*rules.KEYS); rules.find('ducart'); print(*sys.modules)"
    known, modules = run(["-c", code], ROOT).stdout.splitlines()
    assert known.split() == list(KEYS) and games_of(set(modules.split())) == {"ducart"}
    with pytest.raises(ImportError):
        from rules import NOTHING  # type: ignore[attr-defined]  # noqa: F401


def test_first_frame_loads_no_rules(tmp_path: Path) -> None:
    modules = loaded(tmp_path, 0)
    assert "scenes.screens.menu.scene" in modules and games_of(modules) == set()
    late = {
        "rules.contract",
        "rules.match",
        "scenes.table.scene",
        "scenes.surfaces.view",
        "scenes.screens.match_list",
        "scenes.screens.setup.scene",
        "scenes.app.fallback_fonts",
    }
    assert not modules & {*late, "multiprocessing", "scenes.table.engine_client"}


def test_bookmark_on_the_menu_loads_no_rules(tmp_path: Path) -> None:
    keep(tmp_path, "duck-chess", opened=False)
    modules = loaded(tmp_path, 0)
    assert "scenes.table.record_headers" in modules and games_of(modules) == set()


def test_idle_menu_preloads_games_and_no_engine(tmp_path: Path) -> None:
    assert games_of(loaded(tmp_path, 1)) == set()
    modules = loaded(tmp_path, ALL_BOARDS)
    assert games_of(modules) == set(KEYS) and engines(modules) == set()
    assert {"scenes.screens.setup.scene", "scenes.table.scene"} <= modules


@pytest.mark.parametrize("key", KEYS[:: by_effort(2, 1, 1)])
def test_open_match_loads_only_its_game(tmp_path: Path, key: str) -> None:
    keep(tmp_path, key, opened=True)
    modules = loaded(tmp_path, ALL_BOARDS)
    assert "scenes.table.scene" in modules and games_of(modules) == {key}


@pytest.mark.parametrize("key", KEYS[by_effort(1, 0, 0) :: by_effort(2, 1, 1)])
def test_engine_process_loads_only_its_game_and_no_pygame(tmp_path: Path, key: str) -> None:
    program = tmp_path / "program.py"
    position = keep(tmp_path, key, opened=False).position
    program.write_text(SEARCHING.format(key=key, position=position.text()), encoding="utf-8")
    done = run([str(program)], tmp_path)
    assert int(done.stdout.splitlines()[-1]) >= 1
    modules = {
        line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")
    }
    assert "rules.ai.opponent_process" in modules and games_of(modules) == {key}
    assert not {name for name in modules if name.partition(".")[0] in ("pygame", "scenes", "pymunk", "platformdirs")}


@pytest.mark.parametrize("key", KEYS)
def test_ratio_on_a_game_card_is_that_of_its_table(key: str) -> None:
    table = ui_of(key).view()
    visible_part = table.visible_part()
    assert pytest.approx(visible_part.w / visible_part.h) == card_of(key).ratio


def test_game_card_loads_no_rules_and_no_pygame() -> None:
    code = "import sys; from scenes.app.game_card import card_of; *map(card_of, sys.argv[1:]),; print(*sys.modules)"
    modules = set(run(["-c", code, *KEYS], ROOT).stdout.splitlines()[-1].split())
    assert games_of(modules) == set() and "pygame" not in modules
