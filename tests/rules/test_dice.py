"""Dice from a sealed seed, the check of a finished match, and statistical tests of faces and pairs."""

from hashlib import sha256
from itertools import pairwise
from random import Random

import pytest

from rules.common.dice import PAIRS, ROLLS, DiceSeed, SealCheck, check_throws
from rules.common.dice_fairness import ChiSquare, Counts, chi_square, p_value
from tests.rows import rows
from tests.rules.dice_chi import pairs_test, successive_test

SEED = "00112233445566778899aabbccddeeff"
SEALED = DiceSeed(SEED)
HASH = "5947d7c33d783f94b3b4c1a96ebc8991ed28f1b069b71e03376cba8caa98a720"
"""The output of `printf %s SEED | sha256sum`."""
THROWS = 36_000


def pairs(seed: str, count: int = THROWS) -> list[tuple[int, int]]:
    sealed = DiceSeed(seed)
    return [sealed.pair(n) for n in range(count)]


@pytest.fixture(scope="module", params=[SEED, "f" * 32, sha256(b"a third one").hexdigest()[:32]])
def thrown(request: pytest.FixtureRequest) -> list[tuple[int, int]]:
    return pairs(request.param)


# The seed


def test_the_hash_is_the_sha256_of_the_seed_s_text() -> None:
    assert SEALED.hash == HASH


@pytest.mark.parametrize("seed", ["", SEED[:-1], SEED + "0", SEED.upper(), "g" * 32, " " + SEED[1:]])
def test_invalid_seeds_are_refused_with_a_sentence(seed: str) -> None:
    with pytest.raises(ValueError, match=r"^A seed is 32 hexadecimal digits in small letters\.$"):
        DiceSeed(seed)


# The pairs


