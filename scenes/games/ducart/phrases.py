"""The texts of Ducart: gnomes have states and abilities, and turns are given in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from rules.common.squares import INDEX
from rules.contract import Move, Position, Remark, Seat, Target, Turn
from rules.ducart import marks
from rules.ducart.effects import KINDS, SIDES
from rules.ducart.engine.mailbox import LETTERS
from scenes.games.ducart.gnome_marks import mark_of, own_position
from scenes.table.phrases import Phrases, Remarks, TurnList


def describe_target(position: Position, target: Target, brief: bool) -> Sequence[Remark]:
    if target not in INDEX or not position.table().get(target):
        return ()
    first, *others = marks.state(own_position(position), target)
    said = [Remark(one.code, one.targets, _named(one)) for one in (first, *others)]
    codes = {one.code for one in said}
    if not brief and codes == {"stack"}:
        said.append(Remark("held", first.targets))
    elif not brief and "slept" not in codes and "stack" not in codes:
        said.append(_ability(position, first.facts["piece"]))
    return said


def describe_picked(position: Position, target: Target) -> Remark | None:
    tokens = position.table().get(target)
    return _ability(position, tokens[-1].look.removesuffix("-on").rpartition("-")[2]) if tokens else None


def _ability(position: Position, kind: str) -> Remark:
    near = kind == "stealer" and "a" in own_position(position).flags
    return Remark("does.stealer-near" if near else f"does.{kind}")


def describe_move(position: Position, move: Move) -> Sequence[Remark]:
    gesture = position.gesture(move)
    if gesture.drop is None:
        return [Remark(str(move))]
    mark, table = mark_of(position, move), position.table()
    (actor,) = gesture.pick
    there = table.get(mark.target, ())
    facts = {
        "square": actor,
        "target": mark.target,
        "end": mark.squares[0] if mark.squares else mark.target,
        "thing": _standing(table[actor][-1].look),
        "other": _standing(there[0].look) if there else "",
    }
    promoted = [Remark("promoted", (at,), {"thing": look, "square": at}) for at, look in _promoted(position, move)]
    return [Remark(mark.aim, (mark.target,), facts), *promoted]


def count_sweepers(position: Position, seat: Seat) -> int:
    return own_position(position).sweepers(seat)


def name_counts(position: Position, winner: Seat) -> dict[str, str]:
    """Return the counts that may have decided the match, the winner's first."""
    counts = {"sweepers": own_position(position).sweepers, "pieces": own_position(position).pieces}
    return {name: f"{count(winner)}\u00a0:\u00a0{count(1 - winner)}" for name, count in counts.items()}


def write_turn(turn: str) -> str:
    """Return the turn with a no-break space between piece letters and squares."""
    return re.sub("([A-Z])(?=.)", "\\1\u00a0", turn)


def letter_sprites(position: Position, move: Move) -> Mapping[str, str]:
    """Return the sprites of the mover's side; a Sweeper that becomes a Leaper may be of the other."""
    own_kinds = {
        letter: f"ducart/{SIDES[move.seat]}-{kind}" for letter, kind in zip(LETTERS, KINDS, strict=True) if kind
    }
    for _, look in _promoted(position, move):
        side = look.partition("-")[0]
        own_kinds["L"] = f"ducart/{side}-leaper"
    return own_kinds


def _standing(look: str) -> str:
    return look.removesuffix("-on").removesuffix("-asleep")


def _promoted(position: Position, move: Move) -> list[tuple[Target, str]]:
    turns = [one for beat in position.effects(move) for one in beat if isinstance(one, Turn)]
    return [(one.at, _standing(one.before.look)) for one in turns if one.after.look.endswith("-leaper")]


def _named(said: Remark) -> dict[str, str]:
    facts = dict(said.facts)
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
