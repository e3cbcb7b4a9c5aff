"""The opponent of Ducale: legal, without secrets, within its budget, and equal for equal seeds."""

import pickle
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import e
from random import Random
from typing import Any, Final

import pytest

from rules import abilities
from rules.ai.opponents import levels_of, opponent
from rules.ai.uci_client import UciHistory
from rules.contract import NATURE
from rules.ducale import GAME
from rules.ducale import opponent as engine
from rules.ducale.cards import CARD_POINTS, JOKER, PACK
from rules.ducale.engine.match_equity import LOSS, SPREAD
from rules.ducale.engine.packing import RUN, Packing
from rules.ducale.engine.playout_state import PlayoutState
from rules.ducale.engine.rollout import Rollout, Unseen
from rules.ducale.engine.solver import keys_of, solve
from rules.ducale.flat_monte_carlo import make_rollout
from rules.ducale.moves import Discard, Draw, Lay, Move, Take
from rules.ducale.options import Options
from rules.ducale.position import Position
from rules.ducale.scores import is_over, round_points, totals
from rules.lab import card_matches as dealt
from rules.lab.arena import ArenaPairing, run
from rules.lab.ducale_simulation import play_round
from rules.lab.players import Computer
from rules.search.budget import Budget, never
from rules.search.level import Level, full_strength
from rules.search.opponent import BestPlay
from tests.effort import by_effort
from tests.rules.play import option_sets

KEY: Final = "ducale"
QUICK: Final = by_effort(6, 12, 12)
"""Playouts that are enough to see whether the best player keeps to the rules."""
every_level = pytest.mark.parametrize("level", levels_of(KEY), ids=lambda level: f"level {level.number}")


def quick(level: Level) -> Level:
    return replace(level, nodes=QUICK if level.nodes else None, seconds=None)


def position_of(seats: int, seed: int, options: Options | None = None) -> Position:
    start = GAME.play.start(options or Options(), seats)
    assert isinstance(start, Position)
    return start.play(start.sample(Random(seed)))


def chosen(view: Position, level: Level, rng: Random) -> list[Move]:
    moves: list[Any] = list(opponent(KEY).choose(view, quick(level), rng).moves)
    return moves


def play_own_round(level: Level, seats: int, seed: int, options: Options | None = None) -> list[Position]:
    """Return the positions of a round that the level plays against itself; every move is checked."""

    def player(view: Position, rng: Random) -> list[Move]:
        return chosen(view, level, rng)

    start = GAME.play.start(options or Options(), seats)
    assert isinstance(start, Position)
    return [after for _, after in play_round(start, player, Random(seed))]


# By the rules


@every_level
def test_whole_rounds_are_played_under_all_options(level: Level) -> None:
    for number, options in enumerate(option_sets(GAME)[:: by_effort(6, 3, 1)]):
        assert play_own_round(level, (2, 3, 6, 4)[number % 4], number, options)[-1].phase in ("end", "blocked")


@every_level
def test_a_started_turn_is_continued(level: Level) -> None:
    asked = 0
    for position in play_own_round(level, 2, 5):
        if position.to_move == NATURE or position.phase != "act" or not position.legal_moves():
            continue
        for move in chosen(position.seen_by(position.turn), level, Random(1)):
            assert abilities.is_legal(position, move)
            position = position.play(move)
        assert position.phase != "act"
        asked += 1
    assert asked > 10


def test_nothing_is_chosen_without_a_seat_to_move() -> None:
    start = GAME.play.start(Options(target=100), 2)
    with pytest.raises(ValueError, match="dealt"):
        opponent(KEY).choose(start, levels_of(KEY)[0], Random(1))
    over = play_own_round(levels_of(KEY)[1], 2, 3, Options(target=1))[-1]  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="over"):
        opponent(KEY).choose(over, levels_of(KEY)[0], Random(1))


# Secrets


@every_level
def test_a_player_that_sees_all_hands_plays_by_its_own_hand_alone(level: Level) -> None:
    for position in play_own_round(level, 2, 9)[::7]:
        if position.to_move != NATURE and (position.phase == "draw" or position.legal_moves()):
            told, seen = (
                opponent(KEY).choose(one, quick(level), Random(3))
                for one in (position, position.seen_by(position.turn))
            )
            assert told == seen


def test_the_arena_shows_a_player_its_own_hand_and_nothing_of_the_past() -> None:
    shown: list[tuple[int, UciHistory]] = []

    class Spy(Computer):
        def turn(self, past: UciHistory, rng: Random) -> BestPlay:
            assert isinstance(past.position, Position)
            shown.append((past.position.turn, past))
            return super().turn(past, rng)

    dealt.play_out(GAME, [Spy(KEY, levels_of(KEY)[1]) for _ in range(3)], 0, Options(rounds=1))  # type: ignore[arg-type]
    assert len(shown) > 20
    for seat, past in shown:
        view = past.position
        assert isinstance(view, Position)
        assert (past.start, past.turns, past.unfinished_turn) == ("", (), ())
        assert pickle.dumps(view) == pickle.dumps(view.seen_by(seat))
        text = view.text()
        assert '"hands"' not in text
        assert f'"seat":{seat}' in text


