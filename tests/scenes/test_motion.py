"""Films: what a change looks like at every moment."""

from collections import Counter
from dataclasses import replace
from importlib import import_module
from itertools import pairwise
from math import hypot
from pkgutil import walk_packages

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scenes.games
import scenes.surfaces
from rules import GAMES
from rules.contract import Effect, Lift, Put, Slide, Table, Token, Turn, apply
from rules.game import Game
from scenes.app.game_card import card_of
from scenes.games.unstacked_draughts.dice.rotations import LEVEL, flat_rotation
from scenes.games.unstacked_draughts.dice_films import make_hand_over
from scenes.surfaces.clips import SETTLE, SLIDE, Motion, Sprite
from scenes.surfaces.layout import Box, Spots
from scenes.surfaces.particles import DROP_HEIGHT
from scenes.surfaces.timeline import Frame, Timeline, plan
from scenes.surfaces.view import animations_of
from scenes.table.game_ui import ui_of
from tests.rules.play import option_sets, random_match
from tests.scenes.matches import GAME, KINGS

VIEW = ui_of("double-draughts").view()
SPOTS = VIEW.spots(Box(0, 0, 920 * VIEW.ratio, 920), False)
CELL = SPOTS["a1"].size
IVORY, EBONY = Token("ivory"), Token("ebony")
MOTIONS = {
    value: f"{name}.{key}"
    for package in (scenes.surfaces, scenes.games)
    for _, name, _ in walk_packages(package.__path__, f"{package.__name__}.")
    for key, value in vars(import_module(name)).items()
    if isinstance(value, Motion)
}
MOTIONS |= {make_hand_over(LEVEL, flat_rotation(1.0), "white"): "unstacked_draughts.throw handed"}
HELD_BEFORE = ("settle", "perch")
REDUCED = animations_of(VIEW, is_still=True)


def film(
    table: Table, *effects: Effect, held: dict[str, tuple[float, float]] | None = None, speed: float = 1.0
) -> Timeline:
    return plan(table, [effects], SPOTS, VIEW.animations, speed=speed, held=held)


def king_takes_king(forward: bool = True, speed: float = 1.0) -> Timeline:
    position = GAME.text.read(KINGS)
    (hop,) = (move for move in position.legal_moves() if str(move) == "c4xe6")
    return plan(position.table(), position.effects(hop), SPOTS, VIEW.animations, forward=forward, speed=speed)


def tokens_of(frame: Frame) -> int:
    return sum(map(len, frame.resting.values())) + sum(sprite.alpha > 0 for sprite in frame.sprites)


def test_slide_takes_140_ms_plus_20_a_cell_and_at_most_260_ms() -> None:
    table = {"a1": (IVORY,)}
    assert film(table, Slide("a1", "a2")).seconds == pytest.approx(0.16)
    assert [SLIDE.duration(cells) for cells in (2, 9)] == pytest.approx([0.18, 0.26])


def test_slide_eases_out() -> None:
    timeline = film({"a1": (IVORY,)}, Slide("a1", "b1"))
    times = [timeline.seconds * part / 10 for part in range(10)]
    xs = [timeline.at(time).sprites[0].x for time in times]
    steps = [b - a for a, b in pairwise(xs)]
    assert steps == sorted(steps, reverse=True) and steps[-1] >= 0


def test_hop_rises_and_comes_down() -> None:
    timeline = film({"a1": (IVORY,)}, Slide("a1", "c1"))
    lifts = [timeline.at(timeline.seconds * part / 20).sprites[0].lift for part in range(20)]
    assert lifts[0] == pytest.approx(0) and max(lifts) > 0.95 and lifts[-1] < 0.1
    assert timeline.at(0.02).sprites[0].y < SPOTS["a1"].y


def test_stack_moves_together() -> None:
    timeline = film({"a1": (IVORY, IVORY)}, Slide("a1", "b2", 2))
    base, crown = timeline.at(timeline.seconds / 2).sprites
    assert crown.y - base.y == pytest.approx(SPOTS["a1"].dy)
    assert crown.x == base.x


def test_groups_of_effects_are_animated_in_turn() -> None:
    timeline = plan({"c7": (IVORY,)}, [(Slide("c7", "b8"),), (Put("b8", IVORY),)], SPOTS, VIEW.animations)
    first, second = timeline.segments
    assert second.begins == pytest.approx(first.seconds)
    assert timeline.seconds == pytest.approx(first.seconds + second.seconds)
    assert timeline.at(second.begins + 0.01).resting["b8"] == (IVORY,)


