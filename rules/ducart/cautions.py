"""What a player should be asked before a turn of Ducart: it costs a Sweeper of one's own (README.md, section 8)."""

from __future__ import annotations

from typing import Final

from rules.common.squares import NAMES
from rules.contract import Remark
from rules.ducart.engine.mailbox import KEPT, SWEEPER
from rules.ducart.moves import Act, Move
from rules.ducart.position import Position

_BY_A_TURN: Final = ("sweepers", "sudden-death")
"""The ends that the turn itself brings about; the hundredth turn would have come anyway."""


def caution(position: Position, act: Move) -> Remark | None:
    """What a legal turn does to the mover's own Sweepers, or None if they stay as many.

    `loses-promoted` it promotes the last one, and so loses · `loses-killed` it kills one, and loses by the count of
    sudden death · `loses-count` it loses so by another kill · `promotes-own`, `kills-own` it only costs one, and
    to be asked is an aid. Facts: `square` of the piece that acts, `target` of the second click, `sweepers` left.
    """
    if not isinstance(act, Act):
        return None
    seat = position.side
    after = position.play(act)
    left = after.sweepers(seat)
    outcome = after.outcome()
    lost = outcome is not None and outcome.winners == (1 - seat,) and outcome.reason in _BY_A_TURN
    kills_own = _kills_own(position, act)
    promotes_own = left < position.sweepers(seat) - kills_own
    if not lost and not kills_own and not promotes_own:
        return None
    facts = {"square": NAMES[act.actor], "target": NAMES[act.target], "sweepers": str(left)}
    if lost and left == 0:
        code = "loses-promoted"
    elif lost:
        code = "loses-killed" if kills_own else "loses-count"
    else:
        code = "promotes-own" if promotes_own else "kills-own"
    return Remark(code, (facts["target"], facts["square"]), facts, aid=not lost)


def _kills_own(position: Position, act: Act) -> bool:
    """Whether it kills a Sweeper of the mover's."""
    own = SWEEPER + 8 * position.side
    code = position.cells[act.target]
    return "x" in act.sdn and code & 15 == own and not code & KEPT
