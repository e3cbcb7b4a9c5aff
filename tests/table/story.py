"""A match table driven by events alone, without window and pygame. Stories are rows of data (`stories.json`)."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, Final

import rules
from rules import abilities
from rules.ai.questions import Analyse, Answer, Question, React
from rules.clock import Control
from rules.common.dice import DiceSeed
from rules.contract import Gesture, Move, Position
from rules.ducale.policies import greedy
from rules.match import Match
from rules.record import Player, Record, write
from rules.teaching.review import Cost, Judged
from scenes.app.settings import Settings
from scenes.games.ducale.chance import DealNextRound
from scenes.games.unstacked_draughts.chance import DiceLanded, DiceRead
from scenes.games.unstacked_draughts.dice.flight import Verdict
from scenes.surfaces.mark_rules import Drawing, MoveMarks
from scenes.table import events
from scenes.table.chance import read_facts, rules_of
from scenes.table.events import AskEngine, Event, Order, Output
from scenes.table.model import EngineState, TableModel, ViewState
from scenes.table.sealed_chance import headers_of
from scenes.table.table_facts import TableFacts
from scenes.table.update import is_due, next_due, update

SEED: Final = "00112233445566778899aabbccddeeff"
PERSON: Final = Player("person")
COMPUTER: Final = Player("computer", "", 1)
LONGEST: Final = 3000
"""Events after which a match should be over."""
PLAIN_EVENTS: Final[dict[str, Event]] = {
    "undo": events.Command.UNDO,
    "redo": events.Command.REDO,
    "take-back": events.Command.TAKE_BACK,
    "hint": events.Command.REQUEST_HINT,
    "next": events.Command.SHOW_NEXT_TURN,
    "back": events.Command.SHOW_PREVIOUS_TURN,
    "again": events.Command.SHOW_AGAIN,
    "replay": events.Command.TOGGLE_REPLAY,
    "pause": events.Command.TOGGLE_PAUSE,
    "halt": events.Command.PAUSE_MATCH,
    "ready": events.Command.UNCOVER_BOARD,
    "flip": events.Command.FLIP_BOARD,
    "covered": events.Command.PAUSE_CLOCK,
    "return": events.ScreenClosed(),
    "show-better": events.Command.SHOW_BETTER_TURN,
    "no": events.Command.DROP_PENDING_MOVE,
    "taken-over": events.Command.LOSE_MATCH_TO_WINDOW,
    "advance": events.Command.ADVANCE,
}


class Story:
    """A table that keeps its last outputs."""

    def __init__(
        self,
        key: str,
        players: Iterable[Player] = (PERSON, PERSON),
        position: str = "",
        options: dict[str, Any] | None = None,
        control: str = "none",
        pace: str = "",
        **settings: Any,
    ) -> None:
        game, seats = rules.get(key), tuple(players)
        chosen = game.play.options(**(options or {}))
        start = game.play.with_options(game.text.read(position), chosen) if position else None
        match = Match(game.play, chosen, len(seats), position=start, control=Control.read(control))
        extra = {"Pace": pace} if pace else {}
        extra |= headers_of(DiceSeed(SEED), is_over=False) if rules_of(key).needs_seed(match) else {}
        persons = tuple(seat for seat, player in enumerate(seats) if player.kind == "person")
        self.now = 0.0
        self.outputs: tuple[Output, ...] = ()
        self.question: Question | None = None
        self.model = TableModel(
            Record(match, seats, extra),
            Settings(**{"language": "en", **settings}),
            0,
            MoveMarks(),
            is_clock_stopped=abilities.limits(match.position) is not None and bool(persons),
            engine=EngineState(seed=1),
            chance=rules_of(key).make_initial_state(persons),
        )
        self.send(events.Command.ADVANCE)

    @property
    def facts(self) -> TableFacts:
        return read_facts(self.model)

    def send(self, event: Event) -> None:
        """Update the model twice: both times alike, and the model before is as it was."""
        before, text = self.model, write(self.model.record)
        first, outputs = update(before, event, self.now)
        again, others = update(before, event, self.now)
        assert write(before.record) == text, f"{event} changed the model before"
        assert write(first.record) == write(again.record) and repr(outputs) == repr(others), f"{event} isn't pure"
        self.model, self.outputs = first, outputs
        for output in outputs:
            match output:
                case AskEngine(question):
                    self.question = question
                case events.Order.CANCEL_QUESTION | events.Order.CLOSE_ENGINE:
                    self.question = None

    def offered(self, text: str) -> Move:
        moves = [move for ones in self.facts.legal_gestures.values() for move in ones]
        moves += [move for turn in self.facts.routes.values() for move in turn]
        return next(move for move in moves if str(move) == text)

    def report(self, **facts: Any) -> None:
        self.send(events.ViewChanged(ViewState(**facts)))

    def tick(self, seconds: float) -> None:
        self.now += seconds
        if is_due(self.facts, self.now):
            self.send(events.Command.TICK)

    def answer(self, moves: Iterable[Move] = (), delay: float = 0.0, score: int = 0) -> None:
        """Answer the open question: a program plays these moves, or a first legal turn."""
        question, self.question = self.question, None
        assert question is not None
        found = tuple(moves) or self._think(question)
        self.send(events.EngineAnswered(Answer(0, found, score=score, delay=delay)))

    def judge(self, loss: float, better: Iterable[str]) -> None:
        """Answer the tutor's question, first with a loss, then that this was all."""
        question: Any = self.question
        cost = Cost(question.position.to_move, 0, loss, tuple(better))
        self.send(events.EngineAnswered(Answer(0, is_final=False, judged=Judged(0, 0, 0, 0.5, (cost,)))))

    def _think(self, question: Any) -> tuple[Move, ...]:
        if isinstance(question, React):
            return tuple(question.position.legal_moves(question.seat))[:1]
        if question.game == "ducale":
            return tuple(greedy(question.position, Random(1)))[: 1 if isinstance(question, Analyse) else None]
        return first_turn(question.position)

    def go_on(self, rng: Random) -> None:
        """Let the next thing happen: an answer, chance, a person's move, or time."""
        facts = self.facts
        if not facts.view.is_idle:
            self.report()
        elif self.question is not None:
            self.answer()
        elif facts.chance.is_covered or facts.model.is_clock_stopped:
            self.send(events.Command.UNCOVER_BOARD)
        elif facts.chance.is_pending and facts.match.game.key == "unstacked-draughts":
            self.send(DiceLanded(Verdict()))
        elif facts.chance.is_between_rounds and facts.persons:
            self.send(DealNextRound())
        elif facts.chance.next_game_move is not None and facts.persons:
            self.send(events.PlayAutomaticMove(facts.chance.next_game_move))
        elif facts.movers:
            self.send(events.Play(self._choose(rng), {}, is_confirmed=True))
        else:
            due = next_due(facts)
            assert due is not None, "nothing is due and nobody may move"
            self.tick(max(0.0, due - self.now))

    def _choose(self, rng: Random) -> Move:
        facts = self.facts
        if facts.match.game.key == "ducale":
            view: Any = abilities.seen_by(facts.position, facts.position.to_move)
            return greedy(view, rng)[0]
        return rng.choice([move for moves in facts.legal_gestures.values() for move in moves])


