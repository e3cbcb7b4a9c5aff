"""Setting up a position, by mouse and by keys alone."""

from dataclasses import replace
from random import Random
from typing import Any
from unittest.mock import Mock

import pygame
import pytest

from rules import GAMES, KEYS, get
from rules.errors import PositionError
from scenes.app.theme import OXBLOOD
from scenes.app.words import Words
from scenes.screens.editor.property_panel import describe_position_error
from scenes.screens.editor.scene import EditorScene, PiecePalette
from scenes.screens.setup.scene import SetupScene
from scenes.table.editor_board import EditorBoard
from scenes.table.match_commands import can_edit_position
from scenes.ui.form_row import FormRow
from scenes.ui.label import Label
from tests.effort import by_effort
from tests.rows import tables
from tests.rules.test_editing import edited, editor_of
from tests.scenes.clicks import OPENED, carry, place_of, seen
from tests.scenes.driver import Driver, Tables, visit
from tests.scenes.matches import ANNA, BERT, COMPUTER, DUCK

EDITED = [pytest.param(game.key, id=game.key) for game in GAMES if game.teach.editor is not None]


def opened(driver: Driver, key: str, text: str = "") -> Any:
    driver.open(OPENED["editor"](driver.app, key, text))
    return driver.top


def playable(driver: Driver) -> bool:
    return bool(seen(driver, "playable"))


def text(scene: Any) -> str:
    return str(scene.state.editor.text(scene.state.draft))


def test_held_piece_is_drawn_only_while_the_pointer_is_in_the_window(driver: Driver) -> None:
    scene = opened(driver, "duck-chess")
    scene.state.take_from_palette("P")
    assert scene.state.held_tokens and not driver.the(EditorBoard).is_held_at_pointer
    place = place_of(driver, "tray:N")
    driver.click_at(place)
    assert driver.the(EditorBoard).is_held_at_pointer and driver.the(EditorBoard).held_rect().center == place
    driver.post(pygame.WINDOWLEAVE)
    assert scene.state.held_tokens and not driver.the(EditorBoard).is_held_at_pointer


