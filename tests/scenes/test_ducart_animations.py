"""What is seen and heard when gnomes act on one another."""

from itertools import pairwise
from math import hypot

import pytest

from rules.contract import Effect, Slide, Token, Turn
from scenes.games.ducart.gnomes_table import CAGED_SIZE
from scenes.games.ducart.moving import HAND_OVER, OVERTURN, SWEEP, SWEPT, TIP_END, TIP_START
from scenes.surfaces.timeline import Frame, Timeline
from tests.scenes.gnomes import BUSY, HEALER, LEAPS, NEARLY, PUSHED_OUT, SPOTS, STEALER, VIEW, film, sprites


def test_pushed_piece_waits_for_the_shove() -> None:
    timeline = film(BUSY, "Cd4>e4-f4")
    braced, early, late = (sprites(timeline, part) for part in (0.2, 0.4, 0.9))
    assert braced["gold-creeper"].x < SPOTS["d4"].x - 5 and braced["gold-creeper"].squash > 1
    assert early["gold-creeper"].x > SPOTS["d4"].x and early["blue-sweeper"].x == SPOTS["e4"].x
    assert late["blue-sweeper"].x > SPOTS["e4"].x + 40
    assert sprites(timeline, 0.9999)["gold-creeper"].x == pytest.approx(SPOTS["d4"].x, abs=1)


def test_caged_piece_shrinks_and_grows_again_when_freed() -> None:
    timeline = film(BUSY, "Kg2^d2")
    assert sprites(timeline, 0.1)["gold-sweeper-asleep"].size == pytest.approx(SPOTS["d2"].size)
    assert sprites(timeline, 0.999)["gold-sweeper-asleep"].size == pytest.approx(
        CAGED_SIZE * SPOTS["d2"].size, rel=0.02
    )
    away = film(BUSY.replace(" g - g 0", " b - g 0"), "Ke6-h6")
    assert away.last["e6"] == (Token("gold-sweeper"),)
    last = {one.token.look: one for one in away.at(away.seconds * 0.999).sprites}
    assert last["gold-sweeper"].size == pytest.approx(SPOTS["e6"].size)


@pytest.mark.parametrize(
    ("position", "text", "asleep"),
    [(BUSY, "Zd6~e5", "blue-stealer-asleep"), (HEALER, "He5+", "gold-sleeper-asleep")],
)
def test_piece_falling_asleep_or_waking_turns_without_a_jump(position: str, text: str, asleep: str) -> None:
    """Those who sleep lie with their heads to the left: they tip to the left, and in no frame by more than a sixth
    of the way. Whenever one picture comes or goes, the other is whole, and lies or stands as it does."""
    timeline = film(position, text)
    beside = asleep.removesuffix("-asleep")

    def lain(frame: Frame) -> float:
        one = next(one for one in frame.sprites if one.token.look in (asleep, beside))
        return one.tilt + 90 * (one.token.look == beside) - 90

    ways = [lain(timeline.at(timeline.seconds * part / 60)) for part in range(60)]
    rising = [way + 90 for way in ways] if text.startswith("H") else [-way for way in ways]
    steps = [after - before for before, after in pairwise(rising)]
    assert min(steps) >= -1e-6 and 45 < sum(steps) <= 90.1 and max(steps) < 15, "to the left, and without a jump"
    blends = [
        one for part in range(60) for one in timeline.at(timeline.seconds * part / 60).sprites if one.former_token
    ]
    assert blends and all(max(one.alpha, one.former_token.alpha) == 1 for one in blends if one.former_token)
    assert all(abs(one.tilt - one.former_token.tilt) == pytest.approx(90) for one in blends if one.former_token)


def test_swept_piece_stays_until_the_broom_comes_and_goes_to_its_box() -> None:
    timeline = film(NEARLY.replace("4w3", "3ww3"), "Wc6xd7")
    early, swung, late = (sprites(timeline, part)["blue-sweeper"] for part in (0.2, 0.55, 0.999))
    assert (early.x, early.y) == (SPOTS["d7"].x, SPOTS["d7"].y) and swung.x > early.x + 10
    assert (late.x, late.y) == pytest.approx(SPOTS["taken-1"].token_place(["blue-sweeper"], 0)[:2], abs=1)
    assert "effects/dust" in {one.token.look for one in timeline.at(0.45 * timeline.seconds).over}


