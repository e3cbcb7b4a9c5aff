"""A player at a table without a window: clicks become events, and the table is read in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import patch

from rules.ai.questions import Answer
from rules.contract import Target
from rules.record import Player
from rules.series import Series
from scenes.app.words import Words
from scenes.games.unstacked_draughts.chance import DiceLanded
from scenes.games.unstacked_draughts.dice.flight import Verdict
from scenes.table import events, match_text, shown_state, turn_text
from scenes.table.chance import chance_of
from scenes.table.events import Event
from scenes.table.game_ui import view_of
from scenes.table.prompts import NO, SHOW, YES, ConfirmMove
from scenes.table.sealed_chance import SealedChance
from scenes.table.selection import NO_SELECTION, Selection, SelectionStep, list_picks, press, release
from scenes.table.session import Session
from scenes.table.shown_state import message_text, note_text
from scenes.table.update import next_due
from tests.rules.rami import position as at_cards
from tests.table import story as plain
from tests.table.story import Story

PLAYERS: Final = {
    "Anna": Player("person", "Anna"),
    "Bert": Player("person", "Bert"),
    "Player": Player("person", "Player"),
    "computer": Player("computer", "Regular", 2),
    "quick": Player("computer", "Quick", 2),
    "hawk": Player("computer", "Hawk", 4),
    "engine": Player("engine", "Fake 1"),
}


def read_cards(hands: Sequence[str], **facts: Any) -> str:
    """Return the text of a position of Ducale: see `tests.rules.rami.position`."""
    return at_cards(*hands, **facts).text()


class Person(Story):
    """A story whose table is read and clicked as by a person; it has the used members of `TableAccess`."""

    said: str | None = None
    """The message on the board."""

    def __init__(self, key: str, players: str = "Anna Bert", **facts: Any) -> None:
        seats = [PLAYERS[name] for name in players.split()]
        self.language = facts.get("language", "en")
        self.selection = NO_SELECTION
        self.words = Words(self.language)
        self.board: Any = view_of(key)
        self.app = SimpleNamespace(now=lambda: self.now)
        if "cards" in facts:
            facts["position"] = read_cards(**facts.pop("cards"))
        super().__init__(key, seats, **{"animation": "off", **facts})
        self.model = replace(self.model, move_marks=self.board.move_marks)

    @property
    def session(self) -> Session:
        return Session("story", self.model.record, Series.begin(len(self.model.record.players)))

    @property
    def settings(self) -> Any:
        return self.model.settings

    @property
    def note(self) -> str | None:
        return note_text(self)  # type: ignore[arg-type]

    def send(self, event: Event) -> None:
        super().send(event)
        key = self.facts.match.game.key
        for output in self.outputs:
            match output:
                case events.Order.CLEAR_MESSAGE:
                    self.said = None
                case events.ShowMessage(message):
                    self.said = message_text(self, message)  # type: ignore[arg-type]
                case events.ShowRefusal(remark, counted):
                    named = chance_of(self.facts).name_facts(self, remark)  # type: ignore[arg-type]
                    texts = [match_text.remark_text(self.words, key, one) for one in counted]
                    self.said = " ".join([match_text.refusal_text(self.words, key, named), *texts])
                case events.Order.OFFER_MOVES | events.Order.RELEASE_HELD:
                    self._rest()
                case events.PickTargets(targets):
                    self._pick(Selection(targets))

    def click(self, *targets: Target | None) -> None:
        for target in targets:
            self.said = None
            self._take(press(self.selection, target, self.facts.legal_gestures))
            self._take(release(self.selection, self.facts.legal_gestures))

    def _take(self, step: SelectionStep) -> None:
        offered = self.facts.legal_gestures
        if not offered and not self.facts.faults:
            return
        if step.gesture_made is not None:
            self._pick(NO_SELECTION)
            for move in self.facts.routes.get(step.gesture_made, offered[step.gesture_made][:1]):
                self.send(events.Play(move, {}))
            return
        self._pick(step.selection)
        if not step.selection.pick:
            self._rest()
        if step.gesture_refused is not None:
            self.send(events.RefuseGesture(step.gesture_refused))

    def _pick(self, selection: Selection) -> None:
        self.selection = selection
        if selection.pick != self.facts.view.picked:
            self.report(picked=selection.pick)

    def _rest(self) -> None:
        may = list_picks(self.facts.legal_gestures)
        self._pick(Selection(may) if self.facts.is_mid_turn and len(may) == 1 else NO_SELECTION)

    def throw(self, faces: Sequence[int]) -> None:
        """Throw dice that show these faces, and let the table make the automatic moves."""
        with patch.object(SealedChance, "dice_of_throw", lambda sealed, throw: faces):
            (move,) = [one for one in self.facts.position.legal_moves() if str(one) == "throw"]
            self.send(events.Play(move, {}))
            self.send(DiceLanded(Verdict()))
        self.let_pass()

    def let_pass(self) -> None:
        """Let time pass until nothing is due any more."""
        for _ in range(plain.LONGEST):
            if not self.facts.view.is_idle:
                self.report(picked=self.selection.pick)
            due = next_due(self.facts)
            if due is None:
                return
            self.tick(max(0.0, due - self.now))

    def advise(self, *texts: str) -> None:
        """Answer the open question by these moves."""
        assert self.question is not None
        moves, position = [], self.facts.position
        for text in texts:
            moves.append(next(move for move in position.legal_moves() if str(move) == text))
            position = position.play(moves[-1])
        self.answer(moves)

    @property
    def asked(self) -> dict[str, Any]:
        """Return the seat of the open question, and its limits."""
        question: Any = self.question
        names = ("memory", "level", "seconds", "nodes")
        found = {name: getattr(question, name) for name in names if hasattr(question, name)}
        moves = {"moves": " ".join(map(str, question.moves))} if hasattr(question, "moves") else {}
        return {"kind": type(question).__name__, **found, **moves}

    @property
    def status_line(self) -> Any:
        return shown_state.status_of(self)  # type: ignore[arg-type]


def act(person: Person, text: str) -> None:
    """Do what a line of a story says."""
    name, _, rest = text.partition(" ")
    match name:
        case "click":
            person.click(*(None if target == "nothing" else target for target in rest.split()))
        case "throw":
            person.throw(tuple(map(int, rest.split())))
        case "pass":
            person.let_pass()
        case "land" if rest == "tilt slides":
            person.send(DiceLanded(Verdict("tilt", slides=True)))
        case "begin":
            opening = person.facts.chance.next_game_move
            assert opening is not None
            person.send(events.PlayAutomaticMove(opening))
        case "advise":
            person.advise(*rest.split(" | "))
        case "fail":
            code, *turn = rest.split()
            facts = {"engine": "Fake 1", **({"turn": turn[0]} if turn else {})}
            person.question = None
            person.send(events.EngineAnswered(Answer(0, error="out of order", code=code, facts=facts)))
        case "seat":
            person.send(events.ReplaceEngine(PLAYERS[rest]))
        case "say-yes" | "say-no" | "say-show":
            answers = {"say-yes": YES, "say-no": NO, "say-show": SHOW}
            ConfirmMove(person).answer(answers[name])  # type: ignore[arg-type]
        case _:
            plain.act(person, text)


def seen(person: Person, name: str) -> Any:
    """Return what a line of a story compares, by its name."""
    facts = person.facts
    match name:
        case "status" | "note":
            return getattr(person.status_line, name)
        case "warning":
            return person.status_line.is_warning
        case "says":
            return person.said
        case "question":
            return ConfirmMove(person).question().text or None  # type: ignore[arg-type]
        case "answers":
            return [option.label for option in ConfirmMove(person).question().options]  # type: ignore[arg-type]
        case "picked":
            return sorted(person.selection.pick)
        case "marked":
            return sorted(facts.model.nudge)
        case "told":
            return turn_text.explain_cell(person.words, person.session, len(facts.match.turns()) - 1)
        case "turns":
            return turn_text.list_turns(person.words, person.session)
        case "details":
            shown = facts.cursor.position
            strips = shown_state.make_player_strips(person.words, person.session, person.now, shown)
            return [strip.detail for strip in strips]
        case "trouble":
            trouble = facts.model.engine.trouble
            return None if trouble is None else trouble.code
        case "asked":
            return person.asked
        case "tells_chance":
            return facts.chance.upper_chance is not None
        case "off":
            return sorted(shown_state.list_disabled_actions(facts) & {"undo", "redo", "hint", "again"})
        case _:
            return plain.seen(person, name)


def fits(person: Person, wanted: Any, found: Any) -> bool:
    """Whether a value is the one wanted; of a sentence a list has parts, and a text may be the key of its words."""
    if isinstance(found, str) and isinstance(wanted, list):
        return all(part in found for part in wanted)
    if isinstance(found, str) and isinstance(wanted, str) and person.words.has(wanted):
        return bool(found == person.words(wanted))
    return bool(wanted == found)