def test_jumped_piece_leaves_as_soon_as_its_capturer_is_past() -> None:
    """Bug: it waited until the jump was over."""
    timeline = king_takes_king()
    (jump,) = timeline.segments
    there = (SPOTS["d5"].x, SPOTS["d5"].y)
    taken = [timeline.at(jump.seconds * part / 48).sprites for part in range(48)]
    went = next(n for n, sprites in enumerate(taken) if all((one.x, one.y) != there for one in sprites))
    taker = next(one for one in taken[went] if one.token == IVORY)
    assert hypot(taker.x - there[0], taker.y - there[1]) > 0.6 * CELL and went < 24
    assert 0.3 <= timeline.seconds <= 0.6


def test_crown_of_a_captured_king_fades_before_its_base_arrives() -> None:
    timeline = king_takes_king()
    base, crown = (one for one in timeline.at(0.0).sprites if one.token == EBONY)
    assert crown.y < base.y and crown.alpha == base.alpha == 1
    base, crown = (one for one in timeline.at(0.75 * timeline.seconds).sprites if one.token == EBONY)
    assert crown.alpha == pytest.approx(0) and base.alpha == 1


@given(st.floats(0, 1), st.booleans())
def test_no_token_is_lost_during_an_animation(part: float, forward: bool) -> None:
    timeline = king_takes_king(forward)
    assert 4 <= tokens_of(timeline.at(part * timeline.seconds)) <= 5


@given(st.floats(0.001, 0.999))
def test_backward_animation_is_the_forward_one_reversed(part: float) -> None:
    there, back = king_takes_king(), king_takes_king(forward=False)
    assert back.seconds == there.seconds
    one, other = there.at(part * there.seconds), back.at((1 - part) * there.seconds)
    assert one.resting == other.resting
    assert [sprite.x for sprite in one.sprites] == pytest.approx([sprite.x for sprite in other.sprites], abs=0.01)


def test_backward_animation_restores_the_table_and_plays_one_sound() -> None:
    there, back = king_takes_king(), king_takes_king(forward=False)
    assert back.at(back.seconds).resting == back.last
    assert back.last["c4"] == (IVORY, IVORY) and back.last["d5"] == (EBONY, EBONY)
    assert len(there.cues) > 1
    (cue,) = back.cues
    assert cue.sound == VIEW.animations.sound(SETTLE) and 0 < cue.time < back.seconds


def test_double_speed_takes_half_the_time() -> None:
    once, twice = king_takes_king(), king_takes_king(speed=2.0)
    assert twice.seconds == pytest.approx(once.seconds / 2)
    assert [cue.time for cue in twice.cues] == pytest.approx([cue.time / 2 for cue in once.cues])
    half = once.at(once.seconds / 2).sprites[0]
    assert (half.x, half.y) == pytest.approx((twice.at(twice.seconds / 2).sprites[0].x, half.y))


def test_speed_0_has_no_duration_but_sounds() -> None:
    timeline = king_takes_king(speed=0.0)
    assert timeline.seconds == 0 and timeline.at(0.0) == Frame(timeline.last)
    assert {cue.time for cue in timeline.cues} == {0.0}


def test_dropped_stack_moves_from_the_pointer_and_settles() -> None:
    timeline = film({"a1": (IVORY, IVORY)}, Slide("a1", "c3", 2), held={"a1": (500.0, 400.0)})
    base, crown = timeline.at(0.0).sprites
    assert (base.x, base.y, base.lift) == (500.0, 400.0, 1.0)
    assert (crown.x, crown.y) == pytest.approx((500.0, 400.0 + SPOTS["a1"].dy))
    assert timeline.seconds == pytest.approx(SETTLE.duration())


def test_only_the_first_group_of_effects_starts_at_the_pointer() -> None:
    table = {"a1": (IVORY,), "b2": (EBONY,)}
    beats = [(Slide("a1", "c3"),), (Slide("b2", "taken-0"),)]
    timeline = plan(table, beats, SPOTS, VIEW.animations, held={"a1": (5.0, 5.0)})
    sprite = timeline.at(timeline.segments[1].begins).sprites[0]
    assert (sprite.x, sprite.y) == pytest.approx((SPOTS["b2"].x, SPOTS["b2"].y))


def test_crown_drops_from_above_and_lands() -> None:
    timeline = film({"d8": (IVORY,)}, Put("d8", IVORY))
    above = timeline.at(0.0).sprites[0]
    assert above.y == pytest.approx(SPOTS["d8"].at(1)[1] - DROP_HEIGHT * CELL)
    assert timeline.at(timeline.seconds * 0.999).sprites[0].y == pytest.approx(SPOTS["d8"].at(1)[1], abs=0.1)
    assert timeline.last == {"d8": (IVORY, IVORY)}


