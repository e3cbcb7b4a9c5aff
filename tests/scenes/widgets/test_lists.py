"""Lists of turns, strips and pages scroll, and follow what is current."""

from unittest.mock import Mock

import pygame
import pytest

from scenes.app.app import App
from scenes.ui.base import Widget
from scenes.ui.button import Button
from scenes.ui.choice import Choice
from scenes.ui.form import Form
from scenes.ui.form_row import Slider, Switch
from scenes.ui.layout import Column, fixed_size, space
from scenes.ui.markdown import Block, TextPiece, parse_blocks
from scenes.ui.move_list import MoveList
from scenes.ui.page import Page
from scenes.ui.scroll import ScrollGroup
from scenes.ui.text_field import TextField
from tests.scenes.widgets.bench import BOARDS, click, place_at, point, press, release, strike


def test_current_turn_stays_in_view_and_a_click_picks_a_turn(app: App, form: Form) -> None:
    picked: list[int] = []
    moves = place_at(MoveList(form, picked.append), 100, 100, 320, 200)
    cells = [f"a{n}-b{n}" for n in range(60)]
    moves.show(cells, 59)
    assert moves.scroll.offset == moves.scroll.content_height - moves.rect.height
    rows = moves.rect.height // (moves.scroll.content_height // 30)
    click(form, (moves.rect.left + 90, moves.rect.top + 5))
    assert picked == [60 - 2 * rows]
    moves.show(cells, 0)
    assert moves.scroll.offset == 0
    form.focus(moves)
    strike(form, pygame.K_RIGHT, pygame.K_END)
    assert picked[1:] == [1, 59]
    assert not strike(form, pygame.K_LEFT)


class Wrapped(MoveList):
    """A list whose cells take a line for each word, and as many more as there is a bar."""

    has_numbers, is_small = False, True

    def count_lines(self, index: int) -> int:
        return len(self.cells[index].split()) + self.scroll.is_needed()


def test_last_turn_is_visible_whole_beside_wrapped_turns(form: Form) -> None:
    """Bug: beside rows of several lines the current one was cut below; rows overlapped as the bar came."""
    moves = place_at(Wrapped(form, lambda _: None, columns=1), 100, 100, 320, 200)
    for number in range(1, 40):
        cells = ["a b c"[: 1 + 2 * (one % 3)] for one in range(number)]
        moves.show(cells, number - 1)
        assert moves.rect.contains(moves.place_of(number - 1)), number
        tops = [moves.place_of(one).top for one in range(number)]
        heights = [moves.count_lines(one) for one in range(number)]
        assert sorted(tops) == tops and any(top == moves.rect.top for top in tops)
        assert moves.place_of(0).height - moves.height_of(1) == (heights[0] - 1) * form.theme.line("small")
    wheel = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1, precise_x=0.0, precise_y=1.0)
    point(form, moves.rect.center)
    for _ in range(40):
        form.handle(wheel)
    assert moves.scroll.offset == 0


def test_wheel_scrolls_a_scroll_group_over_any_widget(form: Form) -> None:
    strip = ScrollGroup(form)
    made: list[Widget] = [
        Choice(strip, "", BOARDS, "maple", lambda _: None),
        TextField(strip, "", "", lambda _: None, 20),
        Slider(strip, "Volume", 0, 100, 50, lambda _: None),
        Switch(strip, "Sound", True, lambda _: None),
        Button(strip, "Start", lambda: None),
    ]
    strip.lay_out_content(pygame.Rect(100, 100, 400, 200), Column(*(fixed_size(one, 44) for one in made), space(700)))
    down = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, precise_x=0.0, precise_y=-0.1)
    for one in made:
        form.focus(one)
        point(form, one.rect.center)
        before = strip.scroll.offset
        assert form.handle(down) and strip.scroll.offset > before, type(one).__name__


def test_list_without_a_current_turn_shows_its_beginning_and_scrolls(form: Form) -> None:
    moves = place_at(MoveList(form, lambda _: None), 100, 100, 320, 200)
    cells = [str(n) for n in range(100)]
    moves.show(cells, 99)
    moves.show(cells, None)
    assert moves.scroll.offset == 0
    point(form, moves.rect.center)
    wheel = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, precise_x=0.0, precise_y=-1.0)
    assert form.handle(wheel) and moves.scroll.offset > 0
    before = moves.scroll.offset
    press(form, (moves.rect.right - 3, moves.rect.top + 90))
    point(form, (moves.rect.right - 3, 5000))
    release(form, (moves.rect.right - 3, 5000))
    assert moves.scroll.offset == moves.scroll.content_height - moves.rect.height > before


@pytest.mark.parametrize(("width", "across"), [(400, 2), (240, 1)])
def test_turns_too_wide_for_two_columns_use_one(form: Form, width: int, across: int) -> None:
    picked: list[int] = []
    moves = place_at(MoveList(form, picked.append, widest_text="bxa8=Q@h1"), 100, 100, width, 300)
    moves.show(["bxa8=Q@h1"] * 6, 0)
    assert len({moves.place_of(index).top for index in range(6)}) == 6 // across
    room = moves.place_of(3).width - 2 * form.theme.px(1.2)
    assert room >= form.theme.width("bxa8=Q@h1", "strong")
    click(form, moves.place_of(3).center)
    assert picked == [3]


