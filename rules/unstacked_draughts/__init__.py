"""Unstacked Draughts, Dames rabattues: luck and attention at a tablier (Paris, 1699). The rules are in README.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.game import GameFacts, GameTeaching, game
from rules.match import GamePlay
from rules.record import GameText
from rules.unstacked_draughts.advice import reasons
from rules.unstacked_draughts.formats import LOG
from rules.unstacked_draughts.notation import list_turns, perft, read_turn, sketch, starts, write_turn
from rules.unstacked_draughts.odds import odds
from rules.unstacked_draughts.position import Options
from rules.unstacked_draughts.ud1 import read, start, under

if TYPE_CHECKING:
    from rules.teaching.editor import Editor


def editor() -> Editor:
    """What sets up positions by hand; only whoever does that needs it."""
    from rules.unstacked_draughts.editor import EDITOR

    return EDITOR


GAME: Final = game(
    play=GamePlay(
        key="unstacked-draughts",
        seats=range(2, 3),
        options=Options,
        start=start,
        turns=list_turns,
        perft=perft,
        turn_starts=starts,
        with_options=under,
    ),
    text=GameText(
        read=read,
        read_turn=read_turn,
        write_turn=write_turn,
        notate=write_turn,
        formats=(LOG,),
        notate_unfinished=sketch,
    ),
    teach=GameTeaching(
        reasons=reasons,
        editor=editor,
    ),
    facts=GameFacts(
        chance=odds,
    ),
)
