"""What is wrong with a text from outside: errors whose message is a sentence for the person who can act on it."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Refusal, Target


class PositionError(ValueError):
    """A position text can't be read; the message is a sentence that says where and why.

    `code` names the words for the screen, `facts` fill their placeholders, `targets` are the targets at fault. Codes
    of every board game: `text` (no text of this kind), `field` {n}, `part` {part}, `row` {row} (that can't be read),
    `rows` {count} (not eight of them), `large` {n, most} (a number above the largest); others are the
    game's own. The fact `seat` is a seat, `look` a token, `card` a card.
    """

    def __init__(self, message: str, code: str = "text", targets: Sequence[Target] = (), **facts: str) -> None:
        super().__init__(message)
        self.code = code
        self.targets = tuple(targets)
        self.facts = facts


class TurnError(ValueError):
    """A turn can't be read or played: `code` is one word in capitals, the message a sentence.

    `refusal` says the same on the screen, where the turn is a gesture that the position refuses.
    """

    def __init__(self, code: str, message: str, refusal: Refusal | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.refusal = refusal


class MailError(ValueError):
    """A line of mail can't be taken; nothing was played. `code` names the words, `facts` fill their placeholders.

    The message is a sentence that says where and why. `refusal`: what the position says against the turn, if it does.
    """

    def __init__(self, code: str, message: str, refusal: Refusal | None = None, **facts: str) -> None:
        super().__init__(message)
        self.code = code
        self.refusal = refusal
        self.facts = facts


class RecordError(ValueError):
    """A record can't be read: the message is a sentence; `line` counts from 1 (0: the text as a whole).

    `code` names the words for the screen, `facts` fill their placeholders: `line` {line} (that can't be read), `text`
    (no record of this kind), `turn` {number, turn} and `move` {move} (that can't be played there, for the reason
    `refusal`, if it has one), `over` (the match ends before the line), `position` and `mail` (for the reason
    `problem`), `no-position`, `variant` {variant}, `orthodox`, `draughts`, `result` {result}, `no-end` (of a comment
    or variation), `version` {version}.
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
    """A move was not among the legal ones; nothing has changed."""
