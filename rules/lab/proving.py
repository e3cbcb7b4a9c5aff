"""Proofs of puzzles: the turns that force a win within n turns, and the longest defence, as a tree.

*Within n turns* is defined in `rules.lab.proof`, for Duck Chess in `rules.lab.duck_chess_proof`. Whole turns that
lead to the same position are one turn. In Duck Chess turns with the same piece move are one, regardless of the
squares of the duck that win with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from rules import find
from rules.abilities import play_all
from rules.contract import Position
from rules.game import Game
from rules.lab.proof import Proof, ProofBoard
from rules.teaching.puzzles import Hold, Node, PuzzleAnswer

if TYPE_CHECKING:
    from rules.lab.duck_chess_proof import DuckChessProof

Turns: TypeAlias = tuple[str, ...]  # texts of one turn
# (position, turns) -> whether no rule that the proof ignores can apply within this number of turns.
Sound: TypeAlias = Callable[[Any, int], bool]
MOST: Final = 40  # maximum number of answers of a solution


class Prover(Protocol):
    def sound(self, position: Position, turns: int) -> bool:
        """Return whether no rule that the proof ignores can apply within `turns` turns."""

    def winning(self, position: Position, turns: int) -> list[Turns]:
        """Return the turns, each as its texts, that win within `turns` turns, including this one."""

    def answers(self, position: Position, won: Turns, turns: int) -> list[tuple[Turns, str]]:
        """Return the longest defences against one of the `winning` turns, each with the texts that it answers.

        A defence is "" if the match is over.
        """

    def holds(self, position: Position, turns: int) -> list[Hold]:
        """Return the refutations of the turns that don't win within `turns` turns and don't end the match."""

    def forget(self) -> None:
        """Delete all stored results."""


def after(game: Game, position: Position, text: str) -> Position:
    return play_all(position, game.text.read_turn(position, text))


class PlainProver:
    """Proofs of games in which every turn can be tried. `board` makes the board of the game's proof."""

    def __init__(
        self, game: Game, board: Callable[[Any], ProofBoard[Any]], sound: Callable[[Any, int], bool]
    ) -> None:
        self._game = game
        self._board = board
        self._sound = sound
        self._proof = Proof()

    def sound(self, position: Position, turns: int) -> bool:
        return self._sound(position, turns)

    def winning(self, position: Position, turns: int) -> list[Turns]:
        return [texts for texts, left in self._turns(position) if self._won(left, position.to_move, turns - 1)]

    def _won(self, position: Position, seat: int, turns: int) -> bool:
        """Return whether `seat`, which has just moved, has won or can force a win within `turns` more turns."""
        outcome = position.outcome()
        if outcome is not None:
            return seat in outcome.winners
        return turns > 0 and self._proof.loses(self._board(position), turns)

    def _turns(self, position: Position) -> list[tuple[Turns, Position]]:
        found: dict[Position, list[str]] = {}
        for text in sorted(self._game.play.turns(position)):
            found.setdefault(after(self._game, position, text), []).append(text)
        return [(tuple(texts), left) for left, texts in found.items()]

    def answers(self, position: Position, won: Turns, turns: int) -> list[tuple[Turns, str]]:
        left = after(self._game, position, won[0])
        if left.outcome() is not None:
            return [(won, "")]
        held = [(self._holds(reached, turns - 1), texts[0]) for texts, reached in self._turns(left)]
        return [(won, max(held)[1])]

    def _holds(self, position: Position, turns: int) -> tuple[int, int]:
        """Return the turns that the attacker needs and minus its winning turns; larger is harder for it."""
        if position.outcome() is not None:
            return (0, 0)
        needs = next(count for count in range(1, turns + 1) if self._proof.wins(self._board(position), count))
        return needs, -len(self.winning(position, needs)) if needs == turns else 0

    def holds(self, position: Position, turns: int) -> list[Hold]:
        found: dict[str, list[str]] = {}
        for texts, left in self._turns(position):
            if left.outcome() is None and not self._won(left, position.to_move, turns - 1):
                found.setdefault(self._refutation(left, turns - 1, list(found)), []).extend(texts)
        return [Hold(tuple(texts), (reply,)) for reply, texts in found.items()]

    def _refutation(self, position: Position, turns: int, usual: list[str]) -> str:
        """Return a turn, if possible a `usual` one, after which the other side can't win in `turns` turns."""
        lefts = {text: left for texts, left in self._turns(position) for text in texts}
        known = [text for text in usual if text in lefts]
        return next(text for text in [*known, *lefts] if not self._won_by(lefts[text], 1 - position.to_move, turns))

    def _won_by(self, position: Position, seat: int, turns: int) -> bool:
        """Return whether `seat`, which is to move, has won or can force a win within `turns` turns."""
        outcome = position.outcome()
        if outcome is not None:
            return seat in outcome.winners
        return self._proof.wins(self._board(position), turns)

    def forget(self) -> None:
        self._proof.forget()


