"""The computer player of Unstacked Draughts (section 7), which throws, and notices more or fewer of its claims.

It decides only two things: whether to claim in attentive play, and whether a tilted die shall count, which the
exact chance answers. Its notice depends only on a seed, the roll and the die: a player that is asked again, because
the position has changed, notices the same.
"""

from collections.abc import Iterator, Sequence
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

USE_DELAY: Final = (0.5, 0.9)  # seconds to use a die of one's own
COVER_DELAY: Final = (0.3, 1.0)
"""Seconds to lay a hand over flying dice.

They fly for 1.5 s or more, so a player who has noticed is never late: lateness is counted among the misses.
"""
BEGIN_DELAY: Final = (2.5, 3.5)  # seconds before the next game is begun


def choose(view: contract.Position, attention: Attention, seed: int) -> tuple[Move, ...]:
    """Choose at least one move of the seat to move, up to where another must act; the same for the same seed.

    Raises ValueError if no player is to move, because the game is over or the dice are rolling.
    """
    assert isinstance(view, Position)
    seat = view.to_move
    if seat == NATURE or view.outcome() is not None:
        raise ValueError("the dice are rolling" if seat == NATURE else "the game is over")
    moves: list[Move] = []
    while view.to_move == seat and view.phase not in (Phase.FLYING, Phase.OVER):
        reaction = react(view, seat, attention, seed)
        move = view.automatic_move() or (reaction and reaction[1])
        assert move is not None, "somebody has to move"
        moves.append(move)
        view = view.play(move)
    return tuple(moves)


def react(view: contract.Position, seat: Seat, attention: Attention, seed: int) -> tuple[float, Move] | None:
    """Return the next move of `seat` and the seconds until then, if nothing else happens before; None without one.

    Call it again after each change of the position. In assisted mode leftovers go over automatically.
    """
    assert isinstance(view, Position)
    rng = Random(f"{seed}/{view.rolls}/{view.throws}/{seat}/{view.phase.value}")
    slow = rng.uniform(*attention.reaction)
    moves = view.legal_moves(seat)
    if not moves:
        return None
    match moves[0]:
        case Begin():
            return rng.uniform(*BEGIN_DELAY), moves[0]
        case Cover(right=True):
            return (rng.uniform(*COVER_DELAY), moves[0]) if _noticed(view, attention, seed) else None
        case Answer(word="yes"):
            return slow, Answer(seat, "yes" if _gain(view, seat) >= 0 else "no")
        case Answer():
            return slow, moves[0]
    if view.phase is Phase.FLYING:
        return None
    if view.roll is not None and seat == view.roll.thrower and view.own_uses():
        return rng.uniform(*USE_DELAY), moves[0]
    false_claim = _false_claim(view, seat, attention, seed)
    if false_claim is not None:
        return slow, false_claim
    claims = view.claims() if view.roll is not None and view.roll.locked else _noticed(view, attention, seed)
    if claims and claims[0].seat == seat:
        return slow, claims[0]
    throw = Throw(seat)
    if throw not in moves:
        return None
    again = view.roll is not None and view.roll.double
    return (attention.pause if again else slow), throw


def _noticed(view: Position, attention: Attention, seed: int) -> tuple[Use, ...]:
    return tuple(claim for claim in view.claims() if _sees_claim(view, claim, attention, seed))


def _false_claim(view: Position, seat: Seat, attention: Attention, seed: int) -> FalseClaim | None:
    roll = view.roll
    if roll is None or seat == roll.thrower:
        return None
    left = [roll.dice[at] for at in roll.free]
    for claim in view.false_claims():
        chance = Random(f"{seed}/{view.rolls}/{claim.die}/false").random()
        if claim.seat == seat and claim.die in left and chance < attention.false_claims:
            return claim
    return None


