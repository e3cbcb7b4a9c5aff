"""Ducart: options, ends, refusals, effects, texts and marks (rules/ducart/README.md); moves are in the cases."""

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import fields
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from rules import abilities, console
from rules.common.squares import NAMES
from rules.contract import Remark, Slide, Token, Turn
from rules.ducart import GAME
from rules.ducart.advice import caution
from rules.ducart.engine.mailbox import KEPT, LEAPER
from rules.ducart.marks import banned_targets, locked_keepers, mark, state
from rules.ducart.moves import Pass
from rules.ducart.options import Options, rematch_options, resolve_chance
from rules.ducart.position import Position
from rules.ducart.refusals import SENTENCES
from rules.ducart.text import read, start
from rules.errors import PositionError
from rules.record import read_options
from tests.checks import present
from tests.rows import each, rows
from tests.rules.ducart import CASES, act, after, any_position, on, random_positions, refusal_code
from tests.rules.play import refusal_of, refusals_in_digest

# Options, section 9.


@rows
def test_options_choose_who_begins_the_swap_and_the_flags(options: str, text: str) -> None:
    assert start(read_options(Options, options), 2).text() == text


def test_without_automatic_draws_no_position_history_is_kept() -> None:
    position = start(Options(hundred="endless"), 2)
    for _ in range(60):
        position = after(position, "Cb1-a3", "Cb8-a6", "Ca3-b1", "Ca6-b8")
    assert position.quiet == 240
    assert len(position.keys) == 1
    assert position.outcome() is None


# Sections 4 to 10, and refusals, section 13: where turns lead, and what is told there.


@rows
def test_turns_lead_to_the_state_of_the_case(
    law: str, position: str, steps: list[tuple[str, dict[str, Any]]]
) -> None:
    """`steps`: turns, each time with what is asked of the position after them, and the answers."""
    now = read(position)
    for turns, seen in steps:
        now = after(now, *turns.split())
        found = {question: answer(now, *question.split()) for question in seen}
        assert json.loads(json.dumps(found, default=plain)) == seen, law


def answer(position: Position, what: str, *words: str) -> object:
    """Answer a question of a row."""
    answers: dict[str, Callable[..., object]] = {
        "automatic": lambda: abilities.automatic_move(position),
        "banned": lambda square: banned_targets(position, square),
        "effects": lambda turn: position.effects(GAME.text.read_turn(position, turn)[0]),
        "events": lambda: abilities.clock_events(position),
        "keys": lambda: len(position.keys),
        "limits": lambda: (limits := position.limits) and (limits.turn, limits.match),
        "listed": lambda: len(list(GAME.play.turns(position))),
        "locked": lambda: locked_keepers(position),
        "moves": position.legal_moves,
        "outcome": lambda: (over := position.outcome()) and (over.reason, *over.winners),
        "perft": lambda depth: GAME.play.perft(position, int(depth)),
        "pieces": lambda: (position.pieces(0), position.pieces(1)),
        "read": lambda *turn: GAME.text.read_turn(position, " ".join(turn)),
        "refused": lambda turn: refusal_code(position, turn),
        "refusal": lambda *squares: refusal_of(position, *(squares or ("",))),
        "remarks": lambda: [remark.code for remark in position.remarks()],
        "state": lambda square: state(position, square),
        "table": lambda target: position.table().get(target, ()),
        "text": position.text,
        "undo": lambda: abilities.may_undo(position),
    }
    return answers[what](*words)


def plain(value: object) -> object:
    """Return what JSON has for a value: the name and the fields of a value of the contract, else a text."""
    match value:
        case Token(look):
            return look
        case frozenset():
            return sorted(value)
        case Remark(code, targets, facts):
            return [code, targets, dict(facts)]
        case Slide() | Turn():
            return [type(value).__name__, *(getattr(value, field.name) for field in fields(value))]
        case _:
            return str(value)