def first_turn(position: Position) -> tuple[Move, ...]:
    moves: list[Move] = []
    seat = position.to_move
    while position.to_move == seat and position.outcome() is None:
        moves.append(next(iter(position.legal_moves())))
        position = position.play(moves[-1])
    return tuple(moves)


def event_of(story: Story, text: str) -> Event:
    """Return the event of a line such as "play a6-b5", "look 0" or "undo"."""
    name, *words = text.split(" ")
    match name:
        case "play":
            return events.Play(story.offered(" ".join(words)), {})
        case "yes":
            pending = story.model.pending_move
            assert pending is not None
            return events.Play(pending.move, pending.held, is_confirmed=True)
        case "refuse":
            return events.RefuseGesture(Gesture(frozenset(words[:1]), words[1] if words[1:] else None))
        case "look":
            return events.ShowPly(int(words[0]) if words else None)
        case "premove":
            return events.SetPremove(Gesture(frozenset(words[:1]), words[1]) if words else None)
        case "draw":
            return events.ToggleDrawing(Drawing(tuple(words[1:]), int(words[0])))
        case "end":
            return events.EndMatch(words[0], int(words[1]))  # type: ignore[arg-type]
        case "offer-draw":
            return events.OfferDraw(int(words[0]))
        case "land":
            return DiceLanded(Verdict(words[0] if words else "valid"))  # type: ignore[arg-type]
        case "read":
            return DiceRead(tuple(map(int, words)))
        case _:
            return PLAIN_EVENTS[name]


