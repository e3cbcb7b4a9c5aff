"""The widget kit: mouse and keys do the same, the focus walks, words fit, and only what changed is dirty."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenes.app import App
from scenes.dialog import Dialog
from scenes.files.settings import Settings
from scenes.files.storage import Storage
from scenes.lettering import Lettering, Role
from scenes.stack import Scene
from scenes.theme import INK, Theme
from scenes.widgets.base import Group
from scenes.widgets.button import Button, IconButton
from scenes.widgets.choice import Choice
from scenes.widgets.chooser import Chooser
from scenes.widgets.clock_face import ClockFace, clock_text
from scenes.widgets.field import TextField
from scenes.widgets.form import TIP_DELAY, Form
from scenes.widgets.label import Label, Panel
from scenes.widgets.markdown import Block, Piece, blocks
from scenes.widgets.moves import MoveList
from scenes.widgets.page import Page
from scenes.widgets.scroll import ScrollGroup
from scenes.widgets.slider import Slider
from scenes.widgets.stepper import Stepper
from scenes.widgets.switch import Switch

BOARDS = [("maple", "Maple"), ("green", "Green"), ("slate", "Slate")]


class Bench(Scene):
    """A scene with a form on it, that notes what becomes dirty."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.form = Form(self)
        self.noted: list[pygame.Rect | None] = []

    def dirty(self, rect: pygame.Rect | None = None) -> None:
        self.noted.append(rect)
        super().dirty(rect)

    def handle(self, event: pygame.event.Event) -> bool:
        return self.form.handle(event)

    def paint(self, surface: pygame.Surface) -> None:
        self.app.theme.paint_table(surface)
        self.form.paint(surface)


@pytest.fixture
def app() -> Iterator[App]:
    opened = App(Settings(language="en", animation="off"), Storage())
    yield opened
    opened.close()


@pytest.fixture
def bench(app: App) -> Bench:
    scene = Bench(app)
    app.stack.push(scene)
    return scene


@pytest.fixture
def form(bench: Bench) -> Form:
    return bench.form


def point(form: Form, pos: tuple[int, int]) -> bool:
    return form.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(0, 0, 0)))


def press(form: Form, pos: tuple[int, int], button: int = 1) -> bool:
    return form.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=button))


def release(form: Form, pos: tuple[int, int]) -> bool:
    return form.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))


def click(form: Form, pos: tuple[int, int]) -> None:
    form.scene.app.keyboard = False
    point(form, pos)
    press(form, pos)
    release(form, pos)


def strike(form: Form, *keys: int, mod: int = 0) -> bool:
    form.scene.app.keyboard = True
    return [
        form.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=chr(key) if key < 128 else ""))
        for key in keys
    ][-1]


def write(form: Form, text: str) -> None:
    form.handle(pygame.event.Event(pygame.TEXTINPUT, text=text))


def button(form: Form, x: int, y: int = 0, done: Callable[[], object] = lambda: None) -> Button:
    made = Button(form, f"at {x} {y}", done)
    made.rect = pygame.Rect(x, y, 120, 44)
    return made


# --- letters and sheets


@given(st.text(alphabet="abc defgh\n", max_size=60), st.integers(30, 200))
def test_wrapped_text_keeps_its_words_and_fits_its_column(text: str, width: int) -> None:
    pygame.font.init()
    letters = Lettering((1280, 800))
    lines = letters.wrap(text, "body", width)
    assert all(letters.width(line, "body") <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "").replace("\n", "")


def test_text_breaks_at_spaces_and_not_at_spaces_that_hold(app: App) -> None:
    theme = app.theme
    width = theme.width("one two", "body")
    assert theme.wrap("one two three", "body", width) == ["one two", "three"]
    assert theme.wrap("one two\u00a0!", "body", width) == ["one", "two\u00a0!"]


def test_a_snug_column_needs_no_more_lines_and_makes_them_even(app: App) -> None:
    theme, text = app.theme, "A Man moves one square diagonally forward, and never back."
    wide = theme.width("A Man moves one square diagonally forward, and never", "body") + 1
    assert theme.wrap(text, "body", wide)[-1] == "back."
    narrow = theme.snug(text, "body", wide)
    lines = theme.wrap(text, "body", narrow)
    assert len(lines) == 2 and len(lines[-1]) > 20
    assert len(theme.wrap(text, "body", narrow - 1)) == 3


