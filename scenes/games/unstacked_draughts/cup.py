"""The cup in the person's hand: a press takes it, mouse motion shakes it, the release throws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

import pygame

from rules.contract import Gesture, Move, Target, Token
from scenes.games.unstacked_draughts.dice.shaking import Shaking
from scenes.games.unstacked_draughts.points_table import MILLIMETRES, PointsTable
from scenes.surfaces.clips import Sprite
from scenes.surfaces.stage import Stage
from scenes.table.hand import Hand
from scenes.table.selection import is_drag
from scenes.ui.button import PRESS_KEYS

if TYPE_CHECKING:
    from scenes.app.stack import AppContext

RATTLE_SECONDS: Final = 0.17  # seconds between two rattles
RATTLES: Final = ((0.08, "rattle-soft"), (0.35, "rattle"), (0.7, "rattle-loud"))
"""Minimum strength of shaking, and sound."""
SWING_PIXELS: Final = 2.5  # pixels to one side between two motions from which the cup is drawn swinging


class DiceThrower(Protocol):
    """The part of the dice view that the cup needs."""

    @property
    def clickable_targets(self) -> frozenset[Target]:
        """The targets that may be clicked now."""

    def gather(self, cup: Target) -> None:
        """Put the dice into a cup."""

    def release(self) -> None:
        """Return the dice to their places."""

    def throw(
        self, move: Move, velocity: tuple[float, float] | None = None, held: tuple[float, float] | None = None
    ) -> None:
        """Play a throw, with the hand's velocity in mm/s from the held cup's pixel, or gently without."""


class CupInHand:
    """Mouse and keyboard input for a cup; `dice_view.py` simulates the dice."""

    def __init__(self, app: AppContext, stage: Stage, hand: Hand, dice: DiceThrower) -> None:
        assert isinstance(stage.view, PointsTable)
        self._app = app
        self._stage = stage
        self._view = stage.view
        self._hand = hand
        self._dice = dice
        self.taken: Target | None = None
        self.moved = False
        self._shaking: Shaking | None = None
        self._pressed = self._at = (0, 0)
        self._swing = 0.0
        self._rattled = 0.0

    def throws(self) -> dict[Target, Move]:
        """Return the throws that the person may make now, by cup."""
        offered = self._hand.gestures
        gestures = {cup: Gesture(frozenset((cup,))) for cup in self._view.cups}
        return {cup: offered[gesture][0] for cup, gesture in gestures.items() if gesture in offered}

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle a mouse event that concerns a cup, or a key that throws; return whether it was one."""
        if event.type == pygame.KEYDOWN and event.key in PRESS_KEYS:
            useful = self._dice.clickable_targets.difference(self._view.cups)  # otherwise Enter plays or claims a die
            throws = event.key == pygame.K_SPACE and bool(self.throws())
            return (throws or self._hand.cursor not in useful) and self._throw_for_them()
        if self.taken is None:
            return event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._take(event.pos)
        match event.type:
            case pygame.MOUSEMOTION:
                self._shake(event.pos)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._let_go()
            case pygame.MOUSEBUTTONDOWN if event.button == 3:
                self.put_back()
            case pygame.WINDOWFOCUSLOST:
                self.put_back()
            case _:
                return False
        return True

    def _take(self, pos: tuple[int, int]) -> bool:
        stage = self._stage
        target = stage.hit(pos)
        if target not in self._view.cups:
            return False
        stage.finish()
        if target not in self.throws() or stage.moving:
            return False
        stage.clear_message()
        self.taken, self.moved = target, False
        self._pressed = self._at = pos
        self._shaking = Shaking(MILLIMETRES / self._view.scale(stage.area))
        self._shaking.move(self._app.now(), *pos)
        self._dice.gather(target)
        self._app.cursor("grabbing")
        self._show()
        return True

    def _shake(self, pos: tuple[int, int]) -> None:
        app, shaking = self._app, self._shaking
        assert shaking is not None
        now = app.now()
        aside = pos[0] - self._at[0]
        self._swing = aside if abs(aside) > SWING_PIXELS else 0.5 * self._swing
        self._at = pos
        shaking.move(now, *pos)
        self.moved = self.moved or is_drag(self._pressed, pos, app.theme.travel)
        strength = shaking.strength(now)
        heard = [name for least, name in RATTLES if strength >= least]
        if heard and now - self._rattled >= RATTLE_SECONDS:
            self._rattled = now
            app.sound.play(heard[-1], pan=app.pan_at(pos[0]), volume=0.4 + 0.6 * strength)
        self._show()

    def _let_go(self) -> None:
        shaking, cup = self._shaking, self.taken
        assert shaking is not None and cup is not None
        velocity = shaking.velocity(self._app.now()) if self.moved else None
        held = self._middle() if self.moved else None
        move = self.throws().get(cup)
        self._open()
        if move is None:
            self._dice.release()
        else:
            self._dice.throw(move, velocity, held)

    def _throw_for_them(self) -> bool:
        moves = list(self.throws().values())
        self._stage.finish()
        if len(moves) != 1 or self._stage.moving or self.taken is not None:
            return False
        self._dice.throw(moves[0])
        return True

    def put_back(self) -> bool:
        """Return a held cup and the dice to their places; return whether one was held."""
        if self.taken is None:
            return False
        self._open()
        self._dice.release()
        return True

    def _open(self) -> None:
        self.taken = self._shaking = None
        self._stage.lay_above("cup")
        self._stage.hide(frozenset())
        self._app.cursor("arrow")

    # --- what is seen

    def _middle(self) -> tuple[float, float]:
        assert self.taken is not None
        spot = self._stage.spots[self.taken]
        return spot.x + self._at[0] - self._pressed[0], spot.y + self._at[1] - self._pressed[1]

    def _show(self) -> None:
        stage, view, shaking = self._stage, self._view, self._shaking
        assert shaking is not None and self.taken is not None
        look = view.cup(self.taken)
        x, y = self._middle()
        size = stage.spots[self.taken].size
        swung = "shake-1" if self._swing > SWING_PIXELS else "shake-2" if self._swing < -SWING_PIXELS else "lift"
        sprites = [Sprite(Token(f"{look}-{swung}"), x, y - 0.06 * size, size, lift=1.0)]
        stage.hide(frozenset((self.taken, *(target for target in stage.spots if "die-" in target))))
        stage.lay_above("cup", tuple(sprites))
