"""The parts that every game must have (CONTRIBUTING.md): each test names what a new game still lacks."""

import json
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

import rules
from rules import GAMES, abilities
from rules.ai.opponents import levels_of, opponent
from rules.common.options import choices
from rules.contract import Gesture, Position, Remark
from rules.game import Game
from rules.match import ENDINGS
from scenes.app.game_card import NEUTRAL, card_of
from scenes.app.game_files import game_module
from scenes.app.words import LANGUAGES, Words
from scenes.screens.rulebook.pages import page_text
from scenes.table.game_parts import parts_of
from scenes.table.game_phrases import phrases_of
from scenes.table.game_ui import ui_of
from scenes.ui.markdown import ANCHOR
from tests.checks import present
from tests.effort import by_effort, by_night
from tests.rules.play import option_sets, random_match

ROOT: Final = Path(rules.__file__).parents[1]
TESTS: Final = Path(__file__).parent

MATCHES: Final = by_night(6, 96)
"""Random matches of a game, shared out among its options."""
FEWEST: Final = by_night(1, 3)
"""Of them with each set of options, at least."""
EVERY: Final = by_night(37, 11)
"""Of so many positions in one gestures are tried, and in the last."""
MOST_TARGETS: Final = 100
"""Where no more targets lie on the table, all are picked; of more, as at a table of cards, some."""
SOME: Final = by_night(30, 300)

every_game = pytest.mark.parametrize("game", [pytest.param(game, id=game.key) for game in GAMES])
every_language = pytest.mark.parametrize("language", sorted(LANGUAGES))

ROLES: Final = ("options", "position", "moves", "effects", "refusals", "text", "advice", "editor", "opponent")
"""The modules that every game has, each for the same role: rows of the table in rules/README.md."""


def package(game: Game) -> str:
    return game.key.replace("-", "_")


def try_gestures(position: Position, targets: list[str], rng: Random) -> Iterator[Gesture]:
    """Yield gestures with one target: pickable ones are dropped anywhere, others are tried once."""
    able = {target for move in position.legal_moves() for target in position.gesture(move).pick}
    anywhere = (None, *targets)
    allowed = [(pick, drop) for pick in targets if pick in able for drop in anywhere]
    others = [(pick, rng.choice(anywhere)) for pick in targets if pick not in able]
    for pairs in (allowed, others):
        for pick, drop in pairs if len(targets) <= MOST_TARGETS else rng.sample(pairs, min(SOME, len(pairs))):
            yield Gesture(frozenset({pick}), drop)


