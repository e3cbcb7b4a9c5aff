"""What a glance at a file must not tell: it comes back whole, tells nothing, and a change of it shows."""

import pytest

from rules.common.scrambling import MOST, scramble, unscramble

DEAL = "deal 3 4C KD 10S JK AH 7H"


@pytest.mark.parametrize("text", ["", "a", DEAL, DEAL * 9, "é" * 40])
def test_a_text_comes_back(text: str) -> None:
    assert unscramble(scramble(text, "7"), "7") == text


def test_it_is_one_word_that_holds_nothing_of_the_text() -> None:
    told = scramble(DEAL, "0")
    assert len(told.split()) == 1 and told.isascii() and told.isprintable()
    assert not any(word in told for word in ("deal", "KD", "10S", "AH"))
    assert scramble(DEAL, "0") == told != scramble(DEAL, "1")


def test_any_letter_that_is_changed_shows() -> None:
    told = scramble(DEAL, "0")
    for at, letter in enumerate(told):
        for other in "Az_-=!é":
            if other != letter:
                with pytest.raises(ValueError, match="changed or damaged"):
                    unscramble(told[:at] + other + told[at + 1 :], "0")


@pytest.mark.parametrize("text", ["", "A", "====", "zz zz", "x" * 4000, "é"])
def test_what_is_no_such_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="changed or damaged"):
        unscramble(text, "0")


def test_elsewhere_it_is_not_taken() -> None:
    with pytest.raises(ValueError, match="changed or damaged"):
        unscramble(scramble(DEAL, "0"), "1")


def test_what_swells_beyond_all_measure_is_refused() -> None:
    with pytest.raises(ValueError, match="changed or damaged"):
        unscramble(scramble("7" * (MOST + 1), "0"), "0")
