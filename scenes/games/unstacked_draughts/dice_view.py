"""The view of dice: the held cup, the flight of a throw, dice at rest, and their prompts."""

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
from scenes.games.unstacked_draughts.chance import DiceLanded, DiceRules, dice_of, flight_seed
from scenes.games.unstacked_draughts.cup import CupInHand
from scenes.games.unstacked_draughts.dice import real_dice, tumble
from scenes.games.unstacked_draughts.dice.field import Edge, Field
from scenes.games.unstacked_draughts.dice.flight import DiceFlight, Flying, Track
from scenes.games.unstacked_draughts.dice.shaking import Toss
from scenes.games.unstacked_draughts.dice_films import (
    Cup,
    Scale,
    ThrowFilm,
    make_covering,
    make_gathering,
    missed_dice_at,
)
from scenes.games.unstacked_draughts.dice_picture import DieSprite
from scenes.games.unstacked_draughts.dice_prompts import DIGITS, FACES, DicePrompt
from scenes.games.unstacked_draughts.points_table import DIE, MILLIMETRES, PointsTable, Rest
from scenes.surfaces.constants import SPEEDS
from scenes.surfaces.stage import Stage
from scenes.surfaces.timeline import Film, Tempo, tempo_of
from scenes.table.board_display import ChanceView, film_of
from scenes.table.events import Command, Play, PlayForced, Refuse
from scenes.table.hand import Hand
from scenes.table.prompts import Prompt
from scenes.table.selection import list_picks
from scenes.ui.button import PRESS_KEYS

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.table.access import TableAccess

WARMING: Final = 0.004  # seconds of a frame for making pictures in advance
LEAST: Final = 1.5  # minimum seconds of a flight that may be covered
AHEAD: Final = 0.03  # seconds that a thrown cup goes on until the dice leave it
RATES: Final = {"normal": 1.0, "fast": 1.5}


