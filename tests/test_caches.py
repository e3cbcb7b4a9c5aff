"""Every cache of the program has a limit, or is limited by nature."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LONGEST = 900.0
"""Seconds after which the modules are not waited for any longer."""
BY_NATURE = {
    "rules.abilities:_has_members": "kinds of positions and abilities",
    "rules.ai.uci_server:_start_history": "games",
    "rules.double_draughts.engine.endgames:load": "one table",
    "rules.ducart.effects:keeping_keeper": "looks of a Keeper",
    "rules.ducart.effects:piece": "looks of a piece",
    "rules.ducart.effects:tokens": "what may lie on a square",
    "rules.unstacked_draughts.engine.chance:load": "one table",
    "rules.unstacked_draughts.moves:throw_results": "kinds of throws",
    "rules.unstacked_draughts.match_equity:_chance_before_game": "points that are still wanted",
    "scenes.app.displays:x11": "one server",
    "scenes.app.game_card:card_of": "games",
    "scenes.app.settings:_field_types": "one table",
    "scenes.games.duck_chess.duck_marks:_signed_value": "kinds of men",
    "scenes.games.unstacked_draughts.dice.real_dice:_pymunk": "one module",
    "scenes.screens.learn.tasks:course": "games",
    "scenes.screens.learn.tasks:puzzles": "games",
    "scenes.screens.learn.tasks:task_ids": "games and kinds",
    "scenes.screens.third_party:_index": "one table",
    "scenes.table.chance:rules_of": "games",
    "scenes.table.game_ui:ui_of": "games",
    "scenes.table.game_ui:view_of": "games",
    "scenes.table.game_parts:parts_of": "games",
    "scenes.table.game_phrases:phrases_of": "games",
}
"""What is remembered without a limit, as there is only so much of it."""


def test_every_cache_has_a_limit() -> None:
    """States of Unstacked Draughts were remembered one and all: thousands in an evening."""
    code = (
        "import functools, gc, importlib, pkgutil, rules, scenes\n"
        "for package in (rules, scenes):\n"
        "    for module in pkgutil.walk_packages(package.__path__, package.__name__ + '.'):\n"
        "        if not module.name.endswith('__main__'):\n"
        "            importlib.import_module(module.name)\n"
        "for one in gc.get_objects():\n"
        "    if isinstance(one, functools._lru_cache_wrapper) and one.cache_info().maxsize is None:\n"
        "        print(f'{one.__module__}:{one.__qualname__}')\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT, timeout=LONGEST
    )
    endless = {line for line in ran.stdout.splitlines() if line.startswith(("rules.", "scenes."))}
    assert endless == set(BY_NATURE)