def test_text_that_does_not_fit_is_reported(app: App) -> None:
    told: list[str] = []
    app.theme.report_overflow = lambda text, role, rect: told.append(text)
    app.theme.text(app.surface, "short", "body", INK, pygame.Rect(0, 0, 200, 30))
    app.theme.text(app.surface, "far too long for a line", "body", INK, pygame.Rect(0, 0, 60, 30))
    app.theme.text(app.surface, "far too long for a line", "body", INK, pygame.Rect(0, 0, 60, 30), ellipsis=True)
    assert told == ["far too long for a line"]


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


def test_an_ellipsis_leaves_as_much_as_fits(app: App) -> None:
    short = app.theme.shortened("The computer, ruthless", "body", 100)
    assert short.endswith("…") and short.startswith("The com")
    assert app.theme.width(short, "body") <= 100
    assert app.theme.shortened("Max", "body", 100) == "Max"


@pytest.mark.parametrize("role", ["body", "strong", "digits"])
def test_digits_are_of_one_width_so_that_clocks_stand_still(app: App, role: str) -> None:
    assert len({app.theme.width(digit * 4, role) for digit in "0123456789"}) == 1  # type: ignore[arg-type]


def test_sizes_follow_the_short_side_and_the_text_setting(app: App) -> None:
    assert Theme((1280, 800)).u == 8
    assert Theme((2560, 1440), 150).u == pytest.approx(21.6)
    assert Theme((960, 600)).control == 40
    assert Theme((2560, 1440)).control == 79


@pytest.mark.parametrize("size", [(20, 20), (200, 100), (900, 560)])
@pytest.mark.parametrize("lifted", [False, True])
def test_a_sheet_covers_no_more_than_it_says(app: App, size: tuple[int, int], lifted: bool) -> None:
    app.surface.fill("#336699")
    rect = pygame.Rect((100, 100), size)
    app.theme.paper(app.surface, rect, lifted)
    outside = app.theme.outside(rect, lifted)
    rim = [(x, y) for x in (outside.left - 1, outside.right) for y in range(0, 800, 7)]
    rim += [(x, y) for y in (outside.top - 1, outside.bottom) for x in range(0, 1280, 7)]
    assert {tuple(app.surface.get_at(at)) for at in rim if app.surface.get_rect().collidepoint(at)} == {
        tuple(pygame.Color("#336699"))
    }
    assert app.surface.get_at(rect.center).r > 225
    below = app.surface.get_at((rect.centerx, min(799, rect.bottom + 2)))
    above = app.surface.get_at((rect.centerx, rect.top - 2))
    assert below.g < above.g <= pygame.Color("#336699").g


def test_a_group_is_hidden_and_shown_with_all_that_is_in_it(bench: Bench, form: Form) -> None:
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


# --- buttons


def test_a_button_is_pressed_where_the_mouse_lets_go(form: Form) -> None:
    done: list[str] = []
    one = button(form, 10, done=lambda: done.append("one"))
    click(form, one.rect.center)
    assert done == ["one"]
    press(form, one.rect.center)
    held = [one.held]
    release(form, (900, 700))
    assert (done, [*held, one.held]) == (["one"], [True, False])
    press(form, one.rect.center, button=3)
    assert done == ["one"]


def test_a_button_is_pressed_by_enter_and_space(form: Form) -> None:
    done: list[str] = []
    form.focus(button(form, 10, done=lambda: done.append("x")))
    strike(form, pygame.K_RETURN, pygame.K_SPACE, pygame.K_KP_ENTER)
    assert done == ["x"] * 3
    assert not strike(form, pygame.K_RETURN, mod=pygame.KMOD_LALT)
    assert done == ["x"] * 3


def test_what_is_not_enabled_or_visible_does_nothing(form: Form) -> None:
    done: list[str] = []
    one = button(form, 10, done=lambda: done.append("one"))
    two = button(form, 200)
    form.focus(one)
    one.enabled = False
    click(form, one.rect.center)
    strike(form, pygame.K_RETURN)
    one.enabled, one.visible = True, False
    click(form, one.rect.center)
    strike(form, pygame.K_RETURN)
    assert done == []
    strike(form, pygame.K_TAB)
    assert form.focus_on is two


