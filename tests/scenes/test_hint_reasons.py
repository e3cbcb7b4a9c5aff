"""The hint key: first what to look at, then the move and why, then nothing again."""

import re
import sys

import pytest

from rules import GAMES
from rules.game import Game
from scenes.app.game_card import card_of
from scenes.app.words import LANGUAGES, Words
from scenes.table.chance import begin_step
from scenes.table.hint_text import write_reason
from scenes.table.hints import take_hint
from tests.checks import present
from tests.effort import by_night
from tests.rules.test_reasons import turns_of
from tests.scenes.dice import dice_table
from tests.scenes.driver import Tables


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_reason_in_played_matches_has_words(game: Game) -> None:
    assert game.teach.reasons is not None
    for begun, moves in turns_of(game.key)[:: by_night(18, 3)]:
        for remark in game.teach.reasons(begun, moves):
            for language in LANGUAGES:
                told = write_reason(Words(language), game.key, remark)
                assert told.endswith(".") and told[0] == told[0].upper() and "{" not in told


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_reason_words_are_exactly_the_listed_reasons(game: Game) -> None:
    reasons = present(game.teach.reasons, "reasons")
    listed = set(re.findall(r"`([a-z-]+)`", f"{sys.modules[reasons.__module__].__doc__}{reasons.__doc__}"))
    start = f"reason.{game.key}."
    keys = {key.removeprefix(start) for key in Words("en").keys() if key.startswith(start)}  # noqa: SIM118
    told = {key.removesuffix(".one").removesuffix(".other") for key in keys if not key.startswith("name.")}
    assert told == listed


@pytest.mark.parametrize(
    "game", [game for game in GAMES if not card_of(game.key).hidden_hands], ids=lambda game: game.key
)
def test_piece_names_in_reasons_have_an_article(game: Game) -> None:
    words = Words("en")
    for name in ("knight", "stealer"):
        if words.has(f"reason.{game.key}.name.{name}"):
            assert words(f"reason.{game.key}.name.{name}").startswith("the ")


def test_hint_is_ignored_when_dice_decide(tables: Tables) -> None:
    """Bug: it ended the app, for a cup is nothing that lies on the table."""
    drive = dice_table(tables)
    step = begin_step(drive.facts.model, drive.app.moment)
    take_hint(step, tuple(drive.match.position.legal_moves()[:1]))
    assert step.model.advice == () and step.outputs == []
    assert drive.facts.model.advice == () and drive.toast is None
