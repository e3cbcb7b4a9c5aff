"""The texts of a review: accuracy, costs of decisions, better moves, and expected results."""

from __future__ import annotations

from rules import abilities
from rules.contract import NATURE, Move
from rules.teaching.review import Cost, Judged, Review
from scenes.app.words import Words
from scenes.screens.constants import MIN_RATED_DECISIONS
from scenes.table import match_text, turn_text
from scenes.table.sidebar import chance_of_seat, upper_seat
from scenes.table.table_access import TableAccess


class ReviewText:
    def __init__(self, words: Words, table: TableAccess) -> None:
        self._table = table
        self._words = words

    @property
    def states_chances(self) -> bool:
        return self._table.facts.phrases.judged_by == "chance"

    def accuracy_text(self, review: Review, seat: int) -> str:
        """Return the text of a seat's accuracy; in a review in points it begins with the number of the curve."""
        words = self._words
        accuracy = review.accuracy(seat)
        name = match_text.you_or_name(words, self._table.session, seat)
        if not self.states_chances:
            name = f"{seat + 1}. {name}"
        decision_count = sum(cost.seat == seat for cost in review.costs)
        if accuracy is None or decision_count < MIN_RATED_DECISIONS:
            return words("review.too_few" if decision_count else "review.no_accuracy", name=name)
        return words("review.accuracy", name=name, share=words.format_percent(round(accuracy)))

    def loss_text(self, review: Review, loss: float) -> str:
        words = self._words
        if review.unit == "chance":
            return words("review.lost_chance", share=words.format_percent(round(100 * loss)))
        return words("review.lost_points", n=words.format_number(round(loss)))

    def describe_expectation(self, judged: Judged) -> str:
        """Return the text of the expected result before a turn: points, or the chance of the upper seat."""
        words, session = self._words, self._table.session
        if not self.states_chances:
            points = words.format_number(round(judged.value))
            return match_text.sentence_about(words, session, "review.points_here", judged.seat, n=points)
        return self.chance_text("chance_here", judged.value)

    def chance_text(self, key: str, first_chance: float) -> str:
        """Return the text `review.<key>` with the upper seat's chance; `first_chance` is seat 0's, from 0 to 1."""
        seat = upper_seat(self._table.session)
        share = self._words.format_percent(round(100 * chance_of_seat(seat, first_chance)))
        return match_text.sentence_about(self._words, self._table.session, f"review.{key}", seat, share=share)

    def better_turn_text(self, cost: Cost) -> str:
        number = self._turn_number(cost)
        name = match_text.you_or_name(self._words, self._table.session, cost.seat)
        if self.states_chances:
            turn = turn_text.number_turn(self._words, self._table.session, number)
            if self._table.session.persons != (cost.seat,):
                name = match_text.seat_word(self._words, self._table.session, cost.seat)
            return turn if self._table.facts.ui.has_dice else f"{turn} · {name}"
        return f"{self._table.facts.match.count_turns(number + 1)}. {name}"

    def decision_texts(self, cost: Cost) -> list[str]:
        """Return texts on a decision: what was done, unless the board shows it, and what would have been better."""
        words, table, moves = self._words, self._table, self.better_moves(cost)
        if table.facts.ui.has_dice:
            position = table.facts.match.positions[cost.ply]
            # A move that is picked by its own name is an answer by a button; the others are made on the board.
            is_answer = any(position.gesture(move).pick == {str(move)} for move in moves)
            key = "answer" if is_answer else "unclaimed"
            return [match_text.sentence_about(words, table.session, f"review.{key}", cost.seat)]
        phrases = table.facts.phrases
        if phrases.describe_better is not None and phrases.describe_turn is not None:
            span = table.facts.match.turns()[self._turn_number(cost)]
            done, played = phrases.describe_turn(words, table.session, span), table.facts.match.moves(span)
            better_turn = (*played[: cost.ply - span.first], *moves)
            better = words("review.better", turn=phrases.describe_better(words, better_turn, played))
            return [done, better] if moves else [done]
        if not moves:
            return []
        position = table.facts.match.positions[cost.ply]
        text = turn_text.plain_turn_text(words, table.facts.match.game.key, position, moves)
        return [
            words("review.better", turn=text or turn_text.notate_turn(words, table.session.game, position, moves))
        ]

    def explain_cost(self, cost: Cost) -> str:
        return turn_text.explain_turn(
            self._words, self._table.session, self._table.facts.match.turns()[self._turn_number(cost)]
        )

    def _turn_number(self, cost: Cost) -> int:
        """Return the number of a decision's turn; an unclaimed die belongs to the turn of its throw."""
        ply = max(0, cost.ply - 1) if self._table.facts.ui.has_dice else cost.ply
        spans = self._table.facts.match.turns()
        return next(number for number, span in enumerate(spans) if span.first <= ply < span.last)

    def better_moves(self, cost: Cost) -> tuple[Move, ...]:
        return abilities.read_moves(self._table.facts.match.positions[cost.ply], cost.seat, cost.better)

    def number_turn(self, number: int) -> str:
        return turn_text.number_turn(self._words, self._table.session, number)

    def describe_turn(self, number: int) -> str:
        return turn_text.describe_turn(self._words, self._table.session, number)

    def shown_turn_text(self, number: int) -> str:
        """Return a sentence that names the turn before which the board is shown."""
        words, session = self._words, self._table.session
        spans = self._table.facts.match.turns()
        if number == len(spans):
            return words("review.at_now" if self._table.facts.match.outcome() is None else "review.at_end")
        if self.states_chances:
            has_thrown = self._table.facts.ui.has_dice and number > 0  # the dice of the turn are shown
            key = "review.at_throw" if has_thrown else "review.at_turn"
            return words(key, turn=turn_text.number_turn(words, session, number), n=number)
        if spans[number].seat == NATURE:
            return words("review.at_deal")
        name = match_text.you_or_name(words, session, spans[number].seat)
        return words("review.at_play", n=self._table.facts.match.count_turns(number + 1), name=name)
