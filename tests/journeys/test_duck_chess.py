"""Duck Chess from a position to the king's capture and the menu, by real mouse; and a PGN looked at and copied."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pygame
import pytest

from rules.ai.opponents import opponent
from rules.common.squares import NAMES
from rules.contract import Gesture, Seat
from rules.duck_chess import GAME
from rules.duck_chess.cells import kind
from rules.duck_chess.engine.mailbox import KING
from rules.duck_chess.moves import DuckMove, Move, PieceMove
from rules.duck_chess.position import Position
from rules.match import Match
from rules.record import Record
from rules.search.level import full_strength
from scenes.screens.menu.scene import MenuScene
from scenes.screens.setup.scene import SetupScene
from scenes.surfaces.mark_rules import find_dropped_token
from scenes.table.game_ui import ui_of
from tests.checks import present
from tests.hands import Point, pixel
from tests.journeys.driver import Person, unseen, wait_for
from tests.journeys.places import Board, finished_match, finished_match_menu, result, seat_of_person, spots, table
from tests.journeys.screens import alike

pytestmark = pytest.mark.journey

KEY = GAME.key
START = "r6k/1P4pp/8/8/8/8/5PPP/3QK2R w K - 0 1"
"""White can castle, then promote, and then wins soon, whatever the Duckling does; the duck is off the board."""
NODES = 2_000

GIVEN = """\
[Event "Evening at the pond"]
[Site "Paris"]
[Date "2026.01.31"]
[Round "1"]
[White "Anna"]
[Black "Mallard"]
[Result "1-0"]
[Variant "Duck"]
[Termination "king captured"]

