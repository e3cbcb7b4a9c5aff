"""The table scene at every size, in each language: no word cut off, nothing on anything else, all in the window."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final

import pygame
import pytest

from rules import get
from rules.clock import Control
from rules.game import Game
from rules.match import Ply
from rules.record import Player
from scenes.table import events
from scenes.table.scene import MatchScene
from scenes.table.session import Session
from scenes.ui.base import Widget
from scenes.ui.clocks import ClockFace
from scenes.ui.label import Label
from scenes.ui.move_list import MoveList
from tests.scenes.driver import Driver, Tables, Timed, leaves, started
from tests.scenes.matches import DUCK, GAME, OPEN_KINGS, PAWNS_ON_THE_SEVENTH, TWO_HOPS
from tests.scenes.opponents import broken, silent
from tests.scenes.test_fit import windows

DUCART = get("ducart")
LONG = Player("person", "Wilhelmina van der Brouwer")
LONGER = Player("computer", "Maximilienne-Éléonore d’Arc", 3)
SIZES = [(960, 600), (1280, 800), (2560, 1440), (1000, 1300), (960, 960)]


@pytest.fixture
def tables(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> Tables:
    # The picture of the board takes longest to make, and has no word on it that could be cut off.
    monkeypatch.setattr("scenes.surfaces.squares.SquaresTable._paint_ground", lambda *_: None)
    return tables


PAIRS = windows(SIZES)
LOOKS = [f"{width}x{height}-{scale}-{tongue}" for (width, height), scale, tongue in PAIRS]


@pytest.fixture(params=LOOKS)
def app(request: pytest.FixtureRequest, tables: Tables) -> Timed:
    size, scale, language = request.param.split("-")
    width, height = map(int, size.split("x"))
    return tables.app((width, height), language=language, text_scale=int(scale))


def check(drive: Driver) -> None:
    cut: list[str] = []
    theme = drive.app.theme
    theme.report_overflow = lambda text, role, rect: cut.append(f"{text!r} in {tuple(rect)}")
    theme.cache.clear()  # some hold text
    drive.app.dirty()
    drive.step()
    assert cut == []
    sidebar = drive.scene.sidebar
    window = pygame.Rect((0, 0), drive.app.size)
    assert window.contains(sidebar.panel.rect)
    turns = drive.the(MoveList)
    texts = [label for label in drive.all_of(Label) if label.text and label.parent is sidebar.panel]
    words = [label for label in texts if label.rect.topleft != turns.rect.topleft]  # not that there are no turns yet
    keys = [key for key in (*sidebar.buttons.values(), sidebar.back) if key.visible]
    clocks = [sidebar.clock] if sidebar.clock.visible else []
    things = [*words, *keys, *clocks, *drive.all_of(ClockFace), turns]
    room = sidebar.panel.rect.copy()
    if sidebar.panel.scroll.is_needed():
        room.top, room.height = room.top - sidebar.panel.scroll.offset, sidebar.panel.scroll.content_height
    check_apart(things, room)
    for key in keys:
        assert key.rect.height >= theme.control and key.rect.width >= 30, key.label
    assert turns.rect.height >= 2 * turns.place_of(0).height
    area = pygame.Rect(drive.scene.stage.area.ints())
    assert window.contains(area) and not area.colliderect(sidebar.panel.rect)
    prompt = drive.scene.prompt
    if prompt.visible:
        assert window.contains(prompt.rect) and not prompt.rect.colliderect(sidebar.panel.rect)
        assert prompt.rect.contains(prompt.button.rect)
        assert prompt.rect.bottom <= drive.scene.stage.view.prompt_area(drive.scene.stage.area).bottom


def sit(app: Timed, *players: Player, position: str | None = None, game: Game = GAME, **facts: Any) -> Driver:
    start = None if position is None else game.text.read(position)
    control = facts.get("control")
    return Driver(app, Session.begin(app.storage, game, game.play.options(), players, control, start))


def test_clocks_of_the_rules_fit(app: Timed) -> None:
    drive = sit(app, LONG, LONG, position="7k/w7/8/3w4/4W3/8/W7/7K g - g 0 0 t", game=DUCART)
    check_cloth(drive)
    drive.click(drive.scene.board_cover.button)
    drive.click("a2", "a3", "a7", "a6")
    drive.match.spend_seconds(52.0)
    drive.step()
    check(drive)
    assert drive.scene.sidebar.clock.time_text.startswith("0:0")
    drive.match.play_clock_event(drive.app.moment + 10)
    drive.match.plies[-1] = Ply(drive.match.plies[-1].move, 3598.0)
    drive.send(events.Command.ADVANCE)
    drive.step(2.0)
    drive.step()
    assert drive.match.position.is_sudden_death
    check(drive)
    drive.scene.on_cover()
    check(drive)


def check_apart(things: Sequence[Widget], room: pygame.Rect) -> None:
    for thing in things:
        assert room.contains(thing.rect) and thing.rect.height > 0 and thing.rect.width > 0, thing.label
    for one, other in combinations(things, 2):
        assert not one.rect.colliderect(other.rect), f"{one.label} on {other.label}"


def check_cloth(drive: Driver) -> None:
    parts = [part for part in leaves(drive.scene.board_cover) if part is not drive.scene.board_cover]
    assert drive.scene.board_cover.visible and len(parts) == 3
    check_apart(parts, pygame.Rect(drive.scene.stage.area.ints()))


def check_question(drive: Driver) -> None:
    question = drive.scene.question
    assert question.visible
    assert pygame.Rect((0, 0), drive.app.size).contains(question.rect)
    assert not question.rect.colliderect(drive.scene.sidebar.panel.rect)
    for key in question.buttons:
        assert question.rect.contains(key.rect) and not key.rect.colliderect(question.text_label.rect)
    check(drive)


CASES: Final[dict[str, tuple[dict[str, Any], tuple[str, ...]]]] = {
    "the first turn with its help": ({"players": (LONG, LONGER), "control": Control(600, 0)}, ()),
    "remarks of every kind": ({"position": "7m/8/1k6/2K5/8/8/8/8 w 2 60 40", "control": Control(30, 5)}, ()),
    "two remarks that warn of a draw": (
        {"position": "8/k7/8/8/8/8/7K/8 w 2 60 40"},
        ("h2", "h1", "a7", "a8", "h1", "h2", "a8", "a7"),
    ),
    "in the midst of a turn": ({"position": TWO_HOPS}, ("b3", "d5")),
    "two computers": ({"players": (LONGER, LONGER)}, ()),
    "a duck that is to be put": ({"game": DUCK, "control": Control(600, 0)}, ("e2", "e4")),
    "a king that can be taken": ({"game": DUCK, "position": OPEN_KINGS}, ()),
    "and its warning": ({"game": DUCK, "position": OPEN_KINGS}, ("h1", "h2")),
}


@pytest.mark.parametrize("case", CASES)
def test_texts_of_a_moment_of_a_match_fit(app: Timed, case: str) -> None:
    facts, clicks = CASES[case]
    drive = sit(app, *facts.get("players", (LONG, LONG)), **{**facts, "players": None})
    if case == "two computers":
        drive.mind.answer = silent
    drive.click(*clicks)
    drive.until(lambda: not drive.scene.stage.is_busy)
    assert drive.scene.prompt.visible == (case in ("a duck that is to be put", "and its warning"))
    assert len(drive.note) > 80 or case != "two remarks that warn of a draw"
    check(drive)


def test_question_about_a_turn_or_mail_fits(app: Timed) -> None:
    drive = sit(app, LONG, LONG, position="2h5/w3W3/8/8/8/8/8/7H g - g 0 0 -", game=DUCART)
    drive.click("e7", "e8")
    check_question(drive)
    check_question(sit(app, Player("mail", LONG.name), LONG, game=DUCART))


def test_prompt_to_send_a_turn_by_mail_fits(app: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    drive = sit(app, LONG, Player("mail", "Bert"), game=DUCART)
    drive.click("d2", "d3")
    check_question(drive)
    monkeypatch.setattr("scenes.table.mail.set_clipboard_text", lambda text: True)
    drive.click(drive.app.words("mail.copy"))
    check_question(drive)


def test_status_of_a_thinking_and_failed_computer_fits(app: Timed) -> None:
    drive = sit(app, LONG, LONGER)
    drive.mind.answer = silent
    drive.click("a6", "b5")
    drive.run(0.4)
    check(drive)
    drive.mind.answer = broken
    drive.settle()
    assert drive.note == drive.app.words("table.opponent_gone")
    check(drive)


def test_looking_back_with_a_clock_fits(app: Timed) -> None:
    drive = sit(app, LONG, LONG, control=Control(5, 3))
    drive.click("a6", "b5", "h3", "g4", "c6", "d5")
    drive.settle()
    drive.strike(pygame.K_LEFT)
    drive.strike(pygame.K_PAGEUP)
    assert drive.labelled(drive.app.words.with_esc("table.go_back", is_esc_here=True))
    check(drive)


def test_end_with_a_score_fits(app: Timed) -> None:
    drive = sit(app, LONG, LONG)
    for _ in range(2):
        drive.click("a6", "b5")
        drive.send(events.EndMatch("time-out", 1))
        again = drive.scene.session.rematch(app.storage)
        check(drive)
        app.stack.replace(scene := MatchScene(app, again))
        drive.scene = scene
        drive.step()
    drive.send(events.EndMatch("agreed", 1))
    drive.scene.ending.is_done = True
    assert "½" in drive.note
    check(drive)


def test_longest_turn_fits_the_list(app: Timed) -> None:
    drive = sit(app, LONG, LONG, game=DUCK, position=PAWNS_ON_THE_SEVENTH)
    drive.click("c7", "d8")
    check(drive)
    drive.strike(pygame.K_q)
    drive.click("a1")
    drive.settle()
    turns = drive.the(MoveList)
    room = turns.place_of(0).width - 2 * drive.app.theme.px(1.2)
    assert room >= max(drive.app.theme.width(words, "strong") for words in (*turns.cells, "bxa8=Q@h1"))
    check(drive)


@pytest.mark.parametrize("size", [(960, 600), (1366, 768), (600, 900)])
def test_long_note_does_not_touch_the_turn_list(size: tuple[int, int]) -> None:
    drive = sit(started(size, language="fr"), LONG, LONG, game=DUCART)
    drive.click("a2", "a3")
    (note,) = (label for label in drive.all_of(Label) if label.text and label.text == drive.note)
    assert note.natural_height(note.rect.width) >= 3 * drive.app.theme.line("small")
    below = drive.the(MoveList).place_of(0).top - note.rect.top - note.natural_height(note.rect.width)
    assert below >= 2 * drive.app.theme.gap
