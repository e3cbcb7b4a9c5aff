"""Dice from a sealed seed: the pairs, the check of a finished match, and the seed in the save file."""

from collections import Counter
from hashlib import sha256

import pytest

from rules.common.dice import Check, Sealed, check
from rules.common.dice_fairness import Counts
from tests.rules.dice_chi import pairs_test, successive_test

SEED = "00112233445566778899aabbccddeeff"
SEALED = Sealed(SEED)
HASH = "5947d7c33d783f94b3b4c1a96ebc8991ed28f1b069b71e03376cba8caa98a720"
"""What `printf %s SEED | sha256sum` says."""
THROWS = 36_000


def pairs(seed: str, count: int = THROWS) -> list[tuple[int, int]]:
    sealed = Sealed(seed)
    return [sealed.pair(n) for n in range(count)]


@pytest.fixture(scope="module", params=[SEED, "f" * 32, sha256(b"a third one").hexdigest()[:32]])
def thrown(request: pytest.FixtureRequest) -> list[tuple[int, int]]:
    return pairs(request.param)


# The seed


def test_the_hash_is_that_of_the_seed_s_text() -> None:
    assert SEALED.hash == HASH


def test_a_new_seed_is_written_in_hexadecimal() -> None:
    assert Sealed.new(bytes.fromhex(SEED)) == SEALED


@pytest.mark.parametrize("seed", ["", SEED[:-1], SEED + "0", SEED.upper(), "g" * 32, " " + SEED[1:]])
def test_what_is_no_seed_is_refused_with_a_sentence(seed: str) -> None:
    with pytest.raises(ValueError, match=r"^A seed is 32 hexadecimal digits in small letters\.$"):
        Sealed(seed)


def test_a_new_seed_takes_sixteen_bytes() -> None:
    with pytest.raises(ValueError, match="seed is 32"):
        Sealed.new(b"short")


# The pairs


def test_the_pairs_are_those_that_anybody_can_work_out_with_sha256sum() -> None:
    # The first bytes that `printf %s "SEED n 0" | sha256sum` gives for n = 0 to 5.
    first_bytes = [0xD0, 0xCB, 0xF8, 0x26, 0x3C, 0x02]
    assert all(byte < 252 for byte in first_bytes)
    assert pairs(SEED, 6) == [(byte % 36 // 6 + 1, byte % 6 + 1) for byte in first_bytes]
    assert pairs(SEED, 6) == [(5, 5), (4, 6), (6, 3), (1, 3), (5, 1), (1, 3)]


def test_bytes_from_252_on_are_passed_over() -> None:
    n, digest = next(
        (n, digest) for n in range(1000) if (digest := sha256(f"{SEED} {n} 0".encode()).digest())[0] >= 252
    )
    byte = next(byte for byte in digest if byte < 252)
    assert byte != digest[0]
    assert SEALED.pair(n) == (byte % 36 // 6 + 1, byte % 6 + 1)


def test_a_pair_is_the_same_whenever_it_is_asked_for() -> None:
    assert [SEALED.pair(n) for n in (5, 0, 5)] == [(1, 3), (5, 5), (1, 3)]


def test_of_the_bytes_that_count_each_pair_has_as_many() -> None:
    assert set(Counter(byte % 36 for byte in range(252)).values()) == {7}


def test_36_000_pairs_are_even(thrown: list[tuple[int, int]]) -> None:
    """Section 8 of the digest of Unstacked Draughts: 36 cells, chi-square below 66.6."""
    found = pairs_test(Counts.of(thrown))
    assert found.freedom == 35
    assert found.value < 66.6


def test_a_throw_tells_nothing_of_the_next(thrown: list[tuple[int, int]]) -> None:
    found = successive_test(thrown)
    assert found.freedom == 30
    assert found.value < 59.7  # 0.1 %


def test_neighbouring_seeds_have_nothing_in_common() -> None:
    """The pairs of two seeds that differ in a digit meet as often as chance has it: once in 36."""
    meetings = sum(one == other for one, other in zip(pairs(SEED), pairs(SEED[:-1] + "e"), strict=True))
    assert abs(meetings - THROWS / 36) < 4 * (THROWS / 36) ** 0.5


# The check of a finished match


def shown(n: int) -> tuple[int, int]:
    return SEALED.pair(n)


def test_an_honest_match_passes() -> None:
    assert check(SEED, HASH, [shown(n) for n in range(40)]) == Check(True, ())
    assert check(SEED, HASH, [shown(n) for n in range(40)]).honest


def test_dice_may_be_named_in_either_order() -> None:
    assert check(SEED, HASH, [shown(n)[::-1] for n in range(40)]).honest


def test_a_single_die_is_the_first_of_its_pair() -> None:
    assert check(SEED, HASH, [(5,), (4,), (6, 3)]).honest
    assert check(SEED, HASH, [(5,), (6,), (6, 3)]).wrong == (1,)


def test_a_throw_that_nobody_saw_takes_its_pair_all_the_same() -> None:
    assert check(SEED, HASH, [(5, 5), (), (6, 3)]).honest
    assert not check(SEED, HASH, [(5, 5), (6, 3)]).honest


def test_a_throw_with_other_faces_is_found() -> None:
    found = check(SEED, HASH, [(5, 5), (4, 6), (6, 4), (1, 3), (1, 1)])
    assert found.sealed
    assert found.wrong == (2, 4)
    assert not found.honest


def test_another_seed_than_the_sealed_one_is_found() -> None:
    other = Sealed("f" * 32)
    found = check(other.seed, HASH, [other.pair(n) for n in range(40)])
    assert found == Check(False, ())
    assert not found.honest


def test_checking_what_is_no_seed_says_so() -> None:
    with pytest.raises(ValueError, match="A seed is 32"):
        check("nonsense", HASH, [])


# The save file


def test_a_scrambled_seed_comes_back() -> None:
    for seed in (SEED, "0" * 32, "f" * 32):
        assert Sealed.unscrambled(Sealed(seed).scrambled()) == Sealed(seed)


def test_a_glance_at_the_save_file_doesn_t_tell_the_seed() -> None:
    written = SEALED.scrambled()
    assert all(written[at : at + 4] not in SEED for at in range(29))


@pytest.mark.parametrize("text", ["", "xyz", SEED[:-2], SEED + "00"])
def test_a_damaged_scrambled_seed_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"^The scrambled seed is damaged\.$"):
        Sealed.unscrambled(text)
