"""Ducart, with clocks, and Ducarté, without. The rules are in README.md beside this file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.contract import Game
from rules.ducart.advice import caution, reasons
from rules.ducart.mail import LINES, MAIL
from rules.ducart.options import Options, again, toss
from rules.ducart.position import perft
from rules.ducart.records import TRANSCRIPT
from rules.ducart.text import list_turns, read, read_turn, start, starts, under, write_turn

if TYPE_CHECKING:
    from rules.teaching.editor import Editor


def editor() -> Editor:
    """The position editor; imported when it is asked for, because few need it."""
    from rules.ducart.editor import EDITOR

    return EDITOR


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
    reasons=reasons,
    editor=editor,
)
