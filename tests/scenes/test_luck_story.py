"""The review of Unstacked Draughts: one graph of all games, the throws that turned them, and each one's luck."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame
import pytest

from rules import get
from rules.contract import NATURE
from rules.unstacked_draughts import luck
from rules.unstacked_draughts.match_equity import game_chance, match_chance
from scenes.ui.bars import Balance
from scenes.ui.button import Button
from tests.rules.play import random_match
from tests.scenes.dice import dice_table, throw
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA, COMPUTER
from tests.scenes.reviewed import Slow, laid, review_of, reviewed, stand_in


@pytest.fixture(autouse=True)
def _slow(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch)


def luck_reviewed(tables: Tables, goal: int = 3) -> Driver:
    game = get("unstacked-draughts")
    drive = laid(tables, random_match(game, replace(game.play.options(), goal=goal), 2), ANNA, COMPUTER)
    drive.strike(pygame.K_v)
    reviewed(drive)
    return drive


def test_at_dice_one_graph_shows_each_game_with_a_boundary(tables: Tables) -> None:
    """Bug: the review and the sheet about the dice had two graphs, of the match's chances and of the games'."""
    drive = luck_reviewed(tables)
    scene, positions, spans = review_of(drive), drive.match.positions, drive.match.turns()
    graph: Any = scene.graph
    games = sum(drive.match.outcome().points)
    assert games > 3 and len(graph.ends) == games - 1
    for end in graph.ends:
        assert graph.course[end] in (0.0, 1.0) and 0.4 < graph.course[end + 1] < 0.6
    assert graph.course == [game_chance(positions[span.first]) for span in spans] + [graph.course[-1]]
    assert "Who was likelier to win the game under way" in drive.words()
    drive.click_at((round(graph.across(5)), graph.field().centery))
    share = round(100 * game_chance(positions[spans[drive_place(drive)].first]))
    assert f"Your chance of winning this game: {share}%." in drive.words()


def drive_place(drive: Driver) -> int:
    return int(next(n for n, span in enumerate(drive.match.turns()) if drive.facts.cursor.ply < span.last))


def test_the_throws_that_turned_a_match_are_in_its_review_and_lead_there(tables: Tables) -> None:
    drive = luck_reviewed(tables)
    swings = sorted(luck.swings(drive.match.positions, 5), key=lambda swing: swing.ply)
    keys = [key for key in drive.all_of(Button) if key.label.endswith("%")]
    told = [line for line in drive.words().splitlines() if " threw " in line]
    assert len(keys) == len(told) == 5 and {line.split()[0] for line in told} == {"You", "Regular"}
    for key, swing in zip(keys, swings, strict=True):
        assert key.label.endswith(f"{'−' if swing.change < 0 else '+'}{abs(round(100 * swing.change)):g}%")
    keys[2].press()
    assert drive.facts.cursor.ply == swings[2].ply + 1
    assert drive.match.plies[swings[2].ply].move.seat == NATURE
    found = luck.luck(drive.match.positions)
    assert f"You: {'−' if found[0] < 0 else '+'}" in drive.words() and "Regular: " in drive.words()


def test_at_dice_the_course_is_shown_while_the_match_goes_on(tables: Tables) -> None:
    drive = dice_table(tables, goal=3, position="UD1 d110122 o012223 w 2-1/3", app=tables.app(animation="off"))
    throw(drive, 0, 6, 5)
    drive.click(drive.the(Balance))
    share = round(100 * match_chance(drive.match.position))
    assert not Slow.asked and f"Anna wins the whole match with a chance of {share}%." in drive.words()
    drive.escape()
    assert drive.above is None and drive.facts.cursor.is_live
    throw(drive, 1, 2, 1)
    assert len(drive.match.turns()) == 2


def test_a_throw_that_turned_nothing_is_not_among_those_that_did(tables: Tables) -> None:
    """Bug: throws that changed a chance by 0% stood below "Turning throws"."""
    drive = dice_table(tables, app=tables.app(animation="off"))
    throw(drive, 0, 4, 3)
    drive.click(drive.the(Balance))
    assert "No throw turned a game: none changed a chance by 5% or more." in drive.words()
    assert "Turning throws" not in drive.words() and not [key for key in drive.all_of(Button) if "%" in key.label]
