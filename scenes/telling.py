"""What the table says about a match, in the person's language."""

from __future__ import annotations

from rules.contract import Outcome, Remark, Seat
from scenes.lang import Words
from scenes.sitting import Sitting
from scenes.tables import Dice


def name_of(words: Words, sitting: Sitting, seat: Seat) -> str:
    """The name of whoever sits on a seat; without one, or with one that both have, the seat's own."""
    names = [player.name for player in sitting.players]
    name = names[seat]
    return name if name and names.count(name) == 1 else seat_word(words, sitting, seat)


def seat_word(words: Words, sitting: Sitting, seat: Seat) -> str:
    """What a seat is called: "Black"."""
    return words(f"games.{sitting.match.game.key}.seat.{seat}")


def headline(words: Words, sitting: Sitting, outcome: Outcome) -> str:
    """Who won."""
    if not outcome.winners:
        return words("table.drawn")
    if outcome.winners[0] in sitting.persons and len(sitting.persons) == 1:
        return words("table.you_won")
    return words("table.won", name=name_of(words, sitting, outcome.winners[0]))


def reason(words: Words, sitting: Sitting, outcome: Outcome) -> str:
    """Why the match ended so."""
    losers = [seat for seat in range(sitting.match.seats) if seat not in outcome.winners]
    winner = name_of(words, sitting, outcome.winners[0]) if outcome.winners else ""
    loser = name_of(words, sitting, losers[0]) if outcome.winners and losers else ""
    return words(f"outcome.{sitting.match.game.key}.{outcome.reason}", winner=winner, loser=loser)


def score(words: Words, sitting: Sitting) -> str:
    """The sitting's score, in the order of the players."""
    series = sitting.series
    names = {series.seating[seat]: name_of(words, sitting, seat) for seat in range(len(sitting.players))}
    first, second = sorted(names)[:2]
    return words(
        "table.score",
        first=names[first],
        second=names[second],
        a=points(series.points[first]),
        b=points(series.points[second]),
    )


def games(words: Words, sitting: Sitting) -> str:
    """The score within a match of several games, in the order of the seats; empty for other matches."""
    score = sitting.match.position.score
    if score is None or score[1] == 1:
        return ""
    (a, b), _ = score
    return words("table.games", a=a, b=b)


def points(value: float) -> str:
    """A number of points with its half written as people do."""
    whole, half = divmod(round(value * 2), 2)
    return (str(whole) if whole or not half else "") + ("½" if half else "")


def length(words: Words, sitting: Sitting) -> str:
    """How many turns a match had, and how long they took."""
    match = sitting.match
    turns = words("table.turns", n=len(match.turns()))
    minutes = round(sum(ply.seconds for ply in match.plies) / 60)
    return f"{turns}, {words('table.minutes', n=minutes) if minutes else words('table.less_than_a_minute')}"


def dice_trouble(words: Words, dice: Dice | None) -> str:
    """Why dice can't be thrown as they should be; empty if they can."""
    if dice is None or dice.kind != "real":
        return ""
    from scenes.dice import bodies  # loads pymunk, for those who want it

    try:
        bodies.ready()
    except bodies.PhysicsError as problem:
        return words(f"dice.{problem.code.lower()}")
    return ""


def refusal(words: Words, key: str, remark: Remark) -> str:
    """Why a gesture is no move."""
    return words(f"refusal.{key}.{remark.code}", **remark.facts)


def remark(words: Words, key: str, said: Remark) -> str:
    """Something that the players should be aware of."""
    return words(f"remark.{key}.{said.code}", **said.facts)
