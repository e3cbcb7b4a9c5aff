"""The table scene, for any game: it wires the controller of a match to the parts that show it and hear the person.

An event goes to the first part that it is for. What the stage still shows, the controller is already past.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final, Literal

import pygame

from rules.contract import NATURE, Gesture, Move, Table, Target
from rules.match import Change, Match
from scenes.app.stack import Scene
from scenes.app.tree_node import Node
from scenes.surfaces.motion import Timeline, after_rest, tempo_of
from scenes.table.board_display import film_of
from scenes.table.controller import MatchController
from scenes.table.end_sequence import EndSequence
from scenes.table.exports import Exports
from scenes.table.game_ui import ui_of
from scenes.table.hand import BoardStop, SquareKeys, pressed
from scenes.table.mail import Mail
from scenes.table.menus import Menus
from scenes.table.narrator import Hover, Narrator
from scenes.table.parts import parts_of
from scenes.table.prompts import NOTHING, OpenElsewhere, PromptQueue
from scenes.table.session import Session
from scenes.table.shortcuts import find_action
from scenes.table.state import Esc, Held, TableState
from scenes.ui.board_cover import BoardCover
from scenes.ui.button import ARROWS
from scenes.ui.form import Form
from scenes.ui.question import Option, PromptCard, Question

if TYPE_CHECKING:
    from scenes.app.stack import AppContext
    from scenes.table.external_engines import Trouble
    from scenes.ui.base import Group

MOUSE: Final = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN)


class MatchScene(Scene):
    """A match on the table: played, watched, or looked back on."""

    controls: ClassVar[type[MatchController]] = MatchController
    """Makes the controller of the match."""

    def __init__(self, app: AppContext, session: Session, looking_back: bool = False) -> None:
        super().__init__(app)
        key = session.match.game.key
        self.ui, self.parts = ui, parts = ui_of(key), parts_of(key)
        self.stage = parts.make_stage(app, key, ui.view())
        self.controller = table = self.controls(app, session, self.stage.view, self, parts.make_chance, looking_back)
        self.hand = parts.make_hand(app, self.stage, table)
        self.chance_view = parts.make_chance_view(table, table.chance, app, self.stage, self.hand)
        hover = Hover(app, self.stage, table, lambda: not self.holding and self.uncovered)
        self.hover = hover if self.stage.view.describes or self.stage.view.trays else None
        self.narrator = Narrator(app, self.stage, self.hand, table, self.hover)
        self.squares = SquareKeys(self.hand, app.now, self.narrator.handle, self._key, self._come_to_board)
        self.mail = mail = None if session.game.text.mail is None else Mail(app, table, session.game.text.mail)
        by_mail = mail if any(player.kind == "mail" for player in session.players) else None
        prompts = [one for one in (table.confirming, self.chance_view.prompt, by_mail) if one is not None]
        self._asks = bool(prompts)
        self.prompts = PromptQueue([OpenElsewhere(table, lambda: self.menus.take_over()), *prompts])
        self.menus = Menus(app, table, self.stage, mail, lambda other: app.stack.replace(MatchScene(app, other)))
        self._marking = parts.load_marking()
        self.ending = EndSequence(app, self.stage, table, ui.ending, self.menus.show_result)
        self.actions: Mapping[str, Callable[[], object]] = {
            **table.actions(),
            **self.menus.actions,
            **Exports(app, table).actions,
            **self.chance_view.actions,
            "let-go": self._let_go,
            "take-back": table.take_back,
            **({} if mail is None else {"copy-turn": mail.copy, "paste-turn": mail.paste}),
        }
        """What buttons, keys and the menu do, by name."""
        self._greeting: str | None = None
        """What is still to be said on the board at the beginning."""
        self._coming = self._awaited = 0
        """How many moves were on their way when the board was last marked; those of others, when words were shown."""

    @property
    def match(self) -> Match:
        return self.controller.match

    @property
    def session(self) -> Session:
        return self.controller.session

    @property
    def asks(self) -> bool:
        """Whether anything may be asked beside the board."""
        return self._asks or self.session.elsewhere

    # --- the scene

    def enter(self) -> None:
        table = self.controller
        self.app.game = self.match.game.key
        form = Form(self, arrows=False)
        self.sidebar = self.parts.make_sidebar(form, self.stage, self.hand, table)
        self.chooser = self.parts.make_choosing(self.app, self.stage, self.hand, table, form)
        self.prompt = PromptCard(form, "undo", self.app.words("table.take_back"), table.take_back)
        self.question = Question(form, self.prompts.answer)
        self.cloth = BoardCover(form, table.ready)
        self.board = self.board_stop(form)
        self._greeting = table.greeting(anew=self._greeting is not None)
        if table.match.outcome() is None:
            table.session.set_current(self.app.storage)

    def leave(self) -> None:
        self.controller.leave()
        if not self.app.running and not self.cloth.visible and self.app.storage.open_match() == self.session.id:
            from scenes.app import first_frame  # only where the app closes

            first_frame.keep(self, self.stage.finish, self.session.id)

    def abandon(self) -> None:
        """The match is on file, maybe as it was a move before; what is here may be broken."""
        self.controller.close()

    def resize(self, size: tuple[int, int]) -> None:
        view, bottom = self.stage.view, self.controller.bottom
        frame = self.parts.frame(size, view.ratio, self.app.theme.u)
        self.stage.place(frame.area, flipped=bottom != view.bottom)
        self.sidebar.place(frame.panel, bottom)
        ledge = pygame.Rect(view.ledge(frame.area).ints())
        self.prompt.place(ledge)
        self.question.place(ledge)
        self.cloth.place(pygame.Rect(frame.area.ints()))
        self.chance_view.prepare()
        self.controller.go_on()
        if self._greeting:
            self.stage.say(self._greeting, None)
            self._greeting = ""

    def covered(self) -> None:
        if self.repeating or self.stage.turning is not None:
            self.stage.finish()
        self.stage.finish_traces()
        self.squares.forget()
        self.controller.pause()
        self.show_cover(below=True)

    def resumed(self, result: object) -> None:
        table = self.controller
        table.resume(result)
        match result:
            case ("resigned" | "agreed" as reason, int(seat)):
                table.end(reason, seat)
            case ("ply", int(ply)):
                table.look(ply)
            case ("clause", str(code)):
                self.menus.read_rules(code)
            case str():
                self.act(result)
        if not self.menus.returned(result) and self.uncovered:
            table.go_on()

    def update(self, dt: float) -> None:
        now = self.app.now()
        self.sidebar.form.update(dt)
        self.stage.update()
        if self.coming != self._awaited:
            self.controller.refresh()
        elif self.stage.coming != self._coming:
            self.mark()
            self._show_words(self.controller.state)
        self.chance_view.update(now)
        self.controller.tick(now)
        self.squares.update(now)
        if self.hover is not None:
            self.hover.update(now)
        if not self.stage.busy and self.stage.held is None:
            self.controller.turn_to_mover()
        if self.controller.state.over:
            self.show_end()

    def wake_up(self, seconds: float) -> None:
        from scenes.table.game_clock import describe_suspension

        if told := describe_suspension(self.app.words, self.match, seconds, self.app.now()):
            self.say(told)

    def show_end(self) -> None:
        """Show what is next of the end."""
        self.ending.update()

    def pace(self) -> float | None:
        now = self.app.now()
        wanted = [self.stage.pace(), self.sidebar.form.pace(), self.controller.pace(now), self.chance_view.pace(now)]
        wanted += [self.squares.pace(now), None if self.hover is None else self.hover.pace(now)]
        return min((pause for pause in wanted if pause is not None), default=None)

    def paint(self, surface: pygame.Surface) -> None:
        if not self.stage.view.fills:
            self.app.theme.paint_table(surface)
        self.stage.paint(surface)
        self.sidebar.form.paint(surface)
        self.stage.paint_above(surface)

    # --- the person

    def handle(self, event: pygame.event.Event) -> bool:
        """Give an event to the first part that it is for; whether any took it."""
        used = self._give(event)
        if self.sidebar.pointed != self.controller.replay.pointed:
            self.controller.replay.point(self.sidebar.pointed)
        return used

    def _give(self, event: pygame.event.Event) -> bool:
        stage, hand, table = self.stage, self.hand, self.controller
        stage.stir()
        if table.state.over and self.ending.skips(event):
            return True
        if self.hover is not None:
            self.hover.heed(event)
        if stage.marks.focus is not None and not self.app.keyboard:
            self.mark()
        if pressed(event, 3) and not hand.empty and not self.choosing:
            return table.drop_move() or hand.handle(event)
        if self._asks_why(event) or self._reaches(event) or self.squares.handle(event):
            return True
        stage.heed(event)
        if not self.holding and self.sidebar.form.handle(event):
            if event.type == pygame.MOUSEMOTION:
                stage.point_out(None)
            return True
        if event.type == pygame.KEYDOWN:
            if self._key(event):
                return True
            if event.key in ARROWS and self._come_to_board():
                return True
        if pressed(event, 1):
            if self.repeating:
                stage.finish()
            self.sidebar.form.focus(None)
            table.drop_move()  # a click on the board says no, and counts for itself
        if (self.asks and self.prompts.key(event)) or self.chance_view.handle(event):
            return True
        if pressed(event, 1) and hand.click_in_vain(event.pos):
            return True
        return not self.choosing and hand.handle(event)

    def _asks_why(self, event: pygame.event.Event) -> bool:
        """The mouse on the key of a toast that tells of a refusal: it leads to the rule."""
        if event.type not in MOUSE or self.holding or not self.stage.asks_why(event.pos):
            return False
        if pressed(event, 1):
            self.act("rules")
        self.app.cursor("hand" if event.type == pygame.MOUSEMOTION else "arrow")
        return True

    def _reaches(self, event: pygame.event.Event) -> bool:
        """The mouse on the picture of what is to be put: that can be dragged from there."""
        if event.type not in MOUSE or self.holding or not self.prompt.visible or not self.prompt.pictured(event.pos):
            return False
        if event.type == pygame.MOUSEMOTION and event.buttons[0]:
            return False
        if pressed(event, 1):
            self.hand.reach(event.pos)
        self.app.cursor("grab")
        return True

    def _key(self, event: pygame.event.Event) -> bool:
        """A key that stands for an action, or Esc; whether it was one."""
        table = self.controller
        watching = not table.session.persons and not table.state.over
        action = find_action(event, table.looking, watching) or self.chance_view.key_action(event)
        action = self.esc if event.key == pygame.K_ESCAPE else action
        if action:
            self.act(action)
        return action is not None

    def _come_to_board(self) -> bool:
        """Bring the keyboard to the board, if it may be there now; whether it may."""
        free = self.board.visible and not (self.holding or self.choosing)
        if free:
            self.sidebar.form.focus(self.board)
        return free

    @property
    def esc(self) -> Esc:
        """The action that Esc stands for now: it takes one step back, and at last leads to the menu."""
        table = self.controller
        waits = table.confirming is not None and table.confirming.waits
        if waits or self.repeating or self.holding or not self.hand.empty:
            return "let-go"
        if not table.cursor.live and table.match.outcome() is None:
            return "go-back"
        return "take-back" if table.can_take_back else "menu"

    def _let_go(self) -> None:
        """The move that waits for a yes isn't played; else what is held or picked is put back."""
        if not (self.controller.drop_move() or self.chance_view.put_back()):
            self.hand.let_go()

    def point(self, pos: tuple[int, int]) -> None:
        if self.stage.asks_why(pos):
            self.app.cursor("hand")
        elif self.prompt.visible and not self.holding and self.prompt.pictured(pos):
            self.app.cursor("grab")
        elif not self.holding and not self.sidebar.form.point(pos):
            self.hand.rest(pos)

    @property
    def holding(self) -> bool:
        """Whether a piece or a cup is in the person's hand: all that the mouse does is then about it."""
        return self.stage.held is not None or self.chance_view.holding

    def act(self, action: str) -> None:
        """Do what a key, a button or the menu says; nothing where the game has no such action."""
        if self.stage.held is not None:
            self.hand.let_go()
        if self.repeating and action != "again":
            self.stage.finish()
        self.actions.get(action, lambda: None)()
        if self.uncovered:
            self.controller.refresh()

    def choose(self, gesture: Gesture, moves: Sequence[Move]) -> None:
        self.chooser.ask(gesture, moves)
        self.controller.refresh()

    def board_stop(self, form: Group) -> BoardStop:
        stop = BoardStop(form, self.app.words("table.board"), self.hand, self.narrator.here)
        form.children.insert(0, form.children.pop())  # Tab comes to the board first
        return stop

    # --- what happened to the match

    @property
    def settled(self) -> bool:
        return (self.repeating or not self.stage.moving) and self.stage.turning is None

    @property
    def repeating(self) -> bool:
        return self.stage.again is not None

    @property
    def coming(self) -> int:
        coming, persons = self.stage.coming, self.session.persons
        if not coming or self.repeating or not self.controller.cursor.live:
            return 0
        others = any(ply.move.seat not in persons for ply in self.match.plies[-coming:])
        return coming if others or self.match.outcome() is not None else 0

    @property
    def breath(self) -> float:
        return self.stage.breath

    @property
    def uncovered(self) -> bool:
        return self.app.stack.top is self

    @property
    def picked(self) -> frozenset[Target]:
        return frozenset(self.hand.selection.pick)

    @property
    def choosing(self) -> bool:
        return self.chooser.strip is not None

    def lay(self, table: Table) -> None:
        self.stage.show(table)

    def animate(self, change: Change, held: Held) -> None:
        if self.repeating:
            self.stage.finish()
        seat, stage = change.move.seat, self.stage
        own = seat in self.session.persons or seat == NATURE
        tempo = tempo_of(self.app.settings, "back" if not change.forward else "own" if own else "other")
        film = self.chance_view.film(change, tempo) or film_of(stage, tempo, change, held)
        if tempo.rest and stage.moving and isinstance(film, Timeline):
            film = after_rest(film, stage.table, tempo.rest)
        stage.film(film)

    def repeat(self, changes: Sequence[Change], kind: Literal["step", "again"], quiet: bool) -> None:
        stage, chance, tempo = self.stage, self.controller.chance, tempo_of(self.app.settings, kind)
        stage.finish()
        for number, change in enumerate(changes, 1):
            film = self.chance_view.again(change, tempo) or film_of(stage, tempo, change, {})
            if tempo.rest and (stage.moving or kind == "again"):
                film = after_rest(film, chance.table(change.before), tempo.rest)
            last = chance.table(change.after) if number == len(changes) else film.last
            cues = () if quiet else film.cues
            stage.film(replace(film, again=change.move.seat, last=last, cues=cues))

    def jump(self) -> None:
        self.stage.finish()
        self.stage.let_go()

    def restart(self) -> None:
        self.chance_view.forget()
        self.stage.finish()
        self.ending.again()

    def offer(self) -> None:
        if not self.stage.moving:
            self.stage.show(self.controller.chance.table(self.controller.cursor.position))
        if self.choosing:
            self.chooser.close()
        self.hand.offer()

    def refresh(self, state: TableState) -> None:
        self._awaited = self.coming
        self.sidebar.show(state)
        self.mark()
        self._show_words(state)
        asked = self.prompts.question() if self.asks else NOTHING
        if asked != NOTHING or self.question.visible:
            self.question.ask(asked.text, [Option(o.value, o.label, o.look, o.primary) for o in asked.options])
        self.show_cover(below=not self.uncovered)

    def tell(self, state: TableState) -> None:
        self.sidebar.show_words(state)
        self._show_words(state)

    def _show_words(self, state: TableState) -> None:
        """Say what is to be read first on the board as well, where something is to be put there."""
        put = None if self.stage.coming else state.put
        if put is not None or self.prompt.visible:
            self.prompt.show(
                "" if put is None else state.said.status, None if put is None else self.stage.view.look(put)
            )
        if self.app.line.wanted and self.uncovered:
            self.narrator.hear(state.said)

    def show_cover(self, below: bool) -> None:
        """Hide the board while time stands still or players aren't ready; `below`: something lies over the table."""
        spread, card = self.controller.cover(below)
        if spread or card is not None or self.cloth.visible:
            self.cloth.show(spread, *(() if card is None else (card.title, card.about, card.button)))
        self.board.visible = not self.cloth.visible
        self.sidebar.form.default = None if card is None else self.cloth.button

    def mark(self) -> None:
        """Mark what the board should show beside its pieces; the last turn as far as it can be seen."""
        table = self.controller
        self._coming = self.stage.coming
        self.stage.mark(self._marking(table, self.stage, self.hand, self.app.keyboard, self.chance_view.offered))
        self.prompt.lifted = self.stage.held is not None
        self.tell_esc(self.esc)
        if table.able != table.state.able:
            table.tell()

    def tell_esc(self, esc: Esc) -> None:
        """Say on the button that does the same as Esc that it does."""
        self.sidebar.tell_esc(esc)

    def show_time(self, state: TableState) -> None:
        if state.time is not None:
            self.sidebar.show_clock(state.time)
        if self.match.clock.runs:
            self.sidebar.show_plates(state.strips)

    def show_outcome(self, change: Change) -> None:
        self.stage.show(self.controller.chance.table(change.after))
        self.chance_view.show_outcome(change)

    def pick(self, targets: frozenset[Target]) -> None:
        self.hand.pick(targets)

    def let_go(self) -> None:
        self.hand.let_go()

    def put_down(self) -> None:
        self.stage.call()

    def turned(self) -> None:
        if self.ui.flips:
            self.resize(self.app.size)
            self.app.dirty()
        else:
            self.chance_view.prepare()

    def nodes(self) -> list[Node]:
        return ([] if self.cloth.visible else [self.narrator.board()]) + super().nodes()

    def spoken(self) -> str:
        return super().spoken() or ("" if self.cloth.visible else self.narrator.here())

    def say(self, text: str, targets: Collection[Target] = (), code: str = "") -> None:
        self.stage.say(text, next(iter(targets), None), code, list(targets)[1:])

    def hush(self) -> None:
        self.stage.hush()

    def shake(self, targets: Collection[Target]) -> None:
        self.app.sound.play(self.stage.protest(targets))
        for target in targets:
            self.stage.shake(target)

    def ask_about(self, trouble: Trouble) -> None:
        self.menus.ask_about(trouble)
