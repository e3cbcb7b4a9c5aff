"""Words in columns, and the sheets they stand on: nothing is cut off at any size."""

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenes.app.app import App
from scenes.app.fonts import Lettering, Role
from scenes.app.settings import Settings
from scenes.app.storage import Storage
from scenes.app.theme import INK, Theme
from scenes.ui.base import Group
from scenes.ui.button import Button
from scenes.ui.choice import Choice
from scenes.ui.clocks import ClockFace
from scenes.ui.dialog import Dialog
from scenes.ui.form import Form
from scenes.ui.form_row import FormRow, Slider, Stepper, Switch
from scenes.ui.text_field import TextField
from tests.rows import rows
from tests.scenes.widgets.bench import BOARDS, Bench, strike


@given(st.text(alphabet="abc defgh\n", max_size=60), st.integers(30, 200))
def test_wrapped_text_keeps_its_letters_and_fits_its_column(text: str, width: int) -> None:
    pygame.font.init()
    letters = Lettering((1280, 800))
    lines = letters.wrap(text, "body", width)
    assert all(letters.width(line, "body") <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "").replace("\n", "")


def test_text_breaks_at_spaces_but_not_at_no_break_spaces(app: App) -> None:
    theme = app.theme
    width = theme.width("one two", "body")
    assert theme.wrap("one two three", "body", width) == ["one two", "three"]
    assert theme.wrap("one two\u00a0!", "body", width) == ["one", "two\u00a0!"]


def test_least_width_keeps_the_number_of_lines_and_balances_them(app: App) -> None:
    theme, text = app.theme, "A Man moves one square diagonally forward, and never back."
    wide = theme.width("A Man moves one square diagonally forward, and never", "body") + 1
    assert theme.wrap(text, "body", wide)[-1] == "back."
    narrow = theme.least_width(text, "body", wide)
    lines = theme.wrap(text, "body", narrow)
    assert len(lines) == 2 and len(lines[-1]) > 20
    assert len(theme.wrap(text, "body", narrow - 1)) == 3


def test_overlong_text_is_reported_or_shortened(app: App) -> None:
    told: list[str] = []
    app.theme.report_overflow = lambda text, role, rect: told.append(text)
    long = "far too long for a line"
    app.theme.text(app.surface, "short", "body", INK, pygame.Rect(0, 0, 200, 30))
    app.theme.text(app.surface, long, "body", INK, pygame.Rect(0, 0, 60, 30))
    app.theme.text(app.surface, long, "body", INK, pygame.Rect(0, 0, 60, 30), ellipsis=True)
    assert told == [long]
    short = app.theme.shorten_text("The computer, ruthless", "body", 100)
    assert short.endswith("…") and short.startswith("The com")
    assert app.theme.width(short, "body") <= 100
    assert app.theme.shorten_text("Max", "body", 100) == "Max"


def test_text_is_aligned_within_its_rectangle(app: App) -> None:
    rect = pygame.Rect(100, 100, 300, 90)
    placed = {
        align: app.theme.text(app.surface, "Ivory", "body", INK, rect, align, "top")
        for align in ("left", "centre", "right")
    }
    assert placed["left"].left == 100 and placed["right"].right == 400
    assert abs(placed["centre"].centerx - 250) <= 1
    assert app.theme.text(app.surface, "Ivory", "body", INK, rect, valign="bottom").bottom == 190
    assert app.theme.text(app.surface, "Ivory", "body", INK, rect).centery == pytest.approx(145, abs=1)


def test_digits_have_equal_widths(app: App) -> None:
    roles: tuple[Role, ...] = ("body", "strong", "digits")
    for role in roles:
        assert len({app.theme.width(digit * 4, role) for digit in "0123456789"}) == 1


def test_sizes_follow_the_short_side_and_the_text_setting(app: App) -> None:
    assert Theme((1280, 800)).u == 8
    assert Theme((2560, 1440), 150).u == pytest.approx(21.6)
    assert [Theme(size, 60).u for size in ((960, 600), (1280, 800), (2560, 1440))] == pytest.approx([6.0, 6.4, 8.64])
    assert Theme((1920, 1200), 60, density=2.0).u == 12
    assert Theme((960, 600)).control == 40
    assert Theme((2560, 1440)).control == 79