def read_line(story: Story, texts: Iterable[str]) -> list[Move]:
    """Return the moves of a line that goes on from the position, by their texts."""
    moves: list[Move] = []
    position = story.facts.position
    for text in texts:
        moves.append(next(move for move in position.legal_moves() if str(move) == text))
        position = position.play(moves[-1])
    return moves


def act(story: Story, text: str) -> None:
    """Do what a line of a story says."""
    name, *words = text.split(" ")
    match name:
        case "wait":
            story.tick(float(words[0]))
        case "unseen":
            story.now += float(words[0])
        case "idle":
            story.report()
        case "moving":
            story.report(is_idle=False)
        case "away":
            story.report(is_on_top=False)
        case "pick":
            story.report(picked=frozenset(words))
        case "answer":
            story.answer(read_line(story, words))
        case "answer-score":
            story.answer(score=int(words[0]))
        case "answer-illegal":
            story.answer([ply.move for ply in story.facts.match.plies[-1:]])
        case "judge":
            story.judge(float(words[0]), words[1:])
        case "fail":
            story.send(events.EngineAnswered(Answer(0, error="out of order")))
        case _:
            story.send(event_of(story, text))


def seen(story: Story, name: str) -> Any:
    """Return what a line of a story compares, by its name."""
    facts, model = story.facts, story.model
    match name:
        case "plies":
            return " ".join(str(ply.move).partition(" ")[0] for ply in facts.match.plies)
        case "outputs":
            return " ".join(map(_name_of, story.outputs))
        case "movers":
            return sorted(facts.movers)
        case "note":
            return model.note.key if model.note is not None else None
        case "hint":
            return model.hint.shown
        case "premove":
            return None if model.premove is None else " ".join((*model.premove.pick, str(model.premove.drop)))
        case "is_premove_dropped":
            return model.is_premove_dropped
        case "premove_picks":
            return sorted(facts.premove_picks)
        case "drawings":
            return [[drawing.colour, *drawing.path] for drawing in model.drawings]
        case "advice":
            return " ".join(map(str, model.advice))
        case "pending":
            return None if model.pending_move is None else str(model.pending_move.move)
        case "is_judging":
            return model.engine.is_judging
        case "nodes" | "judged":
            turn = " ".join(map(str, getattr(story.question, "moves", ())))
            return getattr(story.question, "nodes", None) if name == "nodes" else turn
        case "over":
            return None if facts.outcome is None else facts.outcome.reason
        case "asks":
            return None if story.question is None else type(story.question).__name__
        case "message":
            return next((one.message.key for one in story.outputs if isinstance(one, events.ShowMessage)), None)
        case "refusal":
            return next((one.remark.code for one in story.outputs if isinstance(one, events.ShowRefusal)), None)
        case "shown":
            return model.shown_ply
        case "winners":
            return None if facts.outcome is None else list(facts.outcome.winners)
        case "left":
            return [round(facts.match.clock.seconds_left(seat, story.now)) for seat in range(facts.match.seats)]
        case "seconds":
            seconds = getattr(story.question, "seconds", None)
            return None if seconds is None else round(seconds, 2)
        case "due-in":
            return None if model.engine.answered_turn is None else round(model.engine.due - story.now, 2)
        case "hidden":
            return sorted(seat for seat in range(facts.match.seats) if not _is_open(facts, seat))
        case _:
            return getattr(facts, name)


def _is_open(facts: TableFacts, seat: int) -> bool:
    """Whether the hand of a seat is seen on the table."""
    looks = [
        token.look
        for target, tokens in facts.chance.redact_table(facts.position).items()
        if target.startswith(f"h{seat}")
        for token in tokens
    ]
    return "back" not in looks


def _name_of(output: Output) -> str:
    return output.name.title().replace("_", "") if isinstance(output, Order) else type(output).__name__
