"""Unstacked Draughts, Dames rabattues: luck and attention at a tablier (Paris, 1699). The rules are in README.md."""

from __future__ import annotations

from typing import Final

from rules.contract import Game
from rules.unstacked_draughts.advice import reasons
from rules.unstacked_draughts.editor import editor
from rules.unstacked_draughts.match_equity import thrower_chance
from rules.unstacked_draughts.options import Options
from rules.unstacked_draughts.records import LOG
from rules.unstacked_draughts.text import list_turns, perft, read, read_turn, sketch, start, starts, under, write_turn

GAME: Final[Game[Options]] = Game(
    key="unstacked-draughts",
    seats=range(2, 3),
    options=Options,
    start=start,
    read=read,
    turns=list_turns,
    read_turn=read_turn,
    write_turn=write_turn,
    notate=write_turn,
    perft=perft,
    formats=(LOG,),
    starts=starts,
    sketch=sketch,
    under=under,
    chance=thrower_chance,
    reasons=reasons,
    editor=editor,
)
