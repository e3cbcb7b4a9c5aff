"""The import rules of CONTRIBUTING.md, checked on the syntax trees."""

import ast
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

import pytest

import rules
from rules import GAMES

ROOT: Final = Path(rules.__file__).parents[1]
PACKAGES: Final = {game.key.replace("-", "_") for game in GAMES}
FLOORS: Final = (
    *(("common",), ("contract",), ("abilities", "errors"), ("board_game", "clock"), ("match",)),
    *(("record", "series", "tagged_record"), ("search",), ("teaching",), ("game",), tuple(sorted(PACKAGES))),
    *(("ai",), ("console",), ("lab",), ("__main__",)),
)
"""The parts of `rules`, the lowest first: a part imports those below it, and none beside it."""
SCENE_FLOORS: Final = ("app", "ui", "surfaces", "table", "games", "screens")
"""The parts of `scenes`, the lowest first; above them lies what wires and tests all: start, selftest."""
PURE_SCENES: Final = (
    "games.ducale.card_layout",
    "games.ducale.diagram_position",
    "games.ducale.card_film",
    "games.double_draughts.ending",
    "games.ducart.ending",
    "games.ducart.moving",
    "games.duck_chess.ending",
    "games.duck_chess.moving",
    "games.ducale.chance",
    "games.ducale.hand_animation",
    "games.ducale.hand_order",
    "games.unstacked_draughts.dice.real_dice",
    "games.unstacked_draughts.dice.dice_simulation",
    "games.unstacked_draughts.dice.field",
    "games.unstacked_draughts.dice.flight",
    "games.unstacked_draughts.dice.shaking",
    "games.unstacked_draughts.dice.valid_dice",
    "games.unstacked_draughts.dice.rotations",
    "games.unstacked_draughts.chance",
    "screens.learn.coach",
    "screens.learn.tasks",
    "screens.statistics.figures",
    "games.unstacked_draughts.ending",
    "games.unstacked_draughts.moving",
    "surfaces.clips",
    "surfaces.layout",
    "surfaces.living_tokens",
    "surfaces.timeline",
    "surfaces.end_animation",
    "table.runtime",
    "table.update",
    "table.editor_state",
    "table.external_engines",
    "table.statistics_entry",
    "table.match_summary",
    "table.model",
    "table.record_headers",
    "table.sealed_chance",
    "table.selection",
    "table.session",
    "ui.markdown",
)
"""Modules of `scenes` that need no window."""
OUTSIDE: Final = {"pygame", "pymunk", "platformdirs"}
"""What `scenes` may use beside the standard library and this project."""
IMPURE: Final = {
    *("asyncio", "concurrent", "ctypes", "datetime", "fileinput", "glob", "io", "locale", "multiprocessing", "os"),
    *("pathlib", "pickle", "platform", "secrets", "shelve", "shutil", "signal", "socket", "sqlite3", "subprocess"),
    *("sys", "tempfile", "threading", "time", "urllib", "uuid", "webbrowser"),
}
"""Clock, files, processes and the machine."""
STARTING: Final = {
    *(f"subprocess.{name}" for name in ("Popen", "run", "call", "check_call", "check_output", "getoutput")),
    *("Popen", "os.system", "os.popen", "os.startfile"),
}
"""The functions that start a program."""
SEED_OWNERS: Final = {"Random"}
"""All that is taken from `random`: a generator that its caller seeds."""


