"""The table scene: one for all games. It knows matches and positions by their contract and names no game.

An event becomes an intent, the intent a gesture, the gesture a move (hand.py); the match answers with a change; the
change becomes a film on the stage. The state is always already after the film. What is looked back on is course.py's,
what keys and menu do actions.py's, what the paper says sheet.py's, the computer's part opposition.py's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import pygame

from rules.contract import Beat, Effect, Gesture, Seat, Slide, Table
from rules.match import Change, Ending, Match
from scenes import actions, announcing, sheet, telling
from scenes.asking import NOTHING, Asked, Asking
from scenes.caution import Caution
from scenes.choosing import turned
from scenes.course import Course
from scenes.flights import LANDINGS, Manner
from scenes.hand import ARROWS, Held
from scenes.hourglass import Hourglass
from scenes.kits import kit_of
from scenes.mail import Post
from scenes.motion import plan
from scenes.opposition import Opposition, Reply
from scenes.pointing import Pointing
from scenes.sitting import Sitting
from scenes.stack import Scene
from scenes.widgets.clock_face import SHORT
from scenes.widgets.cloth import Cloth
from scenes.widgets.prompt import Prompt
from scenes.widgets.question import Question

if TYPE_CHECKING:
    from scenes.app import App

SPEEDS: Final = {"normal": 1.0, "fast": 2.0, "off": 0.0}
BACKWARDS: Final = 1.6
"""Undoing runs so much faster."""
ANSWER_PACE: Final = 0.015
"""Seconds between two looks for the computer's answer."""
REPLAY_PACE: Final = 1.0


