"""A match as people, programs, chance and clocks play it: commands come in, what happened goes out to a `Listener`.

The position is always already after what the listener still shows. No pygame: it works without a window as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from rules import abilities
from rules.contract import Gesture, Move, Seat
from rules.match import Change, Ending
from scenes.table import match_text, status_text
from scenes.table.facts import MatchHost
from scenes.table.hints import Hints
from scenes.table.listener import Listener
from scenes.table.policy import PASTED, TENTHS
from scenes.table.programs import Programs
from scenes.table.prompts import ConfirmMove
from scenes.table.replay import Replay
from scenes.table.session import Session
from scenes.table.state import CoverCard, Held, Offered, Said

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.surfaces.view import TableView
    from scenes.table.chance import ChanceController

CLOCK_SOUNDS: Final = {"time": "minute", "hour": "hour"}
"""What is heard when a clock of the rules does something, by the event's text."""


class MatchController(MatchHost):
    """One match: played, watched, or looked back on."""

    chance: ChanceController

    def __init__(
        self,
        app: AppContext,
        session: Session,
        board: TableView,
        listener: Listener,
        make_chance: Callable[[MatchController], ChanceController],
        read_only: bool = False,
    ) -> None:
        super().__init__(app, session, board, listener, read_only)
        if not read_only:
            session.claim(app.storage)
        self._told_elsewhere = session.elsewhere
        """Whether the listener knows that another window has the match."""
        app.each_second.append(self._look_who_owns)
        self.hints = Hints(self)
        self.replay = Replay(self)
        self.confirming = None if session.game.teach.caution is None else ConfirmMove(self)
        people = session.persons
        usual = people[0] if len(people) == 1 else board.bottom
        self.bottom: Seat = usual if session.bottom is None else session.bottom
        """The seat at the lower edge of the board."""
        if self.ui.flips:
            session.bottom = self.bottom
        self._turned_to: Seat | None = None
        """Whom the board was last turned to, where it turns by itself."""
        self._programs: Programs | None = None
        self._automatic_due: float | None = None
        self.routes: Offered = {}
        """The turns of which that is only the first move."""
        self.going_on = False
        """A turn is under way in which something has to be moved or put down."""
        self.chance = make_chance(self)

    # --- programs

    @property
    def programs(self) -> Programs:
        """The programs that play, and the adviser; they begin with the first that is asked of them."""
        if self._programs is None:
            self._programs = Programs(self)
        return self._programs

    @property
    def thinking(self) -> bool:
        """Whether an answer of a program is waited for, or waits for its moment."""
        return self._programs is not None and self._programs.busy

    @property
    def is_advising(self) -> bool:
        return self.programs.advising

    def advise(self) -> None:
        self.programs.advise()

    def take_advice(self, moves: tuple[Move, ...]) -> None:
        self.hints.take(moves)

    @property
    def is_replaying(self) -> bool:
        return self.replay.due is not None

    # --- moves

    def play(self, move: Move, held: Held) -> None:
        """A person's move."""
        if self.confirming is None or not self.confirming.holds(move, held):
            self.carry_through(move, held)

    def carry_through(self, move: Move, held: Held) -> None:
        now = self.now()
        if self.taken_over() or self.strike(now):
            return
        rest = self.advice[1:] if self.advice[:1] == (move,) else ()
        self.show([self.match.play(move, now)], held)
        if self.state.put is not None:
            self.listener.put_down()
            self.advice = rest
            self.refresh()

    def drop_move(self) -> bool:
        """The move that waits to be confirmed isn't played; whether one did."""
        return self.confirming is not None and self.confirming.drop()

    def carry_out(self, move: Move) -> None:
        now = self.now()
        if not (self.taken_over() or self.strike(now)):
            self.show([self.match.play(move, now)])

    def play_letter(self, moves: Sequence[Move]) -> None:
        """Moves that came all at once are played; the last of them are seen to happen."""
        if self.taken_over():
            return
        now = self.now()
        changes = [self.match.play(move, now) for move in moves][-PASTED:]
        self.look(None)
        self.listener.lay(changes[0].before.table())
        self.show(changes)

    def take_back(self) -> bool:
        """Take the last decision of the person's unfinished turn back; whether there was one."""
        change = self.match.take_back(self.now()) if self.can_take_back else None
        if change is not None:
            self.show([change])
        return change is not None

    def refuse(self, gesture: Gesture) -> None:
        """Say why a gesture is no move, and record it if the rules count it; what is no refusal is letting go."""
        remark, key = self.match.position.refusal(gesture), self.match.game.key
        if remark is None:
            self.listener.let_go()
            return
        self.listener.shake(gesture.pick)
        reasons, fault = [match_text.refusal(self.words, key, self.chance.named(remark))], self.faults.get(gesture)
        if fault is not None:
            self.carry_through(fault, {})
            for remark in abilities.remarks(self.match.position)[:1]:
                reasons.append(match_text.remark(self.words, key, remark))
        self.listener.say(" ".join(reasons), remark.targets, remark.code)

    def undo(self) -> None:
        if not self._fixed() and self.can_undo:
            self.change_course(self.match.undo(self.session.persons, self.now()))

    def redo(self) -> None:
        if not self._fixed() and self.can_redo:
            self.change_course(self.match.redo(self.session.persons, self.now()))

    def _fixed(self) -> bool:
        """Whether nothing may be taken back in this match, which is then said."""
        fixed = not abilities.may_undo(self.match.position) and self.match.outcome() is None
        if fixed:
            self.listener.say(self.words(self.no_undo))
        return fixed or self.taken_over()

    def change_course(self, changes: Sequence[Change]) -> None:
        """Something was undone or done again."""
        self.chance.forget()
        self._automatic_due = None
        self.cursor.look(None)
        self.listener.restart()
        if self.match.outcome() is None:
            self.session.reopen(self.storage)
        self.show(changes)

    # --- what changed is shown

    def show(self, changes: Sequence[Change], held: Held | None = None) -> None:
        self.drop_plans()
        self.listener.hush()
        if not self.cursor.live:  # clocks don't wait for whoever looks back
            self.cursor.look(None)
            self.listener.lay(self.chance.table(changes[0].before))
        for change in changes:
            self.listener.animate(change, held or {})
        self.go_on()
        self.save_soon()

    def show_outcome(self, change: Change) -> None:
        self.drop_plans()
        self.listener.show_outcome(change)
        self.save_soon()
        self.go_on()

    def drop_plans(self) -> None:
        """The match goes another way: forget the program's turn, the hint, and what was asked."""
        if self._programs is not None:
            self._programs.forget()
        if self.confirming is not None:
            self.confirming.forget()
        if self.hints.shown != "nothing" or self.nudge:
            self.hints.forget()
        self.advice, self.note = (), None

    def go_on(self) -> None:
        outcome = self.match.outcome()
        self.chance.update_seal()
        movers, position = self.movers, self.match.position
        self.offered = offered = dict[Gesture, list[Move]]()
        for move in position.legal_moves() if movers else ():
            if move.seat in movers:
                offered.setdefault(position.gesture(move), []).append(move)
        routes = abilities.routes(position) if movers else {}
        self.routes = {one: turn for one, turn in routes.items() if one not in offered}  # the next jump goes before
        offered.update((one, [turn[0]]) for one, turn in self.routes.items())
        self.going_on = not position.turn_started and any(one.drop is not None for one in self.offered)
        self.put = self.board.put(position, next(iter(self.offered.values()))[0]) if self.going_on else None
        self.listener.offer()
        held_up = self.match.full or self.paused or self.stopped
        runs = not held_up and (self.cursor.live or self.clock is not None)  # the rules' clocks don't wait
        if outcome is not None:
            if self.session.score():
                self.save_soon()
        elif runs:
            self.note = self.note or match_text.room(self.words, self.match)
            if self._programs is not None or self.session.programs:
                self.programs.ask()
        if outcome is None and runs and self.listener.uncovered:
            self.match.go(self.now())
        else:
            self.match.pause(self.now())
        self.refresh()

    def offer_draw(self, seat: Seat) -> bool:
        """Offer the programs to call the match drawn; whether all of them have accepted."""
        accepted = all(map(self.programs.accepts, filter(self.session.computer, range(self.match.seats))))
        if accepted:
            self.end("agreed", seat)
        return accepted

    def end(self, reason: Ending, seat: Seat) -> None:
        """End the match beside its rules."""
        if self.taken_over():
            return
        self.drop_plans()
        self.match.end(reason, seat, self.now())
        self.go_on()

    def refresh(self) -> None:
        self.state = status_text.state_of(self, self.said())
        self.listener.refresh(self.state)

    def said(self) -> Said:
        """What is to be read first; what the others do is said once it has been seen."""
        held = self.listener.coming and not self.chance.pending and self.match.ending is None
        return self.state.said if held else status_text.said_of(self)

    def tell(self) -> None:
        """What is to be read first may be another."""
        self.state = replace(self.state, able=self.able, said=self.said())
        self.listener.tell(self.state)

    # --- looking back

    def look(self, ply: int | None) -> None:
        if self.chance.must_finish:
            return
        self.cursor.look(ply)
        self.replay.due = None
        if not self.cursor.live and not self.timed:
            self.drop_plans()
        if self.confirming is not None:
            self.confirming.forget()
        self.listener.jump()
        self.go_on()

    # --- time

    def tick(self, now: float) -> None:
        """Do what is due."""
        self.strike(now)
        if self.clock is not None and self.clock.ticks(now):
            self.app.sound.play("tick")
        self.chance.update(now)
        self._move_by_itself(now)
        if (late := self.match.clock.flagged(now)) is not None:
            self.end("time-out", late)
        if self._programs is not None:
            self._programs.update(now)
        if self.replay.due is not None or self.replay.pointed_due is not None:
            self.replay.update(now)
        if self.timed or self.match.clock.runs:
            self.state = status_text.timed(self, now)
            self.listener.show_time(self.state)

    def pace(self, now: float) -> float | None:
        """Seconds until `tick` is wanted; None: only after something else has happened."""
        wanted = [self.chance.pace(now), None if self.clock is None else self.clock.pace(now)]
        if self.automatic_move is not None and self.goes_on:
            wanted.append(0.0 if self._automatic_due is None else max(0.0, self._automatic_due - now))
        if self._programs is not None:
            wanted.append(self._programs.pace(now))
        if self.replay.due is not None or self.replay.pointed_due is not None:
            wanted.append(self.replay.pace(now))
        if self.match.clock.runs:
            left = self.match.clock.left(self.match.position.to_move, now)
            wanted.append(0.05 if left <= TENTHS else left % 1 + 0.001)
        return min((pause for pause in wanted if pause is not None), default=None)

    def strike(self, now: float) -> bool:
        event = None if self.clock is None else self.match.pending_event(now)
        if event is None:
            return False
        change = self.match.play_clock_event(now)
        self.app.sound.play(CLOCK_SOUNDS[str(event)])
        if change is None:
            self.end("time-out", event.seat)
        else:
            self.show([change])
        return True

    def _move_by_itself(self, now: float) -> None:
        move = self.automatic_move if self.goes_on else None
        if move is None:
            self._automatic_due = None
        elif self._automatic_due is None:
            self._automatic_due = now + self.chance.beat()
        elif now >= self._automatic_due:
            self._automatic_due = None
            self.carry_out(move)

    def cover(self, below: bool) -> tuple[bool, CoverCard | None]:
        """Whether the board is covered, and the card that lies on it. `below`: something lies over the table."""
        bare = below or self.session.elsewhere
        card = None if bare else self.chance.cover_card()
        if card is None and not bare:
            if self.halted:
                from scenes.table.game_clock import pause_card

                card = pause_card(self.words, self.session, self.timed, self.now())
            elif self.clock is not None:
                card = self.clock.card(self.words, self.now())
        return self.halted or (self.clock is not None and self.clock.covers(below)), card

    def halt(self) -> None:
        """The players have agreed on a pause."""
        self.halted = True
        self.drop_plans()
        self.go_on()

    def ready(self) -> None:
        """Whoever the card over the board waits for is there."""
        if self.chance.covers:
            self.chance.uncover()
        elif self.halted:
            self.halted = False
            self.app.sound.play("start")
            self.go_on()
        elif self.clock is not None:
            self.clock.stopped = False
            self.app.sound.play("start")
            self.go_on()

    def pause_play(self) -> None:
        """Stop the programs, or let them go on."""
        self.paused = not self.paused
        if self.paused:
            self.drop_plans()
        self.go_on()

    # --- other windows

    def taken_over(self) -> bool:
        if self.session.lost(self.storage) and not self._told_elsewhere:
            self._told_elsewhere = True
            self.drop_plans()
            self.listener.restart()
            self.go_on()
        return self.session.elsewhere

    def _look_who_owns(self) -> None:
        if self.match.outcome() is None:
            self.taken_over()

    # --- the table

    def flip(self) -> None:
        """Turn the board, where it may be turned."""
        if self.ui.flips and not self.chance.must_finish:
            self.turn_to((self.bottom + 1) % self.match.seats)

    def turn_to(self, seat: Seat) -> None:
        self.bottom = self.session.bottom = seat
        self.listener.turned()

    def turn_to_mover(self) -> None:
        """At one machine, turn the board to whoever is to move, if they wish it."""
        seat = self.match.position.to_move
        wished = self.settings.turn_board and len(self.session.persons) > 1
        if wished and self._turned_to != seat and self.mine and self.match.position.turn_started:
            self._turned_to = seat
            if self.bottom != seat:
                self.turn_to(seat)

    def greeting(self, anew: bool) -> str:
        """What is said first on the board. `anew`: the match lies there already, in another language."""
        if self.session.tried:
            return "" if anew else self.words("tryout.greeting")
        return "" if self.stopped else match_text.opening(self.words, self.session)

    def told(self, cell: int) -> str:
        """What was done in the turn in a cell of the list, in words."""
        span = status_text.span_in(self.session, cell)
        return "" if span is None else match_text.explained(self.words, self.session, span)

    def sentence(self, cell: int) -> str:
        """The turn in a cell of the list in a sentence."""
        span = status_text.span_in(self.session, cell)
        number = cell - match_text.offset(self.session)
        return "" if span is None else status_text.sentence(self.words, self.session, number)

    def figures(self, cell: int) -> dict[str, str]:
        """The sprites that stand for words in a cell of the list of turns."""
        span = status_text.span_in(self.session, cell)
        return {} if span is None else match_text.figures(self.words, self.match, span)

    def actions(self) -> dict[str, Callable[[], object]]:
        """The commands that buttons, keys and the menu name."""
        replay = self.replay
        return {
            "undo": self.undo,
            "redo": self.redo,
            "hint": self.hints.press,
            "flip": self.flip,
            "pause-play": self.pause_play,
            "halt": self.halt,
            "play": replay.toggle,
            "again": replay.again,
            "first": lambda: self.look(0),
            "previous": lambda: self.look(self.cursor.back()),
            "next": replay.next,
            "last": lambda: self.look(len(self.match.plies)),
            "go-back": lambda: self.look(None),
            "go-on": self.refresh,
            "look-back": self.refresh,
            "replay": lambda: self.look(0),
        }

    def pause(self) -> None:
        """Another screen covers the table: time stands still."""
        self.match.pause(self.now())

    def resume(self, result: object) -> None:
        """The screen over the table was closed with `result`, maybe the answer to what was asked about an engine."""
        if self._programs is not None:
            self._programs.settle(result)
        if not abilities.shows_hints(self.match.position):
            self.drop_plans()  # time stood still: everybody looks anew

    def close(self) -> None:
        """Nobody thinks any more, and the match doesn't lie open here."""
        if self._look_who_owns in self.app.each_second:
            self.app.each_second.remove(self._look_who_owns)
        if self._programs is not None:
            self._programs.thinker.close()

    def clear_table(self) -> None:
        """The next start needn't lay this match on the table again."""
        if self.session.kept and not self.read_only and not self.taken_over():
            self.storage.forget_open(self.session.id)

    def leave(self) -> None:
        """The match is put away."""
        self.pause()
        self.close()
        if self.match.outcome() is None:
            self.session.save(self.storage)
        if not self.session.elsewhere:
            self.storage.release(self.session.id)

    def save_soon(self) -> None:
        """Keep the match on file once what happened is on the screen: writing safely takes longer than a frame."""
        self.app.after_frame(self.save)

    def save(self) -> None:
        """Keep the match on file, unless another window has just taken it over."""
        self.session.save(self.storage)
        if self.session.elsewhere:
            self.taken_over()
