"""What is seen on the table, and that never more nor less than what changed is painted."""

from random import Random
from typing import Any, Final, cast

import pygame
import pytest

from rules.contract import Slide, Token
from scenes.surfaces.constants import MIN_TOAST_SECONDS, SHAKE_SECONDS
from scenes.surfaces.timeline import plan
from tests.checks import difference, present
from tests.effort import by_effort
from tests.scenes.driver import FRAME, Driver, Tables, painted
from tests.scenes.gnomes import BUSY, DUCART
from tests.scenes.matches import (
    ANNA,
    BERT,
    COMPUTER,
    DUCK,
    KINGS,
    MAY_AND_MUST,
    ONE_CAPTURE,
    OPEN_KINGS,
    PAWNS_ON_THE_SEVENTH,
)
from tests.scenes.opponents import random_mind
from tests.soak.monkey.actions import Hands
from tests.soak.monkey.cage import Cage
from tests.soak.monkey.scripts import Step, random_step

CROWDED: Final = "2m5/8/8/3k4/2K1k3/5m2/4M3/8 w 2 0 1"
TOWERS: Final = "8/1M1M4/m1m1m3/8/2m1k3/1K3M2/4m2M/8 w 3 0 1"


class Sounds:
    def __init__(self, drive: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
        self.heard: list[tuple[str, float]] = []
        monkeypatch.setattr(drive.app.sound, "play", self.play)

    def play(self, name: str, pan: float = 0.0, volume: float = 1.0) -> None:
        self.heard.append((name, pan))

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.heard]


# --- films


