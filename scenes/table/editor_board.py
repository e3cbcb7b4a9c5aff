"""A game's real board on which a position is set up: a widget of the position editor.

The scene (`EditorHost`) knows what is in the person's hand and what lies where.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

import pygame

from rules.contract import Table, Target, Token
from rules.teaching.editor import Draft, Editor, Kind
from scenes.app.assets import LIFT, STACK
from scenes.app.game_card import board_of
from scenes.surfaces.flights import Mover
from scenes.surfaces.layout import Box, Spot, hit, neighbour
from scenes.surfaces.marks import Marks
from scenes.surfaces.motion import Frame
from scenes.table.game_ui import ui_of
from scenes.table.hand import ARROWS
from scenes.table.match_text import lying
from scenes.table.selection import drags
from scenes.ui.base import Group, Widget
from scenes.ui.button import PRESS_KEYS

if TYPE_CHECKING:
    from scenes.app.app import App

_IN_PALETTE: Final = 0.8
"""Size of a thing in the palette, as a share of its field."""


class EditorHost(Protocol):
    """What the board and the palette ask of the scene that they belong to."""

    draft: Draft

    @property
    def editor(self) -> Editor: ...
    @property
    def held(self) -> tuple[Token, ...]:
        """What is in the hand, bottom to top."""
        ...

    @property
    def start(self) -> Target | None:
        """Where that was taken from; None: from the palette."""
        ...

    @property
    def kind(self) -> Kind | None:
        """What of the palette is in the hand."""
        ...

    @property
    def marked(self) -> frozenset[Target]:
        """Places that are wrong."""
        ...

    def table(self) -> Table: ...
    def take(self, kind: Kind) -> None: ...
    def pick(self, at: Target) -> None: ...
    def drop(self, at: Target | None) -> None: ...
    def let_go(self) -> None: ...
    def look_at(self, at: Target) -> None: ...
    def remove(self, at: Target) -> None: ...
    def kind_name(self, kind: Kind) -> str: ...
    def place_name(self, at: Target) -> str: ...
    def dropped_at(self, pos: tuple[int, int]) -> None: ...


class EditorBoard(Widget):
    """The board. Arrows look at another place, Enter takes what is there or lays what is held, Delete removes."""

    focusable = True
    pointer = "hand"

    def __init__(self, parent: Group, host: EditorHost, key: str) -> None:
        super().__init__(parent)
        app: App = self.form.scene.app
        self._host, self._key = host, key
        self.view = ui_of(key).view()
        self.flipped = False
        self.here: Target = host.editor.places(host.draft)[0]
        """The place that is looked at."""
        self._pressed: tuple[int, int] | None = None
        self._pointer: tuple[int, int] = (0, 0)
        self.view.dress(app.words.language, app.settings.four_colours, app.assets.looks.cloth)
        self.ratio = self._measure()

    def _measure(self) -> float:
        """Width / height of what is shown: the table away from a match, and all places where something can lie."""
        host = self._host
        spots = self.view.spots(Box(0, 0, self.view.ratio, 1), False)
        whole = [self.view.portrait(), *(spots[place].box for place in host.editor.places(host.draft))]
        left, top = min(box.x for box in whole), min(box.y for box in whole)
        self._cut = Box(left, top, max(box.right for box in whole) - left, max(box.bottom for box in whole) - top)
        return self._cut.w / self._cut.h

    def valued(self) -> str:
        return lying(self.form.scene.app.words, self._key, self._host.table(), self.here)

    def placed(self) -> None:
        high = self.rect.height / self._cut.h
        left, top = self.rect.left - self._cut.x * high, self.rect.top - self._cut.y * high
        self._area = Box(left, top, high * self.view.ratio, high)
        self._spots = self.view.spots(self._area, self.flipped)

    def turn(self) -> None:
        """Show it from the other side."""
        self.flipped = not self.flipped
        self.placed()
        self.dirty()

    @property
    def places(self) -> dict[Target, Spot]:
        """Where something can be laid, in window pixels; what lies above others comes first."""
        return {place: self._spots[place] for place in self._host.editor.places(self._host.draft)}

    def place_at(self, pos: tuple[int, int]) -> Target | None:
        """The place under a point."""
        return hit(self.places, *pos)

    def ringed(self) -> pygame.Rect:
        return pygame.Rect(self.places[self.here].box.ints())

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._key_down(event.key)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._press(event.pos)
        elif event.type == pygame.MOUSEMOTION:
            self.follow(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._release(event.pos)
        return event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP)

    def _key_down(self, key: int) -> bool:
        if key in ARROWS:
            there = neighbour(self.places, self.here, *ARROWS[key])
            if there == self.here:
                return False
            self.look(there)
        elif key in PRESS_KEYS:
            if self._host.held:
                self._host.drop(self.here)
            else:
                self._host.pick(self.here)
        elif key in (pygame.K_DELETE, pygame.K_BACKSPACE):
            self._host.remove(self.here)
        else:
            return False
        return True

    def look(self, at: Target) -> None:
        """Look at another place."""
        self.dirty()
        self.here = at
        self._host.look_at(at)

    def _press(self, pos: tuple[int, int]) -> None:
        self._pointer = pos
        at = self.place_at(pos)
        if at is None:
            self._host.let_go()
            return
        self.look(at)
        if self._host.held:
            self._host.drop(at)
        else:
            self._pressed = pos
            self._host.pick(at)

    def _release(self, pos: tuple[int, int]) -> None:
        dragged = self._pressed is not None and self.drags(self._pressed, pos)
        self._pressed = None
        if dragged and self._host.held:
            self._host.dropped_at(pos)

    def drags(self, start: tuple[int, int], pos: tuple[int, int]) -> bool:
        """Whether the pointer went so far that a press was a drag."""
        return drags(start, pos, self.theme.text_scale)

    def follow(self, pos: tuple[int, int]) -> None:
        """What is held goes with the pointer."""
        if self._host.held:
            self.form.dirty(self.carried())
            self._pointer = pos
            self.form.dirty(self.carried())
        self._pointer = pos

    # --- painting

    def side(self) -> float:
        """Size of a token in pixels."""
        return self._spots[self._host.editor.places(self._host.draft)[0]].size

    def carried(self) -> pygame.Rect:
        """The part of the window that what is held covers."""
        side = round(self.side() * LIFT * 2.2)
        around = pygame.Rect(0, 0, side, side)
        around.center = self._pointer
        return around

    def extent(self) -> pygame.Rect:
        return self.rect.inflate(2 * self.theme.gap, 2 * self.theme.gap)

    def paint(self, surface: pygame.Surface) -> None:
        app, host = self.form.scene.app, self._host
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        picked = frozenset() if host.start is None else frozenset({host.start})
        hidden = {host.start: len(host.held)} if host.start is not None and self.carries else {}
        marks = Marks(picked=picked, must=host.marked, hidden=hidden)
        frame = Frame(host.table(), away=frozenset(self.view.cups))
        board = board_of(self._key, app.assets.looks)
        self.view.paint(surface, app.assets, app.theme, board, self._area, self._spots, frame, marks)
        surface.set_clip(clip)

    @property
    def carries(self) -> bool:
        """Whether what is held hangs from the pointer: with the keys it stays where it is until it is laid."""
        app: App = self.form.scene.app
        return bool(self._host.held) and app.mouse is not None and not app.keyboard

    def paint_held(self, surface: pygame.Surface) -> None:
        """Paint what hangs from the pointer, over everything."""
        if self.carries and surface.get_clip().colliderect(self.carried()):
            x, y = self._pointer
            for number, token in enumerate(self._host.held):
                self.paint_lifted(surface, token, (x, y - number * STACK * self.side()))

    def paint_lifted(self, surface: pygame.Surface, token: Token, centre: tuple[float, float]) -> None:
        """Paint a token in the hand."""
        mover = Mover(token, *centre, self.side(), lift=1.0)
        self.view.paint_mover(surface, self.form.scene.app.assets, mover)

    def paint_kind(self, surface: pygame.Surface, kind: Kind, field: pygame.Rect) -> None:
        """Paint a thing that lies in a field of the palette."""
        assets, tokens = self.form.scene.app.assets, self._host.editor.tokens(kind)
        side = round(min(field.size) * _IN_PALETTE)
        low = field.centery + round((len(tokens) - 1) * STACK * side / 2)
        for number, token in enumerate(tokens):
            centre = (field.centerx, low - round(number * STACK * side))
            look = self.view.look(token)
            for picture in (assets.shadow(look, side), assets.sprite(look, side)):
                surface.blit(picture, picture.get_rect(center=centre))
