"""Values of the app layer that somebody may want to change. Constants only."""

from typing import Final

# --- frames

FRAMES_PER_SECOND: Final = 60  # while something moves
LEAST_FRAME_SECONDS: Final = 1 / 120  # between two frames that events cause, even if many events arrive
SCREEN_FADE_SECONDS: Final = 0.12  # short enough not to wait for
SCREEN_FADE_SECONDS_REDUCED: Final = 0.08  # with the setting for reduced motion
RESIZE_SETTLE_SECONDS: Final = 0.25  # after the last resize until everything is rasterised anew
WOOD_POLL_SECONDS: Final = 0.03  # between checks whether the wood texture is ready
TICK_TOLERANCE_SECONDS: Final = 0.5  # by which calls made once a second may come early, to share a wake-up
IDLE_SECONDS: Final = 4.0  # without an event or a painted frame until sound and memory are released
SUSPENDED_SECONDS: Final = 3.0
"""The longest gap, beyond expected waits, between two readings of the clock; a longer gap counts as a suspension.

A frame takes hundredths of a second, and the longest steps, such as a save on a slow disk, take about one second.
Nobody can play during a step, so it does no harm if a longer step isn't counted as time. The same holds while a
window is dragged on Windows, where SDL delivers no events during the drag.
"""
READER_REST_SECONDS: Final = 0.2  # between two updates of a screen reader if only moving things have changed

# --- keys

KEY_REPEAT_DELAY_MS: Final = 400  # as usual on desktops
KEY_REPEAT_INTERVAL_MS: Final = 40

# --- text

TEXT_SIZES: Final = {
    "display": (8.0, 40),
    "title": (4.6, 26),
    "heading": (3.2, 19),
    "subheading": (2.5, 16),
    "body": (2.25, 14),
    "strong": (2.25, 14),
    "italic": (2.25, 14),
    "small": (1.9, 13),
    "button": (2.25, 14),
    "digits": (3.7, 23),
    "clock": (6.4, 38),
}  # by role: size in u (see `Lettering.u`), and the smallest size in points

# --- sound

LOUDNESS_SPREAD_DECIBELS: Final = 2.0  # random, up or down; none gets louder than its file
PITCH_SPREAD: Final = 0.04  # largest random change of the pitch, up or down, as a fraction
STEREO_WIDTH: Final = 0.3  # stereo position of a sound at the edge of the window; 1 is fully left or right
PEAK_LIMIT: Final = 0.9  # largest sum of all sounds' peaks, of full scale; a sound beyond it is made softer
LEAST_LOUDNESS: Final = 0.15  # fraction of its loudness below which a softened sound isn't played at all
SAME_SOUND_SECONDS: Final = 0.02  # within which the same sound is played only once
LATEST_SOUND_SECONDS: Final = 0.4  # a sound that has waited longer for the device isn't played
AMBIENCE_FADE_MS: Final = 2500  # in which the ambience fades in

# --- files

LOCK_TIMEOUT_SECONDS: Final = 1.0  # to wait for another window's lock
HELD_FILE_SECONDS: Final = 2.0  # to wait until another program lets go of a file, on Windows
LOG_BYTES: Final = 256 * 1024  # after which a log becomes the old log
LOG_ENTRY_CHARACTERS: Final = 16_000  # the middle of a longer entry is left out
LOG_FLOOD_SECONDS: Final = 60.0  # period in which equal entries are written once
LOG_FLOOD_ENTRIES: Final = 200  # most different entries written in such a period
HALF_WRITTEN_SECONDS: Final = 86_400.0  # after which a half-written file is abandoned

# --- caches

SPRITE_CACHE_PIXELS: Final = 24_000_000  # a window's sprites at two sizes
WIDGET_CACHE_WINDOWS: Final = 3  # pixels of widgets' pictures, as a multiple of the window's pixels
TEXT_CACHE_WINDOWS: Final = 0.6  # pixels of pictures of text, as a multiple of the window's pixels
MEASURED_TEXTS: Final = 2000  # most widths, and most wrapped texts, that are cached
PICTURE_STORE_BYTES: Final = 250_000_000  # on disk; the least recently used pictures go first
