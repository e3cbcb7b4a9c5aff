"""The sealed dice of a match: shown beforehand, kept in its record, opened when it is over."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from rules.common.dice import DiceSeed
from rules.record import read
from scenes.table.sealed_chance import HASH, SCRAMBLED, SEED, SealedChance, with_seed
from scenes.table.session import Session
from tests.scenes.dice import UNSTACKED, dice_table, random_play, throw
from tests.scenes.driver import Tables
from tests.scenes.test_secrets_kept import every_byte, told_seeds


def test_match_with_drawn_dice_is_sealed_before_its_first_throw(tables: Tables) -> None:
    drive = dice_table(tables)
    extra = drive.scene.session.record.extra
    assert len(extra[HASH]) == 64 and SEED not in extra
    assert DiceSeed.unscramble(extra[SCRAMBLED]).hash == extra[HASH]
    assert drive.chance.sealed_chance.seed is None


def test_seed_is_revealed_at_the_end_and_hidden_again_by_undo(tables: Tables, home: Path) -> None:
    """Bug: the file of the match that goes on was first written with the seed still open."""
    drive = dice_table(tables, position="UD1 o000001 o000010 w 0-0/1")
    bag = drive.chance.sealed_chance
    before, sealed = bag.hash, bag.read_seed()
    throw(drive, 0, 6, 1)
    assert drive.match.outcome() is not None, "the match is over"
    drive.settle()
    text = drive.app.storage.load_match(drive.scene.session.id, "finished")
    record = read(text, (UNSTACKED,))
    assert DiceSeed(record.extra[SEED]).hash == record.extra[HASH] == before
    assert SCRAMBLED not in record.extra and told_seeds(sealed, every_byte(home))
    drive.app.stack.pop("undo")
    drive.settle()
    assert SEED not in drive.scene.session.record.extra and drive.chance.sealed_chance.seed is None
    assert drive.match.outcome() is None and told_seeds(sealed, every_byte(home)) == []


def test_rematch_has_new_dice(tables: Tables) -> None:
    drive = dice_table(tables)
    random_play(drive.match, Random(1))
    following = drive.scene.session.rematch(drive.app.storage)
    assert not any(name.startswith("Dice-") for name in following.record.extra)


@pytest.mark.parametrize("headers", [{}, {SCRAMBLED: "zz"}, {SEED: "nothing"}, {HASH: "0" * 64, SCRAMBLED: ""}])
def test_match_with_unreadable_dice_gets_new_dice(tables: Tables, headers: dict[str, str]) -> None:
    drive = dice_table(tables)
    extra = {name: value for name, value in drive.scene.session.record.extra.items() if not name.startswith("Dice-")}
    session: Session = drive.scene.session
    object.__setattr__(session.record, "extra", extra | headers)
    bag = SealedChance(with_seed(session.record))
    first, second = bag.dice_of_throw(0)
    assert 1 <= first <= 6 and 1 <= second <= 6
    assert DiceSeed.unscramble(bag.record.extra[SCRAMBLED]).hash == bag.hash


def test_every_pair_of_faces_is_about_equally_frequent(tables: Tables) -> None:
    from rules.common.dice_fairness import Counts
    from tests.rules.dice_chi import pairs_test

    record = replace(dice_table(tables).scene.session.record, extra={SEED: "00" * 16, HASH: "x"})
    bag = SealedChance(record)
    counts = Counts.of(bag.dice_of_throw(number) for number in range(7200))
    assert pairs_test(counts).value < 66.6