@pytest.mark.parametrize(
    ("position", "text", "look", "thing"),
    [
        (STEALER, "Te5<>c8", "gold-stealer", "sack"),
        (NEARLY.replace("4w3", "3ww3"), "Wc6xd7", "gold-sweeper", "broom"),
    ],
)
def test_sack_and_broom_are_never_drawn_twice(position: str, text: str, look: str, thing: str) -> None:
    """Bug: a second one was seen, while whoever has it held its own."""
    timeline = film(position, text)
    seen = set()
    for part in range(120):
        frame = timeline.at(timeline.seconds * part / 120)
        held = sum(one.token.look == look for one in frame.sprites)
        assert held + sum(one.token.look == f"effects/{thing}" for one in frame.over) == 1
        seen.add(held)
    assert seen == {0, 1}


@pytest.mark.parametrize(
    ("position", "text", "shut"),
    [
        (BUSY, "Kg2^d2", True),
        (BUSY.replace(" g - g 0", " b - g 0"), "Ke6-h6", False),
        (PUSHED_OUT, "Cd5>e5-f5", False),
    ],
)
def test_bars_and_key_move_in_the_right_direction_and_order(position: str, text: str, shut: bool) -> None:
    """The same for everybody who is kept, whatever opens the cage."""
    timeline = film(position, text)
    overs = [timeline.at(timeline.seconds * part / 240).over for part in range(240)]
    bars, keys = (
        [one for over in overs for one in over if one.token.look == f"effects/{look}"] for look in ("bars", "key")
    )
    assert (bars[0].y < bars[-1].y) == shut and (keys[0].tilt < keys[-1].tilt) == shut
    assert all(before.y <= after.y if shut else before.y >= after.y for before, after in pairwise(bars))
    first = [next(n for n, over in enumerate(overs) if any(one.token.look == look for one in over)) for look in SEEN]
    assert first[0] <= first[1]


def test_keeper_that_changes_cages_opens_the_old_and_locks_the_new() -> None:
    here, there = ((spot.x, spot.y, spot.size) for spot in (SPOTS["c3"], SPOTS["f6"]))
    particles = HAND_OVER.clip(Token("gold-sweeper"), here, there).particles
    rising, falling = (one for one in particles if one.token.look == "effects/bars" and one.start != one.end)
    assert rising.start[0] == rising.end[0] == here[0] and rising.end[1] < rising.start[1]
    assert falling.start[0] == falling.end[0] == there[0] and falling.end[1] > falling.start[1]
    assert rising.begins + rising.seconds <= falling.begins


def test_piece_pushed_out_leaves_an_open_cage_whose_keeper_falls_asleep() -> None:
    timeline = film(PUSHED_OUT, "Cd5>e5-f5")
    pushed, asleep = timeline.segments
    leaves = next(n for n in range(240) if sprites(timeline, n / 240)["gold-sweeper"].x > SPOTS["e5"].x + 1)
    bars = [one for one in pushed.at(leaves / 240 * pushed.seconds).over if one.token.look == "effects/bars"]
    assert bars and all(one.y < SPOTS["e5"].y and one.alpha < 0.7 for one in bars)
    nods = [asleep.at(asleep.seconds * part / 60) for part in range(60)]
    assert nods[0].sprites[0].pose == 1 and any(
        frame.over and frame.sprites[0].tilt == 0 and frame.over[0].token.look == "effects/z" for frame in nods
    )


@pytest.mark.parametrize("text", ["Zd6~e5", "Zd6~e6"])
def test_sleep_letters_stay_within_their_square(text: str) -> None:
    """Bug: they drifted over whoever stood there."""
    timeline, spot = film(BUSY, text), SPOTS[text[-2:]]
    assert 0 < TIP_START < TIP_END < 1
    letters = {
        part: [one for one in timeline.at(timeline.seconds * part / 120).over if one.token.look == "effects/z"]
        for part in range(round(0.6 * 120), 120)
    }
    assert letters[102] and all(one.y < spot.y for one in letters[102]), "they rise once it has come to lie"
    for one in (one for ones in letters.values() for one in ones):
        assert spot.box.x < one.x < spot.box.right and spot.box.y - 0.06 * spot.box.h < one.y - 0.35 * one.size


