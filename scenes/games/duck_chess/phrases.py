"""The texts of Duck Chess that differ from other games: the toast on captures tells who is ahead."""

from __future__ import annotations

from typing import Final

from scenes.games.duck_chess.duck_marks import describe_target
from scenes.table.game_phrases import Phrases, Remarks, TurnList

PHRASES: Final = Phrases(turns=TurnList(sample="bxa8=Q@h1"), remarks=Remarks(describe_target=describe_target))
