"""The question who plays what when a match is tried out; then the copy lies on the table."""

from __future__ import annotations

from typing import Any, Final

import pygame

from rules.ai.levels import levels_of
from rules.contract import Seat
from rules.record import Player
from scenes.app.stack import Scene
from scenes.app.theme import SOFT_INK
from scenes.table import match_text
from scenes.table.game_ui import ui_of
from scenes.table.scene import MatchScene
from scenes.table.tryout import TryoutMatch, ground, trial
from scenes.ui.button import Button
from scenes.ui.choice import Choice
from scenes.ui.form import Form
from scenes.ui.label import Label, Panel

ALL: Final = "all"
"""The choice to play every seat by hand."""


class TryoutScene(Scene):
    """Asks who plays what, then lays the copy on the table in its own place."""

    opaque = False

    def __init__(self, scene: MatchScene, ply: int, moves: tuple[Any, ...] = ()) -> None:
        """From the position of `scene`'s match after so many plies, or if it was none to begin in from one before;
        then `moves` are played there."""
        super().__init__(scene.app)
        self._scene = scene
        self._position = ground(scene.sitting, ply)
        if moves and self._position is not None:
            for move in moves:
                self._position = self._position.play(move)
        self._form = Form(self)
        sitting = scene.sitting
        mover = moves[0].seat if moves else 0 if self._position is None else max(0, self._position.to_move)
        own = sitting.persons[0] if len(sitting.persons) == 1 else mover
        self.seat = str(own)
        levels = [player.level for player in sitting.players if player.kind == "computer" and player.level]
        self.level = str(levels[0] if levels else levels_of(self._key)[len(levels_of(self._key)) // 2].number)

    @property
    def _key(self) -> str:
        return self._scene.match.game.key

    def enter(self) -> None:
        words, sitting = self.app.words, self._scene.sitting
        self._form = Form(self)
        self._sheet = Panel(self._form, words("tryout.title"), lifted=True)
        self._head = Label(self._sheet, words("tryout.title"), "heading", valign="top")
        self._about = Label(self._sheet, words("tryout.about"), "body", SOFT_INK, valign="top")
        called = match_text.name_of if ui_of(self._key).seats_by_name else match_text.seat_word
        seats = [(str(seat), called(words, sitting, seat)) for seat in range(self._scene.match.seats)]
        self.seats = Choice(
            self._sheet, words("tryout.seat"), [*seats, (ALL, words("tryout.all"))], self.seat, self._sit
        )
        levels = [(str(one.number), words(f"level.{self._key}.{one.number}.name")) for one in levels_of(self._key)]
        self.levels = Choice(self._sheet, words("tryout.level"), levels, self.level, self._strengthen)
        self.levels.enabled = self.seat != ALL
        self.back = Button(self._sheet, words("tryout.cancel"), self.app.stack.pop, icon="back")
        self.begin = Button(self._sheet, words("tryout.begin"), self._begin, "primary", "play")
        self._form.default = self.begin

    def _sit(self, seat: str) -> None:
        self.seat = seat
        self.levels.enabled = seat != ALL

    def _strengthen(self, level: str) -> None:
        self.level = level

    def _players(self) -> tuple[Player, ...]:
        return tuple(self._player(seat) for seat in range(self._scene.match.seats))

    def _player(self, seat: Seat) -> Player:
        words = self.app.words
        if self.seat in (ALL, str(seat)):
            before = self._scene.sitting.players[seat]
            return Player("person", before.name if before.kind == "person" else "")
        return Player("computer", words(f"level.{self._key}.{self.level}.name"), int(self.level))

    def _begin(self) -> None:
        assert self._position is not None
        self.app.sound.play("start")
        sitting = trial(self._scene.sitting, self._position, self._players())
        self.app.stack.replace(TryoutMatch(self.app, sitting))

    # --- layout, events and time

    def resize(self, size: tuple[int, int]) -> None:
        theme = self.app.theme
        pad, gap = theme.px(3.2), theme.px(1.4)
        width = min(theme.px(72), size[0] - 2 * theme.margin)
        column = width - 2 * pad
        told = [label.natural_height(column) for label in (self._head, self._about)]
        keys = [self.back, self.begin]
        beside = sum(key.natural_width() for key in keys) + gap <= column
        rows = 3 if beside else 4
        sheet = pygame.Rect(0, 0, width, 2 * pad + sum(told) + rows * theme.control + (rows + 1) * gap)
        sheet.center = (size[0] // 2, round(size[1] * 0.48))
        self._sheet.rect = sheet.clamp(pygame.Rect((0, 0), size))
        left, top = self._sheet.rect.left + pad, self._sheet.rect.top + pad
        for label, high in zip((self._head, self._about), told, strict=True):
            label.rect = pygame.Rect(left, top, column, high)
            top += high + gap
        for row in (self.seats, self.levels):
            row.rect = pygame.Rect(left, top, column, theme.control)
            top += theme.control + gap
        right = left + column
        for key in reversed(keys):
            wide = key.natural_width() if beside else column
            key.rect = pygame.Rect(right - wide, top, wide, theme.control)
            right -= wide + gap if beside else 0
            top += 0 if beside else theme.control + gap
        self.dirty()

    def handle(self, event: pygame.event.Event) -> bool:
        if self._form.handle(event):
            return True
        away = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if away or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
            self.app.stack.pop()
        return True

    def update(self, dt: float) -> None:
        self._form.update(dt)

    def pace(self) -> float | None:
        return self._form.pace()

    def paint(self, surface: pygame.Surface) -> None:
        self.app.theme.dim(surface)
        self._form.paint(surface)
