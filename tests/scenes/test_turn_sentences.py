"""The list of turns explains itself: a sentence under mouse and keyboard, whole paths, figures for letters."""

from typing import Final

import pygame
import pytest

from rules import KEYS, get
from rules.contract import NATURE
from rules.teaching.review import Cost
from rules.unstacked_draughts.options import Options
from scenes.app.words import LANGUAGES, Words
from scenes.screens.review.review_text import ReviewText
from scenes.table import events, turn_text
from scenes.ui.constants import TIP_DELAY_SECONDS
from scenes.ui.move_list import MoveList
from tests.rows import rows
from tests.scenes.driver import Driver, Tables, visit
from tests.scenes.matches import PAWNS_ON_THE_SEVENTH, TWO_HOPS, session

LEAPT: Final = "w7/8/8/8/8/8/L2W4/W7 g - g 0 0 -"
"""Gold's Leaper on a2 may leap over d2, and from there over nothing."""


def tip_of(drive: Driver, cell: int) -> str:
    turns = drive.the(MoveList)
    drive.move(turns.place_of(cell).center)
    drive.run(TIP_DELAY_SECONDS + 0.1)
    return drive.tip()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_every_turn_has_a_sentence(key: str, language: str) -> None:
    """But for one that has just begun; Ducale's deals are words already."""
    played = session(visit(language=language).app.storage, 60, game=get(key), seed=2)
    words = Words(language)
    for span in played.match.turns()[:-1]:
        told = turn_text.explain_turn(words, played, span)
        assert (told[:1].isupper() and told.endswith(".")) or (span.seat == NATURE and key == "ducale"), told


@rows
def test_turn_has_a_sentence_by_mouse_and_keyboard(
    tables: Tables, key: str, position: str | None, clicks: list[str], note: str, told: str
) -> None:
    drive = tables.table(game=get(key), position=position, clicks=clicks, animation="off")
    cell = len(drive.turns()) - 1
    assert drive.turns()[cell] == note and tip_of(drive, cell) == told
    drive.move((2, 2))
    assert drive.tip() == ""
    drive.form.focus(drive.the(MoveList))
    drive.strike(pygame.K_END)
    drive.run(TIP_DELAY_SECONDS + 0.1)
    assert drive.tip() == told and drive.the(MoveList).describe().endswith(f": {told}"), (
        "a sentence, not its notation"
    )


def test_sentence_of_a_promotion(tables: Tables) -> None:
    drive = tables.table(game=get("duck-chess"), position=PAWNS_ON_THE_SEVENTH, animation="off", clicks=("h7", "h8"))
    drive.strike(pygame.K_q)
    drive.click("a8")
    assert tip_of(drive, 0) == "White pawn from h7 to h8. It becomes a white queen. The duck from d4 to a8."


@pytest.mark.parametrize(
    ("notes", "told"),
    [
        (["4", "4"], ["Both threw 4: throw again."]),
        (["5", "2"], ["Anna threw 5. Bert threw 2. Anna begins."]),
    ],
)
def test_sentences_of_throws_for_the_first_turn(tables: Tables, notes: list[str], told: list[str]) -> None:
    game = get("unstacked-draughts")
    drive = tables.table(game=game, options=Options(first="priority"))
    match = drive.match
    for note in notes:
        match.play(match.position.legal_moves()[0])
        match.play(next(move for move in match.position.legal_moves() if str(move) == note))
    words = drive.app.words
    assert [turn_text.explain_turn(words, drive.scene.session, span) for span in match.turns()] == told


def test_screen_shows_all_squares_of_a_capture_and_files_the_short_text(tables: Tables) -> None:
    drive = tables.table(position=TWO_HOPS, clicks=("b3", "d5", "f7"))
    game, span = drive.scene.session.game, drive.match.turns()[0]
    assert turn_text.number_turn(drive.app.words, drive.scene.session, 0).endswith(" b3xd5xf7")
    assert game.text.notation(drive.match, span) == "b3xf7"