# Laws of the game, section 5 and 11.


def test_piece_counts_of_the_grid_agree_with_the_position() -> None:
    for position in random_positions(range(3)):
        grid = position.grid()
        assert [*grid.sweepers] == [position.sweepers(seat) for seat in (0, 1)]
        assert [*grid.pieces] == [position.pieces(seat) for seat in (0, 1)]


# --- The cases file, made by two independent programs: what test_cases.py doesn't ask


def test_the_file_contains_all_cases() -> None:
    assert len(CASES["scenarios"]) == 65
    assert [len(CASES[kind]) for kind in ("perft", "games", "bad_positions")] == [15, 6, 10]


@each(CASES["perft"], "name")
def test_all_turns_of_a_position_lead_where_the_case_says(case: dict[str, Any]) -> None:
    position = read(case["position"])
    after = "".join(f"{turn} {console.play(GAME, position, [turn]).text()}\n" for turn in GAME.play.turns(position))
    same = hashlib.sha256(after.encode()).hexdigest() == case["turns_sha256"]
    assert same, f"some turn of {case['position']} leads elsewhere than in tests/cases/ducart.json:\n{after}"


def test_a_turn_is_listed_or_not_as_the_case_says() -> None:
    def listed(case: dict[str, Any]) -> bool:
        return case["turn"] in GAME.play.turns(read(case["position"]))

    scenarios = CASES["scenarios"]
    assert [case["rule"] for case in scenarios if listed(case) != case.get("listed", False)] == []


@each(CASES["bad_positions"], "why")
def test_a_bad_position_is_refused_with_its_field_or_row(case: dict[str, Any]) -> None:
    with pytest.raises(PositionError, match=r"Field \d|Row \d|seven fields"):
        read(case["position"])


# Text, sections 11 and 13.


@settings(deadline=None)
@given(any_position())
def test_a_dfen_is_written_back_unchanged(position: Position) -> None:
    text = position.text()
    assert read(text) == position
    assert read(text).text() == text


@settings(deadline=None)
@given(any_position())
def test_a_listed_turn_is_read_back(position: Position) -> None:
    for turn in console.turns(GAME, position):
        (move,) = GAME.text.read_turn(position, turn)
        assert str(move) == turn
        assert GAME.text.notate(position, (move,)) == turn


def test_every_refusal_of_the_console_is_a_well_formed_sentence() -> None:
    facts = dict.fromkeys(("square", "target", "blocker", "leaper", "entered", "piece", "side", "squares"), "d4")
    for sentence in SENTENCES.values():
        assert re.fullmatch(r"[A-Z][^.]*\.", sentence.format(**facts))


def test_the_readme_lists_exactly_the_existing_codes() -> None:
    assert refusals_in_digest(GAME) == SENTENCES.keys()


# Leaps: any valid path is read and kept as the listed one.


def paths(position: Position, start: int) -> set[tuple[int, ...]]:
    """Return every path of the Leaper on a square, step by step as in section 4."""
    cells = bytearray(position.cells)
    cells[start] = 0
    found: set[tuple[int, ...]] = set()
    for first in walk(cells, start, over=True):
        found.add((first,))
        found |= {(first, second) for second in walk(cells, first, over=False) if second != start}
    return found


def walk(cells: bytearray, start: int, *, over: bool) -> set[int]:
    """Return the empty squares that one step reaches: over anything but holding Keepers, or over nothing."""
    ends = set()
    for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        x, y = start % 8 + dx, start // 8 + dy
        while 0 <= x < 8 and 0 <= y < 8:
            code = cells[8 * y + x]
            if code & KEPT or (code and not over):
                break
            if not code:
                ends.add(8 * y + x)
            x, y = x + dx, y + dy
    return ends


