"""The attention trainer: dice lie for a few seconds, or without a limit; what may be claimed is to be clicked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf, pi
from random import Random
from typing import TYPE_CHECKING, Final

import pygame

from rules.contract import NATURE, Gesture, Refusal, Seat, Target
from rules.unstacked_draughts.moves import Cover, Move
from rules.unstacked_draughts.options import Options
from rules.unstacked_draughts.position import Position
from rules.unstacked_draughts.state import FREE
from rules.unstacked_draughts.text import start
from scenes.app.theme import INK, LEAF, OXBLOOD, SOFT_INK
from scenes.games.unstacked_draughts.dice.turns import spun
from scenes.games.unstacked_draughts.dice_prompts import DIGITS
from scenes.games.unstacked_draughts.dice_text import list_faces
from scenes.games.unstacked_draughts.marking import SIDES
from scenes.games.unstacked_draughts.points import TRAY, PointsTable, Rest
from scenes.surfaces.constants import SPEEDS
from scenes.surfaces.layout import table_frame
from scenes.surfaces.marks import Marks
from scenes.surfaces.stage import Stage
from scenes.surfaces.timeline import plan
from scenes.table import match_text
from scenes.table.board_display import animations_of
from scenes.table.game_ui import ui_of
from scenes.ui.bars import TimeBar
from scenes.ui.base import Group, Widget
from scenes.ui.button import Button
from scenes.ui.choice import Choice
from scenes.ui.form_scene import FormScene
from scenes.ui.label import Label, Panel
from scenes.ui.layout import Column, Layers, Row, fixed_size, share, space

if TYPE_CHECKING:
    from scenes.app.stack import AppContext


ATTENTIVE: Final = Options(mode="attentive", false_claims="lock")
EMPTY: Final = 0.25
"""Share of positions in which no die is left over."""
UNPLAYED: Final = 0.3  # share of positions in which the thrower's own dice are still to be played


def new_drill(seat: Seat, random: Random) -> Position:
    """Return a new exercise for `seat`, from a random game in which both players miss dice now and then."""
    empty, unplayed = random.random() < EMPTY, random.random() < UNPLAYED
    found: list[Position] = []
    while not found:
        found = [
            position
            for position in _played(random)
            if position.roll is not None
            and position.roll.thrower != seat
            and bool(position.own_uses()) == unplayed
            and (not position.unclaimed_dice()) == empty
        ]
    return random.choice(found)


def _played(random: Random) -> Iterator[Position]:
    position = start(ATTENTIVE)
    while position.outcome() is None:
        move: Move
        if position.to_move == NATURE:
            move = position.sample(random)
        else:
            yield position
            moves = [move for move in position.legal_moves() if not isinstance(move, Cover)]
            move = position.own_uses()[0] if position.own_uses() else random.choice(moves)
        position = position.play(move)


def claimable(position: Position) -> frozenset[Target]:
    """Return the checkers that the dice left over would move, also after a false claim."""
    return frozenset(target for move in position.rights() for target in position.gesture(move).pick)


ROUNDS: Final = 10
CALM: Final = 0.0
"""Without a clock the dice lie until the person ends the exercise."""
TIMES: Final = (CALM, 4.0, 2.0, 1.0)
USUAL: Final = 2.0
LOOK: Final = 0.9
"""Seconds to look at the checkers before the dice appear."""
QUICK: Final = 1.5  # speed factor of checkers, compared with a match
APART: Final = 90.0  # minimum distance of the two dice, in units of the board


class BoardText(Widget):
    """The board as text for screen readers, in the tab order."""

    touchable = False
    is_readable = True

    def __init__(self, parent: Group, says: Callable[[], str]) -> None:
        super().__init__(parent)
        self._says = says

    def spoken(self) -> str:
        return self._says()


class TrainerScene(FormScene):
    """Ten exercises in a row; Esc goes back."""

    def __init__(
        self,
        app: AppContext,
        key: str,
        random: Random | None = None,
        seed: int | None = None,
        on_perfect: Callable[[bool], object] | None = None,
    ) -> None:
        """With a `seed` every ten exercises are the same ten.

        `on_perfect(timed)` is called after ten without a miss or a wrong click; `timed`: the clock always ran.
        """
        super().__init__(app)
        self._key = key
        self._random = random or Random()
        self._seed = seed
        self._on_perfect = on_perfect
        view = ui_of(key).view()
        assert isinstance(view, PointsTable)
        self._view = view
        self.stage = Stage(app, key, view)
        self._seconds = self._given = CALM if app.settings.unhurried else USUAL
        """The chosen seconds, and those of the current exercise."""
        self._timed = True  # whether all exercises of these ten had a clock
        self.position: Position | None = None
        self.state = "idle"
        """"idle", "look" (at the checkers), "claim" (the dice lie) or "told"."""
        self._until = 0.0
        self.round = self.right = self.mistakes = 0

    # --- the scene

    def fill(self) -> None:
        words = self.app.words
        self._panel = Panel(self.form)
        self._title = Label(self._panel, words("trainer.title"), "heading", align="centre")
        self._status = Label(self._panel, "", "strong", INK, valign="top")
        self._status.noted = True
        self._note = Label(self._panel, "", "body", SOFT_INK, valign="top")
        self._note.noted = True
        self._bar = TimeBar(self._panel)
        self._score = Label(self._panel, "", "body", INK, valign="bottom")
        times = [(f"{one:g}", words("trainer.seconds" if one else "trainer.calm", n=f"{one:g}")) for one in TIMES]
        self._pace = Choice(self._panel, "", times, f"{self._seconds:g}", self._set_pace)
        self._pace.focused_by_click = False  # Space is for the next roll
        self._go = Button(self._panel, "", self.go_on, "primary", icon="play")
        self._board = BoardText(self.form, self._lying)
        self._back = Button(self._panel, words("paper.back"), self.app.stack.pop, icon="back")
        self.form.default = self._go
        self._tell()

    def resize(self, size: tuple[int, int]) -> None:
        theme, frame = self.app.theme, table_frame(size, self._view.ratio, self.app.theme.u)
        self.stage.place(frame.area, flipped=False)
        self._board.rect = pygame.Rect(frame.area.ints())
        self._panel.rect = pygame.Rect(frame.panel.ints())
        inner = self._panel.rect.inflate(-2 * theme.px(1.6), -2 * theme.px(1.6))
        gap, status = theme.gap, fixed_size(self._status, theme.line("strong"))
        bar = fixed_size(Layers(self._bar), theme.px(2))
        if theme.tight:
            told = Column(self._title, status, bar, self._note, self._score, gap=gap)
            ways = Column(self._pace, self._go, self._back, gap=gap)
            self._panel.lay(self._panel.rect, Column(told, ways, gap=2 * gap), (theme.px(1.6), theme.px(1.6)))
        elif inner.width > 1.5 * inner.height:  # below the board
            told = Column(self._title, space(gap), status, space(gap // 2), bar, space(gap), share(self._note))
            keys = Row(share(Row(share(self._back), space(gap))), share(self._go))
            play = Column(share(self._score), self._pace, keys, gap=gap)
            Row(share(told), space(2 * gap), share(play)).place(inner)
        else:
            score = self._score if self._score.text else fixed_size(self._score, 0)
            told = Column(self._title, space(gap), status, bar, space(gap), share(self._note))
            Column(share(told), score, self._pace, space(2 * gap), self._go, self._back, gap=gap).place(inner)
        self._fit_note()
        self._lay()
        self.dirty()

    def _fit_note(self) -> None:
        self._note.role = "body"
        if self._note.natural_height(self._note.rect.width) > self._note.rect.height:
            self._note.role = "small"

    def update(self, dt: float) -> None:
        super().update(dt)
        self.stage.update()
        now = self.app.now()
        if self.state == "look" and now >= self._until:
            self._show_dice(now)
        elif self.state == "claim" and now >= self._until:
            self._close()
        if self.state == "claim":
            self._bar.show((self._until - now) / (self._given or 1.0))

    def pace(self) -> float | None:
        wanted = [self.stage.pace(), super().pace()]
        if self.state == "look":
            wanted.append(max(0.0, self._until - self.app.now()))
        if self.state == "claim" and not self._lasts:
            wanted.append(0.0)
        return min((pause for pause in wanted if pause is not None), default=None)

    def handle(self, event: pygame.event.Event) -> bool:
        if super().handle(event):
            return True
        match event.type:
            case pygame.KEYDOWN if event.key == pygame.K_ESCAPE:
                self.app.stack.pop()
            case pygame.KEYDOWN if event.key == pygame.K_SPACE:
                self.go_on()
            case pygame.KEYDOWN if event.key in DIGITS and self.state == "claim":
                self._claim(f"{SIDES[self._view.bottom]}{DIGITS[event.key]}")
            case pygame.MOUSEBUTTONDOWN if event.button == 1 and self.state == "claim":
                self._claim(self.stage.hit(event.pos))
            case _:
                return False
        return True

    def paint_beside(self, surface: pygame.Surface) -> None:
        self.stage.paint(surface)

    def paint(self, surface: pygame.Surface) -> None:
        super().paint(surface)
        self.stage.paint_above(surface)

    # --- the exercises

    def _set_pace(self, value: str) -> None:
        self._seconds = float(value)
        self._tell()

    def go_on(self) -> None:
        """Start the next exercise, or the first of another ten; without a clock end the current one."""
        if self._lasts:
            self._close()
            return
        if self.state in ("look", "claim"):
            return
        if self.round == ROUNDS:
            self.round = self.right = 0
            self._timed = True
        if self.round == 0 and self._seed is not None:
            self._random = Random(self._seed)
        self.round += 1
        self.position = new_drill(self._view.bottom, self._random)
        self.mistakes = 0
        self._scatter()
        self.state, self._until = "look", self.app.now() + LOOK
        self.stage.mark(Marks())
        self._tell()
        self.resize(self.app.size)

    @property
    def _lasts(self) -> bool:
        """Whether the dice lie until the person ends the exercise."""
        return self.state == "claim" and not self._given

    def _scatter(self) -> None:
        room = TRAY.inset(60)
        while True:
            ranges = ((room.x, room.right), (room.y, room.bottom), (0, pi / 2))
            draws = [[self._random.uniform(*ends) for ends in ranges] for _ in range(2)]
            rests = [Rest(x, y, spun(angle)) for x, y, angle in draws]
            if abs(rests[0].x - rests[1].x) + abs(rests[0].y - rests[1].y) > APART:
                break
        self._view.poses = dict(zip(self._view.poses, rests, strict=True))
        self.stage.lay_out()

    def _lay(self) -> None:
        table = (self.position or start(ATTENTIVE)).table()
        if self.state == "look":
            table = {target: tokens for target, tokens in table.items() if target not in self._view.poses}
        self.stage.show(table)

    def _show_dice(self, now: float) -> None:
        self._given = self._seconds
        self._timed = self._timed and bool(self._given)
        self.state, self._until = "claim", now + (self._given or inf)
        self.app.sound.play("die-baize")
        self._lay()
        self._tell()

    def _claim(self, target: Target | None) -> None:
        before = self.position
        assert before is not None
        target = self._view.move_marks.clicked_target(target, claimable(before))
        move = next((move for move in before.claims() if target in before.gesture(move).pick), None)
        if move is None:
            if target in self.stage.table and target is not None:
                self.mistakes += 1
                self.app.sound.play("refuse")
                self.stage.shake(target)
                self._tell_refusal(before, Gesture(frozenset((target,))))
            return
        self.position = before.play(move)
        settings, spots = self.app.settings, self.stage.spots
        how, speed = animations_of(self._view, settings.reduced_motion), QUICK * SPEEDS[settings.animation]
        self.stage.film(plan(before.table(), before.effects(move), spots, how, speed=speed))
        self._tell()

    def _tell_refusal(self, before: Position, gesture: Gesture) -> None:
        """Show why a click is no claim; after a false claim no more of these dice can be claimed."""
        refused, fault, words = before.refusal(gesture), before.faults().get(gesture), self.app.words
        if refused is None:
            return
        self._note.text, self._note.colour = match_text.refusal_text(words, self._key, refused), OXBLOOD
        if fault is not None and fault.seat == self._view.bottom:
            self.position = before.play(fault)
            self._note.text += f" {words('trainer.false_claim')}"

    def _close(self) -> None:
        assert self.position is not None
        self.state = "told"
        missed = self.position.unclaimed_dice()
        self.right += not (missed or self.mistakes)
        self.stage.mark(Marks(danger=claimable(self.position)))
        if self.right == ROUNDS and self._on_perfect is not None:
            self._on_perfect(self._timed)
        self.app.sound.play("lost" if missed else "down" if not self.mistakes else "refuse")
        self._tell()
        if self.round == 1:
            self.resize(self.app.size)  # the score appears

    # --- what is said

    def _lying(self) -> str:
        words, table, yours = self.app.words, self.stage.table, SIDES[self._view.bottom]
        told: dict[bool, list[str]] = {True: [], False: []}
        for target in sorted(target for target in table if table[target] and "die-" not in target):
            told[target.startswith(yours)].append(match_text.contents_text(words, self._key, table, target))
        return words("trainer.board", own=" ".join(told[True]), others=" ".join(told[False]))

    def _tell(self) -> None:
        words, one = self.app.words, self.position
        closed = self.state in ("idle", "told")
        self._bar.visible = self.state == "claim" and not self._lasts
        self._go.enabled = closed or self._lasts
        again = self.round == ROUNDS and self.state == "told"
        go = "done" if self._lasts else "again" if again else "next" if self.round else "start"
        self._go.text = words(f"trainer.{go}")
        done = self.round - (not closed)
        self._score.text = words("trainer.score", right=self.right, of=done) if done > 0 else ""
        self._status.text = words("trainer.round", n=self.round, of=ROUNDS) if one else words("trainer.ready")
        self._note.colour = INK if self.state == "claim" else SOFT_INK
        self._note.text = words(f"trainer.{'explain' if closed else 'claim_calm' if self._lasts else self.state}")
        if self._lasts and one is not None and one.roll is not None:
            spent = (str(die) for die, mark in zip(one.roll.dice, one.roll.marks, strict=True) if mark != FREE)
            used = [
                match_text.refusal_text(words, self._key, Refusal("die-used", (), {"point": die})) for die in spent
            ]
            self._note.text = " ".join((f"{list_faces(one.roll.dice)}.", *used, self._note.text))
        if self.state == "told" and one is not None:
            missed, roll = len(one.unclaimed_dice()), one.roll or one.left
            assert roll is not None
            right = "right" if any(mark.startswith(SIDES[self._view.bottom]) for mark in roll.marks) else "right_none"
            told = "missed" if missed else "wrong" if self.mistakes else right
            self._note.text = f"{list_faces(roll.dice)}. {words(f'trainer.{told}', n=missed)}"
            self._note.colour = LEAF if told.startswith("right") else OXBLOOD
        self._fit_note()
