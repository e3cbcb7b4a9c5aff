"""Unstacked Draughts, Dames rabattues: luck and attention at a tablier (Paris, 1699). The rules are in README.md."""

from typing import Final

from rules.contract import Game
from rules.unstacked_draughts.formats import LOG
from rules.unstacked_draughts.notation import list_turns, perft, read_turn, sketch, starts, write_turn
from rules.unstacked_draughts.odds import odds
from rules.unstacked_draughts.position import Options
from rules.unstacked_draughts.ud1 import read, start, under

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
    chance=odds,
)