def test_every_path_of_a_leaper_is_read_and_each_end_listed_once() -> None:
    seen = 0
    for position in list(random_positions())[::9]:
        for home in [at for at in range(64) if position.cells[at] == LEAPER + 8 * position.side]:
            if position.outcome_without_repetition() is not None:
                continue
            listed = {move.target: str(move) for move in position.acts() if move.actor == home}
            ways = paths(position, home)
            for way in ways:
                text = "-".join(("L" + NAMES[home], *(NAMES[at] for at in way)))
                assert [str(move) for move in GAME.text.read_turn(position, text)] == [listed[way[-1]]]
            for end, text in listed.items():
                first = min((way for way in ways if way[-1] == end), key=lambda way: (len(way), NAMES[way[0]]))
                assert text == "-".join(("L" + NAMES[home], *(NAMES[at] for at in first)))
            assert listed.keys() == {way[-1] for way in ways}
            seen += len(ways)
    assert seen > 1000


# Marks and cautions, for the table.


@rows
def test_a_mark_names_the_purpose_and_the_targets_of_a_turn(
    board: str, turn: str, aim: str, target: str, squares: list[str]
) -> None:
    shown = mark(on(board), act(on(board), turn))
    assert (shown.aim, shown.target, list(shown.squares)) == (aim, target, squares)


def test_every_turn_has_a_mark_at_its_second_click() -> None:
    aims = set()
    for position in list(random_positions())[::7]:
        for move in position.acts():
            shown = mark(position, move)
            aims.add(shown.aim)
            assert shown.target == position.gesture(move).drop
            changed = {at for beat in position.effects(move) for effect in beat for at in places(effect)}
            assert changed - {"taken-0", "taken-1"} <= {NAMES[move.actor], shown.target, *shown.squares}
    assert len(aims) == 8


def places(effect: object) -> set[str]:
    return {getattr(effect, name) for name in ("at", "start", "end") if hasattr(effect, name)}


@rows
def test_a_turn_that_costs_an_own_sweeper_needs_confirmation(
    board: str, quiet: int, flags: str, turn: str, code: str | None
) -> None:
    position = on(board, quiet=quiet, flags=flags)
    said = caution(position, act(position, turn))
    assert (said.code if said else None) == code
    assert said is None or said.aid != said.code.startswith("loses")


def test_the_only_legal_turn_needs_no_confirmation() -> None:
    position = on("6k1/8/4w3/8/3W~4/8/8/8")
    assert caution(position, Pass(0)) is None


def test_a_caution_counts_the_remaining_sweepers() -> None:
    position = on("8/3W3w/8/8/8/8/W7/8")
    said = present(GAME.teach.caution(position, act(position, "Wd7-d8=L")) if GAME.teach.caution else None, "caution")
    assert said.facts == {"square": "d7", "target": "d8", "sweepers": "1"}


def test_without_clocks_losing_a_sweeper_or_stealing_an_own_piece_is_confirmed() -> None:
    for position in list(random_positions())[::61]:
        for move in position.acts():
            said = caution(position, move)
            before, after = position.sweepers(position.side), position.play(move).sweepers(position.side)
            own = "<>" in str(move) and position.cells[move.target] >> 3 & 1 == position.side
            assert (said is not None) == (after < before or own)


# Series, section 9.


def test_the_coin_decides_the_first_side_and_nothing_else() -> None:
    chosen = Options(first="toss", swap=True, hundred="counted")
    tossed = {resolve_chance(chosen, Random(seed)) for seed in range(20)}
    assert tossed == {Options(first=side, swap=True, hundred="counted") for side in ("gold", "blue")}
    assert resolve_chance(Options(first="blue"), Random(1)) == Options(first="blue")


def test_the_first_move_alternates_and_an_agreed_swap_persists() -> None:
    assert rematch_options(Options()) == (Options(first="blue"), Options(first="blue", swap=True))
    assert rematch_options(Options(first="blue", timed=True))[0] == Options(first="gold", timed=True)
    assert rematch_options(Options(swap=True)) == (Options(first="blue", swap=True),)