@pytest.mark.parametrize("size", [(20, 20), (200, 100), (900, 560)])
@pytest.mark.parametrize("lifted", [False, True])
def test_paper_paints_only_within_its_outer_rectangle(app: App, size: tuple[int, int], lifted: bool) -> None:
    app.surface.fill("#336699")
    rect = pygame.Rect((100, 100), size)
    app.theme.paint_paper(app.surface, rect, lifted)
    outside = app.theme.outer_rect(rect, lifted)
    rim = [(x, y) for x in (outside.left - 1, outside.right) for y in range(0, 800, 7)]
    rim += [(x, y) for y in (outside.top - 1, outside.bottom) for x in range(0, 1280, 7)]
    assert {tuple(app.surface.get_at(at)) for at in rim if app.surface.get_rect().collidepoint(at)} == {
        tuple(pygame.Color("#336699"))
    }
    assert app.surface.get_at(rect.center).r > 225
    below = app.surface.get_at((rect.centerx, min(799, rect.bottom + 2)))
    above = app.surface.get_at((rect.centerx, rect.top - 2))
    assert below.g < above.g <= pygame.Color("#336699").g


def test_group_is_hidden_and_shown_with_its_widgets(bench: Bench, form: Form) -> None:
    group = Group(form)
    inside = [Button(group, "in", lambda: None) for _ in range(2)]
    inside[0].rect, inside[1].rect = pygame.Rect(500, 300, 100, 44), pygame.Rect(700, 300, 100, 44)
    bench.noted.clear()
    group.visible = False
    assert bench.noted == [inside[0].extent().union(inside[1].extent())]
    assert form.at(inside[0].rect.center) is None
    strike(form, pygame.K_TAB)
    assert form.focus_on is None
    group.visible = True
    assert form.at(inside[0].rect.center) is inside[0]


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (2560, 1440), (700, 1200)])
@pytest.mark.parametrize("scale", [100, 150])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_texts_of_the_widgets_fit_at_every_size(size: tuple[int, int], scale: int, language: str) -> None:
    app = App(Settings(language=language, window=size, text_scale=scale, animation="off"), Storage())
    app.theme.report_overflow = lambda text, role, rect: pytest.fail(f"{text} is cut off at {size}, {scale} %")
    try:
        bench = Bench(app)
        app.stack.push(bench)
        row = pygame.Rect(app.theme.margin, app.theme.margin, app.theme.px(60), app.theme.control)
        kinds: list[FormRow] = [
            Switch(bench.form, "Sound", True, lambda _: None),
            Stepper(bench.form, "Minutes", 10, 1, 60, lambda _: None),
            Slider(bench.form, "Loudness", 100, 0, 100, lambda _: None, format=lambda n: f"{n} %"),
            Choice(bench.form, "Board", BOARDS, "maple", lambda _: None),
            TextField(bench.form, "Name", "Maximilian", lambda _: None),
        ]
        for number, kind in enumerate(kinds):
            kind.rect = row.move(0, number * (row.height + app.theme.gap))
        clock = ClockFace(bench.form, "Max", "double_draughts/ivory")
        clock.rect = pygame.Rect(0, 0, app.theme.px(30), clock.natural_height(0))
        clock.show("Max", 3600, True, "ivory")
        app.frame()
        app.stack.push(
            Dialog(
                app,
                app.words("storage.nothing_kept", folder="/home/max/.local/share/tablier"),
                [(0, "Close", "plain")],
            )
        )
        app.frame()
    finally:
        app.close()


@rows
def test_no_line_breaks_within_numbers_notations_and_dates(text: str, whole: str) -> None:
    """Bug: a line broke between "4," and "2."."""
    theme = Theme((1280, 800))
    for width in range(theme.width(whole, "body"), theme.width(text, "body")):
        lines = [line.replace("\u00a0", " ") for line in theme.wrap(text, "body", width)]
        assert any(whole in line for line in lines), (width, lines)
    narrow = theme.wrap(text, "body", theme.width("November", "body"))
    assert len(narrow) > 2 and all(theme.width(line, "body") <= theme.width("November", "body") for line in narrow)


# --- What is written on the screen can be any text that somebody pastes


@pytest.mark.parametrize("role", ["body", "heading"])
@pytest.mark.parametrize("text", ["8/8 \ud800 w", "a\0b", "\udfff"])
def test_unprintable_letters_are_replaced(role: Role, text: str) -> None:
    """Bug: half a surrogate pair, pasted into a field, ended the app."""
    pygame.font.init()
    lettering = Lettering((960, 600))
    surface = pygame.Surface((300, 60))
    block = lettering.text(surface, text, role, pygame.Color("white"), surface.get_rect())
    assert block.width == lettering.width(text, role) > 0
    assert pygame.mask.from_threshold(surface, (255, 255, 255), (128, 128, 128, 255)).count()
