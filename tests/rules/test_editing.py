"""Positions set up by hand: the laws of every game's editor, and what the readers of position texts refuse."""

from functools import cache
from random import Random
from typing import Any

import pytest

from rules import GAMES, get
from rules.contract import NATURE
from rules.errors import PositionError
from rules.game import Game
from rules.teaching.editor import Draft, Editor
from tests.checks import error_of
from tests.effort import by_effort
from tests.rows import rows
from tests.rules.play import option_sets, random_match

EDITED = [pytest.param(game, id=game.key) for game in GAMES if game.teach.editor is not None]
every_game = pytest.mark.parametrize("game", EDITED)


def editor_of(game: Game) -> Any:
    assert game.teach.editor is not None
    return game.teach.editor()


@cache
def positions(game: Game) -> list[Any]:
    """Return the starts of turns of random matches that can be edited."""
    editor, found = editor_of(game), []
    for number, options in enumerate(option_sets(game)[: by_effort(2, 6, 6)]):
        match = random_match(game, options, number)
        started = [
            position
            for position in match.positions
            if position.turn_started and editor.takes(position) and position.actors() != {NATURE}
        ]
        found += [position for position in started[:: max(1, len(started) // 12)] if readable(game, position)]
    return found


def readable(game: Game, position: Any) -> bool:
    """Whether the game reads a position's own text: some moments between games have none."""
    try:
        game.text.read(position.text())
    except PositionError:
        return False
    return True


def edited(editor: Editor, draft: Draft, rng: Random) -> Draft:
    at, end = rng.choice(editor.places(draft)), rng.choice(editor.places(draft))
    lying = sorted(set(editor.table(draft)) & set(editor.places(draft))) or [at]
    kinds = [kind for tray in editor.trays for kind in tray]
    done = rng.randrange(8)
    if done < 2 and kinds:
        return editor.lay(draft, rng.choice(kinds), at)
    if done < 4:
        return editor.carry(draft, rng.choice(lying), end)
    if done == 4:
        return editor.lift(draft, rng.choice(lying))
    if done == 5 and not rng.randrange(8):
        return editor.clear(draft)
    if done == 6:
        return editor.mirror(draft)
    here = rng.choice(lying)
    fields = editor.fields(draft, here)
    if not fields:
        return draft
    one = rng.choice(fields)
    value = str(rng.randint(one.least, one.most)) if one.kind == "number" else rng.choice(one.values)
    return editor.set_field(draft, one.name, value, here)


@every_game
def test_a_draft_is_written_like_its_position(game: Game) -> None:
    editor = editor_of(game)
    for position in positions(game):
        assert editor.text(editor.draft(position)) == position.text()


@every_game
def test_a_draft_looks_like_its_position(game: Game) -> None:
    editor = editor_of(game)
    for position in positions(game):
        read = game.text.read(position.text())
        assert dict(editor.table(editor.draft(read))) == dict(read.table())


@every_game
def test_mirroring_a_draft_once_per_seat_restores_the_draft(game: Game) -> None:
    editor = editor_of(game)
    for position in positions(game):
        draft = editor.draft(position)
        mirrored = back = editor.mirror(draft)
        for _ in range(editor.seats(draft) - 1):
            back = editor.mirror(back)
        assert editor.text(back) == editor.text(draft)
        assert game.text.read(editor.text(mirrored)).text() == editor.text(mirrored)


@every_game
def test_the_mirrored_side_has_equally_many_turns(game: Game) -> None:
    editor = editor_of(game)
    for position in positions(game):
        there = game.text.read(position.text())
        mirrored = game.text.read(editor.text(editor.mirror(editor.draft(position))))
        assert len(mirrored.legal_moves()) == len(there.legal_moves())


@every_game
def test_any_edited_draft_is_a_position_or_refused_with_a_reason(game: Game) -> None:
    editor, rng = editor_of(game), Random(7)
    codes, legal = set(), 0
    for position in positions(game)[:: by_effort(9, 3, 3)]:
        draft = editor.draft(position)
        for _ in range(60):
            draft = edited(editor, draft, rng)
            for one in editor.fields(draft, rng.choice(editor.places(draft))):
                assert one.kind == "number" or one.value in one.values, one
            try:
                read = game.text.read(editor.text(draft))
            except PositionError as problem:
                codes.add(problem.code)
                assert set(problem.targets) <= {*editor.places(draft), *editor.table(draft)}, problem.code
                continue
            legal += 1
            assert dict(editor.table(draft)) == dict(read.table())
            assert read.outcome() is not None or read.legal_moves() or read.actors()
    assert legal and codes and not codes & {"text", "row"}, codes


@every_game
def test_the_empty_and_the_initial_draft_can_be_written(game: Game) -> None:
    editor = editor_of(game)
    start = editor.draft(game.play.start(game.play.options(), game.play.seats.start))
    assert game.text.read(editor.text(start)).text() == editor.text(start)
    assert len(editor.table(editor.clear(start))) < len(editor.table(start))


@rows
def test_an_impossible_draft_has_a_code(key: str, text: str, code: str) -> None:
    assert error_of(PositionError, get(key).text.read, text).code == code


@rows
def test_a_draft_is_changed_as_the_case_says(
    law: str, key: str, position: str | None, steps: list[tuple[list[str], dict[str, str | None]]]
) -> None:
    """`steps`: what is done, each time with what some cells and fields hold then; `refused`: the code of the text."""
    game, editor = get(key), editor_of(get(key))
    start = game.play.start(game.play.options(), 2)
    draft = editor.draft(start if position is None else game.text.read(position))
    for (act, *about), seen in steps:
        draft = getattr(editor, act)(draft, *about)
        holds = {**draft.cells, **draft.state}
        if "refused" in seen:
            holds["refused"] = error_of(PositionError, game.text.read, editor.text(draft)).code
        assert {name: holds.get(name) for name in seen} == seen, law


def test_a_creeper_has_a_field_for_having_just_moved() -> None:
    game = get("ducart")
    draft = editor_of(game).draft(game.text.read("8/8/8/3c4/8/8/8/W6W g d5 b 0 3 -"))
    assert [one.name for one in editor_of(game).fields(draft, "d5") if one.of_place] == ["asleep", "kept", "fresh"]
