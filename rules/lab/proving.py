"""Proofs of puzzles: the turns that force a win within n turns, and the longest defence, as a tree.

*Within n turns* is defined in `proof`, and for Duck Chess in `duck_chess_proof`. Turns that lead to the same position
are one turn. In Duck Chess turns with the same piece move are one, with all squares of the duck that win.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from rules import find
from rules.abilities import play_all
from rules.contract import Position
from rules.game import Game
from rules.lab.proof import Proof, ProofBoard
from rules.teaching.puzzles import Node, PuzzleAnswer, WrongTurns

if TYPE_CHECKING:
    from rules.lab.duck_chess_proof import DuckChessProof

Turns: TypeAlias = tuple[str, ...]  # texts of one turn
Sound: TypeAlias = Callable[[Any, int], bool]  # `Prover.sound`
MAX_ANSWERS: Final = 40  # most answers in a solution


class Prover(Protocol):
    def sound(self, position: Position, turns: int) -> bool:
        """Return whether no rule that the proof ignores can apply within `turns` turns."""

    def winning(self, position: Position, turns: int) -> list[Turns]:
        """Return the turns that win within `turns` turns, including this one."""

    def answers(self, position: Position, won: Turns, turns: int) -> list[tuple[Turns, str]]:
        """Return the longest defences against a winning turn, each after those texts of the turn that it answers.

        The defence is "" if the match is over.
        """

    def holds(self, position: Position, turns: int) -> list[WrongTurns]:
        """Return the refutations of the turns that don't win within `turns` turns and don't end the match."""

    def forget(self) -> None:
        """Delete all stored results."""


def position_after(game: Game, position: Position, text: str) -> Position:
    return play_all(position, game.text.read_turn(position, text))


class PlainProver:
    """Proofs of games in which every turn can be tried."""

    def __init__(self, game: Game, make_board: Callable[[Any], ProofBoard[Any]], sound: Sound) -> None:
        self._game = game
        self._make_board = make_board
        self._sound = sound
        self._proof = Proof()

    def sound(self, position: Position, turns: int) -> bool:
        return self._sound(position, turns)

    def winning(self, position: Position, turns: int) -> list[Turns]:
        mover = position.to_move
        return [texts for texts, after in self._distinct_turns(position) if self._has_win(after, mover, turns - 1)]

    def _has_win(self, position: Position, seat: int, turns: int) -> bool:
        """Return whether `seat`, which has just moved, has won or can force a win within `turns` further turns."""
        outcome = position.outcome()
        if outcome is not None:
            return seat in outcome.winners
        return turns > 0 and self._proof.loses(self._make_board(position), turns)

    def _distinct_turns(self, position: Position) -> list[tuple[Turns, Position]]:
        """Return the legal turns, each with all its texts and the position after it."""
        found: dict[Position, list[str]] = {}
        for text in sorted(self._game.play.turns(position)):
            found.setdefault(position_after(self._game, position, text), []).append(text)
        return [(tuple(texts), after) for after, texts in found.items()]

    def answers(self, position: Position, won: Turns, turns: int) -> list[tuple[Turns, str]]:
        after_win = position_after(self._game, position, won[0])
        if after_win.outcome() is not None:
            return [(won, "")]
        defences = [
            (self._resistance(after, turns - 1), texts[0]) for texts, after in self._distinct_turns(after_win)
        ]
        return [(won, max(defences)[1])]

    def _resistance(self, position: Position, turns: int) -> tuple[int, int]:
        """Return how many turns the attacker needs and, if all `turns`, minus the number of winning turns, else 0."""
        if position.outcome() is not None:
            return (0, 0)
        needed = next(count for count in range(1, turns + 1) if self._proof.wins(self._make_board(position), count))
        return needed, -len(self.winning(position, needed)) if needed == turns else 0

    def holds(self, position: Position, turns: int) -> list[WrongTurns]:
        found: dict[str, list[str]] = {}
        for texts, after in self._distinct_turns(position):
            if after.outcome() is None and not self._has_win(after, position.to_move, turns - 1):
                found.setdefault(self._refutation(after, turns - 1, list(found)), []).extend(texts)
        return [WrongTurns(tuple(texts), (reply,)) for reply, texts in found.items()]

    def _refutation(self, position: Position, turns: int, preferred: list[str]) -> str:
        """Return a turn, if possible a `preferred` one, after which the other side can't win within `turns` turns."""
        after = {text: reached for texts, reached in self._distinct_turns(position) for text in texts}
        ordered = [*(text for text in preferred if text in after), *after]
        return next(text for text in ordered if not self._can_win(after[text], 1 - position.to_move, turns))

    def _can_win(self, position: Position, seat: int, turns: int) -> bool:
        """Return whether `seat`, which is to move, has won or can force a win within `turns` turns."""
        outcome = position.outcome()
        if outcome is not None:
            return seat in outcome.winners
        return self._proof.wins(self._make_board(position), turns)

    def forget(self) -> None:
        self._proof.forget()


