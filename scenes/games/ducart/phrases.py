"""The texts of Ducart: gnomes have states and abilities, and turns are given in words."""

from __future__ import annotations

from typing import Final

from scenes.games.ducart import remarks
from scenes.table.phrases import Phrases, Remarks, TurnList

PHRASES: Final = Phrases(
    turns=TurnList(
        sample="MM e3>e2-e1=MM",
        is_paired_by_start=True,
        is_told_in_words=True,
        write_turn=remarks.write_turn,
        letter_sprites=remarks.letter_sprites,
    ),
    remarks=Remarks(
        describe_target=remarks.describe_target,
        describe_picked=remarks.describe_picked,
        describe_move=remarks.describe_move,
        count_deciding=remarks.count_sweepers,
        name_counts=remarks.name_counts,
    ),
)
