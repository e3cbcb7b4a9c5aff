"""Double Draughts: checkers on all 64 squares (Rich Hutnik, 2011). The rules are in README.md beside this file."""

from typing import Final

from rules.double_draughts.advice import reasons
from rules.double_draughts.options import Options
from rules.double_draughts.text import list_turns, notate, perft, read, read_turn, start, write_turn
from rules.game import GameTeaching, game, load_editor_lazily
from rules.match import GamePlay
from rules.record import GameText

GAME: Final = game(
    play=GamePlay(key="double-draughts", options=Options, start=start, turns=list_turns, perft=perft),
    text=GameText(read=read, read_turn=read_turn, write_turn=write_turn, notate=notate, notate_in_full=write_turn),
    teach=GameTeaching(reasons=reasons, editor=load_editor_lazily("rules.double_draughts.editor")),
)