class MatchScene(Scene):
    """A match on the table: played, watched, or looked back on."""

    def __init__(self, app: App, sitting: Sitting, looking_back: bool = False) -> None:
        super().__init__(app)
        self.sitting = sitting
        self.course = Course(sitting.match, looking_back)
        self.kit = kit_of(self.match.game.key)
        self.stage = self.kit.stage(app, self.match.game.key)
        self.hand = self.kit.hand(app, self.stage, self)
        self.choosing = self.kit.choosing(self)
        self.fate: Any = self.kit.fate(self)
        self.asking = Asking(self)
        self.pointing = Pointing(self)
        self.hourglass = Hourglass(self)
        self.caution = Caution(self)
        self.post = Post(self)
        self._asker: Asking | Caution | Post = self.asking
        """Who asks what stands on the slip."""
        self.opposition = Opposition(app, sitting)
        self.paused = False
        """Computers play each other, and the person has stopped them."""
        self.kept = looking_back
        """It was over when it was laid on the table: it is looked at, and not changed."""
        self.replay_at: float | None = None
        """When the film of a match that is looked back on goes on."""
        self.note: str | None = None
        """Something that must be said beside whose turn it is."""
        self.advice: tuple[Any, ...] = ()
        """The moves that the hint shows."""
        self._reply: Reply | None = None
        self._asked_at = self._ready_at = 0.0
        self._told = self.match.outcome() is not None
        """Whether the result was shown."""
        self._able = ""
        """What was said last of what the picked piece can do."""
        self._greets = False
        """Whether it is still to be said on the board what the coin said."""
        self._coming = 0
        """How many moves were still on their way when the board was last marked."""
        people = sitting.persons
        self.bottom: Seat = people[0] if len(people) == 1 else self.stage.view.bottom
        """The seat at the lower edge of the board."""
        self.turned_to: Seat | None = None
        """Whom the board was last turned to, where it turns by itself."""

    @property
    def match(self) -> Match:
        return self.sitting.match

    @property
    def movers(self) -> frozenset[Seat]:
        """The persons here who may move now."""
        over = self.match.outcome() is not None
        held_up = self.hourglass.stopped or self.fate.covers or self.fate.itself() is not None
        if not self.course.live or over or held_up:
            return frozenset()
        return self.match.position.actors() & frozenset(self.sitting.persons)

    @property
    def mine(self) -> bool:
        """Whether a person may move now."""
        return bool(self.movers)

    # --- the scene

    def enter(self) -> None:
        view = self.stage.view
        turns = (view.sample, view.columns, self._tell_turn)
        self.sidebar = self.kit.sidebar(self, view.emblems, self.act, self._pick_turn, *turns)
        self.prompt = Prompt(self.sidebar.form, "undo", self.app.words("table.take_back"), self.take_back)
        self.question = Question(self.sidebar.form, lambda value: self._asker.answer(value))
        self.cloth = Cloth(self.sidebar.form, self._ready)
        self._greets = bool(telling.coin(self.app.words, self.sitting)) and not self.hourglass.stopped
        if self.match.outcome() is None:
            self.app.storage.remember_open(self.sitting.id)

    def leave(self) -> None:
        self.match.pause(self.app.now())
        self.opposition.thinker.close()
        if self.match.outcome() is None:
            self.sitting.save(self.app.storage)

    def resize(self, size: tuple[int, int]) -> None:
        frame = self.kit.frame(size, self.stage.view.ratio, self.app.theme.u)
        self.stage.place(frame.area, flipped=self.bottom != self.stage.view.bottom)
        self.sidebar.place(frame.panel, self.bottom)
        ledge = pygame.Rect(self.stage.view.ledge(frame.area).ints())
        self.prompt.place(ledge)
        self.question.place(ledge)
        self.cloth.place(pygame.Rect(frame.area.ints()))
        self.fate.prepare()
        self.go_on()
        if self._greets:
            self._greets = False
            self.stage.say(telling.coin(self.app.words, self.sitting), None)

    def covered(self) -> None:
        self.match.pause(self.app.now())
        self.show_cloth(below=True)

    def resumed(self, result: object) -> None:
        self.opposition.settle(result)
        if not self.match.position.hints:
            self.drop_plans()  # time stood still: everybody looks anew
        match result:
            case ("resigned" | "agreed" as reason, int(seat)):
                self.end(reason, seat)
            case ("ply", int(ply)):
                self.look(ply)
            case str():
                self.act(result)
        if self.app.stack.top is self:
            self.go_on()

    def update(self, dt: float) -> None:
        now = self.app.now()
        self.hourglass.strike(now)
        self.hourglass.update(now)
        self.sidebar.form.update(dt)
        self.stage.update()
        self.fate.update(now)
        self.pointing.update(now)
        if self.stage.coming != self._coming:
            self.mark()
        late = self.match.clock.flagged(now)
        if late is not None:
            self.end("time-out", late)
        reply = self.opposition.poll()
        if reply is not None:
            self._take(reply)
        if self._reply is not None and now >= self._ready_at and (self.fate.binding or not self.stage.moving):
            self._play_reply(self._reply)
        if self.replay_at is not None and now >= self.replay_at and not self.stage.moving:
            self._replay_on()
        if not self.stage.busy and self.stage.held is None:
            actions.turn_board(self)
        if not self._told and not self.stage.busy and self.match.outcome() is not None:
            self._told = True
            self.app.stack.push(actions.result_scene(self))
        if self.match.clock.runs:
            self.sidebar.show_plates(sheet.plates(self.app.words, self.sitting, now, self.course.position))

    def pace(self) -> float | None:
        now = self.app.now()
        timers = (self.fate, self.pointing, self.hourglass)
        wanted = [self.stage.pace(), self.sidebar.form.pace(), *(timer.pace(now) for timer in timers)]
        if self.opposition.watched:
            wanted.append(ANSWER_PACE)
        if self._reply is not None and (self.fate.binding or not self.stage.moving):
            wanted.append(max(0.0, self._ready_at - now))
        if self.replay_at is not None and not self.stage.moving:
            wanted.append(max(0.0, self.replay_at - now))
        if self.match.clock.runs:
            wanted.append(pause_of(self.match.clock.left(self.match.position.to_move, now)))
        return min((pause for pause in wanted if pause is not None), default=None)

    def paint(self, surface: pygame.Surface) -> None:
        if not self.stage.view.fills:
            self.app.theme.paint_table(surface)
        self.stage.paint(surface)
        self.sidebar.form.paint(surface)
        self.stage.paint_above(surface)

    # --- events

    def handle(self, event: pygame.event.Event) -> bool:
        self.stage.stir()
        self.pointing.heed(event)
        if self.stage.marks.focus is not None and not self.app.keyboard:
            self.mark()
        lets_go = event.type == pygame.MOUSEBUTTONDOWN and event.button == 3 and not self.hand.empty
        if lets_go and self.choosing.strip is None:
            return self.caution.drop() or self.hand.handle(event)
        if not self.holding and self.sidebar.form.handle(event):
            if event.type == pygame.KEYDOWN and event.key == pygame.K_TAB:
                self.hand.point(None)
            return True
        if event.type == pygame.KEYDOWN:
            if self._key(event):
                return True
            if event.key in ARROWS:
                self.sidebar.form.focus(None)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.sidebar.form.focus(None)
            self.caution.drop()  # a click on the board says no, and counts for itself
        if self.asking.key(event) or self.fate.handle(event):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self._clicked_in_vain(event.pos):
            return True
        return self.choosing.strip is None and self.hand.handle(event)

    def point(self, pos: tuple[int, int]) -> None:
        if not self.holding and not self.sidebar.form.point(pos):
            self.hand.rest(pos)

    @property
    def holding(self) -> bool:
        """Whether a piece or a cup is in the person's hand: all that the mouse does is then about it."""
        return self.stage.held is not None or self.fate.shakes

    def _clicked_in_vain(self, pos: tuple[int, int]) -> bool:
        """A click where nobody here may move: back to the match, or a word about whom it waits for."""
        over, target = self.match.outcome() is not None, self.stage.hit(pos)
        if not self.course.live:
            if target is not None and not over:
                self.look(None)
            return True
        if over or self.mine or not self.sitting.persons:
            return False
        if target is not None and not self.match.position.hints:
            self.refuse(Gesture(frozenset((target,))))
            return True
        if target in self.stage.table and not self.fate.holds:
            self.stage.finish()
            self.stage.say(sheet.said(self.app.words, self.sitting, self.course, True, None).status, target)
            return True
        return False

    def _key(self, event: pygame.event.Event) -> bool:
        looking = not self.course.live or self.match.outcome() is not None
        action = actions.key_action(event, looking) or self.fate.key_action(event)
        if event.key == pygame.K_ESCAPE:
            action = self._step_back()
        if action is None:
            return False
        if action:
            self.act(action)
        return True

    def _step_back(self) -> str:
        """Esc: put back what is held, let go, take a hop back, look at the match again; at last the menu."""
        if self.caution.drop():
            return ""
        if self.fate.shakes and self.fate.cup is not None:
            self.fate.cup.put_back()
        elif not self.hand.empty:
            self.hand.let_go()
        elif not self.course.live and self.match.outcome() is None:
            return "go-back"
        elif not self.take_back():
            return "menu"
        return ""

    def take_back(self) -> bool:
        """Take the last decision of the person's unfinished turn back; whether there was one."""
        change = self.match.take_back(self.app.now()) if self.mine else None
        if change is not None:
            self.show([change])
            self.sitting.save(self.app.storage)
        return change is not None

    def act(self, action: str) -> None:
        """Do what a key, a button or the menu says."""
        if self.stage.held is not None:
            self.hand.let_go()
        actions.ACTIONS[action](self)
        if self.app.stack.top is self:
            self.refresh()

    # --- moves

    def play(self, move: Any, held: Held, chosen: bool = False) -> None:
        """The person's move; `chosen`: what it turns a piece into was chosen over the board."""
        if not self.caution.holds(move, held, chosen):
            self.carry_through(move, held, chosen)

    def carry_through(self, move: Any, held: Held, chosen: bool = False) -> None:
        """The person's move is played, unless its time is up at this moment."""
        now = self.app.now()
        if self.hourglass.strike(now):
            return
        change = self.match.play(move, now)
        rest = self.advice[1:] if self.advice[:1] == (move,) else ()
        self.show([change], held, chosen)
        self.sitting.save(self.app.storage)
        if self.hand.put is not None:
            self.stage.call()
            self.advice = rest
            self.mark()

    def choose(self, gesture: Gesture, moves: Sequence[Any]) -> None:
        """Ask which of several moves the person means."""
        self.choosing.ask(gesture, moves)
        self.refresh()

    def refuse(self, gesture: Gesture) -> None:
        """Say why, at the piece; what is no refusal is letting go."""
        remark = self.match.position.refusal(gesture)
        if remark is None:
            self.hand.let_go()
            return
        self.app.sound.play(self.stage.protest(gesture.pick))
        for target in gesture.pick:
            self.stage.shake(target)
        where = remark.targets[0] if remark.targets else None
        self.stage.say(telling.refusal(self.app.words, self.match.game.key, self.fate.named(remark)), where)

    def carry_out(self, move: Any) -> None:
        """What nobody has to decide happens."""
        now = self.app.now()
        if self.hourglass.strike(now):
            return
        self.show([self.match.play(move, now)])
        self.sitting.save(self.app.storage)

    def settled(self, change: Change) -> None:
        """The dice lie."""
        self.drop_plans()
        self.stage.show(self.fate.table(change.after))
        self.stage.lay_out()
        announcing.call_out(self, change.after)
        self.sitting.save(self.app.storage)
        self.go_on()

    def show(self, changes: Sequence[Change], held: Held | None = None, chosen: bool = False) -> None:
        """Film what happened, and go on from there."""
        self.drop_plans()
        self.stage.hush()
        if not self.course.live:  # clocks don't wait for whoever looks back
            self.course.look(None)
            self.stage.show(self.fate.table(changes[0].before))
        for change in changes:
            self._film(change, held, chosen)
        self.go_on()

    def _film(self, change: Change, held: Held | None = None, chosen: bool = False) -> None:
        speed = SPEEDS[self.app.settings.animation] * (1.0 if change.forward else BACKWARDS)
        film = self.fate.film(change)
        if film is not None:
            self.stage.film(film)
            return
        table, beats = change.before.table(), change.before.effects(change.move)
        if chosen:
            table, beats = turned(table, beats)

        def manner(effect: Effect, beat: Beat, lying: Table) -> Manner:
            seen = self.stage.view.manner(effect, beat, lying)
            if self.app.settings.reduced_motion:
                return "appear" if seen in LANDINGS else "fade"
            if chosen and isinstance(effect, Slide) and held and effect.start in held:
                return "drop"
            return seen

        spots, forward = self.stage.spots, change.forward
        still = self.app.settings.reduced_motion
        stirs = () if still else self.stage.view.stirs(change.before, change.move)
        self.stage.film(plan(table, beats, spots, manner, forward=forward, speed=speed, held=held, stirs=stirs))

    def drop_plans(self) -> None:
        """The match goes another way: forget the computer's turn, the hint, and what was asked."""
        self.opposition.stop()
        self.caution.forget()
        self._reply, self.advice, self.note = None, (), None

    def go_on(self) -> None:
        """Whatever is next: somebody's turn, or the end."""
        if not self.stage.moving:
            self.stage.show(self.fate.table(self.course.position))
        outcome = self.match.outcome()
        self.fate.bag.turn_the_key()
        self.choosing.close()
        self.hand.offer(self.match.position if self.mine else None, self.movers)
        if outcome is not None:
            if self.sitting.score():
                self.sitting.save(self.app.storage)
        elif self._goes_on and self._reply is None and self.opposition.asked is None:
            self._ask_computers()
        if outcome is None and self._goes_on and self.app.stack.top is self:
            self.match.go(self.app.now())
        else:
            self.match.pause(self.app.now())
        self.refresh()

    @property
    def _goes_on(self) -> bool:
        """Whether the match isn't held up here: clocks that the rules give run on while somebody looks back."""
        return (self.course.live or self.hourglass.there) and not self.paused and not self.hourglass.stopped

    def _ask_computers(self) -> None:
        """Whoever is a program may move too, or has to."""
        position = self.match.position
        self._asked_at = self.app.now()
        if not position.hints:
            if self.fate.begins() is None:
                self.opposition.attend(position)
        elif not self.fate.holds and self.opposition.computer(position.to_move):
            self.opposition.think(position, self.match.turn_left(self._asked_at))

    def end(self, reason: Ending, seat: Seat) -> None:
        """End the match beside its rules."""
        self.drop_plans()
        self.match.end(reason, seat, self.app.now())
        self._told = False
        self.go_on()

    def change_course(self, changes: Sequence[Change]) -> None:
        """Something was undone or done again."""
        self.fate.forget()
        self.course.look(None)
        self.stage.finish()
        self._told = False
        if self.match.outcome() is None:
            self.sitting.reopen(self.app.storage)
        self.show(changes)
        self.sitting.save(self.app.storage)

    # --- the computer

    def advise(self) -> None:
        """Look for a hint."""
        if self.mine and not self.hourglass.there and not self.opposition.thinker.busy:
            self.opposition.advise(self.match.position)
            self.note = self.app.words("table.hint_wait")

    def _take(self, reply: Reply) -> None:
        """An answer came back."""
        self.note = None
        if reply.failed:
            self.note = self.app.words("table.no_hint" if reply.hint else "table.opponent_gone")
            if reply.trouble is not None:
                self.note = self.opposition.noted(reply.trouble)
                self.app.stack.push(self.opposition.question(reply.trouble))
        elif reply.hint:
            self.advice = reply.moves
        elif reply.delay is not None:
            self._reply, self._ready_at = reply, self._asked_at + reply.delay
        else:
            self._reply, self._ready_at = reply, self.app.now() + self.hourglass.most(self._breath())
        self.refresh()

    def _breath(self) -> float:
        """Seconds from the computer's answer to its move."""
        if self.sitting.persons:
            return self.stage.breath
        pace = self.sitting.pace
        return REPLAY_PACE if pace is None else min(10.0, pace)

    def _play_reply(self, reply: Reply) -> None:
        """Play the whole turn that the computer chose."""
        now = self.app.now()
        if self.hourglass.strike(now):
            return
        changes = [self.match.play(move, now) for move in reply.moves]
        self._reply = None
        self.sitting.save(self.app.storage)
        self.show(changes)

    # --- looking back

    def look(self, ply: int | None) -> None:
        """Show the position after so many plies; None is the match as it stands."""
        if self.fate.binding:
            return
        self.course.look(ply)
        self.replay_at = None
        if not self.course.live and not self.hourglass.runs:
            self.drop_plans()
        self.caution.forget()
        self.stage.finish()
        self.stage.let_go()
        self.go_on()

    def _pick_turn(self, cell: int) -> None:
        """A turn in the list was clicked: show the position after it."""
        number = cell - sheet.offset(self.sitting)
        if number >= 0:
            self.look(self.match.turns()[number].last)
            self.refresh()

    def _tell_turn(self, cell: int) -> str:
        """What was done in a turn of the list, in words."""
        turn = cell - sheet.offset(self.sitting)
        span = self.match.turns()[turn] if turn >= 0 else None
        return "" if span is None else telling.turn(self.app.words, self.match, self.stage.view, span)

    def step_on(self) -> None:
        """One turn on, as a film."""
        span = self.course.on()
        if span is None:
            return
        self.stage.finish()
        for ply in range(span.first, span.last):
            before, after = self.match.positions[ply], self.match.positions[ply + 1]
            self._film(Change(before, after, self.match.plies[ply].move))
        self.course.look(span.last)
        self.go_on()

    def _replay_on(self) -> None:
        self.step_on()
        self.replay_at = None if self.course.at_end else self.app.now() + REPLAY_PACE
        self.refresh()

    # --- what is shown

    def refresh(self) -> None:
        """Bring marks, words, strips, turns and keys up to date."""
        sidebar = self.sidebar
        self.mark()
        sidebar.show_plates(sheet.plates(self.app.words, self.sitting, self.app.now(), self.course.position))
        self.tell()
        self.question.ask(*self._asked())
        self.show_cloth(below=self.app.stack.top is not self)
        sidebar.show_clock(self.hourglass.runs)
        self.hourglass.show(self.app.now())
        current = self.course.turn()
        offset = sheet.offset(self.sitting)
        turns = sheet.turns(self.sitting, unfinished=self.hand.put is not None)
        sidebar.show_turns(turns, None if current is None else current + offset)
        sidebar.show_chance(self.fate.chance())
        actions.show_keys(self)

    def tell(self) -> None:
        """Bring what is to be read first up to date."""
        over = self.match.outcome() is not None
        put, aided = self.hand.put, self.app.settings.warnings
        choosing = self.choosing.strip is not None
        self._able = telling.able(self.app.words, self.match, self.stage.view, self.hand.selection.pick)
        said = self.fate.said() or self.hourglass.said()
        said = said or sheet.said(
            self.app.words,
            self.sitting,
            self.course,
            not over and not self.mine,
            self.note or self._able,
            put=put is not None,
            choosing=choosing,
            aided=aided,
        )
        self.prompt.show(said.status if put else "", None if put is None else self.stage.view.look(put))
        back = not self.course.live and not over
        self.sidebar.show_words(said.status, said.note, said.warning, back=back)

    def _asked(self) -> Asked:
        """What stands on the slip: whoever has something to ask first."""
        for asker in (self.caution, self.asking, self.post):
            asked = asker.question()
            if asked != NOTHING:
                self._asker = asker
                return asked
        return NOTHING

    def show_cloth(self, below: bool) -> None:
        """Hide the board while time stands still, and wait for the players where they aren't ready yet.

        `below`: something lies on the table scene.
        """
        card = ("", "", "") if below else self.fate.card() or self.hourglass.card()
        self.cloth.show(self.hourglass.covers(below), *card)
        self.sidebar.form.default = self.cloth.key if card[0] else None

    def _ready(self) -> None:
        """Whoever the card on the table waits for is there."""
        if self.fate.covers:
            self.fate.uncover()
        else:
            self.hourglass.start()

    def mark(self) -> None:
        """Mark what the board should show beside its pieces; the last turn as far as it can be seen."""
        self._coming = self.stage.coming
        self.stage.mark(self.kit.marks(self))
        if self._able != telling.able(self.app.words, self.match, self.stage.view, self.hand.selection.pick):
            self.tell()


def pause_of(left: float) -> float:
    """Seconds until a clock with so many seconds left shows something else: tenths near the end, else seconds."""
    return 0.05 if left <= SHORT + 1 else left % 1 + 0.001