class DuckChessProver:
    """Proofs of Duck Chess, which has too many turns to try each of them."""

    def __init__(self, game: Game, proof: DuckChessProof, sound: Sound) -> None:
        self._game = game
        self._sound = sound
        self._proof = proof

    def sound(self, position: Position, turns: int) -> bool:
        return self._sound(position, turns)

    def winning(self, position: Any, turns: int) -> list[Turns]:
        found: list[Turns] = []
        for move in position.piece_moves():
            middle = position.play(move)
            if middle.pending is None:
                found.append((self._game.text.write_turn(position, (move,)),))
            elif turns > 1 and self._proof.wins(middle, turns):
                ducks = [duck for duck in middle.legal_moves() if self._proof.loses(middle.play(duck), turns - 1)]
                found.append(tuple(self._game.text.write_turn(position, (move, duck)) for duck in ducks))
        return found

    def answers(self, position: Position, won: Turns, turns: int) -> list[tuple[Turns, str]]:
        if turns == 1 or position_after(self._game, position, won[0]).outcome() is not None:
            return [(won, "")]
        after: dict[str, Any] = {text: position_after(self._game, position, text) for text in won}
        defences = {text: self._proof.longest(after[text], turns - 1) for text in won}
        found: list[tuple[Turns, str]] = []
        unanswered = sorted(won, key=lambda text: -defences[text][0])
        while unanswered:
            reply = defences[unanswered[0]][1]
            # the duck's square makes no difference once the other side has moved the duck
            answered = [text for text in unanswered if self._is_defence(after[text], reply, defences[text][0])]
            written = self._game.text.write_turn(after[unanswered[0]], reply)
            found.append((tuple(answered), written))
            unanswered = [text for text in unanswered if text not in answered]
        return found

    def holds(self, position: Any, turns: int) -> list[WrongTurns]:
        found: dict[tuple[str, ...], list[str]] = {}
        for move in position.piece_moves():
            middle = position.play(move)
            if middle.pending is None:
                continue
            replies: list[Any] = []
            texts: list[str] = []
            for duck in middle.legal_moves():
                after = middle.play(duck)
                # a reply that is also legal after another duck move leads to the same position
                if after.outcome() is not None or any(self._is_playable(after, reply) for reply in replies):
                    continue
                reply = self._proof.refutation(after, turns - 1)
                if reply is not None:
                    replies.append(reply)
                    texts.append(self._game.text.write_turn(after, reply))
            if texts:
                found.setdefault(tuple(texts), []).append(str(move))
        return [WrongTurns(tuple(heads), texts) for texts, heads in found.items()]

    def forget(self) -> None:
        """Do nothing, as no result is stored."""

    def _is_playable(self, position: Any, reply: Any) -> bool:
        """Return whether a turn of another position is legal here."""
        if reply[0] not in position.piece_moves():
            return False
        middle = position.play(reply[0])
        return middle.pending is None if len(reply) == 1 else middle.shown[reply[1].end] == 0

    def _is_defence(self, position: Any, reply: Any, turns: int) -> bool:
        """Return whether a turn is legal here and holds out for `turns` turns."""
        if not self._is_playable(position, reply):
            return False
        move, duck = reply
        middle = position.play(move)
        reached = middle.play(type(duck)(duck.seat, middle.duck, duck.end))
        return turns < 2 or not self._proof.wins(reached, turns - 1)


def prover(key: str) -> Prover:
    """Return the prover of a game. Raises ValueError if there is none."""
    game = find(key)
    if game is not None and key == "duck-chess":
        from rules.lab import duck_chess_proof as duck_chess

        return DuckChessProver(game, duck_chess.DuckChessProof(), duck_chess.sound)
    if game is not None and key == "ducart":
        from rules.lab import ducart_proof as ducart

        return PlainProver(game, ducart.DucartProofBoard, ducart.sound)
    if game is not None and key == "double-draughts":
        from rules.lab import double_draughts_proof as double_draughts

        return PlainProver(game, double_draughts.DraughtsProofBoard, double_draughts.sound)
    raise ValueError(f"Nothing is proved of {key}.")


class LargeError(ValueError):
    """Error for a solution with too many lines for a file."""


def solution(
    game: Game, proofs: Prover, position: Position, turns: int, wrong: bool = True, room: int = MAX_ANSWERS
) -> Node | None:
    """Return the tree of winning turns and longest defences, without the last turn, which the rules judge.

    With `wrong` it includes the refutations of wrong turns. Raises LargeError for more than `room` answers.
    """
    if turns < 2 or position.outcome() is not None:
        return None
    found: list[PuzzleAnswer] = []
    for won in proofs.winning(position, turns):
        for texts, reply in proofs.answers(position, won, turns):
            room -= 1
            if room < 0:
                raise LargeError
            continuation = None
            if reply:
                after = position_after(game, position_after(game, position, texts[0]), reply)
                continuation = solution(game, proofs, after, turns - 1, wrong, room)
                room -= continuation.size if continuation is not None else 0
            found.append(PuzzleAnswer(texts, reply, continuation))
    return Node(tuple(found), tuple(proofs.holds(position, turns)) if wrong else ())