class DuckChessProver:
    """Proofs of Duck Chess, which has too many turns to try each."""

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
        if turns == 1 or after(self._game, position, won[0]).outcome() is not None:
            return [(won, "")]
        left: dict[str, Any] = {text: after(self._game, position, text) for text in won}
        held = {text: self._proof.longest(left[text], turns - 1) for text in won}
        found: list[tuple[Turns, str]] = []
        waiting = sorted(won, key=lambda text: -held[text][0])
        while waiting:
            reply = held[waiting[0]][1]
            # The duck's square makes no difference once the other side has moved the duck.
            same = [text for text in waiting if self._fits(left[text], reply, held[text][0])]
            written = self._game.text.write_turn(left[waiting[0]], reply)
            found.append((tuple(same), written))
            waiting = [text for text in waiting if text not in same]
        return found

    def holds(self, position: Any, turns: int) -> list[Hold]:
        found: dict[tuple[str, ...], list[str]] = {}
        for move in position.piece_moves():
            middle = position.play(move)
            if middle.pending is None:
                continue
            replies: list[Any] = []
            texts: list[str] = []
            for duck in middle.legal_moves():
                left = middle.play(duck)
                # A reply that is also legal after another duck move leads to the same position.
                if left.outcome() is not None or any(self._playable(left, reply) for reply in replies):
                    continue
                reply = self._proof.refutation(left, turns - 1)
                if reply is not None:
                    replies.append(reply)
                    texts.append(self._game.text.write_turn(left, reply))
            if texts:
                found.setdefault(tuple(texts), []).append(str(move))
        return [Hold(tuple(heads), texts) for texts, heads in found.items()]

    def forget(self) -> None:
        """Do nothing: no result is stored."""

    def _playable(self, position: Any, reply: Any) -> bool:
        """Return whether a turn of another position is legal here."""
        if reply[0] not in position.piece_moves():
            return False
        middle = position.play(reply[0])
        return middle.pending is None if len(reply) == 1 else middle.shown[reply[1].end] == 0

    def _fits(self, position: Any, reply: Any, turns: int) -> bool:
        """Return whether a defence is legal here and lasts `turns` turns."""
        if not self._playable(position, reply):
            return False
        move, duck = reply
        middle = position.play(move)
        reached = middle.play(type(duck)(duck.seat, middle.duck, duck.end))
        return turns < 2 or not self._proof.wins(reached, turns - 1)


def prover(key: str) -> Prover:
    """Return the proofs of a game. Raises ValueError if there are none."""
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
    game: Game, proofs: Prover, position: Position, turns: int, wrong: bool = True, room: int = MOST
) -> Node | None:
    """Return the turns that win within `turns` turns and the longest defences, down to the turn before the last.

    The rules judge the last turn. `wrong`: include the refutations of wrong turns. Raises LargeError if there would
    be more than `room` answers.
    """
    if turns < 2 or position.outcome() is not None:
        return None
    found: list[PuzzleAnswer] = []
    for won in proofs.winning(position, turns):
        for texts, reply in proofs.answers(position, won, turns):
            room -= 1
            if room < 0:
                raise LargeError
            then = None
            if reply:
                reached = after(game, after(game, position, texts[0]), reply)
                then = solution(game, proofs, reached, turns - 1, wrong, room)
                room -= then.size if then is not None else 0
            found.append(PuzzleAnswer(texts, reply, then))
    return Node(tuple(found), tuple(proofs.holds(position, turns)) if wrong else ())
