"""Ducart, played with clocks, and Ducarté, without. The rules are in README.md beside this file."""

from typing import Final

from rules.ducart.advice import caution, reasons
from rules.ducart.mail import LINES, MAIL
from rules.ducart.options import Options, rematch_options, resolve_chance
from rules.ducart.position import perft
from rules.ducart.records import TRANSCRIPT
from rules.ducart.text import list_turns, read, read_turn, start, turn_starts, with_options, write_turn
from rules.game import GameTeaching, game, load_editor_lazily
from rules.match import GamePlay
from rules.record import GameText

GAME: Final = game(
    play=GamePlay(
        key="ducart",
        options=Options,
        start=start,
        turns=list_turns,
        perft=perft,
        turn_starts=turn_starts,
        with_options=with_options,
        resolve_chance=resolve_chance,
        rematch_options=rematch_options,
    ),
    text=GameText(
        read=read,
        read_turn=read_turn,
        write_turn=write_turn,
        notate=write_turn,
        formats=(TRANSCRIPT, LINES),
        mail=MAIL,
    ),
    teach=GameTeaching(caution=caution, reasons=reasons, editor=load_editor_lazily("rules.ducart.editor")),
)
