"""The attention trainer: dice lie for a while, and the person clicks the checkers that can be moved by claims."""

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
from scenes.games.unstacked_draughts.dice.rotations import flat_rotation
from scenes.games.unstacked_draughts.dice_prompts import DIGITS
from scenes.games.unstacked_draughts.dice_text import format_faces
from scenes.games.unstacked_draughts.point_marks import SIDES
from scenes.games.unstacked_draughts.points_table import TRAY_BOX, DieRest, PointsTable
from scenes.surfaces.constants import SPEEDS
from scenes.surfaces.layout import table_frame
from scenes.surfaces.marks import Marks
from scenes.surfaces.stage import Stage
from scenes.surfaces.timeline import plan
from scenes.surfaces.view import animations_of
from scenes.table import match_text
from scenes.table.game_ui import ui_of
from scenes.ui.bars import ProgressBar
from scenes.ui.base import Group, Widget
from scenes.ui.button import Button
from scenes.ui.choice import Choice
from scenes.ui.form_scene import FormScene
from scenes.ui.label import Label, Panel
from scenes.ui.layout import Column, Layers, Row, fixed_size, space, stretch

if TYPE_CHECKING:
    from scenes.app.stack import AppContext


ATTENTIVE: Final = Options(mode="attentive", false_claims="lock")
EMPTY_SHARE: Final = 0.25  # fraction of exercises in which no die is left over
UNPLAYED_SHARE: Final = 0.3  # fraction of exercises in which the thrower has yet to play dice


def make_exercise(seat: Seat, random: Random) -> Position:
    """Return a new exercise for `seat`: a position of a random game after a throw of the other player."""
    is_empty, is_unplayed = random.random() < EMPTY_SHARE, random.random() < UNPLAYED_SHARE
    positions: list[Position] = []
    while not positions:
        positions = [
            position
            for position in _play_randomly(random)
            if position.roll is not None
            and position.roll.thrower != seat
            and bool(position.own_uses()) == is_unplayed
            and (not position.unclaimed_dice()) == is_empty
        ]
    return random.choice(positions)


def _play_randomly(random: Random) -> Iterator[Position]:
    """Yield the positions of a random game in which a player is to move."""
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


def list_claimable(position: Position) -> frozenset[Target]:
    """Return the checkers that the dice left over could move, even if a false claim rules that out."""
    return frozenset(target for move in position.unbarred_claims() for target in position.gesture(move).pick)


ROUNDS: Final = 10  # number of exercises in a row
NO_LIMIT: Final = 0.0  # the dice lie until the person ends the exercise
TIME_LIMITS: Final = (NO_LIMIT, 4.0, 2.0, 1.0)  # in seconds
USUAL_LIMIT: Final = 2.0
LOOK_SECONDS: Final = 0.9  # to look at the checkers before the dice appear
CHECKER_SPEED: Final = 1.5  # of moving checkers, compared with a match
MIN_DICE_DISTANCE: Final = 90.0  # between the two dice, in units of the board


class BoardText(Widget):
    """The invisible text of the board in the tab order, for screen readers."""

    takes_mouse = False
    is_readable = True

    def __init__(self, parent: Group, describe: Callable[[], str]) -> None:
        super().__init__(parent)
        self._describe = describe

    def describe(self) -> str:
        return self._describe()


