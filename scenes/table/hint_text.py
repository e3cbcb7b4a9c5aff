"""The sentences of hints, and the reasons for moves in words. No pygame."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

from rules import abilities
from rules.contract import Move, Position, Remark
from rules.game import Game
from scenes.app.words import Words
from scenes.table import match_text, turn_text
from scenes.table.constants import MAX_REASONS
from scenes.table.game_phrases import phrases_of

if TYPE_CHECKING:
    from scenes.table.table_access import TableAccess

_IMPLIED_BY: Final = {
    "safe": {"saves", "saves-all"},
    "forces": {"takes-back"},
    "hems": {"sleeps", "holds", "takes"},
}
"""The reasons that imply each reason, which is left out beside any of them."""


def describe_nudge(table: TableAccess) -> str:
    """Return the first part of a hint, which names the piece to move but not its move."""
    facts, words = table.facts, table.words
    text, key, position, move = facts.phrases.hint, facts.match.game.key, facts.position, facts.model.hint.moves[0]
    if text is not None:
        return text.nudge(words, abilities.seen_by(position, position.to_move), move)
    if facts.token_to_put is not None:
        return words(f"nudge.{key}.put")
    square = min(position.gesture(move).pick)
    look = position.table()[square][-1].look
    kind = look.split("-")[1] if "-" in look else look
    return words(f"nudge.{key}.look", thing=match_text.kind_called(words, key, kind), square=square)


def describe_hinted_moves(table: TableAccess) -> str:
    """Return the whole hint: the moves and the reasons for them."""
    facts, words, session = table.facts, table.words, table.session
    text, key, position, moves = facts.phrases.hint, facts.match.game.key, facts.position, facts.model.hint.moves
    explained = moves[:1] if text is not None and text.is_marked(moves[0]) else moves
    spelt = turn_text.plain_turn_text(words, key, position, moves) if text is None else ""
    if text is not None:
        turn = text.tell_move(words, moves[0])
    elif spelt:
        turn = words("nudge.told", turn=spelt[:1].lower() + spelt[1:])
    else:
        turn = words("nudge.play", turn=turn_text.notate_turn(words, session.game, position, moves))
    already_told = ("takes", "promotes", "overturns") if spelt else ()
    reasons = explain_moves(
        words, session.game, abilities.seen_by(position, position.to_move), explained, told=already_told
    )
    return " ".join(filter(None, (turn, reasons or (words("nudge.quiet") if spelt else ""))))


def explain_moves(
    words: Words,
    game: Game,
    position: Position,
    moves: Sequence[Move],
    told: Collection[str] = (),
) -> str:
    """Return the most important reasons for moves of one seat, without those with codes in `told`, as sentences."""
    reasons = game.teach.reasons(position, moves) if game.teach.reasons is not None else ()
    codes = {reason.code for reason in reasons}
    found = [
        reason for reason in reasons if reason.code not in told and codes.isdisjoint(_IMPLIED_BY.get(reason.code, ()))
    ]
    return " ".join(write_reason(words, game.key, reason) for reason in found[:MAX_REASONS])


def write_reason(words: Words, key: str, remark: Remark) -> str:
    """Return one reason as a sentence, with the names of pieces and cards."""
    facts: dict[str, object] = {**match_text.facts_called(words, key, remark)}
    if "n" in facts:
        facts["n"] = int(remark.facts["n"])
    thing_name = phrases_of(key).name_thing
    if thing_name is not None:
        for name in facts.keys() & {"card", "cards", "wanted"}:
            names = [thing_name(words, card) for card in remark.facts[name].split()]
            facts[name] = words.join_items(names, "table.or" if name == "wanted" else "table.and")
    return match_text.capitalize(words(f"reason.{key}.{remark.code}", **facts))
