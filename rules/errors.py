"""Errors for invalid texts and moves. Their messages are sentences for the user."""

from collections.abc import Sequence

from rules.contract import Refusal, Target


class PositionError(ValueError):
    """Error for a position text that can't be read; the message says where and why.

    `code` selects the sentence on the screen, `facts` fill its placeholders, `targets` are the targets at fault.
    Codes of every board game: `text` (no text of this kind), `field` {n}, `part` {part}, `row` {row} (that can't be
    read), `rows` {count} (not eight of them), `large` {n, most} (a number above the largest); others are the game's
    own. The fact `seat` is a seat, `look` a token, `card` a card.
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
    """Error for a line of mail that can't be read or played; no turn was played.

    `code` selects the sentence on the screen and `facts` fill its placeholders. The message says where and why.
    `refusal`: the position's reason against the turn, if any.
    """

    def __init__(self, code: str, message: str, refusal: Refusal | None = None, **facts: str) -> None:
        super().__init__(message)
        self.code = code
        self.refusal = refusal
        self.facts = facts


class RecordError(ValueError):
    """Error for a record that can't be read; `line` counts from 1 (0: the text as a whole).

    `code` selects the sentence on the screen, `facts` fill its placeholders: `line` {line} (that can't be read),
    `text` (no record of this kind), `turn` {number, turn} and `move` {move} (that can't be played there, for the
    reason `refusal`, if it has one), `over` (the match ends before the line), `position` and `mail` (for the reason
    `problem`), `no-position`, `variant` {variant}, `orthodox`, `draughts`, `result` {result}, `no-end` (of a
    comment or variation), `version` {version}.
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
