"""The stage: shows the tokens of a table with their animations and messages, and asks for repaints of changes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pygame

from rules.contract import Seat, Table, Target, Token
from scenes.surfaces import painting
from scenes.surfaces.board_turn import BoardTurn
from scenes.surfaces.clips import LIFT_SECONDS, Sprite
from scenes.surfaces.constants import SHAKE_SECONDS
from scenes.surfaces.drag import Drag
from scenes.surfaces.layout import Box, Spot, hit
from scenes.surfaces.living_tokens import LivingToken, Mood
from scenes.surfaces.marks import Marks, arrow_area, changed_paths, changed_targets
from scenes.surfaces.stamped_word import StampView
from scenes.surfaces.timeline import Film, Frame, Light, Timeline, make_shaking_frame
from scenes.surfaces.toast import ToastView
from scenes.surfaces.view import Display, TableView, particle_area

if TYPE_CHECKING:
    from scenes.app.appearance import Looks
    from scenes.app.stack import AppContext

_SHADOW_WIDTH: Final = 0.02  # width of the board's shadow, in heights of the table


class Stage(Drag):
    """The table in the match scene; it knows no rules of a game."""

    def __init__(self, app: AppContext, key: str, view: TableView) -> None:
        super().__init__(app, view)
        self._key = key
        self.area = Box(0, 0, 1, 1)
        self.flipped = False
        self.hidden_top_target: Target | None = None  # whose topmost token isn't shown while its promotion is chosen
        self.hidden_targets: frozenset[Target] = frozenset()  # targets whose tokens and objects aren't shown
        self.sprites_above: dict[str, tuple[Sprite, ...]] = {}  # sprites above everything, by the name of their group
        self.turning: BoardTurn | None = None  # doesn't block input
        self._living_token = LivingToken()
        self._film_started_at = 0.0
        self._played_cue_count = 0
        self._painted_rects: list[pygame.Rect] = []
        self._end_animation: Film | None = None
        self._light: Light | None = None
        self.toast_view = ToastView(app)
        self.stamp_view = StampView(app, self.view)
        self.shaken: tuple[Target, float] | None = None  # the target of a refused token, and when its shake began
        self._board = ""
        self._board_looks: Looks | None = None  # the looks by which the painted board was chosen

    # --- layout

    def place(self, area: Box, flipped: bool) -> None:
        """Lay out the board in `area`, ending all animations; animate a flip in place if the settings allow it."""
        self._end_films()
        self.toast_view.toast = None
        self.stamp_view.clear()
        self.sprites_above.clear()
        self.returning = None
        turns = area == self.area and flipped != self.flipped and BoardTurn.is_wanted(self._app)
        before = self._board_picture() if turns else None
        self.turning = self.turning if area == self.area and flipped == self.flipped else None
        self.area, self.flipped = area, flipped
        self.spots = self.view.spots(area, flipped)
        if before is not None:
            self.turning = BoardTurn(self._app, before, self._board_picture(), self._board_rect())

    def _board_rect(self) -> pygame.Rect:
        visible_part, area = self.view.visible_part(), self.area
        left, top = area.x + visible_part.x * area.h, area.y + visible_part.y * area.h
        board = Box(left, top, visible_part.w * area.h, visible_part.h * area.h)
        return pygame.Rect(board.inset(-_SHADOW_WIDTH * area.h).ints())

    def _board_picture(self) -> pygame.Surface:
        """End a running turn of the board; return a picture of the board without the dice cups."""
        window = pygame.Surface(self._app.size, pygame.SRCALPHA)
        hidden = self.hidden_targets
        self.hidden_targets, self.turning = hidden | set(self.view.cups), None
        self.paint(window)
        self.hidden_targets = hidden
        return window.subsurface(self._board_rect().clip(window.get_rect()))

    def lay_out(self) -> None:
        """Recompute the spots in the same area, and ask for a repaint of those that have changed."""
        before, self.spots = self.spots, self.view.spots(self.area, self.flipped)
        for target in before.keys() | self.spots.keys():
            if before.get(target) != self.spots.get(target):
                for spots in (before, self.spots):
                    if target in spots:
                        self._mark_spot_dirty(spots[target])

    def hit(self, pos: tuple[int, int]) -> Target | None:
        return hit(self.spots, *pos)

    # --- films

    @property
    def has_film(self) -> bool:
        return bool(self.films)

    @property
    def replaying_seat(self) -> Seat | None:
        """The seat whose move is being replayed, or None."""
        film = self.films[0] if self.films else None
        return film.replaying_seat if isinstance(film, Timeline) else None

    @property
    def pending_count(self) -> int:
        """The number of moves minus the number of undos that are still to be animated; at least 0."""
        return max(0, sum(1 if film.forward else -1 for film in self.films if film is not self._end_animation))

    @property
    def is_busy(self) -> bool:
        """Whether a film or a shake runs, which needs every frame."""
        return bool(self.films) or self.shaken is not None

    @property
    def is_animating(self) -> bool:
        """Whether something moves that doesn't block input: a lift, a return, a toast that fades in, a board turn."""
        is_drag_at_rest = self.held is None or self.held.is_at_rest(self._now)
        is_quiet = is_drag_at_rest and (self.toast_view.toast is None or self.toast_view.is_fully_visible(self._now))
        is_turning = self.turning is not None
        return self.returning is not None or not is_quiet or self._token_lifts.is_moving(self._now) or is_turning

    def show(self, table: Table) -> None:
        """Show `table` at once, ending all films."""
        if table != self.table:
            self._end_board_turn()
        self.films.clear()
        if self.returning is not None and table.get(self.returning.target) != self.table.get(self.returning.target):
            self.returning = None
        self.table = table
        self._update_lift_targets()
        self._mark_frame_dirty()

    def queue_film(self, film: Film) -> None:
        """Queue a film after those that are running."""
        first = not self.films
        self._end_board_turn()
        self.films.append(film)
        self.table = film.last
        self._end_return()
        if first:
            self._film_started_at, self._played_cue_count, self.shaken = self._app.now(), 0, None
            self._remember_initial_lifts()
            self._mark_frame_dirty()
        if film.seconds == 0:
            self._mark_board_dirty()

    def finish(self) -> None:
        """End all films at once, unless one of them can't be skipped."""
        self._end_board_turn()
        if not any(film.is_unskippable for film in self.films):
            self._end_films()

    def _end_board_turn(self) -> None:
        if self.turning is not None:
            self.turning = None
            self._mark_board_dirty()

    def _end_films(self) -> None:
        self._note_landings(*self.films)
        if self.films:
            self.films.clear()
            self._mark_board_dirty()

    def queue_end_animation(self, film: Film) -> None:
        self._end_animation = film
        self.queue_film(film)

    @property
    def elapsed_seconds(self) -> float:
        return max(0.0, self._now - self._film_started_at)

    @property
    def is_end_animation_running(self) -> bool:
        return bool(self.films) and self.films[0] is self._end_animation

    def end_films_now(self) -> tuple[Sprite, ...]:
        """End all films, even those that can't be skipped; return the current frame's sprites except the lowest."""
        sprites = self.frame().sprites[1:]
        self._end_films()
        return sprites

    def mark(self, marks: Marks) -> None:
        """Show `marks` instead of the former ones."""
        if marks == self.marks:
            return
        before, self.marks = self.marks, marks
        changed = changed_targets(before, marks)
        changed |= {self.view.move_marks.marked_target(target) for target in before.last ^ marks.last}
        if before.watched != marks.watched or before.token_to_put != marks.token_to_put:
            changed |= self._living_targets()
        for target in changed:
            self.dirty(target)
        self._update_lift_targets()
        for path in changed_paths(before, marks):
            self._app.dirty(arrow_area(self.spots, path))
        self._update_living(self._now)

    def aim(self, target: Target | None) -> None:
        self.mark(replace(self.marks, aim=self.shown_aim(target, self.marks.token_to_put)))

    def shown_aim(self, target: Target | None, put: Token | None) -> Target | None:
        """Return `target` if aims are marked, and a token is to be put or legal targets are shown; else None."""
        is_shown = self.view.move_marks.has_aim and (put is not None or self._app.settings.legal_targets)
        return target if is_shown else None

    def hide_top_token(self, target: Target | None) -> None:
        """Hide the topmost token of a target while its promotion is being chosen; None: hide no token."""
        for changed in (self.hidden_top_target, target):
            if changed is not None:
                self.dirty(changed)
        self.hidden_top_target = target

    def hide(self, targets: frozenset[Target]) -> None:
        """Hide the tokens and objects of these targets, and show those that were hidden before."""
        for target in self.hidden_targets ^ targets:
            self.dirty(target)
        self.hidden_targets = targets

    def show_above(self, name: str, sprites: tuple[Sprite, ...] = ()) -> None:
        """Show sprites without a target above everything, in place of the ones shown before under `name`."""
        before = self.sprites_above.pop(name, ())
        if sprites:
            self.sprites_above[name] = sprites
        for sprite in (*before, *sprites):
            self._app.dirty(self.view.sprite_area(sprite))

    # --- living tokens

    def note_input(self) -> None:
        """Keep a living token awake, because the person has made an input."""
        if self.view.animations.living:
            self._living_token.note_input(self._app.now())

    def schedule_hop(self) -> None:
        """Let the living token hop after all films, when the turn to place it begins."""
        if not self._is_still:
            begun = self._film_started_at if self.films else self._app.now()
            self._living_token.schedule_hop(begun + sum(film.seconds for film in self.films))

    def refusal_sound(self, targets: Collection[Target]) -> str:
        """Return the name of the sound for a refusal of `targets`; a living token has a sound of its own."""
        return "mutter" if self._app.settings.quack and self._living_targets() & set(targets) else "refuse"

    def _note_landings(self, *ended: Film) -> None:
        if any(isinstance(film, Timeline) and film.has_landing for film in ended):
            self._living_token.note_landing(self._app.now(), self._app.settings.quack)

    def finish_traces(self) -> None:
        """Hide the fading marks of former places at once, before another screen covers the table."""
        self._living_token.finish_traces()
        self._update_living(self._now)

    @property
    def _living_settings(self) -> tuple[bool, bool]:
        """Whether a living token cries, and whether it blinks."""
        settings = self._app.settings
        return settings.quack and not self._is_still, settings.small_life and not self._is_still

    def _update_living(self, now: float) -> None:
        """Update the look of living tokens, ask for repaints of changes, and play a cry that is due."""
        if not self.view.animations.living:
            return
        watched = self.marks.aim if self.marks.token_to_put is not None and self.marks.aim else self.marks.watched
        point = None if watched is None else (self.spots[watched].x, self.spots[watched].y)
        traces = self._living_token.update_traces(self.marks.former_places, now, self._is_still)
        act, hop = self._living_token.advance_act(now, *self._living_settings), self._living_token.hop(now)
        mood, before = Mood(act, point, hop, traces), self.view.mood
        if mood != before:
            self.view.mood = mood
            for target in self._living_targets() | traces.keys() | before.traces.keys():
                self.dirty(target)
        if self._living_token.take_due_cry(now):
            x = next((self.spots[target].x for target in self._living_targets()), 0.0)
            self._app.sound.play("quack", pan=self._app.pan_at(x))

    # --- messages

    def show_message(
        self, text: str, target: Target | None, refusal_code: str = "", mentioned: Collection[Target] = ()
    ) -> None:
        """Show a toast beside a target, or in the middle of the table.

        `refusal_code` is the code of the refusal that the toast explains. The toast avoids the targets `mentioned`
        and living tokens.
        """
        spots = self.spots
        spot = None if target is None else self._find_message_spot(target)
        middle = (self.area.x + self.area.h / 2, self.area.y + self.area.h / 2)  # the board is a square on the left
        likely_clicks = [pygame.Rect(box.ints()) for box in self._next_click_boxes()]
        clickable = likely_clicks + [pygame.Rect(spots[one].box.ints()) for one in self.table if one in spots]
        avoided = [spots[one] for one in sorted({*mentioned, *self._living_targets()} - {target}) if one in spots]
        self.toast_view.show_toast(text, spot, middle, self._now, refusal_code, likely_clicks, avoided, clickable)

    def _next_click_boxes(self) -> list[Box]:
        """Return the boxes of marked targets, on which the person is likely to click next."""
        marks = self.marks
        return [self.spots[one].box for one in marks.forced | marks.drops | marks.victims if one in self.spots]

    def _find_message_spot(self, target: Target) -> Spot:
        """Return the spot beside which a message about a target is shown."""
        return self.spots[target]

    @property
    def message_text(self) -> str | None:
        return None if self.toast_view.toast is None else self.toast_view.toast.text

    @property
    def refusal_code(self) -> str:
        return "" if self.toast_view.toast is None else self.toast_view.toast.refusal_code

    def is_on_why_button(self, pos: tuple[int, int]) -> bool:
        """Return whether a point is on the toast's button that asks why a move was refused."""
        return self.toast_view.toast is not None and self.toast_view.is_on_why_button(pos)

    def dismiss_message_by(self, event: pygame.event.Event) -> None:
        if self.toast_view.toast is not None:
            self.toast_view.dismiss_on(event)

    def clear_message(self) -> None:
        if self.toast_view.toast is not None:
            self.toast_view.hide_toast()

    def stamp(self, text: str) -> None:
        """Show a stamped word for a moment, if the game has a stamp."""
        self.stamp_view.show_word(text, self.area)

    def shake(self, target: Target) -> None:
        """Shake the tokens of a target, because a move with them was refused."""
        is_returning = self.returning is not None and self.returning.target == target
        if self.table.get(target) and not self._is_still and not is_returning:
            self.shaken = (target, self._app.now())
            self._mark_frame_dirty()

    # --- time

    def update(self) -> None:
        """Advance all animations to the current time, play due sounds, and ask for repaints."""
        before, now = self._now, self._app.now()
        self._advance_time(now)
        if self.toast_view.toast is not None:
            self.toast_view.update(before, now)
        if self.stamp_view.word is not None:
            self.stamp_view.update(now)
        if self.shaken is not None and now - self.shaken[1] >= SHAKE_SECONDS:
            self.shaken = None
        while self.films and now - self._film_started_at >= self.films[0].seconds:
            self._play_due_cues(now)
            ended = self.films.popleft()
            self._note_landings(ended)
            self._film_started_at += ended.seconds
            self._played_cue_count, self._initial_lifts = 0, {}
        if self.films:
            self._play_due_cues(now)
        if self.turning is not None and not self.turning.update():
            self.turning = None
        self._update_living(now)
        self._update_lifts()
        self._mark_light_dirty()
        self._mark_frame_dirty()

    def _mark_frame_dirty(self) -> None:
        """Ask for repaints of what has changed since the last call: resting tokens and moving sprites."""
        frame = self.frame()
        before, self._resting = self._resting, frame.resting
        if before is not frame.resting:
            targets = {**before, **frame.resting}
            changed = [target for target in targets if before.get(target) != frame.resting.get(target)]
            for target in (*changed, *self.view.counted):
                self.dirty(target)
        rects_before, self._painted_rects = self._painted_rects, [self.view.sprite_area(one) for one in frame.sprites]
        self._painted_rects += map(particle_area, (*frame.under, *frame.over))
        for rect in (*rects_before, *self._painted_rects):
            self._app.dirty(rect)

    def wait_seconds(self) -> float | None:
        """Return the seconds until `update` is wanted; None if none is needed."""
        if self.is_busy or self.is_animating:
            return 0.0
        now = self._app.now()
        waits = [self.toast_view.wait_seconds(now), self.stamp_view.wait_seconds(now)]
        if self.view.animations.living:
            waits.append(self._living_token.wait_seconds(now, *self._living_settings))
        return min((wait for wait in waits if wait is not None), default=None)

    def _play_due_cues(self, now: float) -> None:
        cues = self.films[0].cues
        while self._played_cue_count < len(cues) and cues[self._played_cue_count].time <= now - self._film_started_at:
            cue = cues[self._played_cue_count]
            pan = self._app.pan_at(cue.x)
            self._app.sound.play(cue.sound, pan=pan, volume=cue.volume)
            self._played_cue_count += 1

    def frame(self) -> Frame:
        """Return the tokens as they are painted now."""
        if self.films:
            frame = self.films[0].at(self.elapsed_seconds)
            return (
                self._with_initial_lifts(frame, self.elapsed_seconds)
                if self.elapsed_seconds < LIFT_SECONDS
                else frame
            )
        if self.shaken is not None:
            target, since = self.shaken
            progress = max(0.0, self._now - since) / SHAKE_SECONDS
            return make_shaking_frame(self.table, target, self.spots[target], progress, self.lifts.get(target, 0.0))
        return Frame(self.table)

    def paint(self, surface: pygame.Surface) -> None:
        app = self._app
        if self.turning is not None:
            turning, self.turning = self.turning, None  # so that this method paints what is around the board
            turning.paint(surface, self.paint)
            self.turning = turning
            return
        hidden = {one.target: len(one.tokens) for one in (self.returning, self.held) if one is not None}
        if self.hidden_top_target is not None:
            hidden.setdefault(self.hidden_top_target, 1)
        marks = replace(self.marks, hidden=hidden, raised=self.lifts) if hidden or self.lifts else self.marks
        frame = self.frame()
        if self.hidden_targets:
            resting = {at: tokens for at, tokens in frame.resting.items() if at not in self.hidden_targets}
            frame = replace(frame, resting=resting, hidden_objects=frame.hidden_objects | self.hidden_targets)
        if self.films and self.films[0].is_above:
            frame = replace(frame, sprites=())
        if self._board_looks is not app.assets.looks:
            self._board_looks, self._board = app.assets.looks, app.assets.looks.board_of(self._key)
        display = Display(self.area, self.spots, frame, marks)
        self.view.paint(surface, app.assets, app.theme, self._board, display)

    def paint_above(self, surface: pygame.Surface) -> None:
        """Paint what is above the table: the light, held and returning tokens, messages."""
        if self._light is not None:
            painting.paint_light(surface, self._light)
        above = [sprite for sprites in self.sprites_above.values() for sprite in sprites]
        if self.films and self.films[0].is_above:
            above += self.frame().sprites
        returning = [] if self.returning is None else self.returning.at(self._now)
        for sprite in (*above, *returning, *self._held_sprites()):
            self.view.paint_sprite(surface, self._app.assets, sprite)
        if self.stamp_view.word is not None:
            self.stamp_view.paint(surface)
        if self.toast_view.toast is not None:
            self.toast_view.paint(surface, self._now)

    def _mark_light_dirty(self) -> None:
        before, self._light = self._light, self.frame().light
        for light in (before, self._light) if before != self._light else ():
            if light is not None:
                self._app.dirty(painting.light_area(light))

    def _mark_board_dirty(self) -> None:
        self._app.dirty(pygame.Rect(self.area.inset(-self.area.h * 0.05).ints()))
        self._mark_light_dirty()
        self._mark_frame_dirty()
