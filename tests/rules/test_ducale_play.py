"""Invariants of Ducale in random and greedy play under many options (README.md, sections 13 and 14)."""

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from itertools import islice
from random import Random
from typing import Final

import pytest

from rules import abilities
from rules.common.dice import DiceSeed
from rules.common.options import choices
from rules.contract import NATURE, Gesture, apply
from rules.ducale import GAME
from rules.ducale.cards import HIDDEN, JOKER, PACK
from rules.ducale.dealing import sealed_move
from rules.ducale.effects import DISCARD, FELT, STOCK, replace_by_last_copies
from rules.ducale.luck import AVERAGE_JOKERS, luck
from rules.ducale.melds import place_name
from rules.ducale.moves import Deal, Discard, Draw, Move, Shuffle, Take
from rules.ducale.options import Options
from rules.ducale.policies import greedy
from rules.ducale.position import Position, start
from rules.lab.ducale_simulation import PLAYERS, faults, play_round
from rules.match import Match
from tests.effort import by_effort
from tests.rules.rami import played

ROUNDS: Final = by_effort(14, 40, 60)
LAWFUL: Final = by_effort(3, 8, 8)
"""Rounds of which every position is checked."""


def any_options(rng: Random) -> Options:
    return Options(**{name: rng.choice(values) for name, values in choices(Options).items()})


@cache
def round_of(seed: int, player: str = "random") -> tuple[tuple[Position, Move, Position], ...]:
    """Return the steps of a round, with options and seats that depend on the seed."""
    rng = Random(seed)
    before = start(any_options(rng), 2 + seed % 5)
    steps = []
    for move, after in play_round(before, PLAYERS[player], rng):
        steps.append((before, move, after))
        before = after
    return tuple(steps)


