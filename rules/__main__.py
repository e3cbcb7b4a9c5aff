"""The command line `python -m rules`. An error is printed to stderr as one sentence, and the exit code is then 2."""

import argparse
import errno
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

import rules
from rules import console
from rules.common.quoting import make_printable
from rules.contract import Position


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        _exit_with_error(f"{message[:1].upper()}{make_printable(message[1:], 300)}. {self.prog} --help tells more.")


def _exit_with_error(sentence: str) -> NoReturn:
    print(make_printable(" ".join(sentence.splitlines()), 1000), file=sys.stderr)
    raise SystemExit(2)


def _read_count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value


def _read_seconds(text: str) -> float:
    value = float(text)
    if not 0 < value < 1e6:
        raise ValueError(text)
    return value


_read_count.__name__, _read_seconds.__name__ = "count", "time in seconds"  # used in messages of argparse


def _add_position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--position", help="position text; without it the start position")
    parser.add_argument("--options", default="", help="k=v,... where a game has options that its text doesn't carry")


def _read_position(args: argparse.Namespace) -> Position:
    return console.position_of(console.game_of(args.game), args.position, args.options)


def _print_games(args: argparse.Namespace) -> None:
    for game in rules.GAMES:
        print(game.key)


def _print_turns(args: argparse.Namespace) -> None:
    for text in console.turns(console.game_of(args.game), _read_position(args)):
        print(text)


def _play_turns(args: argparse.Namespace) -> None:
    after = console.play(console.game_of(args.game), _read_position(args), args.turn)
    print(after.text())
    outcome = after.outcome()
    if outcome is not None:
        print(" ".join(["outcome", outcome.reason, *map(str, outcome.winners)]))


def _print_perft(args: argparse.Namespace) -> None:
    print(console.perft(console.game_of(args.game), _read_position(args), args.depth)[-1])


def _print_best(args: argparse.Namespace) -> None:
    for name, value in console.best(console.game_of(args.game), args.cards).items():
        print(f"{name}: {'; '.join(value) if isinstance(value, list) else json.dumps(value)}")


def _print_chance(args: argparse.Namespace) -> None:
    game = next(game for game in rules.GAMES if game.facts.chance is not None)
    position = console.position_of(game, args.position, args.options)
    print(f"{console.chance(game, position):.6f}")


def _print_engine_turn(args: argparse.Namespace) -> None:
    from rules.ai.opponents import choose_turn_text  # the engines load only when asked

    game = console.game_of(args.game)
    position = _read_position(args)
    with _converting_engine_errors():
        print(choose_turn_text(game, position, level_number=args.level, seconds=args.seconds, nodes=args.nodes))


@contextmanager
def _converting_engine_errors() -> Iterator[None]:
    try:
        yield
    except ValueError as problem:
        sentence = f"{str(problem)[:1].upper()}{str(problem)[1:]}.".replace("..", ".")
        raise console.QuestionError("THINK", sentence) from None


def _print_best_lines(args: argparse.Namespace) -> None:
    from rules.ai.opponents import opponent, opponent_of
    from rules.ai.uci_client import UciHistory
    from rules.search.budget import Budget

    game, position = console.game_of(args.game), _read_position(args)
    budget = Budget(args.nodes, args.seconds or (1.0 if args.nodes is None else None))
    with _converting_engine_errors():
        lines = opponent(game.key).analyse_lines(position, args.lines, budget)
    for line in lines:
        value = "unknown" if line.value is None else f"{line.value:.3f}"
        history = UciHistory.of(game, position, line.moves)
        unfinished = history.unfinished_turn and (game.text.write_turn(history.position, history.unfinished_turn),)
        turns = " ".join([*history.turns, *unfinished])
        print(f"{opponent_of(game.key).review_unit} {value} score {line.score} depth {line.depth} line {turns}")


def _run_uci(args: argparse.Namespace) -> None:

    from rules.ai import uci_server

    if sys.stdin is None or sys.stdout is None:
        raise console.QuestionError("INPUT", "UCI needs a standard input and output.")
    uci_server.run(sys.stdin.buffer, sys.stdout.buffer)


