"""Unstacked Draughts, Dames rabattues, a game of luck and attention (Paris, 1699). The rules are in README.md."""

from typing import Final

from rules.game import GameFacts, GameTeaching, game, load_editor_lazily
from rules.match import GamePlay
from rules.record import GameText
from rules.unstacked_draughts.advice import reasons
from rules.unstacked_draughts.match_equity import thrower_chance
from rules.unstacked_draughts.options import Options
from rules.unstacked_draughts.records import LOG
from rules.unstacked_draughts.text import (
    list_turns,
    notate_unfinished,
    perft,
    read,
    read_turn,
    start,
    turn_starts,
    with_options,
    write_turn,
)

GAME: Final = game(
    play=GamePlay(
        key="unstacked-draughts",
        options=Options,
        start=start,
        turns=list_turns,
        perft=perft,
        turn_starts=turn_starts,
        with_options=with_options,
    ),
    text=GameText(
        read=read,
        read_turn=read_turn,
        write_turn=write_turn,
        notate=write_turn,
        formats=(LOG,),
        notate_unfinished=notate_unfinished,
    ),
    teach=GameTeaching(reasons=reasons, editor=load_editor_lazily("rules.unstacked_draughts.editor")),
    facts=GameFacts(chance=thrower_chance),
)
