"""How a match ends on the screen: the winner's moment, what skips it, and the sheet that slides in."""

from itertools import pairwise
from typing import Any, Final

import pygame
import pytest

from rules import GAMES
from rules.contract import Table, Token
from rules.game import Game
from scenes.screens.pause import PauseScene
from scenes.screens.result import ResultScene
from scenes.screens.rulebook.scene import RulebookScene
from scenes.surfaces.end_animation import MAX_SECONDS, End, make_default_animation
from scenes.surfaces.layout import Box
from scenes.surfaces.timeline import Timeline
from scenes.table import events
from scenes.table.game_ui import ui_of
from scenes.ui.label import Picture
from tests.effort import by_effort
from tests.scenes.driver import Driver, Ground, Tables
from tests.scenes.endings import WHOLE, WON, agreed, watched
from tests.scenes.matches import ANNA, BERT, COMPUTER, DUCK
from tests.scenes.review_driver import open_finished_match, review_of
from tests.scenes.test_stage import Monkey

VIEW: Final = ui_of("double-draughts").view()
AREA: Final = Box(0, 0, 920 * VIEW.ratio, 920)
SPOTS: Final = VIEW.spots(AREA, False)
IVORY, EBONY = Token("ivory"), Token("ebony")


def won(tables: Tables, *players: Any, **facts: Any) -> Driver:
    drive = tables.table(*(players or (ANNA, BERT)), position=WON, **facts, clicks=("c5", "a7"))
    drive.until(lambda: drive.scene.stage.is_end_animation_running or drive.above is not None)
    return drive


def sheet(drive: Driver) -> ResultScene:
    assert isinstance(drive.above, ResultScene)
    return drive.above


# --- the film


def ended(table: Table, kind: Any = "won", **facts: Any) -> End:
    seats = frozenset({"won": (1,), "lost": (0,), "drawn": (0, 1)}[kind])
    return End(kind, seats, table, SPOTS, AREA, VIEW.emblems, **facts)


def triumph(count: int) -> Timeline:
    return make_default_animation(ended(dict.fromkeys(sorted(set(SPOTS) & set(VIEW.targets))[:count], (IVORY,))))


@pytest.mark.parametrize("count", [0, 1, 2, 12, 48])
def test_win_animation_is_short_and_lifts_every_piece(count: int) -> None:
    film = triumph(count)
    assert 0.5 < film.seconds <= MAX_SECONDS + 1e-9
    frames = [film.at(film.seconds * n / 400) for n in range(401)]
    assert len({sprite.target for frame in frames for sprite in frame.sprites}) == count
    assert all(len(frame.sprites) + len(frame.resting) == count for frame in frames)
    assert frames[0].sprites == () == frames[-1].sprites


def test_winning_pieces_rise_in_turn_and_return_to_their_places() -> None:
    film = triumph(6)
    tops: dict[str, tuple[float, int]] = {}
    for n in range(400):
        for sprite in film.at(film.seconds * n / 400).sprites:
            assert sprite.target is not None and sprite.x == SPOTS[sprite.target].x
            tops[sprite.target] = min((sprite.y - SPOTS[sprite.target].y, n), tops.get(sprite.target, (0.0, 0)))
    targets = dict.fromkeys(clip.target for segment in film.segments for clip in segment.clips)
    moments = [tops[target][1] for target in targets]
    assert moments == sorted(moments) and len(set(moments)) == 6
    assert all(-20 < high < -5 for high, _ in tops.values())


def test_spotlight_fades_in_and_out_without_a_jump() -> None:
    film = triumph(12)
    lights = [film.at(film.seconds * n / 100).light for n in range(101)]
    bright = [0.0 if light is None else light.brightness for light in lights]
    assert bright[0] == bright[-1] == 0 and max(bright) == 1
    assert max(abs(b - a) for a, b in pairwise(bright)) < 0.15


def test_only_the_winners_pieces_on_the_board_are_lifted() -> None:
    table = {"a1": (IVORY,), "h1": (IVORY, IVORY), "d4": (EBONY,), "taken-0": (IVORY,)}
    end = ended(table)
    assert end.animated_targets == ["a1", "h1"]
    assert end.make_light(end.animated_targets).x == (SPOTS["a1"].x + SPOTS["h1"].x) / 2
    assert ended({}).animated_targets == []


