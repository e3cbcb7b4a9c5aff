"""The sheet about chances and dice: what it tells, where it leads, and what is counted there."""

import shlex
import subprocess
import sys
from dataclasses import replace
from random import Random
from typing import Any

import pygame
import pytest

from rules import abilities
from rules.common.dice import commands
from rules.contract import NATURE
from rules.match import Match
from rules.unstacked_draughts import luck
from rules.unstacked_draughts.match_equity import game_chance, match_chance
from rules.unstacked_draughts.position import Position
from scenes.app.navigation import screen_of
from scenes.app.words import LANGUAGES
from scenes.games.unstacked_draughts.chance_report import (
    MAX_MISSED_CLAIMS,
    ChanceReportScene,
    list_reactions,
    list_throws,
)
from scenes.screens.rulebook.pages import page_text
from scenes.table import events
from scenes.ui.bars import BalanceBar
from scenes.ui.button import Button
from scenes.ui.dice_charts import FaceCounts, RollCounts
from scenes.ui.label import Label
from tests.rules.play import random_match
from tests.scenes.dice import UNSTACKED, dice_table, random_play, throw
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA, COMPUTER
from tests.scenes.review_driver import (
    ReviewEngineStub,
    install_review_stub,
    open_match_read_only,
    review_of,
    wait_for_review,
)


def finished(tables: Tables, **options: Any) -> Driver:
    drive = dice_table(tables, app=tables.app(animation="off"), **options)
    rng, match, bag = Random(5), drive.match, drive.chance.sealed_chance
    while match.outcome() is None:
        position = match.position
        watching = [move for move in position.legal_moves() if move.seat != NATURE]
        if position.to_move == NATURE and (not watching or rng.random() < 0.8):
            faces = "".join(map(str, bag.dice_of_throw(position.throws)))
            moves = {str(move): move for move in position.legal_moves(NATURE)}
            match.play_chance(moves.get(faces, moves.get(faces[0])))
        else:
            match.play(position.automatic_move() or rng.choice(watching))
    drive.send(events.Command.ADVANCE)
    drive.run(0.5)
    drive.app.stack.pop("look-back")
    return drive


def chance_report(drive: Driver, tab: str) -> ChanceReportScene:
    drive.scene.act(tab)
    scene = drive.app.stack.top
    assert isinstance(scene, ChanceReportScene)
    drive.step()
    return scene


def of(scene: ChanceReportScene, kind: type[Any]) -> list[Any]:
    return [widget for widget in scene.pages[scene.tab].children if isinstance(widget, kind)]


def told(scene: ChanceReportScene) -> str:
    return " ".join(label.text for label in of(scene, Label))


def test_dice_are_counted_and_the_seed_is_checked(tables: Tables) -> None:
    drive = finished(tables)
    scene = chance_report(drive, "dice")
    (faces,), (rolls,) = of(scene, FaceCounts), of(scene, RollCounts)
    thrown = [str(ply.move) for ply in drive.match.plies if ply.move.seat == NATURE]
    assert list(faces._counts) == ["".join(thrown).count(face) for face in "123456"]
    assert sum(rolls._counts) == len(thrown)
    text = told(chance_report(drive, "seal"))
    bag = drive.chance.sealed_chance
    assert bag.hash in text.replace(" ", "") and bag.seed in text.replace(" ", "")
    assert "Checked: the seed is the sealed one" in text


@pytest.mark.skipif(sys.platform == "win32", reason="the commands are those of a POSIX shell")
def test_shown_commands_print_the_seal_and_all_throws(tables: Tables) -> None:
    drive = finished(tables, goal=2, first="priority")
    text, bag = told(chance_report(drive, "seal")), drive.chance.sealed_chance
    thrown = list_throws(drive.match)
    seal, faces = commands(bag.seed, len(thrown))
    assert seal in text and faces in text
    assert _typed(seal).split()[0] == bag.hash
    printed = [tuple(map(int, line.split()))[1:] for line in _typed(faces).splitlines()]
    assert [seen == pair[: len(seen)] for seen, pair in zip(thrown, printed, strict=True)] == [True] * len(thrown)


