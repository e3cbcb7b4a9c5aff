"""What is painted and said at a card table is the same, frame by frame, whatever the cards are that may not be seen.

The same is done at two tables that differ in hidden cards alone; every frame is compared, with the line of words.
"""

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Final
from zlib import crc32

import pygame
import pytest

from rules.contract import NATURE, Seat
from rules.ducale import GAME
from rules.ducale.cards import Card
from rules.ducale.moves import Discard, Draw
from rules.ducale.options import Options
from rules.ducale.policies import greedy
from rules.ducale.position import start
from rules.lab.ducale_simulation import play_round
from scenes.app.navigation import open_screen
from scenes.screens.menu.scene import MenuScene
from scenes.table import events
from scenes.table.screen_requests import OpenMatch
from scenes.table.session import Session
from tests.effort import by_effort
from tests.scenes.driver import FRAME, Driver, Tables
from tests.scenes.matches import ANNA, BERT
from tests.scenes.rummy import QUICK

Frames = list[tuple[int, str, str]]
"""What was seen in a frame, as a checksum, and what the line of words said of what happened and of the focus."""
PERSONS: Final = (ANNA, BERT)
SIZES: Final = ((1280, 800), (960, 600), (700, 900))
LETTERS: Final = [pygame.K_a + n for n in range(26)]
KEYS: Final = [
    *LETTERS,
    *(pygame.K_HOME, pygame.K_END, pygame.K_PAGEUP, pygame.K_PAGEDOWN),
    *(pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_TAB, pygame.K_F1, pygame.K_ESCAPE),
]
COMMANDS: Final = [pygame.K_z, pygame.K_y, pygame.K_c, pygame.K_v, pygame.K_s]


@pytest.fixture
def tables(rummy: Tables, monkeypatch: pytest.MonkeyPatch) -> Tables:
    """What chance deals anew for a try-out it deals alike at both tables."""
    monkeypatch.setattr("scenes.table.session.Random", lambda: Random(5))
    monkeypatch.setattr("pygame.scrap.put_text", lambda text: None)
    return rummy


def checksum(surface: pygame.Surface) -> int:
    return crc32(surface.get_buffer().raw)


class Watched(Driver):
    def __init__(self, *given: Any, **more: Any) -> None:
        self.shown: Frames = []
        self.since = 0
        super().__init__(*given, **more)

    def step(self, seconds: float = FRAME) -> None:
        super().step(seconds * by_effort(4, 1, 1))
        line = self.app.spoken_line
        self.shown.append((checksum(self.app.surface), line.news, line.focus_text))

    def from_here(self) -> None:
        self.since = len(self.shown)


@cache
def under_way(seats: int, mover: Seat, laps: int = 3) -> Any:
    for seed in range(100):
        for _, position in play_round(start(Options(), seats), greedy, Random(seed)):
            late = position.lap > laps and position.phase == "draw" and position.turn == mover
            if late and len(position.hands[0]) > 5 and len(position.hands[1]) > 5 and position.to_move != NATURE:
                return position
    raise AssertionError("no such round")


def dealt_anew(position: Any, seat: Seat | None) -> Any:
    other = position.seen_by(seat).deal_hidden(Random(11))
    assert other.hands != position.hands and other.stock != position.stock
    return other


def with_card(position: Any, card: Card) -> Any:
    """Return a position of two players in which the first one's first card is this one, in exchange if need be."""
    mine, other = list(position.hands[0]), len(position.hands[1])
    rest = [*position.hands[1], *position.stock]
    if card not in mine:
        rest[rest.index(card)] = mine[0]
        mine[0] = card
    mine.remove(card)
    return replace(position, hands=((card, *mine), tuple(rest[:other])), stock=tuple(rest[other:]))


def watched(tables: Tables, position: Any, *players: Any, **settings: Any) -> Watched:
    app = tables.app(line_of_words=True, **{"animation": "normal", **settings})
    app.is_keyboard_used = True
    placed = GAME.text.read(position.text())
    return Watched(app, Session.begin(app.storage, GAME, GAME.play.options(), players or PERSONS, None, placed))


def same(
    tables: Tables, positions: list[Any], act: Callable[[Watched], object], *players: Any, **settings: Any
) -> int:
    """Do the same at tables with other hidden cards: each frame is the same. How many frames there were.

    To one position another is dealt of which the only person, or nobody of several, sees as much.
    """
    if len(positions) == 1:
        positions = [*positions, dealt_anew(positions[0], 0 if players else None)]
    seen = []
    for position in positions:
        driver = watched(tables, position, *players, **settings)
        act(driver)
        seen.append(driver.shown[driver.since :])
        driver.app.close()
        tables.apps.remove(driver.app)
    first, second = seen
    for number, (one, other) in enumerate(zip(first, second, strict=True)):
        where = f"with other hidden cards, in frame {number} of {len(first)}"
        assert one[1:] == other[1:], f"something else is said {where}"
        assert one == other, f"something else is painted {where}"
    return len(first)