def test_player_without_pieces_gets_the_spotlight_on_the_captures() -> None:
    assert ended({"a1": (IVORY,), "taken-1": (EBONY, EBONY)}, "lost").animated_targets == ["taken-1"]


# --- at the table


def test_last_turn_is_marked_during_the_win_animation(tables: Tables) -> None:
    drive = won(tables)
    drive.step()
    assert "a7" in drive.marks.last


def test_end_is_not_announced_before_its_animation(tables: Tables) -> None:
    """Bug: the way back to the result was offered while the last man was still being taken."""
    drive = tables.table(ANNA, BERT, position=WON, clicks=("c5",))
    said = drive.status
    drive.click("a7")
    drive.step(0.05)
    assert drive.match.outcome() is not None and drive.stage.has_film
    assert drive.status == said and not drive.scene.sidebar.result.visible
    drive.until(lambda: drive.scene.stage.is_end_animation_running)
    assert drive.status != said and drive.scene.sidebar.result.visible


@pytest.mark.parametrize("key", [pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_x, None])
def test_key_or_click_skips_the_win_animation_and_does_nothing_else(tables: Tables, key: int | None) -> None:
    drive = won(tables)
    if key is None:
        drive.click("d5")
    else:
        drive.post(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)
    drive.step()
    assert not drive.scene.stage.is_end_animation_running and sheet(drive)


def test_reduced_motion_shows_the_result_sheet_at_once(tables: Tables) -> None:
    drive = won(tables, reduced_motion=True)
    drive.settle()
    assert sheet(drive)
    drive.run(0.08)
    assert not sheet(drive).is_sliding_in
    assert sheet(drive).slide_offset() == (0, 0)


def test_loss_to_the_computer_does_not_animate_its_pieces(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER, position=WON)
    drive.until(lambda: drive.stage.is_end_animation_running)
    assert drive.match.outcome().winners == (1,)
    looks = {sprite.token.look for frame in watched(drive) for sprite in frame.sprites}
    assert looks == {"ebony"}, "what was taken of one's own stirs, and nothing of the computer's"


