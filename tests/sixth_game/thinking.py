"""A simple player of Lines of Action for tests, good enough to end a match soon."""

from tests.sixth_game.position import MEN, Move, Position


def spread(position: Position, seat: int) -> float:
    """Return the sum of the squared distances of a seat's men from their middle."""
    men = [(square % 8, square // 8) for square, man in enumerate(position.cells) if man == MEN[seat]]
    x, y = (sum(one[axis] for one in men) / len(men) for axis in (0, 1))
    return sum(max(abs(column - x), abs(row - y)) ** 2 for column, row in men)


def think(position: Position) -> Move:
    """Return an immediate win, or else the move that gathers the own men best and allows the opponent no immediate
    win."""
    seat = position.to_move

    def weight(move: Move) -> tuple[float, float, str]:
        after = position.play(move)
        outcome = after.outcome()
        if outcome is not None and outcome.winners == (seat,):
            return (-1, 0, str(move))
        answers = (after.play(answer).outcome() for answer in after.legal_moves())
        lost = any(end is not None and end.winners == (1 - seat,) for end in answers)
        return (lost, spread(after, seat) - 0.3 * spread(after, 1 - seat), str(move))

    return min(position.legal_moves(), key=weight)
