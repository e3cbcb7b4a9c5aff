"""Setting up a position, by mouse and by keys alone."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pygame
import pytest

from rules import GAMES, KEYS, get
from rules.errors import PositionError
from scenes.app.words import LANGUAGES, Words
from scenes.screens.editor.piece_palette import PiecePalette
from scenes.screens.editor.position_errors import why_not
from scenes.screens.editor.scene import EditorScene
from scenes.screens.exchange import ExchangeScene
from scenes.screens.menu.scene import MenuScene
from scenes.screens.setup.scene import SetupScene
from scenes.table.editor_board import EditorBoard
from scenes.table.menus import settable
from tests.rows import tables
from tests.rules.test_editing import edited, editor_of
from tests.scenes.driver import Driver, House, visit
from tests.scenes.matches import ANNA, BERT, DUCK, MIDDLE

EDITED = [pytest.param(game.key, id=game.key) for game in GAMES if game.teach.editor is not None]
ON_BOARDS = ("double-draughts", "duck-chess", "ducart")


def opened(visitor: Driver, key: str, text: str = "") -> Any:
    """The scene, with the position of a text."""
    game = get(key)
    scene = EditorScene(visitor.app, key, game.text.read(text) if text else None)
    visitor.open(scene)
    return scene


def field(visitor: Driver, kind: str) -> tuple[int, int]:
    """A pixel of a thing in the tray."""
    return visitor.the(PiecePalette).field_of(kind).center


def centre(visitor: Driver, place: str) -> tuple[int, int]:
    x, y = visitor.the(EditorBoard).places[place].at(0)
    return round(x), round(y)


def centre_of(visitor: Driver, place: str) -> tuple[int, int]:
    """A pixel of a place of cards, where no other card lies."""
    board = visitor.the(EditorBoard)
    box = pygame.Rect(board.places[place].box.ints())
    spots = ((box.right - 3, box.bottom - 3), (box.right - 3, box.top + 3), box.midbottom, box.center)
    return next(spot for spot in spots if board.place_at(spot) == place)


def playable(visitor: Driver) -> bool:
    """Whether the position can be played."""
    return bool(visitor.labelled("Play from here").enabled)


def drag(visitor: Driver, start: tuple[int, int], end: tuple[int, int]) -> None:
    visitor.post(pygame.MOUSEMOTION, pos=start, rel=(0, 0), buttons=(0, 0, 0))
    visitor.post(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
    visitor.post(pygame.MOUSEMOTION, pos=(start[0] + 9, start[1]), rel=(9, 0), buttons=(1, 0, 0))
    visitor.post(pygame.MOUSEMOTION, pos=end, rel=(9, 0), buttons=(1, 0, 0))
    visitor.post(pygame.MOUSEBUTTONUP, pos=end, button=1)


def text(scene: Any) -> str:
    return str(scene.hand.editor.text(scene.hand.draft))


def test_a_man_is_dragged_from_the_tray_across_the_board_and_off(visitor: Driver) -> None:
    scene = opened(visitor, "duck-chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    drag(visitor, field(visitor, "q"), centre(visitor, "d4"))
    assert text(scene) == "4k3/8/8/8/3q4/8/8/4K3 w - - 0 1" and not scene.hand.held
    drag(visitor, centre(visitor, "d4"), centre(visitor, "h8"))
    assert text(scene) == "4k2q/8/8/8/8/8/8/4K3 w - - 0 1"
    drag(visitor, centre(visitor, "h8"), (3, 3))
    assert text(scene) == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"


def test_click_and_click_lays_as_often_as_one_likes_until_escape(visitor: Driver) -> None:
    scene = opened(visitor, "double-draughts", "8/8/1m6/2M5/8/8/8/8 w 2 0 1")
    visitor.click_at(field(visitor, "K"))
    visitor.click_at(centre(visitor, "a1"))
    visitor.click_at(centre(visitor, "c1"))
    assert text(scene).startswith("8/8/1m6/2M5/8/8/8/K1K5 ")
    visitor.strike(pygame.K_ESCAPE)
    assert not scene.hand.held
    visitor.click_at(centre(visitor, "a1"))
    visitor.click_at(centre(visitor, "a3"))
    assert text(scene).startswith("8/8/1m6/2M5/8/K7/8/2K5 ")
    visitor.strike(pygame.K_ESCAPE)
    assert visitor.top is visitor.ground


def test_what_is_held_hangs_where_the_pointer_is_and_nowhere_while_it_is_outside(visitor: Driver) -> None:
    scene = opened(visitor, "duck-chess")
    scene.hand.take("P")
    assert scene.hand.held and not visitor.the(EditorBoard).carries
    place = field(visitor, "N")
    visitor.click_at(place)
    assert visitor.the(EditorBoard).carries and visitor.the(EditorBoard).carried().center == place
    visitor.post(pygame.WINDOWLEAVE)
    assert scene.hand.held and not visitor.the(EditorBoard).carries


def test_the_right_button_lets_go_or_takes_off(visitor: Driver) -> None:
    scene = opened(visitor, "duck-chess", "4k3/8/8/8/3q4/8/8/4K3 w - - 0 1")
    visitor.click_at(field(visitor, "P"))
    visitor.post(pygame.MOUSEBUTTONDOWN, pos=centre(visitor, "d4"), button=3)
    assert not scene.hand.held and "q" in text(scene)
    visitor.post(pygame.MOUSEBUTTONDOWN, pos=centre(visitor, "d4"), button=3)
    assert text(scene).startswith("4k3/8/8/8/8/8/8/4K3 ")


def test_a_position_is_set_up_with_the_keys_alone(visitor: Driver) -> None:
    scene = opened(visitor, "duck-chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert visitor.the(PiecePalette).focused
    visitor.strike(pygame.K_DOWN)
    visitor.strike(pygame.K_RETURN)
    assert scene.hand.kind == "N" and visitor.the(EditorBoard).focused
    assert "White knight" in visitor.words()
    for _ in range(3):
        visitor.strike(pygame.K_UP)
    visitor.strike(pygame.K_RETURN)
    assert text(scene).startswith("4k3/8/8/8/N7/8/8/4K3 ")
    visitor.strike(pygame.K_ESCAPE)
    visitor.strike(pygame.K_RETURN)
    visitor.strike(pygame.K_RIGHT)
    visitor.strike(pygame.K_RETURN)
    assert text(scene).startswith("4k3/8/8/8/1N6/8/8/4K3 ")
    visitor.strike(pygame.K_DELETE)
    assert text(scene).startswith("4k3/8/8/8/8/8/8/4K3 ")


def test_every_widget_is_reached_with_tab(visitor: Driver) -> None:
    for key in ON_BOARDS:
        opened(visitor, key)
        wanted = {widget for widget in visitor.form.walk() if widget.focusable and widget.enabled}
        seen = set()
        for _ in range(len(wanted)):
            visitor.strike(pygame.K_TAB)
            seen.add(visitor.form.focus_on)
        assert seen == wanted
        visitor.strike(pygame.K_ESCAPE)


def test_it_is_said_at_first_how_things_are_set_up(visitor: Driver) -> None:
    """Bug: nothing on the sheet told whoever opened it first what to do."""
    opened(visitor, "duck-chess")
    assert "Drag things to where they shall lie" in visitor.words()
    drag(visitor, centre(visitor, "e2"), centre(visitor, "e4"))
    assert "Drag" not in visitor.words()
    opened(visitor, "unstacked-draughts")
    assert "Drag" not in visitor.words()  # nothing can be taken off there


def test_it_is_said_why_a_position_is_none_and_where(visitor: Driver) -> None:
    scene = opened(visitor, "duck-chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert "This is a position." in visitor.words() and playable(visitor)
    drag(visitor, centre(visitor, "e8"), centre(visitor, "e5"))
    drag(visitor, field(visitor, "P"), centre(visitor, "a8"))
    assert "No pawn can stand on a8." in visitor.words() and scene.hand.marked == {"a8"}
    assert not playable(visitor) and not visitor.labelled("Try it out").enabled
    drag(visitor, centre(visitor, "a8"), (3, 3))
    assert playable(visitor) and not scene.hand.marked
    drag(visitor, centre(visitor, "e5"), (3, 3))
    assert "Black has no king" in visitor.words()


def test_a_position_in_which_all_is_over_cannot_be_played(visitor: Driver) -> None:
    opened(visitor, "ducart", "8/8/8/8/8/8/8/W7 g - g 0 0 -")
    assert "nothing is left to play" in visitor.words() and not playable(visitor)


def test_a_text_is_pasted_copied_and_explained(visitor: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    board = {"text": "  4k3/8/8/8/8/8/8/4K3 b - - 0 1\n"}
    monkeypatch.setattr("scenes.screens.editor.scene.clipboard_text", lambda: board["text"])
    monkeypatch.setattr(
        "scenes.screens.editor.scene.set_clipboard_text", lambda told: bool(board.update(text=told)) or True
    )
    scene = opened(visitor, "duck-chess")
    before = scene.hand.draft
    visitor.click("Paste a position")
    assert text(scene) == "4k3/8/8/8/8/8/8/4K3 b - - 0 1"
    board["text"] = "rubbish"
    visitor.click("Paste a position")
    assert "no position of Duck Chess" in visitor.words() and not playable(visitor)
    assert text(scene) == "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "the board stays"
    visitor.frames()
    visitor.click("The start position")
    assert scene.hand.draft == before and playable(visitor)
    visitor.click("Copy the position")
    assert board["text"] == text(scene)


def test_what_cannot_be_seen_is_set_beside_the_board(visitor: Driver) -> None:
    scene = opened(visitor, "duck-chess")
    visitor.form.focus(visitor.labelled("White may castle short"))
    visitor.strike(pygame.K_LEFT)
    assert text(scene).split()[2] == "Qkq"
    visitor.form.focus(visitor.labelled("To move"))
    visitor.strike(pygame.K_RIGHT)
    assert text(scene).split()[1] == "b"


def test_a_piece_is_put_to_sleep_and_kept_where_one_looks(visitor: Driver) -> None:
    scene = opened(visitor, "ducart")
    visitor.click_at(centre(visitor, "d2"))
    visitor.strike(pygame.K_ESCAPE)
    visitor.form.focus(visitor.labelled("Asleep"))
    visitor.strike(pygame.K_RIGHT)
    assert scene.hand.draft.cells["d2"] == "W~"
    assert visitor.form.focus_on is visitor.labelled("Asleep"), "the keys stay where they are"
    drag(visitor, field(visitor, "k"), centre(visitor, "d2"))
    assert scene.hand.draft.cells["d2"] == "(kW~)"
    assert "a side has 2 at most" in visitor.words()


def test_checkers_are_brought_down_and_borne_off_and_it_is_said_what_cannot_be(visitor: Driver) -> None:
    scene = opened(visitor, "unstacked-draughts", "UD1 d111222 o222333 b 0-0/3")
    drag(visitor, centre(visitor, "w4"), centre(visitor, "w4-down"))
    assert scene.hand.draft.cells["w"] == "d111122"
    drag(visitor, centre(visitor, "b6-down"), (3, 3))
    assert scene.hand.draft.cells["b"] == "o222332"
    drag(visitor, centre(visitor, "w4"), (3, 3))
    assert scene.hand.draft.cells["w"] == "d111122" and "nothing is off while a stack is left" in visitor.words()


def test_empty_beginning_and_other_side(visitor: Driver) -> None:
    scene = opened(visitor, "duck-chess", "4k3/8/8/3*4/8/8/8/R3K3 w Q - 0 1")
    visitor.click("Change sides")
    assert text(scene) == "r3k3/8/8/8/3*4/8/8/4K3 b q - 0 1"
    visitor.click("Clear the table")
    assert text(scene) == "8/8/8/8/8/8/8/8 b - - 0 1"
    visitor.click("The start position")
    assert playable(visitor) and len(scene.hand.draft.cells) == 32


def test_played_from_there(visitor: Driver) -> None:
    opened(visitor, "duck-chess", "4k3/8/8/3*4/8/8/8/R3K3 w Q - 0 1")
    visitor.click("Play from here")
    assert isinstance(visitor.top, SetupScene) and isinstance(visitor.app.stack.scenes[0], MenuScene)
    visitor.click("Start")
    table: Any = visitor.top
    assert table.match.start.text() == "4k3/8/8/3*4/8/8/8/R3K3 w Q - 0 1"


def test_tried_out_from_there_and_back_again(visitor: Driver) -> None:
    scene = opened(visitor, "duck-chess", "4k3/8/8/3*4/8/8/8/R3K3 w Q - 0 1")
    visitor.click("Try it out")
    assert visitor.top is not scene
    assert visitor.top.match.position.text() == "4k3/8/8/3*4/8/8/8/R3K3 w Q - 0 1"
    visitor.top.match.play(visitor.top.match.position.legal_moves()[0])
    visitor.app.stack.pop()
    assert visitor.top is scene and visitor.app.storage.list_matches() == []


def test_from_the_sheet_that_opens_matches_and_from_that_which_sets_them_up(visitor: Driver) -> None:
    visitor.open(ExchangeScene(visitor.app))
    visitor.click("On the board")
    visitor.strike(pygame.K_RETURN)
    assert isinstance(visitor.top, EditorScene) and visitor.top.hand.game.key == GAMES[0].key
    visitor.strike(pygame.K_ESCAPE)
    visitor.open(SetupScene(visitor.app, "duck-chess", "4k3/8/8/3*4/8/8/8/R3K3 w Q - 0 1"))
    visitor.form.focus(visitor.labelled("Set up a position"))
    visitor.strike(pygame.K_RETURN)
    assert isinstance(visitor.top, EditorScene)
    assert text(visitor.top) == "4k3/8/8/3*4/8/8/8/R3K3 w Q - 0 1"


@pytest.mark.parametrize("key", EDITED)
def test_every_tray_field_and_place_has_words_in_every_language(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Words, "strict", True)
    for language in LANGUAGES:
        person = visit((1280, 800), language=language)
        scene = opened(person, key)
        rng, board = Random(3), person.the(EditorBoard)
        for tray in scene.hand.editor.trays:
            assert all(scene.hand.kind_name(kind) for kind in tray)
        for _ in range(150):
            scene.hand.change(edited(scene.hand.editor, scene.hand.draft, rng))
            board.look(rng.choice(scene.hand.editor.places(scene.hand.draft)))
            assert board.label == scene.hand.place_name(board.here)
            person.frames(1)
        person.app.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "text", "code"), tables("test_editing")["test_what_cannot_be_has_a_code"][1:])
def test_every_reason_has_words(key: str, text: str, code: str, language: str) -> None:
    game = get(key)
    with pytest.raises(PositionError) as caught:
        game.text.read(text)
    Words.strict = True
    try:
        sentence = why_not(Words(language), key, caught.value)
    finally:
        Words.strict = False
    assert sentence.endswith(".") and "{" not in sentence


@pytest.mark.parametrize("key", EDITED)
def test_the_editor_refuses_what_the_reader_refuses_and_nothing_else(visitor: Driver, key: str) -> None:
    scene, rng = opened(visitor, key), Random(11)
    game = get(key)
    assert editor_of(game) is scene.hand.editor
    verdicts = set()
    for _ in range(300):
        scene.hand.change(edited(scene.hand.editor, scene.hand.draft, rng))
        try:
            read = game.text.read(text(scene))
        except PositionError:
            assert scene.hand.problem is not None and not playable(visitor)
            verdicts.add("refused")
            continue
        assert scene.hand.problem is None and playable(visitor) == (read.outcome() is None)
        verdicts.add("taken")
    assert verdicts == {"refused", "taken"}


def test_another_position_is_made_of_a_match_and_the_match_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(monkeypatch)
    drive = house.table(ANNA, BERT, position=MIDDLE, game=DUCK)
    drive.click("f3", "g5")  # half a turn
    drive.scene.act("set-up")
    above: Any = drive.above
    assert type(above) is EditorScene and text(above) == drive.match.positions[0].text()
    drive.strike(pygame.K_ESCAPE)
    assert drive.above is None and len(drive.match.plies) == 1
    house.clear()


def test_no_position_is_made_while_the_clocks_of_the_rules_stand_still(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(monkeypatch)
    ducart = get("ducart")
    timed = house.table(ANNA, BERT, game=ducart, options=replace(ducart.play.options(), timed=True))
    free = house.table(ANNA, BERT, game=ducart)
    assert not settable(timed.scene.session) and settable(free.scene.session)
    timed.match.end("resigned", 0)
    assert settable(timed.scene.session)
    house.clear()


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_position_of_cards_is_played_by_as_many_as_hold_some(visitor: Driver, seats: int) -> None:
    """Whatever number played last: the table had more seats than the position, and fell over."""
    game = get("ducale")
    editor = editor_of(game)
    told = editor.text(editor.draft(game.play.start(game.play.options(), seats)))
    visitor.open(SetupScene(visitor.app, "ducale", told))
    visitor.click("Start")
    assert visitor.top.match.seats == visitor.top.match.position.seats == seats
    visitor.frames()


def test_cards_go_from_the_tray_to_a_hand_and_become_a_meld(visitor: Driver) -> None:
    scene = opened(visitor, "ducale")
    visitor.click("Clear the table")
    assert "holds no card" in visitor.words() and scene.hand.marked == {"h0"}
    for kind, place in (("KC", "h0"), ("9D", "h1"), ("5S", "discard")):
        drag(visitor, field(visitor, kind), centre_of(visitor, place))
    assert playable(visitor)
    drag(visitor, field(visitor, "7H"), centre_of(visitor, "felt"))
    assert "three cards or more" in visitor.words() and scene.hand.marked == {"m1"}
    drag(visitor, field(visitor, "9H"), centre_of(visitor, "m1:7H#0"))
    drag(visitor, field(visitor, "JK"), centre_of(visitor, "m1:9H#1"))
    assert scene.hand.draft.cells["m1"] == "7H JK=8H 9H" and playable(visitor)
    drag(visitor, centre_of(visitor, "m1:9H"), centre_of(visitor, "h1"))
    assert scene.hand.draft.cells["h1"] == "9D 9H" and not playable(visitor)
    drag(visitor, centre_of(visitor, "h1:9H#1"), (3, 3))
    assert scene.hand.draft.cells["h1"] == "9D" and scene.hand.draft.cells["stock"].endswith(" 9H")


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_of_words_names_every_place(key: str, language: str) -> None:
    visitor = visit((1280, 800), language=language, line_of_words=True)
    scene = opened(visitor, key)
    board = visitor.the(EditorBoard)
    for place in scene.hand.editor.places(scene.hand.draft):
        board.here = place
        assert board.valued()
    visitor.app.close()


def test_a_card_is_taken_from_the_tray_before_the_table_was_painted(visitor: Driver) -> None:
    visitor.app.stack.push(EditorScene(visitor.app, "ducale"))
    visitor.post(pygame.MOUSEBUTTONDOWN, pos=field(visitor, "KC"), button=1)
    assert visitor.top.hand.held


def test_of_a_card_there_is_no_third_one(visitor: Driver) -> None:
    scene = opened(visitor, "ducale")
    visitor.click("Clear the table")
    visitor.click_at(field(visitor, "7H"))
    for _ in range(2):
        visitor.click_at(centre_of(visitor, "h0"))
    assert scene.hand.draft.cells["h0"] == "7H 7H" and not scene.hand.held
    visitor.click_at(field(visitor, "7H"))
    assert not scene.hand.held and "none is left" in visitor.words()


def test_what_a_joker_stands_for_is_chosen(visitor: Driver) -> None:
    scene = opened(visitor, "ducale")
    scene.hand.change(scene.hand.editor.cleared(scene.hand.draft))
    hand = scene.hand
    for kind in ("7H", "8H", "JK"):
        hand.change(hand.editor.lay(hand.draft, kind, "m1" if "m1" in hand.draft.cells else "felt"))
    visitor.the(EditorBoard).look("m1")
    assert scene.hand.draft.cells["m1"] == "JK=6H 7H 8H"
    visitor.form.focus(visitor.labelled("The joker stands for"))
    visitor.strike(pygame.K_RIGHT)
    assert scene.hand.draft.cells["m1"] == "7H 8H JK=9H"


def test_more_play_and_fewer(visitor: Driver) -> None:
    scene = opened(visitor, "ducale")
    visitor.form.focus(visitor.labelled("Players"))
    visitor.strike(pygame.K_RIGHT)
    assert scene.hand.draft.cells["h2"] == "" and "East holds no card" in visitor.words()
    visitor.strike(pygame.K_LEFT)
    assert playable(visitor)


def test_cards_are_set_up_with_the_keys_alone(visitor: Driver) -> None:
    scene = opened(visitor, "ducale")
    scene.hand.change(scene.hand.editor.cleared(scene.hand.draft))
    assert visitor.the(PiecePalette).focused
    visitor.strike(pygame.K_RETURN)
    assert scene.hand.kind == "AS" and visitor.the(EditorBoard).focused and visitor.the(EditorBoard).here == "h0"
    visitor.strike(pygame.K_RETURN)
    visitor.strike(pygame.K_ESCAPE)
    assert scene.hand.draft.cells["h0"] == "AS"
    seen = {visitor.the(EditorBoard).here}
    for _ in range(12):
        visitor.strike(pygame.K_DOWN)
        seen.add(visitor.the(EditorBoard).here)
    assert "h1" in seen and seen & {"stock", "discard", "felt"}


def test_a_position_is_made_of_a_match_of_cards_that_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(monkeypatch)
    ducale = get("ducale")
    assert ducale is not None
    drive = house.table(ANNA, BERT, game=ducale)
    drive.settle()
    assert drive.match.position.turn_started and drive.match.plies
    assert not settable(drive.scene.session), "hidden cards stay hidden"
    drive.match.end("resigned", 0)
    assert settable(drive.scene.session)
    drive.scene.act("set-up")
    above: Any = drive.above
    assert type(above) is EditorScene and playable(drive)
    assert text(above) == drive.match.position.text()
    house.clear()
