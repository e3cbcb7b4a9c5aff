"""What asks takes everything until it is answered."""

from typing import Final

import pygame

from scenes.app.app import App
from scenes.ui.dialog import Dialog
from scenes.ui.form import Form
from scenes.ui.popup_list import Chooser
from tests.scenes.widgets.bench import Bench, button, click, press, strike

TWO: Final[list[tuple[int, str, str | None]]] = [(1, "A King", "double_draughts/ivory"), (2, "A man", None)]


def test_chooser_takes_all_input_until_a_choice(form: Form) -> None:
    chosen: list[int] = []
    done: list[str] = []
    below = button(form, 10, 10, lambda: done.append("below"))
    chooser = Chooser(form, (1270, 400), TWO, chosen.append)
    assert pygame.Rect(0, 0, 1280, 800).contains(chooser.rect) and chooser.rect.right < 1270
    strike(form, pygame.K_DOWN, pygame.K_RETURN)
    assert chosen == [2] and chooser not in form.children
    form.focus(below)
    cancelled: list[str] = []
    Chooser(form, (200, 200), TWO, chosen.append, lambda: cancelled.append("x"))
    click(form, below.rect.center)
    assert (done, cancelled, chosen) == ([], ["x"], [2])
    assert form.focus_on is below
    click(form, below.rect.center)
    assert done == ["below"]


def test_chooser_stays_within_a_shrinking_window(app: App, bench: Bench, form: Form) -> None:
    """Bug: it lay where it had been laid for the larger window, partly outside."""
    chooser = Chooser(form, (1270, 780), TWO, lambda _: None)
    pygame.display.set_mode((960, 600), pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED))
    app.frame()
    bench.paint(app.surface)
    assert pygame.Rect(0, 0, 960, 600).contains(chooser.rect)


def test_chooser_may_have_a_title(form: Form) -> None:
    """Bug: the lists of games to learn, to puzzle over and to read about had no title."""
    chosen: list[int] = []
    plain = Chooser(form, (200, 200), TWO, chosen.append)
    title_key = Chooser(form, (200, 200), TWO, chosen.append, title="What shall it become, here and now?")
    assert title_key.rect.height == plain.rect.height + form.theme.control and title_key.rect.width > plain.rect.width
    assert title_key.label == "What shall it become, here and now? A King, A man"
    click(form, (title_key.rect.centerx, title_key.rect.top + form.theme.control // 2))
    assert not chosen and title_key in form.children
    click(form, (title_key.rect.centerx, title_key.rect.bottom - form.theme.control // 2))
    assert chosen == [2] and title_key not in form.children


def test_right_click_cancels_a_chooser_and_a_low_list_opens_upwards(form: Form) -> None:
    answers: list[object] = []
    for place in ((205, 205), (900, 700)):
        chooser = Chooser(form, (200, 200), TWO, answers.append, lambda: answers.append("none"))
        press(form, place, button=3)
        assert chooser not in form.children
    assert answers == ["none", "none"]
    field = pygame.Rect(100, 740, 200, 44)
    chooser = Chooser(form, field, [(n, f"Level {n}", None) for n in range(5)], lambda _: None)
    assert chooser.rect.bottom <= field.top


def asked(app: App) -> Dialog:
    dialog = Dialog(app, "Give up?", [(1, "Keep playing", "plain"), (2, "Give up", "danger")], "It is lost.", "none")
    app.stack.push(dialog)
    return dialog


def test_dialog_returns_its_answer(app: App) -> None:
    answers: list[object] = []

    class Asking(Bench):
        def on_resume(self, result: object) -> None:
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
