"""Laws of how matches end on the screen, over all games; and what each game shows."""

from math import hypot
from typing import Any

import pygame
import pytest

from scenes.games.ducale.score_sheet import ScorePad
from scenes.games.duck_chess.moving import Pose
from scenes.screens.result import ResultScene
from scenes.surfaces.clips import Sprite
from scenes.surfaces.timeline import Frame
from tests.scenes.driver import FRAME, Tables
from tests.scenes.endings import ENDS, WHOLE, borne_off, fowled, gone_out, king_falls, seconds, things, watched


@pytest.mark.parametrize("end", ENDS)
def test_end_animation_is_short_and_returns_every_piece_to_its_place(tables: Tables, end: str) -> None:
    drive = ENDS[end](tables, {})
    drive.until(lambda: drive.stage.is_end_animation_running)
    assert_begins_and_ends_at_rest(drive.stage.films[0], end.startswith("ducale"))
    lying = drive.stage.table
    all_of_it = things(Frame(lying))
    frames = watched(drive)
    assert 0.5 < seconds(frames) <= (3.2 if end in WHOLE else 1.6)
    for frame in frames:
        there = things(frame)
        assert sum(there.values()) == sum(all_of_it.values())
        assert drive.match.game.key == "ducale" or there == all_of_it
    assert len({frame.sprites for frame in frames}) > 10 or end == "ducale, lost"
    assert drive.stage.table == lying == drive.facts.chance.redact_table(drive.match.position)
    assert isinstance(drive.above, ResultScene)


def assert_begins_and_ends_at_rest(film: Any, is_of_cards: bool) -> None:
    if not is_of_cards:
        for clip in (clip for segment in film.segments for clip in segment.clips):
            x, y, size = clip.start
            for moment in (1e-4, 1 - 1e-4):
                sprite = clip.pose(clip, moment)
                aside = (sprite.x - x, sprite.y - y, sprite.size - size)
                assert max(map(abs, aside)) < 0.02 * size
                assert abs(sprite.tilt) < 1 and sprite.alpha == 1 and sprite.lift < 0.02 and abs(sprite.squash) < 0.1
        return
    for segment in film.segments:
        assert {target for target, tokens in segment.resting.items() if tokens} <= {"stock", "discard"}
    first, last = film.segments[0].at(0.0), film.segments[-1].at(film.segments[-1].seconds)
    before, after = ([(round(m.x), round(m.y), round(m.size)) for m in one.sprites] for one in (first, last))
    assert sorted(before) == sorted(after)


@pytest.mark.parametrize("end", WHOLE)
@pytest.mark.parametrize("after", [0.0, 0.7, 1.4])
def test_click_skips_the_end_animation_and_takes_effect(tables: Tables, end: str, after: float) -> None:
    drive = WHOLE[end](tables, {})
    drive.until(lambda: drive.stage.is_end_animation_running)
    drive.run(after)
    lying = drive.stage.table
    drive.click_key("first")
    assert not drive.stage.is_end_animation_running and drive.facts.cursor.ply == 0
    drive.strike(pygame.K_END)
    drive.settle()
    assert drive.stage.table == lying


@pytest.mark.parametrize("end", WHOLE)
def test_key_skips_the_end_animation(tables: Tables, end: str) -> None:
    drive = WHOLE[end](tables, {})
    drive.until(lambda: drive.stage.is_end_animation_running)
    drive.run(0.3)
    drive.strike(pygame.K_SPACE)
    drive.step()
    assert not drive.stage.is_end_animation_running and isinstance(drive.above, ResultScene)


@pytest.mark.parametrize("end", ENDS)
def test_reduced_motion_ends_with_light_and_no_movement(tables: Tables, end: str) -> None:
    frames = watched(ENDS[end](tables, {"reduced_motion": True}))
    assert frames and not any(frame.sprites or frame.over or frame.under or frame.hidden_objects for frame in frames)
    assert seconds(frames) <= 1.0 and any(frame.light is not None for frame in frames)


@pytest.mark.parametrize("end", WHOLE)
def test_fast_end_animation_takes_half_the_time(tables: Tables, end: str) -> None:
    usual, fast = (watched(WHOLE[end](tables, {"animation": speed})) for speed in ("normal", "fast"))
    assert seconds(fast) == pytest.approx(seconds(usual) / 2, abs=2 * FRAME)


@pytest.mark.parametrize("end", ENDS)
def test_no_end_animation_when_off_or_when_reopened(tables: Tables, end: str) -> None:
    drive = ENDS[end](tables, {"animation": "off"})
    assert watched(drive) == [] and isinstance(drive.above, ResultScene)
    later = tables.again(drive.scene.session.text(), looking_back=True)
    later.run(1.0)
    assert not later.stage.is_end_animation_running and later.scene.ending.is_done


@pytest.mark.parametrize("end", [end for end in ENDS if not end.startswith("ducale")])
def test_undo_during_the_end_animation_restores_the_table(tables: Tables, end: str) -> None:
    drive = ENDS[end](tables, {})
    drive.until(lambda: drive.stage.is_end_animation_running)
    drive.run(0.5)
    drive.undo()
    drive.settle()
    assert drive.match.outcome() is None or not drive.stage.is_end_animation_running
    assert drive.stage.table == drive.facts.chance.redact_table(drive.facts.cursor.position)


