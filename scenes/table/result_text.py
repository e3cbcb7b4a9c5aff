"""Texts about the end of a match: the winner, the reason, scores and the length."""

from __future__ import annotations

from rules import abilities
from rules.contract import Outcome
from scenes.app.game_card import card_of
from scenes.app.words import ANY_GAME, Words
from scenes.table.game_phrases import phrases_of
from scenes.table.match_text import name_of, names_of, next_side_text, seat_word, you_or_name
from scenes.table.session import Session
from scenes.table.turn_text import empty_cell_count


def winner_text(words: Words, session: Session, outcome: Outcome) -> str:
    if not outcome.winners:
        return words("table.drawn")
    if has_only_person_lost(session, outcome) and session.match.seats == 2:
        return words("table.you_lost")
    only_person = session.persons if len(session.persons) == 1 else ()
    others = [seat for seat in outcome.winners if seat not in only_person]
    if len(others) < len(outcome.winners):
        return words("table.you_won_with" if others else "table.you_won", names=names_of(words, session, others))
    return words("table.won_together" if len(others) > 1 else "table.won", name=names_of(words, session, others))


def has_only_person_lost(session: Session, outcome: Outcome) -> bool:
    """Return whether the match has exactly one human player and was won by others."""
    return len(session.persons) == 1 and bool(outcome.winners) and session.persons[0] not in outcome.winners


def place_text(words: Words, session: Session, outcome: Outcome) -> str:
    """Return the rank by points of the only human player in a match of three or more that others won; else empty."""
    points = outcome.points
    if len(points) < 3 or not has_only_person_lost(session, outcome):
        return ""
    own, best = points[session.persons[0]], points[outcome.winners[0]]
    better_count = sum((value < own) if best == min(points) else (value > own) for value in points)
    return words("table.own_place", place=better_count + 1, of=len(points))


def next_match_text(words: Words, session: Session) -> str:
    """Return who begins the next match of the series, or, where players change seats, who has which side."""
    if not session.rematch_options:
        return next_side_text(words, session, ahead=1)
    match = session.match
    begins = match.game.start(session.rematch_options[0], match.seats).to_move
    return words("table.next_begins", seat=seat_word(words, session, begins))


def reason_text(words: Words, session: Session, outcome: Outcome) -> str:
    """Return why the match ended, as a sentence."""
    losers = [seat for seat in range(session.match.seats) if seat not in outcome.winners]
    winner = names_of(words, session, outcome.winners)
    loser = name_of(words, session, losers[0]) if outcome.winners and losers else ""
    match = session.match
    key = f"outcome.{match.game.key}.{outcome.reason}"
    if not outcome.winners:
        return words(key)
    key = f"{key}-won" if words.has(f"{key}-won") else key
    facts = phrases_of(match.game.key).remarks.name_counts(match.position, outcome.winners[0])
    named = outcome.winners if words.has(key) and "{winner}" in words.pattern(key) else tuple(losers[:1])
    own_key = key.replace("outcome", "outcome_you", 1)
    own_keys = (own_key, own_key.replace(match.game.key, ANY_GAME))
    if session.persons == named and (own_key := next(filter(words.has, own_keys), "")):
        return words(own_key, **facts)
    return words(key, winner=winner, loser=loser, **facts)


def score_text(words: Words, session: Session) -> str:
    """Return the score of the series, in the order of the players; empty if they are more than two."""
    series = session.series
    if len(session.players) > 2:
        return ""
    names = {series.seating[seat]: you_or_name(words, session, seat) for seat in range(len(session.players))}
    first, second = sorted(names)[:2]
    a, b = format_points(series.points[first]), format_points(series.points[second])
    return words("table.score", first=names[first], second=names[second], a=a, b=b)


def game_scores_text(words: Words, session: Session) -> str:
    """Return the score within a match of several games; empty for other matches, or if a pad shows the scores."""
    score = abilities.score(session.match.position)
    if score is None or score[1] == 1:
        return ""
    if phrases_of(session.match.game.key).scores_on_pad:
        return ""
    (a, b), _ = score
    first, second = (you_or_name(words, session, seat) for seat in (0, 1))
    return words("table.games", first=first, second=second, a=a, b=b)


def format_points(value: float) -> str:
    """Return a number of points with "½" for a half."""
    whole, half = divmod(round(value * 2), 2)
    return (str(whole) if whole or not half else "") + ("½" if half else "")


def length_text(words: Words, session: Session) -> str:
    """Return the number of turns, as the list of turns numbers them, and the minutes that they took."""
    match = session.match
    turns = words(
        "table.turns", n=-(-(match.count_turns() + empty_cell_count(session)) // card_of(match.game.key).columns)
    )
    minutes = round(sum(ply.seconds for ply in match.plies) / 60)
    return f"{turns}, {words('table.minutes', n=minutes) if minutes else words('table.less_than_a_minute')}"