def test_turned_token_shows_its_new_face() -> None:
    timeline = film({"d4": (IVORY,)}, Turn("d4", IVORY, EBONY))
    assert [sprite.token for sprite in timeline.at(0.0).sprites] == [EBONY]
    assert timeline.last == {"d4": (EBONY,)}


def test_reduced_motion_fades_a_token_out_and_in_at_its_places() -> None:
    timeline = plan({"a1": (IVORY,)}, [(Slide("a1", "h8"),)], SPOTS, REDUCED)
    places = {
        (sprite.x, sprite.y) for part in range(20) for sprite in timeline.at(timeline.seconds * part / 20).sprites
    }
    assert places == {(SPOTS["a1"].x, SPOTS["a1"].y), (SPOTS["h8"].x, SPOTS["h8"].y)}
    assert timeline.seconds == pytest.approx(0.08)
    assert timeline.at(timeline.seconds / 2).sprites[0].alpha == pytest.approx(0)


def test_two_tokens_moved_to_one_place_are_stacked() -> None:
    table = {"b2": (EBONY,), "c3": (EBONY,)}
    timeline = film(table, Slide("b2", "taken-0"), Slide("c3", "taken-0"))
    ends = [(m.x, m.y) for m in timeline.at(timeline.seconds - 1e-9).sprites]
    assert ends == [pytest.approx(SPOTS["taken-0"].at(number), abs=0.1) for number in range(2)]


def test_moving_stack_plays_one_sound() -> None:
    timeline = king_takes_king()
    assert [cue.sound for cue in timeline.cues] == ["hop", "capture"]
    times = [cue.time for cue in timeline.cues]
    assert 0 < times[0] < times[1] < timeline.seconds


def test_lift_effect_removes_the_token() -> None:
    timeline = film({"d4": (IVORY, IVORY)}, Lift("d4", IVORY))
    assert timeline.at(0.0).resting == {"d4": (IVORY,)}
    assert timeline.last == {"d4": (IVORY,)}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "game", [game for game in GAMES if not card_of(game.key).hidden_hands], ids=lambda game: game.key
)
def test_every_animation_of_a_random_match_joins_both_positions(game: Game, seed: int) -> None:
    view = ui_of(game.key).view()
    match = random_match(game, option_sets(game)[-1], seed, plies=150)
    spots = view.spots(Box(0, 0, 920 * view.ratio, 920), False)
    for ply, (before, after) in zip(match.plies, pairwise(match.positions), strict=True):
        beats, table = before.effects(ply.move), before.table()
        for forward, last in ((True, after.table()), (False, table)):
            timeline = plan(table, beats, spots, view.animations, forward=forward)
            assert timeline.last == last == timeline.at(timeline.seconds).resting
        present, right = (places_seen(frame, spots, True) for frame in (timeline.at(0.0), Frame(after.table())))
        off = f"(look, x, y, size: number) is {dict(present - right)} instead of {dict(right - present)}"
        assert present == right, f"{ply.move}: as it is taken back {off}"
        lain = [table, *tables(table, list(beats))]
        segments = plan(table, beats, spots, view.animations).segments
        for shot, (first, then) in zip(segments, pairwise(lain), strict=True):
            for time, there in ((0.0, first), (shot.seconds, then)):
                present, right = (places_seen(frame, spots, time > 0) for frame in (shot.at(time), Frame(there)))
                off = f"(look, x, y, size: number) is {dict(present - right)} instead of {dict(right - present)}"
                assert present == right, f"{ply.move}: at {time:.2f} of {shot.seconds:.2f} s {off}"
            most = max(sum(map(len, one.values())) for one in (first, then))
            for part in (0.0, 0.25, 0.5, 0.75):
                frame = shot.at(part * shot.seconds)
                seen = len(frame.sprites) + sum(map(len, frame.resting.values()))
                assert seen == most, "nobody is doubled, and nobody is missing"


def places_seen(frame: Frame, spots: Spots, looks: bool) -> Counter[tuple[str, int, int, int]]:
    """Return the looks (if wanted) and places (x, y, size in tenths of a pixel) of the tokens that are seen."""
    shown = [sprite if sprite.alpha > 0 else sprite.former_token for sprite in frame.sprites]
    places = [(sprite.token.look, (sprite.x, sprite.y, sprite.size)) for sprite in shown if sprite is not None]
    for target, tokens in frame.resting.items():
        names = [token.look for token in tokens]
        places += [(name, spots[target].token_place(names, number)) for number, name in enumerate(names)]
    return Counter((look * looks, round(10 * x), round(10 * y), round(10 * size)) for look, (x, y, size) in places)


