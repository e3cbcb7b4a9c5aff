"""The tokens on a table and their animations; knows no rules, and asks for repaints of only the changed areas."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pygame

from rules.contract import Seat, Table, Target, Token
from scenes.surfaces import painting
from scenes.surfaces.clips import RISE, Sprite
from scenes.surfaces.constants import MOVE_DELAYS_SECONDS, SHAKE_SECONDS
from scenes.surfaces.drag import Drag
from scenes.surfaces.layout import Box, Spot, hit
from scenes.surfaces.life import Life, Mood
from scenes.surfaces.marks import Marks, arrow_area, other_paths, otherwise_marked
from scenes.surfaces.speech import Speech, Stamping
from scenes.surfaces.timeline import Film, Frame, Light, Timeline, shaking
from scenes.surfaces.turning import BoardTurn
from scenes.surfaces.view import Display, TableView, particle_area

if TYPE_CHECKING:
    from scenes.app.appearance import Looks
    from scenes.app.stack import AppContext

_SHADOW: Final = 0.02


class Stage(Drag):
    """The table in the match scene."""

    def __init__(self, app: AppContext, key: str, view: TableView) -> None:
        super().__init__(app, view)
        self._key = key
        self.area = Box(0, 0, 1, 1)
        self.flipped = False
        self.aside: Target | None = None  # its topmost token isn't shown while its promotion is being chosen
        self.gone: frozenset[Target] = frozenset()
        self.above: dict[str, tuple[Sprite, ...]] = {}
        self.turning: BoardTurn | None = None  # doesn't block input
        self._life = Life()
        self._begun = 0.0
        self._cued = 0
        self._covered: list[pygame.Rect] = []
        self._moment: Film | None = None
        self._light: Light | None = None
        self.speech = Speech(app)
        self.stamping = Stamping(app, self.view)
        self.shaken: tuple[Target, float] | None = None
        self._board = ""
        self._dressed: Looks | None = None  # the looks by which the painted board was chosen

    # --- layout

    def place(self, area: Box, flipped: bool) -> None:
        """Lay out anew, ending all animations."""
        self._end_films()
        self.speech.toast = None
        self.stamping.clear()
        self.above.clear()
        self.homing = None
        turns = area == self.area and flipped != self.flipped and BoardTurn.is_wanted(self._app)
        before = self._board_picture() if turns else None
        self.turning = self.turning if area == self.area and flipped == self.flipped else None
        self.area, self.flipped = area, flipped
        self.spots = self.view.spots(area, flipped)
        if before is not None:
            self.turning = BoardTurn(self._app, before, self._board_picture(), self._board_rect())

    def _board_rect(self) -> pygame.Rect:
        portrait, area = self.view.portrait(), self.area
        left, top = area.x + portrait.x * area.h, area.y + portrait.y * area.h
        board = Box(left, top, portrait.w * area.h, portrait.h * area.h)
        return pygame.Rect(board.inset(-_SHADOW * area.h).ints())

    def _board_picture(self) -> pygame.Surface:
        whole = pygame.Surface(self._app.size, pygame.SRCALPHA)
        gone, self.gone, self.turning = self.gone, self.gone | set(self.view.cups), None
        self.paint(whole)
        self.gone = gone
        return whole.subsurface(self._board_rect().clip(whole.get_rect()))

    def lay_out(self) -> None:
        """Recompute the spots on the same board and repaint those that moved."""
        before, self.spots = self.spots, self.view.spots(self.area, self.flipped)
        for target in before.keys() | self.spots.keys():
            if before.get(target) != self.spots.get(target):
                for spots in (before, self.spots):
                    if target in spots:
                        self._cover(spots[target])

    def hit(self, pos: tuple[int, int]) -> Target | None:
        return hit(self.spots, *pos)

    # --- films

    @property
    def moving(self) -> bool:
        return bool(self.films)

    @property
    def move_delay(self) -> float:
        """Seconds from the computer's answer to its move, where a person plays."""
        usual = self.view.animations.move_delay if self._app.settings.animation != "off" else 0.0
        return MOVE_DELAYS_SECONDS.get(self._app.settings.card_pace, usual)

    @property
    def again(self) -> Seat | None:
        film = self.films[0] if self.films else None
        return film.again if isinstance(film, Timeline) else None

    @property
    def pending_count(self) -> int:
        """Number of moves still to be animated; undone ones are subtracted."""
        return max(0, sum(1 if film.forward else -1 for film in self.films if film is not self._moment))

    @property
    def busy(self) -> bool:
        """Whether a film or a shake runs, so that every frame counts."""
        return bool(self.films) or self.shaken is not None

    @property
    def stirring(self) -> bool:
        """Whether non-blocking movement runs: lifting, returning, a toast's fade, a turning board."""
        hangs = self.held is None or self.held.hangs(self._now)
        quiet = hangs and (self.speech.toast is None or self.speech.is_steady(self._now))
        return self.homing is not None or not quiet or self._rising.moves(self._now) or self.turning is not None

    def show(self, table: Table) -> None:
        """Show `table` at once."""
        if table != self.table:
            self._end_turn()
        self.films.clear()
        if self.homing is not None and table.get(self.homing.target) != self.table.get(self.homing.target):
            self.homing = None
        self.table = table
        self._lift()
        self._cover_frame()

    def film(self, film: Film) -> None:
        """Queue a film after those that are running."""
        first = not self.films
        self._end_turn()
        self.films.append(film)
        self.table = film.last
        self._arrive()
        if first:
            self._begun, self._cued, self.shaken = self._app.now(), 0, None
            self._carry()
            self._cover_frame()
        if film.seconds == 0:
            self._whole()

    def finish(self) -> None:
        """End all films at once, unless one is binding."""
        self._end_turn()
        if not any(film.binding for film in self.films):
            self._end_films()

    def _end_turn(self) -> None:
        if self.turning is not None:
            self.turning = None
            self._whole()

    def _end_films(self) -> None:
        self._land(*self.films)
        if self.films:
            self.films.clear()
            self._whole()

    def celebrate(self, film: Film) -> None:
        self._moment = film
        self.film(film)

    @property
    def elapsed_seconds(self) -> float:
        return max(0.0, self._now - self._begun)

    @property
    def celebrates(self) -> bool:
        return bool(self.films) and self.films[0] is self._moment

    def cut(self) -> tuple[Sprite, ...]:
        """Break off the films, even binding ones; return the sprites except the first."""
        sprites = self.frame().sprites[1:]
        self._end_films()
        return sprites

    def mark(self, marks: Marks) -> None:
        if marks == self.marks:
            return
        before, self.marks = self.marks, marks
        changed = otherwise_marked(before, marks)
        changed |= {self.view.move_marks.marked_target(target) for target in before.last ^ marks.last}
        if before.watched != marks.watched or before.put != marks.put:
            changed |= self._living()
        for target in changed:
            self.dirty(target)
        self._lift()
        for path in other_paths(before, marks):
            self._app.dirty(arrow_area(self.spots, path))
        self._live(self._now)

    def aim(self, target: Target | None) -> None:
        self.mark(replace(self.marks, aim=self.shown_aim(target, self.marks.put)))

    def shown_aim(self, target: Target | None, put: Token | None) -> Target | None:
        """Return the aim to show: none if a piece is picked and legal targets aren't shown."""
        return (
            target if self.view.move_marks.has_aim and (put is not None or self._app.settings.legal_targets) else None
        )

    def lay_aside(self, target: Target | None) -> None:
        for one in {self.aside, target} - {None}:
            if one is not None:
                self.dirty(one)
        self.aside = target

    def hide(self, targets: frozenset[Target]) -> None:
        for target in self.gone ^ targets:
            self.dirty(target)
        self.gone = targets

    def lay_above(self, name: str, sprites: tuple[Sprite, ...] = ()) -> None:
        """Show sprites that belong to no target above everything, in place of the former ones of that name."""
        before = self.above.pop(name, ())
        if sprites:
            self.above[name] = sprites
        for sprite in (*before, *sprites):
            self._app.dirty(self.view.covers(sprite))

    # --- living tokens

    def stir(self) -> None:
        if self.view.animations.living:
            self._life.stir(self._app.now())

    def call(self) -> None:
        """Let the living token hop once all films have ended: its turn begins."""
        if not self._still:
            begun = self._begun if self.films else self._app.now()
            self._life.call(begun + sum(film.seconds for film in self.films))

    def protest(self, targets: Collection[Target]) -> str:
        """Return the name of a refusal's sound; a living token has its own."""
        return "mutter" if self._app.settings.quack and self._living() & set(targets) else "refuse"

    def _land(self, *ended: Film) -> None:
        if any(isinstance(film, Timeline) and film.has_landing for film in ended):
            self._life.land(self._app.now(), self._app.settings.quack)

    def finish_traces(self) -> None:
        """End the fade of the traces, since a covered table isn't updated."""
        self._life.finish_traces()
        self._live(self._now)

    @property
    def _habits(self) -> tuple[bool, bool]:
        settings = self._app.settings
        return settings.quack and not self._still, settings.small_life and not self._still

    def _live(self, now: float) -> None:
        if not self.view.animations.living:
            return
        watched = self.marks.aim if self.marks.put is not None and self.marks.aim else self.marks.watched
        point = None if watched is None else (self.spots[watched].x, self.spots[watched].y)
        traces = self._life.traces(self.marks.left, now, self._still)
        mood, before = Mood(self._life.act(now, *self._habits), point, self._life.hop(now), traces), self.view.mood
        if mood != before:
            self.view.mood = mood
            for target in self._living() | traces.keys() | before.traces.keys():
                self.dirty(target)
        if self._life.take_due_cry(now):
            x = next((self.spots[target].x for target in self._living()), 0.0)
            self._app.sound.play("quack", pan=self._app.pan_at(x))

    # --- messages

    def show_message(
        self, text: str, target: Target | None, refused: str = "", spoken: Collection[Target] = ()
    ) -> None:
        """Show a toast at a target, or in the middle; `refused` is the code of the refusal that it explains.

        It avoids covering `spoken` and living tokens.
        """
        spot = None if target is None else self._beside(target)
        middle = (self.area.x + self.area.h / 2, self.area.y + self.area.h / 2)
        free = [pygame.Rect(box.ints()) for box in self._wanted()]
        taken = free + [pygame.Rect(self.spots[one].box.ints()) for one in self.table if one in self.spots]
        others = [self.spots[one] for one in sorted({*spoken, *self._living()} - {target}) if one in self.spots]
        self.speech.say(text, spot, middle, self._now, refused, free, others, taken)

    def _wanted(self) -> list[Box]:
        marks = self.marks
        return [self.spots[one].box for one in marks.must | marks.drops | marks.victims if one in self.spots]

    def _beside(self, target: Target) -> Spot:
        return self.spots[target]

    @property
    def message_text(self) -> str | None:
        return None if self.speech.toast is None else self.speech.toast.text

    @property
    def refusal_code(self) -> str:
        return "" if self.speech.toast is None else self.speech.toast.refused

    def asks_why(self, pos: tuple[int, int]) -> bool:
        return self.speech.toast is not None and self.speech.asks_why(pos)

    def dismiss_message_by(self, event: pygame.event.Event) -> None:
        if self.speech.toast is not None:
            self.speech.dismiss_by(event)

    def clear_message(self) -> None:
        if self.speech.toast is not None:
            self.speech.hide_toast()

    def stamp(self, text: str) -> None:
        self.stamping.stamp(text, self.area)

    def shake(self, target: Target) -> None:
        homing = self.homing is not None and self.homing.target == target
        if self.table.get(target) and not self._still and not homing:
            self.shaken = (target, self._app.now())
            self._cover_frame()

    # --- time

    def update(self) -> None:
        speech, stamping = self.speech, self.stamping
        before, now = self._now, self._app.now()
        self._go_on(now)
        if speech.toast is not None:
            speech.update(before, now)
        if stamping.word is not None:
            stamping.update(now)
        if self.shaken is not None and now - self.shaken[1] >= SHAKE_SECONDS:
            self.shaken = None
        while self.films and now - self._begun >= self.films[0].seconds:
            self._cue(now)
            ended = self.films.popleft()
            self._land(ended)
            self._begun, self._cued, self._carried = self._begun + ended.seconds, 0, {}
        if self.films:
            self._cue(now)
        if self.turning is not None and not self.turning.goes_on():
            self.turning = None
        self._live(now)
        self._float()
        self._cover_light()
        self._cover_frame()

    def _cover_frame(self) -> None:
        frame = self.frame()
        lay, self._resting = self._resting, frame.resting
        if lay is not frame.resting:
            changed = [target for target in {**lay, **frame.resting} if lay.get(target) != frame.resting.get(target)]
            for target in (*changed, *self.view.counted):
                self.dirty(target)
        before, self._covered = self._covered, [self.view.covers(sprite) for sprite in frame.sprites]
        self._covered += map(particle_area, (*frame.under, *frame.over))
        for rect in (*before, *self._covered):
            self._app.dirty(rect)

    def pace(self) -> float | None:
        """Return the seconds until `update` is wanted; None: no update is needed."""
        if self.busy or self.stirring:
            return 0.0
        now = self._app.now()
        wanted = [part.pace(now) for part in (self.speech, self.stamping)]
        if self.view.animations.living:
            wanted.append(self._life.pace(now, *self._habits))
        return min((pause for pause in wanted if pause is not None), default=None)

    def _cue(self, now: float) -> None:
        cues = self.films[0].cues
        while self._cued < len(cues) and cues[self._cued].time <= now - self._begun:
            cue = cues[self._cued]
            pan = self._app.pan_at(cue.x)
            self._app.sound.play(cue.sound, pan=pan, volume=cue.volume)
            self._cued += 1

    def frame(self) -> Frame:
        if self.films:
            frame = self.films[0].at(self.elapsed_seconds)
            return self._carried_on(frame, self.elapsed_seconds) if self.elapsed_seconds < RISE else frame
        if self.shaken is not None:
            target, since = self.shaken
            part = max(0.0, self._now - since) / SHAKE_SECONDS
            return shaking(self.table, target, self.spots[target], part, self.risen.get(target, 0.0))
        return Frame(self.table)

    def paint(self, surface: pygame.Surface) -> None:
        app = self._app
        if self.turning is not None:
            turning, self.turning = self.turning, None
            turning.paint(surface, self.paint)
            self.turning = turning
            return
        off = {one.target: len(one.tokens) for one in (self.homing, self.held) if one is not None}
        if self.aside is not None:
            off.setdefault(self.aside, 1)
        marks = replace(self.marks, hidden=off, raised=self.risen) if off or self.risen else self.marks
        frame = self.frame()
        if self.gone:
            resting = {target: tokens for target, tokens in frame.resting.items() if target not in self.gone}
            frame = replace(frame, resting=resting, away=frame.away | self.gone)
        if self.films and self.films[0].above:
            frame = replace(frame, sprites=())
        if self._dressed is not app.assets.looks:
            self._dressed, self._board = app.assets.looks, app.assets.looks.board_of(self._key)
        display = Display(self.area, self.spots, frame, marks)
        self.view.paint(surface, app.assets, app.theme, self._board, display)

    def paint_above(self, surface: pygame.Surface) -> None:
        """Paint the things above everything: the light, held tokens, messages."""
        if self._light is not None:
            painting.shine(surface, self._light)
        above = [sprite for sprites in self.above.values() for sprite in sprites]
        if self.films and self.films[0].above:
            above += self.frame().sprites
        home = [] if self.homing is None else self.homing.at(self._now)
        for sprite in (*above, *home, *self._in_hand()):
            self.view.paint_sprite(surface, self._app.assets, sprite)
        if self.stamping.word is not None:
            self.stamping.paint(surface)
        if self.speech.toast is not None:
            self.speech.paint(surface, self._now)

    def _cover_light(self) -> None:
        before, self._light = self._light, self.frame().light
        for light in (before, self._light) if before != self._light else ():
            if light is not None:
                self._app.dirty(painting.reach(light))

    def _whole(self) -> None:
        self._app.dirty(pygame.Rect(self.area.inset(-self.area.h * 0.05).ints()))
        self._cover_light()
        self._cover_frame()