def test_the_widget_above_takes_the_click_and_paper_keeps_it_from_the_table(form: Form) -> None:
    done: list[str] = []
    below = button(form, 10, done=lambda: done.append("below"))
    panel = Panel(form)
    panel.rect = pygame.Rect(0, 0, 300, 300)
    above = Button(panel, "above", lambda: done.append("above"))
    above.rect = below.rect
    click(form, above.rect.center)
    assert done == ["above"]
    assert press(form, (290, 290))
    release(form, (290, 290))
    assert not press(form, (500, 500))


def test_the_natural_width_holds_the_words(app: App, form: Form) -> None:
    app.theme.report_overflow = lambda text, role, rect: pytest.fail(f"{text} is cut off")
    for icon in (None, "undo"):
        made = Button(form, "Take back", lambda: None, icon=icon)
        made.rect = pygame.Rect(10, 10, made.natural_width(), 44)
        made.paint(app.surface)
        assert len(app.theme.wrap(made.text, "button", made.rect.width)) == 1


def test_a_button_looks_different_in_each_state(app: App, form: Form) -> None:
    one = button(form, 10, 10)
    pictures = set()
    for state in ("rest", "hover", "held", "off"):
        one.hovered, one.held, one.enabled = state in ("hover", "held"), state == "held", state != "off"
        one.held = state == "held"
        app.theme.paint_table(app.surface)
        one.paint(app.surface)
        pictures.add(pygame.image.tobytes(app.surface.subsurface(one.rect), "RGB"))
    assert len(pictures) == 4


# --- focus


def test_tab_walks_in_the_order_of_making_and_round(form: Form) -> None:
    made = [button(form, x) for x in (400, 10, 200)]
    label = Label(form, "not me")
    assert not label.focusable
    order = []
    for _ in range(4):
        strike(form, pygame.K_TAB)
        order.append(form.focus_on)
    assert order == [made[0], made[1], made[2], made[0]]
    strike(form, pygame.K_TAB, mod=pygame.KMOD_LSHIFT)
    assert form.focus_on is made[2]


def test_arrows_move_the_focus_to_what_is_nearest_that_way(form: Form) -> None:
    left, right, below = button(form, 10, 10), button(form, 200, 10), button(form, 205, 100)
    form.focus(left)
    strike(form, pygame.K_RIGHT)
    assert form.focus_on is right
    strike(form, pygame.K_DOWN)
    assert form.focus_on is below
    assert not strike(form, pygame.K_DOWN)
    strike(form, pygame.K_UP, pygame.K_LEFT)
    assert form.focus_on is left


def test_a_form_without_arrows_leaves_them_to_the_scene(bench: Bench) -> None:
    form = Form(bench, arrows=False)
    form.focus(button(form, 10))
    button(form, 200)
    assert not strike(form, pygame.K_RIGHT)


def test_the_focus_mark_shows_only_while_the_keyboard_is_used(app: App, form: Form) -> None:
    one = button(form, 100, 100)
    ring = one.rect.inflate(2 * app.theme.px(0.4), 2 * app.theme.px(0.4))

    def rim() -> bytes:
        app.theme.paint_table(app.surface)
        form.paint(app.surface)
        return pygame.image.tobytes(app.surface.subsurface(pygame.Rect(ring.left, ring.top, 2, ring.height)), "RGB")

    bare = rim()
    click(form, one.rect.center)
    point(form, (900, 700))
    assert form.focus_on is one and rim() == bare
    strike(form, pygame.K_LSHIFT)
    assert rim() != bare
    form.scene.app.keyboard = False
    point(form, (901, 700))
    assert rim() == bare


def test_no_focus_mark_is_left_where_its_widget_is_hidden(app: App, form: Form) -> None:
    one = button(form, 100, 100)
    around = one.rect.inflate(2 * app.theme.px(1), 2 * app.theme.px(1))

    def seen() -> bytes:
        app.theme.paint_table(app.surface)
        form.paint(app.surface)
        return pygame.image.tobytes(app.surface.subsurface(around), "RGB")

    strike(form, pygame.K_TAB)
    assert form.focus_on is one
    one.visible = False
    app.theme.paint_table(app.surface)
    bare = pygame.image.tobytes(app.surface.subsurface(around), "RGB")
    assert seen() == bare


