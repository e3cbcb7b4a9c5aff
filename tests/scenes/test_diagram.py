"""Diagrams on the pages: read by the game's own reader, marked by its rules, cut out of its own table."""

from itertools import product

import pygame
import pytest

from rules import GAMES, get
from rules.errors import TurnError
from rules.game import Game
from scenes.app.words import LANGUAGES
from scenes.screens.rulebook.pages import page_text
from scenes.surfaces.layout import Box
from scenes.surfaces.timeline import Frame
from scenes.table.diagram import Diagram, DiagramContent, read_diagram
from scenes.table.game_ui import ui_of
from scenes.ui.markdown import Block, parse_blocks
from tests.checks import check_alike, present
from tests.rows import rows
from tests.scenes.driver import Driver
from tests.scenes.matches import DUCK, GAME

DUCART = get("ducart")
PUSHER = "position: 8/8/8/3z4/3Cw3/8/8/W7 g - g 0 0 -"
"""A Creeper on d4 that may push d5 up and e4 to the right."""
CELL = 40
FIELDS = frozenset(["position", "acts", "turns", "aim", "cut", "plays", "hand", "melds", "discard", "stock"])


def page(game: Game, language: str) -> list[Block]:
    text = present(page_text(game.key, language), "rulebook")
    return parse_blocks(text)


def contents(game: Game, language: str = "en") -> list[DiagramContent]:
    return [read_diagram(game, one.text) for one in page(game, language) if one.kind == "diagram"]


def ducart(text: str) -> DiagramContent:
    return read_diagram(DUCART, text)


def picture(driver: Driver, text: str, game: Game = DUCART) -> pygame.Surface:
    return Diagram(driver.app, game, ui_of(game.key).view(), text).picture(CELL)


def changed(one: pygame.Surface, other: pygame.Surface) -> set[tuple[int, int]]:
    """Column and row, from the upper left, of the cells in whose middle part two pictures differ."""
    across, down = one.get_width() // CELL, one.get_height() // CELL
    return {
        (column, row)
        for column, row in product(range(across), range(down))
        if any(
            one.get_at((column * CELL + x, row * CELL + y)) != other.get_at((column * CELL + x, row * CELL + y))
            for x, y in product(range(4, CELL - 4), repeat=2)
        )
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_diagram_has_legal_content_of_its_game(game: Game, language: str) -> None:
    for one in page(game, language):
        lines = [line.split(": ", 1) for line in one.text.splitlines()] if one.kind == "diagram" else []
        names = {name for name, _ in lines}
        assert names <= FIELDS and len(names) == len(lines) and not {"acts", "turns"} <= names
        assert not {"acts", "turns"} & names or read_diagram(game, one.text).moves
    for content in contents(game, language):
        assert content.aim in {None, *(content.position.gesture(move).drop for move in content.moves)}
        assert set(content.corners or ()) <= set(ui_of(game.key).view().targets)
        legal = set(content.position.legal_moves())
        assert set(content.moves) <= legal
        assert {content.position.gesture(move).pick for move in content.moves} <= {content.picked}
    assert not any("```" in piece.text for block in page(game, language) for piece in block.pieces)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_pages_have_the_same_diagrams_in_every_language(game: Game) -> None:
    def outline(language: str) -> list[str]:
        return [block.text if block.kind == "diagram" else block.kind for block in page(game, language)]

    assert all(outline(language) == outline("en") for language in LANGUAGES)


def test_ducart_diagrams_show_every_piece_and_act() -> None:
    marks = ui_of("ducart").view().move_marks
    acting, signs, states = set(), set(), set()
    for content in contents(DUCART):
        table = content.position.table()
        acting |= {table[square][-1].look.partition("-")[2] for square in content.picked}
        signs |= {sign.kind for sign in marks.signs(content.position, content.picked, content.moves)}
        states |= {sign.kind for sign in marks.state_signs(content.position)}
    assert acting == {"keeper", "creeper", "sleeper", "sweeper", "healer", "stealer", "leaper"}
    assert signs == {"move", "kill", "keep", "push", "sleep", "steal", "transfer", "heal", "ban"}
    assert states == {"halo", "chain"}


def test_diagram_marks_all_turns_of_a_piece_or_only_named_turns() -> None:
    everything = ducart(f"{PUSHER}\nacts: d4")
    assert {str(move) for move in everything.moves} == {
        *("Cd4>d5-d6", "Cd4>e4-f4", "Cd4-b3", "Cd4-b5", "Cd4-c2", "Cd4-c6"),
        *("Cd4-e2", "Cd4-e6", "Cd4-f3", "Cd4-f5"),
    }
    named = ducart(f"{PUSHER}\nturns: Cd4>d5-d6 Cd4-f5\naim: f5")
    assert [str(move) for move in named.moves] == ["Cd4>d5-d6", "Cd4-f5"]
    assert (named.picked, named.aim, named.corners) == (frozenset({"d4"}), "f5", None)
    assert ducart(PUSHER).moves == ()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("position: 8/8 g - g 0 0 -", "8 rows, not 2"),
        (f"{PUSHER}\nturns: Cd4-d5", "goes like a chess knight"),
        (f"{PUSHER}\nplays: Cd4>d5-d6 Cd4-c6", "."),
    ],
)
def test_broken_diagram_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        ducart(text)