@pytest.mark.parametrize(
    ("players", "sound"), [((ANNA, BERT), "win"), ((ANNA, COMPUTER), "lose"), ((COMPUTER, COMPUTER), "win")]
)
def test_end_sound_follows_the_result_of_the_person(
    tables: Tables, players: Any, sound: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drive = tables.table(*players)
    heard: list[str] = []
    monkeypatch.setattr(drive.app.sound, "play", lambda name, **facts: heard.append(name))
    drive.send(events.EndMatch("resigned", 0))
    drive.until(lambda: drive.above is not None)
    assert [name for name in heard if name in ("win", "lose", "drawn")] == [sound]


def test_result_of_a_lost_match_has_no_crown(tables: Tables) -> None:
    """Bug: "Beginner won" stood below a crown that looked like one's own."""
    lost = tables.table(ANNA, COMPUTER, position=WON)
    for drive, told, crowned in ((lost, "You lost", False), (won(tables, COMPUTER, BERT), "You won", True)):
        drive.run(MAX_SECONDS + 5)
        assert told in drive.words()
        assert any(picture.visible for picture in drive.all_of(Picture)) == crowned


def test_drawn_match_animates_both_sides(tables: Tables) -> None:
    looks = {sprite.token.look for frame in watched(agreed(DUCK)(tables, {})) for sprite in frame.sprites}
    assert looks >= {"white-king", "black-king"}


def test_second_end_after_an_undo_is_animated_again(tables: Tables) -> None:
    drive = won(tables)
    drive.undo()
    drive.settle()
    assert drive.above is None and drive.match.outcome() is None
    drive.click("c5", "a7")
    drive.until(lambda: drive.scene.stage.is_end_animation_running)


@pytest.mark.parametrize("end", sorted(WHOLE)[:: by_effort(4, 2, 1)])
def test_every_frame_of_an_end_equals_a_full_repaint(tables: Tables, end: str) -> None:
    drive = WHOLE[end](tables, {})
    drive.until(lambda: drive.stage.is_end_animation_running)
    Monkey(drive, 0)
    drive.until(lambda: drive.above is not None)
    while sheet(drive).is_sliding_in:
        drive.step()
    drive.step()


# --- the sheet


def test_result_sheet_slides_in_without_a_jump(tables: Tables) -> None:
    for size in ((960, 600), (600, 960)):
        drive = won(tables, size=size)
        drive.strike(pygame.K_x)
        drive.step()
        ways = []
        while sheet(drive).is_sliding_in:
            ways.append(sum(sheet(drive).slide_offset()))
            drive.step(0.01)
        assert ways == sorted(ways, reverse=True) and ways[0] > 100 > 12 > ways[-1]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_result_can_be_reopened(tables: Tables, game: Game) -> None:
    """Bug: a click on the table took the sheet away, and nothing led back to it."""
    drive = tables.table(ANNA, COMPUTER, game=game, animation="off")
    drive.send(events.EndMatch("resigned", 0))
    drive.until(lambda: drive.above is not None)
    again = "Back to the result"
    drive.click_at(drive.stage.area.centre)
    assert "Play again" in [key.label for key in sheet(drive).buttons]
    drive.click("Watch it again")
    assert drive.above is None
    drive.click(again)
    drive.escape()
    if len(drive.match.plies) > 1:
        drive.strike(pygame.K_HOME)
    drive.click(again)
    assert "New match" in [key.label for key in sheet(drive).buttons]


def test_screens_opened_from_the_result_lead_back_to_it(tables: Tables) -> None:
    """Bug: whoever closed the review had a board before them, and no key to play again."""
    drive = won(tables, animation="off")
    drive.until(lambda: drive.above is not None)
    drive.click("Computer review")
    review_of(drive)
    drive.strike(pygame.K_HOME)
    drive.escape()
    assert sheet(drive) and drive.facts.cursor.is_at_end
    drive.click("Watch it again")
    drive.strike(pygame.K_v)
    review_of(drive)
    drive.escape()
    drive.strike(pygame.K_HOME)
    drive.click("Back to the result")
    assert drive.facts.cursor.is_at_end, "bug: the sheet lay beside the start"
    drive.click("Watch it again")
    drive.escape()
    assert isinstance(drive.above, PauseScene)
    drive.escape()
    assert drive.above is None


def test_review_of_an_archived_match_leads_back_to_its_opener(tables: Tables) -> None:
    drive = open_finished_match(tables)
    drive.strike(pygame.K_v)
    drive.escape()
    assert drive.above is None
    drive.click("Back to the result", "Computer review")
    drive.escape()
    assert "Play again" in [key.label for key in sheet(drive).buttons]


def test_f1_over_a_review_opens_the_rules(tables: Tables) -> None:
    drive = open_finished_match(tables)
    drive.strike(pygame.K_v)
    drive.strike(pygame.K_F1)
    assert isinstance(drive.app.stack.top, RulebookScene)


def test_main_menu_action_closes_a_list_of_matches_too(tables: Tables) -> None:
    """Bug: it led to the list."""
    drive = open_finished_match(tables)
    scenes = drive.app.stack.scenes
    menu = Ground(drive.app)
    scenes[:0] = [menu, Ground(drive.app)]
    drive.scene.act("to-menu")
    assert scenes == [menu]


def test_computer_answer_to_a_draw_offer_stays_in_the_sidebar(tables: Tables) -> None:
    drive = tables.table(ANNA, COMPUTER)
    drive.scene.act("offer")
    drive.run(10.0)
    assert not drive.toast and drive.note == "Regular declines the draw."


def test_click_on_the_sliding_result_sheet_takes_effect(tables: Tables) -> None:
    drive = won(tables)
    drive.strike(pygame.K_x)
    drive.step()
    assert sheet(drive).is_sliding_in
    drive.click(sheet(drive).buttons[0])
    assert drive.app.stack.top is not drive.scene and not isinstance(drive.app.stack.top, ResultScene)
