"""The paper beside the table: who plays, whose turn it is and what to do, the turns, and the keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from rules.contract import Seat
from scenes.app.theme import OXBLOOD, SOFT_INK
from scenes.surfaces.layout import Box
from scenes.table.key_sets import BOARD_KEYS, LOOK, PLAY, TRY, WATCH, Keys, KeySets
from scenes.table.state import PlayerStrip
from scenes.ui.balance import Balance
from scenes.ui.button import Button, IconButton
from scenes.ui.clock_face import ClockFace
from scenes.ui.form import Form
from scenes.ui.label import Label, Panel
from scenes.ui.moves import MoveList
from scenes.ui.turn_clock import TurnClock

if TYPE_CHECKING:
    from scenes.app.stack import Scene

TIPS: Final = {"pause-play": "table.pause_play", "play": "table.go_on_play"}


class Sidebar:
    """The widgets beside the table. `act` is told the action of the key that was pressed."""

    def __init__(
        self,
        scene: Scene,
        looks: Sequence[str],
        act: Callable[[str], object],
        pick: Callable[[int], object],
        sample: str = "",
        columns: int = 2,
        tell: Callable[[int], str] = lambda cell: "",
        keys: KeySets = BOARD_KEYS,
    ) -> None:
        """`looks` are the seats' sprites; turns stand in so many columns, whole if no wider than `sample`.

        `tell` says in words what was done in the turn of a cell; `keys` are those of the game.
        """
        app = scene.app
        self._words = app.words
        self.form = Form(scene, arrows=False)
        self.panel = Panel(self.form)
        self._plates = [ClockFace(self.panel, "", look) for look in looks]
        self.clock = TurnClock(self.panel)
        self._status = Label(self.panel, "", "strong", align="left")
        self._note = Label(self.panel, "", "small", SOFT_INK, valign="top")
        self._turns = MoveList(self.panel, pick, columns=columns, sample=sample, tell=tell)
        self._turns.label = self._words("table.moves")
        self._empty = Label(self.panel, self._words("table.no_moves"), "small", SOFT_INK, "centre")
        self.back = Button(self.panel, self._words("table.go_back"), lambda: act("go-back"), icon="back")
        self.keys: dict[str, IconButton] = {}
        for action, icon in dict.fromkeys((*PLAY, *LOOK, *TRY, *WATCH, *keys.play)):
            tip = self._words(TIPS.get(action, f"table.{action}"))
            self.keys[action] = IconButton(self.panel, icon, tip, partial(act, action))
        self._balance = Balance(self.panel, self._words("table.balance"), lambda: act("ledger"))
        self._shown: Keys = PLAY
        self._box = Box(0, 0, 1, 1)
        self._bottom: Seat = 0

    @property
    def status(self) -> str:
        """What is going on, in words."""
        return self._status.text

    @property
    def note(self) -> str:
        """What to be aware of, in words."""
        return self._note.text

    def place(self, box: Box, bottom: Seat) -> None:
        """Lay out in `box`; the player on the seat `bottom` has the lower strip."""
        self._box, self._bottom = box, bottom
        theme = self.panel.theme
        self.panel.rect = pygame.Rect(box.ints())
        inner = self.panel.rect.inflate(-2 * theme.px(1.6), -2 * theme.px(1.6))
        if box.w > 1.5 * box.h:
            self._place_low(inner)
        else:
            self._place_tall(inner)

    def _order(self) -> list[ClockFace]:
        """The strips from the top."""
        lower = self._plates[self._bottom]
        return [*(face for face in self._plates if face is not lower), lower]

    def _place_tall(self, inner: pygame.Rect) -> None:
        """One below the other."""
        theme = self.panel.theme
        upper, lower = self._order()
        high = max(upper.natural_height(0), theme.control)
        upper.rect = pygame.Rect(inner.left, inner.top, inner.width, high)
        lower.rect = pygame.Rect(inner.left, inner.bottom - high, inner.width, high)
        keys = pygame.Rect(inner.left, lower.rect.top - theme.gap - theme.control, inner.width, theme.control)
        self._place_keys(keys)
        top = self._place_clock(inner.left, upper.rect.bottom + theme.gap, inner.width)
        status = pygame.Rect(inner.left, top, inner.width, 2 * theme.line("strong"))
        self._status.rect = status
        note = pygame.Rect(inner.left, status.bottom, inner.width, self._note_height(inner.width, 3))
        self._note.rect = note
        self.back.rect = pygame.Rect(inner.left, note.bottom - theme.control, inner.width, theme.control)
        moves_top = self._place_balance(note) + theme.gap
        moves = pygame.Rect(inner.left, moves_top, inner.width, keys.top - theme.gap - moves_top)
        self._turns.rect = self._empty.rect = moves

    def _place_low(self, inner: pygame.Rect) -> None:
        """Side by side, below the board: strips and keys left, words and turns right."""
        theme = self.panel.theme
        left = pygame.Rect(inner.left, inner.top, inner.width // 2 - theme.gap, inner.height)
        right = pygame.Rect(
            left.right + 2 * theme.gap, inner.top, inner.right - left.right - 2 * theme.gap, inner.height
        )
        upper, lower = self._order()
        high = max(upper.natural_height(0), theme.control)
        upper.rect = pygame.Rect(left.left, left.top, left.width, high)
        lower.rect = pygame.Rect(left.left, upper.rect.bottom + theme.gap, left.width, high)
        self._place_keys(pygame.Rect(left.left, left.bottom - theme.control, left.width, theme.control))
        spare = left.bottom - theme.control - theme.gap - lower.rect.bottom
        if spare >= self.clock.least_height():
            high = min(spare, self.clock.natural_height(0))
            self.clock.rect = pygame.Rect(left.left, lower.rect.bottom + theme.gap // 2, left.width, high)
            top = right.top
        else:
            top = self._place_clock(right.left, right.top, right.width)
        self._status.rect = pygame.Rect(right.left, top, right.width, 2 * theme.line("strong"))
        note_height = self._note_height(right.width, 2)
        self._note.rect = pygame.Rect(right.left, self._status.rect.bottom, right.width, note_height)
        self.back.rect = pygame.Rect(right.left, self._status.rect.bottom, right.width, theme.control)
        told = max(self._note.rect.bottom, self.back.rect.bottom)
        top = self._place_balance(pygame.Rect(right.left, told, right.width, 0)) + theme.gap
        self._turns.rect = self._empty.rect = pygame.Rect(right.left, top, right.width, right.bottom - top)

    def _place_clock(self, left: int, top: int, width: int) -> int:
        """The turn's clock, if it is there; returns where what follows it begins."""
        if not self.clock.visible:
            return top
        self.clock.rect = pygame.Rect(left, top, width, self.clock.natural_height(0))
        return self.clock.rect.bottom + self.panel.theme.gap

    def _place_balance(self, above: pygame.Rect) -> int:
        """Below what is said, if it is there; returns where that ends."""
        if not self._balance.visible:
            return above.bottom
        self._balance.rect = pygame.Rect(above.left, above.bottom, above.width, self.panel.theme.control)
        return self._balance.rect.bottom

    def _note_height(self, width: int, lines: int) -> int:
        """Room for the note: so many lines, or as many as it needs, so that the turns seldom move."""
        return max(lines * self.panel.theme.line("small"), self._note.natural_height(width))

    def _place_keys(self, rect: pygame.Rect) -> None:
        """The keys that are shown, evenly over the width."""
        for action, key in self.keys.items():
            key.visible = any(action == shown for shown, _ in self._shown)
        side = min(rect.height, rect.width // len(self._shown))
        step = (rect.width - side) / max(1, len(self._shown) - 1)
        for number, (action, _) in enumerate(self._shown):
            self.keys[action].rect = pygame.Rect(round(rect.left + number * step), rect.top, side, rect.height)

    def show_keys(self, keys: Keys, off: frozenset[str], playing: bool = False) -> None:
        """Show this set of keys, those in `off` pale; `playing` turns the play keys into pause."""
        if keys != self._shown:
            self._shown = keys
            self.place(self._box, self._bottom)
        for action, key in self.keys.items():
            key.enabled = action not in off
        self.keys["play"].icon = "pause" if playing else "play"
        self.keys["pause-play"].icon = "pause" if playing else "play"

    def show_plates(self, plates: Sequence[PlayerStrip]) -> None:
        """By seat."""
        for face, plate in zip(self._plates, plates, strict=True):
            face.show(plate.name, plate.seconds, plate.running, plate.detail)

    def show_clock(self, there: bool) -> None:
        """Whether there is room for the clock of a turn."""
        if there != self.clock.visible:
            self.clock.visible = there
            self.place(self._box, self._bottom)

    def show_words(self, status: str, note: str, warning: bool = False, back: bool = False) -> None:
        """What is going on, what to be aware of, and whether there is a way back to the match."""
        self._status.text = status
        before = self._note.natural_height(self._note.rect.width)
        self._note.text = "" if back else note
        if self._note.natural_height(self._note.rect.width) != before:
            self.place(self._box, self._bottom)
        self._note.colour = OXBLOOD if warning else SOFT_INK
        self.back.visible = back

    def show_chance(self, share: float | None) -> None:
        """How likely the first seat is to win, 0 to 1; None: that isn't told."""
        was = self._balance.visible
        told = [] if share is None else [f"{round(100 * one)} %" for one in (share, 1 - share)]
        self._balance.show(share, *told)
        if self._balance.visible != was:
            self.place(self._box, self._bottom)

    def tip(self, action: str, tip: str) -> None:
        """What the slip of a key says."""
        self.keys[action].tip = tip

    def show_turns(self, turns: Sequence[str], current: int | None) -> None:
        """The turns, with the one marked that the board shows."""
        self._turns.show(turns, current)
        self._empty.visible = not turns
