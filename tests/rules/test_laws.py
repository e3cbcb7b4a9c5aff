"""The laws of the contract (CONTRIBUTING.md, rules/contract.py), checked by random play of every registered game.

`TABLIER_LAWS=5000 pytest tests/rules/test_laws.py -k ducart` plays so many plies with each set of options, and tries
every move of every position.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice, pairwise
from random import Random
from typing import Any, Final

import pytest

import rules
from rules import GAMES, abilities, find, record
from rules.clock import Control
from rules.contract import NATURE, Gesture, Position, Turn, apply
from rules.errors import TurnError
from rules.game import Game
from rules.match import ENDINGS, Change, Match
from tests.effort import PLIES, by_effort
from tests.rules.play import LONGEST, moves_at, option_sets, play_all, random_match, read_any

MATCHES: Final = by_effort(9, 12, 10_000)
"""Random matches with each set of options; fewer if they are long."""
MOST_MOVES: Final = by_effort(400, 1_200, 10_000_000)
"""Moves of a set of options that are all played or checked."""
MOST_READ: Final = by_effort(300, 1_200, 12_000)
"""Plies that are read back in the records of an unfinished match."""
EVERY_WITH_TURNS: Final = by_effort(11, 11, 5)
"""Every so many positions, one is checked with all its turns."""
EVERY_WITH_ILLEGAL_GESTURES: Final = by_effort(193, 193, 97)
"""Every so many positions, all illegal gestures are tried in one."""
UNDO_PLACES: Final = by_effort(2, 3, 7)
"""Places in a match, beside its end, from which it is undone and played again."""
MOST_TURNS: Final = 300
"""Turns of a position that are read back; a board may hold millions."""

SETS: Final = [(game, options) for game in GAMES for options in option_sets(game)]


def for_each(sets: list[tuple[Game, Any]]) -> pytest.MarkDecorator:
    named = [pytest.param(*one, id=f"{one[0].key} {record.write_options(one[1])}") for one in sets]
    return pytest.mark.parametrize(("game", "options"), named)


FEWER_SETS: Final = [
    pair for game in GAMES for pair in [pair for pair in SETS if pair[0] is game][:: by_effort(3, 1, 1)]
]
"""Each third set of options of a game in the short form."""
every_set = for_each(SETS)
fewer_sets = for_each(FEWER_SETS)


def lists_turns(game: Game) -> bool:
    """Whether the turns of a game can be listed: those of cards are too many."""
    try:
        game.play.perft(game.play.start(game.play.options(), game.play.seats.start), 1)
    except TurnError as error:
        assert error.code == "NOT_LISTED"
        return False
    return True


fewer_listed_sets = for_each([(game, options) for game, options in FEWER_SETS if lists_turns(game)])


@cache
def played(game: Game, options: Any) -> tuple[Match, ...]:
    matches: list[Match] = []
    while len(matches) < MATCHES and sum(len(match.plies) for match in matches) < PLIES:
        matches.append(random_match(game, options, seed=len(matches)))
    return tuple(matches)


@pytest.fixture(autouse=True, scope="module")
def _forget() -> Iterator[None]:
    """Keep the matches for these tests and not for those that follow."""
    yield
    played.cache_clear()


def positions(game: Game, options: Any) -> list[Position]:
    return [position for match in played(game, options) for position in match.positions]


def sampled_positions(game: Game, options: Any) -> list[Position]:
    """Return every position, or every second, third and so on if there are many moves."""
    everywhere = positions(game, options)
    return everywhere[:: sum(len(position.legal_moves()) for position in everywhere) // MOST_MOVES + 1]


def player_moves(position: Position) -> list[Any]:
    """Return the legal moves without Nature's, which have no gestures."""
    return [move for move in position.legal_moves() if move.seat != NATURE]


def test_every_game_is_found_by_its_key() -> None:
    assert [find(game.key) for game in GAMES] == list(GAMES)
    assert len({game.key for game in GAMES}) == len(GAMES)
    assert find("no-such-game") is None


@every_set
def test_random_play_ends(game: Game, options: Any) -> None:
    for match in played(game, options):
        assert len(match.plies) < LONGEST
        assert match.position.outcome() is not None, "a match ends when nothing can be played"


