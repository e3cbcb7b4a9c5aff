"""Check lesson files: what of one is not in order, as a sentence. What ships is checked by a test.

The format is that of `rules.teaching.lessons`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Final, get_args, get_type_hints

from rules.common.plain_data import is_tables, is_texts
from rules.common.quoting import quoted, shown
from rules.common.toml import loaded
from rules.contract import Options, Position
from rules.errors import PositionError
from rules.record import WrittenGame
from rules.teaching.exercise import seats_of
from rules.teaching.lessons import LessonError, Task, read

WORDS: Final = ("title", "say", "done", "wrong")
"""The texts that every task has in every language."""
STEP_WORDS: Final = ("say", "wrong")
_TASK: Final = {"id", "position", "start", "options", "teaches", "seat", "chance", "before", "step", "slip"}
_STEP: Final = {"turns", "moves", "table", "outcome", "reply", "replies"}


def checked(text: str, game: WrittenGame, languages: Sequence[str]) -> tuple[Task, ...]:
    """The tasks of a lesson file. Raises LessonError if the file is not in order.

    It doesn't check whether the turns are legal; `rules.teaching.lessons.solve` does.
    """
    try:
        data = loaded(text)
    except ValueError as error:
        raise LessonError(f"The lessons of {game.play.key} can't be read: {error}.") from None
    found = data.get("task")
    if set(data) != {"task"} or not found or not is_tables(found):
        raise LessonError(f"The lessons of {game.play.key} need [[task]] and nothing else.")
    names = [_check_task(one, game, languages) for one in found]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise LessonError(f"Two lessons of {game.play.key} are called {quoted(twice[0])}.")
    return read(text, game, languages)


def _check_task(data: Mapping[str, object], game: WrittenGame, languages: Sequence[str]) -> str:
    """The id of a task that is in order."""
    name = str(data.get("id") or "?")
    unknown = set(data) - _TASK - set(languages)
    position = data.get("position")
    named = isinstance(data.get("id"), str) and ("position" in data) != bool(data.get("start"))
    if unknown or not named or not isinstance(position, str | None):
        what = ", ".join(map(shown, sorted(unknown)[:3])) or "id, and either position or start"
        raise LessonError(f"The lesson {quoted(name)} of {game.play.key} is not in order: look at {what}.")
    options = _options(data.get("options", {}), game, name)
    start = _start(position, game, options, name)
    steps, slips = data.get("step"), data.get("slip", [])
    if not steps or not is_tables(steps) or not is_tables(slips):
        raise LessonError(f"The lesson {quoted(name)} has no step, or what is none.")
    seat = data.get("seat", start.to_move)
    if type(seat) is not int or ("seat" in data and seat not in range(seats_of(start))):
        raise LessonError(f"Nobody sits on the seat of the lesson {quoted(name)}.")
    for key in ("teaches", "chance", "before"):
        _check_texts(data, key, name)
    for language in languages:
        _check_words(data.get(language), WORDS, f"{shown(name)}.{language}")
    for one in steps:
        _check_step(one, languages, name)
    for one in slips:
        _check_slip(one, languages, name)
    return name


def _options(given: object, game: WrittenGame, name: str) -> Options:
    if not isinstance(given, dict):
        raise LessonError(f"The options of the lesson {quoted(name)} are no table.")
    unknown = set(given) - {one.name for one in fields(game.play.options)}
    if unknown:
        raise LessonError(f"The lesson {quoted(name)} sets the option {quoted(min(unknown))}, which isn't there.")
    hints = get_type_hints(game.play.options)
    for option, value in given.items():
        choices = (False, True) if hints[option] is bool else get_args(hints[option])
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            raise LessonError(f"The lesson {quoted(name)} sets the option {option} to what it can't be.")
    return game.play.options(**given)


def _start(text: str | None, game: WrittenGame, options: Options, name: str) -> Position:
    if text is None:
        return game.play.start(options, game.play.usual_seats or game.play.seats.start)
    try:
        return game.play.with_options(game.text.read(text), options)
    except PositionError as error:
        raise LessonError(f"The position of the lesson {quoted(name)} can't be read. {error}") from error


def _check_step(data: Mapping[str, object], languages: Sequence[str], name: str) -> None:
    unknown = set(data) - _STEP - set(languages)
    aims = [one for one in ("turns", "table", "outcome") if data.get(one)]
    if unknown or bool(data.get("moves")) == bool(aims) or {"reply", "replies"} <= set(data):
        raise LessonError(f"A step of the lesson {quoted(name)} needs moves, or turns, table and outcome; one reply.")
    table, outcome, reply = data.get("table", {}), data.get("outcome", ""), data.get("reply", "")
    if not (isinstance(table, dict) and isinstance(outcome, str) and isinstance(reply, str)) or not is_texts(
        list(table.values())
    ):
        raise LessonError(f"In a step of the lesson {quoted(name)} table, outcome and reply are texts.")
    for key in ("turns", "moves", "replies"):
        _check_texts(data, key, name)
    for one in languages:
        if one in data:
            _check_words(data[one], (), f"{shown(name)}.step.{one}", STEP_WORDS)


def _check_slip(data: Mapping[str, object], languages: Sequence[str], name: str) -> None:
    _check_texts(data, "turns", name)
    words = {one: text for one in languages if isinstance(text := data.get(one), str)}
    if not data.get("turns") or set(data) != {"turns", *languages} or set(words) != set(languages):
        raise LessonError(f"A slip of the lesson {quoted(name)} needs turns and {', '.join(languages)}.")


def _check_texts(data: Mapping[str, object], key: str, name: str) -> None:
    found = data.get(key, [])
    if not is_texts(found) or not all(found):
        raise LessonError(f"In the lesson {quoted(name)} {key} is a list of texts.")


def _check_words(data: object, needed: Sequence[str], where: str, known: Sequence[str] = WORDS) -> None:
    if (
        not isinstance(data, dict)
        or not set(needed) <= set(data) <= set(known)
        or not all(isinstance(one, str) and one.strip() for one in data.values())
    ):
        raise LessonError(f"The words {where} are {', '.join(needed or known)}, and no others.")