def sources(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def module(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES: Final = {module(path): path for folder in ("rules", "scenes") for path in sources(folder)}


@cache
def tree_of(name: str) -> ast.Module:
    return ast.parse(MODULES[name].read_text(encoding="utf-8"))


def statements_in(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements anywhere in a tree, without their expressions."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for node in getattr(tree, name, ()):
            yield node
            yield from statements_in(node)


@cache
def imports(tree: ast.AST) -> set[str]:
    """Return everything imported anywhere in a tree: `from a import b` gives a and a.b."""
    found: set[str] = set()
    for node in statements_in(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute here"
            assert node.module is not None
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def inside(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def tops(tree: ast.AST) -> set[str]:
    return {name.partition(".")[0] for name in imports(tree)}


def within(names: set[str], packages: Iterable[str]) -> set[str]:
    return {name for name in names if any(inside(name, package) for package in packages)}


@cache
def imports_at_the_top(tree: ast.Module) -> set[str]:
    return imports(ast.Module([node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)], []))


def reached(name: str) -> set[str]:
    found: set[str] = set()
    waiting = [name]
    while waiting:
        new = imports_at_the_top(tree_of(waiting.pop())) - found
        found |= new
        waiting += [other for other in new if other in MODULES]
    return found


def wrong_randomness(tree: ast.AST) -> set[str]:
    taken = {name.removeprefix("random.") for name in imports(tree) if name.startswith("random.")}
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random"
    }
    return (taken | used) - SEED_OWNERS


def opens_files(tree: ast.AST) -> bool:
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "open"
        for node in ast.walk(tree)
    )


def texts(tree: ast.AST) -> Iterator[str]:
    """Yield all texts and names of a source, docstrings included, comments not."""
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) | ast.Name(id=text) | ast.Attribute(attr=text) | ast.alias(name=text):
                yield text
            case ast.ImportFrom(module=str(text)):
                yield text


def names_a_game(tree: ast.AST) -> bool:
    words = {game.key for game in GAMES} | PACKAGES
    return any(word in text for text in texts(tree) for word in words)


def holds_a_key(tree: ast.AST) -> bool:
    keys = {game.key for game in GAMES} | PACKAGES
    return any(isinstance(node, ast.Constant) and node.value in keys for node in ast.walk(tree))


def may_touch_the_machine(name: str) -> bool:
    """Whether a module of `rules` may use files, processes and clocks."""
    return any(inside(name, f"rules.{part}") for part in ("ai", "lab", "__main__", "search.budget"))


RULES: Final = sorted(name for name in MODULES if inside(name, "rules"))
SCENES: Final = sorted(name for name in MODULES if inside(name, "scenes"))


# The readers themselves.


def test_imports_and_names_are_found_in_every_form() -> None:
    tree = ast.parse(
        "from random import Random, choice\n"
        "import random\n"
        "import os.path\n"
        "def f():\n"
        "    from rules.ai import opponents\n"
        "    random.shuffle([])\n"
        "    open('x')\n"
        "    return 'refusal.double-draughts'\n"
    )
    assert imports(tree) >= {"random", "os.path", "rules.ai", "rules.ai.opponents"}
    assert wrong_randomness(tree) == {"choice", "shuffle"}
    assert opens_files(tree)
    assert names_a_game(tree)
    assert not names_a_game(ast.parse("x = 'draughts'"))
    assert holds_a_key(ast.parse("x = 'ducale'")) and not holds_a_key(tree)
    assert within({"rules.ai.opponents", "rules.aim"}, ["rules.ai"]) == {"rules.ai.opponents"}
    assert "pygame" in reached("scenes.app.app")


# rules


def test_rules_import_only_the_standard_library_and_rules() -> None:
    allowed = sys.stdlib_module_names | {"rules", "mypy_extensions", "librt"}
    assert {name: found for name in RULES if (found := tops(tree_of(name)) - allowed)} == {}


def test_rules_know_no_clock_no_file_and_no_process() -> None:
    pure = [name for name in RULES if not may_touch_the_machine(name)]
    assert {name: found for name in pure if (found := tops(tree_of(name)) & IMPURE)} == {}
    assert [name for name in pure if opens_files(tree_of(name))] == []


def test_rules_know_no_global_randomness() -> None:
    assert {name: found for name in RULES if (found := wrong_randomness(tree_of(name)))} == {}


def part(name: str) -> str:
    """Return the part of `rules` that contains a module; the registry is `rules` itself."""
    return name.split(".")[1] if "." in name else ""


def floor(name: str) -> int:
    return next(number for number, parts in enumerate(FLOORS) if part(name) in parts)


def test_rules_import_only_lower_layers() -> None:
    """Also within functions, and for types alone. The registry names games as texts, and is asked from `ai` on."""
    upward = [
        f"{name} imports {other}"
        for name in RULES
        if name != "rules"
        for other in sorted(imports(tree_of(name)) & set(RULES))
        if other != "rules" and part(other) != part(name) and floor(other) >= floor(name)
    ]
    assert upward == []


@pytest.mark.parametrize("names", [RULES, SCENES], ids=["rules", "scenes"])
def test_no_import_is_circular(names: list[str]) -> None:
    """Also within functions, and for types alone."""
    edges = {
        name: {other for other in imports(tree_of(name)) & set(names) if other != name and not inside(name, other)}
        for name in names
    }
    TopologicalSorter(edges).prepare()  # raises a CycleError that names the modules of a circle


def test_engines_import_no_positions() -> None:
    engines = [name for name in RULES if ".engine." in name]
    known = {name: {other for other in reached(name) if part(other) in PACKAGES} for name in engines}
    assert {name: bad for name, found in known.items() if (bad := {one for one in found if "position" in one})} == {}
    assert len(engines) > 30


# scenes


def test_scenes_import_only_pygame_the_standard_library_and_this_project() -> None:
    allowed = sys.stdlib_module_names | OUTSIDE | {"rules", "scenes", "sounds", "sprites"}
    assert {name: found for name in SCENES if (found := tops(tree_of(name)) - allowed)} == {}


def test_the_pure_scenes_reach_no_pygame() -> None:
    everything = {name: imports(tree_of(name)) | reached(name) for name in (f"scenes.{name}" for name in PURE_SCENES)}
    assert [name for name, others in everything.items() if within(others, ["pygame"])] == []


TABLE_LAYERS: Final = (
    ("model", "events"),
    ("turn_clock",),
    ("table_facts",),
    ("chance", "engine_questions", "play_moves", "undo", "hints", "replay", "engine_moves", "tutor", "update"),
    ("runtime",),
    (
        *("board_input", "sidebar", "announcements", "hover_toast", "board_reader", "match_parts"),
        *("move_chooser", "output_performer", "prompts", "match_commands", "export_commands", "mail"),
    ),
    ("scene",),
)
"""The layers of a match table, the lowest first."""
VIEW_LAYER: Final = 5


def test_the_match_table_imports_only_lower_layers() -> None:
    """Also within functions, and for types alone. View parts know the runtime by `table_access` alone."""
    layer_of = {f"scenes.table.{name}": number for number, names in enumerate(TABLE_LAYERS) for name in names}
    upward = [
        f"{name} imports {other}"
        for name, number in layer_of.items()
        for other in imports(tree_of(name)) & set(layer_of)
        if layer_of[other] > number or (number == VIEW_LAYER and other == "scenes.table.runtime")
    ]
    assert upward == []


def test_the_widget_kit_knows_no_game() -> None:
    widgets = [name for name in SCENES if inside(name, "scenes.ui")]
    known = {name: within(imports(tree_of(name)), ["rules"]) for name in widgets}
    assert {name: rest for name, found in known.items() if (rest := found - within(found, ["rules.common"]))} == {}


def scene_floor(name: str) -> int:
    found = part(name)
    return SCENE_FLOORS.index(found) if found in SCENE_FLOORS else len(SCENE_FLOORS)


def test_scenes_import_only_lower_layers() -> None:
    """Also within functions, and for types alone."""
    upward = [
        f"{name} imports {other}"
        for name in SCENES
        for other in sorted(imports(tree_of(name)) & set(SCENES) - {"scenes"})
        if scene_floor(other) > scene_floor(name)
    ]
    assert upward == []


def test_games_are_named_only_in_their_own_folders_and_the_registry() -> None:
    others = [name for name in SCENES if not inside(name, "scenes.games")]
    assert [name for name in others if holds_a_key(tree_of(name))] == []
    games = [f"rules.{package}" for package in PACKAGES]
    assert {name: found for name in others if (found := within(imports(tree_of(name)), games))} == {}


# Programs


def test_programs_that_the_app_starts_open_no_console() -> None:
    """On Windows a console would appear over the table for a moment, or for as long as the program runs."""
    flags: dict[str, list[str]] = {}
    for name in (*RULES, *SCENES):
        for call in ast.walk(tree_of(name)):
            if isinstance(call, ast.Call) and ast.unparse(call.func) in STARTING and not inside(name, "rules.lab"):
                given = [ast.unparse(word.value) for word in call.keywords if word.arg == "creationflags"]
                flags.setdefault(name, []).extend(given or ["none"])
    assert flags == {"rules.ai.program": ["NO_WINDOW | _SUSPENDED"], "scenes.app.engine_build": ["NO_WINDOW"]}


# The entry


def test_the_entry_point_imports_no_pygame() -> None:
    tree = ast.parse((ROOT / "main.py").read_text(encoding="utf-8"))
    assert not {other.partition(".")[0] for other in imports_at_the_top(tree)} & {"pygame", "scenes"}
    assert {"scenes", "scenes.start"} <= imports(tree)
