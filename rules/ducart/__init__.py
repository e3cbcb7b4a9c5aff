"""Ducart, with clocks, and Ducarté, without: the game of Sweepers. The rules are in README.md beside this file."""

from typing import Final

from rules.contract import Game
from rules.ducart.cautions import caution
from rules.ducart.dfen import read, start, under
from rules.ducart.mail import LINES, MAIL
from rules.ducart.notation import list_turns, perft, read_turn, starts, write_turn
from rules.ducart.position import Options
from rules.ducart.series import again, toss
from rules.ducart.transcript import TRANSCRIPT

GAME: Final[Game[Options]] = Game(
    key="ducart",
    seats=range(2, 3),
    options=Options,
    start=start,
    read=read,
    turns=list_turns,
    read_turn=read_turn,
    write_turn=write_turn,
    notate=write_turn,
    perft=perft,
    formats=(TRANSCRIPT, LINES),
    starts=starts,
    under=under,
    toss=toss,
    again=again,
    caution=caution,
    mail=MAIL,
)
