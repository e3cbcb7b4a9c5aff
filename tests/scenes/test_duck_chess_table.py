"""The table of chessmen: where things lie, how they move and sound, and what is marked."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import hypot
from random import Random
from typing import Any, Final

import pygame
import pytest

from rules.ai.questions import Answer
from rules.common.squares import NAMES
from rules.contract import Slide, Table, Token, Turn
from scenes.app.theme import EBONY, IVORY
from scenes.games.duck_chess.men_table import MenTable
from scenes.games.duck_chess.moving import FALL_END, FALLEN_DEGREES, LANDING_START, TOPPLE
from scenes.surfaces.clips import Sprite
from scenes.surfaces.layout import Box
from scenes.surfaces.living_tokens import Mood
from scenes.surfaces.marks import Marks
from scenes.surfaces.timeline import Frame, Timeline, plan
from scenes.surfaces.view import Display
from scenes.table import events
from scenes.table.game_ui import ui_of
from tests.checks import difference
from tests.effort import by_effort
from tests.rows import rows
from tests.scenes.driver import Driver, Tables
from tests.scenes.matches import ANNA, COMPUTER, DUCK, MIDDLE, OPEN_KINGS, PAWNS_ON_THE_SEVENTH
from tests.scenes.opponents import silent
from tests.scenes.test_stage import Monkey, Sounds
from tests.test_assets import contrast, luminance

VIEW: Final = ui_of("duck-chess").view()
AREA: Final = Box(0, 0, 920 * VIEW.ratio, 920)
SPOTS: Final = VIEW.spots(AREA, False)
CELL: Final = SPOTS["a1"].size
SIZES: Final = ((960, 600), (1280, 800), (2560, 1440))
"""The duck on e2 alone keeps the rook from White's king."""


def table(tables: Tables, position: str | None = None, *players: Any, **facts: Any) -> Driver:
    return tables.table(*players, position=position, game=DUCK, **facts)


def pieces(looks: str) -> tuple[Token, ...]:
    return tuple(Token(look) for look in looks.split())


# --- where


def test_white_sits_at_the_lower_edge_and_flip_turns_the_board(tables: Tables) -> None:
    drive = table(tables)
    spots = drive.scene.stage.spots
    assert drive.facts.model.bottom_seat == 0 and spots["a1"].y > spots["a8"].y and spots["a1"].x < spots["h1"].x
    drive.click_key("flip")
    spots = drive.scene.stage.spots
    assert drive.facts.model.bottom_seat == 1 and spots["a1"].y < spots["a8"].y and spots["a1"].x > spots["h1"].x


def test_black_sits_below_when_black_is_the_only_person(tables: Tables) -> None:
    drive = table(tables, None, COMPUTER, ANNA)
    assert drive.facts.model.bottom_seat == 1 and drive.scene.stage.spots["e8"].y > drive.scene.stage.spots["e1"].y


def test_capture_trays_mirror_each_other() -> None:
    upper, lower = sorted(("taken-0", "taken-1"), key=lambda tray: SPOTS[tray].y)
    looks = [f"black-{kind}" for kind in ("king", "queen", "pawn")]
    above, below = ([SPOTS[tray].place(looks, number)[1] for number in range(3)] for tray in (upper, lower))
    assert [AREA.h - y for y in above] == pytest.approx(below)
    assert below[0] == below[1] > below[2], "two by two from the lower end"


@pytest.mark.parametrize("flipped", [False, True])
def test_captures_lie_beside_their_capturer(flipped: bool) -> None:
    spots = VIEW.spots(AREA, flipped)
    black_men, white_home = spots["taken-1"], spots["e1"]
    assert (black_men.y > AREA.h / 2) == (white_home.y > AREA.h / 2)
    assert spots["taken-0"].box.y != black_men.box.y


def places(looks: tuple[Token, ...]) -> list[tuple[float, float]]:
    spot = SPOTS["taken-1"]
    return [spot.place([token.look for token in looks], number) for number in range(len(looks))]


