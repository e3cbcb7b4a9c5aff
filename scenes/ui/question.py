"""Questions and prompts at the table: a sentence with buttons, beside which the match goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame

from scenes.app.fonts import Role
from scenes.ui.base import Group, RepaintingAttribute
from scenes.ui.button import Button, IconButton, Pressable
from scenes.ui.button_painting import paint_button, text_colour
from scenes.ui.label import Label
from scenes.ui.layout import Cell, Column, Row, filler, fixed_size, space, stretch

LEAST_WIDTH_BESIDE: Final = 20.0  # in u, of a sentence beside the buttons; with less room it is above them
SENTENCE_ROLES: Final[tuple[Role, ...]] = ("strong", "body", "small")  # the first that makes the sentence fit


@dataclass(frozen=True, slots=True)
class Option:
    """A button of a question: its value, its words, and the name of a sprite that replaces the words."""

    value: str
    words: str
    look: str | None = None
    is_primary: bool = False


class Question(Group):
    """A question with buttons that call `on_pick` with their value. It is visible while it has options."""

    def __init__(self, parent: Group, on_pick: Callable[[str], object]) -> None:
        super().__init__(parent)
        self._on_pick = on_pick
        self._area = pygame.Rect(0, 0, 0, 0)  # where the question is placed; a large question reaches beyond it
        self._options: tuple[Option, ...] = ()
        self.buttons: list[Pressable] = []
        self.visible = False

    def note(self) -> str:
        return self.label

    def place(self, rect: pygame.Rect) -> None:
        self._area = pygame.Rect(rect)
        self._lay_out_contents()

    def ask(self, text: str, options: Sequence[Option]) -> None:
        if text == self.label and tuple(options) == self._options:
            return
        had_focus = self.form.focus_on in self.buttons
        self.visible = False
        self.clear()
        self.label, self._options = text, tuple(options)
        self.text_label = Label(self, text)
        self.buttons = [self._make_button(option) for option in options]
        self._lay_out_contents()
        self.visible = bool(options)
        if had_focus:
            self.form.focus(self.buttons[0] if self.buttons else None)

    def _make_button(self, option: Option) -> Pressable:
        on_press = partial(self._on_pick, option.value)
        if option.look is not None:
            return PictureButton(self, option.words, option.look, on_press)
        return Button(self, option.words, on_press, "primary" if option.is_primary else "plain")

    def _lay_out_contents(self) -> None:
        theme, area = self.theme, self._area
        if not self.buttons or not area.width:
            return
        pad, buttons = theme.px(1.4), Row(*self.buttons, gap=theme.px(1.0))
        beside_width = area.width - 3 * pad - buttons.natural_width()
        content: Cell
        if beside_width >= theme.px(LEAST_WIDTH_BESIDE):  # the sentence beside the buttons, else above them
            fitting_roles = (
                role
                for role in SENTENCE_ROLES
                if theme.height(self.label, role, beside_width) <= self._max_text_height(role)
            )
            self.text_label.role = next(fitting_roles, SENTENCE_ROLES[-1])
            sentence = fixed_size(
                self.text_label, theme.least_width(self.label, self.text_label.role, beside_width) + 1
            )
            centred_buttons = Column(filler(), fixed_size(buttons, theme.control), filler())
            content = Row(sentence, space(pad), centred_buttons)
            width = content.natural_width()
        else:
            self.text_label.role = SENTENCE_ROLES[-1]
            content = Column(
                space(pad // 2), self.text_label, space(pad // 2), fixed_size(buttons, theme.control), filler()
            )
            width = max(buttons.natural_width(), area.width - 2 * pad)
        rect = pygame.Rect(area.topleft, (width + 2 * pad, content.natural_height(width) + pad))
        if beside_width >= theme.px(LEAST_WIDTH_BESIDE):
            rect.midleft = area.midleft
        self.rect = rect.clamp((0, 0), theme.size)
        content.place(self.rect.inflate(-2 * pad, 0))

    def _max_text_height(self, role: Role) -> int:
        return max(self._area.height - self.theme.px(1.4), 2 * self.theme.line(role))

    def paint(self, surface: pygame.Surface) -> None:
        self.theme.paint_slip(surface, self.rect)
        super().paint(surface)


class PictureButton(Pressable):
    def __init__(self, parent: Group, words: str, look: str, on_press: Callable[[], object]) -> None:
        super().__init__(parent, words, on_press)
        self.look = look

    def paint(self, surface: pygame.Surface) -> None:
        face = paint_button(surface, self.theme, self.rect, "plain", self.state())
        picture = self.assets.sprite(self.look, round(0.86 * min(face.size)))
        if not self.enabled:
            picture = picture.copy()
            picture.set_alpha(text_colour(self.theme, "plain", "off").a // 2)
        surface.blit(picture, picture.get_rect(center=face.center))


class PromptCard(Group):
    """A card with a picture, a sentence and a button. It is visible while it has a sentence."""

    is_picture_hidden = RepaintingAttribute(False)  # True: the picture is left out, as the user is dragging it

    def __init__(self, parent: Group, icon: str, tip: str, on_press: Callable[[], object]) -> None:
        super().__init__(parent)
        self._look: str | None = None  # sprite of the picture
        self._picture_size = 0  # side of its square, which is higher than the card
        self._area = pygame.Rect(0, 0, 0, 0)
        self._sentence = Label(self, "")
        self.button = IconButton(self, icon, tip, on_press)
        self.visible = False

    def place(self, prompt_area: pygame.Rect) -> None:
        """Lay the card out at the lower edge of `prompt_area`; with a long sentence it reaches above the area."""
        self._area = pygame.Rect(prompt_area)
        self._lay_out_contents()

    def show(self, text: str, look: str | None) -> None:
        if text != self.label or look != self._look:
            self.visible = False
            self.label = self._sentence.text = text
            self._look = look
            self._lay_out_contents()
        self.visible = bool(text)

    def is_on_picture(self, pos: tuple[int, int]) -> bool:
        """Return whether the card has a picture and a point is on the picture or card, but not on the button."""
        is_on_card = (
            self.visible
            and self._look is not None
            and (self._picture_rect.collidepoint(pos) or self.rect.collidepoint(pos))
        )
        return is_on_card and not self.button.rect.collidepoint(pos)

    @property
    def _picture_rect(self) -> pygame.Rect:
        picture = pygame.Rect(0, 0, self._picture_size, self._picture_size)
        picture.center = (self.rect.left + self.theme.px(1.6) // 2 + self._picture_size // 2, self.rect.centery)
        return picture

    def _lay_out_contents(self) -> None:
        theme, pad = self.theme, self.theme.px(1.6)
        bottom = self._area.bottom - theme.px(0.4)
        height = min(max(self._area.height - theme.px(0.8), theme.control), bottom - theme.px(0.4))
        button_side = min(theme.control, height)
        self._picture_size = round(1.15 * height) if self._look else 0
        room = self._area.width - self._picture_size - 2 * pad - button_side
        self._sentence.role = next(
            (role for role in SENTENCE_ROLES if theme.width(self.label, role) < room), SENTENCE_ROLES[-1]
        )
        text_width = min(self._sentence.natural_width(), room) if theme.tight else self._sentence.natural_width()
        height = max(height, self._sentence.natural_height(text_width))
        rect = pygame.Rect(0, 0, self._picture_size + text_width + 2 * pad + button_side, height)
        rect.midbottom = (self._area.centerx, bottom)
        self.rect = rect
        column = fixed_size(Column(filler(), fixed_size(self.button, button_side), filler()), button_side)
        Row(space(self._picture_size + 2 * (pad // 2)), stretch(self._sentence), column, space(theme.px(0.3))).place(
            rect
        )

    def extent(self) -> pygame.Rect:
        return super().extent().inflate(0, self._picture_size)

    def paint(self, surface: pygame.Surface) -> None:
        self.theme.paint_slip(surface, self.rect)
        if self._look is not None and not self.is_picture_hidden:
            self.paint_sprite(surface, self._look, self._picture_size, self._picture_rect.center)
        super().paint(surface)