def strike_all(driver: Watched, but: Collection[int] = (), rest: float = 0.0) -> None:
    """Strike each key but some, each followed by a rest in seconds; no move is made."""
    plies = len(driver.match.plies)
    for key in KEYS:
        if key not in but:
            driver.strike(key)
            driver.run(rest)
            _back(driver)
    for key in COMMANDS:
        driver.strike(key, pygame.KMOD_LCTRL)
        _back(driver)
    assert len(driver.match.plies) == plies


def _back(driver: Watched) -> None:
    for _ in range(4):
        if driver.above is not None:
            driver.strike(pygame.K_ESCAPE)
    assert driver.above is None


def uncover(driver: Watched) -> None:
    driver.until(lambda: driver.scene.board_cover.visible)
    driver.click(driver.scene.board_cover.button)
    driver.settle()


def test_comparison_detects_visible_cards(tables: Tables) -> None:
    """Else the tests below would prove nothing."""
    with pytest.raises(AssertionError, match="frame"):
        same(tables, [under_way(2, 0)], uncover)


def test_no_key_shows_cards_while_the_hands_are_covered(tables: Tables) -> None:
    assert same(tables, [under_way(2, 0)], strike_all, animation="off") > 30


def test_no_click_or_motion_shows_cards_while_the_hands_are_covered(tables: Tables) -> None:
    def act(driver: Watched) -> None:
        card, wide, high = driver.scene.board_cover.button.rect, *driver.app.size
        for x in range(20, wide, by_effort(120, 60, 60)):
            for y in range(15, high, by_effort(90, 45, 45)):
                if not card.collidepoint((x, y)):
                    driver.move((x, y))
        for x in range(40, round(driver.scene.stage.area.w), 120):
            for y in (30, 200, high - 40):
                if not card.collidepoint((x, y)):
                    driver.mouse = (x, y)
                    driver.post(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1)
                    driver.move((x + 40, y - 30), down=True)
                    driver.post(pygame.MOUSEBUTTONUP, pos=(x + 40, y - 30), button=1)
                    driver.post(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=3)
                    driver.post(pygame.MOUSEBUTTONUP, pos=(x, y), button=3)
                    _back(driver)
        assert driver.facts.chance.is_covered

    same(tables, [under_way(2, 1)], act, animation="off")


def test_no_window_event_shows_cards_while_the_hands_are_covered(tables: Tables) -> None:
    def act(driver: Watched) -> None:
        for size in SIZES[by_effort(1, 0, 0) :]:
            driver.resize(size)
            driver.run(0.4)
            for event in (
                *(pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWRESTORED, pygame.WINDOWEXPOSED),
                *(pygame.WINDOWFOCUSGAINED, pygame.WINDOWLEAVE),
            ):
                driver.post(event)
        driver.app.toggle_full_screen()
        driver.run(0.4)
        driver.app.toggle_full_screen()
        driver.run(0.4)

    act(watched(tables, under_way(2, 0)))  # pictures of all sizes are there then, for both tables
    assert same(tables, [under_way(2, 0)], act) > 30


def test_restored_window_has_covered_hands(tables: Tables) -> None:
    """Bug: whoever fetched it back saw the cards of whoever had put it away."""

    def act(driver: Watched) -> None:
        uncover(driver)
        driver.click("stock")
        driver.post(pygame.WINDOWMINIMIZED)
        assert driver.facts.chance.is_covered
        driver.from_here()
        for event in (pygame.WINDOWFOCUSLOST, pygame.WINDOWRESTORED, pygame.WINDOWEXPOSED, pygame.WINDOWFOCUSGAINED):
            driver.post(event)
        driver.run(0.5)
        plies = len(driver.match.plies)
        strike_all(driver)
        driver.since, seen = len(driver.shown), driver.since
        uncover(driver)
        assert driver.facts.can_move and driver.chance.state.open_seat == 0 and len(driver.match.plies) == plies == 1
        del driver.shown[driver.since :]
        driver.since = seen

    assert same(tables, [under_way(2, 0)], act) > 30