def test_position_text_is_pasted_copied_or_refused_with_a_reason(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    paste, copy = Mock(return_value="  4k3/8/8/8/8/8/8/4K3 b - - 0 1\n"), Mock(return_value=True)
    monkeypatch.setattr("scenes.screens.editor.scene.clipboard_text", paste)
    monkeypatch.setattr("scenes.screens.editor.scene.set_clipboard_text", copy)
    scene = opened(driver, "duck-chess")
    before = scene.state.draft
    driver.click("Paste a position")
    assert text(scene) == "4k3/8/8/8/8/8/8/4K3 b - - 0 1"
    paste.return_value = "rubbish"
    driver.click("Paste a position")
    assert "no position of Duck Chess" in driver.words() and not playable(driver)
    assert text(scene) == "4k3/8/8/8/8/8/8/4K3 b - - 0 1", "the board stays"
    driver.frames()
    driver.click("The start position")
    assert scene.state.draft == before and playable(driver)
    driver.click("Copy the position as text")
    copy.assert_called_once_with(text(scene))


def _colours(driver: Driver) -> dict[str, Any]:
    said = [label for label in driver.all_of(Label) if label.text[-1:] == "."]
    return {label.text[:29]: label.colour for label in said}


def test_verdicts_instructions_and_refusals_have_their_own_colours(driver: Driver) -> None:
    """Bug: all that was said stood in the colour of what was said first, refusals in the green of success."""
    opened(driver, "duck-chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    driver.click_at(place_of(driver, "tray:q"))
    (judged, green), (told, neutral) = _colours(driver).items()
    assert judged.startswith("This position can be played.") and told.startswith("Black queen: click")
    assert OXBLOOD not in (green, neutral) and green != neutral
    hand = opened(driver, "ducale").state
    cards = [kind for tray in hand.editor.trays for kind in tray if not hand.editor.has_left(hand.draft, kind)]
    driver.click_at(place_of(driver, f"tray:{cards[0]}"))
    assert [colour for said, colour in _colours(driver).items() if "none is left" in said] == [OXBLOOD]
    opened(driver, "unstacked-draughts", "UD1 d111122 o222332 b 0-0/3")
    carry(driver, "w4-down", "away")
    assert _colours(driver) == {"It can’t go there: nothing is": OXBLOOD}, "no success beside a refusal"
    carry(driver, "w4-down", "w4")
    assert [*_colours(driver)] == ["This position can be played."] and OXBLOOD not in _colours(driver).values()


def test_editor_and_try_out_keep_the_side_below(tables: Tables) -> None:
    """Bug: "Set up from here" turned the board to White for whoever plays Black."""
    drive = tables.table(COMPUTER, ANNA, game=DUCK)
    below = drive.facts.model.bottom_seat
    drive.scene.act("set-up")
    assert below == drive.the(EditorBoard).bottom_seat == 1 and drive.the(EditorBoard).flipped
    drive.click("Try it out")
    assert drive.top.table.facts.model.bottom_seat == 1
    drive.app.stack.pop()
    drive.strike(pygame.K_f)
    drive.click("Try it out")
    assert drive.top.table.facts.model.bottom_seat == 0


def test_try_out_from_the_editor_returns_to_it(driver: Driver) -> None:
    scene = opened(driver, "duck-chess", "4k3/8/8/3*4/8/8/8/R3K3 w Q - 0 1")
    driver.click("Try it out")
    assert driver.top is not scene
    assert driver.top.match.position.text() == "4k3/8/8/3*4/8/8/8/R3K3 w Q - 0 1"
    driver.top.match.play(driver.top.match.position.legal_moves()[0])
    driver.app.stack.pop()
    assert driver.top is scene and driver.app.storage.list_matches() == []


def test_setup_opens_the_editor_with_its_position(driver: Driver) -> None:
    driver.open(SetupScene(driver.app, "duck-chess", "4k3/8/8/3*4/8/8/8/R3K3 w Q - 0 1"))
    driver.strike_on(driver.labelled("Set up a position"))
    assert isinstance(driver.top, EditorScene)
    assert text(driver.top) == "4k3/8/8/3*4/8/8/8/R3K3 w Q - 0 1"


@pytest.mark.parametrize("key", EDITED)
def test_every_piece_and_place_of_the_editor_has_words(key: str) -> None:
    person = visit((1280, 800), line_of_words=True)
    scene = opened(person, key)
    rng, board = Random(3), person.the(EditorBoard)
    for tray in scene.state.editor.trays:
        assert all(scene.state.kind_name(kind) for kind in tray)
    for _ in range(by_effort(30, 150, 150)):
        scene.state.replace_draft(edited(scene.state.editor, scene.state.draft, rng))
        board.put_cursor_on(rng.choice(scene.state.editor.places(scene.state.draft)))
        assert board.label == scene.state.place_name(board.cursor) and board.describe()
        person.frames(1)
    person.app.close()


@pytest.mark.parametrize(("key", "text", "code"), tables("test_editing")["test_an_impossible_draft_has_a_code"][1:])
def test_every_position_error_has_words(key: str, text: str, code: str) -> None:
    with pytest.raises(PositionError) as caught:
        get(key).text.read(text)
    sentence = describe_position_error(Words("en"), key, caught.value)
    assert sentence.endswith(".") and "{" not in sentence


@pytest.mark.parametrize("key", EDITED)
def test_editor_and_reader_refuse_the_same_positions(driver: Driver, key: str) -> None:
    scene, rng = opened(driver, key), Random(11)
    game = get(key)
    assert editor_of(game) is scene.state.editor
    verdicts = set()
    for _ in range(300):
        scene.state.replace_draft(edited(scene.state.editor, scene.state.draft, rng))
        try:
            read = game.text.read(text(scene))
        except PositionError:
            assert scene.state.problem is not None and not playable(driver)
            verdicts.add("refused")
            continue
        assert scene.state.problem is None and playable(driver) == (read.outcome() is None)
        verdicts.add("taken")
    assert verdicts == {"refused", "taken"}


def test_position_of_a_timed_match_cannot_be_edited(tables: Tables) -> None:
    ducart = get("ducart")
    timed = tables.table(ANNA, BERT, game=ducart, options=replace(ducart.play.options(), timed=True))
    free = tables.table(ANNA, BERT, game=ducart)
    assert not can_edit_position(timed.scene.session) and can_edit_position(free.scene.session)
    timed.match.force_end("resigned", 0)
    assert can_edit_position(timed.scene.session)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_match_from_a_card_position_has_its_number_of_seats(driver: Driver, seats: int) -> None:
    """Whatever number played last: the table had more seats than the position, and fell over."""
    game = get("ducale")
    editor = editor_of(game)
    told = editor.text(editor.draft(game.play.start(game.play.options(), seats)))
    driver.open(SetupScene(driver.app, "ducale", told))
    driver.click("Start")
    assert driver.top.match.seats == driver.top.match.position.seats == seats
    driver.frames()


def test_card_can_be_taken_before_the_table_is_painted(driver: Driver) -> None:
    driver.app.stack.push(EditorScene(driver.app, "ducale"))
    driver.press_at(place_of(driver, "tray:KC"))
    assert driver.top.state.held_tokens


def test_card_position_is_set_up_by_keyboard_alone(driver: Driver) -> None:
    scene = opened(driver, "ducale")
    scene.state.replace_draft(scene.state.editor.clear(scene.state.draft))
    assert driver.the(PiecePalette).has_focus
    driver.strike(pygame.K_RETURN)
    assert scene.state.kind == "AS" and driver.the(EditorBoard).has_focus and driver.the(EditorBoard).cursor == "h0"
    driver.strike(pygame.K_RETURN)
    driver.strike(pygame.K_ESCAPE)
    assert scene.state.draft.cells["h0"] == "AS"
    places = {driver.the(EditorBoard).cursor}
    for _ in range(12):
        driver.strike(pygame.K_DOWN)
        places.add(driver.the(EditorBoard).cursor)
    assert "h1" in places and places & {"stock", "discard", "felt"}


def test_card_position_can_be_edited_only_after_the_match(tables: Tables) -> None:
    drive = tables.table(ANNA, BERT, game=get("ducale"))
    drive.settle()
    assert drive.match.position.turn_started and drive.match.plies
    assert not can_edit_position(drive.scene.session), "hidden cards stay hidden"
    drive.match.force_end("resigned", 0)
    assert can_edit_position(drive.scene.session)
    drive.scene.act("set-up")
    above: Any = drive.above
    assert type(above) is EditorScene and playable(drive)
    assert text(above) == drive.match.position.text()


@pytest.mark.parametrize("key", KEYS)
def test_editor_rows_are_visible_with_large_text(key: str) -> None:
    """Bug: at 200 % in the smallest window one field and a half showed, in a part of the sheet 24 pixels high."""
    driver = visit((960, 600), text_scale=200)
    driver.open(EditorScene(driver.app, key))
    window = pygame.Rect(0, 0, 960, 600)
    fields = [row for row in driver.form.iter_widgets() if isinstance(row, FormRow)]
    whole = [row for row in fields if window.contains(row.rect) and row.visible_area().contains(row.rect)]
    driver.app.close()
    assert len(whole) >= 3