def test_stolen_piece_is_carried_in_the_sack_past_the_thief() -> None:
    timeline = film(STEALER, "Te5<>c8")
    half = sprites(timeline, 0.5)
    thief, victim = half["gold-stealer-bare"], half["blue-sleeper"]
    assert abs(thief.x - victim.x) + abs(thief.y - victim.y) > 0.5 * SPOTS["e5"].size
    for part in (0.3, 0.5, 0.7):
        victim = sprites(timeline, part)["blue-sleeper"]
        (sack,) = (one for one in timeline.at(part * timeline.seconds).over if one.token.look == "effects/sack")
        assert sack.x == pytest.approx(victim.x) and 0 < sack.y - victim.y < 0.3 * SPOTS["c8"].size


def test_creeper_dragged_onto_its_victim_returns_home_from_there() -> None:
    timeline = film(BUSY, "Cd4>e4-f4", held={"d4": SPOTS["e4"].box.centre})
    assert sprites(timeline, 0.0)["gold-creeper"].x == SPOTS["e4"].x
    assert timeline.at(timeline.seconds) == Frame(timeline.last)


def test_every_act_plays_its_sound_once() -> None:
    heard = {
        text: [cue.sound for cue in film(position, text).cues]
        for position, text in (
            (BUSY, "Cd4>e4-f4"),
            (BUSY, "Zd6~e5"),
            (BUSY, "Kg2^d2"),
            (HEALER, "He5+"),
            (STEALER, "Te5<>c8"),
            (STEALER, "Te5<e6"),
            (NEARLY, "Wc6-d7"),
        )
    }
    assert list(heard.values()) == [["push"], ["sleep"], ["keep"], ["heal"], ["steal"], ["keep"], ["step"]]


def test_dragged_act_plays_its_usual_sound() -> None:
    timeline = film(STEALER, "Te5<>c8", held={"e5": SPOTS["c8"].box.centre})
    assert [cue.sound for cue in timeline.cues] == ["steal"]


SEEN = ("effects/bars", "effects/key")
ACTS = (
    (BUSY, "Cd4>e4-f4"),
    (BUSY, "Zd6~e5"),
    (BUSY, "Zd6~e6"),
    (BUSY, "Kg2^d2"),
    (BUSY.replace(" g - g 0", " b - g 0"), "Ke6-h6"),
    (HEALER, "He5+"),
    (STEALER, "Te5<>c8"),
    (STEALER, "Te5<e6"),
    (LEAPS, "Ld4-d6-f6"),
    (NEARLY.replace("4w3", "3ww3"), "Wc6xd7"),
)


@pytest.mark.parametrize(("position", "text"), ACTS, ids=[text for _, text in ACTS])
def test_act_takes_300_to_650_ms_without_a_jump_and_ends_in_the_new_position(position: str, text: str) -> None:
    timeline = film(position, text)
    assert 0.3 <= timeline.seconds <= 0.65
    frames = [timeline.at(timeline.seconds * part / 240) for part in range(240)]
    assert any(frame.under or frame.over for frame in frames)
    passing = [one for one in (*frames[-1].under, *frames[-1].over) if one.token.look != "ducart/chain"]
    assert all(one.alpha < 0.4 for one in passing), "nothing is cut off"
    gnomes = sum(map(len, timeline.last.values()))
    for frame in frames:
        seen = [
            one for one in frame.sprites if max(one.alpha, one.former_token.alpha if one.former_token else 0) == 1
        ]
        assert sum(map(len, frame.resting.values())) + len(seen) == gnomes
    assert timeline.at(timeline.seconds) == Frame(timeline.last)
    assert_no_jump(timeline)


def assert_no_jump(timeline: Timeline) -> None:
    """From one sixtieth of a second to the next nobody goes farther than a cell and a half."""
    count = round(timeline.seconds * 60)
    for segment in timeline.segments:
        for clip in segment.clips:
            way = [clip.at(segment.seconds * part / count) for part in range(count + 1)]
            for before, after in pairwise(one for one in way if one is not None):
                far = hypot(after.x - before.x, after.y - before.y)
                assert far < 1.5 * SPOTS["a1"].size and abs(after.size - before.size) < 0.2 * SPOTS["a1"].size


def test_promotion_turns_the_sweeper_over() -> None:
    assert VIEW.animations.choose_motion(Turn("d8", Token("gold-sweeper"), Token("gold-leaper")), (), {}) is OVERTURN
    kill: tuple[Effect, ...] = (Slide("d8", "taken-1"), Slide("c7", "d8"))
    lying = {"c7": (Token("gold-sweeper"),), "d8": (Token("blue-healer"),)}
    assert [VIEW.animations.choose_motion(effect, kill, lying) for effect in kill] == [SWEPT, SWEEP]