def test_first_frames_of_a_reopened_match_show_no_cards(tables: Tables) -> None:
    """In the midst of a turn too, whoever sits there now; in one window or several."""
    whole = under_way(2, 0)
    for position in (whole, whole.play(Draw(0))):
        seen = []
        anew = dealt_anew(whole, None)
        for one in (position, anew if position is whole else anew.play(Draw(position.turn))):
            app = tables.app(line_of_words=True, animation="normal")
            session = Session.begin(app.storage, GAME, GAME.play.options(), PERSONS, None, GAME.text.read(one.text()))
            session.is_begun = True
            session.save(app.storage)
            app.stack.push(MenuScene(app))
            frames = []
            for number in range(60):
                if number == 10:
                    open_screen(app, OpenMatch(session.id))
                app.moment += 0.02
                app.frame()
                frames.append(checksum(app.surface))
            scene: Any = app.stack.top
            assert scene.table.facts.chance.is_covered and scene.board_cover.visible
            seen.append(frames[10:])
            app.close()
            app.storage.delete_match(session.id)
            tables.apps.remove(app)
        other = [number for number, (one, another) in enumerate(zip(*seen, strict=True)) if one != another]
        assert not other, f"something else is painted with other hidden cards, in frames {other}"


@pytest.mark.parametrize("pointed", [False, True])
def test_no_trace_of_a_hand_is_left_after_the_discard(tables: Tables, pointed: bool) -> None:
    """Bug: the line of words went on saying on which card of the hand the keyboard was."""
    position = under_way(2, 0)
    card = position.hands[0][0]

    def act(driver: Watched) -> None:
        uncover(driver)
        driver.click("stock")
        driver.settle()
        driver.strike(pygame.K_DOWN)
        own = driver.scene.stage.hand.order  # type: ignore[attr-defined]
        assert driver.scene.board_input.cursor == own[0]
        for _ in range(2):
            driver.strike(pygame.K_h, pygame.KMOD_ALT)
            driver.settle()
        assert driver.facts.model.hint.shown == "move" and driver.note
        if pointed:
            driver.app.is_keyboard_used = False
            driver.move(driver.at(own[1]))
            driver.run(1.5)
        move = next(one for one in driver.match.position.legal_moves() if one == Discard(0, card))
        driver.send(events.Play(move, {}, is_confirmed=True))
        driver.until(lambda: driver.chance.state.open_seat is None)
        driver.step()
        driver.from_here()
        driver.run(1.0)
        driver.strike(pygame.K_z, pygame.KMOD_LCTRL)
        assert driver.facts.chance.is_covered and len(driver.match.plies) == 2
        driver.run(0.2)

    assert same(tables, [position, with_card(dealt_anew(position, None), card)], act) > 20


def test_next_person_sees_no_card_of_the_previous_person(tables: Tables) -> None:
    position = under_way(2, 0)
    card = position.hands[0][0]
    other = with_card(dealt_anew(position, 1), card)
    assert other.stock[0] != position.stock[0]

    def act(driver: Watched) -> None:
        uncover(driver)
        driver.send(events.PlayAutomaticMove(driver.match.position.legal_moves()[0]))
        driver.settle()
        driver.send(events.PlayAutomaticMove(Discard(0, card)))
        driver.until(lambda: driver.chance.state.open_seat is None)
        driver.step()
        driver.from_here()
        uncover(driver)
        assert driver.chance.state.open_seat == 1
        driver.strike(pygame.K_p)
        driver.run(3.0)
        for key in (pygame.K_PAGEUP, pygame.K_PAGEUP, pygame.K_SPACE):
            driver.strike(key)
            driver.run(0.6)
        driver.strike(pygame.K_ESCAPE)
        _back(driver)
        for key in (pygame.K_c, pygame.K_e, pygame.K_v, pygame.K_F1, pygame.K_h, pygame.K_h):
            driver.strike(key)
            driver.run(0.3)
            _back(driver)
        driver.strike(pygame.K_z, pygame.KMOD_LCTRL)
        driver.run(0.3)

    assert same(tables, [position, other], act) > 50


def test_no_action_of_the_person_shows_a_hidden_card(tables: Tables) -> None:
    def act(driver: Watched) -> None:
        driver.settle()
        strike_all(driver, (pygame.K_n, pygame.K_t, pygame.K_l, pygame.K_x), rest=by_effort(0.0, 0.1, 0.1))
        driver.strike(pygame.K_e)
        driver.run(0.3)
        driver.strike(pygame.K_RETURN)
        driver.run(1.0)
        assert driver.top.session.is_tried_out
        driver.top.act("leave")
        driver.step()
        assert driver.above is None

    assert same(tables, [under_way(3, 0)], act, ANNA, QUICK, QUICK, animation="off") > 30
