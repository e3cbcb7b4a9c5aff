"""Ducale, French rummy: rami with two packs and four jokers. The rules are in README.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.contract import Game
from rules.ducale.advice import reasons
from rules.ducale.best import best
from rules.ducale.options import Options
from rules.ducale.position import Position, start
from rules.ducale.position_reader import read_position
from rules.ducale.records import LOG
from rules.ducale.text import list_turns, notate, perft, read_turn, view, write_turn

if TYPE_CHECKING:
    from rules.teaching.editor import Editor


def editor() -> Editor:
    """What sets up positions by hand; only whoever does that needs it."""
    from rules.ducale.editor import EDITOR

    return EDITOR


GAME: Final[Game[Options]] = Game(
    key="ducale",
    seats=range(2, 7),
    options=Options,
    start=start,
    read=read_position,
    turns=list_turns,
    read_turn=read_turn,
    write_turn=write_turn,
    notate=notate,
    perft=perft,
    formats=(LOG,),
    usual_seats=4,
    best=best,
    held=Position.hand_points,
    view=view,
    reasons=reasons,
    editor=editor,
)