# Seeds and budgets


@every_level
def test_the_same_seed_plays_the_same(level: Level) -> None:
    for position in play_own_round(level, 3, 11)[::9]:
        if position.to_move != NATURE and (position.phase == "draw" or position.legal_moves()):
            first, again = (opponent(KEY).choose(position, quick(level), Random(4)) for _ in range(2))
            assert first == again


@pytest.mark.parametrize("playouts", [1, 10, 100])
def test_the_budget_of_playouts_is_kept(playouts: int) -> None:
    spent = []
    for position in play_own_round(levels_of(KEY)[3], 2, 12)[::5]:
        if position.to_move != NATURE and (position.phase == "draw" or position.legal_moves()):
            spent.append(opponent(KEY).choose(position, full_strength(playouts), Random(5)).nodes)
    assert max(spent) <= playouts
    assert playouts < 100 or max(spent) > playouts // 2


def test_a_stopped_player_makes_its_usual_turn_at_once() -> None:
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 2

    position = position_of(2, 6)
    position = position.play(Draw(position.turn))
    choice = opponent(KEY).choose(position, full_strength(100_000), Random(1), stop)
    assert asked == 3
    assert 0 < choice.nodes < 100
    assert isinstance(choice.moves[-1], Discard)


# What it wants


@every_level
def test_a_player_that_can_go_out_goes_out(level: Level) -> None:
    position = position_of(2, 1)
    hand = tuple(range(3)) + tuple(range(13, 16)) + (30,)
    position = replace(position, hands=(hand, position.hands[1]), turn=0, phase="act")
    for move in chosen(position, level, Random(1)):
        position = position.play(move)
    assert position.winner == 0


def test_the_best_level_keeps_a_joker_while_no_player_is_close_to_going_out() -> None:
    position = position_of(2, 1)
    hand = (0, 1, 2, 20, 33, 46, 50, 9, JOKER)
    opened = replace(position, hands=(hand, position.hands[1]), turn=0, phase="act", opened=(True, True))
    moves = chosen(opened, levels_of(KEY)[3], Random(1))
    assert not any(isinstance(move, Lay) and JOKER in move.cards for move in moves)


def chances_by_definition(rows: list[Sequence[int]], options: Options) -> list[float]:
    """Return the chances to win the match after these rounds.

    A lead of one spread of the remaining rounds multiplies the odds by e.
    """
    points = totals(rows, len(rows[0]))
    several, behind = len(points) > 2, [total - min(points) for total in points]
    if is_over(options, rows):
        weights = [float(gap == 0) for gap in behind]
    else:
        to_target = max(1.0, (options.target - max(points)) / LOSS[several])
        left = options.rounds - len(rows) if options.rounds else to_target
        weights = [e ** (-gap / (SPREAD[several] * left**0.5)) for gap in behind]
    return [weight / sum(weights) for weight in weights]


def test_a_playout_scores_the_chance_that_its_points_leave() -> None:
    """By the rules' own points of a round: blocked or won, with and without a rami sec, the match over or not."""
    rng = Random(6)
    seen: set[object] = set()
    for _ in range(200):
        seats, played = rng.choice((2, 2, 3, 4)), rng.randrange(3)
        kinds: dict[str, Any] = {"rami_sec": rng.choice(("nobody_opened", "one_turn", "off"))}
        kinds |= {"blocked": rng.choice(("score", "void")), "rounds": rng.choice((0, 3, 7))}
        options = Options(target=rng.choice((100, 500)), **kinds)
        rows: list[Sequence[int]] = [[rng.randrange(0, 60, 30) for _ in range(seats)] for _ in range(played)]
        winner, seat = rng.randrange(-1, seats), rng.randrange(seats)
        hands = [rng.sample(PACK, 0 if one == winner else rng.randint(1, 9)) for one in range(seats)]
        state = PlayoutState(seats, 0)
        for one, hand in enumerate(hands):
            state.opened[one] = int(one == winner or rng.random() < 0.4)
            for card in hand:
                state.hands.add_card(one, card)
        rollout = Rollout([state], [winner], Unseen([], [], [0] * seats, 0), seat, rows, options)
        points = round_points(options, hands, list(map(bool, state.opened)), None if winner < 0 else winner, False)
        after = [*rows, points]
        where = f"after {rows} and a round won by {winner}, opened {list(state.opened)}, {hands=}, {options}"
        assert rollout.totals(0, 1) == list(totals(after, seats)), f"points {where}"
        chance = chances_by_definition(after, options)[seat]
        assert rollout.value(0, 1) == pytest.approx(chance), f"chance of seat {seat} {where}"
        seen |= {("blocked" if winner < 0 else "won", max(points)), (is_over(options, after), chance)}
    assert seen >= {("won", 200), ("won", 100), ("blocked", 100), ("blocked", 0), (True, 1.0), (True, 0.5)}


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_playout_state_keeps_all_cards(seats: int) -> None:
    for seed in range(30):
        view = position_of(seats, seed)
        view = view.seen_by(view.turn)
        rollout = make_rollout(view, [view])
        assert 0.0 <= rollout.value(0, seed) <= 1.0
        assert sum(cards_of(rollout.work).values()) == 108
        assert cards_of(rollout.work) == Counter(PACK)


