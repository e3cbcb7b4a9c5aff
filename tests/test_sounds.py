"""The sounds: readable, neither too loud nor silent, and equal to the output of `sounds/studio/synth.py`."""

import math
from array import array
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from operator import mul
from pathlib import Path

import pygame
import pytest

import sounds
from sounds import ROOM, VARIANTS
from sounds.studio import synth
from sounds.studio.waves import RATE, highpass, lowpass
from tests.effort import by_effort
from tests.rows import rows

FOLDER = Path(sounds.__file__).parent
EVERY = [(name, number) for name, variants in VARIANTS.items() for number in range(1, variants + 1)]
FULL = 32768
PEAK = 10 ** (-12 / 20) * FULL
CODEC = 10 ** (0.5 / 20)  # Vorbis may overshoot by half a decibel


@pytest.fixture(scope="module", autouse=True)
def mixer() -> Iterator[None]:
    """Provide a mixer without a sound card, in the files' own format, so that nothing is converted."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SDL_AUDIODRIVER", "dummy")
        pygame.mixer.quit()
        pygame.mixer.init(RATE, -16, 1, allowedchanges=0)
        yield
        pygame.mixer.quit()


def heard(name: str, number: int) -> "array[int]":
    return read(f"{name}-{number}")


@cache
def read(file: str) -> "array[int]":
    return array("h", pygame.mixer.Sound(FOLDER / f"{file}.ogg").get_raw())


def test_the_sound_files_are_those_of_the_table() -> None:
    names = {f"{name}-{number}.ogg" for name, number in EVERY}
    assert {path.name for path in FOLDER.glob("*.ogg")} == names | {f"{ROOM}.ogg"}
    assert set(synth.RECIPES) == set(VARIANTS)


def test_each_sound_has_two_to_four_variants() -> None:
    assert set(VARIANTS.values()) <= {2, 3, 4}


def test_sound_names_of_materials_are_unique() -> None:
    assert len(synth.RECIPES) == sum(len(material.RECIPES) for material in synth.MATERIALS)


def offending(wrong: Callable[[str, int], object]) -> dict[str, object]:
    return {f"{name}-{number}": found for name, number in EVERY if (found := wrong(name, number))}


def peak(samples: "array[int]") -> int:
    return max(max(samples), -min(samples))


def test_a_sound_is_audible_and_not_too_loud() -> None:
    assert offending(lambda name, number: not 0.05 * FULL < peak(heard(name, number)) <= PEAK * CODEC) == {}


def test_a_sound_begins_and_ends_in_silence_around_zero() -> None:
    def wrong(name: str, number: int) -> bool:
        samples = heard(name, number)
        most = peak(samples)
        silent = abs(samples[0]) < 0.02 * most and abs(samples[-1]) < 0.01 * most
        return not (silent and abs(sum(samples) / len(samples)) < 0.005 * most)

    assert offending(wrong) == {}


def test_a_sound_file_equals_the_output_of_its_recipe() -> None:
    """The codec keeps the shape of the wave; a recipe changed without making the files again does not.

    The first variant of each sound, of each material but one sound in the short form."""
    short = {name for material in synth.MATERIALS for name in sorted(material.RECIPES)[:1]}
    names, most = by_effort((short, 1), (set(VARIANTS), 1), (set(VARIANTS), 100))

    def other(name: str, number: int) -> bool:
        if number > most or name not in names:
            return False
        made, kept = synth.make(name, number), heard(name, number)
        likeness = sum(map(mul, made, kept))
        alike = 0.95 * math.sqrt(sum(map(mul, made, made)) * sum(map(mul, kept, kept)))
        return len(made) != len(kept) or likeness <= alike

    assert offending(other) == {}


@pytest.mark.parametrize("name", ["place", "page"])
def test_synthesis_is_deterministic(name: str) -> None:
    assert synth.make(name, 1) == synth.make(name, 1)
    assert synth.make(name, 1) != synth.make(name, 2)


@rows
def test_a_sound_is_short(name: str, longest: float) -> None:
    for number in range(1, VARIANTS[name] + 1):
        assert len(heard(name, number)) < longest * RATE


def pitch(samples: "array[int]", start: float) -> float:
    """Return the pitch in Hz, from 180 to 320, of 50 ms from `start` seconds on, found by autocorrelation of the
    loudness."""
    first, length = round(start * RATE), round(0.05 * RATE)
    loudness = highpass(lowpass(lowpass(map(abs, samples), 300), 300), 100)
    here = loudness[first : first + length]
    lags = range(RATE // 320, RATE // 180)

    def alike(lag: int) -> float:
        return sum(a * b for a, b in zip(here, loudness[first + lag : first + lag + length], strict=True))

    return RATE / max(lags, key=alike)


@pytest.mark.parametrize("number", range(1, VARIANTS["quack"] + 1))
def test_a_quack_is_voiced_falling_and_soft(number: int) -> None:
    samples = heard("quack", number)
    assert 200 < pitch(samples, 0.04) < 300
    assert pitch(samples, 0.15) < 0.97 * pitch(samples, 0.04)
    assert max(map(abs, samples)) <= 10 ** (-20 / 20) * CODEC * FULL


def test_a_murmuring_duck_is_softer_than_its_quack() -> None:
    peaks = {
        name: [max(map(abs, heard(name, number))) for number in range(1, VARIANTS[name] + 1)]
        for name in ("quack", "mutter")
    }
    assert max(peaks["mutter"]) < min(peaks["quack"])


@pytest.mark.parametrize(("name", "knocks"), [("tock", 1), ("castle", 2), ("step", 1), ("leap", 2)])
def test_a_man_set_down_knocks_once_and_castling_or_leaping_twice(name: str, knocks: int) -> None:
    """A knock is a moment of 10 ms that is at least half as loud as the loudest, after 60 ms that were not."""
    for number in range(1, VARIANTS[name] + 1):
        samples = heard(name, number)
        step = RATE // 100
        loud = [max(map(abs, samples[at : at + step])) for at in range(0, len(samples), step)]
        peaks = [i for i, level in enumerate(loud) if level > max(loud) / 2]
        assert sum(i == 0 or not set(range(i - 6, i)) & set(peaks) for i in peaks) == knocks


def loudness(name: str, number: int) -> float:
    samples = heard(name, number)
    return math.sqrt(sum(sample * sample for sample in samples) / len(samples))


def test_the_rattle_is_louder_when_the_cup_is_shaken_harder() -> None:
    levels = [
        [loudness(name, number) for number in range(1, VARIANTS[name] + 1)]
        for name in ("rattle-soft", "rattle", "rattle-loud")
    ]
    for softer, louder in pairwise(levels):
        assert max(softer) < min(louder)


def test_rattles_follow_each_other_without_a_gap() -> None:
    """Something is heard in every 100 ms but the last, in which a rattle dies away."""
    for name in ("rattle-soft", "rattle", "rattle-loud"):
        for number in range(1, VARIANTS[name] + 1):
            samples, step = heard(name, number), RATE // 10
            most = peak(samples)
            spans = [samples[at : at + step] for at in range(0, len(samples) - step, step)]
            assert all(peak(span) > most / 10 for span in spans)


# --- the evening round the table


@pytest.fixture(scope="module")
def evening(mixer: None) -> "array[int]":
    return read(ROOM)


def level(samples: "array[int]") -> float:
    """Return the loudness in dBFS: the root mean square."""
    return 20 * math.log10(math.sqrt(sum(sample * sample for sample in samples) / len(samples)) / FULL)


def test_the_background_sound_is_far_softer_than_every_table_sound(evening: "array[int]") -> None:
    assert -58 < level(evening) < -42
    assert max(map(abs, evening)) <= 10 ** (-22 / 20) * CODEC * FULL
    seconds = [level(evening[at : at + RATE]) for at in range(0, len(evening) - RATE, RATE)]
    assert max(seconds) < -36 and min(seconds) > -62, "it never stops, and nothing stands out"


def test_the_background_sound_loops_seamlessly(evening: "array[int]") -> None:
    """From the last sample to the first it is no farther than between others, and as loud before as after."""
    steps = sorted(abs(after - before) for before, after in pairwise(evening[: 2 * RATE]))
    assert abs(evening[0] - evening[-1]) <= steps[int(0.99 * len(steps))]
    part = RATE // 20
    around = [level(fraction_of) for fraction_of in (evening[-part:], evening[:part])]
    usual = sorted(level(evening[at : at + part]) for at in range(0, len(evening) - part, part))
    assert all(usual[0] <= one <= usual[-1] for one in around)
    assert abs(around[0] - around[1]) <= usual[-1] - usual[0]


@pytest.mark.skipif(by_effort(True, False, False), reason="half a minute of sound is made anew")
def test_the_background_sound_equals_the_output_of_its_recipe(evening: "array[int]") -> None:
    made = synth.make_room()
    assert len(made) == len(evening)
    likeness = sum(a * b for a, b in zip(made, evening, strict=True))
    assert likeness > 0.9 * math.sqrt(sum(a * a for a in made) * sum(b * b for b in evening))


def test_a_missing_encoder_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit, match="oggenc isn't on the PATH"):
        synth.main([str(tmp_path)])
    assert not list(tmp_path.iterdir())