def test_diagram_marks_the_legal_turns(driver: Driver) -> None:
    plain = picture(driver, f"{PUSHER}\ncut: b2-f6")
    acting = picture(driver, f"{PUSHER}\nacts: d4\ncut: b2-f6")
    knight = {(0, 1), (0, 3), (1, 0), (1, 4), (3, 0), (3, 4), (4, 1), (4, 3)}
    assert changed(plain, acting) == {(2, 2), (2, 1), (3, 2)} | knight
    named = picture(driver, f"{PUSHER}\nturns: Cd4>d5-d6\ncut: b2-f6")
    assert changed(plain, named) == {(2, 2), (2, 1)}


@rows
def test_cut_shows_its_squares_and_the_frame_at_the_board_edge(
    driver: Driver, cut: str, across: int, down: int, rims: list[int]
) -> None:
    frame = round(0.6 * CELL)
    diagram = Diagram(driver.app, DUCART, ui_of("ducart").view(), f"{PUSHER}\ncut: {cut}" if cut else PUSHER)
    made = diagram.picture(CELL).get_size()
    assert made == (across * CELL + rims[0] * frame, down * CELL + rims[1] * frame)
    assert made == tuple(round(side * CELL) for side in diagram.cells), "as many cells as it says"


def test_cut_equals_that_part_of_the_whole_diagram(driver: Driver) -> None:
    whole = picture(driver, f"{PUSHER}\nacts: d4")
    part = picture(driver, f"{PUSHER}\nacts: d4\ncut: c3-e5")
    square = ui_of("ducart").view().spots(Box(0, 0, 9.2 * CELL, 9.2 * CELL), False)["c5"].box.ints()
    inner = part.get_rect().inflate(-8, -8)
    there = whole.subsurface(inner.move(square[:2]))
    check_alike(part.subsurface(inner), there, "a square of a part of the board")


@pytest.mark.parametrize(
    ("game", "fields"),
    [(GAME, "acts: a6\ncut: a4-d8"), (DUCK, "acts: b1\naim: c3\ncut: a1-d4")],
    ids=lambda value: value.key if hasattr(value, "key") else "",
)
def test_other_games_of_squares_can_have_diagrams(driver: Driver, game: Game, fields: str) -> None:
    position = game.play.start(game.play.options(), 2).text()
    cut = fields.rpartition("\n")[2]
    plain = picture(driver, f"position: {position}\n{cut}", game)
    assert changed(plain, picture(driver, f"position: {position}\n{fields}", game))


def test_backgammon_table_can_be_a_diagram(driver: Driver) -> None:
    game = get("unstacked-draughts")
    position = game.play.start(game.play.options(), 2).text()
    made = picture(driver, f"position: {position}", game)
    assert made.get_width() > made.get_height() > 5 * CELL


def test_diagram_plays_its_turns_and_marks_the_last(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.1]
    monkeypatch.setattr(driver.app, "now", lambda: clock[0])
    monkeypatch.setattr(driver.app.settings, "animation", "normal")
    text = f"{PUSHER}\ncut: b3-f7\nplays: Cd4>d5-d6 We4-e3 Cd4-c6"
    diagram = Diagram(driver.app, DUCART, ui_of("ducart").view(), text)
    assert diagram.can_play and not Diagram(driver.app, DUCART, ui_of("ducart").view(), PUSHER).can_play
    reel = diagram.play(CELL, 0)
    seen: dict[int, int] = {}
    plain: list[pygame.Surface] = []
    paint = reel._paint

    def noted(number: int, frame: Frame) -> pygame.Surface:
        seen[number] = seen.get(number, 0) + 1
        return paint(number, frame)

    reel._paint = noted
    while reel.update():
        plain = [reel.picture()]
        clock[0] += 0.01
    last = reel.picture()
    assert sorted(seen) == [0, 1, 2, 3] and min(seen[0], seen[1], seen[2]) > 10 and seen[3] == 1
    assert {(1, 1), (2, 3)} <= changed(plain[0], last), "where the last piece came from and where it went"


def test_impossible_new_stock_in_a_diagram_is_refused() -> None:
    ducale = get("ducale")
    with pytest.raises(ValueError, match="The stock is not empty"):
        read_diagram(ducale, "hand: 7H 8H KD QS\ndiscard: 9H\nplays: ~ +P -KD")
    bare = ducale.play.start(ducale.play.options(), 2).text()
    with pytest.raises(ValueError, match="no discards"):
        read_diagram(ducale, f"position: {bare}\nplays: ~")
    with pytest.raises(TurnError):
        ducart(f"{PUSHER}\nplays: ~")
