"""How what happened is seen by whoever looks: now, taken back, dealt, or shown again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rules import abilities
from rules.contract import NATURE, Seat
from rules.match import Change, Match
from scenes.games.ducale import film
from scenes.games.ducale.arrangement import in_hand
from scenes.games.ducale.card_stage import CardStage
from scenes.games.ducale.film import CardFilm, Tempo
from scenes.surfaces.motion import Cue
from scenes.table.showing import BACKWARDS, SPEEDS

if TYPE_CHECKING:
    from scenes.table.scene import MatchScene

PACES: Final = {"slow": (0.7, 0.6), "normal": (1.0, 0.1), "instant": (0.0, 0.0)}
"""How fast the cards of computer players move, and for how many seconds it is then to be seen what they did."""
AGAIN: Final = {"slow": (0.7, 0.8), "normal": (1.0, 0.4), "instant": (1.0, 0.4)}
"""The same for what is shown again."""


def film_of(scene: MatchScene, change: Change) -> CardFilm:
    """How a change is seen."""
    tempo = _tempo(scene, change)
    before: Any = change.before
    if before.phase in ("deal", "end", "blocked"):
        return _dealt(scene, change, tempo)
    view = scene.fate.seen(before)
    move = change.move if view is before else abilities.redact(before, change.move, scene.fate.viewer)
    stage, final = stage_of(scene), scene.fate.table(change.after)
    if not change.forward:
        return film.back(view.table(), view.effects(move), stage.arrange_after, tempo, final)
    if abilities.sealed(change.after):
        stage.forget_gone()
    return film.follow(
        view.table(),
        view.effects(move),
        stage.arrange_after,
        getattr(scene.hand, "thrown", {}),
        tempo,
        final,
        stage.gliding(),
    )


def _tempo(scene: MatchScene, change: Change) -> Tempo:
    """How fast a change is seen: the computer's turns at the pace that is wished, where a person watches."""
    settings = scene.app.settings
    speed, still = SPEEDS[settings.animation], settings.reduced_motion
    if not change.forward:
        return Tempo(BACKWARDS * speed, still)
    seat: Seat = change.move.seat
    if seat == NATURE or not scene.opposition.computer(seat):
        return Tempo(speed, still)
    pace, rest = PACES[settings.card_pace]
    if speed == 0 and settings.card_pace == "normal":
        rest = 0.0
    return Tempo(speed * pace, still, rest)


def _dealt(scene: MatchScene, change: Change, tempo: Tempo) -> CardFilm:
    stage, after = stage_of(scene), scene.fate.seen(change.after)
    table = after.table()
    stage.new_hands()
    if not change.forward:
        return CardFilm((), scene.fate.table(change.before), 0.0, ())
    if tempo.cut:
        return CardFilm((), table, 0.0, (Cue(0.0, "slide", stage.ground.piles[0].x, "riffle"),))
    x, y = stage.ground.piles[0].centre
    places = stage.arrange_after(table)
    hands = []
    for n in range(after.seats):
        seat = (after.dealer + 1 + n) % after.seats
        cards = [(target, 0) for target in places if in_hand(target, seat)]
        hands.append(cards or [(f"h{seat}", at) for at in range(len(table.get(f"h{seat}", ())))])
    return film.deal((x, y, stage.ground.piles[0].h, 0.0), table, hands, places, tempo.speed)


def stage_of(scene: MatchScene) -> CardStage:
    """The stage of a scene at a card table."""
    assert isinstance(scene.stage, CardStage)
    return scene.stage


def since(match: Match, seat: Seat) -> int:
    """The number of the first ply after the last turn of a seat, its turn under way not counted; at most back to the
    last deal."""
    positions: Any = match.positions
    number = len(match.plies)
    while number and match.plies[number - 1].move.seat == seat and _dealt_before(positions, number):
        number -= 1
    while number and match.plies[number - 1].move.seat != seat and _dealt_before(positions, number):
        number -= 1
    return number


def _dealt_before(positions: Any, number: int) -> bool:
    """Whether the ply before this number was anything but a deal."""
    return positions[number - 1].phase not in ("deal", "end", "blocked")


def last_turns(scene: MatchScene) -> range | None:
    """The plies of the others since one's own last turn, and what was done since; None if there are none."""
    match, viewer = scene.match, scene.fate.viewer
    seat = match.position.to_move if viewer is None else viewer
    plies = range(since(match, seat), len(match.plies))
    return None if all(match.plies[number].move.seat == seat for number in plies) else plies


def again(scene: MatchScene) -> None:
    """Show the last turns again."""
    settings, stage, plies = scene.app.settings, stage_of(scene), last_turns(scene)
    stage.finish()
    pace, rest = AGAIN[settings.card_pace]
    tempo = Tempo(pace * (SPEEDS[settings.animation] or 1.0), settings.reduced_motion, rest)
    for number in plies or ():
        stage.film(_shown_again(scene, number, tempo))


def _shown_again(scene: MatchScene, number: int, tempo: Tempo) -> CardFilm:
    """The film of a ply that was played before."""
    before: Any = scene.match.positions[number]
    move = scene.match.plies[number].move
    view = scene.fate.seen(before)
    blurred = move if view is before else abilities.redact(before, move, scene.fate.viewer)
    final = scene.fate.table(scene.match.positions[number + 1])
    run = film.follow(view.table(), view.effects(blurred), stage_of(scene).arrange_after, {}, tempo, final)
    return film.shown_again(run, move.seat)