def closely() -> Iterator[Position]:
    for seed in range(LAWFUL):
        steps = round_of(seed)
        yield from (before for before, _, _ in steps[:: 1 + len(steps) // 60])
        yield steps[-1][2]


def moves_of(position: Position) -> list[Move]:
    """Return the legal moves, a single sampled one for Nature."""
    if position.to_move == NATURE:
        return [position.sample(Random(1))] if position.outcome() is None else []
    return list(position.legal_moves())


@pytest.mark.parametrize("seed", range(ROUNDS))
@pytest.mark.parametrize("player", sorted(PLAYERS))
def test_a_random_round_keeps_every_invariant_and_ends(player: str, seed: int) -> None:
    steps = round_of(seed, player)
    for before, _, after in steps:
        assert faults(before, after) == []
    last = steps[-1][2]
    assert last.phase in ("end", "blocked")
    assert (last.winner is None) == (last.phase == "blocked")
    assert len(last.row()) == last.seats


def test_a_match_ends_with_the_points_of_its_rounds() -> None:
    now, rng = start(Options(target=200), 3), Random(5)
    rows = []
    while now.outcome() is None:
        *_, (_, now) = play_round(now, greedy, rng)
        rows.append(now.row())
    outcome = now.outcome()
    assert outcome is not None and outcome.reason == "target"
    assert outcome.points == tuple(map(sum, zip(*rows, strict=True)))
    assert max(outcome.points) >= 200
    assert outcome.winners == tuple(seat for seat in range(3) if outcome.points[seat] == min(outcome.points))
    assert now.legal_moves() == () and not abilities.is_legal(now, now.sample(rng))


def test_the_deal_goes_round() -> None:
    now, rng = start(Options(), 3), Random(6)
    dealers = []
    for number in range(1, 4):
        steps = list(play_round(now, greedy, rng))
        first = steps[0][1]
        assert (first.round, first.turn) == (number, (first.dealer + 1) % 3)
        dealers.append(first.dealer)
        now = steps[-1][1]
    assert dealers == [dealers[0], (dealers[0] + 1) % 3, (dealers[0] + 2) % 3]


def test_texts_of_illegal_moves_are_not_read() -> None:
    for position in closely():
        assert position.read_move(position.turn, "-??") is None
        assert position.read_move(NATURE, "deal") is None


def test_illegal_gestures_are_refused_at_their_first_target() -> None:
    """Any cards of the hand may be picked; of like cards any copy will do."""
    rng = Random(3)
    for position in islice(closely(), 0, None, by_effort(4, 1, 1)):
        if position.to_move == NATURE:
            continue
        head = f"h{position.turn}:"
        held = sorted(target for target in position.table() if target.startswith(head))
        others = sorted(target for target in position.table() if target[0] == "h" and not target.startswith(head))
        legal = {position.gesture(move) for move in position.legal_moves()}
        drops = [FELT, DISCARD, *(f"m{number}" for number in position.ids)]
        drops += [
            f"m{lying.id}:{place_name(lying.meld, lying.meld.joker)}"
            for lying in position.melds
            if lying.meld.joker is not None
        ]
        picks = [frozenset(rng.sample(held, min(count, len(held)))) for count in (1, 1, 2, 3, 3, 4)]
        for pick in [*picks, *(gesture.pick for gesture in legal if gesture.drop is not None)]:
            assert (position.refusal(Gesture(pick)) is None) == (position.phase == "act")
            for drop in drops:
                refusal = position.refusal(Gesture(pick, drop))
                assert (refusal is None) == (Gesture(replace_by_last_copies(position, pick), drop) in legal), (
                    pick,
                    drop,
                )
                assert refusal is None or refusal.targets[0] == drop
        for pile in (STOCK, DISCARD):
            picked = Gesture(frozenset({pile}))
            assert (position.refusal(picked) is None) == (picked in legal)
        for target in others[:3]:
            refusal = position.refusal(Gesture(frozenset({target})))
            assert refusal is not None and refusal.targets[0] == target


def test_a_move_played_on_a_view_gives_the_next_view() -> None:
    rng = Random(2)
    for position in closely():
        moves = moves_of(position)
        for move in rng.sample(moves, min(3, len(moves))):
            after = position.play(move)
            for seat in (*range(position.seats), None):
                view, blurred = position.seen_by(seat), abilities.redact(position, move, seat)
                then = view.play(blurred)
                assert then == after.seen_by(seat)
                assert then.played == after.seen_by(seat).played
                assert apply(view.table(), view.effects(blurred)) == then.table()


def test_a_seat_sees_its_own_moves_unredacted() -> None:
    for position in closely():
        if position.to_move != NATURE:
            view = position.seen_by(position.turn)
            assert view.legal_moves() == position.legal_moves()
            assert view.remarks() == position.remarks()


def everything(view: Position) -> dict[str, str]:
    """Return all that a process could read out of a view, field by field."""
    return {entry.name: repr(getattr(view, entry.name)) for entry in fields(view)} | {
        "text": view.text(),
        "table": repr(view.table()),
        "remarks": repr([remark for remark in view.remarks() if remark.code != "dead-end"]),
    }


def test_a_view_does_not_depend_on_hidden_cards() -> None:
    """Two deals that differ only in what a seat can't see look the same to it, move after move."""
    rng, others = Random(7), 0
    for position in closely():
        if position.phase == "deal":
            continue
        for seat in range(position.seats):
            view = position.seen_by(seat)
            other = view.deal_hidden(rng)
            others += other.hands != position.hands
            assert everything(other.seen_by(seat)) == everything(view)
            assert view.begun is None and view.viewer == seat
            shown = [card for hand in view.hands for card in hand if card != HIDDEN]
            assert shown == list(position.hands[seat])
            assert set(view.stock) <= {HIDDEN}
            for move in position.played:
                if isinstance(move, Draw) and move.seat != seat:
                    assert str(abilities.redact(position, Draw(move.seat), seat)) == "+P"
    assert others > 100


def test_hidden_moves_are_redacted_without_their_cards() -> None:
    for seed in range(LAWFUL):
        for before, move, _ in round_of(seed):
            for seat in (*range(before.seats), None):
                told = abilities.redact(before, move, seat)
                match told:
                    case Draw():
                        assert (told.card is not None) == (move.seat == seat)
                    case Shuffle():
                        assert set(told.stock) == {HIDDEN}
                    case Deal():
                        assert len([card for card in told.pack if card != HIDDEN]) == 1 + 13 * (seat is not None)
                    case _:
                        assert told == move
            assert ":" not in GAME.text.notate(before, [move])


def test_a_deduced_position_has_the_same_view_and_all_cards() -> None:
    rng = Random(8)
    for position in closely():
        for seat in (*range(position.seats), None):
            view = position.seen_by(seat)
            if position.phase != "deal":
                deduced = view.deal_hidden(rng)
                assert deduced.seen_by(seat) == view
                assert faults(deduced, deduced) == []


def test_a_rebuilt_stock_is_deduced_from_its_discards() -> None:
    rng, seen = Random(9), 0
    for seed in range(ROUNDS):
        for _, _, after in round_of(seed):
            if after.pool is not None and after.phase == "draw" and after.stock:
                deduced = after.seen_by(after.turn).deal_hidden(rng)
                assert all(deduced.stock.count(card) <= after.pool.count(card) for card in deduced.stock)
                seen += 1
    assert seen


def test_position_text_round_trips_everywhere() -> None:
    for position in closely():
        if position.phase != "shuffle":
            again = GAME.text.read(position.text())
            assert again == position
            assert again.text() == position.text()


def test_moves_are_final_once_a_card_was_seen_or_the_turn_has_ended() -> None:
    for seed in range(LAWFUL):
        for _, move, after in round_of(seed):
            free = after.phase == "act" and not isinstance(move, Draw)
            assert after.is_undo_barred != free
            if isinstance(move, (Take, Discard)):
                assert after.is_undo_barred == isinstance(move, Discard)


def test_undo_stops_at_seen_cards_and_redo_repeats_them() -> None:
    undone = 0
    for seed in range(LAWFUL):
        steps = round_of(seed)
        match = Match(GAME.play, steps[0][0].options, steps[0][0].seats)
        for _, move, after in steps:
            match.play(move)
            changes = match.undo()
            back = match.position
            assert isinstance(back, Position) and back.stock == after.stock and back.shuffles == after.shuffles
            assert not [one for one in changes if isinstance(one.move, Draw | Deal | Shuffle | Discard)]
            assert match.take_back() is None
            undone += len(changes)
            while match.can_redo:
                match.redo()
            assert match.position == after
    assert undone > 20


def test_greedy_players_see_only_their_view_and_play_legal_moves() -> None:
    rng = Random(10)
    for position in played(3, 4, player=greedy):
        if position.to_move != NATURE and position.phase == "draw":
            view = position.seen_by(position.turn)
            for move in greedy(view, rng):
                assert abilities.is_legal(position, move)
                position = position.play(move)


def test_a_sealed_seed_repeats_its_cards_and_varies_them_by_shuffle() -> None:
    seed = DiceSeed.new(bytes(range(16)))
    begun = start(Options(), 4)
    deal = sealed_move(begun, seed)
    assert isinstance(deal, Deal)
    assert deal == sealed_move(begun, seed) != sealed_move(begun, DiceSeed.new(bytes(16)))
    assert sorted(deal.pack) == sorted(PACK) and abilities.is_legal(begun, deal)
    for position in (before for number in range(ROUNDS) for before, _, _ in round_of(number)):
        if position.phase == "shuffle":
            shuffle = sealed_move(position, seed)
            assert abilities.is_legal(position, shuffle) and position.shuffles > 0
            break
    firsts = {sealed_move(start(Options(), 4), DiceSeed.new(bytes([n] * 16))).__str__()[:6] for n in range(40)}
    assert len(firsts) == 4, "every seat deals first with some seed"


# The luck of a match: jokers above their due


def dealt(seed: int, seats: int = 3) -> list[Position]:
    begun = Position(((),) * seats, Options())
    return [begun, begun.play(begun.sample(Random(seed)))]


def a_round(seed: int) -> list[Position]:
    positions, rng = dealt(seed), Random(seed)
    while positions[-1].phase not in ("end", "blocked"):
        position = positions[-1]
        moves = [position.sample(rng)] if position.to_move < 0 else list(greedy(position, rng))
        for move in moves:
            positions.append(positions[-1].play(move))
    return [*positions, positions[-1].play(positions[-1].sample(rng))]


def test_thirteen_random_cards_contain_half_a_joker_on_average() -> None:
    assert pytest.approx(13 * 4 / 108) == AVERAGE_JOKERS


@pytest.mark.parametrize("seed", range(8))
def test_the_luck_of_a_deal_depends_on_its_jokers(seed: int) -> None:
    for positions in (dealt(seed), a_round(seed)[-2:]):
        assert luck(positions) == pytest.approx([hand.count(JOKER) - AVERAGE_JOKERS for hand in positions[1].hands])


def test_drawing_a_joker_is_luck_and_any_other_card_slight_bad_luck() -> None:
    *_, start = dealt(1)
    share = start.stock.count(JOKER) / len(start.stock)
    assert 0 < share < 1
    after = start.play(Draw(start.turn))
    drawn = luck([start, after])
    assert drawn[start.turn] == pytest.approx((start.stock[0] == JOKER) - share)
    assert [drawn[seat] for seat in range(3) if seat != start.turn] == [0, 0]


def test_a_card_taken_from_the_discard_is_no_luck() -> None:
    *_, start = dealt(1)
    assert luck([start, start.play(Take(start.turn))]) == (0, 0, 0)


def test_luck_averages_to_zero_over_many_rounds() -> None:
    sums = [luck(a_round(seed)) for seed in range(by_effort(20, 60, 60))]
    mean = sum(map(sum, sums)) / len(sums) / 3
    spread = (sum(value**2 for row in sums for value in row) / (3 * len(sums)) / (3 * len(sums))) ** 0.5
    assert abs(mean) < 4 * spread
    assert all(any(abs(row[seat]) > 0.4 for row in sums) for seat in range(3))
