"""Answers to questions about games, as plain data, for the command line and its batch mode.

All functions except `outcome_data` and `answer` raise QuestionError.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Final

from rules import find
from rules.abilities import play_all
from rules.common.quoting import make_printable
from rules.contract import Outcome, Position
from rules.errors import PositionError, TurnError
from rules.game import Game
from rules.record import read_options

MOST_TURNS: Final = 100_000  # a longer list raises QuestionError TOO_MANY
MAX_DEPTH: Final = 60


class QuestionError(ValueError):
    """Error for a question that can't be answered; `code` is one word and the message is a sentence."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@contextmanager
def _converting_errors(kind: type[ValueError], code: str = "", prefix: str = "") -> Iterator[None]:
    """Convert errors of the type `kind` into QuestionError with `code`; a TurnError keeps its own code."""
    try:
        yield
    except kind as problem:
        code = problem.code if isinstance(problem, TurnError) else code
        raise QuestionError(code, f"{prefix}{problem}") from None


def game_of(key: object) -> Game:
    game = find(key) if isinstance(key, str) else None
    if game is None:
        raise QuestionError("NO_GAME", f'There is no game "{make_printable(str(key))}"; "games" lists them.')
    return game


def position_of(game: Game, text: object, options: object = "") -> Position:
    """Return the position of a position text, or the start position if `text` is None, with `options`."""
    if not isinstance(options, str):
        raise QuestionError("OPTIONS", "The options must be a text such as name=value,name=value.")
    with _converting_errors(ValueError, "OPTIONS"):
        chosen = read_options(game.play.options, options)
    if text is None:
        return game.play.start(chosen, game.play.seats.start)
    if not isinstance(text, str):
        raise QuestionError("POSITION", "The position must be a text.")
    with _converting_errors(PositionError, "POSITION"):
        return game.play.with_options(game.text.read(text), chosen)


def turns(game: Game, position: Position) -> list[str]:
    """Return the texts of all legal turns, sorted, even after an automatic draw."""
    with _converting_errors(TurnError):
        found = list(islice(game.play.turns(position), MOST_TURNS + 1))
    if len(found) > MOST_TURNS:
        raise QuestionError("TOO_MANY", f"There are more than {MOST_TURNS} turns.")
    return sorted(found)


def play(game: Game, position: Position, texts: Sequence[object]) -> Position:
    for number, text in enumerate(texts, 1):
        prefix = f"Turn {number} ({make_printable(str(text), 60)}): " if len(texts) > 1 else ""
        if not isinstance(text, str):
            raise QuestionError("SYNTAX", f"{prefix}a turn must be a text.")
        if position.outcome() is not None:
            raise QuestionError("OVER", f"{prefix}the game is over.")
        with _converting_errors(TurnError, prefix=prefix):
            position = play_all(position, game.text.read_turn(position, text))
    return position


def perft(game: Game, position: Position, depth: object) -> list[int]:
    if isinstance(depth, bool) or not isinstance(depth, int) or not 1 <= depth <= MAX_DEPTH:
        raise QuestionError("DEPTH", f"The depth must be a whole number from 1 to {MAX_DEPTH}.")
    with _converting_errors(TurnError):
        return game.play.perft(position, depth)


def notate(game: Game, position: Position, text: object) -> str:
    if not isinstance(text, str):
        raise QuestionError("SYNTAX", "A turn must be a text.")
    with _converting_errors(TurnError):
        return game.text.notate(position, game.text.read_turn(position, text))


def chance(game: Game, position: Position) -> float:
    """Return the exact probability that the side that throws next wins."""
    if game.facts.chance is None:
        raise QuestionError("NO_CHANCE", f"Nothing is known of chances in {game.key}.")
    with _converting_errors(ValueError, "CHANCE"):
        return game.facts.chance(position)


def best(game: Game, cards: object) -> Mapping[str, object]:
    if game.facts.best is None:
        raise QuestionError("NO_HANDS", f"There are no hands of cards in {game.key}.")
    if not isinstance(cards, str):
        raise QuestionError("CARDS", "The cards must be a text.")
    with _converting_errors(ValueError, "CARDS"):
        return game.facts.best(cards)


def view(game: Game, position: Position, seat: object) -> Mapping[str, object]:
    if game.facts.view is None:
        raise QuestionError("NO_VIEWS", f"Nothing is hidden in {game.key}.")
    if isinstance(seat, bool) or not isinstance(seat, int):
        raise QuestionError("SEAT", "The seat must be a whole number.")
    with _converting_errors(ValueError, "SEAT"):
        return game.facts.view(position, seat)


def outcome_data(outcome: Outcome | None) -> dict[str, object] | None:
    return None if outcome is None else {"reason": outcome.reason, "winners": list(outcome.winners)}


def answer(question: object) -> dict[str, object]:
    """Answer a question of the command `batch`; question and answer are JSON objects. Never raises."""
    if not isinstance(question, dict):
        return {"id": None, "error": "A question is a JSON object.", "code": "JSON"}
    try:
        return {"id": question.get("id"), **_answer_question(question)}
    except QuestionError as problem:
        return {"id": question.get("id"), "error": str(problem), "code": problem.code}


def _answer_question(question: dict[str, object]) -> dict[str, object]:
    kind_asked = question.get("ask")
    game = game_of(question.get("game"))
    if kind_asked == "best":
        return {"best": best(game, question.get("cards"))}
    position = position_of(game, question.get("position"), question.get("options", ""))
    match kind_asked:
        case "turns":
            return {"turns": turns(game, position)}
        case "play":
            texts = question.get("turns")
            if not isinstance(texts, list):
                raise QuestionError("SYNTAX", '"turns" must be a list of texts.')
            after = play(game, position, texts)
            return {"position": after.text(), "outcome": outcome_data(after.outcome())}
        case "perft":
            return {"perft": perft(game, position, question.get("depth"))}
        case "outcome":
            return {"outcome": outcome_data(position.outcome())}
        case "text":
            return {"position": position.text()}
        case "notate":
            return {"text": notate(game, position, question.get("turn"))}
        case "chance":
            return {"chance": chance(game, position)}
        case "views":
            return {"view": view(game, position, question.get("seat"))}
        case _:
            raise QuestionError("ASK", f'"{make_printable(str(kind_asked))}" is no question.')
