"""A match under way on the menu's table, as a leather ribbon with who plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from scenes.app.game_card import card_of
from scenes.app.storage import Entry
from scenes.app.theme import INK, LEATHER, PAPER, SHADE, SOFT_INK, STITCH, Theme, vector
from scenes.app.words import Words
from scenes.ui.base import Group
from scenes.ui.button import IconButton, Pressable
from scenes.ui.layout import Cell, Column, Row, share, space, spring

if TYPE_CHECKING:
    from scenes.table.record_headers import Head


class Bookmark(Pressable):
    """A match under way: a leather ribbon, who plays, which game, how far it is; and its bin."""

    def __init__(
        self,
        parent: Group,
        entry: Entry,
        head: Head,
        on_open: Callable[[Bookmark], object],
        on_delete: Callable[[Bookmark], object],
    ) -> None:
        words = parent.form.scene.app.words
        self.entry = entry
        super().__init__(parent, head.company(words), lambda: on_open(self))
        self.look = card_of(head.game).emblem
        """The sprite that tells the game at a glance."""
        self.furnished = False
        """Whether that is painted."""
        self._details = _details(words, head)
        self.bin = IconButton(parent, "bin", words("archive.delete"), lambda: on_delete(self), danger=True)

    def furnish(self) -> bool:
        """Paint the emblem from now on; whether it wasn't yet. Its picture takes a while to make."""
        if self.furnished or not self.look:
            return False
        self.furnished = True
        self.form.scene.app.assets.sprite(self.look, self._side())
        self.dirty()
        return True

    def _side(self) -> int:
        return self.theme.px(3.9)

    def press(self) -> None:
        self.form.play("bookmark")
        self._on_press()

    def show(self, visible: bool) -> None:
        """Be there or not, with the bin."""
        self.visible = self.bin.visible = visible

    def line(self) -> Cell:
        """The layout of it and its bin."""
        return Row(share(self), space(self.theme.px(0.6)), Column(spring(), self.bin, spring()))

    def natural_height(self, width: int) -> int:
        return max(self.theme.control, self.theme.px(7.2))

    def placed(self) -> None:
        room = self._words().width
        whole = self._detail(room) == self._details[0] and self.theme.width(self.label, "strong") <= room
        self.tip = "" if whole else f"{self.label}\n{self._details[0]}"

    def _words(self) -> pygame.Rect:
        theme, rect = self.theme, self.rect
        high = theme.line("strong") + theme.line("small")
        left = rect.left + theme.px(7.2)
        return pygame.Rect(left, rect.centery - high // 2, rect.right - theme.px(0.8) - left, high)

    def _detail(self, room: int) -> str:
        """The longest second line that fits into so many pixels."""
        fitting = (one for one in self._details if self.theme.width(one, "small") <= room)
        return next(fitting, self._details[-1])

    def paint(self, surface: pygame.Surface) -> None:
        theme, state, rect = self.theme, self.state(), self.rect
        if state in ("hover", "held"):
            tone = SHADE if state == "held" else SHADE.lerp(PAPER, 0.3)
            pygame.draw.rect(surface, tone, rect.inflate(0, -2), border_radius=theme.px(0.8))
        words = self._words()
        size = (theme.px(5), words.height)
        ribbon = theme.cache.get(("ribbon", size), lambda: _ribbon(theme, size))
        surface.blit(ribbon, ribbon.get_rect(midleft=(rect.left + theme.px(1), rect.centery)))
        if self.furnished:
            emblem = self.form.scene.app.assets.sprite(self.look, self._side())
            middle = (rect.left + theme.px(1) + size[0] // 2, rect.centery - theme.px(0.7))
            surface.blit(emblem, emblem.get_rect(center=middle))
        theme.text(surface, self.label, "strong", INK, words, valign="top", ellipsis=True)
        theme.text(surface, self._detail(words.width), "small", SOFT_INK, words, valign="bottom", ellipsis=True)


def _ribbon(theme: Theme, size: tuple[int, int]) -> pygame.Surface:
    w, h = size
    notch, inset, dash = w * 0.22, max(2.0, theme.u * 0.35), theme.u * 0.45
    leather = f"#{LEATHER.r:02x}{LEATHER.g:02x}{LEATHER.b:02x}"
    stitch = f"#{STITCH.r:02x}{STITCH.g:02x}{STITCH.b:02x}"
    return vector(
        size,
        f'<path d="M0 0H{w}V{h}L{w / 2} {h - notch}L0 {h}Z" fill="#4A2519"/>'
        f'<path d="M0 0H{w - 0.8}V{h - 1.2}L{w / 2} {h - notch - 1}L0 {h - 1.2}Z" fill="{leather}"/>'
        f'<path d="M{inset} 0V{h - notch}M{w - inset} 0V{h - notch}" stroke="{stitch}" fill="none" '
        f'stroke-width="{max(0.8, theme.u * 0.1):.2f}" stroke-dasharray="{dash:.1f} {dash * 0.8:.1f}"/>',
    )


def _details(words: Words, head: Head) -> tuple[str, ...]:
    """Which game it is, how far, and whose turn; then shorter, down to nothing but whose turn it is."""
    turn = head.turns // card_of(head.game).columns + 1  # as the score sheet counts
    told = (words("menu.bookmark", game=head.game_name(words), turn=turn), words("menu.bookmark_turn", turn=turn))
    if head.to_move is None:
        return told
    alone = [seat for seat, player in enumerate(head.players) if player.kind == "person"] == [head.to_move]
    name = head.name(words, head.to_move)
    whose = words("menu.bookmark_yours") if alone else words("menu.bookmark_theirs", name=name)
    return (f"{told[0]} · {whose}", f"{told[1]} · {whose}", whose)