def test_path_of_a_leap_is_marked_as_the_last_turn(tables: Tables) -> None:
    drive = tables.table(game=get("ducart"), position=LEAPT)
    move = next(move for move in drive.match.position.legal_moves() if str(move).count("-") == 2)
    drive.send(events.Play(move, {}))
    drive.settle()
    start, *way = str(move)[1:].split("-")
    assert drive.marks.last_path == (start, *way) and {start, *way} <= drive.marks.last


def test_swap_leaves_no_path(tables: Tables) -> None:
    drive = tables.table(game=get("ducart"), clicks=("e1", "c8"))
    assert drive.played() == ["Te1<>c8"]
    drive.settle()
    assert drive.marks.last_path == () and {"e1", "c8"} <= drive.marks.last


def test_ducart_turns_show_figures_of_their_side(tables: Tables) -> None:
    drive = tables.table(game=get("ducart"), clicks=("d2", "d3", "d7", "d6"), animation="off")
    turns, assets = drive.the(MoveList), drive.app.assets
    assert turns.cells == ["Sweeper\u00a0d2-d3", "Sweeper\u00a0d7-d6"]
    for cell, side in enumerate(("gold", "blue")):
        picture = turns.pictures(cell)["Sweeper"]
        assert picture is assets.sprite(f"ducart/{side}-sweeper", picture.get_width())
        assert picture.get_width() <= turns.place_of(cell).height


def test_promoted_leaper_has_the_figure_of_its_own_side(tables: Tables) -> None:
    """Blue's Stealer takes the place of a Gold Sweeper, which comes to its far row."""
    position = "3t4/8/8/8/8/w7/5W2/K6W b - b 0 10 -"
    drive = tables.table(game=get("ducart"), position=position, clicks=("d8", "f2"), animation="off")
    picture = drive.the(MoveList).pictures(0)["Leaper"]
    assert drive.played() == ["Td8<>f2=L"] and picture is drive.app.assets.sprite(
        "ducart/gold-leaper", picture.get_width()
    )
    assert drive.explain(0).endswith("The Gold Sweeper on d8 becomes a Leaper, and no longer counts.")


def test_review_explains_its_turns(tables: Tables) -> None:
    drive = tables.table(clicks=("a6", "b5"))
    says = ReviewText(drive.app.words, drive.scene.table)
    assert says.explain_cost(Cost(0, 0, 0.5)) == "Black Man from a6 to b5."


@pytest.mark.parametrize("language", LANGUAGES)
def test_tooltip_of_a_turn_lies_on_the_panel_with_a_margin(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """Bug: words of more than one line were wrapped anew over the whole box, up to its edges, beyond the paper."""
    clicks = ["b1", "c3", "f3", "e7", "e6", "d2", "c3", "e4", "g3"]
    drive = tables.table(game=get("duck-chess"), clicks=clicks, animation="off", language=language, size=(960, 600))
    told = tip_of(drive, 1)
    panel, theme = drive.scene.sidebar.panel.rect, drive.app.theme
    papers: dict[str, pygame.Rect] = {}
    texts: dict[str, pygame.Rect] = {}
    toast, text = theme.paint_slip, theme.text
    monkeypatch.setattr(theme, "paint_slip", lambda surface, rect: toast(surface, papers.setdefault(told, rect)))
    monkeypatch.setattr(
        theme, "text", lambda surface, said, *rest, **how: texts.update({said: text(surface, said, *rest, **how)})
    )
    drive.form.paint(drive.app.surface)
    assert panel.left <= papers[told].left and papers[told].right <= panel.right
    assert papers[told].inflate(-theme.px(1.6), 0).contains(texts[told])


def test_no_tooltip_below_the_last_turn(tables: Tables) -> None:
    """Bug: the tip of the last turn came out for a pointer that lay on the empty part of the list."""
    drive = tables.table(clicks=("a6", "b5"))
    assert tip_of(drive, 0) and not tip_of(drive, 4)