def test_enter_without_focus_goes_to_the_default(form: Form) -> None:
    done: list[str] = []
    button(form, 10)
    form.default = button(form, 200, done=lambda: done.append("default"))
    strike(form, pygame.K_RETURN)
    assert done == ["default"]


def test_hovering_makes_only_the_two_widgets_dirty(bench: Bench, form: Form) -> None:
    one, two = button(form, 10, 10), button(form, 600, 10)
    point(form, one.rect.center)
    bench.noted.clear()
    point(form, two.rect.center)
    assert {tuple(rect) for rect in bench.noted if rect} == {tuple(one.extent()), tuple(two.extent())}
    bench.noted.clear()
    point(form, two.rect.move(1, 1).center)
    assert bench.noted == []
    form.handle(pygame.event.Event(pygame.WINDOWLEAVE))
    assert not two.hovered


def test_a_slip_comes_out_after_a_while_and_goes_with_the_mouse(app: App, bench: Bench, form: Form) -> None:
    icon = IconButton(form, "undo", "Take back the last turn", lambda: None)
    icon.rect = pygame.Rect(10, 750, 44, 44)
    point(form, icon.rect.center)
    assert form.pace() == pytest.approx(TIP_DELAY)
    form.update(TIP_DELAY / 2)
    bench.noted.clear()
    form.update(TIP_DELAY)
    assert form.pace() is None
    slip = next(rect for rect in bench.noted if rect)
    assert app.surface.get_rect().contains(slip.clip(app.surface.get_rect()))
    assert slip.bottom < icon.rect.bottom and slip.colliderect(app.surface.get_rect())
    bench.noted.clear()
    point(form, (700, 300))
    assert slip in bench.noted


# --- setting things


def test_a_switch_turns_by_mouse_and_keys(form: Form) -> None:
    told: list[bool] = []
    switch = Switch(form, "Sound", False, told.append)
    switch.rect = pygame.Rect(10, 10, 400, 44)
    click(form, (20, 20))
    strike(form, pygame.K_SPACE, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT)
    assert told == [True, False, True, False] and switch.on is False


def test_a_choice_of_few_stands_side_by_side(form: Form) -> None:
    told: list[str] = []
    choice = Choice(form, "Board", BOARDS, "maple", told.append)
    choice.rect = pygame.Rect(10, 10, 600, 44)
    assert not choice.is_list()
    click(form, (choice.field.right - 20, 30))
    strike(form, pygame.K_LEFT, pygame.K_LEFT, pygame.K_LEFT)
    assert told == ["slate", "green", "maple"]


def test_a_choice_of_many_or_long_words_is_a_list(form: Form) -> None:
    told: list[str] = []
    many = Choice(form, "", [(str(n), f"Level {n}") for n in range(6)], "2", told.append)
    many.rect = pygame.Rect(10, 10, 300, 44)
    assert many.is_list()
    click(form, many.rect.center)
    strike(form, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN)
    assert told == ["4"]
    strike(form, pygame.K_RETURN, pygame.K_UP, pygame.K_ESCAPE)
    assert told == ["4"] and many.value == "4"
    few = Choice(form, "", BOARDS, "maple", told.append)
    few.rect = pygame.Rect(10, 10, 120, 44)
    assert few.is_list()


def test_a_stepper_steps_within_its_ends(form: Form) -> None:
    told: list[int] = []
    stepper = Stepper(form, "Minutes", 9, 1, 10, told.append)
    stepper.rect = pygame.Rect(10, 10, 400, 44)
    more = (stepper.field.right - 10, 30)
    click(form, more)
    click(form, more)
    click(form, (stepper.field.left + 10, 30))
    click(form, stepper.field.center)
    strike(form, pygame.K_DOWN, pygame.K_RIGHT)
    assert told == [10, 9, 8, 9]


def test_a_slider_is_dragged_and_stepped(form: Form) -> None:
    told: list[int] = []
    slider = Slider(form, "Loudness", 50, 0, 100, told.append, format=lambda n: f"{n} %")
    slider.rect = pygame.Rect(10, 10, 500, 44)
    press(form, (slider.field.left, 30))
    point(form, (5000, 30))
    release(form, (5000, 30))
    assert (told[0], told[-1]) == (0, 100)
    strike(form, pygame.K_LEFT)
    assert slider.value == 95
    strike(form, pygame.K_HOME)
    assert slider.value == 0


