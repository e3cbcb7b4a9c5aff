"""What nobody decides at a card table: deals and shuffles from the sealed pack, and who sees which cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pygame

from rules import abilities
from rules.contract import NATURE, Remark, Seat, Table
from rules.ducale.dealing import sealed_move
from rules.match import Change
from scenes.games.ducale import film, saying, showing
from scenes.games.ducale.card_stage import CardStage
from scenes.surfaces.motion import Film
from scenes.table import match_text
from scenes.table.sealed_chance import SealedChance
from scenes.table.showing import SPEEDS
from scenes.table.state import Said

if TYPE_CHECKING:
    from scenes.table.scene import MatchScene

NEXT_ROUND: Final = 3.0
"""Seconds until computers among themselves begin the next round."""
KEYS: Final = {
    pygame.K_n: "stock",
    pygame.K_t: "take",
    pygame.K_l: "lay",
    pygame.K_x: "discard",
    pygame.K_s: "by-suit",
    pygame.K_r: "by-rank",
    pygame.K_a: "arrange",
    pygame.K_c: "carnet",
    pygame.K_p: "again",
}
"""The actions of keys of the keyboard."""
COMMANDS: Final = pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT


class Dealer:
    """Nature's part in one match at a card table. It answers what `Fate` answers where there are dice."""

    cup = None
    dice = None
    binding = False
    shakes = False
    tells = False
    asks_for_dice = False

    def __init__(self, scene: MatchScene) -> None:
        self._scene = scene
        self.bag = SealedChance(scene.sitting)
        if scene.match.outcome() is None:
            self.bag.fill()
        self._due: float | None = None
        self.open_for: Seat | None = None
        """With several persons at the machine: who sees their cards now."""

    # --- who sees what

    @property
    def viewer(self) -> Seat | None:
        """The seat whose cards are to be seen; None: nobody's."""
        scene = self._scene
        persons = scene.sitting.persons
        if len(persons) == 1:
            return persons[0]
        return None if self._waits and not scene.course.live else self.open_for

    @property
    def covers(self) -> bool:
        """Whether the cards are covered until the next person has the mouse."""
        return self._waits and self._scene.course.live

    @property
    def _waits(self) -> bool:
        """Whether the next of several persons isn't there yet."""
        scene = self._scene
        mover, persons = scene.match.position.to_move, scene.sitting.persons
        several = len(persons) > 1 and mover in persons and scene.match.outcome() is None
        return several and self.open_for != mover

    def card(self) -> tuple[str, str, str] | None:
        """What stands on the card that waits for the next person: title, what happened meanwhile, key."""
        scene, words = self._scene, self._scene.app.words
        if not self.covers or scene.stage.moving:
            return None
        name = match_text.name_of(words, scene.sitting, scene.match.position.to_move)
        told = saying.account(scene) or words("cards.pass_about")
        return words("cards.pass", name=name), told, words("cards.ready", name=name)

    def _cover(self) -> None:
        """Everything that the last person was to see has been seen."""
        scene = self._scene
        self.open_for = None
        scene.hand.let_go()
        self._stage.show(self.table(scene.course.position))
        scene.go_on()

    def uncover(self) -> None:
        """The next person has the mouse."""
        scene = self._scene
        self.open_for = scene.match.position.to_move
        stage = self._stage
        stage.look_from(self.open_for, scene.match.seats)
        scene.bottom = self.open_for
        scene.go_on()

    @property
    def _stage(self) -> CardStage:
        stage = self._scene.stage
        assert isinstance(stage, CardStage)
        return stage

    def seen(self, position: Any) -> Any:
        """A position as it may be seen now: with all hands open at the end of a round, and once the match is over."""
        over = self._scene.match.outcome() is not None
        return position if over or position.phase in ("end", "blocked") else abilities.seen_by(position, self.viewer)

    def table(self, position: Any) -> Table:
        """What is seen of a position."""
        table: Table = self.seen(position).table()
        return table

    # --- what is going on

    @property
    def flying(self) -> bool:
        """Whether the match waits for cards."""
        return self._scene.match.outcome() is None and self._scene.match.position.to_move == NATURE

    def itself(self) -> Any:
        """The move that the table makes now without asking anybody, or None."""
        match = self._scene.match
        return None if match.outcome() is not None or match.full else abilities.automatic_move(match.position)

    def begins(self) -> Any:
        """Nothing but a deal begins a round."""

    @property
    def holds(self) -> bool:
        """Whether the match waits for nobody but the table."""
        return self.flying or self.itself() is not None

    @property
    def between(self) -> bool:
        """Whether a round has ended and the next is still to be dealt."""
        position: Any = self._scene.match.position
        return self.flying and position.phase in ("end", "blocked")

    def chance(self) -> float | None:
        """Chances are never told."""
        return None

    def prepare(self) -> None:
        """The table has a new size."""
        self._stage.look_from(self._scene.bottom, self._scene.match.seats)

    def update(self, now: float) -> None:
        """Carry out what is due."""
        scene = self._scene
        if self.covers and self.open_for is not None and not scene.stage.moving:
            self._cover()
        if self.covers and not scene.cloth.visible and not scene.stage.moving:
            scene.refresh()
        if scene.course.live and not scene.stage.moving:
            self._open_hands()
        if not self._awake():
            self._due = None
        elif self.between:
            self._between(now)
        elif self.flying:
            self.deal()
        elif self._due is None:
            self._due = now + 0.3 * (SPEEDS[scene.app.settings.animation] > 0)
        elif now >= self._due:
            self._due = None
            scene.carry_out(self.itself())

    def _open_hands(self) -> None:
        """The round has ended: what is still hidden is laid open."""
        scene, stage = self._scene, self._stage
        position: Any = scene.match.position
        if position.phase not in ("end", "blocked") or stage.table == self.table(position):
            return
        scene.app.sound.play("pencil")
        speed = SPEEDS[scene.app.settings.animation]
        if speed == 0 or scene.app.settings.reduced_motion:
            stage.show(self.table(position))
        else:
            stage.film(film.reveal(stage.table, self.table(position), stage.arrange_after, speed))

    def _between(self, now: float) -> None:
        """Persons look at the hands as long as they like; computers among themselves go on."""
        scene = self._scene
        if scene.sitting.persons:
            return
        if self._due is None:
            self._due = now + NEXT_ROUND
        elif now >= self._due:
            self._due = None
            self.deal()

    def pace(self, now: float) -> float | None:
        """Seconds until `update` is wanted."""
        if self.covers and self.open_for is not None:
            return 0.0
        if not self._awake() or (self.between and self._scene.sitting.persons):
            return None
        return 0.0 if self._due is None else max(0.0, self._due - now)

    def _awake(self) -> bool:
        scene = self._scene
        if scene.stage.moving or scene.paused or not scene.course.live or scene.app.stack.top is not scene:
            return False
        return self.flying or self.itself() is not None

    def deal(self) -> None:
        """Nature's move: the next order of the sealed pack."""
        scene = self._scene
        position: Any = scene.match.position
        change = scene.match.play_chance(sealed_move(position, self.bag.sealed()), now=scene.app.now())
        before: Any = change.before
        if before.phase != "shuffle" and len(scene.sitting.persons) > 1:
            self.open_for = None
        scene.show([change])
        scene.keep()

    @property
    def repeats(self) -> bool:
        """Whether there are turns that can be shown again."""
        scene = self._scene
        return scene.course.live and not self.covers and showing.last_turns(scene) is not None

    def again(self) -> None:
        """Show the turns since one's own last turn again, or stop that."""
        scene, stage = self._scene, self._stage
        if stage.again is not None:
            stage.finish()
        elif self.repeats:
            showing.again(scene)
        elif not self.covers:
            stage.say(scene.app.words("cards.nothing_again"), f"h{stage.sight.seat}")

    def hurry(self) -> None:
        """The person wants to go on."""
        self._scene.stage.finish()

    def handle(self, event: pygame.event.Event) -> bool:
        """A click while a round is counted opens the pad again; with several persons a window that is put away covers
        the hands, for nobody knows who fetches it back."""
        if event.type == pygame.WINDOWMINIMIZED and self.open_for is not None:
            self._scene.stage.finish()
            self._cover()
            return True
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        entered = event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_SPACE)
        if self.between and (pressed or entered) and self._scene.course.live and not self._scene.stage.moving:
            self._scene.act("carnet")
            return True
        return False

    def forget(self) -> None:
        """The match went another way."""
        self._due = None
        if len(self._scene.sitting.persons) > 1:
            self.open_for = None

    # --- how it is seen

    def film(self, change: Change) -> Film | None:
        """How a change is seen by whoever looks."""
        return showing.film_of(self._scene, change)

    def said(self) -> Said | None:
        """What is to be read first at a card table."""
        return saying.said(self._scene)

    def key_action(self, event: pygame.event.Event) -> str | None:
        """The action of a key that only card tables have."""
        action = None if event.mod & COMMANDS else KEYS.get(event.key)
        ordering = action not in ("stock", "take", "lay", "discard")
        return (
            action if action == "carnet" or (self._scene.sitting.persons and (self._scene.mine or ordering)) else None
        )

    def named(self, remark: Remark) -> Remark:
        """The same with cards and players called by their names."""
        return saying.facts(self._scene.app.words, self._scene, remark)