def _sees_claim(view: Position, claim: Use, attention: Attention, seed: int) -> bool:
    """Return whether a claim is noticed; of a double's like dice one, as long as fewer are claimed than noticed."""
    roll = view.roll
    assert roll is not None
    misses = attention.misses_double if roll.double else attention.misses
    claimed = [at for at in (0, 1) if roll.marks[at][0] == LETTERS[claim.seat]]
    there = [at for at in (*view.leftovers(), *claimed) if roll.dice[at] == claim.die]
    seen = sum(Random(f"{seed}/{view.rolls}/{at}").random() >= misses for at in there)
    return seen > sum(roll.dice[at] == claim.die for at in claimed)


def _gain(view: Position, seat: Seat) -> float:
    gain = game_chance(view.accept_dice()) - game_chance(view)
    return gain if seat == 0 else -gain


def evaluate(view: contract.Position) -> int:
    """Return 100 * (chance of the seat to move to win this game - chance to lose it)."""
    assert isinstance(view, Position)
    return round(100 * (2 * game_chance(view) - 1)) * (1 if view.to_move == 0 else -1)


def judge(player: Opponent, played: PlayedMatch, nodes: int, stop: Stop) -> Iterator[Judged]:
    """Judge as `GameOpponent.judge`, by the exact chances: turn by turn White's chance to win the match.

    A claim that was made cost nothing. Costs are in the chance to win the present game.
    """
    positions, moves = cast("Sequence[Position]", played.positions), cast("Sequence[Move]", played.moves)
    costs = [*_claims(positions, moves), *_answers(positions, moves)]
    for turn, (first, last) in played.turns():
        own = sorted((cost for cost in costs if first <= cost.ply < last), key=lambda cost: cost.ply)
        yield Judged(turn, first, 0, match_chance(positions[first]), tuple(own))
    yield Judged(len(played.starts), len(moves), 0, match_chance(positions[-1]))


def _claims(positions: Sequence[Position], moves: Sequence[Move]) -> Iterator[Cost]:
    for one in list_missed_claims(positions):
        found = _last_open(positions, one)
        if found is not None:
            ply, claim = found
            yield Cost(one.seat, ply, max(0.0, one.price), (str(claim),))
    for ply, (position, move) in enumerate(zip(positions, moves, strict=False)):
        if isinstance(move, Use) and position.attentive and position.roll and move.seat != position.roll.thrower:
            yield Cost(move.seat, ply, 0.0)


def _last_open(positions: Sequence[Position], lost: MissedClaim) -> tuple[int, Move] | None:
    """Return the last ply at which a lost die could be claimed, and the claim.

    None if the match began after a false claim.
    """
    rolls = positions[lost.ply].rolls
    return next(
        (
            (ply, move)
            for ply in range(lost.ply, -1, -1)
            if positions[ply].rolls == rolls
            for move in positions[ply].legal_moves(lost.seat)
            if isinstance(move, Use) and move.die == lost.die
        ),
        None,
    )


def _answers(positions: Sequence[Position], moves: Sequence[Move]) -> Iterator[Cost]:
    for ply, (position, move) in enumerate(zip(positions, moves, strict=False)):
        if not isinstance(move, Answer) or move.word not in ("yes", "no"):
            continue
        own = _gain(position, move.seat)
        lost = max(0.0, -own if move.word == "yes" else own)
        better = Answer(move.seat, "no" if move.word == "yes" else "yes")
        yield Cost(move.seat, ply, lost, (str(better),) if lost else ())


class AttentivePlayer:
    def choose(self, view: contract.Position, level: Level, rng: Random, stop: Stop = never) -> BestPlay:
        return BestPlay(choose(view, level.attention, rng.getrandbits(60)), evaluate(view), 0, 0)

    def analyse(
        self, view: contract.Position, budget: Budget, stop: Stop = never, tell: Tell | None = None
    ) -> BestPlay:
        return BestPlay(choose(view, PERFECT, 0), evaluate(view), 0, 0)

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