@every_set
def test_without_an_outcome_there_is_a_legal_move_of_an_actor(game: Game, options: Any) -> None:
    for position in positions(game, options):
        moves = moves_at(position)
        assert moves or position.outcome() is not None, "whoever is to move has a move, or the match is over"
        assert position.to_move in position.actors()
        assert {move.seat for move in moves} <= position.actors()
        listed = position.legal_moves()
        for seat in (NATURE, *range(game.play.seats.stop)):
            assert list(position.legal_moves(seat)) == [move for move in listed if move.seat == seat]


@fewer_sets
def test_move_texts_are_distinct_and_in_stable_order(game: Game, options: Any) -> None:
    for position in positions(game, options):
        moves = moves_at(position)
        assert len({str(move) for move in moves}) == len(moves) == len(set(moves))
        assert list(moves_at(position)) == list(moves)
        for move in moves[:: len(moves) // 3 + 1]:
            assert abilities.is_legal(position, move)
            assert abilities.read_move(position, move.seat, str(move)) == move


@fewer_listed_sets
def test_reading_a_turn_gives_its_moves_back(game: Game, options: Any) -> None:
    for position in positions(game, options)[::EVERY_WITH_TURNS]:
        if not position.turn_started:
            continue
        texts = list(islice(game.play.turns(position), MOST_TURNS))
        ways = [tuple(game.text.read_turn(position, text)) for text in texts]
        assert len(set(texts)) == len(set(ways)) == len(texts)
        for text, moves in zip(texts, ways, strict=True):
            after = play_all(position, moves)
            assert after.turn_started, text
            assert game.text.write_turn(position, moves) == text
            assert game.text.read_turn(position, game.text.notate(position, moves)) == moves
        if len(texts) < MOST_TURNS:
            firsts = {moves[0] for moves in ways}
            assert firsts <= set(position.legal_moves())
            assert firsts == set(position.legal_moves()) or abilities.has_chance(position), "a roll may still lie"
            assert game.play.perft(position, 1) == [len(texts)]


@fewer_sets
def test_the_turns_of_a_match_are_read_back_from_their_notation(game: Game, options: Any) -> None:
    for match in played(game, options):
        for span in match.turns():
            moves = tuple(ply.move for ply in match.plies[span.first : span.last])
            before = match.positions[span.first]
            assert moves[0].seat == span.seat
            if (
                abilities.has_chance(before) and abilities.chances(before) is None
            ):  # what people write tells no secret
                assert tuple(game.text.read_turn(before, game.text.write_turn(before, moves))) == moves
                continue
            read = tuple(game.text.read_turn(before, game.text.notation(match, span)))
            if abilities.has_chance(
                before
            ):  # throws that came to nothing aren't written, nor the order of like things
                assert play_all(before, read) == play_all(before, moves)
            else:
                assert {move.seat for move in moves} == {span.seat}
                assert read == moves


@fewer_sets
def test_automatic_and_random_moves_are_legal(game: Game, options: Any) -> None:
    rng = Random(1)
    for position in positions(game, options):
        alone = abilities.automatic_move(position)
        assert alone is None or alone in position.legal_moves()
        if position.to_move == NATURE and position.outcome() is None:
            assert abilities.is_legal(position, abilities.sample(position, rng))
        counted = abilities.chances(position)
        if position.to_move == NATURE and counted is not None:
            weights = dict(counted)
            assert weights.keys() <= set(position.legal_moves(NATURE))
            assert abilities.sample(position, rng) in weights and min(weights.values()) > 0


@every_set
def test_effects_applied_to_the_table_give_the_table_after(game: Game, options: Any) -> None:
    for position in sampled_positions(game, options):
        table = position.table()
        for move in moves_at(position):
            assert apply(table, position.effects(move)) == position.play(move).table(), move
        assert position.table() == table


@every_set
def test_position_text_round_trips_at_the_start_of_every_turn(game: Game, options: Any) -> None:
    for position in positions(game, options):
        if position.turn_started:
            again = game.play.with_options(game.text.read(position.text()), options)
            assert again == position
            assert again.text() == position.text()


@fewer_sets
def test_the_gesture_of_a_legal_move_is_not_refused(game: Game, options: Any) -> None:
    for position in sampled_positions(game, options):
        for move in player_moves(position):
            gesture = position.gesture(move)
            assert position.refusal(gesture) is None
            assert position.refusal(Gesture(gesture.pick)) is None


@fewer_sets
def test_moves_that_share_a_gesture_are_offered_as_different_choices(game: Game, options: Any) -> None:
    for position in positions(game, options):
        sharing: dict[Gesture, list[Any]] = {}
        for move in player_moves(position):
            sharing.setdefault(position.gesture(move), []).append(move)
        for moves in sharing.values():
            if len(moves) > 1:
                assert len({abilities.choice(position, move) for move in moves}) == len(moves)
                films = [position.effects(move) for move in moves]
                turns = [isinstance(film[-1][-1], Turn) for film in films]
                assert len({tuple(film[:-1]) for film in films}) == 1 or not any(turns)


@fewer_sets
def test_forced_targets_are_all_that_can_be_picked(game: Game, options: Any) -> None:
    for position in positions(game, options):
        forced = abilities.forced_targets(position)
        picks = {target for move in player_moves(position) for target in position.gesture(move).pick}
        assert forced in (frozenset(), picks)


@fewer_listed_sets
def test_illegal_gestures_are_refused_at_their_first_target(game: Game, options: Any) -> None:
    everywhere = positions(game, options)
    gestures = {position.gesture(move) for position in everywhere for move in player_moves(position)}
    picks = {gesture.pick for gesture in gestures}
    drops = {gesture.drop for gesture in gestures if gesture.drop is not None}
    for position in everywhere[7::EVERY_WITH_ILLEGAL_GESTURES]:
        legal = {position.gesture(move) for move in player_moves(position)}
        beginnings = {gesture.pick for gesture in legal}
        for pick in picks:
            assert (position.refusal(Gesture(pick)) is None) == (pick in beginnings), pick
            for drop in drops - pick:
                refusal = position.refusal(Gesture(pick, drop))
                assert (refusal is None) == (Gesture(pick, drop) in legal), (pick, drop)
                if refusal is not None:
                    assert refusal.targets[0] in drops | set().union(*picks)


def are_equal_matches(one: Match, other: Match) -> bool:
    return (
        list(one.positions) == list(other.positions)
        and one.plies == other.plies
        and one.position.table() == other.position.table()
        and one.outcome() == other.outcome()
        and one.options == other.options
        and all(one.clock.seconds_left(seat, 0.0) == other.clock.seconds_left(seat, 0.0) for seat in range(one.seats))
    )


def write_and_read(match: Match) -> Match:
    """Return the match after writing and reading, and check that it is written the same way again."""
    players = (record.Player(),) * match.seats
    text = record.write(record.Record(match, players))
    read = record.read(text, rules.GAMES)  # also those registered since
    assert record.write(read) == text
    return read.match


@fewer_sets
def test_the_record_round_trips_at_every_ply(game: Game, options: Any) -> None:
    full = min(played(game, options), key=lambda match: len(match.plies))
    match = Match(game.play, options, full.seats, control=Control(600, 5, late=True))
    stride = len(full.plies) ** 2 // (2 * MOST_READ) + 1
    for number, ply in enumerate(full.plies):
        assert number % stride or are_equal_matches(write_and_read(match), match)
        match.replay(replace(ply, seconds=float(number % 7)))
        assert number % stride or [match.clock.seconds_left(seat, 0.0) for seat in range(match.seats)] == time_left(
            match
        )
    assert are_equal_matches(match, write_and_read(match)) and list(match.positions) == list(full.positions)


def time_left(match: Match) -> list[float]:
    """Return the seconds left to each seat, computed from the plies; the first turn of each seat is free."""
    control = match.clock.control
    left, seen, begun = [60.0 * control.minutes] * match.seats, set[int](), set[int]()
    for (before, after), ply in zip(pairwise(match.positions), match.plies, strict=True):
        mover = before.to_move
        if mover == NATURE:
            continue
        begun |= seen - {mover}
        seen.add(mover)
        if mover in begun:
            left[mover] += (control.increment if after.to_move != mover else 0) - ply.seconds
    return left


@fewer_sets
def test_the_record_round_trips_at_the_end(game: Game, options: Any) -> None:
    for match in played(game, options):
        assert are_equal_matches(write_and_read(match), match)


@fewer_sets
def test_the_record_round_trips_with_every_ending_outside_the_rules(game: Game, options: Any) -> None:
    for number, ending in enumerate(ENDINGS):
        for seat in range(game.play.seats.start):
            match = random_match(game, options, seed=number, plies=10 + seat)
            match.force_end(ending, seat)
            assert match.outcome() is not None, "the match is over"
            assert are_equal_matches(write_and_read(match), match)


@fewer_sets
def test_a_match_is_read_back_from_every_format(game: Game, options: Any) -> None:
    players = tuple(record.Player("person", name) for name in "ABCDEF")
    every_format = [one for other in rules.GAMES for one in other.text.formats]
    for form in game.text.formats:
        ended = [random_match(game, options, seed=number, plies=12) for number in range(len(ENDINGS))]
        for match, ending in zip(ended, ENDINGS, strict=True):
            match.force_end(ending, match.position.to_move if match.position.to_move != NATURE else 0)
        letters = game.text.mail is not None and form.key == "mail"  # which tell turns and nothing beside
        for match in (*played(game, options)[:1], *([] if letters else ended)):
            text = form.write(record.Record(match, players[: match.seats]))
            assert [one.key for one in every_format if one.recognises(text)] == [form.key]
            again = form.read(text, game.play)
            mailed = "\ufeff\r\n" + text.replace("\n", "\r\n")
            assert record.is_record(mailed, rules.GAMES)
            assert letters or not record.is_record(f"x{text}", rules.GAMES)
            assert read_any(mailed).match.position == again.match.position
            if not abilities.has_chance(match.position):  # throws that came to nothing aren't written
                moves = [ply.move for ply in again.match.plies]
                assert moves == [ply.move for ply in match.plies[: len(moves)]]
                assert letters or list(again.match.positions) == list(match.positions)[: len(moves) + 1]
                assert len(moves) == len(match.plies) or not match.position.turn_started
            assert again.match.outcome() == match.outcome()
            assert form.write(replace(again, players=players[: match.seats])) == text


@pytest.mark.parametrize("name", ['a "b" \\ c', "Зоя", "x=y", "=", '"', "tab\tbed"])
def test_a_name_of_any_kind_is_read_back_from_every_format(name: str) -> None:
    for game in GAMES:
        match = random_match(game, game.play.options(), seed=1, plies=12)
        players = (record.Player("person", name), *[record.Player()] * (match.seats - 1))
        for form in game.text.formats:
            read = form.read(form.write(record.Record(match, players)), game.play)
            assert form.key == "mail" or read.players[0].name == " ".join(name.split())


def cut_off(match: Match, plies: int) -> Match:
    before = Match(match.game, match.options, match.seats)
    for ply in match.plies[:plies]:
        before.replay(ply)
    return before


@fewer_sets
def test_undo_and_redo_restore_every_position(game: Game, options: Any) -> None:
    """In mid-match and at the end; as far as no card was seen that can't be forgotten."""
    for full in played(game, options):
        for plies in {len(full.plies), *range(1, len(full.plies), len(full.plies) // UNDO_PLACES + 1)}:
            match = cut_off(full, plies)
            before, made = list(match.positions), list(match.plies)
            if not abilities.may_undo(match.position):
                assert (match.undo(), match.take_back()) == ([], None)
                continue
            steps: list[Change] = []
            while changes := match.undo():
                steps += changes
            assert [change.after for change in steps] == before[: len(match.plies) : -1]
            assert not any(change.forward for change in steps)
            assert match.position == (
                before[len(match.plies)] if abilities.is_undo_barred(match.position) else match.start
            )
            steps.clear()
            while match.can_redo:
                steps += match.redo()
            assert list(match.positions) == before
            assert match.plies == made
            back = before[len(before) - 1 - len(steps) :]
            assert [(change.before, change.after) for change in steps] == list(pairwise(back))


@fewer_sets
def test_playing_does_not_change_the_previous_position(game: Game, options: Any) -> None:
    for position in positions(game, options)[::10]:
        moves = moves_at(position)
        table = position.table()
        twins = [position.play(move) for move in moves]
        assert [position.play(move) for move in moves] == twins
        assert position.table() == table
        assert moves_at(position) == moves