def _answer_lines(args: argparse.Namespace) -> None:
    """Answer each JSON line of the input by one JSON line; an invalid line gets an error and reading continues."""
    if sys.stdin is None:
        raise console.QuestionError("INPUT", "There is no standard input to read questions from.")
    for line in sys.stdin.buffer:
        if line.strip():
            print(_answer_line(line), flush=True)


def _answer_line(line: bytes) -> str:
    try:
        question = json.loads(line)
    except (ValueError, RecursionError):
        return json.dumps({"id": None, "error": "This line is not JSON.", "code": "JSON"})
    try:
        return json.dumps(console.answer(question), allow_nan=False)
    except (ValueError, RecursionError):  # an id such as NaN, which Python reads and JSON doesn't know
        return json.dumps({"id": None, "error": "This id can't be written as JSON.", "code": "JSON"})


def _add_limits(parser: argparse.ArgumentParser) -> argparse._MutuallyExclusiveGroup:
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--seconds", type=_read_seconds)
    group.add_argument("--nodes", type=_read_count)
    return group


def _build_parser(program: str) -> argparse.ArgumentParser:
    from rules.lab.commands import add_commands  # the executable has no lab

    parser = _Parser(prog=program, description="Ask the rules and the engines of Tablier's games.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    def command(name: str, run: Callable[[argparse.Namespace], None], words: str, *, game: bool = True) -> _Parser:
        sub = commands.add_parser(name, help=words, description=words)
        sub.set_defaults(run=run)
        if game:
            sub.add_argument("game", metavar="GAME")
        return sub

    command("games", _print_games, "list the keys of the games", game=False)
    _add_position(command("turns", _print_turns, "list the legal turns, sorted, one a line"))
    sub = command("play", _play_turns, "print the position after the turns, and the outcome if it is over")
    sub.add_argument("turn", metavar="TURN", nargs="+")
    _add_position(sub)
    sub = command("perft", _print_perft, "count the turn sequences of a length")
    sub.add_argument("depth", metavar="DEPTH", type=_read_count)
    _add_position(sub)
    sub = command("best", _print_best, "tell what a hand of cards can lay at best: exact, with melds that do it")
    sub.add_argument("cards", metavar="CARDS", help='such as "4H 5H JK 9C"')
    chance = "tell the exact chance of the side next to throw to win the game of Unstacked Draughts"
    _add_position(command("chance", _print_chance, chance, game=False))
    sub = command("think", _print_engine_turn, "let the engine choose a turn")
    _add_position(sub)
    _add_limits(sub).add_argument("--level", type=_read_count)
    sub = command("analyse", _print_best_lines, "print the best turns with chances and lines, within a second")
    _add_position(sub)
    sub.add_argument("--lines", type=_read_count, default=3)
    _add_limits(sub)
    add_commands(command, _read_count, _read_seconds)
    command("uci", _run_uci, "speak UCI, the language of chess programs, for Duck Chess", game=False)
    command("batch", _answer_lines, "answer JSON lines from the standard input", game=False)
    return parser


def main(arguments: list[str] | None = None, program: str = "python -m rules") -> None:
    """Run the command line. `program` is the name in usage and error messages."""
    args = _build_parser(program).parse_args(arguments)
    try:
        args.run(args)
        if sys.stdout is not None:
            sys.stdout.flush()
    except console.QuestionError as problem:
        _exit_with_error(str(problem))
    except KeyboardInterrupt:
        _drop_output()
        raise SystemExit(130) from None
    except OSError as problem:
        if problem.errno in (errno.EPIPE, errno.EINVAL) and not problem.filename:
            _drop_output()  # the reader has closed the pipe, as after "| head"; Windows says EINVAL
            raise SystemExit(0) from None
        if problem.filename:
            _exit_with_error(f"{problem.filename} can't be used: {problem.strerror}.")
        _drop_output()
        _exit_with_error(f"The answer could not be written: {problem.strerror or problem}.")


def _drop_output() -> None:
    """Discard unwritten output; otherwise Python tries to write it at exit and reports an error."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