def test_captures_lie_close_together_sorted_by_value() -> None:
    """Bug: each kind had a place of its own, and few men lay scattered over a whole box."""
    army = places(pieces("black-queen black-rook black-knight black-pawn black-pawn"))
    assert places(pieces("black-pawn black-knight black-queen black-pawn black-rook")) == [
        army[at] for at in (3, 2, 0, 4, 1)
    ]
    assert len(set(army)) == 5 and places(pieces("black-pawn")) == army[:1]


def test_every_frame_of_the_balance_equals_a_full_repaint(tables: Tables) -> None:
    """White is ahead, then nobody: the number goes, though nothing has come to lie in that box."""
    drive = table(tables, "4k3/8/8/3p4/4P1r1/7P/8/3*K3 w - - 0 1", animation="fast")
    Monkey(drive, 0)
    for square in ("h3", "g4", "a1", "d5", "e4", "a2"):
        drive.click(square)
        drive.settle()


def test_sixteen_captures_fit_their_tray_without_overlap() -> None:
    kinds = "king queen rook rook bishop bishop knight knight" + " pawn" * 8
    army = pieces(" ".join(f"black-{kind}" for kind in kinds.split()))
    found = places(army)
    assert len(set(found)) == 16
    half = SPOTS["taken-1"].box
    for x, y in found:
        assert half.x < x < half.right and half.y < y < half.bottom
    for number, (x, y) in enumerate(found):
        for other_x, other_y in found[:number]:
            assert abs(x - other_x) > 0.3 * CELL or abs(y - other_y) > 0.4 * CELL


@pytest.mark.parametrize("seed", range(3))
def test_captures_of_a_random_match_lie_apart(seed: int) -> None:
    rng, position = Random(seed), DUCK.play.start(DUCK.play.options(), 2)
    while position.outcome() is None:
        moves = position.legal_moves()
        takes = [move for move in moves if len(position.effects(move)[0]) > 1]
        position = position.play(rng.choice(takes or moves))
    for tray, tokens in position.table().items():
        if tray not in NAMES:
            found = [SPOTS[tray].place([token.look for token in tokens], number) for number in range(len(tokens))]
            assert len(set(found)) == len(tokens)


# --- how


@pytest.mark.parametrize(
    ("lies", "beat", "motion", "sound"),
    [
        ({"e2": "white-pawn"}, [Slide("e2", "e4")], "glide", "tock"),
        ({"a1": "white-queen"}, [Slide("a1", "h8")], "glide", "tock"),
        ({"b1": "white-knight"}, [Slide("b1", "c3")], "hop", "tock"),
        ({"d5": "black-rook", "e4": "white-pawn"}, [Slide("d5", "taken-1"), Slide("e4", "d5")], "taken", "take"),
        ({"d5": "black-king", "e4": "white-pawn"}, [Slide("d5", "taken-1"), Slide("e4", "d5")], "topple", "topple"),
        ({"f4": "duck"}, [Slide("f4", "a1")], "waddle", "pat"),
        ({"a8": "white-pawn"}, [Turn("a8", Token("white-pawn"), Token("white-queen"))], "drop", "promote"),
    ],
)
def test_each_piece_and_effect_has_its_motion_and_sound(
    lies: dict[str, str], beat: list[Any], motion: str, sound: str
) -> None:
    lying = {target: (Token(look),) for target, look in lies.items()}
    found = VIEW.animations.choose_motion(beat[0], tuple(beat), lying)
    assert found.name == motion and VIEW.animations.sound(found) == sound


