"""Synthesis of all sounds of the table: `python -m sounds.studio.synth [FOLDER]`.

It uses modal synthesis (`bodies.py`) and shaped noise (`waves.py`); the files of `MATERIALS` have the recipes. A
name and a number always give the same samples. Only writing the files needs another program: `oggenc`, of Debian's
vorbis-tools.
"""

import io
import math
import shutil
import subprocess
import sys
import wave
from array import array
from pathlib import Path
from random import Random
from typing import Final

import sounds
from sounds import ROOM, VARIANTS
from sounds.studio import cards, checkers, chessmen, dice, duck, gnomes, paper, room, signals
from sounds.studio.waves import RATE, Recipe, Samples, add, highpass, lowpass

QUALITY: Final = 7  # of oggenc: keeps the first touch sharp, and half of so short a file is header anyway
ROOM_QUALITY: Final = 3  # lower, because the room is long, soft and mostly noise
TAIL: Final = 0.012  # seconds of fade at the end
FLOOR: Final = 10 ** (-62 / 20)  # of the peak: what is softer at the end is cut off

MATERIALS: Final = (checkers, chessmen, duck, dice, gnomes, cards, paper, signals)
RECIPES: Final[dict[str, tuple[Recipe, float]]] = {
    name: recipe for material in MATERIALS for name, recipe in material.RECIPES.items()
}
"""Each sound's recipe, and its peak in dBFS: at most -12, and lower for less important sounds."""

ECHOES: Final = ((0.0011, 0.22), (0.0027, -0.13), (0.0046, 0.10), (0.0071, 0.06), (0.0104, -0.04))
"""Seconds and gains of the early reflections: table top, frame, and the wall behind the lamp."""


def close_by(samples: Samples) -> Samples:
    """Return samples as heard half a metre away: with early, dull echoes, and nothing below 55 Hz."""
    heard = list(samples)
    dull = lowpass(samples, 3800)
    for seconds, gain in ECHOES:
        add(heard, dull, gain=gain, at=seconds)
    return highpass(highpass(heard, 55), 55)


def make(name: str, number: int) -> "array[int]":
    """Return the 16-bit samples of one variant, always the same; raise KeyError for a name without a recipe."""
    recipe, peak = RECIPES[name]
    heard = close_by(recipe(Random(f"{name}-{number}")))
    top = max(map(abs, heard))
    last = max(index for index, sample in enumerate(heard) if abs(sample) > FLOOR * top)
    fade = round(TAIL * RATE)
    heard = heard[: last + fade]
    for step in range(min(fade, len(heard))):
        heard[-1 - step] *= (1 - math.cos(math.pi * step / fade)) / 2
    scale = 32767 * 10 ** (peak / 20) / top
    return array("h", (round(scale * sample) for sample in heard))


def make_room() -> "array[int]":
    """Return the samples of the room's ambience, 16 bits each, always the same: a seamless loop."""
    scale = 32767 * 10 ** (room.PEAK / 20)
    return array("h", (round(scale * sample) for sample in room.room(Random(ROOM))))


def write(path: Path, samples: "array[int]", encoder: str, quality: int = QUALITY) -> None:
    """Write samples as Ogg Vorbis; raise CalledProcessError if the encoder fails."""
    if sys.byteorder == "big":
        samples = array("h", samples)
        samples.byteswap()
    sound = io.BytesIO()
    with wave.open(sound, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(samples.tobytes())
    # The serial number would be random otherwise, and the file another one each time.
    command = [encoder, "--quiet", "--quality", str(quality), "--serial", "1", "--output", str(path), "-"]
    subprocess.run(command, input=sound.getvalue(), check=True)


def main(arguments: list[str]) -> None:
    """Write every variant of every sound into the folder named, by default into sounds/."""
    encoder = shutil.which("oggenc")
    if encoder is None:
        sys.exit("The encoder oggenc isn't on the PATH. On Debian: apt-get install vorbis-tools.")
    folder = Path(arguments[0]) if arguments else Path(sounds.__file__).parent
    folder.mkdir(parents=True, exist_ok=True)
    for name, variants in VARIANTS.items():
        for number in range(1, variants + 1):
            write(folder / f"{name}-{number}.ogg", make(name, number), encoder)
    write(folder / f"{ROOM}.ogg", make_room(), encoder, ROOM_QUALITY)
    print(f"{sum(VARIANTS.values()) + 1} sounds in {folder}")


if __name__ == "__main__":
    main(sys.argv[1:])
