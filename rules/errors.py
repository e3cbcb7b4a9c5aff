"""Errors for invalid texts and moves. Their messages are sentences for the user."""

from collections.abc import Sequence

from rules.contract import Refusal, Target


class PositionError(ValueError):
    """Error for a position text that can't be read; the message says where and why.

    `code` selects the sentence on the screen, `facts` fill its placeholders, and `targets` are the places at fault.
    Codes of all board games, with their facts: `text` (this is no position text), `field` {n}, `part` {part} and
    `row` {row} (it can't be read), `rows` {count} (there aren't eight rows), `large` {n, most} (field n has a number
    above `most`). The other codes are of one game. The fact `seat` is a seat, `look` a token's look, `card` a card.
    """

    def __init__(self, message: str, code: str = "text", targets: Sequence[Target] = (), **facts: str) -> None:
        super().__init__(message)
        self.code = code
        self.targets = tuple(targets)
        self.facts = facts


class TurnError(ValueError):
    """Error for a turn that can't be read or played. `code` is one word in capitals.

    `refusal` is the reason for the screen, if the position refuses the turn as a gesture.
    """

    def __init__(self, code: str, message: str, refusal: Refusal | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.refusal = refusal


class MailError(ValueError):
    """Error for a line of mail that can't be read or played; the match is unchanged.

    `code` selects the sentence on the screen and `facts` fill its placeholders. The message says where and why.
    `refusal` is the reason why the position refuses the turn, if it has one.
    """

    def __init__(self, code: str, message: str, refusal: Refusal | None = None, **facts: str) -> None:
        super().__init__(message)
        self.code = code
        self.refusal = refusal
        self.facts = facts


class RecordError(ValueError):
    """Error for a record that can't be read; `line` counts from 1, and 0 means the text as a whole.

    `code` selects the sentence on the screen and `facts` fill its placeholders. The codes, with their facts: `line`
    {line} (the line can't be read), `text` (the text is no record), `turn` {number, turn} and `move` {move} (the turn
    or move can't be played there; `refusal` is the reason, if it is known), `over` (the match ends before the line),
    `position` and `mail` (`problem` is the reason), `no-position` (the start position is missing), `variant`
    {variant}, `orthodox` and `draughts` (the record is of another game), `result` {result} (the result doesn't fit
    the match), `no-end` (a comment or a variation has no end), `version` {version} (the version is unknown).
    """

    def __init__(
        self,
        line: int,
        message: str,
        code: str = "",
        refusal: Refusal | None = None,
        problem: PositionError | MailError | None = None,
        **facts: str,
    ) -> None:
        super().__init__(f"Line {line}: {message}" if line else message)
        self.line = line
        self.code = code or ("line" if line else "text")
        self.refusal = refusal
        self.problem = problem
        self.facts = facts


class IllegalMoveError(ValueError):
    """Error for an illegal move; the match is unchanged."""
