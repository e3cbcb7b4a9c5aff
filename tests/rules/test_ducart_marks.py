"""What the table is told of Ducart beside the turns: marks, states, cautions, series (rules/ducart/README.md)."""

from random import Random

from rules.common.squares import NAMES
from rules.ducart import GAME
from rules.ducart.advice import caution
from rules.ducart.marks import banned, locked, mark, state
from rules.ducart.moves import Pass
from rules.ducart.options import Options, rematch_options, resolve_chance
from tests.checks import present
from tests.rows import rows
from tests.rules.ducart import act, on, random_positions


@rows
def test_a_mark_says_what_a_turn_is_for_and_what_it_touches(
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


def test_squares_that_a_leaper_bans_are_ahead_of_a_sweeper_that_can_move() -> None:
    position = on("8/7w/8/2L5/3W4/8/W7/8")
    assert banned(position, "d4") == {"d5"}
    assert banned(position, "a2") == banned(position, "c5") == banned(position, "e5") == frozenset()
    assert banned(on("8/7w/8/2L5/3W~4/8/W7/8"), "d4") == frozenset()
    assert banned(on("8/8/7w/5l2/8/8/W7/8"), "h6") == {"g5"}
    corner = on("1L6/W6w/8/8/8/8/8/8")
    assert banned(corner, "a7") == {"a8"}


@rows
def test_the_state_of_a_square_is_told_in_codes(board: str, square: str, codes: list[str]) -> None:
    position = on(board, fresh=square if "fresh" in codes else "-")
    said = state(position, square)
    assert [remark.code for remark in said] == codes
    assert all(remark.facts["square"] == square == remark.targets[0] for remark in said)
    assert (square in locked(position)) == ("locked" in codes)


def test_a_stack_says_whose_keeper_stands_on_whose_piece() -> None:
    (stack, _) = state(on("8/7w/8/8/3(Kt~)4/8/W7/8"), "d4")
    assert stack.facts == {"square": "d4", "side": "blue", "piece": "stealer", "keeper": "gold"}


def test_with_option_p_a_slept_stealer_locks_too() -> None:
    assert locked(on("8/7w/8/8/3(Kt~)4/8/W7/8", flags="p")) == {"d4"}


@rows
def test_a_turn_that_costs_a_sweeper_of_ones_own_is_asked_about(
    board: str, quiet: int, flags: str, turn: str, code: str | None
) -> None:
    position = on(board, quiet=quiet, flags=flags)
    said = caution(position, act(position, turn))
    assert (said.code if said else None) == code
    assert said is None or said.aid != said.code.startswith("loses")


def test_nothing_is_asked_before_the_only_turn_of_a_side_that_can_do_nothing() -> None:
    position = on("6k1/8/4w3/8/3W~4/8/8/8")
    assert caution(position, Pass(0)) is None


def test_a_caution_counts_the_sweepers_that_are_left() -> None:
    position = on("8/3W3w/8/8/8/8/W7/8")
    said = present(GAME.teach.caution(position, act(position, "Wd7-d8=L")) if GAME.teach.caution else None, "caution")
    assert said.facts == {"square": "d7", "target": "d8", "sweepers": "1"}


def test_without_clocks_the_turns_that_cost_a_sweeper_or_steal_an_own_piece_are_asked_about() -> None:
    for position in list(random_positions())[::61]:
        for move in position.acts():
            said = caution(position, move)
            before, after = position.sweepers(position.side), position.play(move).sweepers(position.side)
            own = "<>" in str(move) and position.cells[move.target] >> 3 & 1 == position.side
            assert (said is not None) == (after < before or own)


# Series, section 9.


def test_the_coin_settles_who_begins_and_nothing_else() -> None:
    chosen = Options(first="toss", swap=True, hundred="counted")
    tossed = {resolve_chance(chosen, Random(seed)) for seed in range(20)}
    assert tossed == {Options(first=side, swap=True, hundred="counted") for side in ("gold", "blue")}
    assert resolve_chance(Options(first="blue"), Random(1)) == Options(first="blue")


def test_the_first_move_alternates_and_the_swap_once_agreed_stays() -> None:
    assert rematch_options(Options()) == (Options(first="blue"), Options(first="blue", swap=True))
    assert rematch_options(Options(first="blue", timed=True))[0] == Options(first="gold", timed=True)
    assert rematch_options(Options(swap=True)) == (Options(first="blue", swap=True),)