class DiceView(ChanceView):
    """The view of a match with dice. It sends `DiceLanded` when the dice of a flight lie."""

    def __init__(self, host: TableAccess, app: AppContext, stage: Stage, hand: Hand) -> None:
        assert isinstance(stage.view, PointsTable)
        self._host = host
        self._app = app
        self._stage = stage
        self._view = stage.view
        self.cup = CupInHand(app, stage, hand, self)
        self.prompt: Prompt = DicePrompt(host, self)
        self.actions: Mapping[str, Callable[[], object]] = {
            "chance-report": partial(self._report, "dice"),
            **{tab: partial(self._report, tab) for tab in ("dice", "seal", "heed")},
        }
        self._flying: Flying | None = None
        self._toss: tuple[float, float] | None = None
        self._held: tuple[float, float] | None = None
        """The velocity that the hand gave the dice, in mm/s, and the cup's position, in pixels."""
        self._gathered = False
        self._cold: list[tuple[str, int]] = []
        """Pictures still to be made in advance: look and size."""
        self._physics: bool | None = None
        self.rolls_on = False
        """Whether dice keep rolling until the person covers them or lets them land."""
        self._lets_lie = False
        self._missed: tuple[float, list[DieSprite]] | None = None
        """The time since which missed dice are shown, and those dice."""

    @property
    def _dice(self) -> DiceRules:
        return dice_of(self._host.facts)

    def _report(self, tab: str) -> None:
        from scenes.games.unstacked_draughts.chance_report import ChanceReportScene

        if not self._dice.must_finish:
            self._app.stack.push(ChanceReportScene(self._app, self._host.session, tab))

    @property
    def is_holding_cup(self) -> bool:
        return self.cup.taken is not None

    @property
    def clickable_targets(self) -> frozenset[Target]:
        """The targets that may be clicked: cups, checkers, and the tray for a cover.

        In attentive play it reveals no more than the turn does: all points of a side that may claim, and the tray
        after every double.
        """
        host, position = self._host, self._dice.position
        if not host.facts.cursor.is_live or host.facts.is_stopped or not host.session.persons:
            return frozenset()
        seat = self._user
        if self._dice.opening_move is not None:
            return frozenset(self._view.cups)
        roll, lit = position.roll, set(self.cup.throws())
        if roll is None or seat not in host.session.persons or host.facts.automatic_move is not None:
            return frozenset(lit)
        if self._dice.is_pending:
            return frozenset(("tray",) if roll.double and seat != position.flyer else ())
        own = seat == roll.thrower or not position.attentive
        uses = [move for move in position.players_moves() if isinstance(move, Use) and move.seat == seat]
        faces = {str(use.die) for use in uses} if own else FACES
        claims = not position.own_uses() and not roll.has_false_claim(seat)
        points = (f"{LETTERS[seat]}{face}" for face in faces if roll.free and (own or claims))
        return frozenset(lit.union(*((point, f"{point}-down") for point in points)))

    @property
    def _user(self) -> Seat:
        """The seat to use dice: the thrower while they fit and it is a person here, else the other."""
        position, persons = self._dice.position, self._host.session.persons
        roll = position.roll
        if roll is None:
            return position.to_move if position.to_move in persons else persons[0]
        own = bool(position.own_uses()) and roll.thrower in persons and not self._dice.is_pending
        return roll.thrower if own else 1 - roll.thrower

    def _use(self, face: str) -> None:
        self._hurry()
        host, point = self._host, f"{LETTERS[self._user]}{face}"
        target = self._view.move_marks.clicked_target(point, list_picks(host.facts.legal_gestures)) or point
        gesture = Gesture(frozenset((target,)))
        if gesture in host.facts.legal_gestures:
            host.send(Play(host.facts.legal_gestures[gesture][0], {}))
        else:
            host.send(Refuse(gesture))

    @property
    def _still(self) -> bool:
        return self._app.settings.animation == "off" or self._app.settings.reduced_motion

    @property
    def flight(self) -> DiceFlight | None:
        return None if self._flying is None else self._flying.flight

    # --- time

    def prepare_layout(self) -> None:
        self._cold = self._view.pictures(self._stage.area)[::-1]

    def update(self, now: float) -> None:
        """Make pictures in advance, compute the flight, and land the dice when it has ended."""
        if self._cold and not self._app.assets.resizing:
            self._warm_up()
        if self._missed is not None:
            self._show_missed(now)
        if self._dice.is_pending and self._host.facts.runs_by_itself and not self._wait_for_cover():
            self._land()
        if self._flying is not None and not self._flying.is_known:
            ends = time.perf_counter() + WARMING
            self._flying.go_on(lambda: time.perf_counter() > ends)

    def pace(self, now: float) -> float | None:
        if self._cold and not self._app.assets.resizing:
            return WARMING
        if self._missed is not None:
            return 0.0
        if not self._dice.is_pending or not self._host.facts.runs_by_itself:
            return None
        waits = self.rolls_on or (self._dice.are_dice_read and self._flying is None)
        return None if waits else 0.0

    def _wait_for_cover(self) -> bool:
        """Return whether dice keep rolling because an unhurried person may cover them against a coach."""
        session = self._host.session
        wanted = self._app.settings.unhurried and not session.has_programs and len(session.persons) == 1
        waits = wanted and self._dice.must_finish and "tray" in self.clickable_targets and not self._lets_lie
        if waits != self.rolls_on:
            self.rolls_on = waits
            self._host.refresh()
        return waits

    def let_lie(self) -> None:
        self._lets_lie, self.rolls_on = True, False

    def _warm_up(self) -> None:
        assets = self._app.assets
        begun = time.perf_counter()
        self._has_real_dice()
        while self._cold and time.perf_counter() - begun < WARMING:
            self._view.make(assets, *self._cold.pop())

    def _has_real_dice(self) -> bool:
        """Return whether dice are simulated as real ones; the first call takes a while."""
        if self._physics is None:
            self._physics = not dice_text.trouble(self._app.words, self._dice.options)
        return self._physics and self._dice.options.dice == "real"

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event that concerns dice; a click on the table first completes everything automatic."""
        host, view = self._host, self._view
        if not host.facts.cursor.is_live or host.facts.match.outcome() is not None:
            return False
        if event.type == pygame.KEYDOWN and event.key in DIGITS and host.session.persons:
            self._use(DIGITS[event.key])
            return True
        target, begins = None, event.type == pygame.KEYDOWN and event.key in PRESS_KEYS
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            target = self._stage.hit(event.pos)
            begins = target in view.cups
            self._hurry()
        opening = self._dice.opening_move
        if opening is not None and begins and host.session.persons:
            host.send(PlayForced(opening))
            return True
        if self.cup.handle(event):
            return True
        if target is not None and target in view.cups:
            host.send(Refuse(Gesture(frozenset((target,)))))
            return True
        return False

    def put_back(self) -> bool:
        return self.cup.put_back()

    def _hurry(self) -> None:
        if self._dice.must_finish:
            return
        self._stage.finish()
        if self._dice.is_pending and not self._dice.are_dice_read:
            self._land()
        while (move := self._host.facts.automatic_move) is not None:
            self._host.send(PlayForced(move))
            self._stage.finish()

    # --- throwing

    def gather(self, cup: Target) -> None:
        """Move the dice on the table into a cup that was taken."""
        stage, position = self._stage, self._host.facts.match.position
        moves = [move for move in position.legal_moves() if cup in position.gesture(move).pick]
        dice = self._lying(position, moves[0])
        self._gathered = True
        if dice and not self._still:
            spot = stage.spots[cup]
            rest = {target: tokens for target, tokens in position.table().items() if "die-" not in target}
            stage.film(make_gathering(rest, dice, (spot.x, spot.y, spot.size)))

    def throw(
        self, move: Move, velocity: tuple[float, float] | None = None, held: tuple[float, float] | None = None
    ) -> None:
        """Make a person's throw with the hand's velocity, in mm/s, from the cup's pixel; or a gentle one."""
        self._toss, self._held = velocity, held
        self._host.send(Play(move, {}))

    def release(self) -> None:
        """Return the dice to their places after a cup was put back."""
        self._stage.finish()
        self._host.send(Command.ADVANCE)

    def film(self, change: Change, tempo: Tempo) -> Film | None:
        """Return the film of a throw that was made just now; None for everything else."""
        if not change.forward or change.after is not self._host.facts.match.position:
            return None
        if change.before.to_move == NATURE and not self._dice.is_pending:
            return self._covered(change)
        if not isinstance(change.move, Throw):
            return None
        gathered, self._gathered = self._gathered, False
        self._stage.lay_above("strays")
        if self._dice.are_dice_read:
            return None
        self._lets_lie = False
        toss = self._given()
        self._flying = flying = self._fly(toss)
        self._toss, held, self._held = None, self._held, None
        must_finish = self._dice.must_finish
        if self._still or tempo.cut:
            fades = film_of(self._stage, tempo, change, {})
            return replace(fades, seconds=flying.flight.seconds, binding=True) if must_finish else fades
        view, area = self._view, self._stage.area
        return ThrowFilm(
            change.after.table(),
            flying,
            toss,
            self._dice.shown_faces,
            self._cup(change.move.seat, held),
            Scale(*view.place(area, 0, 0), view.scale(area) / MILLIMETRES, DIE * view.scale(area)),
            () if gathered else self._lying(change.before, change.move),
            speed=RATES[self._app.settings.animation] * tempo.speed / SPEEDS[self._app.settings.animation],
            binding=must_finish,
        )

    def _covered(self, change: Change) -> Film | None:
        dice = self._stage.cut()
        self._flying = None
        if self._still or not dice:
            return None
        return make_covering(change.after.table(), change.before.table(), dice, self._cup(change.move.seat))

    def _cup(self, seat: Seat, held: tuple[float, float] | None = None) -> Cup:
        target = self._view.cups[seat]
        spot = self._stage.spots[target]
        return Cup(target, self._view.cup(target), (spot.x, spot.y, spot.size), held)

    def _lying(self, position: Position, throw: Move) -> list[DieSprite]:
        spots, table = self._stage.spots, position.table()
        lifted = [effect.at for beat in position.effects(throw) for effect in beat if isinstance(effect, Lift)]
        return [
            DieSprite(table[at][-1], spots[at].x, spots[at].y, spots[at].size, turn=self._view.turn(at))
            for at in lifted
            if at in table and at in spots
        ]

    def _given(self) -> Toss:
        """Return the toss from what the hand gave, or a gentle one without a hand."""
        view, stage, dice = self._view, self._stage, self._dice
        field, edge = self._field(), view.edge(dice.position.flyer, stage.flipped)
        if self._toss is None or self._held is None:
            return Toss.standard(field, edge, dice.dice_count, self._seed(), long=dice.options.far_border)
        x, y = view.millimetres(stage.area, *self._held)
        mouth = field.mouth(x + AHEAD * self._toss[0], y + AHEAD * self._toss[1])
        return Toss(*mouth, *self._toss, dice.dice_count)

    def _field(self) -> Field:
        return self._view.field(self._dice.position.table(), self._stage.flipped)

    def _seed(self) -> int:
        return flight_seed(self._dice.sealed_chance.hash, self._dice.position.throws)

    def _fly(self, toss: Toss) -> Flying:
        edge = self._view.edge(self._dice.position.flyer, self._stage.flipped)
        other: Edge = "top" if edge == "bottom" else "bottom"
        throw = real_dice.throw if self._has_real_dice() else tumble.tumble
        work = throw(self._field(), toss, self._seed(), other if self._dice.options.far_border else None)
        return Flying(work, LEAST if self._dice.must_finish else 0.0)

    # --- lying

    def _land(self) -> None:
        """Land the dice with the move of chance; without a flight, first compute one without showing it."""
        if self.flight is not None:
            self._host.send(DiceLanded(self.flight.verdict))
        elif not self._dice.are_dice_read:
            self._flying = self._fly(self._given())

    def show_outcome(self, change: Change) -> None:
        """Show the dice as their flight ended, and stamp the traditional name of a double."""
        stage, view, flight = self._stage, self._view, self.flight
        self._flying = None
        if flight is not None:
            rests = [_rest(track) for track in flight.tracks]
            laid = [one.at for beat in change.before.effects(change.move) for one in beat if isinstance(one, Put)]
            view.poses = {**view.poses, **dict(zip(laid, rests, strict=False))}
            stage.lay_out()
            if not laid:
                self._lay_strays(rests)
            elif self._still:
                stage.film(film_of(stage, tempo_of(self._app.settings, "own"), change, {}))
        position = self._dice.position
        if position.lost:
            self._miss(change, position.lost)
        name, roll = position.roll_name(), position.roll or position.left
        if tie := dice_text.tie(self._app.words, position):
            stage.show_message(tie, None)
        if name is not None and roll is not None:
            called = self._app.words(f"double.{self._host.facts.match.game.key}.{name}")
            stage.stamp(f"{called} {dice_text.list_faces(roll.dice)}")
            self._app.sound.play("stamp")

    def _miss(self, change: Change, lost: Sequence[int]) -> None:
        """Show the missed dice of the previous roll where they would lie if they had been claimed."""
        before, stage, view, app = change.before, self._stage, self._view, self._app
        assert isinstance(before, DicePosition)
        if before.roll is None or app.settings.animation == "off":
            return
        side = LETTERS[1 - before.roll.thrower]
        spots = [stage.spots[f"{side}-die-{number}"] for number in range(len(lost))]
        turns = [view.turn(f"{side}-die-{number}") for number in range(len(lost))]
        dice = [
            DieSprite(Token(f"die-{face}"), spot.x, spot.y, spot.size, turn=turn)
            for face, spot, turn in zip(lost, spots, turns, strict=True)
        ]
        self._missed = app.now(), dice
        app.sound.play("felt", pan=app.pan_at(spots[0].x))

    def _show_missed(self, now: float) -> None:
        assert self._missed is not None
        since, dice = self._missed
        settings = self._app.settings
        sprites = missed_dice_at(dice, (now - since) * SPEEDS[settings.animation], settings.reduced_motion)
        self._stage.lay_above("missed", sprites)
        if not sprites and now > since:
            self._missed = None

    def _lay_strays(self, rests: list[Rest]) -> None:
        """Show dice that don't count where they lie, until the next cup is taken."""
        view, area = self._view, self._stage.area
        size = DIE * view.scale(area)
        sprites = []
        for face, rest in sorted(zip(self._dice.state.faces, rests, strict=True), key=lambda one: one[1].height):
            x, y = view.place(area, rest.x, rest.y)
            sprites.append(DieSprite(Token(f"die-{face}"), x, y, size, turn=rest.turn))
        self._stage.lay_above("strays", tuple(sprites))

    def clear_flights(self) -> None:
        self._flying = self._toss = self._held = None
        self._gathered, self._missed = False, None
        for name in ("strays", "missed"):
            self._stage.lay_above(name)


def _rest(track: Track) -> Rest:
    pose = track.rest
    return Rest(pose.x / MILLIMETRES, pose.y / MILLIMETRES, pose.turn, pose.height)