def test_a_playout_state_is_blocked_where_no_card_can_be_taken() -> None:
    state = PlayoutState(2, 0)
    for seat, card in ((0, 4), (0, 20), (1, 30), (1, 50)):
        state.hands.add_card(seat, card)
    assert state.play() == -1


def cards_of(state: PlayoutState) -> Counter[int]:
    """Return all cards of a playout state."""
    found = Counter(list(state.piles.stock)[: state.piles.stock_size])
    found += Counter(list(state.piles.discard)[: state.piles.discard_size])
    for at, key in enumerate(state.hands.keys):
        found += Counter(13 * (at % 4) + bit % 13 for bit in range(26) if key >> bit & 1)
    found[JOKER] += sum(state.hands.jokers)
    for number in range(state.table.count):
        kind, what, low, high, joker = list(state.table.melds)[5 * number : 5 * number + 5]
        if kind == RUN:
            faces = [13 * what + place % 13 for place in range(low, high + 1)]
        else:
            faces = [13 * suit + what for suit in range(4) if low >> suit & 1]
        assert len(faces) >= 3
        if joker >= 0:
            faces[faces.index(joker)] = JOKER
        found += Counter(faces)
    return found


def test_melds_of_a_playout_save_as_many_points_as_the_solvers() -> None:
    packing, rng = Packing(), Random(4)
    for size in (3, 9, 13, 14) * 60:
        hand = rng.sample(PACK, size)
        keys, jokers = keys_of(hand)
        packing.pack(keys[0], keys[1], keys[2], keys[3], jokers)
        assert sum(CARD_POINTS[card] for card in hand) - (packing.value >> 4) == solve(hand).min_points
        packing.write_melds()
        codes = list(packing.melds)[: packing.count]
        laid = [code >> 7 & 7 if code & 1 == RUN else int(code >> 5 & 15).bit_count() + (code >> 9) for code in codes]
        assert min(laid, default=3) >= 3
        assert sum(laid) == packing.value & 15


@pytest.mark.parametrize("seats", [2, 4])
def test_playouts_deal_the_unseen_cards(seats: int) -> None:
    position = play_own_round(levels_of(KEY)[1], seats, 4)[20]
    view = position.seen_by(position.turn)
    rollout = make_rollout(view, [view])
    held = set()
    for seed in range(40):
        rollout.work.copy(rollout.states[0])
        rollout.work.piles.rng_state = seed
        rollout.deal()
        assert list(rollout.work.hands.sizes) == [len(hand) for hand in position.hands]
        assert cards_of(rollout.work) == Counter(PACK)
        own = 4 * view.turn
        assert list(rollout.work.hands.keys)[own : own + 4] == keys_of(view.hand)[0]
        held.add(tuple(rollout.work.hands.keys))
    assert len(held) == 40


# Matches


def test_the_second_level_beats_the_first() -> None:
    standing = run(GAME, "2", "1", 6, options="target=100")
    assert standing.share > 0.7
    assert standing.matches == 6


def test_with_four_at_the_table_each_deal_is_played_from_every_seat() -> None:
    pairing = ArenaPairing(KEY, "2", "1", "random", options="rounds=3", seats=4)
    matches = [pairing.play(number) for number in range(4)]
    assert [played.seat for played in matches] == [0, 1, 2, 3]
    deals = {played.turns[0].split(" -")[0] for played in matches}
    assert len(deals) == 1, "the cards differ"
    assert run(GAME, "2", "1", 3, options="rounds=3", seats=4).matches == 4
    with pytest.raises(ValueError, match="7 can't play ducale"):
        run(GAME, "2", "1", 7, seats=7)


def test_an_analysis_is_the_best_players_turn() -> None:
    position = position_of(2, 3)
    position = position.play(Draw(position.turn))
    analysis = opponent(KEY).analyse(position, Budget(nodes=50))
    assert analysis.nodes <= 50
    line: list[Any] = list(analysis.moves)
    for move in line:
        assert abilities.is_legal(position, move)
        position = position.play(move)
    assert engine.choose(position, 4, 0, 10, never).moves[0] in (Draw(position.turn), Take(position.turn))