def what_is_off(sprite: Sprite, *places: tuple[float, float, float]) -> list[str]:
    if sprite.alpha == 0:
        return []
    still = {"lift": 0, "tilt": 0, "squash": 0, "narrow": 1, "alpha": 1}
    off = [
        f"its {key} is {value}"
        for key, rest in still.items()
        if (value := getattr(sprite, key, rest)) != pytest.approx(rest)
    ]
    there = (sprite.x, sprite.y, sprite.size)
    return off + [f"it is at {there}, not {places}"] * all(there != pytest.approx(place) for place in places)


@pytest.mark.parametrize("motion", MOTIONS, ids=MOTIONS.__getitem__)
@pytest.mark.parametrize("end", [(300.0, 90.0, 40.0), (20.0, 260.0, 60.0), (100.0, 200.0, 50.0)])
def test_every_motion_begins_and_ends_at_its_places(motion: Motion, end: tuple[float, float, float]) -> None:
    start = (100.0, 200.0, 50.0)
    clip = motion.clip(IVORY, start, end, former_token=EBONY)
    begun, done = (motion.pose(clip, share) for share in (0.0, 1.0))
    if motion.name in HELD_BEFORE:
        begun = replace(begun, lift=0.0)
    assert not (off := what_is_off(begun, start)), f"{MOTIONS[motion]} begins wrongly: {'; '.join(off)}"
    assert not (off := what_is_off(done, end, start)), f"{MOTIONS[motion]} ends short: {'; '.join(off)}"


def tables(table: Table, beats: list[tuple[Effect, ...]]) -> list[Table]:
    return [apply(table, beats[: number + 1]) for number in range(len(beats))]


@pytest.mark.parametrize(("start", "end"), [("a1", "c1"), ("a1", "c3")])
def test_hop_is_highest_near_its_middle_and_settles_on_landing(start: str, end: str) -> None:
    timeline = film({start: (IVORY,)}, Slide(start, end))
    sprites = [timeline.at(timeline.seconds * part / 100).sprites[0] for part in range(100)]
    top = max(range(100), key=lambda part: sprites[part].lift)
    assert 30 <= top <= 60
    assert sprites[0].squash == 0 == sprites[60].squash and max(sprite.squash for sprite in sprites[75:]) > 0.9


def test_captured_piece_rises_before_it_leaves_and_lands_in_the_tray() -> None:
    timeline = film({"c5": (EBONY,)}, Slide("c5", "taken-0"))
    sprites = [timeline.at(timeline.seconds * part / 100).sprites[0] for part in range(100)]
    far = [abs(sprite.x - SPOTS["c5"].x) for sprite in sprites]
    assert sprites[15].lift > 0.4 and far[15] == 0, "up first"
    assert sprites[30].lift == pytest.approx(1) and sprites[99].lift < 0.05
    assert max(sprite.tilt for sprite in sprites) == pytest.approx(12)
    assert max(b - a for a, b in pairwise(far)) < 0.03 * far[-1], "it glides"


@pytest.mark.parametrize(
    ("table", "effect"),
    [
        ({"a1": (IVORY,)}, Slide("a1", "c3")),
        ({"c5": (EBONY,)}, Slide("c5", "taken-0")),
        ({"d8": (IVORY,)}, Put("d8", IVORY)),
    ],
)
def test_jump_capture_and_crowning_take_300_to_600_ms(table: Table, effect: Effect) -> None:
    assert 0.3 <= film(table, effect).seconds <= 0.6


def test_effect_pictures_fade_before_their_animation_ends() -> None:
    timeline = film({"d8": (IVORY,)}, Put("d8", IVORY))
    frames = [timeline.at(timeline.seconds * part / 100) for part in range(100)]
    assert not frames[40].over and max(len(frame.over) for frame in frames) > 2
    assert max(picture.alpha for picture in (*frames[99].over, *frames[99].under)) < 0.1
    assert not timeline.at(timeline.seconds).over


def test_no_effect_pictures_with_reduced_motion_or_without_animation() -> None:
    table, beats = {"d8": (IVORY,)}, [(Put("d8", IVORY),)]
    calm = plan(table, beats, SPOTS, REDUCED)
    assert all(not calm.at(calm.seconds * part / 20).over for part in range(20))
    assert not plan(table, beats, SPOTS, VIEW.animations, speed=0.0).at(0.0).over


def test_reduced_motion_fades_from_the_old_to_the_new_face() -> None:
    timeline = plan({"d4": (IVORY,)}, [(Turn("d4", IVORY, EBONY),)], SPOTS, REDUCED)
    assert [timeline.at(timeline.seconds * part).sprites[0].token for part in (0.1, 0.9)] == [IVORY, EBONY]