def test_the_pairs_can_be_worked_out_with_sha256sum() -> None:
    # The first bytes that `printf %s "SEED n 0" | sha256sum` gives for n = 0 to 5.
    first_bytes = [0xD0, 0xCB, 0xF8, 0x26, 0x3C, 0x02]
    assert all(byte < 252 for byte in first_bytes)
    assert pairs(SEED, 6) == [(byte % 36 // 6 + 1, byte % 6 + 1) for byte in first_bytes]
    assert pairs(SEED, 6) == [(5, 5), (4, 6), (6, 3), (1, 3), (5, 1), (1, 3)]


def test_bytes_from_252_on_are_skipped() -> None:
    n, digest = next(
        (n, digest) for n in range(1000) if (digest := sha256(f"{SEED} {n} 0".encode()).digest())[0] >= 252
    )
    byte = next(byte for byte in digest if byte < 252)
    assert byte != digest[0]
    assert SEALED.pair(n) == (byte % 36 // 6 + 1, byte % 6 + 1)


def test_36_000_pairs_are_evenly_distributed(thrown: list[tuple[int, int]]) -> None:
    """Section 8 of the digest of Unstacked Draughts: 36 cells, chi-square below 66.6."""
    found = pairs_test(Counts.of(thrown))
    assert found.freedom == 35
    assert found.value < 66.6


def test_consecutive_throws_are_independent(thrown: list[tuple[int, int]]) -> None:
    found = successive_test(thrown)
    assert found.freedom == 30
    assert found.value < 59.7  # 0.1 %


def test_neighbouring_seeds_have_nothing_in_common() -> None:
    """The pairs of two seeds that differ in a digit meet as often as chance has it: once in 36."""
    meetings = sum(one == other for one, other in zip(pairs(SEED), pairs(SEED[:-1] + "e"), strict=True))
    assert abs(meetings - THROWS / 36) < 4 * (THROWS / 36) ** 0.5


# The check of a finished match


@rows
def test_throws_that_differ_from_the_sealed_dice_are_found(
    law: str, throws: list[list[int]], wrong: list[int]
) -> None:
    found = check_throws(SEED, HASH, [tuple(throw) for throw in throws])
    assert found == SealCheck(True, tuple(wrong)), law
    assert found.is_honest == (not wrong)


def test_a_seed_that_differs_from_the_sealed_seed_is_found() -> None:
    other = DiceSeed("f" * 32)
    found = check_throws(other.seed, HASH, [other.pair(n) for n in range(40)])
    assert found == SealCheck(False, ())
    assert not found.is_honest


# The save file


def test_a_scrambled_seed_can_be_restored() -> None:
    for seed in (SEED, "0" * 32, "f" * 32):
        assert DiceSeed.unscramble(DiceSeed(seed).scramble()) == DiceSeed(seed)


def test_a_saved_file_does_not_show_the_seed() -> None:
    written = SEALED.scramble()
    assert all(written[at : at + 4] not in SEED for at in range(29))


@pytest.mark.parametrize("text", ["", "xyz", SEED[:-2], SEED + "00"])
def test_a_damaged_scrambled_seed_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"^The scrambled seed is damaged\.$"):
        DiceSeed.unscramble(text)


# Counts of faces and pairs, and their fairness

EVEN = [pair for pair in PAIRS for _ in range(100)]


def random_throws(count: int, seed: int = 1) -> list[tuple[int, int]]:
    rng = Random(seed)
    return [(rng.randint(1, 6), rng.randint(1, 6)) for _ in range(count)]


# p-values


@rows
def test_p_values_are_those_of_the_tables(value: float, freedom: int, p: float) -> None:
    assert p_value(value, freedom) == pytest.approx(p, rel=1e-3)


def test_p_values_fall_as_chi_square_grows() -> None:
    for freedom in (1, 2, 5, 20, 35):
        values = [p_value(step / 4, freedom) for step in range(400)]
        assert all(one >= other for one, other in pairwise(values))


# Counts


def test_faces_and_rolls_are_counted() -> None:
    counts = Counts.of([(4, 3), (3, 4), (1, 1), (6, 2)])
    assert counts.throws == 4
    assert counts.faces == (2, 1, 2, 2, 0, 1)
    assert dict(zip(ROLLS, counts.rolls, strict=True))[4, 3] == 2
    assert dict(zip(ROLLS, counts.rolls, strict=True))[1, 1] == 1
    assert dict(zip(PAIRS, counts.cells, strict=True))[3, 4] == 1
    assert sum(counts.rolls) == sum(counts.cells) == 4
    assert sum(counts.faces) == 8


def test_expected_counts_add_up() -> None:
    counts = Counts.of(EVEN)
    assert counts.expected_face() == 1200
    assert counts.expected_roll((6, 6)) == 100
    assert counts.expected_roll((6, 5)) == 200
    assert sum(map(counts.expected_roll, ROLLS)) == pytest.approx(3600)


def test_too_few_throws_give_no_verdict() -> None:
    counts = Counts.of([])
    assert {counts.faces_test().verdict, counts.rolls_test().verdict, pairs_test(counts).verdict} == {"few"}
    assert successive_test([]).verdict == "few"


def test_a_game_has_enough_throws_for_faces_and_too_few_for_rolls() -> None:
    counts = Counts.of(random_throws(34))
    assert counts.faces_test().verdict != "few"
    assert counts.rolls_test().verdict == "few"
    assert Counts.of(random_throws(180)).rolls_test().verdict != "few"


# Chi-square


def test_chi_square_equals_the_value_computed_by_hand() -> None:
    found = chi_square([8, 12, 10], [10.0, 10.0, 10.0])
    assert found == ChiSquare(0.8, 2)
    assert found.p == pytest.approx(0.6703, abs=1e-4)  # exp(-0.4)


@rows
def test_verdicts_change_at_their_limits(value: float, verdict: str) -> None:
    """With 35 degrees of freedom: 99.9 % at 14.69, 1 % at 57.34, 0.1 % at 66.62."""
    assert ChiSquare(value, 35).verdict == verdict
    assert ChiSquare(value, 35, enough=False).verdict == "few"


def test_a_loaded_die_is_found() -> None:
    rng = Random(2)
    throws = [(rng.choice((1, 2, 3, 4, 5, 6, 6)), rng.randint(1, 6)) for _ in range(3600)]
    counts = Counts.of(throws)
    assert {counts.faces_test().verdict, pairs_test(counts).verdict} == {"uneven"}


def test_dice_that_differ_from_each_other_are_found_by_their_pairs() -> None:
    """The first die is never the lower one, which neither faces nor rolls tell."""
    throws = [(max(pair), min(pair)) for pair in random_throws(3600)]
    counts = Counts.of(throws)
    assert pairs_test(counts).verdict == "uneven"
    assert {counts.faces_test().verdict, counts.rolls_test().verdict} == {"even"}


def test_too_many_doubles_are_found_with_equal_faces() -> None:
    throws = EVEN + [(face, face) for face in range(1, 7) for _ in range(100)]
    counts = Counts.of(throws)
    assert counts.faces_test().value == 0
    assert counts.rolls_test().verdict == "uneven"


def test_exactly_even_dice_are_too_even() -> None:
    assert pairs_test(Counts.of(EVEN)).verdict == "too-even"


def test_dependent_throws_are_found_with_equal_pairs() -> None:
    rng = Random(3)
    throws = [(1, 1)]
    while len(throws) < 3600:
        first = throws[-1][0] if rng.random() < 0.1 else rng.randint(1, 6)
        throws.append((first, rng.randint(1, 6)))
    assert Counts.of(throws).faces_test().verdict != "uneven"
    assert successive_test(throws).verdict == "uneven"


def test_false_alarms_are_as_rare_as_claimed() -> None:
    """Of 1000 sets of even dice about 10 have p below 1 %, by each of the tests."""
    sets = [random_throws(400, seed) for seed in range(1000)]
    for low in (
        sum(Counts.of(throws).faces_test().p < 0.01 for throws in sets),
        sum(Counts.of(throws).rolls_test().p < 0.01 for throws in sets),
        sum(successive_test(throws).p < 0.01 for throws in sets),
    ):
        assert 2 <= low <= 22
