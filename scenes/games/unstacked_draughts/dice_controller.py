"""What nobody decides in a match: how the dice fly, what they show, and what the table then does by itself.

A throw is played at once; its film ends when the dice lie. Only then are the faces taken from the sealed dice and
Nature's move is made, so that nothing on the screen could tell them before.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pygame

from rules import abilities
from rules.contract import NATURE, Gesture, Lift, Position, Put, Remark, Seat, Table, Target, Token
from rules.match import Change
from scenes.games.unstacked_draughts import dice_text
from scenes.games.unstacked_draughts.cup import CupInHand
from scenes.games.unstacked_draughts.dice import bodies, tumble
from scenes.games.unstacked_draughts.dice.field import Edge
from scenes.games.unstacked_draughts.dice.flight import Flight, Track
from scenes.games.unstacked_draughts.dice.shaking import Toss
from scenes.games.unstacked_draughts.dice_options import Dice, dice_of, trouble
from scenes.games.unstacked_draughts.odds import Odds
from scenes.games.unstacked_draughts.points import DIE, MILLIMETRES, PointsTable, Rest, posed
from scenes.games.unstacked_draughts.throw import Cup, Gather, Gathered, Hush, Scale, Slap, Throw
from scenes.surfaces.flights import Mover
from scenes.surfaces.motion import Film
from scenes.table.sealed_chance import SealedChance
from scenes.table.state import Said

if TYPE_CHECKING:
    from scenes.table.scene import MatchScene

WARMING: Final = 0.004
"""Seconds of a frame that may be spent on pictures for later."""
LEAST: Final = 1.5
"""Seconds that dice fly at least where somebody may still do something about it."""
BEATS: Final = {"normal": 0.5, "fast": 0.22, "off": 0.0}
"""Seconds between two dice that the table uses by itself, by the speed of the animation."""
READ: Final = 0.45
"""Seconds more after a throw, in which it is read, at normal speed."""
RATES: Final = {"normal": 1.0, "fast": 1.5}
"""How fast dice fly."""
NEXT_GAME: Final = 2.5
"""Seconds until computers among themselves begin the next game."""


class Fate:
    """Nature's part in one match, and that of whoever only carries out what is settled."""

    def __init__(self, scene: MatchScene) -> None:
        self._scene = scene
        view = scene.stage.view
        self._view = view if isinstance(view, PointsTable) else None
        self.cup = None if self._view is None else CupInHand(scene, self._view)
        self.dice: Dice | None = None if self._view is None else dice_of(scene.match.options)
        self.bag = SealedChance(scene.sitting)
        self.odds = Odds(scene.app, self._view is not None)
        if self.dice is not None and self.dice.kind != "own" and scene.match.outcome() is None:
            self.bag.fill()
        self.flight: Flight | None = None
        """The dice that fly, or have just come to lie."""
        self._toss: tuple[float, float] | None = None
        self._held: tuple[float, float] | None = None
        """The velocity that the hand gave the dice, in mm/s, and where the cup was, in pixels."""
        self._gathered = False
        """The dice are in the cup already."""
        self._due: float | None = None
        """When the table makes the next move by itself."""
        self._cold: list[tuple[str, int, bool]] = []
        """Pictures that are still to be made before dice fly: look, size, whether it is the shadow."""
        self._physics: bool | None = None

    def prepare(self) -> None:
        """The board has a new size: have the pictures of a throw ready soon."""
        if self._view is not None:
            self._cold = self._view.pictures(self._scene.stage.area)[::-1]

    def _real(self) -> bool:
        """Whether dice fly as real ones do; looking for what that needs takes a while the first time."""
        if self._physics is None:
            self._physics = self.dice is not None and not trouble(self._scene.app.words, self.dice)
        return self._physics and self.dice is not None and self.dice.kind == "real"

    def _warm_up(self) -> None:
        """Make a few of them, in the time of a frame."""
        app = self._scene.app
        begun = time.perf_counter()
        self._real()
        while self._cold and time.perf_counter() - begun < WARMING:
            look, size, shadow = self._cold.pop()
            if shadow:
                app.assets.shadow(look, size)
                app.assets.shadow(look, size, lifted=True)
            else:
                app.assets.sprite(look, size)

    # --- what is going on

    @property
    def flying(self) -> bool:
        """Whether the match waits for dice."""
        return self._scene.match.outcome() is None and self._scene.match.position.to_move == NATURE

    @property
    def binding(self) -> bool:
        """Whether dice fly that have to be seen to their end."""
        return self.flying and not abilities.may_undo(self._scene.match.position)

    def itself(self) -> Any:
        """The move that the table makes now without asking anybody, or None."""
        scene = self._scene
        if scene.match.outcome() is not None or scene.match.full:
            return None
        move = abilities.automatic_move(scene.match.position)
        by_hand = self.cup is not None and scene.app.settings.dice_by_hand
        if move is not None and by_hand and move.seat in scene.sitting.persons:
            return None
        return move

    @property
    def holds(self) -> bool:
        """Whether the match waits for nobody but the dice and the table."""
        return self.flying or self.itself() is not None or self.begins() is not None

    @property
    def shakes(self) -> bool:
        """Whether a cup is in the person's hand."""
        return self.cup is not None and self.cup.taken is not None

    @property
    def between(self) -> bool:
        """Whether a round is over and the next one is waited for: there are none."""
        return False

    def begins(self) -> Any:
        """The move that only opens the next game, or None."""
        scene = self._scene
        if self._view is None or scene.match.outcome() is not None or scene.match.position.to_move == NATURE:
            return None
        if scene.match.full:
            return None
        moves = scene.match.position.legal_moves()
        return moves[0] if len(moves) == 1 and str(moves[0]) == "begin" else None

    @property
    def tells(self) -> bool:
        """Whether chances may be told now: as the person wishes, or unless somebody still has to look."""
        over, wish = self._scene.match.outcome() is not None, self._scene.app.settings.chances
        return wish == "on" or (wish == "usual" and (over or abilities.shows_hints(self._scene.match.position)))

    def chance(self) -> float | None:
        """The first seat's chance to win the game on the board, where it is to be seen."""
        return self.odds.share(self._scene.course.position) if self.tells and self.odds.known else None

    # --- time

    def update(self, now: float) -> None:
        """Carry out what is due."""
        if self._cold and not self._scene.app.assets.resizing:
            self._warm_up()
        if not self._awake():
            self._due = None
            return
        if self.flying:
            self._land()
        elif self._due is None:
            self._due = now + self._beat()
        elif now >= self._due:
            self._carry_out()

    def pace(self, now: float) -> float | None:
        """Seconds until `update` is wanted."""
        if self._cold and not self._scene.app.assets.resizing:
            return WARMING
        if not self._awake():
            return None
        if self.flying:
            return None if self.asks_for_dice and self.flight is None else 0.0
        return 0.0 if self._due is None else max(0.0, self._due - now)

    def _awake(self) -> bool:
        """Whether there is anything to carry out now."""
        scene = self._scene
        if scene.stage.moving or scene.paused or not scene.course.live or scene.hourglass.stopped:
            return False
        if self.begins() is not None:
            return not scene.sitting.persons
        return self.flying or self.itself() is not None

    def _beat(self) -> float:
        """Seconds from now to the next move that the table makes."""
        scene = self._scene
        if self.begins() is not None:
            return NEXT_GAME
        speed = scene.app.settings.animation
        beat = BEATS[speed]
        if scene.match.plies and scene.match.plies[-1].move.seat == NATURE:
            beat += READ * beat / BEATS["normal"]
        return beat

    def _carry_out(self) -> None:
        """Make the move that is due."""
        self._due = None
        move = self.itself() or self.begins()
        if move is not None:
            self._scene.carry_out(move)

    def hurry(self) -> None:
        """The person wants to go on: whatever goes by itself has happened now."""
        scene = self._scene
        if self._view is None or not scene.course.live or self.binding:
            return
        scene.stage.finish()
        if self.flying and not self.asks_for_dice:
            self._land()
        while self.itself() is not None:
            self._carry_out()
            scene.stage.finish()

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        """Take an event that concerns cups; a click on the table first lets everything have happened that would."""
        scene, view = self._scene, self._view
        if self.cup is None or view is None or not scene.course.live or scene.match.outcome() is not None:
            return False
        target = None
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            target = scene.stage.hit(event.pos)
            self.hurry()
        begins = self.begins()
        if begins is not None and target in view.cups and scene.sitting.persons:
            scene.carry_out(begins)
            return True
        if self.cup.handle(event):
            return True
        if target is not None and target in view.cups:
            scene.refuse(Gesture(frozenset((target,))))
            return True
        return False

    # --- throwing

    def gather(self, cup: Target) -> None:
        """Let the dice that lie on the table go into a cup that was taken."""
        scene, view = self._scene, self._view
        assert view is not None
        position = scene.match.position
        moves = [move for move in position.legal_moves() if cup in position.gesture(move).pick]
        dice = self._lying(position, moves[0])
        self._gathered = True
        if dice and not scene.app.settings.reduced_motion and scene.app.settings.animation != "off":
            spot = scene.stage.spots[cup]
            rest = {target: tokens for target, tokens in position.table().items() if target not in view.poses}
            scale = DIE * view.scale(scene.stage.area)
            scene.stage.film(Gather(rest, dice, (spot.x, spot.y, spot.size), scale))

    def throw(
        self, move: Any, velocity: tuple[float, float] | None = None, held: tuple[float, float] | None = None
    ) -> None:
        """Make a person's throw: with the hand's velocity, in mm/s, from where the cup is; or a gentle one."""
        self._toss, self._held = velocity, held
        self._scene.play(move, {})

    def film(self, change: Change) -> Film | None:
        """How a throw is seen that was made just now; None for everything else."""
        scene, view = self._scene, self._view
        if view is None or not change.forward or change.after is not scene.match.position:
            return None
        if change.before.to_move == NATURE and not self.flying:
            return self._covered(change)
        if not self.flying:
            return None
        if change.before.to_move == NATURE or not self._throws(change.before, change.move):
            return None
        gathered, self._gathered = self._gathered, False
        scene.stage.lay_above("strays")
        if self.asks_for_dice:
            return None
        self.flight = self._fly(change.after, change.move.seat)
        self._toss, held, self._held = None, self._held, None
        speed = scene.app.settings.animation
        if speed == "off" or scene.app.settings.reduced_motion:
            return Hush(change.after.table(), self.flight.seconds, binding=True) if self.binding else None
        target = view.cups[change.move.seat]
        spot = scene.stage.spots[target]
        area = scene.stage.area
        millimetre = view.scale(area) / MILLIMETRES
        return Throw(
            change.after.table(),
            self.flight,
            Cup(target, view.cup(target), (spot.x, spot.y, spot.size), held),
            Scale(lambda x, y: view.pixel(area, x, y), millimetre, DIE * view.scale(area)),
            () if gathered else self._lying(change.before, change.move),
            speed=RATES[speed],
            binding=self.binding,
        )

    def _throws(self, position: Position, move: Any) -> bool:
        """Whether a move of somebody takes a cup."""
        assert self._view is not None
        return move.seat != NATURE and self._view.cups[move.seat] in position.gesture(move).pick

    def _covered(self, change: Change) -> Film | None:
        """How flying dice are seen to be covered by whoever has made the change."""
        scene, view = self._scene, self._view
        assert view is not None
        dice = scene.stage.cut()
        self.flight = None
        if scene.app.settings.animation == "off" or scene.app.settings.reduced_motion or not dice:
            return None
        target = view.cups[change.move.seat]
        spot = scene.stage.spots[target]
        cup = Cup(target, view.cup(target), (spot.x, spot.y, spot.size))
        return Slap(change.after.table(), change.before.table(), dice, cup)

    def _lying(self, position: Position, throw: Any) -> list[Gathered]:
        """The dice on the table that a throw takes up."""
        view, spots = self._view, self._scene.stage.spots
        assert view is not None
        table = position.table()
        lifted = [effect.at for beat in position.effects(throw) for effect in beat if isinstance(effect, Lift)]
        return [
            (Token(posed(table[at][-1].look, view.poses[at])), spots[at].x, spots[at].y)
            for at in lifted
            if at in table and at in view.poses
        ]

    def _fly(self, position: Position, seat: Seat) -> Flight:
        """Work the flight out, from what the hand gave; without a hand it is a gentle throw."""
        view, stage, rules = self._view, self._scene.stage, self.dice
        assert view is not None and rules is not None
        field = view.field(position.table(), stage.flipped)
        edge = view.edge(seat, stage.flipped)
        other: Edge = "top" if edge == "bottom" else "bottom"
        seed, count = flight_seed(self.bag.hash, abilities.throws(position)), self._count(position)
        if self._toss is None:
            toss = Toss.standard(field, edge, count, seed, long=rules.far)
        else:
            x, y = view.millimetres(stage.area, *(self._held or stage.area.centre))
            toss = Toss(x, y, *self._toss, count)
        throw = bodies.throw if self._real() else tumble.tumble
        flight = throw(field, toss, seed, other if rules.far else None)
        return flight.stretched(LEAST) if self.binding else flight

    def _count(self, position: Position) -> int:
        """How many dice fly."""
        return max(len(str(move)) for move in position.legal_moves(NATURE) if str(move).isdigit())

    # --- lying

    def _land(self) -> None:
        """The dice lie: say what they show."""
        scene, view, flight = self._scene, self._view, self.flight
        assert view is not None
        position = scene.match.position
        if flight is None:
            if not self.asks_for_dice:
                self.flight = self._fly(position, self.flyer)
            return
        faces = self.bag.pair(abilities.throws(position))[: len(flight.tracks)]
        self.flight = None
        word = self._word(flight, faces)
        moves = {str(move): move for move in position.legal_moves(NATURE)}
        change = scene.match.play_chance(moves.get(word, moves.get("off")), now=scene.app.now())
        targets = _laid(change)
        rests = {target: _rest(track) for target, track in zip(targets, flight.tracks, strict=False)}
        view.poses = {**view.poses, **rests}
        if not targets:
            self._lay_strays(flight, faces)
        scene.settled(change)

    @property
    def flyer(self) -> Seat:
        """Who threw the dice that fly."""
        thrown = [ply.move.seat for ply in self._scene.match.plies if ply.move.seat != NATURE]
        return thrown[-1] if thrown else 0

    def _word(self, flight: Flight, faces: Sequence[int]) -> str:
        """Nature's move as text."""
        told = "".join(map(str, faces))
        kind = flight.verdict.kind
        if kind == "valid":
            return told
        if kind == "tilt":
            return f"tilt{told}{'s' * flight.verdict.slides}"
        return kind

    def _lay_strays(self, flight: Flight, faces: Sequence[int]) -> None:
        """Leave dice that don't count where they lie, until the next cup is taken."""
        view, stage = self._view, self._scene.stage
        assert view is not None
        size = DIE * view.scale(stage.area)
        movers = []
        for face, track in zip(faces, flight.tracks, strict=True):
            rest = _rest(track)
            x, y = view.place(stage.area, rest.x, rest.y)
            movers.append(Mover(Token(posed(f"die-{face}", rest)), x, y, size))
        stage.lay_above("strays", tuple(movers))

    # --- dice of the players' own

    @property
    def asks_for_dice(self) -> bool:
        """Whether the players say what the dice show."""
        return self.dice is not None and self.dice.kind == "own"

    def tell(self, faces: Sequence[int]) -> None:
        """The players' dice show this."""
        scene = self._scene
        word = "".join(map(str, faces))
        move = next(move for move in scene.match.position.legal_moves(NATURE) if str(move) == word)
        scene.settled(scene.match.play_chance(move, now=scene.app.now(), anew=True))

    @property
    def covers(self) -> bool:
        """Nothing is hidden from anybody here."""
        return False

    def card(self) -> tuple[str, str, str] | None:
        """What stands on a card that waits for somebody: title, words, key; nobody is waited for."""
        return None

    def uncover(self) -> None:
        """There is nothing to be uncovered."""

    def table(self, position: Position) -> Table:
        """What is seen of a position: everything."""
        return position.table()

    def key_action(self, event: pygame.event.Event) -> str | None:
        """The action of a key that only this table has: none."""
        return None

    def named(self, remark: Remark) -> Remark:
        """The same with its facts as people say them."""
        return remark

    def said(self) -> Said | None:
        """What the paper says of dice; None where the usual words do."""
        return dice_text.said(self._scene)

    def forget(self) -> None:
        """The match went another way: what was in the air is not."""
        self.flight = self._toss = self._held = self._due = None
        self._gathered = False
        self._scene.stage.lay_above("strays")


def flight_seed(shown: str, throw: int) -> int:
    """What the little that differs from flight to flight comes from: the seal of the dice, which everybody sees, and
    the number of the throw. So the same hand throws alike when a throw that was not kept is made again."""
    return Random(f"{shown} {throw}").getrandbits(32)


def _laid(change: Change) -> list[Target]:
    """Where a change lays dice."""
    beats = change.before.effects(change.move)
    return [effect.at for beat in beats for effect in beat if isinstance(effect, Put)]


def _rest(track: Track) -> Rest:
    """How a die lies at the end of its flight, in units of the board."""
    pose = track.rest
    return Rest(pose.x / MILLIMETRES, pose.y / MILLIMETRES, pose.heading, track.raised or "")