def test_with_a_broken_clipboard_nothing_is_pasted_and_nothing_cut_is_lost(
    form: Form, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: Ctrl+V, C or X on a line of text closed the app where the clipboard couldn't be used."""

    def broken(*_: object) -> None:
        raise pygame.error("no clipboard here")

    for name in ("get_text", "put_text", "has_text"):
        monkeypatch.setattr(pygame.scrap, name, broken)
    field = TextField(form, "", "Eleanor", lambda _: None)
    field.rect = pygame.Rect(10, 10, 400, 44)
    form.focus(field)
    strike(form, pygame.K_a, pygame.K_c, pygame.K_x, pygame.K_v, mod=pygame.KMOD_LCTRL)
    assert field.value == field.selected == "Eleanor"


def test_of_a_giant_clipboard_a_line_takes_what_fits(form: Form, monkeypatch: pytest.MonkeyPatch) -> None:
    class Giant(str):
        def __iter__(self) -> Iterator[str]:
            raise AssertionError("all of it is looked at")

    monkeypatch.setattr(pygame.scrap, "has_text", lambda: True)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: Giant("x\x1b" * 1_000_000))
    field = TextField(form, "", "", lambda _: None, limit=8)
    field.rect = pygame.Rect(10, 10, 400, 44)
    form.focus(field)
    strike(form, pygame.K_v, mod=pygame.KMOD_LCTRL)
    assert field.value == "xxxxxxxx"


def test_a_name_is_written_corrected_and_limited(form: Form) -> None:
    told: list[str] = []
    field = TextField(form, "Name", "Max", told.append, limit=8)
    field.rect = pygame.Rect(10, 10, 400, 44)
    click(form, (field.rect.right - 10, 30))
    write(form, "ime")
    strike(form, pygame.K_BACKSPACE, pygame.K_BACKSPACE)
    strike(form, pygame.K_HOME, pygame.K_DELETE)
    write(form, "T")
    write(form, "\tabcdefgh")
    assert told[0] == "Maxime"
    assert field.value == "Tabcdaxi"


def test_a_part_of_a_name_is_selected_copied_and_replaced(form: Form, monkeypatch: pytest.MonkeyPatch) -> None:
    board = {"text": ""}
    monkeypatch.setattr(pygame.scrap, "put_text", lambda text: board.update(text=text))
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: board["text"])
    monkeypatch.setattr(pygame.scrap, "has_text", lambda: bool(board["text"]))
    field = TextField(form, "", "Eleanor", lambda _: None)
    field.rect = pygame.Rect(10, 10, 400, 44)
    form.focus(field)
    strike(form, pygame.K_END)
    strike(form, pygame.K_LEFT, pygame.K_LEFT, mod=pygame.KMOD_LSHIFT)
    assert field.selected == "or"
    strike(form, pygame.K_x, mod=pygame.KMOD_LCTRL)
    assert (field.value, board["text"]) == ("Elean", "or")
    strike(form, pygame.K_a, mod=pygame.KMOD_LCTRL)
    strike(form, pygame.K_v, pygame.K_v, mod=pygame.KMOD_LCTRL)
    assert field.value == "oror"
    assert strike(form, pygame.K_s)
    assert not strike(form, pygame.K_F1)


# --- lists and pages


def test_the_current_turn_stays_in_view_and_a_click_picks(app: App, form: Form) -> None:
    picked: list[int] = []
    moves = MoveList(form, picked.append)
    moves.rect = pygame.Rect(100, 100, 320, 200)
    cells = [f"a{n}-b{n}" for n in range(60)]
    moves.show(cells, 59)
    assert moves.scroll.offset == moves.scroll.content - moves.rect.height
    rows = moves.rect.height // (moves.scroll.content // 30)
    click(form, (moves.rect.left + 90, moves.rect.top + 5))
    assert picked == [60 - 2 * rows]
    moves.show(cells, 0)
    assert moves.scroll.offset == 0
    form.focus(moves)
    strike(form, pygame.K_RIGHT, pygame.K_END)
    assert picked[1:] == [1, 59]
    assert not strike(form, pygame.K_LEFT)