def test_list_of_turns_measures_its_sample_independently_of_its_length(
    form: Form, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves = place_at(MoveList(form, lambda _: None, widest_text="bxa8=Q@h1"), 100, 100, 400, 300)
    counts = []
    for cells in (2, 16):
        measured = Mock(wraps=form.theme.width)
        monkeypatch.setattr(form.theme, "width", measured)
        moves.show(["e2-e4"] * cells, None)
        moves.paint(pygame.Surface((960, 600)))
        counts.append(sum(call.args[0] == "bxa8=Q@h1" for call in measured.call_args_list))
        monkeypatch.undo()
    assert counts[0] == counts[1] > 0


def test_tooltip_of_a_shortened_turn_has_its_whole_text(form: Form) -> None:
    moves = place_at(
        MoveList(form, lambda _: None, tip_of=lambda index: ("", "Captures seven.")[index]), 100, 100, 320, 200
    )
    moves.show(["a6-b5", "c7xa5xc3xe1xg3xe5xg7xe7"], None)
    tips = []
    for index in range(2):
        point(form, moves.place_of(index).center)
        tips.append(moves.tip_text())
    assert tips == ["", "c7xa5xc3xe1xg3xe5xg7xe7 Captures seven."]


def test_scroll_group_scrolls_its_widgets_and_follows_the_focus(form: Form) -> None:
    strip = ScrollGroup(form)
    made = [Button(strip, str(n), lambda: None) for n in range(20)]
    strip.lay_out_content(
        pygame.Rect(100, 100, 300, 200), Column(*(fixed_size(one, 44) for one in made), space(6), gap=6)
    )
    assert form.at(made[10].rect.center) is None
    form.focus(made[10])
    assert strip.rect.contains(made[10].rect)
    assert form.at(made[10].rect.center) is made[10]
    form.focus(made[0])
    assert made[0].rect.top == 100


def test_click_on_a_half_hidden_row_chooses_and_scrolls_it_into_view(form: Form) -> None:
    strip, chosen = ScrollGroup(form), list[str]()
    above = Button(strip, "above", lambda: None)
    row = Choice(strip, "", BOARDS, "maple", chosen.append)
    strip.lay_out_content(pygame.Rect(100, 100, 400, 200), Column(fixed_size(above, 180), fixed_size(row, 60)))
    press(form, (row.place_of(2).centerx, row.place_of(2).top + 4))
    assert strip.scroll.offset == 0, "nothing moves under a press"
    release(form, (row.place_of(2).centerx, row.place_of(2).top + 4))
    assert chosen == ["slate"] and strip.rect.contains(row.rect)


def test_page_stacks_pictures_joined_by_a_plus(app: App, form: Form) -> None:
    def ink(text: str) -> pygame.Rect:
        page = place_at(Page(form, text), 50, 50, 400, 300)
        canvas = pygame.Surface((500, 400), pygame.SRCALPHA)
        page.paint(canvas)
        return canvas.get_bounding_rect()

    man, king = ink("![](double_draughts/ivory)"), ink("![](double_draughts/ivory+ivory)")
    assert king.width == man.width and king.height == pytest.approx(man.height + 0.13 * 72, abs=2)
    assert king.top == pytest.approx(man.top, abs=1)


def test_markdown_is_parsed_into_blocks() -> None:
    text = "# Rules\nTwo **bold** and\n*slanted* words.\n\n- first\n2. second ![](a/b)\n\n---\n![](a/b) ![](c/d)\n"
    assert parse_blocks(text) == [
        Block("title", (TextPiece("body", "Rules"),)),
        Block(
            "paragraph",
            (
                TextPiece("body", "Two "),
                TextPiece("strong", "bold"),
                TextPiece("body", " and "),
                TextPiece("italic", "slanted"),
                TextPiece("body", " words."),
            ),
        ),
        Block("item", (TextPiece("body", "first"),), "•"),
        Block("item", (TextPiece("body", "second "), TextPiece("image", "a/b")), "2."),
        Block("rule"),
        Block("picture", (TextPiece("image", "a/b"), TextPiece("body", " "), TextPiece("image", "c/d"))),
    ]


def test_page_stays_within_its_column_and_scrolls_to_its_end(app: App, form: Form) -> None:
    page = place_at(
        Page(form, "# Title\n\n" + "Words **in** many *styles* go on.  \n" * 80 + "\n\nThe end."), 100, 100, 400, 300
    )
    page.paint(app.surface)
    assert all(word.rect.right <= 400 for word in page.layout.words)
    gaps = [b.rect.left - a.rect.right for a, b in zip(page.layout.words, page.layout.words[1:], strict=False)]
    assert all(gap > 0 for gap, word in zip(gaps, page.layout.words[1:], strict=True) if word.rect.left)
    form.focus(page)
    strike(form, pygame.K_END)
    assert page.scroll.offset == page.scroll.content_height - 300
    last = page.layout.words[-1].rect.move(0, -page.scroll.offset)
    assert 0 < last.top < last.bottom <= 300
    strike(form, pygame.K_PAGEUP, pygame.K_UP)
    assert page.scroll.offset < page.scroll.content_height - 500
