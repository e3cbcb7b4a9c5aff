"""The table scene: one for all games. It knows matches and positions by their contract and names no game.

An event becomes an intent, the intent a gesture, the gesture a move (hand.py); the match answers with a change; the
change becomes a film on the stage. The state is always already after the film. Whom an event is for is events.py's,
what keys and menu do actions.py's, how a change is seen showing.py's, what the paper says sheet.py's, what is looked
back on course.py's and replay.py's, the computer's part opposition.py's and answers.py's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pygame

from rules import abilities
from rules.contract import Gesture, Seat
from rules.match import Change, Ending, Match
from scenes.app.stack import Scene
from scenes.table import actions, match_text, status_text
from scenes.table.answers import Answers
from scenes.table.chance import ChanceController, ChanceView
from scenes.table.chance_host import SceneHost
from scenes.table.confirm_move import Caution
from scenes.table.end_sequence import Finale
from scenes.table.events import Events
from scenes.table.game_clock import Hourglass
from scenes.table.game_ui import ui_of
from scenes.table.hand import Held
from scenes.table.hints import Hinting
from scenes.table.hover import Pointing
from scenes.table.mail import Post
from scenes.table.narrator import Narrator
from scenes.table.opponents import Opposition
from scenes.table.ply_cursor import PlyCursor
from scenes.table.prompts import Slip
from scenes.table.replay import Replay
from scenes.table.session import Session
from scenes.table.showing import film_of
from scenes.table.state import Said
from scenes.ui.board_cover import Cloth
from scenes.ui.clocks import SHORT
from scenes.ui.question import Prompt, Question

if TYPE_CHECKING:
    from scenes.app.app import App


class MatchScene(Scene):
    """A match on the table: played, watched, or looked back on."""

    tries = False
    """Whether it is only tried out, on top of another."""

    def __init__(self, app: App, sitting: Session, looking_back: bool = False) -> None:
        super().__init__(app)
        self.sitting = sitting
        self.course = PlyCursor(sitting.match, looking_back)
        self.ui = ui_of(self.match.game.key)
        self.stage = self.ui.stage(app, self.match.game.key, self.ui.view())
        self.hand = self.ui.hand(app, self.stage, self)
        self.choosing = self.ui.choosing(self)
        self.host = SceneHost(self)
        self.chance: ChanceController = self.ui.chance(self.host)
        self.chance_view: ChanceView = self.ui.chance_view(self.host, self.chance, app, self.stage, self.hand)
        self.pointing = Pointing(self)
        self.narrator = Narrator(self)
        self.hourglass = Hourglass(self)
        self.caution = Caution(self)
        self.post = Post(self)
        askers = (self.caution, self.chance_view.prompt, self.post)
        self.slip = Slip([asker for asker in askers if asker is not None])
        self.opposition = Opposition(app, sitting)
        self.answers = Answers(self)
        self.hinting = Hinting(self)
        self.replay = Replay(self)
        self.finale = Finale(self)
        self.events = Events(self)
        self.paused = False
        """Computers play each other, and the person has stopped them."""
        self.kept = looking_back
        """It was over when it was laid on the table: it is looked at, and not changed."""
        self.note: str | None = None
        """Something that must be said beside whose turn it is."""
        self.advice: tuple[Any, ...] = ()
        """The moves that the hint shows."""
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
        held_up = self.hourglass.stopped or self.chance.covers or self.host.automatic_move is not None
        if not self.course.live or over or held_up or self.match.full:
            return frozenset()
        return self.match.position.actors() & frozenset(self.sitting.persons)

    @property
    def mine(self) -> bool:
        """Whether a person may move now."""
        return bool(self.movers)

    # --- the scene

    def enter(self) -> None:
        view = self.stage.view
        turns = (view.sample, view.columns, self.replay.told, self.ui.keys)
        self.sidebar = self.ui.sidebar(self, view.emblems, self.act, self.replay.pick, *turns)
        self.prompt = Prompt(self.sidebar.form, "undo", self.app.words("table.take_back"), self.take_back)
        self.question = Question(self.sidebar.form, self.slip.answer)
        self.cloth = Cloth(self.sidebar.form, self._ready)
        self._greets = bool(match_text.coin(self.app.words, self.sitting)) and not self.hourglass.stopped
        if self.match.outcome() is None:
            self.sitting.lie_open(self.app.storage)

    def leave(self) -> None:
        self.match.pause(self.app.now())
        self.opposition.thinker.close()
        if self.match.outcome() is None:
            self.sitting.save(self.app.storage)

    def abandon(self) -> None:
        """The match is on file, maybe as it was a move before; what is here may be broken."""
        self.opposition.thinker.close()

    def resize(self, size: tuple[int, int]) -> None:
        frame = self.ui.frame(size, self.stage.view.ratio, self.app.theme.u)
        self.stage.place(frame.area, flipped=self.bottom != self.stage.view.bottom)
        self.sidebar.place(frame.panel, self.bottom)
        ledge = pygame.Rect(self.stage.view.ledge(frame.area).ints())
        self.prompt.place(ledge)
        self.question.place(ledge)
        self.cloth.place(pygame.Rect(frame.area.ints()))
        self.chance_view.prepare()
        self.go_on()
        if self._greets:
            self._greets = False
            self.stage.say(match_text.coin(self.app.words, self.sitting), None)

    def covered(self) -> None:
        self.match.pause(self.app.now())
        self.show_cloth(below=True)

    def resumed(self, result: object) -> None:
        self.opposition.settle(result)
        if not abilities.shows_hints(self.match.position):
            self.drop_plans()  # time stood still: everybody looks anew
        match result:
            case ("resigned" | "agreed" as reason, int(seat)):
                self.end(reason, seat)
            case ("ply", int(ply)):
                self.look(ply)
            case ("clause", str(code)):
                actions.read_clause(self, code)
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
        self.chance.update(now)
        self.chance_view.update(now)
        self.host.update(now)
        self.pointing.update(now)
        if self.stage.coming != self._coming:
            self.mark()
        late = self.match.clock.flagged(now)
        if late is not None:
            self.end("time-out", late)
        self.answers.update(now)
        self.replay.update(now)
        if not self.stage.busy and self.stage.held is None:
            actions.turn_board(self)
        self.finale.update()
        if self.match.clock.runs:
            self.sidebar.show_plates(status_text.plates(self.app.words, self.sitting, now, self.course.position))

    def pace(self) -> float | None:
        now = self.app.now()
        timers = (self.chance, self.chance_view, self.host, self.pointing, self.hourglass, self.answers, self.replay)
        wanted = [self.stage.pace(), self.sidebar.form.pace(), *(timer.pace(now) for timer in timers)]
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
        return self.events.handle(event)

    def point(self, pos: tuple[int, int]) -> None:
        if self.stage.asks_why(pos):
            self.app.cursor("hand")
        elif not self.holding and not self.sidebar.form.point(pos):
            self.hand.rest(pos)

    @property
    def holding(self) -> bool:
        """Whether a piece or a cup is in the person's hand: all that the mouse does is then about it."""
        return self.stage.held is not None or self.chance_view.holding

    def keep(self) -> None:
        """Save the match as soon as what has just happened is seen: writing safely takes longer than a frame."""
        self.app.after_frame(self._save)

    def _save(self) -> None:
        self.sitting.save(self.app.storage)

    def take_back(self) -> bool:
        """Take the last decision of the person's unfinished turn back; whether there was one."""
        change = self.match.take_back(self.app.now()) if self.mine else None
        if change is not None:
            self.show([change])
            self.keep()
        return change is not None

    def act(self, action: str) -> None:
        """Do what a key, a button or the menu says."""
        if self.stage.held is not None:
            self.hand.let_go()
        actions.perform(self, action)
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
        self.keep()
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
        said = match_text.refusal(self.app.words, self.match.game.key, self.chance.named(remark))
        self.stage.say(said, where, remark.code)

    def carry_out(self, move: Any) -> None:
        """What nobody has to decide happens."""
        now = self.app.now()
        if self.hourglass.strike(now):
            return
        self.show([self.match.play(move, now)])
        self.keep()

    def settled(self, change: Change) -> None:
        """The dice lie."""
        self.drop_plans()
        self.stage.show(self.chance.table(change.after))
        self.chance_view.show_outcome(change)
        self.keep()
        self.go_on()

    def show(self, changes: Sequence[Change], held: Held | None = None, chosen: bool = False) -> None:
        """Film what happened, and go on from there."""
        self.drop_plans()
        self.stage.hush()
        if not self.course.live:  # clocks don't wait for whoever looks back
            self.course.look(None)
            self.stage.show(self.chance.table(changes[0].before))
        for change in changes:
            self.film(change, held, chosen)
        self.go_on()

    def film(self, change: Change, held: Held | None = None, chosen: bool = False) -> None:
        """Let a change be seen; Nature has films of her own."""
        film = self.chance_view.film(change)
        self.stage.film(film_of(self, change, held, chosen) if film is None else film)

    def drop_plans(self) -> None:
        """The match goes another way: forget the computer's turn, the hint, and what was asked."""
        self.answers.forget()
        self.caution.forget()
        self.hinting.forget()
        self.advice, self.note = (), None

    def go_on(self) -> None:
        """Whatever is next: somebody's turn, or the end."""
        if not self.stage.moving:
            self.stage.show(self.chance.table(self.course.position))
        outcome = self.match.outcome()
        self.chance.update_seal()
        self.choosing.close()
        self.hand.offer(self.match.position if self.mine else None, self.movers)
        if outcome is not None:
            if self.sitting.score():
                self.keep()
        elif self._goes_on:
            self.note = self.note or match_text.room(self.app.words, self.match)
            self.answers.ask()
        if outcome is None and self._goes_on and self.app.stack.top is self:
            self.match.go(self.app.now())
        else:
            self.match.pause(self.app.now())
        self.refresh()

    @property
    def _goes_on(self) -> bool:
        """Whether the match isn't held up here: clocks that the rules give run on while somebody looks back."""
        if self.match.full:
            return False
        return (self.course.live or self.hourglass.there) and not self.paused and not self.hourglass.stopped

    def end(self, reason: Ending, seat: Seat) -> None:
        """End the match beside its rules."""
        self.drop_plans()
        self.match.end(reason, seat, self.app.now())
        self.finale.again()
        self.go_on()

    def change_course(self, changes: Sequence[Change]) -> None:
        """Something was undone or done again."""
        self.chance.forget()
        self.chance_view.forget()
        self.course.look(None)
        self.stage.finish()
        self.finale.again()
        if self.match.outcome() is None:
            self.sitting.reopen(self.app.storage)
        self.show(changes)
        self.keep()

    # --- looking back

    def look(self, ply: int | None) -> None:
        """Show the position after so many plies; None is the match as it stands."""
        if self.chance.must_finish:
            return
        self.course.look(ply)
        self.replay.stop()
        if not self.course.live and not self.hourglass.runs:
            self.drop_plans()
        self.caution.forget()
        self.stage.finish()
        self.stage.let_go()
        self.go_on()

    # --- what is shown

    def refresh(self) -> None:
        """Bring marks, words, strips, turns and keys up to date."""
        sidebar = self.sidebar
        self.mark()
        sidebar.show_plates(status_text.plates(self.app.words, self.sitting, self.app.now(), self.course.position))
        self.tell()
        self.question.ask(*self.slip.question())
        self.show_cloth(below=self.app.stack.top is not self)
        sidebar.show_clock(self.hourglass.runs)
        self.hourglass.show(self.app.now())
        current = self.course.turn()
        offset = status_text.offset(self.sitting)
        turns = status_text.turns(self.app.words, self.sitting, unfinished=self.hand.put is not None)
        sidebar.show_turns(turns, None if current is None else current + offset)
        sidebar.show_chance(self.chance.share())
        actions.show_keys(self)

    def tell(self) -> None:
        """Bring what is to be read first up to date."""
        put = self.hand.put
        self._able = match_text.able(self.app.words, self.match, self.stage.view, self.hand.selection.pick)
        said = self.said()
        self.prompt.show(said.status if put else "", None if put is None else self.stage.view.look(put))
        back = not self.course.live and self.match.outcome() is None
        self.sidebar.show_words(said.status, said.note, said.warning, back=back)
        self.narrator.hear(said.status, said.note, said.warning)

    def said(self) -> Said:
        """What is to be read first."""
        over = self.match.outcome() is not None
        if self.match.full and self.course.live:
            words = self.app.words
            return Said(
                words("table.full"), words("table.full_how", n=words.number(len(self.match.plies))), warning=True
            )
        said = self.chance.said() or self.hourglass.said()
        return said or status_text.said(
            self.app.words,
            self.sitting,
            self.course,
            not over and not self.mine,
            self.note or self._able,
            put=self.hand.put is not None,
            choosing=self.choosing.strip is not None,
            aided=self.app.settings.warnings,
        )

    def show_cloth(self, below: bool) -> None:
        """Hide the board while time stands still, and wait for the players where they aren't ready yet.

        `below`: something lies on the table scene.
        """
        waits = None if below else self.chance.cover_card()
        if waits is not None:
            card = (waits.title, waits.about, waits.button)
        else:
            card = ("", "", "") if below else self.hourglass.card()
        self.cloth.show(self.hourglass.covers(below), *card)
        self.sidebar.form.default = self.cloth.key if card[0] else None

    def _ready(self) -> None:
        """Whoever the card on the table waits for is there."""
        if self.chance.covers:
            self.chance.uncover()
        else:
            self.hourglass.start()

    def mark(self) -> None:
        """Mark what the board should show beside its pieces; the last turn as far as it can be seen."""
        self._coming = self.stage.coming
        self.stage.mark(self.ui.marks(self))
        self.narrator.look()
        if self._able != match_text.able(self.app.words, self.match, self.stage.view, self.hand.selection.pick):
            self.tell()


def pause_of(left: float) -> float:
    """Seconds until a clock with so many seconds left shows something else: tenths near the end, else seconds."""
    return 0.05 if left <= SHORT + 1 else left % 1 + 0.001