def test_the_wheel_and_the_bar_scroll(form: Form) -> None:
    moves = MoveList(form, lambda _: None)
    moves.rect = pygame.Rect(100, 100, 320, 200)
    moves.show([str(n) for n in range(100)], 0)
    point(form, moves.rect.center)
    wheel = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, precise_x=0.0, precise_y=-1.0)
    assert form.handle(wheel) and moves.scroll.offset > 0
    before = moves.scroll.offset
    press(form, (moves.rect.right - 3, moves.rect.top + 90))
    point(form, (moves.rect.right - 3, 5000))
    release(form, (moves.rect.right - 3, 5000))
    assert moves.scroll.offset == moves.scroll.content - moves.rect.height > before


def test_the_wheel_scrolls_a_strip_whatever_lies_under_the_mouse(form: Form) -> None:
    strip = ScrollGroup(form)
    made = [
        Choice(strip, "", BOARDS, "maple", lambda _: None),
        TextField(strip, "", "", lambda _: None, 20),
        Slider(strip, "Volume", 0, 100, 50, lambda _: None),
        Switch(strip, "Sound", True, lambda _: None),
        Button(strip, "Start", lambda: None),
    ]
    strip.open(pygame.Rect(100, 100, 400, 200), 900)
    for number, one in enumerate(made):
        strip.place(one, pygame.Rect(100, 100 + 50 * number, 300, 44))
    down = pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, precise_x=0.0, precise_y=-0.1)
    for one in made:
        form.focus(one)
        point(form, one.rect.center)
        before = strip.scroll.offset
        assert form.handle(down) and strip.scroll.offset > before, type(one).__name__


def test_where_no_turn_is_current_the_list_shows_its_beginning(form: Form) -> None:
    moves = MoveList(form, lambda _: None)
    moves.rect = pygame.Rect(100, 100, 320, 200)
    cells = [str(n) for n in range(100)]
    moves.show(cells, 99)
    moves.show(cells, None)
    assert moves.scroll.offset == 0


@pytest.mark.parametrize(("width", "across"), [(400, 2), (240, 1)])
def test_turns_that_do_not_fit_side_by_side_stand_one_below_the_other(form: Form, width: int, across: int) -> None:
    picked: list[int] = []
    moves = MoveList(form, picked.append, sample="bxa8=Q@h1")
    moves.rect = pygame.Rect(100, 100, width, 300)
    moves.show(["bxa8=Q@h1"] * 6, 0)
    assert len({moves._place(index).top for index in range(6)}) == 6 // across
    room = moves._place(3).width - 2 * moves._margin()
    assert room >= form.theme.width("bxa8=Q@h1", "strong")
    click(form, moves._place(3).center)
    assert picked == [3]