@pytest.mark.parametrize(("king", "rook"), [("e1g1", "h1f1"), ("e1c1", "a1d1")])
def test_castling_rook_leaps_over_its_king(king: str, rook: str) -> None:
    """Bug: for some frames both were in one place."""
    lies: Table = {"e1": pieces("white-king"), rook[:2]: pieces("white-rook")}
    film = plan(lies, [(Slide(king[:2], king[2:]), Slide(rook[:2], rook[2:]))], SPOTS, VIEW.animations)
    frames = [film.at(film.seconds * part / 60).sprites for part in range(60)]
    assert all(hypot(a.x - b.x, a.y - b.y) > 0.6 * CELL for a, b in frames)
    assert max(sprite.lift for _, sprite in frames) > 0.95 and {one.token.look for one, _ in frames} == {"white-king"}
    assert 0.3 <= film.seconds <= 0.6


def test_castling_plays_one_sound_and_a_capture_two(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    drive = table(tables, "r3k2r/8/8/8/3*4/8/8/R3K2R w KQkq - 0 1")
    sounds = Sounds(drive, monkeypatch)
    drive.click("e1", "g1")
    drive.settle()
    assert sounds.names == ["castle"]
    drive.escape()
    drive.settle()
    sounds.heard.clear()
    drive.click("a1", "a8")
    drive.settle()
    assert sorted(sounds.names) == ["take", "tock"]


def test_promotion_plays_its_sound(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    drive = table(tables, PAWNS_ON_THE_SEVENTH)
    drive.click("h7", "h8")
    sounds = Sounds(drive, monkeypatch)
    drive.strike(pygame.K_q)
    drive.settle()
    assert sounds.names[-2:] == ["tock", "promote"]


def fall() -> Timeline:
    lies: Table = {"e8": pieces("black-king"), "e4": pieces("white-queen")}
    return plan(lies, [(Slide("e8", "taken-1"), Slide("e4", "e8"))], SPOTS, VIEW.animations)


def test_captured_king_falls_over_before_it_leaves() -> None:
    film = fall()
    assert film.seconds == pytest.approx(TOPPLE.duration())

    def king(part: float) -> Sprite:
        return next(sprite for sprite in film.at(part * film.seconds).sprites if sprite.token.look == "black-king")

    assert king(0).tilt == 0 and king(FALL_END).tilt == pytest.approx(FALLEN_DEGREES)
    assert CELL / 2 < king(FALL_END).x - SPOTS["e8"].x < CELL, "beside its taker, on the side of its box"
    end = king(0.9999)
    assert (end.x, end.y) == pytest.approx(SPOTS["taken-1"].place(["black-king"], 0), abs=1) and end.tilt < 1
    assert film.last == {"e8": pieces("white-queen"), "taken-1": pieces("black-king")}


def test_capturer_starts_at_the_pointer_and_the_victim_on_its_square() -> None:
    lies: Table = {"d5": pieces("black-rook"), "e4": pieces("white-pawn")}
    beat = (Slide("d5", "taken-1"), Slide("e4", "d5"))
    film = plan(lies, [beat], SPOTS, VIEW.animations, held={"e4": (300.0, 310.0)})
    starts = {sprite.token.look: (sprite.x, sprite.y) for sprite in film.at(0).sprites}
    assert starts == {"white-pawn": (300.0, 310.0), "black-rook": (SPOTS["d5"].x, SPOTS["d5"].y)}


def test_duck_waddles_rocks_and_lands_flat() -> None:
    film = plan({"f4": pieces("duck")}, [(Slide("f4", "b4"),)], SPOTS, VIEW.animations)
    sprites = [film.at(film.seconds * part / 40).sprites[0] for part in range(40)]
    assert 0.3 <= film.seconds <= 0.6 and film.has_landing
    assert min(sprite.tilt for sprite in sprites) < -4 and max(sprite.tilt for sprite in sprites) > 4
    looks = [VIEW.moving_look(sprite) for sprite in sprites]
    assert looks[0] == "duck_chess/duck" and "duck_chess/duck-left-waddle-2" in looks
    assert looks[round(40 * LANDING_START) + 1].endswith("-squash")
    splash = film.at((LANDING_START + 0.1) * film.seconds)
    assert splash.under and len(splash.over) > 3 and not film.at(0.9 * LANDING_START * film.seconds).over


@pytest.mark.parametrize(("watched", "turns"), [("g5", True), ("a3", False)])
def test_duck_turns_by_narrowing_before_it_leaves_and_after_it_lands(
    watched: str, turns: bool, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: it looked the other way from one frame to the next."""
    drive = table(tables)
    view = ui_of("duck-chess").view()
    view.mood = Mood("", (SPOTS[watched].x, SPOTS[watched].y))
    film = plan({"f4": pieces("duck")}, [(Slide("f4", "b4"),)], SPOTS, view.animations)
    seen: list[tuple[bool, float]] = []

    def painted(surface: object, assets: object, sprite: Sprite, look: str, shade: str) -> None:
        seen.append(("-left" in look, sprite.width_fraction))

    monkeypatch.setattr("scenes.surfaces.view.paint_look", painted)
    for part in range(200):
        (sprite,) = film.at(film.seconds * part / 200).sprites
        view.paint_sprite(drive.app.surface, drive.app.assets, sprite)
    swaps = [max(one[1], other[1]) for one, other in pairwise(seen) if one[0] != other[0]]
    assert len(swaps) == (turns + (watched == "g5")) and all(narrow < 0.4 for narrow in swaps)
    assert (min(narrow for _, narrow in seen) < 0.4) == turns


def test_captured_piece_stays_until_its_capturer_arrives() -> None:
    lies: Table = {"d5": pieces("black-rook"), "e4": pieces("white-pawn")}
    film = plan(lies, [(Slide("d5", "taken-1"), Slide("e4", "d5"))], SPOTS, VIEW.animations)
    for time in (0.0, 0.08, 0.15):
        rook = next(sprite for sprite in film.at(time).sprites if sprite.token.look == "black-rook")
        assert (rook.x, rook.y, rook.lift) == (SPOTS["d5"].x, SPOTS["d5"].y, 0)
    assert 0.3 <= film.seconds <= 0.6


def test_only_a_forward_move_of_the_duck_has_a_landing() -> None:
    back = plan({"f4": pieces("duck")}, [(Slide("f4", "b4"),)], SPOTS, VIEW.animations, forward=False)
    assert not back.has_landing
    assert not plan({"e2": pieces("white-pawn")}, [(Slide("e2", "e4"),)], SPOTS, VIEW.animations).has_landing


# --- how the duck looks


@rows
def test_duck_looks_towards_the_watched_square(watched: str | None, look: str) -> None:
    view = ui_of("duck-chess").view()
    view.mood = Mood("", None if watched is None else (SPOTS[watched].x, SPOTS[watched].y))
    assert view.resting_look(Token("duck"), SPOTS["e4"].x, SPOTS["e4"].y) == f"duck_chess/{look}"


@pytest.mark.parametrize(("act", "aside"), [("blink", ""), ("quack", "-left"), ("squash", "-left")])
def test_duck_has_a_face_for_each_act(act: str, aside: str) -> None:
    view = ui_of("duck-chess").view()
    view.mood = Mood(act, (SPOTS["a8"].x, SPOTS["a8"].y) if aside else None)
    assert view.resting_look(Token("duck"), SPOTS["e4"].x, SPOTS["e4"].y) == f"duck_chess/duck{aside}-{act}"


def test_every_face_of_the_duck_has_a_sprite(tables: Tables) -> None:
    drive = table(tables)
    for aside in ("", "-left"):
        for pose in ("", "-up", "-down", "-blink", "-quack", "-squash", "-waddle-1", "-waddle-2"):
            drive.app.assets.sprite(f"duck_chess/duck{aside}{pose}", 40)


def test_duck_turns_to_the_moved_piece(tables: Tables) -> None:
    drive = table(tables, MIDDLE)
    view, stage = drive.scene.stage.view, drive.scene.stage

    def look() -> str:
        spot = stage.spots["f4"]
        return view.resting_look(Token("duck"), spot.x, spot.y).removeprefix("duck_chess/")

    drive.click("a2", "a3")
    assert look() == "duck-left"
    drive.settle()
    drive.move(drive.at("h3"))
    assert look() == "duck"
    drive.escape()
    drive.settle()
    assert drive.marks.watched is None


# --- marks


def answer_of(*moves: str) -> Any:
    def answer(ask: Any) -> Answer:
        position, found = ask.position, []
        for wanted in moves:
            found.append(next(move for move in position.legal_moves() if str(move) == wanted))
            position = position.play(found[-1])
        return Answer(ask.id, tuple(found), score=10)

    return answer


def test_computers_marks_follow_its_piece_and_then_the_duck(tables: Tables) -> None:
    drive = table(tables, MIDDLE, ANNA, COMPUTER)
    drive.mind.answer = answer_of("f6g4", "@h5")
    drive.click("a2", "a3", "d5")
    drive.until(lambda: len(drive.match.plies) == 4)
    seen = []
    while drive.scene.stage.has_film:
        seen.append((drive.marks.last, drive.marks.former_places))
        drive.step()
    seen.append((drive.marks.last, drive.marks.former_places))
    assert list(dict.fromkeys(seen)) == [({"f6"}, {"f4"}), ({"f6", "g4"}, {"d5"}), ({"f6", "g4", "h5"}, {"d5"})]


def test_move_undone_during_its_animation_leaves_no_marks(tables: Tables) -> None:
    drive = table(tables, MIDDLE)
    drive.click("f3", "g5")
    assert drive.scene.stage.has_film and drive.marks.last == {"f3"}
    drive.escape()
    for _ in range(20):
        assert drive.marks.last == frozenset()
        drive.step()
    assert drive.scene.stage.table == drive.match.position.table()


def test_danger_is_marked_once_the_threatening_piece_has_landed(tables: Tables) -> None:
    drive = table(tables, "r6k/8/8/8/8/6*1/7P/4K3 w - - 0 1", ANNA, COMPUTER)
    drive.mind.answer = answer_of("a8e8", "@h5")
    drive.click("h2", "h3", "a2")
    drive.until(lambda: len(drive.match.plies) == 4)
    while drive.scene.stage.has_film:
        assert drive.marks.danger == drive.marks.threats == frozenset()
        drive.step()
    assert drive.marks.danger == {"e1"} and drive.marks.threats == {"e8"}


def test_danger_stays_marked_while_an_own_piece_moves(tables: Tables) -> None:
    drive = table(tables, OPEN_KINGS)
    drive.click("h1", "h2")
    while drive.scene.stage.has_film:
        assert drive.marks.danger == {"e1"} and drive.marks.threats == {"e4"}
        drive.step()
    assert drive.marks.danger == {"e1"}


def test_fading_ripple_is_complete_when_the_table_is_covered(tables: Tables) -> None:
    """Bug: behind the result the ripple was that of the turn that had been looked at before."""
    drive = table(tables)
    for clicks in (("e2", "e4", "e5"), ("d7", "d6", "a4"), ("g1", "f3", "a5")):
        drive.click(*clicks)
        drive.settle()
    drive.send(events.ShowPly(4))
    drive.settle()
    drive.send(events.ShowPly(None))
    assert drive.marks.former_places == {"a4"}
    drive.scene.on_cover()
    assert drive.scene.stage.view.mood.traces == {"a4": 1.0}


def test_capturable_piece_is_ringed_and_has_no_dot(tables: Tables) -> None:
    drive = table(tables, MIDDLE)
    drive.click("c4")
    assert drive.marks.victims == {"f7"} and "f7" in drive.marks.drops
    assert isinstance(VIEW, MenTable)
    assert "f7" not in VIEW._dotted_targets(drive.marks)


def test_danger_is_not_marked_in_the_computers_turn(tables: Tables) -> None:
    drive = table(tables, OPEN_KINGS, COMPUTER, ANNA)
    drive.mind.answer = silent
    drive.run(0.2)
    assert drive.marks.danger == frozenset()


@pytest.mark.parametrize(
    "marked",
    [
        lambda at: Marks(former_places=frozenset({at})),
        lambda at: Marks(danger=frozenset({at})),
        lambda at: Marks(threats=frozenset({at})),
        lambda at: Marks(victims=frozenset({at})),
        lambda at: Marks(placement_hint=(at, Token("duck"))),
        lambda at: Marks(aim=at),
        lambda at: Marks(aim=at, token_to_put=Token("duck")),
    ],
    ids=("left", "danger", "threat", "victim", "advice", "aim", "ghost"),
)
@pytest.mark.parametrize("square", ["d4", "e4"])
def test_every_mark_is_painted_on_its_square_only(
    tables: Tables, marked: Callable[[str], Marks], square: str
) -> None:
    drive = table(tables)
    app, stage = drive.app, drive.scene.stage
    pictures = []
    for marks in (Marks(), marked(square)):
        lies = {square: pieces("black-rook")} if marked(square).victims else {}
        pictures.append(pygame.Surface(app.size))
        stage.view.paint(
            pictures[-1], app.assets, app.theme, "green", Display(stage.area, stage.spots, Frame(lies), marks)
        )
    where = difference(*pictures)
    box = pygame.Rect(stage.spots[square].box.ints())
    assert where is not None and where.colliderect(box) and box.inflate(16, 16).contains(where)


BODY: Final = (0.42, 0.6)
"""A point of the duck's body, in cells from the upper left of its square."""


def pale_duck(drive: Driver, square: str) -> list[pygame.Color]:
    app, stage = drive.app, drive.scene.stage
    box, found = stage.spots[square].box, []
    lying = {square: pieces("duck")}
    for lies, marks in (({}, Marks(aim=square, token_to_put=Token("duck"))), (lying, Marks(hidden={square: 1}))):
        picture = pygame.Surface(app.size)
        board = app.assets.looks.board_of("duck-chess")
        stage.view.paint(picture, app.assets, app.theme, board, Display(stage.area, stage.spots, Frame(lies), marks))
        found.append(picture.get_at((round(box.x + BODY[0] * box.w), round(box.y + BODY[1] * box.h))))
    return found


def test_pale_duck_is_equally_yellow_on_every_square_of_every_board(tables: Tables) -> None:
    seen: list[list[pygame.Color]] = []
    for board in ("maple", "green", "slate"):
        drive = table(tables, board=board)
        seen += [pale_duck(drive, square) for square in ("d5", "d4")]
    for colours in zip(*seen, strict=True):
        assert all(max(values) - min(values) <= 16 for values in zip(*colours, strict=True)), "muddy somewhere"
        assert all(red > green > blue for red, green, blue, _ in colours)


@pytest.mark.parametrize("size", SIZES[: by_effort(1, 3, 3)], ids=str)
@pytest.mark.parametrize("board", ["maple", "green", "slate"])
def test_captures_of_both_sides_stand_out_on_their_felt(tables: Tables, size: tuple[int, int], board: str) -> None:
    drive = table(tables, size=size, board=board)
    app, stage = drive.app, drive.scene.stage
    picture = pygame.Surface(app.size)
    stage.view.paint(picture, app.assets, app.theme, board, Display(stage.area, stage.spots, Frame({}), Marks()))
    for tray, man in (("taken-0", IVORY), ("taken-1", EBONY)):
        spot = stage.spots[tray]
        for look in ("king", "knight", "pawn"):
            side = "white" if man is IVORY else "black"
            x, y = spot.place([f"{side}-{look}"], 0)
            felt = picture.get_at((round(x - 0.3 * spot.size), round(y)))
            assert contrast(luminance(felt), luminance(man)) >= 3, (tray, look, felt)
