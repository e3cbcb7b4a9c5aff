"""Reasons for turns: in given positions, and checked for truth in random play."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from rules import GAMES, get
from rules.common.squares import INDEX
from rules.contract import NATURE, Remark, Slide, Turn
from rules.ducale import GAME as DUCALE
from rules.ducale.policies import greedy
from rules.ducale.scores import hand_points
from rules.duck_chess.engine.mailbox import DUCK
from rules.game import Game
from rules.unstacked_draughts import GAME as UNSTACKED
from tests.checks import present
from tests.effort import by_effort, by_night
from tests.rows import rows
from tests.rules.play import moves_at, play_all
from tests.rules.rami import position as at_cards

MOST_TURNS = 160
"""Of each random match."""


def reasons_of(game: Game, position: Any, moves: Sequence[Any]) -> Sequence[Remark]:
    return present(game.teach.reasons, f"list of reasons in {game.key}")(position, moves)


@rows
def test_reasons_of_a_turn_on_a_board_are_those_of_the_case(
    law: str, key: str, position: str, turn: str, said: Any
) -> None:
    game = get(key)
    begun = game.text.read(position)
    reasons = reasons_of(game, begun, game.text.read_turn(begun, turn))
    assert [[one.code, dict(one.facts)] for one in reasons] == said, law


def test_in_mid_turn_the_reasons_of_the_duck_name_the_shielded_man() -> None:
    game = get("duck-chess")
    begun = game.text.read("4r2k/8/8/4N3/8/8/P7/K7 w - - 0 1")
    piece, duck = game.text.read_turn(begun, "a2a3@e6")
    assert reasons_of(game, begun.play(piece), [duck])[0].code == "shields"


# --- Ducale


def test_going_out_is_the_first_reason() -> None:
    position = at_cards("4H 5H 6H 9S", opened=(0,), stock="KD", top="7H")
    position = replace(position, hands=((*position.hands[0][:3],), *position.hands[1:]))
    moves = greedy(position, Random(1))
    assert [one.code for one in reasons_of(DUCALE, position, moves)][:2] == ["goes-out", "takes"]


def test_a_useless_discard_names_the_cards_that_are_kept() -> None:
    position = at_cards("4H 5H KS 9D", opened=(0,), table=["6S 7S 8S"], stock="2C", top="QD")
    drawn = position.play(position.legal_moves()[0])
    discard = next(move for move in drawn.legal_moves() if str(move) == "-KS")
    said = {one.code: dict(one.facts) for one in reasons_of(DUCALE, drawn, [discard])}
    assert said["keeps"] == {"cards": "4H 5H", "wanted": "3H 6H"}
    assert said["dear"] == {"card": "KS", "points": "10"} and said["lone"]["card"] == "KS"
    other = next(move for move in drawn.legal_moves() if str(move) == "-9D")
    assert reasons_of(DUCALE, drawn, [other])[0].facts == {"card": "9D", "cards": "KS"}, "bug: it was said of one"


def test_possible_melds_that_were_not_laid_are_named() -> None:
    """Bug: whoever could have laid three kings was told to lay nothing, and of no kings."""
    position = at_cards("KH KD 4S 9D", opened=(0,), table=["6S 7S 8S"], stock="5S", top="KC")
    draw, take = position.legal_moves()
    kept = [(one.code, dict(one.facts)) for one in reasons_of(DUCALE, position, [draw])]
    assert [(code, set(facts["cards"].split())) for code, facts in kept] == [("leaves", {"KH", "KD", "KC"})]
    taken = position.play(take)
    lay = next(move for move in taken.legal_moves() if str(move).startswith("M"))
    assert set(reasons_of(DUCALE, position, [take, lay])[0].facts["cards"].split()) == {"KH", "KD", "KC"}
    drawn = position.play(draw).seen_by(0)
    discard = next(move for move in drawn.legal_moves() if str(move) == "-9D")
    assert reasons_of(DUCALE, drawn, [discard])[0].facts == {"cards": "5S 4S"}
    other = next(move for move in drawn.legal_moves() if str(move) == "-4S")
    assert [reasons_of(DUCALE, drawn, [move])[0].code for move in (discard, other)] == ["waits", "spares"]


def test_a_pair_with_a_joker_awaits_no_card() -> None:
    """Bug: kings were kept "for one of 4 cards not seen yet", with the joker in the same hand."""
    position = at_cards("KH KD JK 4S", opened=(0,), table=["6S 7S 8S"], stock="2S", top="QD")
    drawn = position.play(position.legal_moves()[0])
    discard = next(move for move in drawn.legal_moves() if str(move) == "-4S")
    assert "keeps" not in {one.code for one in reasons_of(DUCALE, drawn, [discard])}


# --- Unstacked Draughts


def test_a_die_that_brings_the_last_checker_down_has_its_reason() -> None:
    position = UNSTACKED.text.read("UD1 d100000 d111222 b 0-0/3 [w 1- 2-]")
    use = position.legal_moves()[0]
    assert [one.code for one in reasons_of(UNSTACKED, position, [use])] == ["all-down", "point-down"]


# --- the laws


@cache
def turns_of(key: str) -> tuple[tuple[Any, tuple[Any, ...]], ...]:
    """Return turns of random matches, greedy ones at cards, each with the position in which it begins."""
    game = get(key)
    matches = by_effort(1, 4, 6) if game is DUCALE else by_night(4, 6)
    return tuple(turn for seed in range(matches) for turn in _turns(game, seed))


def _turns(game: Game, seed: int) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    rng = Random(seed)
    options = replace(game.play.options(), goal=1) if game is UNSTACKED else game.play.options()
    position: Any = game.play.start(options, game.play.seats[seed % len(game.play.seats)])
    for _ in range(MOST_TURNS):
        if position.outcome() is not None:
            return
        begun = position
        moves: list[Any] = []
        seat = position.to_move
        while position.to_move == seat and position.outcome() is None and (not moves or not position.turn_started):
            some = moves_at(position, rng.randrange(10**6))
            run: list[Any] = [rng.choice(some)]
            if game is DUCALE and seat != NATURE:
                run = list(greedy(position, rng))
            moves += run
            position = play_all(position, run)
        if seat != NATURE:
            yield begun, tuple(moves)


@cache
def _each(key: str) -> list[tuple[Any, Any, tuple[Any, ...], dict[str, Remark]]]:
    """Return the position before and after each turn, its moves, and the reasons by their code."""
    game = get(key)
    return [
        (begun, play_all(begun, moves), moves, {one.code: one for one in reasons_of(game, begun, moves)})
        for begun, moves in turns_of(key)
    ]


BOARDS = ("double-draughts", "duck-chess", "ducart")
PAIRS = (("ebony", "ivory"), ("white", "black"), ("gold", "blue"))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_has_reasons_and_repeats_none_for_a_turn(game: Game) -> None:
    found, turns = 0, turns_of(game.key)[:: by_night(2, 1)]
    for begun, moves in turns:
        said = reasons_of(game, begun, moves)
        plain = [(one.code, tuple(one.facts.items())) for one in said]
        assert len(set(plain)) == len(plain)
        found += bool(said)
    assert found > len(turns) // 3


@pytest.mark.parametrize("key", [*BOARDS, "unstacked-draughts"])
def test_wins_is_given_if_and_only_if_the_match_is_won(key: str) -> None:
    won = 0
    for begun, after, _, said in _each(key):
        outcome = after.outcome()
        assert ("wins" in said) == (outcome is not None and outcome.winners == (begun.to_move,))
        won += "wins" in said
    assert won or key == "ducart", "random play of Ducart seldom comes to an end"


@pytest.mark.parametrize("key", BOARDS)
def test_takes_is_given_if_and_only_if_a_piece_leaves_the_board(key: str) -> None:
    for begun, after, _, said in _each(key):
        if after.outcome() is None:
            lost = _men(begun, 1 - begun.to_move) - _men(after, 1 - begun.to_move)
            assert ("takes" in said) == (lost > 0)
            assert int(said["takes"].facts.get("n", "1")) == lost if "takes" in said else True


def _men(position: Any, seat: int) -> int:
    names = {pair[seat] for pair in PAIRS}
    board = [
        [token.look.partition("-")[0] for token in tokens] for at, tokens in position.table().items() if at in INDEX
    ]
    stacked = any("ivory" in looks or "ebony" in looks for looks in board)
    return sum(side in names for looks in board for side in (looks[:1] if stacked else looks))


@pytest.mark.parametrize("key", BOARDS)
def test_saved_or_shielded_pieces_cannot_be_taken(key: str) -> None:
    claimed = 0
    for _, after, _, said in _each(key):
        danger = None
        for code in ("saves", "saves-all", "shields", "saves-king", "shields-king"):
            if code in said:
                danger = _takeable_squares(after) if danger is None else danger
                assert not danger & set(_claimed(said[code])), (code, after.text())
                claimed += 1
    assert claimed > 5


@pytest.mark.parametrize("key", BOARDS)
def test_nothing_can_be_taken_where_all_pieces_are_called_safe(key: str) -> None:
    for begun, after, _, said in _each(key):
        if after.outcome() is None and ("safe" in said or key == "double-draughts"):
            own = {at for at in _takeable_squares(after) if at in after.table() and _owned(after, at, begun.to_move)}
            assert ("safe" in said) == (not own)


@pytest.mark.parametrize("key", BOARDS)
def test_threatened_pieces_could_be_taken_next(key: str) -> None:
    claimed = 0
    for begun, after, _, said in _each(key):
        for code in ("threatens", "attacks", "forks", "forks-kings", "attacks-king", "may-overturn"):
            if code in said:
                own = replace(after, side=begun.side, **({"fresh": -1} if key == "ducart" else {}))
                assert set(_claimed(said[code])) <= _takeable_squares(own), (code, after.text())
                claimed += 1
    assert claimed > 5


def _claimed(remark: Remark) -> list[str]:
    facts = remark.facts
    if "squares" in facts and "duck" not in facts:
        return facts["squares"].split(", ")
    return [facts[name] for name in ("target", "one", "two", "square", "other") if name in facts]


def _owned(position: Any, at: str, seat: int) -> bool:
    return position.table()[at][0].look.partition("-")[0] in {pair[seat] for pair in PAIRS}


@cache
def _takeable_squares(position: Any) -> frozenset[str]:
    """Return the squares whose pieces some turn of the side to move takes or converts, except to Sweepers.

    They are found by playing every move to the end of its turn and reading its effects.
    """
    found: set[str] = set()
    waiting = [(position, move) for move in position.legal_moves()]
    while waiting:
        now, move = waiting.pop()
        seen = [effect for beat in now.effects(move) for effect in beat]
        found |= {one.start for one in seen if isinstance(one, Slide) and "taken" in one.end}
        drop = now.gesture(move).drop
        turned = any(isinstance(one, Turn) and one.after.look.endswith("leaper") for one in seen)
        if drop is not None and turned:
            found.add(drop)
        following = now.play(move)
        if not following.turn_started and not hasattr(following, "halfway"):
            waiting += [(following, hop) for hop in following.legal_moves()]
    return frozenset(found)


def test_a_shielded_man_can_be_taken_once_the_duck_is_lifted() -> None:
    shielded = 0
    for _, after, _, said in _each("duck-chess"):
        for code in {"shields", "shields-king"} & said.keys():
            bare = replace(after, cells=after.cells.replace(bytes((DUCK,)), b"\0"))
            assert said[code].facts["square"] in _takeable_squares(bare)
            shielded += 1
    assert shielded


def test_a_sleeper_kept_asleep_could_have_been_woken_and_no_longer_can() -> None:
    for begun, after, _, said in _each("ducart"):
        if "keeps-asleep" in said:
            target = said["keeps-asleep"].facts["target"]
            before = replace(begun, side=1 - begun.side, fresh=-1)
            assert target in _woken(before) and target not in _woken(after)


def _woken(position: Any) -> set[str]:
    return {
        one.at
        for move in position.legal_moves()
        if str(move).endswith("+")
        for beat in position.effects(move)
        for one in beat
    }


def test_frees_wakes_holds_and_sleeps_agree_with_the_table() -> None:
    seen: set[str] = set()
    for _, after, _, said in _each("ducart"):
        for code in {"frees", "wakes", "holds", "sleeps"} & said.keys():
            looks = [token.look for token in after.table()[said[code].facts["target"]]]
            assert looks[0].removesuffix("-asleep").endswith(said[code].facts["thing"])
            assert looks[0].endswith("-asleep") == (code == "sleeps") or code in ("frees", "holds")
            assert (len(looks) == 2) == (code == "holds") or code in ("wakes", "sleeps")
            seen.add(code)
    assert seen == {"frees", "wakes", "holds", "sleeps"}


def test_the_number_of_choices_is_that_of_legal_turns() -> None:
    counted: set[str] = set()
    for begun, after, _, said in _each("ducart"):
        other = replace(begun, side=1 - begun.side, fresh=-1)
        if "hems" in said:
            fewer = len(other.acts()) - len(replace(after, fresh=-1).acts())
            assert said["hems"].facts["n"] == str(fewer)
        if "room" in said:
            facts = said["room"].facts
            mine = replace(after, side=begun.side, fresh=-1).acts()
            assert facts["n"] == str(sum(facts["target"] in after.gesture(act).pick for act in mine))
            assert int(facts["n"]) > int(facts["before"])
        counted |= {"hems", "room"} & said.keys()
    assert counted == {"hems", "room"}


def test_a_piece_that_sweeps_a_covered_piece_could_be_swept() -> None:
    covered = 0
    for begun, after, _, said in _each("ducart"):
        if "covered" in said:
            facts = said["covered"].facts
            assert facts["target"] in _takeable_squares(replace(after, fresh=-1)), after.text()
            cells = bytearray(after.cells)
            cells[INDEX[facts["target"]]] = 9 if begun.side == 0 else 1  # an enemy Sweeper has swept there
            struck = replace(after, cells=bytes(cells), side=begun.side, fresh=-1, keys=())
            texts = {str(act).removesuffix("=L") for act in struck.acts()}
            assert {f"W{square}x{facts['target']}" for square in facts["squares"].split(", ")} <= texts
            covered += 1
    assert covered


def test_an_only_reply_is_the_only_legal_reply() -> None:
    for _, after, _, said in _each("double-draughts"):
        if "only-reply" in said:
            (hop,) = after.legal_moves()
            gesture = after.gesture(hop)
            assert {*gesture.pick, gesture.drop} == {said["only-reply"].facts[name] for name in ("square", "target")}
        if "forces" in said:
            assert set(said["forces"].facts["squares"].split(", ")) == set(after.forced_targets())


def test_reasons_about_a_hand_of_cards_are_true() -> None:
    for begun, after, moves, said in _each("ducale"):
        seat = begun.turn
        assert ("goes-out" in said) == (after.phase == "end")
        if "lays" in said:
            laid = [card for move in moves if str(move)[0] in "ML" for card in move.cards]
            assert said["lays"].facts == {"n": str(len(laid)), "points": str(hand_points(laid))}
        assert ("opens" in said) == (after.opened[seat] and not begun.opened[seat])
        assert ("takes" in said) == (str(moves[0]) == "+D")


def test_a_view_has_the_same_reasons_as_the_whole_position() -> None:
    for begun, moves in turns_of("ducale")[:: by_night(2, 1)]:
        seen = begun.seen_by(begun.turn)
        if str(moves[0]) == "+D":  # what comes after a card of the stock isn't seen beforehand
            assert reasons_of(DUCALE, seen, moves) == reasons_of(DUCALE, begun, moves)


def test_reasons_about_dice_agree_with_the_state() -> None:
    for begun, after, moves, said in _each("unstacked-draughts"):
        if "point-off" in said and after.winner is None:
            point = int(said["point-off"].facts["point"])
            assert any(after.sides[move.seat][point] == "0" for move in moves if hasattr(move, "die"))
        if "all-down" in said:
            before = [begun.sides[move.seat][0] for move in moves if hasattr(move, "die")]
            assert "d" in before