def test_a_list_of_turns_measures_its_sample_as_often_for_many_cells_as_for_few(
    form: Form, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves = MoveList(form, lambda _: None, sample="bxa8=Q@h1")
    moves.rect = pygame.Rect(100, 100, 400, 300)
    measured: list[str] = []
    width = type(form.theme).width

    def count(theme: Theme, text: str, role: Role) -> int:
        measured.append(text)
        return width(theme, text, role)

    monkeypatch.setattr(type(form.theme), "width", count)

    def painted(cells: int) -> int:
        moves.show(["e2-e4"] * cells, None)
        measured.clear()
        moves.paint(pygame.Surface((960, 600)))
        return measured.count("bxa8=Q@h1")

    assert painted(2) == painted(16) > 0


def test_a_strip_scrolls_its_widgets_and_follows_the_focus(form: Form) -> None:
    strip = ScrollGroup(form)
    made = [Button(strip, str(n), lambda: None) for n in range(20)]
    strip.open(pygame.Rect(100, 100, 300, 200), 20 * 50)
    for number, one in enumerate(made):
        strip.place(one, pygame.Rect(100, 100 + 50 * number, 200, 44))
    assert form.at(made[10].rect.center) is None
    form.focus(made[10])
    assert strip.rect.contains(made[10].rect)
    assert form.at(made[10].rect.center) is made[10]
    form.focus(made[0])
    assert made[0].rect.top == 100


def test_a_page_piles_up_what_stands_with_a_plus_between(app: App, form: Form) -> None:
    def ink(text: str) -> pygame.Rect:
        page = Page(form, text)
        page.rect = pygame.Rect(50, 50, 400, 300)
        canvas = pygame.Surface((500, 400), pygame.SRCALPHA)
        page.paint(canvas)
        return canvas.get_bounding_rect()

    man, king = ink("![](double_draughts/ivory)"), ink("![](double_draughts/ivory+ivory)")
    assert king.width == man.width and king.height == pytest.approx(man.height + 0.13 * 72, abs=2)
    assert king.top == pytest.approx(man.top, abs=1)


def test_markdown_is_read_into_blocks() -> None:
    text = "# Rules\nTwo **bold** and\n*slanted* words.\n\n- first\n2. second ![](a/b)\n\n---\n![](a/b) ![](c/d)\n"
    assert blocks(text) == [
        Block("title", (Piece("body", "Rules"),)),
        Block(
            "paragraph",
            (
                Piece("body", "Two "),
                Piece("strong", "bold"),
                Piece("body", " and "),
                Piece("italic", "slanted"),
                Piece("body", " words."),
            ),
        ),
        Block("item", (Piece("body", "first"),), "•"),
        Block("item", (Piece("body", "second "), Piece("image", "a/b")), "2."),
        Block("rule"),
        Block("picture", (Piece("image", "a/b"), Piece("body", " "), Piece("image", "c/d"))),
    ]


def test_a_page_keeps_within_its_column_and_scrolls_to_its_end(app: App, form: Form) -> None:
    page = Page(form, "# Title\n\n" + "Words **in** many *styles* go on.  \n" * 80 + "\n\nThe end.")
    page.rect = pygame.Rect(100, 100, 400, 300)
    page.paint(app.surface)
    assert all(word.rect.right <= 400 for word in page._setting.words)
    gaps = [b.rect.left - a.rect.right for a, b in zip(page._setting.words, page._setting.words[1:], strict=False)]
    assert all(gap > 0 for gap, word in zip(gaps, page._setting.words[1:], strict=True) if word.rect.left)
    form.focus(page)
    strike(form, pygame.K_END)
    assert page.scroll.offset == page.scroll.content - 300
    last = page._setting.words[-1].rect.move(0, -page.scroll.offset)
    assert 0 < last.top < last.bottom <= 300
    strike(form, pygame.K_PAGEUP, pygame.K_UP)
    assert page.scroll.offset < page.scroll.content - 500


# --- clocks


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (299.99, "4:59"),
        (300.0, "5:00"),
        (3723.0, "1:02:03"),
        (20.0, "0:20"),
        (19.99, "0:19.9"),
        (9.4, "0:09.4"),
        (0, "0:00.0"),
        (-3, "0:00.0"),
    ],
)
def test_time_is_shown_as_players_read_it(seconds: float, shown: str) -> None:
    assert clock_text(seconds) == shown


def test_a_clock_is_repainted_only_when_it_shows_something_else(bench: Bench, form: Form) -> None:
    clock = ClockFace(form, "Max")
    clock.rect = pygame.Rect(10, 10, 300, 60)
    clock.show("Max", 65.9, True)
    bench.noted.clear()
    clock.show("Max", 65.2, True)
    assert bench.noted == []
    clock.show("Max", 64.9, True)
    assert bench.noted == [clock.rect]


# --- choosers and dialogs


def test_a_chooser_takes_everything_until_one_is_chosen(form: Form) -> None:
    chosen: list[int] = []
    done: list[str] = []
    below = button(form, 10, 10, lambda: done.append("below"))
    options = [(1, "A King", "double_draughts/ivory"), (2, "A man", None)]
    chooser = Chooser(form, (1270, 400), options, chosen.append)
    assert pygame.Rect(0, 0, 1280, 800).contains(chooser.rect) and chooser.rect.right < 1270
    strike(form, pygame.K_DOWN, pygame.K_RETURN)
    assert chosen == [2] and chooser not in form.children
    form.focus(below)
    cancelled: list[str] = []
    Chooser(form, (200, 200), options, chosen.append, lambda: cancelled.append("x"))
    click(form, below.rect.center)
    assert (done, cancelled, chosen) == ([], ["x"], [2])
    assert form.focus_on is below
    click(form, below.rect.center)
    assert done == ["below"]