@pytest.mark.parametrize("end", WHOLE)
def test_end_animation_plays_its_sounds(tables: Tables, end: str, heard: list[str]) -> None:
    drive = WHOLE[end](tables, {})
    heard.clear()
    watched(drive)
    contacts = {
        "double-draughts": ["place"] * 6,  # each stack of the winner's, whatever lies on it
        "duck-chess": ["quack"],
        "duck-chess, fowled": ["topple"],
        "ducart": ["sweep"] * 5,
        "unstacked-draughts": ["cover"],
        "ducale": ["pencil"],
    }
    assert [name for name in heard if name in contacts[end]] == contacts[end] and heard.count("win") == 1


def test_duck_is_silent_at_the_end_without_quacks(tables: Tables, heard: list[str]) -> None:
    drive = king_falls(tables, {"quack": False})
    poses = [sprite.pose for frame in watched(drive) for sprite in frame.sprites if isinstance(sprite.pose, Pose)]
    assert poses and not any(pose.act == "quack" for pose in poses)
    assert "quack" not in heard


def test_captured_king_returns_and_the_duck_sits_on_it(tables: Tables) -> None:
    frames = watched(king_falls(tables, {}))
    kings = [next(one for one in frame.sprites if one.token.look == "black-king") for frame in frames[20:-20]]
    ducks = [next((one for one in frame.sprites if one.token.look == "duck"), None) for frame in frames[20:-20]]
    lying = [n for n, king in enumerate(kings) if abs(king.tilt) > 85]
    assert lying and all(ducks[n] is not None for n in lying)
    king, duck = kings[lying[len(lying) // 2]], ducks[lying[len(lying) // 2]]
    assert duck is not None and abs(duck.x - king.x) < 0.1 * king.size and duck.y < king.y


def test_duck_walks_around_standing_pieces(tables: Tables) -> None:
    drive = fowled(tables, {})
    drive.until(lambda: drive.stage.is_end_animation_running)
    spots, table = drive.stage.spots, drive.stage.table

    def near(sprite: Sprite) -> list[str]:
        return [at for at in table if hypot(spots[at].x - sprite.x, spots[at].y - sprite.y) < 0.3 * sprite.size]

    for frame in watched(drive):
        for sprite in frame.sprites:
            if isinstance(sprite.pose, Pose) and sprite.pose.act.startswith("waddle"):
                assert near(sprite) in ([], ["b2"], ["g8"]), "it passes through nobody on its way to the king"


def test_losers_cup_is_turned_over_and_stands_again(tables: Tables) -> None:
    sprites = [sprite for frame in watched(borne_off(tables, {})) for sprite in frame.sprites]
    cups = list(dict.fromkeys((one.token.look, one.pose) for one in sprites if one.token.look.startswith("cup-")))
    assert cups[0] == ("cup-black", "lift") and cups[-1] == ("cup-black", "cover")
    assert not any(look == "cup-white" for look, _ in cups)


def test_points_of_a_won_match_are_underlined_after_cards_are_gathered(tables: Tables) -> None:
    drive = gone_out(tables, {})
    pad, lines = drive.the(ScorePad), list[float]()
    while not drive.stage.is_end_animation_running:
        lines.append(pad.line_count)
        drive.step()
    assert lines[-1] <= 1, "the line below the round's points alone"
    gathered = None
    while drive.stage.is_end_animation_running:
        lines.append(pad.line_count)
        places = {(round(sprite.x), round(sprite.y / 20)) for sprite in drive.stage.frame().sprites}
        gathered = gathered or (pad.line_count if len(places) < 4 and len(drive.stage.frame().sprites) > 5 else None)
        drive.step()
    ends = lines[lines.index(0.0) :] if 0.0 in lines else lines
    assert ends == sorted(ends) and pad.line_count == 2 and gathered == 1.0


def test_end_of_a_round_draws_a_line_and_gathers_cards_before_the_deal(tables: Tables) -> None:
    drive = gone_out(tables, {}, more_rounds=1)
    pad, lines = drive.the(ScorePad), list[float]()
    while not lines or lines[-1] < 2 or drive.stage.is_busy:
        lines.append(pad.line_count)
        drive.step()
    drawn = lines[lines.index(0.0) :]
    assert drawn == sorted(drawn) and len([one for one in drawn if 0 < one < 1]) > 10
    lying = sum(map(len, drive.stage.table.values()))
    drive.scene.act("next-round")
    drive.step()
    stock, swept = drive.stage.spots["stock"], 0
    while sum(things(drive.stage.frame()).values()) == lying:
        swept += 1
        home = [sprite for sprite in drive.stage.frame().sprites if abs(sprite.x - stock.x) < 0.1 * stock.size]
        drive.step()
    assert swept > 20 and len(home) > 5, "all that lay there is in the pack when it is dealt anew"
