"""The view of the dice of a match: the cup in the hand, the flight of a throw, dice at rest, and their prompts."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from rules.contract import NATURE, Gesture, Lift, Move, Position, Put, Seat, Target, Token
from rules.match import Change
from rules.unstacked_draughts.moves import LETTERS, Throw, Use
from rules.unstacked_draughts.position import Position as DicePosition
from scenes.games.unstacked_draughts import dice_text
from scenes.games.unstacked_draughts.chance import DiceLanded, DiceRules, dice_rules_of, flight_seed
from scenes.games.unstacked_draughts.cup import CupInHand
from scenes.games.unstacked_draughts.dice import real_dice, valid_dice
from scenes.games.unstacked_draughts.dice.field import Edge, Field
from scenes.games.unstacked_draughts.dice.flight import DiceFlight, DieTrack, FlightComputation
from scenes.games.unstacked_draughts.dice.shaking import Toss
from scenes.games.unstacked_draughts.dice_films import (
    Cup,
    Scale,
    ThrowFilm,
    make_covering,
    make_gathering,
    sprites_of_missed_dice,
)
from scenes.games.unstacked_draughts.dice_picture import DieSprite
from scenes.games.unstacked_draughts.dice_prompts import DIGITS, FACES, DicePrompt
from scenes.games.unstacked_draughts.points_table import DIE_CELL, MILLIMETRES, DieRest, PointsTable
from scenes.surfaces.constants import SPEEDS
from scenes.surfaces.stage import Stage
from scenes.surfaces.timeline import Film, Tempo, tempo_of
from scenes.table.board_input import BoardInput
from scenes.table.events import Command, Play, PlayAutomaticMove, RefuseGesture
from scenes.table.match_parts import ChanceView
from scenes.table.output_performer import film_of
from scenes.table.prompts import Prompt
from scenes.table.selection import list_picks
from scenes.ui.button import PRESS_KEYS

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.table.table_access import TableAccess

PREPARE_SECONDS: Final = 0.004  # of each frame, for making pictures in advance and for computing a flight
MIN_COVER_SECONDS: Final = 1.5  # minimum duration of a flight that a player may cover
REACH_SECONDS: Final = 0.03  # that a thrown cup goes on until the dice leave it
SHAKE_SPEEDS: Final = {"normal": 1.0, "fast": 1.5}


class DiceView(ChanceView):
    """The view of the dice of a match; it sends `DiceLanded` when thrown dice have come to rest."""

    def __init__(self, host: TableAccess, app: AppContext, stage: Stage, board_input: BoardInput) -> None:
        assert isinstance(stage.view, PointsTable)
        self._host = host
        self._app = app
        self._stage = stage
        self._view = stage.view
        self.cup = CupInHand(app, stage, board_input, self)
        self.prompt: Prompt = DicePrompt(host, self)
        self.actions: Mapping[str, Callable[[], object]] = {
            "chance-report": partial(self._open_report, "dice"),
            **{tab: partial(self._open_report, tab) for tab in ("dice", "seal", "heed")},
        }
        self._computation: FlightComputation | None = None
        self._velocity: tuple[float, float] | None = None
        self._held_at: tuple[float, float] | None = None
        """Velocity that the hand gave the dice, in mm/s, and place of the cup then, in pixels."""
        self._is_gathered = False  # whether the dice are in the cup that the person has taken
        self._pending_pictures: list[tuple[str, int]] = []
        """(look, size) of the pictures that are still to be made in advance."""
        self._is_physics_ready: bool | None = None
        self.is_rolling_on = False  # whether dice roll until the person covers them
        self._lets_dice_land = False  # whether the person has ended that
        self._missed_dice: tuple[float, list[DieSprite]] | None = None
        """Time since which missed dice are shown, and those dice."""

    @property
    def _rules(self) -> DiceRules:
        return dice_rules_of(self._host.facts)

    def _open_report(self, tab: str) -> None:
        from scenes.games.unstacked_draughts.chance_report import ChanceReportScene

        if not self._rules.has_unskippable_animation:
            self._app.stack.push(ChanceReportScene(self._app, self._host.session, tab))

    @property
    def is_holding_cup(self) -> bool:
        return self.cup.held_cup is not None

    @property
    def clickable_targets(self) -> frozenset[Target]:
        """The targets that may be clicked: cups, checkers, and the tray, which covers a throw.

        In attentive play they don't reveal what the player has to notice: they are all points of a side that may
        claim, and the tray after every double.
        """
        host, position = self._host, self._rules.position
        if not host.facts.cursor.is_live or host.facts.is_stopped or not host.session.persons:
            return frozenset()
        seat = self._user_seat
        if self._rules.next_game_move is not None:
            return frozenset(self._view.cups)
        roll, targets = position.roll, set(self.cup.find_throws())
        if roll is None or seat not in host.session.persons or host.facts.automatic_move is not None:
            return frozenset(targets)
        if self._rules.is_pending:
            return frozenset(("tray",) if roll.double and seat != position.throwing_seat else ())
        is_own = seat == roll.thrower or not position.attentive
        uses = [move for move in position.player_moves() if isinstance(move, Use) and move.seat == seat]
        faces = {str(use.die) for use in uses} if is_own else FACES
        may_claim = not position.own_uses() and not roll.has_false_claim(seat)
        points = (f"{LETTERS[seat]}{face}" for face in faces if roll.free and (is_own or may_claim))
        return frozenset(targets.union(*((point, f"{point}-down") for point in points)))

    @property
    def _user_seat(self) -> Seat:
        """The seat for which a digit key acts: the thrower if a person here who can use dice, else the opponent.

        Without a roll, it is the seat to move if a person here plays it, else the first person's seat.
        """
        position, persons = self._rules.position, self._host.session.persons
        roll = position.roll
        if roll is None:
            return position.to_move if position.to_move in persons else persons[0]
        has_uses = bool(position.own_uses()) and roll.thrower in persons and not self._rules.is_pending
        return roll.thrower if has_uses else 1 - roll.thrower

    def _use_or_claim_die(self, face: str) -> None:
        self._complete_automatic_moves()
        host, point = self._host, f"{LETTERS[self._user_seat]}{face}"
        target = self._view.move_marks.clicked_target(point, list_picks(host.facts.legal_gestures)) or point
        gesture = Gesture(frozenset((target,)))
        if gesture in host.facts.legal_gestures:
            host.send(Play(host.facts.legal_gestures[gesture][0], {}))
        else:
            host.send(RefuseGesture(gesture))

    @property
    def _is_still(self) -> bool:
        return self._app.settings.animation == "off" or self._app.settings.reduced_motion

    @property
    def flight(self) -> DiceFlight | None:
        """The flight, whose computation is completed first if need be; None if there is none."""
        return None if self._computation is None else self._computation.flight

    # --- time

    def prepare_layout(self) -> None:
        self._pending_pictures = self._view.list_cup_pictures(self._stage.area)[::-1]

    def update(self, now: float) -> None:
        """Make pictures in advance, show missed dice, compute the flight, and land the dice when it has ended."""
        if self._pending_pictures and not self._app.assets.resizing:
            self._prepare_pictures()
        if self._missed_dice is not None:
            self._show_missed_dice(now)
        if self._rules.is_pending and self._host.facts.can_act_automatically and not self._update_rolling_on():
            self._land_dice()
        if self._computation is not None and not self._computation.is_known:
            end = time.perf_counter() + PREPARE_SECONDS
            self._computation.advance(lambda: time.perf_counter() > end)

    def wait_seconds(self, now: float) -> float | None:
        if self._pending_pictures and not self._app.assets.resizing:
            return PREPARE_SECONDS
        if self._missed_dice is not None:
            return 0.0  # at the next frame, as the dice are in motion
        if not self._rules.is_pending or not self._host.facts.can_act_automatically:
            return None
        waits_for_person = self.is_rolling_on or (self._rules.uses_own_dice and self._computation is None)
        return None if waits_for_person else 0.0

    def _update_rolling_on(self) -> bool:
        """Update and return whether dice roll until a person without time limits covers them or lets them land."""
        session = self._host.session
        may_wait = self._app.settings.unhurried and not session.has_programs and len(session.persons) == 1
        can_cover = self._rules.has_unskippable_animation and "tray" in self.clickable_targets
        rolls_on = may_wait and can_cover and not self._lets_dice_land
        if rolls_on != self.is_rolling_on:
            self.is_rolling_on = rolls_on
            self._host.refresh()
        return rolls_on

    def let_dice_land(self) -> None:
        self._lets_dice_land, self.is_rolling_on = True, False

    def _prepare_pictures(self) -> None:
        """Load the physics and make pictures of cups, for `PREPARE_SECONDS` of a frame."""
        assets = self._app.assets
        begin = time.perf_counter()
        self._has_real_dice()
        while self._pending_pictures and time.perf_counter() - begin < PREPARE_SECONDS:
            self._view.prepare_picture(assets, *self._pending_pictures.pop())

    def _has_real_dice(self) -> bool:
        """Return whether real dice are simulated; the first call loads pymunk."""
        if self._is_physics_ready is None:
            self._is_physics_ready = not dice_text.find_trouble(self._app.words, self._rules.options)
        return self._is_physics_ready and self._rules.options.dice == "real"

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event that concerns dice; a click on the table first completes automatic moves."""
        host, view = self._host, self._view
        if not host.facts.cursor.is_live or host.facts.match.outcome() is not None:
            return False
        if event.type == pygame.KEYDOWN and event.key in DIGITS and host.session.persons:
            self._use_or_claim_die(DIGITS[event.key])
            return True
        target, is_game_start = None, event.type == pygame.KEYDOWN and event.key in PRESS_KEYS
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            target = self._stage.hit(event.pos)
            is_game_start = target in view.cups
            self._complete_automatic_moves()
        opening = self._rules.next_game_move
        if opening is not None and is_game_start and host.session.persons:
            host.send(PlayAutomaticMove(opening))
            return True
        if self.cup.handle(event):
            return True
        if target is not None and target in view.cups:
            host.send(RefuseGesture(Gesture(frozenset((target,)))))
            return True
        return False

    def put_back(self) -> bool:
        return self.cup.put_back()

    def _complete_automatic_moves(self) -> None:
        """Land the dice at once and play all automatic moves, unless a player may cover the throw."""
        if self._rules.has_unskippable_animation:
            return
        self._stage.finish()
        if self._rules.is_pending and not self._rules.uses_own_dice:
            self._land_dice()
        while (move := self._host.facts.automatic_move) is not None:
            self._host.send(PlayAutomaticMove(move))
            self._stage.finish()

    # --- throwing

    def gather(self, cup: Target) -> None:
        """Move the dice on the table into a cup that the person has taken."""
        stage, position = self._stage, self._host.facts.match.position
        moves = [move for move in position.legal_moves() if cup in position.gesture(move).pick]
        dice = self._list_lifted_dice(position, moves[0])
        self._is_gathered = True
        if dice and not self._is_still:
            spot = stage.spots[cup]
            table = {target: tokens for target, tokens in position.table().items() if "die-" not in target}
            stage.queue_film(make_gathering(table, dice, (spot.x, spot.y, spot.size)))

    def throw(
        self, move: Move, velocity: tuple[float, float] | None = None, held_at: tuple[float, float] | None = None
    ) -> None:
        """Play a throw with `velocity` (mm/s) from a cup held at `held_at` (pixels); without them, a gentle one."""
        self._velocity, self._held_at = velocity, held_at
        self._host.send(Play(move, {}))

    def release(self) -> None:
        """Return the dice to their places after a cup was put back."""
        self._stage.finish()
        self._host.send(Command.ADVANCE)

    def make_film(self, change: Change, tempo: Tempo) -> Film | None:
        """Return the film of a throw or a cover that was just played; None if there is none to show."""
        if not change.forward or change.after is not self._host.facts.match.position:
            return None
        if change.before.to_move == NATURE and not self._rules.is_pending:
            return self._make_cover_film(change)
        if not isinstance(change.move, Throw):
            return None
        is_gathered, self._is_gathered = self._is_gathered, False
        self._stage.show_above("strays")
        if self._rules.uses_own_dice:
            return None
        self._lets_dice_land = False
        toss = self._make_toss()
        self._computation = computation = self._start_flight(toss)
        self._velocity, held_at, self._held_at = None, self._held_at, None
        has_unskippable_animation = self._rules.has_unskippable_animation
        if self._is_still or tempo.is_instant:
            fade = film_of(self._stage, tempo, change, {})
            return (
                replace(fade, seconds=computation.flight.seconds, is_unskippable=True)
                if has_unskippable_animation
                else fade
            )
        view, area = self._view, self._stage.area
        return ThrowFilm(
            change.after.table(),
            computation,
            toss,
            self._rules.shown_faces,
            self._describe_cup(change.move.seat, held_at),
            Scale(
                *view.window_point(area, 0, 0),
                view.pixels_per_unit(area) / MILLIMETRES,
                DIE_CELL * view.pixels_per_unit(area),
            ),
            () if is_gathered else self._list_lifted_dice(change.before, change.move),
            speed=SHAKE_SPEEDS[self._app.settings.animation] * tempo.speed / SPEEDS[self._app.settings.animation],
            is_unskippable=has_unskippable_animation,
        )

    def _make_cover_film(self, change: Change) -> Film | None:
        """End the flight; return the film of the cup that covers the dice where they are, if it can be shown."""
        dice = self._stage.end_films_now()
        self._computation = None
        if self._is_still or not dice:
            return None
        return make_covering(change.after.table(), change.before.table(), dice, self._describe_cup(change.move.seat))

    def _describe_cup(self, seat: Seat, held_at: tuple[float, float] | None = None) -> Cup:
        target = self._view.cups[seat]
        spot = self._stage.spots[target]
        return Cup(target, self._view.cup_look(target), (spot.x, spot.y, spot.size), held_at)

    def _list_lifted_dice(self, position: Position, throw: Move) -> list[DieSprite]:
        spots, table = self._stage.spots, position.table()
        targets = [effect.at for beat in position.effects(throw) for effect in beat if isinstance(effect, Lift)]
        return [self._die_at(table[at][-1], at) for at in targets if at in table and at in spots]

    def _die_at(self, token: Token, target: Target) -> DieSprite:
        spot = self._stage.spots[target]
        return DieSprite(token, spot.x, spot.y, spot.size, rotation=self._view.rotation_at(target))

    def _make_toss(self) -> Toss:
        """Return the toss with the velocity that a hand gave the dice, or a standard one if no hand threw them."""
        view, stage, rules = self._view, self._stage, self._rules
        field, edge = self._field(), view.home_border(rules.position.throwing_seat, stage.flipped)
        if self._velocity is None or self._held_at is None:
            return Toss.standard(field, edge, rules.dice_count, self._seed(), is_long=rules.options.far_border)
        x, y = view.to_millimetres(stage.area, *self._held_at)
        mouth = field.nearest_mouth(x + REACH_SECONDS * self._velocity[0], y + REACH_SECONDS * self._velocity[1])
        return Toss(*mouth, *self._velocity, rules.dice_count)

    def _field(self) -> Field:
        return self._view.make_field(self._rules.position.table(), self._stage.flipped)

    def _seed(self) -> int:
        return flight_seed(self._rules.sealed_chance.hash, self._rules.position.throws)

    def _start_flight(self, toss: Toss) -> FlightComputation:
        edge = self._view.home_border(self._rules.position.throwing_seat, self._stage.flipped)
        far_edge: Edge = "top" if edge == "bottom" else "bottom"
        simulate = real_dice.simulate_throw if self._has_real_dice() else valid_dice.simulate_throw
        task = simulate(self._field(), toss, self._seed(), far_edge if self._rules.options.far_border else None)
        return FlightComputation(task, MIN_COVER_SECONDS if self._rules.has_unskippable_animation else 0.0)

    # --- dice at rest

    def _land_dice(self) -> None:
        """Report that the dice lie; if there is no flight, start one that isn't shown, for the next call."""
        if self.flight is not None:
            self._host.send(DiceLanded(self.flight.verdict))
        elif not self._rules.uses_own_dice:
            self._computation = self._start_flight(self._make_toss())

    def show_outcome(self, change: Change) -> None:
        """Show the dice where their flight ended, missed dice, a tie, and the traditional name of a double."""
        stage, view, flight = self._stage, self._view, self.flight
        self._computation = None
        if flight is not None:
            rests = [_rest_of(track) for track in flight.tracks]
            beats = change.before.effects(change.move)
            targets = [effect.at for beat in beats for effect in beat if isinstance(effect, Put)]
            view.rests = {**view.rests, **dict(zip(targets, rests, strict=False))}
            stage.lay_out()
            if not targets:
                self._show_stray_dice(rests)
            elif self._is_still:
                stage.queue_film(film_of(stage, tempo_of(self._app.settings, "own"), change, {}))
        position = self._rules.position
        if position.lost_claims:
            self._start_missed_dice(change, position.lost_claims)
        name, roll = position.roll_name(), position.roll or position.dead_roll
        if tie := dice_text.tie_text(self._app.words, position):
            stage.show_message(tie, None)
        if name is not None and roll is not None:
            title = self._app.words(f"double.{self._host.facts.match.game.key}.{name}")
            stage.stamp(f"{title} {dice_text.format_faces(roll.dice)}")
            self._app.sound.play("stamp")

    def _start_missed_dice(self, change: Change, lost_faces: Sequence[int]) -> None:
        """Begin to show the missed dice of the previous roll, where they would lie if they had been claimed."""
        before, app = change.before, self._app
        assert isinstance(before, DicePosition)
        if before.roll is None or app.settings.animation == "off":
            return
        side = LETTERS[1 - before.roll.thrower]
        dice = [self._die_at(Token(f"die-{face}"), f"{side}-die-{number}") for number, face in enumerate(lost_faces)]
        self._missed_dice = app.now(), dice
        app.sound.play("felt", pan=app.pan_at(dice[0].x))

    def _show_missed_dice(self, now: float) -> None:
        assert self._missed_dice is not None
        since, dice = self._missed_dice
        settings = self._app.settings
        sprites = sprites_of_missed_dice(dice, (now - since) * SPEEDS[settings.animation], settings.reduced_motion)
        self._stage.show_above("missed", sprites)
        if not sprites and now > since:
            self._missed_dice = None

    def _show_stray_dice(self, rests: list[DieRest]) -> None:
        """Show dice of an invalid throw where they lie, until the next throw."""
        view, area = self._view, self._stage.area
        size = DIE_CELL * view.pixels_per_unit(area)
        sprites = []
        for face, rest in sorted(zip(self._rules.state.faces, rests, strict=True), key=lambda die: die[1].height):
            x, y = view.window_point(area, rest.x, rest.y)
            sprites.append(DieSprite(Token(f"die-{face}"), x, y, size, rotation=rest.rotation))
        self._stage.show_above("strays", tuple(sprites))

    def clear_flights(self) -> None:
        self._computation = self._velocity = self._held_at = None
        self._is_gathered, self._missed_dice = False, None
        for name in ("strays", "missed"):
            self._stage.show_above(name)


def _rest_of(track: DieTrack) -> DieRest:
    pose = track.rest
    return DieRest(pose.x / MILLIMETRES, pose.y / MILLIMETRES, pose.rotation, pose.height)
