"""Duck Chess: chess with a duck in the way (Tim Paulden, 2016). The rules are in README.md beside this file."""

from typing import Final

from rules.contract import Game
from rules.duck_chess.fen import read, start
from rules.duck_chess.notation import list_turns, notate, perft, read_turn, write_turn
from rules.duck_chess.pgn import PGN
from rules.duck_chess.position import Options

GAME: Final[Game[Options]] = Game(
    key="duck-chess",
    seats=range(2, 3),
    options=Options,
    start=start,
    read=read,
    turns=list_turns,
    read_turn=read_turn,
    write_turn=write_turn,
    notate=notate,
    perft=perft,
    formats=(PGN,),
)