1. e4@e6 d5@e3 2. exd5@d7 Nf6@a3 3. Qe2@a6 g6@a3 4. Qxe7@e2 Nc6@e3 5. Qxe8# 1-0
"""


class Hands:
    def __init__(self, person: Person) -> None:
        self._person = person
        self._turns = 0

    def record(self, plies: int, turn: bool = True) -> Record | None:
        """Return the record once the match has so many plies, and waits for the person or is over."""
        finished = self._person.records("finished")
        if finished:
            return finished[-1]
        for record in self._person.records("matches"):
            match = record.match
            begun = match.position.turn_started and match.position.to_move == seat_of_person(record)
            if len(match.plies) >= plies and (begun or not turn):
                return record
        return None

    def wait(self, plies: int, turn: bool = True) -> Record:
        return wait_for(partial(self.record, plies, turn), f"ply {plies}")

    def play(self) -> Record:
        match = Match(GAME.play, position=GAME.text.read(START))
        while True:
            position = match.position
            assert isinstance(position, Position)
            plies = len(match.plies) + self._play_turn(position, len(match.plies))
            record = self.wait(plies + 1)
            match = record.match
            if match.outcome() is not None:
                return record
            if self._turns == 1:
                self._person.resume()

    def _play_turn(self, position: Position, plies: int) -> int:
        self._turns += 1
        turn = planned(position)
        piece = turn[0]
        assert isinstance(piece, PieceMove)
        if self._turns == 2:
            self._ask_for_a_hint()
        before = self._bare_board() if self._turns == 1 else None
        self._move_piece(position, piece, plies)
        if self._turns == 1:
            middle = Board(self._person, KEY, position.side).middles[NAMES[piece.end]]
            self._take_back(plies, lambda: self._person.click_at(middle, button=3))
            self._move_piece(position, piece, plies)
        if self._turns == 2:
            self._take_back(plies, lambda: self._person.press_key("Escape"))
            self._move_piece(position, piece, plies)
        if len(turn) == 1:
            return 1
        duck = turn[1]
        assert isinstance(duck, DuckMove)
        if before is not None:
            self._see_dots(before, position, position.play(piece), duck)
        self._move(duck, drag=duck.start is not None and self._turns % 2 == 0)
        return 2

    def _move_piece(self, position: Position, move: PieceMove, plies: int) -> None:
        self._move(move, drag=self._turns % 2 == 0)
        if castles(position, move):
            self._person.look("castling")
        if move.promotion:
            self._person.look("chooser")
            self._person.click_at(self._choice(position, move))
        self.wait(plies + 1, turn=False)
        if castles(position, move) or move.promotion:
            self._person.look("castled" if castles(position, move) else "promoted")

    def _move(self, move: Move, drag: bool) -> None:
        board, end = Board(self._person, KEY, move.seat), NAMES[move.end]
        if isinstance(move, DuckMove) and not drag:
            board.click(end)
        else:
            assert move.start is not None
            board.move(Gesture(frozenset({NAMES[move.start]}), end), drag)

    def _choice(self, position: Position, move: PieceMove) -> Point:
        """Return the place of the man to promote to; the choices are a column that begins at the last square."""
        tokens = [find_dropped_token(position, other) for other in position.piece_moves() if other.promotion]
        looks = sorted({token for token in tokens if token is not None}, key=ui_of(KEY).view().move_marks.choice_rank)
        wanted = present(find_dropped_token(position, move), "square on which the piece lands")
        box = spots(KEY, move.seat)[NAMES[move.end]].box
        x, y = box.centre
        return x, y + looks.index(wanted) * box.h  # the person's last row is the upper one

    def _take_back(self, plies: int, how: Callable[[], object]) -> None:
        how()
        wait_for(partial(self._gone, plies), "the piece move to be taken back")

    def _gone(self, plies: int) -> Record | None:
        record = self.record(plies)
        return record if record is not None and len(record.match.plies) == plies else None

    def _bare_board(self) -> pygame.Surface:
        self._person.rest()
        return self._person.see()

    def _see_dots(self, before: pygame.Surface, position: Position, middle: Position, duck: DuckMove) -> None:
        """Check that the duck is off the board, and that exactly the squares where it may go are marked."""
        assert duck.start is None
        ends = {name for name in NAMES if position.table().get(name) != middle.table().get(name)}  # marked as a way
        places = Board(self._person, KEY, middle.side).middles
        dots = {name: pixel(place) for name, place in places.items() if name in NAMES}
        may = {NAMES[half.end] for half in middle.legal_moves()}

        def marked() -> bool:
            now = self._person.see()
            changed = {name for name, dot in dots.items() if before.get_at(dot) != now.get_at(dot)}
            return changed - ends == may - ends

        wait_for(marked, "a dot on every empty square")
        self._person.look("first-duck")

    def _ask_for_a_hint(self) -> None:
        """Press the bulb twice, and check that a blue mark and then a blue arrow appear."""
        before = blue(self._person.see())
        self._person.press(table, "table.hint")
        wait_for(lambda: blue(self._person.see()) > before + 100, "the nudge's mark")
        self._person.press(table, "table.hint")
        wait_for(lambda: blue(self._person.see()) > before + 1_000, "the hint's arrow")
        self._person.look("hint")


def planned(position: Position) -> tuple[Move, ...]:
    for move in position.piece_moves():
        if castles(position, move) or move.promotion:
            return (move, *liked(position.play(move)))
    return liked(position)


def liked(position: Position) -> tuple[Move, ...]:
    moves = opponent(KEY).choose(position, full_strength(NODES), Random(1)).moves
    return tuple(half for half in moves if isinstance(half, PieceMove | DuckMove))


def castles(position: Position, move: PieceMove) -> bool:
    return kind(position.cells[move.start]) == KING and abs(move.end - move.start) == 2


players = partial(SetupScene, key=KEY, position=START)


def blue(picture: pygame.Surface) -> int:
    return pygame.mask.from_threshold(picture, (46, 110, 150), (40, 40, 45)).count()


@pytest.mark.frozen
def test_a_match_against_the_duckling_with_castling_promotion_a_power_cut_and_the_king_taken(
    person: Person, tmp_path: Path
) -> None:
    path = tmp_path / "pond.fen"
    path.write_text(START, encoding="utf-8")
    person.start(str(path))
    person.rest("players")
    person.press(players, "setup.start")
    record = Hands(person).play()
    assert seen(record) == {"castling", "promotion", "king-captured"}
    assert record.players[1 - seat_of_person(record)].level == 1
    wait_for(lambda: not person.records("matches"), "the match to be among the finished ones alone")
    person.look("king-taken")
    person.rest("result")
    person.press(result, "result.to-menu")
    wait_for(lambda: not on_table(person), "the table to be cleared")
    person.rest("menu-again")
    person.press(MenuScene, "menu.quit")
    assert person.end() == 0


def on_table(person: Person) -> str | None:
    """Return the id of the match that the next start would resume."""
    with unseen(person.home) as app:
        return app.storage.open_match()


def seen(record: Record) -> set[str]:
    seat: Seat = seat_of_person(record)
    match = record.match
    found = set()
    for position, ply in zip(match.positions, match.plies, strict=False):
        if isinstance(position, Position) and isinstance(ply.move, PieceMove) and ply.move.seat == seat:
            if castles(position, ply.move):
                found.add("castling")
            if ply.move.promotion:
                found.add("promotion")
    outcome = match.outcome()
    if outcome is not None and outcome.winners == (seat,):
        found.add(outcome.reason)
    return found


@pytest.mark.frozen
def test_a_pgn_from_the_command_line_is_viewed_and_copied(person: Person, tmp_path: Path) -> None:
    path = tmp_path / "pond.pgn"
    path.write_text(GIVEN, encoding="utf-8")
    person.start(str(path))
    wait_for(lambda: person.records("finished"), "the match among the finished ones")
    person.rest("opened")
    end = person.see()
    person.press(finished_match, "table.first")
    wait_for(lambda: not alike(end, person.see(), share=0.99, blur=8), "the beginning of the match on the board")
    person.look("looked-at")
    person.press(finished_match, "table.menu")
    person.press(finished_match_menu, "pause.copy-pgn")
    assert wait_for(clipboard, "the PGN on the clipboard") == GIVEN
    assert person.close() == 0


def clipboard() -> str:
    opened = "import pygame; pygame.display.init(); pygame.display.set_mode((1, 1))"
    look = f"{opened}; print(pygame.scrap.get_text(), end='')"
    environment = {**os.environ, "SDL_VIDEODRIVER": "x11", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    found = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, env=environment, check=True)
    return found.stdout
