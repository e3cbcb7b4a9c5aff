"""The dice cup in a person's hand: a press takes it, mouse motions shake it, and the release throws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

import pygame

from rules.contract import Gesture, Move, Target, Token
from scenes.games.unstacked_draughts.dice.shaking import Shaking
from scenes.games.unstacked_draughts.points_table import MILLIMETRES, PointsTable
from scenes.surfaces.clips import Sprite
from scenes.surfaces.drag import is_drag
from scenes.surfaces.stage import Stage
from scenes.table.board_input import BoardInput
from scenes.ui.button import PRESS_KEYS

if TYPE_CHECKING:
    from scenes.app.stack import AppContext

RATTLE_SECONDS: Final = 0.17  # between two sounds of shaking
RATTLE_SOUNDS: Final = ((0.08, "rattle-soft"), (0.35, "rattle"), (0.7, "rattle-loud"))
"""(minimum strength of the shaking, sound)."""
MIN_SWING_PIXELS: Final = 2.5  # sideways motion between two events above which the cup is drawn swinging


class DiceThrower(Protocol):
    """The part of the dice view that the cup uses."""

    @property
    def clickable_targets(self) -> frozenset[Target]:
        """The targets that may be clicked now."""

    def gather(self, cup: Target) -> None:
        """Move the dice on the table into a cup."""

    def release(self) -> None:
        """Return the dice to their places."""

    def throw(
        self, move: Move, velocity: tuple[float, float] | None = None, held_at: tuple[float, float] | None = None
    ) -> None:
        """Play a throw with `velocity` (mm/s) from a cup held at `held_at` (pixels); without them, a gentle one."""


class CupInHand:
    """Mouse and keyboard input for a cup; `dice_view.py` animates the dice."""

    def __init__(self, app: AppContext, stage: Stage, board_input: BoardInput, dice: DiceThrower) -> None:
        assert isinstance(stage.view, PointsTable)
        self._app = app
        self._stage = stage
        self._view = stage.view
        self._board_input = board_input
        self._dice = dice
        self.held_cup: Target | None = None
        self.has_moved = False
        self._shaking: Shaking | None = None
        self._pressed_at = self._pointer_at = (0, 0)
        self._swing = 0.0  # in pixels to the right
        self._last_rattle = 0.0

    def find_throws(self) -> dict[Target, Move]:
        """Return the throws that the person may make now, by the target of the cup."""
        offered = self._board_input.gestures
        gestures = {cup: Gesture(frozenset((cup,))) for cup in self._view.cups}
        return {cup: offered[gesture][0] for cup, gesture in gestures.items() if gesture in offered}

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle a mouse event that concerns a cup, or a key that throws; return whether the event was used."""
        if event.type == pygame.KEYDOWN and event.key in PRESS_KEYS:
            usable_targets = self._dice.clickable_targets.difference(self._view.cups)  # Enter plays a die there
            is_throw = event.key == pygame.K_SPACE and bool(self.find_throws())
            return (is_throw or self._board_input.cursor not in usable_targets) and self._throw_gently()
        if self.held_cup is None:
            return event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._take_cup(event.pos)
        match event.type:
            case pygame.MOUSEMOTION:
                self._shake_cup(event.pos)
            case pygame.MOUSEBUTTONUP if event.button == 1:
                self._throw_held()
            case pygame.MOUSEBUTTONDOWN if event.button == 3:
                self.put_back()
            case pygame.WINDOWFOCUSLOST:
                self.put_back()
            case _:
                return False
        return True

    def _take_cup(self, pos: tuple[int, int]) -> bool:
        """At a press on a cup, end animations and take the cup if it may be thrown; return whether it was taken."""
        stage = self._stage
        target = stage.hit(pos)
        if target not in self._view.cups:
            return False
        stage.finish()
        if target not in self.find_throws() or stage.has_film:
            return False
        stage.clear_message()
        self.held_cup, self.has_moved = target, False
        self._pressed_at = self._pointer_at = pos
        self._shaking = Shaking(MILLIMETRES / self._view.pixels_per_unit(stage.area))
        self._shaking.move(self._app.now(), *pos)
        self._dice.gather(target)
        self._app.set_cursor("grabbing")
        self._show_held_cup()
        return True

    def _shake_cup(self, pos: tuple[int, int]) -> None:
        app, shaking = self._app, self._shaking
        assert shaking is not None
        now = app.now()
        dx = pos[0] - self._pointer_at[0]
        self._swing = dx if abs(dx) > MIN_SWING_PIXELS else 0.5 * self._swing
        self._pointer_at = pos
        shaking.move(now, *pos)
        self.has_moved = self.has_moved or is_drag(self._pressed_at, pos, app.theme.travel)
        strength = shaking.strength(now)
        sounds = [name for min_strength, name in RATTLE_SOUNDS if strength >= min_strength]
        if sounds and now - self._last_rattle >= RATTLE_SECONDS:
            self._last_rattle = now
            app.sound.play(sounds[-1], pan=app.pan_at(pos[0]), volume=0.4 + 0.6 * strength)
        self._show_held_cup()

    def _throw_held(self) -> None:
        """Throw with the motion of the hand, or gently after a mere click; put the dice back if no throw is legal."""
        shaking, cup = self._shaking, self.held_cup
        assert shaking is not None and cup is not None
        velocity = shaking.velocity(self._app.now()) if self.has_moved else None
        held_at = self._held_centre() if self.has_moved else None
        move = self.find_throws().get(cup)
        self._stop_holding()
        if move is None:
            self._dice.release()
        else:
            self._dice.throw(move, velocity, held_at)

    def _throw_gently(self) -> bool:
        """End animations and play the throw, if exactly one is possible now; return whether it was played."""
        moves = list(self.find_throws().values())
        self._stage.finish()
        if len(moves) != 1 or self._stage.has_film or self.held_cup is not None:
            return False
        self._dice.throw(moves[0])
        return True

    def put_back(self) -> bool:
        """Return a held cup and the dice to their places; return whether a cup was held."""
        if self.held_cup is None:
            return False
        self._stop_holding()
        self._dice.release()
        return True

    def _stop_holding(self) -> None:
        self.held_cup = self._shaking = None
        self._stage.show_above("cup")
        self._stage.hide(frozenset())
        self._app.set_cursor("arrow")

    # --- the picture

    def _held_centre(self) -> tuple[float, float]:
        assert self.held_cup is not None
        spot = self._stage.spots[self.held_cup]
        return spot.x + self._pointer_at[0] - self._pressed_at[0], spot.y + self._pointer_at[1] - self._pressed_at[1]

    def _show_held_cup(self) -> None:
        """Show the cup at the pointer; hide the dice, and the cup at its usual place."""
        stage, view, shaking = self._stage, self._view, self._shaking
        assert shaking is not None and self.held_cup is not None
        look = view.cup_look(self.held_cup)
        x, y = self._held_centre()
        size = stage.spots[self.held_cup].size
        is_swinging = abs(self._swing) > MIN_SWING_PIXELS
        pose = ("shake-1" if self._swing > 0 else "shake-2") if is_swinging else "lift"
        sprite = Sprite(Token(f"{look}-{pose}"), x, y - 0.06 * size, size, lift=1.0)
        stage.hide(frozenset((self.held_cup, *(target for target in stage.spots if "die-" in target))))
        stage.show_above("cup", (sprite,))