def test_a_chooser_stays_within_a_window_that_shrinks_under_it(bench: Bench, form: Form) -> None:
    """Bug: it lay where it had been laid for the larger window, partly outside."""
    options: list[tuple[int, str, str | None]] = [(1, "A King", None), (2, "A man", None)]
    chosen: list[int] = []
    chooser = Chooser(form, (1270, 780), options, chosen.append)
    pygame.display.set_mode((960, 600), pygame.RESIZABLE)
    bench.app._take_size((960, 600))
    bench.paint(bench.app.surface)
    assert pygame.Rect(0, 0, 960, 600).contains(chooser.rect)


def test_a_chooser_may_say_what_is_chosen(form: Form) -> None:
    """Bug: the lists of games to learn, to puzzle over and to read about had no title."""
    chosen: list[int] = []
    options: list[tuple[int, str, str | None]] = [(1, "A King", None), (2, "A man", None)]
    plain = Chooser(form, (200, 200), options, chosen.append)
    titled = Chooser(form, (200, 200), options, chosen.append, title="What shall it become, here and now?")
    assert titled.rect.height == plain.rect.height + form.theme.control and titled.rect.width > plain.rect.width
    assert titled.label == "What shall it become, here and now? A King, A man"
    click(form, (titled.rect.centerx, titled.rect.top + form.theme.control // 2))
    assert not chosen and titled in form.children
    click(form, (titled.rect.centerx, titled.rect.bottom - form.theme.control // 2))
    assert chosen == [2] and titled not in form.children


def test_a_right_click_chooses_none(form: Form) -> None:
    answers: list[object] = []
    for place in ((205, 205), (900, 700)):
        chooser = Chooser(form, (200, 200), [(1, "A King", None)], answers.append, lambda: answers.append("none"))
        form.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=3))
        assert chooser not in form.children
    assert answers == ["none", "none"]


def test_a_list_opens_upwards_where_there_is_no_room_below(form: Form) -> None:
    field = pygame.Rect(100, 740, 200, 44)
    chooser = Chooser(form, field, [(n, f"Level {n}", None) for n in range(5)], lambda _: None)
    assert chooser.rect.bottom <= field.top


def asked(app: App) -> Dialog:
    dialog = Dialog(app, "Give up?", [(1, "Keep playing", "plain"), (2, "Give up", "danger")], "It is lost.", "none")
    app.stack.push(dialog)
    return dialog


def test_a_dialog_hands_back_the_answer(app: App) -> None:
    answers: list[object] = []

    class Asking(Bench):
        def resumed(self, result: object) -> None:
            answers.append(result)

    app.stack.push(Asking(app))
    dialog = asked(app)
    click(dialog.form, dialog.buttons[1].rect.center)
    for key in (pygame.K_RETURN, pygame.K_ESCAPE):
        asked(app)
        assert app.stack.top is not None
        app.stack.top.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    dialog = asked(app)
    dialog.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(5, 5), button=1))
    assert answers == [2, 1, "none", "none"]


# --- everything, at every size


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (2560, 1440), (700, 1200)])
@pytest.mark.parametrize("scale", [100, 150])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_kits_own_words_fit_at_every_size(size: tuple[int, int], scale: int, language: str) -> None:
    app = App(Settings(language=language, window=size, text_scale=scale, animation="off"), Storage())
    app.theme.report_overflow = lambda text, role, rect: pytest.fail(f"{text} is cut off at {size}, {scale} %")
    try:
        bench = Bench(app)
        app.stack.push(bench)
        row = pygame.Rect(app.theme.margin, app.theme.margin, app.theme.px(60), app.theme.control)
        kinds = [
            Switch(bench.form, "Sound", True, lambda _: None),
            Stepper(bench.form, "Minutes", 10, 1, 60, lambda _: None),
            Slider(bench.form, "Loudness", 100, 0, 100, lambda _: None, format=lambda n: f"{n} %"),
            Choice(bench.form, "Board", BOARDS, "maple", lambda _: None),
            TextField(bench.form, "Name", "Maximilian", lambda _: None),
        ]
        for number, kind in enumerate(kinds):
            kind.rect = row.move(0, number * (row.height + app.theme.gap))
        clock = ClockFace(bench.form, "Max", "double_draughts/ivory")
        clock.rect = pygame.Rect(0, 0, app.theme.px(30), clock.natural_height())
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
