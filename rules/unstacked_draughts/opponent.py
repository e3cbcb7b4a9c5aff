"""The computer player of Unstacked Draughts, and its levels (README.md, section 7).

The levels differ in how many claims the player notices in attentive play, how often it makes false ones, and how fast
it is. What it notices depends only on a seed, the roll and the die, so it notices the same if it is asked again after
a change of the position. It decides by the exact chance whether a tilted die should count.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final, cast

from rules import contract
from rules.contract import NATURE, Seat
from rules.game import GameOpponent
from rules.search.budget import Budget, Stop, never
from rules.search.level import PERFECT, Attention, Level
from rules.search.opponent import BestPlay, Opponent, Tell
from rules.teaching.review import Cost, Judged, PlayedMatch
from rules.unstacked_draughts.luck import MissedClaim, list_missed_claims
from rules.unstacked_draughts.match_equity import game_chance, match_chance
from rules.unstacked_draughts.moves import LETTERS, Answer, Begin, Cover, FalseClaim, Move, Throw, Use
from rules.unstacked_draughts.position import Position
from rules.unstacked_draughts.state import Phase

# Ranges of random delays, in seconds
USE_DELAY: Final = (0.5, 0.9)
COVER_DELAY: Final = (
    0.3,
    1.0,
)  # shorter than the shortest flight, 1.5 s; the chances to miss a claim include being late
BEGIN_DELAY: Final = (2.5, 3.5)  # before the next game


def choose(view: contract.Position, attention: Attention, seed: int) -> tuple[Move, ...]:
    """Choose the moves of the seat to move until another must act; equal arguments give equal moves.

    Raises ValueError if no player is to move, because the match is over or the dice are rolling.
    """
    assert isinstance(view, Position)
    seat = view.to_move
    if seat == NATURE or view.outcome() is not None:
        raise ValueError("the dice are rolling" if seat == NATURE else "the game is over")
    moves: list[Move] = []
    while view.to_move == seat and view.phase not in (Phase.FLYING, Phase.OVER):
        reaction = react(view, seat, attention, seed)
        move = view.automatic_move() or (reaction and reaction[1])
        assert move is not None
        moves.append(move)
        view = view.play(move)
    return tuple(moves)


def react(view: contract.Position, seat: Seat, attention: Attention, seed: int) -> tuple[float, Move] | None:
    """Return the delay before the next move of `seat`, in seconds, and this move; None if the seat waits for others.

    The answer holds only until the position changes.
    """
    assert isinstance(view, Position)
    rng = Random(f"{seed}/{view.rolls}/{view.throws}/{seat}/{view.phase.value}")
    delay = rng.uniform(*attention.reaction)
    moves = view.legal_moves(seat)
    if not moves:
        return None
    match moves[0]:
        case Begin():
            return rng.uniform(*BEGIN_DELAY), moves[0]
        case Cover(right=True):
            return (rng.uniform(*COVER_DELAY), moves[0]) if _noticed_claims(view, attention, seed) else None
        case Answer(word="yes"):
            return delay, Answer(seat, "yes" if _gain_by_yes(view, seat) >= 0 else "no")
        case Answer():
            return delay, moves[0]
    if view.phase is Phase.FLYING:
        return None
    if view.roll is not None and seat == view.roll.thrower and view.own_uses():
        return rng.uniform(*USE_DELAY), moves[0]
    false_claim = _find_false_claim(view, seat, attention, seed)
    if false_claim is not None:
        return delay, false_claim
    claims = view.claims() if view.roll is not None and view.roll.locked else _noticed_claims(view, attention, seed)
    if claims and claims[0].seat == seat:
        return delay, claims[0]
    throw = Throw(seat)
    if throw not in moves:
        return None
    is_after_double = view.roll is not None and view.roll.double
    return (attention.pause if is_after_double else delay), throw


def _noticed_claims(view: Position, attention: Attention, seed: int) -> tuple[Use, ...]:
    return tuple(claim for claim in view.claims() if _sees_claim(view, claim, attention, seed))


def _find_false_claim(view: Position, seat: Seat, attention: Attention, seed: int) -> FalseClaim | None:
    roll = view.roll
    if roll is None or seat == roll.thrower:
        return None
    free = [roll.dice[index] for index in roll.free]
    for claim in view.false_claims():
        chance = Random(f"{seed}/{view.rolls}/{claim.die}/false").random()
        if claim.seat == seat and claim.die in free and chance < attention.false_claims:
            return claim
    return None


def _sees_claim(view: Position, claim: Use, attention: Attention, seed: int) -> bool:
    """Return whether the player notices a claim; of a double it may notice none, one or both dice."""
    roll = view.roll
    assert roll is not None
    misses = attention.misses_double if roll.double else attention.miss_probability
    claimed = [index for index in (0, 1) if roll.marks[index][0] == LETTERS[claim.seat]]
    claimable = [index for index in (*view.leftovers(), *claimed) if roll.dice[index] == claim.die]
    noticed_count = sum(Random(f"{seed}/{view.rolls}/{index}").random() >= misses for index in claimable)
    return noticed_count > sum(roll.dice[index] == claim.die for index in claimed)


def _gain_by_yes(view: Position, seat: Seat) -> float:
    """Return what `seat` gains in its chance to win the game if the tilted dice count."""
    gain = game_chance(view.accept_dice()) - game_chance(view)
    return gain if seat == 0 else -gain


def evaluate(view: contract.Position) -> int:
    """Return 100 * (chance of the seat to move to win this game - chance to lose it)."""
    assert isinstance(view, Position)
    return round(100 * (2 * game_chance(view) - 1)) * (1 if view.to_move == 0 else -1)


def judge(player: Opponent, played: PlayedMatch, nodes: int, stop: Stop) -> Iterator[Judged]:
    """Yield judgements of the turns, for `GameOpponent.judge`, each with White's exact chance to win the match.

    Costs are losses of the chance to win the present game; a claim that was made costs nothing.
    """
    positions, moves = cast("Sequence[Position]", played.positions), cast("Sequence[Move]", played.moves)
    costs = [*_claim_costs(positions, moves), *_answer_costs(positions, moves)]
    for turn, (first, last) in played.turns():
        turn_costs = sorted((cost for cost in costs if first <= cost.ply < last), key=lambda cost: cost.ply)
        yield Judged(turn, first, 0, match_chance(positions[first]), tuple(turn_costs))
    yield Judged(len(played.starts), len(moves), 0, match_chance(positions[-1]))


def _claim_costs(positions: Sequence[Position], moves: Sequence[Move]) -> Iterator[Cost]:
    for missed in list_missed_claims(positions):
        last_chance = _find_last_chance(positions, missed)
        if last_chance is not None:
            ply, claim = last_chance
            yield Cost(missed.seat, ply, max(0.0, missed.price), (str(claim),))
    for ply, (position, move) in enumerate(zip(positions, moves, strict=False)):
        if isinstance(move, Use) and position.attentive and position.roll and move.seat != position.roll.thrower:
            yield Cost(move.seat, ply, 0.0)


def _find_last_chance(positions: Sequence[Position], missed: MissedClaim) -> tuple[int, Move] | None:
    """Return the last ply at which a missed claim was possible, and the claim.

    Return None if there was none, because the match began after a false claim.
    """
    rolls = positions[missed.ply].rolls
    return next(
        (
            (ply, move)
            for ply in range(missed.ply, -1, -1)
            if positions[ply].rolls == rolls
            for move in positions[ply].legal_moves(missed.seat)
            if isinstance(move, Use) and move.die == missed.die
        ),
        None,
    )


def _answer_costs(positions: Sequence[Position], moves: Sequence[Move]) -> Iterator[Cost]:
    for ply, (position, move) in enumerate(zip(positions, moves, strict=False)):
        if not isinstance(move, Answer) or move.word not in ("yes", "no"):
            continue
        gain = _gain_by_yes(position, move.seat)
        loss = max(0.0, -gain if move.word == "yes" else gain)
        better = Answer(move.seat, "no" if move.word == "yes" else "yes")
        yield Cost(move.seat, ply, loss, (str(better),) if loss else ())


def _rate_move(view: Position, seat: Seat, move: Move) -> BestPlay:
    """Return the line that begins with `move`, and its exact chance; an answer is rated as if it alone decided."""
    after = view.play(move)
    rated = after
    match move:
        case Throw() if seat != (view.roll.thrower if view.roll else seat):
            rated = replace(view, roll=None)  # without the claims that the throw gives up
        case Answer(word="yes" | "test"):
            rated = view.accept_dice()
        case Begin():
            rated = view
    chance = game_chance(rated) if seat == 0 else 1 - game_chance(rated)
    goes_on = after.to_move == seat and after.phase not in (Phase.FLYING, Phase.OVER)
    rest = choose(after, PERFECT, 0) if goes_on else ()
    return BestPlay((move, *rest), round(100 * (2 * chance - 1)), 0, 0, chance)


class AttentivePlayer(Opponent):
    def choose(self, view: contract.Position, level: Level, rng: Random, stop: Stop = never) -> BestPlay:
        return BestPlay(choose(view, level.attention, rng.getrandbits(60)), evaluate(view), 0, 0)

    def analyse_lines(
        self, view: contract.Position, count: int, budget: Budget, stop: Stop = never, tell: Tell = lambda lines: None
    ) -> tuple[BestPlay, ...]:
        assert isinstance(view, Position)
        best = choose(view, PERFECT, 0)[0]
        others = (move for move in view.legal_moves(view.to_move) if move != best)
        lines = [_rate_move(view, view.to_move, move) for move in (best, *others)]
        return tuple(sorted(lines, key=lambda line: -(line.value or 0.0))[:count])

    def react(self, view: contract.Position, seat: Seat, level: Level, seed: int) -> tuple[float, Move] | None:
        return react(view, seat, level.attention, seed)


OPPONENT: Final = GameOpponent(
    levels=(
        Level(1, attention=Attention(0.50, 0.60, (2.5, 4.0), 4.0, 0.15)),
        Level(2, attention=Attention(0.25, 0.35, (1.5, 3.0), 3.0, 0.08)),
        Level(3, attention=Attention(0.08, 0.15, (0.8, 2.0), 2.0, 0.03)),
        Level(4, attention=PERFECT),
    ),
    create=lambda memory: AttentivePlayer(),
    judge=judge,
)