def test_hop_capture_and_crown_sounds_are_panned(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    drive = tables.table(position="8/1m6/M7/8/8/8/8/7k w 2 0 1")
    sounds = Sounds(drive, monkeypatch)
    drive.click("a6", "c8")
    drive.settle()
    assert [name for name in sounds.names if name != "refuse"] == ["hop", "capture", "crown"]
    pans = [pan for _, pan in sounds.heard]
    assert pans[0] < 0 < pans[1]


def test_moves_without_animation_are_instant_and_still_heard(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    drive = tables.table(position=ONE_CAPTURE, animation="off")
    sounds = Sounds(drive, monkeypatch)
    drive.click("c5", "a7")
    drive.step()
    assert not drive.scene.stage.has_film
    assert sorted(sounds.names) == ["capture", "hop"]


def test_undo_plays_the_place_sound(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    drive = tables.table(position=ONE_CAPTURE, clicks=("c5", "a7"))
    drive.settle()
    sounds = Sounds(drive, monkeypatch)
    drive.undo()
    drive.settle()
    assert sounds.names == ["place"]


def test_resizing_ends_an_animation(tables: Tables) -> None:
    drive = tables.table(clicks=("a6", "b5"))
    pygame.display.set_mode((1100, 700), pygame.RESIZABLE)
    drive.step()
    drive.step()
    assert not drive.scene.stage.has_film
    assert drive.scene.stage.table == drive.match.position.table()


# --- the toast, and shaking


def test_message_stays_as_long_as_reading_takes(tables: Tables) -> None:
    drive = tables.table()
    stage = drive.scene.stage
    lasted = {}
    for words in ("short", "a sentence of forty characters, or nearly"):
        stage.show_message(words, "e4")
        begun = drive.app.moment
        drive.until(lambda: drive.toast is None)
        lasted[words] = drive.app.moment - begun
    assert lasted == {words: pytest.approx(max(MIN_TOAST_SECONDS, 0.08 * len(words)), abs=0.03) for words in lasted}


@pytest.mark.parametrize("target", ["a1", "h1", "a8", "h8", "d5", None])
@pytest.mark.parametrize("size", [(960, 600), (1000, 1300)])
def test_message_lies_within_the_window_and_off_its_piece(
    tables: Tables, target: str | None, size: tuple[int, int]
) -> None:
    drive = tables.table(size=size)
    drive.scene.stage.show_message("One of these must capture: a3, b4, c5, d6, e7, f6, g5, h4, a5, b6, c7.", target)
    toast = present(drive.scene.stage.toast_view.toast, "toast")
    assert pygame.Rect((0, 0), size).contains(toast.rect)
    if target is not None:
        spot = drive.scene.stage.spots[target]
        assert not toast.rect.collidepoint(*spot.box.centre)


def test_refused_piece_shakes_and_comes_to_rest(tables: Tables) -> None:
    drive = tables.table(position=MAY_AND_MUST)
    stage = drive.scene.stage
    drive.press("h2")
    x = stage.spots["h2"].x
    offsets = []
    while stage.is_busy:
        drive.step(0.01)
        offsets += [sprite.x - x for sprite in stage.frame().sprites]
    assert max(offsets) > 0.05 * stage.spots["h2"].size and min(offsets) < -0.05 * stage.spots["h2"].size
    assert len(offsets) <= SHAKE_SECONDS / 0.01 + 1


@pytest.mark.parametrize("setting", [{"animation": "off"}, {"reduced_motion": True}])
def test_no_piece_shakes_without_animation_or_with_reduced_motion(tables: Tables, setting: dict[str, Any]) -> None:
    drive = tables.table(position=MAY_AND_MUST, **setting)
    drive.press("h2")
    assert not drive.scene.stage.is_busy and drive.toast == "The Man on c5 must capture first."


# --- what is painted


def test_capture_count_is_painted_beside_its_tray(tables: Tables) -> None:
    drive = tables.table(position=ONE_CAPTURE)
    spots = drive.scene.stage.spots
    lower, upper = (pygame.Rect(spots[f"taken-{seat}"].box.ints()) for seat in (0, 1))
    for wood in (lower, upper):
        high = round(0.5 * spots["a1"].size)
        wood.update(wood.left, wood.top if wood is upper else wood.bottom - high, wood.width, high)

    def wood_now() -> list[bytes]:
        return [pygame.image.tobytes(drive.app.surface.subsurface(wood), "RGB") for wood in (lower, upper)]

    before = wood_now()
    drive.click("c5", "a7")
    drive.settle()
    after = wood_now()
    assert after[0] != before[0] and after[1] == before[1]


def test_still_table_is_not_painted(tables: Tables) -> None:
    drive = tables.table()
    drive.run(0.2)
    frames: list[tuple[float, float]] = []
    drive.app.on_frame = lambda work, since: frames.append((work, since))
    drive.run(2.0)
    assert frames == [] and drive.scene.wait_seconds() is None


def test_dragging_repaints_only_around_the_piece(tables: Tables) -> None:
    drive = tables.table()
    drive.lift("a6")
    x, y = drive.mouse
    rects = painted(drive.app, lambda: drive.move((x + 15, y - 15), down=True))
    assert 0 < sum(rect.width * rect.height for rect in rects) < 9 * drive.scene.stage.spots["a1"].size ** 2


ACTS: Final = ("turn", "target", "haul", "widget", "move", "press", "release", "key", "size", "wait")


class Monkey:
    def __init__(self, drive: Driver, seed: int) -> None:
        self.drive = drive
        self.rng = Random(seed)
        self.done: list[Step] = []
        step = drive.step

        def watched(seconds: float = FRAME) -> None:
            step(seconds)
            self.compare()

        drive.step = watched  # type: ignore[method-assign]
        self.hands = Hands(drive.app, cast(Cage, None), watched)

    def compare(self) -> None:
        app = self.drive.app
        if app.painter.is_fading:
            return  # one screen thins out over another: the key of a toast has opened the rules
        whole = app.surface.copy()
        whole.fill((255, 0, 255))
        for scene in app.stack.visible():
            scene.paint(whole)
        where = difference(app.surface, whole)
        assert where is None, f"{where} is stale after {self.done[-8:]}"
        scene = self.drive.scene
        if not scene.stage.has_film:
            assert scene.stage.table == scene.table.facts.cursor.position.table(), self.done[-8:]

    def act(self) -> None:
        step: Step = ("key", "escape", "")
        while self.drive.above is None and (step := random_step(self.rng))[0] not in ACTS:
            pass
        self.done.append(step)
        self.hands.do(step)
        self.drive.step()


@pytest.mark.parametrize(
    ("seed", "players", "position", "settings"),
    [
        (0, (ANNA, BERT), None, {}),
        (1, (ANNA, COMPUTER), CROWDED, {}),
        (2, (ANNA, BERT), TOWERS, {"turn_board": True}),
        (3, (COMPUTER, ANNA), TOWERS, {"animation": "fast"}),
        (4, (ANNA, BERT), CROWDED, {"reduced_motion": True}),
        (5, (ANNA, COMPUTER), KINGS, {"animation": "off"}),
        (6, (COMPUTER, COMPUTER), None, {"board": "green"}),
        (7, (ANNA, BERT), None, {"game": DUCK}),
        (8, (ANNA, BERT), PAWNS_ON_THE_SEVENTH, {"game": DUCK, "turn_board": True}),
        (9, (ANNA, COMPUTER), OPEN_KINGS, {"game": DUCK, "animation": "fast"}),
        (10, (COMPUTER, ANNA), PAWNS_ON_THE_SEVENTH, {"game": DUCK, "reduced_motion": True}),
        (11, (ANNA, BERT), OPEN_KINGS, {"game": DUCK, "animation": "off", "language": "fr"}),
        (12, (ANNA, BERT), BUSY, {"game": DUCART}),
        (13, (ANNA, COMPUTER), None, {"game": DUCART, "turn_board": True}),
    ],
)
def test_partial_repaints_equal_a_full_repaint(
    tables: Tables, seed: int, players: tuple[Any, ...], position: str | None, settings: dict[str, Any]
) -> None:
    drive = tables.table(*players, position=position, **settings)
    drive.mind.answer = random_mind(seed)
    monkey = Monkey(drive, seed)
    for _ in range(by_effort(25, 45, 140)):
        monkey.act()


def test_animation_with_skipped_frames_leaves_no_trace(tables: Tables) -> None:
    drive = tables.table(position=KINGS)
    Monkey(drive, 0)
    drive.click("c4", "e6")
    for _ in range(5):
        drive.step(0.15)


def test_second_shake_leaves_no_trace_of_the_first(tables: Tables) -> None:
    drive = tables.table(position="7m/8/1m6/2M5/8/8/M6M/8 w 2 0 1")
    Monkey(drive, 0)
    drive.press("h2")
    drive.step(0.03)
    drive.press("a2")
    drive.run(0.3)


def test_size_and_shadow_of_a_lifted_piece_grow_without_a_jump(tables: Tables) -> None:
    drive = tables.table(position=KINGS)
    stage = drive.scene.stage
    film = plan({"a1": (Token("ivory"),)}, [(Slide("a1", "c1"),)], stage.spots, stage.view.animations)
    before: pygame.Surface | None = None
    worst = 0.0
    for part in range(40):
        picture = pygame.Surface((400, 400))
        picture.fill((180, 150, 110))
        (sprite,) = film.at(film.seconds * part / 40).sprites
        still = type(sprite)(sprite.token, 200, 200, sprite.size, lift=sprite.lift)
        stage.view.paint_sprite(picture, drive.app.assets, still)
        if before is not None:
            before.blit(picture, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
            # Under the piece only the soft shadow lies there.
            worst = max(worst, *(sum(before.get_at((x, 240))[:3]) / 3 for x in range(190, 240)))
        before = picture
    assert 0 < worst < 8