def _typed(command: str) -> str:
    there = command.replace("python3", shlex.quote(sys.executable))
    return subprocess.run(there, shell=True, check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_rulebook_has_the_same_commands(language: str) -> None:
    pages = page_text("unstacked-draughts", language) or ""
    assert all(f"`{command}`" in pages for command in commands("SEED", 99))


def test_seed_stays_hidden_while_the_match_goes_on(tables: Tables) -> None:
    drive = dice_table(tables)
    throw(drive, 0)
    text = told(chance_report(drive, "seal"))
    assert "When the match is over, the seed is shown here" in text and "sha256sum" not in text
    assert drive.chance.sealed_chance.hash in text.replace(" ", "")


def test_attention_tab_lists_claims_misses_and_covers_with_their_price(tables: Tables) -> None:
    drive = finished(tables, mode="attentive")
    missed = luck.list_missed_claims(drive.match.positions)
    assert missed
    scene = chance_report(drive, "heed")
    words = [str(ply.move) for ply in drive.match.plies]
    for seat, letter in enumerate("wb"):
        kinds = [one.kind for one in list_reactions(drive.match, seat)]
        assert kinds.count("cover") == words.count(f"{letter}-cover")
        assert kinds.count("false_alarm") == words.count(f"{letter}-alarm")
        price = drive.app.words.format_number(
            round(abs(100 * sum(one.price for one in missed if one.seat == seat)), 1)
        )
        assert f"{price}%" in told(scene)
    assert all(" claim" in key.text for key in of(scene, Button))


def test_missed_die_leads_to_its_moment_in_the_match(tables: Tables) -> None:
    """Bug: the board was that of the next throw, without dice, and a step away and back led elsewhere."""
    drive = finished(tables, mode="attentive")
    missed = luck.list_missed_claims(drive.match.positions)
    assert 0 < len(missed) <= MAX_MISSED_CLAIMS
    for number in range(len(missed)):
        key = [key for key in of(chance_report(drive, "heed"), Button) if "not claimed" in key.text][number]
        key.press()
        drive.step()
        cursor = drive.facts.cursor
        ply, position, die = cursor.ply, cursor.position, int(next(filter(str.isdigit, key.text)))
        assert isinstance(position, Position) and die in position.unclaimed_dice()
        assert any(target.startswith("die") for target in drive.stage.table)
        assert str(die) in drive.note.partition("not claimed: ")[2]
        assert drive.match.turns()[cursor.turn_number() or 0].last == ply
        for action in ("next", "previous"):
            drive.scene.act(action)
        assert drive.facts.cursor.ply == ply


def test_only_dice_of_other_players_throws_are_claims(tables: Tables) -> None:
    drive = dice_table(tables, mode="attentive", position="UD1 d011222 d111222 w 0-0/1")
    throw(drive, 0, 1, 4)
    drive.run(1.5)
    drive.click("w4", "b1")
    drive.settle()
    assert list_reactions(drive.match, 0) == []
    (claim,) = list_reactions(drive.match, 1)
    assert (claim.kind, claim.die) == ("claim", 1) and claim.seconds == pytest.approx(1.5, abs=0.5)


def test_attentive_match_shows_chances_and_misses_only_at_its_end(tables: Tables) -> None:
    drive = dice_table(tables, mode="attentive")
    random_play(drive.match, Random(3), 30)
    while drive.match.position.to_move == NATURE:
        random_play(drive.match, Random(3), len(drive.match.plies) + 1)
    drive.send(events.Command.ADVANCE)
    drive.strike(pygame.K_v)
    assert drive.above is None and drive.toast == "A match can be reviewed once it is over."
    text = told(chance_report(drive, "heed"))
    assert "Missed" not in text and "What was missed is told when the match is over." in text


@pytest.mark.parametrize("seat", [0, 1])
def test_left_of_the_bar_is_the_persons_chance_in_the_persons_colour(tables: Tables, seat: int) -> None:
    """Bug: with Black the other's chance came first, and no name said whose it was."""
    players = (ANNA, COMPUTER) if seat == 0 else (COMPUTER, ANNA)
    drive = dice_table(tables, *players, position="UD1 d110122 o012223 w 0-0/1")
    bar, side = drive.the(BalanceBar), ("White", "Black")[seat]
    white = round(100 * game_chance(drive.match.position))
    assert bar.describe_value().startswith(f"Anna · {side} {white if seat == 0 else 100 - white}%, ")
    assert bar.sides[0].colour == pygame.Color(drive.app.assets.looks.colour(drive.stage.view.emblems[seat]))


@pytest.mark.parametrize(("number", "action"), [(0, "dice"), (1, "heed")])
def test_result_opens_the_chance_report(tables: Tables, number: int, action: str) -> None:
    over = finished(tables, mode="attentive")
    over.app.stack.push(_result(over))
    result: Any = over.app.stack.top
    over.step()
    over.click(result._detail_buttons[number])
    assert isinstance(over.above, ChanceReportScene) and over.above.tab == action


def _result(drive: Driver) -> Any:
    return screen_of(drive.app, drive.scene.menu.make_result_request())


def test_result_has_the_games_won_by_each_player(tables: Tables) -> None:
    drive = finished(tables, goal=2)
    points = drive.match.outcome().points
    told = _result(drive)._texts[2]
    assert f"Games won: Anna {points[0]}, Bert {points[1]}" in told and "Next time Anna is Black." in told


def test_throw_list_covers_throws_of_all_kinds() -> None:
    options = replace(UNSTACKED.play.options(), dice="real", mode="attentive", first="priority", goal=1)
    kinds: set[int] = set()
    for seed in range(4):
        match, rng = Match(UNSTACKED.play, options), Random(seed)
        while match.outcome() is None:
            match.play(abilities.automatic_move(match.position) or rng.choice(match.position.legal_moves()))
        thrown = list_throws(match)
        assert len(thrown) == abilities.throws(match.position)
        kinds |= {len(faces) for faces in thrown}
    assert kinds == {0, 1, 2}


@pytest.fixture(autouse=True)
def _slow(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    install_review_stub(monkeypatch)


def luck_reviewed(tables: Tables) -> Driver:
    options = replace(UNSTACKED.play.options(), goal=3)
    drive = open_match_read_only(tables, random_match(UNSTACKED, options, 2), ANNA, COMPUTER)
    drive.strike(pygame.K_v)
    wait_for_review(drive)
    return drive


def test_dice_review_graph_shows_each_game_with_a_boundary(tables: Tables) -> None:
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
    drive.click_at((round(graph.x_of(5)), graph.field().centery))
    span = next(span for span in spans if drive.facts.cursor.ply < span.last)
    share = round(100 * game_chance(positions[span.first]))
    assert f"Your chance of winning this game: {share}%." in drive.words()


def test_review_lists_decisive_throws_and_leads_to_them(tables: Tables) -> None:
    drive = luck_reviewed(tables)
    swings = sorted(luck.largest_swings(drive.match.positions, 5), key=lambda swing: swing.ply)
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


def test_dice_graph_is_shown_while_the_match_goes_on(tables: Tables) -> None:
    drive = dice_table(tables, goal=3, position="UD1 d110122 o012223 w 2-1/3", app=tables.app(animation="off"))
    throw(drive, 0, 6, 5)
    drive.click(drive.the(BalanceBar))
    share = round(100 * match_chance(drive.match.position))
    assert not ReviewEngineStub.asked and f"Anna wins the whole match with a chance of {share}%." in drive.words()
    drive.escape()
    assert drive.above is None and drive.facts.cursor.is_live
    throw(drive, 1, 2, 1)
    assert len(drive.match.turns()) == 2


def test_throw_that_changed_no_chance_is_not_listed_as_decisive(tables: Tables) -> None:
    """Bug: throws that changed a chance by 0% stood below "Turning throws"."""
    drive = dice_table(tables, app=tables.app(animation="off"))
    throw(drive, 0, 4, 3)
    drive.click(drive.the(BalanceBar))
    assert "No throw turned a game: none changed a chance by 5% or more." in drive.words()
    assert "Turning throws" not in drive.words() and not [key for key in drive.all_of(Button) if "%" in key.label]
