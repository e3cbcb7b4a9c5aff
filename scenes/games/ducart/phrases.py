"""The texts of Ducart that differ from other games: states and abilities of gnomes, and turns in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from rules.common.squares import INDEX
from rules.contract import Move, Position, Remark, Seat, Target, Turn
from rules.ducart import marks
from rules.ducart.effects import KINDS, SIDES
from rules.ducart.engine.mailbox import LETTERS
from scenes.games.ducart.gnome_marks import ducart_position, mark_of
from scenes.table.game_phrases import Phrases, Remarks, TurnList


def describe_target(position: Position, target: Target, is_brief: bool) -> Sequence[Remark]:
    """Return the piece on a square and its state; unless `is_brief`, also what it can do."""
    if target not in INDEX or not position.table().get(target):
        return ()
    first, *others = marks.state(ducart_position(position), target)
    remarks = [Remark(remark.code, remark.targets, _name_facts(remark)) for remark in (first, *others)]
    codes = {remark.code for remark in remarks}
    if not is_brief and codes == {"stack"}:
        remarks.append(Remark("held", first.targets))
    elif not is_brief and "slept" not in codes and "stack" not in codes:
        remarks.append(_describe_ability(position, first.facts["piece"]))
    return remarks


def describe_picked(position: Position, target: Target) -> Remark | None:
    tokens = position.table().get(target)
    return _describe_ability(position, tokens[-1].look.removesuffix("-on").rpartition("-")[2]) if tokens else None


def _describe_ability(position: Position, kind: str) -> Remark:
    is_adjacent_only = kind == "stealer" and "a" in ducart_position(position).flags
    return Remark("does.stealer-near" if is_adjacent_only else f"does.{kind}")


def describe_move(position: Position, move: Move) -> Sequence[Remark]:
    gesture = position.gesture(move)
    if gesture.drop is None:
        return [Remark(str(move))]
    mark, table = mark_of(position, move), position.table()
    (actor,) = gesture.pick
    target_tokens = table.get(mark.target, ())
    facts = {
        "square": actor,
        "target": mark.target,
        "end": mark.squares[0] if mark.squares else mark.target,
        "thing": _upright_look(table[actor][-1].look),
        "other": _upright_look(target_tokens[0].look) if target_tokens else "",
    }
    promoted = [
        Remark("promoted", (at,), {"thing": look, "square": at}) for at, look in _list_promotions(position, move)
    ]
    return [Remark(mark.aim, (mark.target,), facts), *promoted]


def count_sweepers(position: Position, seat: Seat) -> int:
    return ducart_position(position).sweepers(seat)


def name_counts(position: Position, winner: Seat) -> dict[str, str]:
    """Return the counts that may have decided the match, as "winner : loser" by name."""
    counts = {"sweepers": ducart_position(position).sweepers, "pieces": ducart_position(position).pieces}
    return {name: f"{count(winner)}\u00a0:\u00a0{count(1 - winner)}" for name, count in counts.items()}


def write_turn(turn: str) -> str:
    """Return a turn with a no-break space after the letter of each piece."""
    return re.sub("([A-Z])(?=.)", "\\1\u00a0", turn)


def letter_sprites(position: Position, move: Move) -> Mapping[str, str]:
    """Return the sprites of the mover's pieces by letter; a new Leaper may be of the other side."""
    sprites = {
        letter: f"ducart/{SIDES[move.seat]}-{kind}" for letter, kind in zip(LETTERS, KINDS, strict=True) if kind
    }
    for _, look in _list_promotions(position, move):
        side = look.partition("-")[0]
        sprites["L"] = f"ducart/{side}-leaper"
    return sprites


def _upright_look(look: str) -> str:
    return look.removesuffix("-on").removesuffix("-asleep")


def _list_promotions(position: Position, move: Move) -> list[tuple[Target, str]]:
    """Return the (target, former look) of each piece that becomes a Leaper by a move."""
    turns = [effect for beat in position.effects(move) for effect in beat if isinstance(effect, Turn)]
    return [
        (effect.at, _upright_look(effect.before.look)) for effect in turns if effect.after.look.endswith("-leaper")
    ]


def _name_facts(remark: Remark) -> dict[str, str]:
    """Return the facts with the keys of the pieces' words ("gold-keeper") in place of sides and kinds."""
    facts = dict(remark.facts)
    side, piece = facts.pop("side", ""), facts.pop("piece", "")
    if "keeper" in facts:
        facts["keeper"] = f"{facts['keeper']}-keeper"
    return {**facts, "thing": f"{side}-{piece}"}


PHRASES: Final = Phrases(
    turns=TurnList(
        sample="MM e3>e2-e1=MM",
        is_paired_by_start=True,
        is_told_in_words=True,
        write_turn=write_turn,
        letter_sprites=letter_sprites,
    ),
    remarks=Remarks(
        describe_target=describe_target,
        describe_picked=describe_picked,
        describe_move=describe_move,
        count_deciding=count_sweepers,
        name_counts=name_counts,
    ),
)