class TrainerScene(FormScene):
    """Ten exercises in a row; Esc goes back."""

    def __init__(
        self,
        app: AppContext,
        game_key: str,
        random: Random | None = None,
        seed: int | None = None,
        on_perfect: Callable[[bool], object] | None = None,
    ) -> None:
        """Make the trainer; with a `seed`, the ten exercises are always the same.

        `on_perfect` is called after ten exercises without a mistake, with True if all of them had a time limit.
        """
        super().__init__(app)
        self._game_key = game_key
        self._random = random or Random()
        self._seed = seed
        self._on_perfect = on_perfect
        view = ui_of(game_key).view()
        assert isinstance(view, PointsTable)
        self._view = view
        self.stage = Stage(app, game_key, view)
        self._time_limit = self._current_limit = NO_LIMIT if app.settings.unhurried else USUAL_LIMIT
        """Seconds of the chosen time limit, and of the current exercise's limit."""
        self._is_always_timed = True  # whether all exercises of these ten had a time limit
        self.position: Position | None = None
        self.state = "idle"
        """"idle", "look" at the checkers, "claim" while the dice lie, or "told" once the exercise is over."""
        self._state_end = 0.0  # time at which "look" or "claim" ends
        self.round = self.right_count = 0  # number of the exercise, and how many of these ten were right
        self.mistake_count = 0  # in the current exercise

    # --- the scene

    def fill(self) -> None:
        words = self.app.words
        self._panel = Panel(self.form)
        self._title = Label(self._panel, words("trainer.title"), "heading", align="centre")
        self._status = Label(self._panel, "", "strong", INK, valign="top")
        self._status.is_announced = True
        self._note = Label(self._panel, "", "body", SOFT_INK, valign="top")
        self._note.is_announced = True
        self._time_bar = ProgressBar(self._panel)
        self._score = Label(self._panel, "", "body", INK, valign="bottom")
        times = [
            (f"{seconds:g}", words("trainer.seconds" if seconds else "trainer.calm", n=f"{seconds:g}"))
            for seconds in TIME_LIMITS
        ]
        self._limit_choice = Choice(self._panel, "", times, f"{self._time_limit:g}", self._set_time_limit)
        self._limit_choice.focused_by_click = False  # Space is for the next roll
        self._next_button = Button(self._panel, "", self.advance, "primary", icon="play")
        self._board_text = BoardText(self.form, self._describe_board)
        self._back_button = Button(self._panel, words("paper.back"), self.app.stack.pop, icon="back")
        self.form.default = self._next_button
        self._update_texts()

    def resize(self, size: tuple[int, int]) -> None:
        theme, frame = self.app.theme, table_frame(size, self._view.ratio, self.app.theme.u)
        self.stage.place(frame.area, flipped=False)
        self._board_text.rect = pygame.Rect(frame.area.ints())
        self._panel.rect = pygame.Rect(frame.panel.ints())
        inner = self._panel.rect.inflate(-2 * theme.px(1.6), -2 * theme.px(1.6))
        gap, status = theme.gap, fixed_size(self._status, theme.line("strong"))
        bar = fixed_size(Layers(self._time_bar), theme.px(2))
        if theme.tight:
            texts = Column(self._title, status, bar, self._note, self._score, gap=gap)
            buttons = Column(self._limit_choice, self._next_button, self._back_button, gap=gap)
            self._panel.lay(self._panel.rect, Column(texts, buttons, gap=2 * gap), (theme.px(1.6), theme.px(1.6)))
        elif inner.width > 1.5 * inner.height:  # below the board
            texts = Column(self._title, space(gap), status, space(gap // 2), bar, space(gap), stretch(self._note))
            row = Row(stretch(Row(stretch(self._back_button), space(gap))), stretch(self._next_button))
            right_column = Column(stretch(self._score), self._limit_choice, row, gap=gap)
            Row(stretch(texts), space(2 * gap), stretch(right_column)).place(inner)
        else:
            score = self._score if self._score.text else fixed_size(self._score, 0)
            texts = Column(self._title, space(gap), status, bar, space(gap), stretch(self._note))
            controls = (score, self._limit_choice, space(2 * gap), self._next_button, self._back_button)
            Column(stretch(texts), *controls, gap=gap).place(inner)
        self._fit_note_size()
        self._show_table()
        self.dirty()

    def _fit_note_size(self) -> None:
        self._note.role = "body"
        if self._note.natural_height(self._note.rect.width) > self._note.rect.height:
            self._note.role = "small"

    def update(self, dt: float) -> None:
        super().update(dt)
        self.stage.update()
        now = self.app.now()
        if self.state == "look" and now >= self._state_end:
            self._begin_claims(now)
        elif self.state == "claim" and now >= self._state_end:
            self._close_exercise()
        if self.state == "claim":
            self._time_bar.show((self._state_end - now) / (self._current_limit or 1.0))

    def wait_seconds(self) -> float | None:
        waits = [self.stage.wait_seconds(), super().wait_seconds()]
        if self.state == "look":
            waits.append(max(0.0, self._state_end - self.app.now()))
        if self.state == "claim" and not self._is_unlimited:
            waits.append(0.0)
        return min((wait for wait in waits if wait is not None), default=None)

    def handle(self, event: pygame.event.Event) -> bool:
        if super().handle(event):
            return True
        match event.type:
            case pygame.KEYDOWN if event.key == pygame.K_ESCAPE:
                self.app.stack.pop()
            case pygame.KEYDOWN if event.key == pygame.K_SPACE:
                self.advance()
            case pygame.KEYDOWN if event.key in DIGITS and self.state == "claim":
                self._claim_at(f"{SIDES[self._view.bottom_seat]}{DIGITS[event.key]}")
            case pygame.MOUSEBUTTONDOWN if event.button == 1 and self.state == "claim":
                self._claim_at(self.stage.hit(event.pos))
            case _:
                return False
        return True

    def paint_beside(self, surface: pygame.Surface) -> None:
        self.stage.paint(surface)

    def paint(self, surface: pygame.Surface) -> None:
        super().paint(surface)
        self.stage.paint_above(surface)

    # --- the exercises

    def _set_time_limit(self, value: str) -> None:
        self._time_limit = float(value)
        self._update_texts()

    def advance(self) -> None:
        """End an exercise without a time limit, or else start the next one, or the first of another ten."""
        if self._is_unlimited:
            self._close_exercise()
            return
        if self.state in ("look", "claim"):
            return
        if self.round == ROUNDS:
            self.round = self.right_count = 0
            self._is_always_timed = True
        if self.round == 0 and self._seed is not None:
            self._random = Random(self._seed)
        self.round += 1
        self.position = make_exercise(self._view.bottom_seat, self._random)
        self.mistake_count = 0
        self._scatter_dice()
        self.state, self._state_end = "look", self.app.now() + LOOK_SECONDS
        self.stage.mark(Marks())
        self._update_texts()
        self.resize(self.app.size)

    @property
    def _is_unlimited(self) -> bool:
        """Whether the dice lie until the person ends the exercise."""
        return self.state == "claim" and not self._current_limit

    def _scatter_dice(self) -> None:
        area = TRAY_BOX.inset(60)
        while True:
            ranges = ((area.x, area.right), (area.y, area.bottom), (0, pi / 2))
            places = [[self._random.uniform(*range_) for range_ in ranges] for _ in range(2)]
            rests = [DieRest(x, y, flat_rotation(angle)) for x, y, angle in places]
            if abs(rests[0].x - rests[1].x) + abs(rests[0].y - rests[1].y) > MIN_DICE_DISTANCE:
                break
        self._view.rests = dict(zip(self._view.rests, rests, strict=True))
        self.stage.lay_out()

    def _show_table(self) -> None:
        """Show the position of the exercise, still without dice in the state "look"."""
        table = (self.position or start(ATTENTIVE)).table()
        if self.state == "look":
            table = {target: tokens for target, tokens in table.items() if target not in self._view.rests}
        self.stage.show(table)

    def _begin_claims(self, now: float) -> None:
        self._current_limit = self._time_limit
        self._is_always_timed = self._is_always_timed and bool(self._current_limit)
        self.state, self._state_end = "claim", now + (self._current_limit or inf)
        self.app.sound.play("die-baize")
        self._show_table()
        self._update_texts()

    def _claim_at(self, target: Target | None) -> None:
        """Play the claim that moves a checker on a clicked target, or count and explain a mistake."""
        position = self.position
        assert position is not None
        target = self._view.move_marks.clicked_target(target, list_claimable(position))
        move = next((move for move in position.claims() if target in position.gesture(move).pick), None)
        if move is None:
            if target in self.stage.table and target is not None:
                self.mistake_count += 1
                self.app.sound.play("refuse")
                self.stage.shake(target)
                self._show_refusal(position, Gesture(frozenset((target,))))
            return
        self.position = position.play(move)
        settings, spots = self.app.settings, self.stage.spots
        animations = animations_of(self._view, settings.reduced_motion)
        speed = CHECKER_SPEED * SPEEDS[settings.animation]
        self.stage.queue_film(plan(position.table(), position.effects(move), spots, animations, speed=speed))
        self._update_texts()

    def _show_refusal(self, position: Position, gesture: Gesture) -> None:
        """Show why a click is no claim, and play a false claim, after which no more of these dice can be claimed."""
        refusal, false_claim, words = position.refusal(gesture), position.faults().get(gesture), self.app.words
        if refusal is None:
            return
        self._note.text, self._note.colour = match_text.refusal_text(words, self._game_key, refusal), OXBLOOD
        if false_claim is not None and false_claim.seat == self._view.bottom_seat:
            self.position = position.play(false_claim)
            self._note.text += f" {words('trainer.false_claim')}"

    def _close_exercise(self) -> None:
        """End the exercise: mark what could be claimed, count it if it was right, and tell the result."""
        assert self.position is not None
        self.state = "told"
        missed = self.position.unclaimed_dice()
        self.right_count += not (missed or self.mistake_count)
        self.stage.mark(Marks(danger=list_claimable(self.position)))
        if self.right_count == ROUNDS and self._on_perfect is not None:
            self._on_perfect(self._is_always_timed)
        self.app.sound.play("lost" if missed else "down" if not self.mistake_count else "refuse")
        self._update_texts()
        if self.round == 1:
            self.resize(self.app.size)  # the score appears

    # --- texts

    def _describe_board(self) -> str:
        words, table, own_side = self.app.words, self.stage.table, SIDES[self._view.bottom_seat]
        texts: dict[bool, list[str]] = {True: [], False: []}
        for target in sorted(target for target in table if table[target] and "die-" not in target):
            texts[target.startswith(own_side)].append(match_text.contents_text(words, self._game_key, table, target))
        return words("trainer.board", own=" ".join(texts[True]), others=" ".join(texts[False]))

    def _update_texts(self) -> None:
        words, position = self.app.words, self.position
        is_closed = self.state in ("idle", "told")
        self._time_bar.visible = self.state == "claim" and not self._is_unlimited
        self._next_button.enabled = is_closed or self._is_unlimited
        is_last = self.round == ROUNDS and self.state == "told"
        action = "done" if self._is_unlimited else "again" if is_last else "next" if self.round else "start"
        self._next_button.text = words(f"trainer.{action}")
        closed_count = self.round - (not is_closed)
        self._score.text = words("trainer.score", right=self.right_count, of=closed_count) if closed_count > 0 else ""
        self._status.text = words("trainer.round", n=self.round, of=ROUNDS) if position else words("trainer.ready")
        self._note.colour = INK if self.state == "claim" else SOFT_INK
        note_key = "explain" if is_closed else "claim_calm" if self._is_unlimited else self.state
        self._note.text = words(f"trainer.{note_key}")
        if self._is_unlimited and position is not None and position.roll is not None:
            roll = position.roll
            used_dice = (str(die) for die, mark in zip(roll.dice, roll.marks, strict=True) if mark != FREE)
            refusals = [Refusal("die-used", (), {"point": die}) for die in used_dice]
            sentences = [match_text.refusal_text(words, self._game_key, refusal) for refusal in refusals]
            self._note.text = " ".join((f"{format_faces(roll.dice)}.", *sentences, self._note.text))
        if self.state == "told" and position is not None:
            missed, last_roll = len(position.unclaimed_dice()), position.roll or position.dead_roll
            assert last_roll is not None
            has_claimed = any(mark.startswith(SIDES[self._view.bottom_seat]) for mark in last_roll.marks)
            right_key = "right" if has_claimed else "right_none"
            verdict = "missed" if missed else "wrong" if self.mistake_count else right_key
            self._note.text = f"{format_faces(last_roll.dice)}. {words(f'trainer.{verdict}', n=missed)}"
            self._note.colour = LEAF if verdict.startswith("right") else OXBLOOD
        self._fit_note_size()