@cache
def occurring_codes(game: Game) -> tuple[frozenset[str], dict[str, Remark], dict[str, Remark]]:
    """Return the reasons of ends, the refusals and the remarks by code that occur in random matches."""
    reasons: set[str] = set(ENDINGS)
    refusals: dict[str, Remark] = {}
    remarks: dict[str, Remark] = {}
    for options in option_sets(game)[:: by_effort(4, 1, 1)]:
        for seed in range(max(FEWEST, min(12, MATCHES // len(option_sets(game))))):
            match = random_match(game, options, seed)
            outcome = present(match.outcome(), "outcome")
            reasons.add(outcome.reason)
            targets = sorted({target for position in match.positions for target in position.table()})
            for position in match.positions:
                remarks.update({remark.code: remark for remark in abilities.remarks(position)})
            rng = Random(seed)
            for position in (*match.positions[seed::EVERY], match.position):
                for gesture in try_gestures(position, targets, rng):
                    refusal = position.refusal(gesture)
                    if refusal is not None:
                        refusals[refusal.code] = refusal
    return frozenset(reasons), refusals, remarks


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Words, "strict", True)


# rules/


@every_game
def test_a_game_has_its_own_folder_with_a_digest(game: Game) -> None:
    folder = ROOT / "rules" / package(game)
    assert game.play.options.__module__ == f"rules.{package(game)}.options"
    missing = [f"{role}.py" for role in ROLES if not (folder / f"{role}.py").is_file()]
    assert missing + [name for name in ("README.md", "NOTES.md") if not (folder / name).is_file()] == []
    digest = (folder / "README.md").read_text(encoding="utf-8")
    assert digest.startswith("# ")
    assert "Source: " in digest


def table_of_roles() -> dict[str, dict[str, list[str]]]:
    """Return the table of rules/README.md: game -> role -> modules; a row without a role continues the one before."""
    text = (ROOT / "rules" / "README.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\|.*\|$", text.partition("## Roles in a game\n")[2].partition("\n## ")[0], re.MULTILINE)
    (_, *games), _, *rows = ([cell.strip() for cell in line[1:-1].split("|")] for line in lines)
    table: dict[str, dict[str, list[str]]] = {game: {} for game in games}
    role = ""
    for first, *cells in rows:
        role = first or role
        for game, cell in zip(games, cells, strict=True):
            table[game].setdefault(role, []).extend(name for name in cell.split() if name != "–")
    return table


def test_the_table_of_roles_has_a_column_for_each_game() -> None:
    assert sorted(table_of_roles()) == sorted(map(package, GAMES))


@every_game
def test_the_table_of_roles_names_the_modules_of_each_game(game: Game) -> None:
    folder = ROOT / "rules" / package(game)
    files = [path for path in folder.rglob("*") if path.suffix in (".py", ".bin") and path.stem != "__init__"]
    roles = table_of_roles()[package(game)]
    named = [
        f"{role if role.endswith('/') else ''}{name}{'.bin' if role == 'data/' else '.py'}"
        for role, names in roles.items()
        for name in names
    ]
    assert sorted(named) == sorted(path.relative_to(folder).as_posix() for path in files)
    assert [role for role in ROLES if role not in roles] == []
    assert [role for role in roles if f"{role}.py" in named and role not in roles[role]] == []


@every_game
def test_the_digest_lists_every_reason_refusal_and_option(game: Game) -> None:
    digest = (ROOT / "rules" / package(game) / "README.md").read_text(encoding="utf-8")
    reasons, refusals, remarks = occurring_codes(game)
    for word in [*reasons, *refusals, *remarks, *choices(game.play.options)]:
        assert f"`{word}`" in digest, word


@every_game
def test_a_game_has_an_opponent_with_levels(game: Game) -> None:
    assert opponent(game.key) is opponent(game.key)
    assert [level.number for level in levels_of(game.key)] == list(range(1, len(levels_of(game.key)) + 1))


@every_game
def test_a_game_has_cases(game: Game) -> None:
    cases = json.loads((TESTS / "cases" / f"{package(game)}.json").read_text(encoding="utf-8"))
    assert cases
    assert (TESTS / "rules" / f"test_{package(game)}.py").is_file()


# scenes/ and sprites/


@every_game
def test_a_game_has_a_card_with_samples_emblem_and_pose(game: Game) -> None:
    assert game_module(game.key, "card") is not None and game_module(game.key, "ui") is not None, (
        "card.py and ui.py are there"
    )
    card = card_of(game.key)
    assert card.samples and card.emblem != NEUTRAL.emblem
    assert not card.pose or game.text.read(card.pose).outcome() is None, "on the menu it lies as it may in a match"


@every_game
def test_a_game_has_sprites_with_credits(game: Game) -> None:
    folder = ROOT / "sprites" / package(game)
    assert list(folder.glob("*.svg"))
    assert (folder / "CREDITS.md").is_file()
    looks = {
        token.look
        for options in option_sets(game)[:: by_effort(3, 1, 1)]
        for position in random_match(game, options, 1).positions
        for tokens in position.table().values()
        for token in tokens
    }
    for part in {part for look in looks for part in look.split("=")}:  # a joker for a card is painted of both
        assert (folder / f"{part.replace('used-', 'die-')}.svg").is_file(), part  # dice on the table are painted


@every_language
@every_game
def test_a_game_has_a_rule_sheet(game: Game, language: str) -> None:
    page = page_text(game.key, language) or ""
    assert "\n#" in page and len(page) > 1500
    told = "\n".join(line for line in page.splitlines() if not line.startswith(ANCHOR))
    assert "!" not in told.replace("![", "")
    if language == "fr":
        assert " :" not in page and " ;" not in page and " ?" not in page, "a no-break space goes before these"


@every_language
@every_game
def test_a_game_its_seats_options_and_levels_have_words(game: Game, language: str, strict: None) -> None:
    words, names = Words(language), ["name", "tagline", *(f"seat.{seat}" for seat in range(game.play.seats.start))]
    for name, values in choices(game.play.options).items():
        names.append(f"option.{name}")
        names += [f"value.{name}.{value}" for value in values if not isinstance(value, int)]
    assert all(words(f"games.{game.key}.{name}") for name in names)
    for level in levels_of(game.key):
        assert words(f"level.{game.key}.{level.number}.name") and words(f"level.{game.key}.{level.number}.about")


@every_language
@every_game
def test_every_end_refusal_and_remark_of_a_game_has_words(game: Game, language: str, strict: None) -> None:
    words = Words(language)
    reasons, refusals, remarks = occurring_codes(game)
    names: dict[str, Any] = {"winner": "A", "loser": "B"}
    for reason in reasons:
        assert words(f"outcome.{game.key}.{reason}", **names)
    for code, refusal in refusals.items():
        assert words(f"refusal.{game.key}.{code}", **refusal.facts, one="")
    for code, remark in remarks.items():
        assert words(f"remark.{game.key}.{code}", **remark.facts)


@every_game
def test_screen_parts_of_a_game_come_from_its_folder_or_the_table(game: Game) -> None:
    key, own = game.key, f"scenes.games.{package(game)}."
    ui = ui_of(key)
    assert type(ui.view()).__module__.startswith((own, "scenes.surfaces."))
    records = (ui, phrases_of(key))
    makers = [getattr(record, field.name) for record in records for field in fields(record)]
    makers.append(parts_of(key).make_match_parts)
    modules = {one.__module__ for one in makers if callable(one)}
    assert modules and all(name.startswith((own, "scenes.table.")) for name in modules), modules
