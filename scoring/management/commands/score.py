"""`manage.py score`: judge an acta line by line; print a JSON object for each line."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

import rules
from rules import acta
from rules.core import (
    SIDE_NAMES,
    AnyGame,
    Event,
    GameOptions,
    RuleError,
    Score,
    options_of,
    parse_json,
)
from rules.reading import LINE_LENGTH, quoting
from tournaments.games.refusals import event_message, message

USAGE = 2  # exit status of a wrong command, as opposed to a refused line


class Command(BaseCommand):
    help = (
        "Puntúa un acta: por cada línea escribe un JSON con el tanteo, o con la razón por la que "
        "se rechaza. Termina con 1 si se ha rechazado alguna línea."
    )
    requires_system_checks: list[str] = []  # the rules need neither the database nor the pages

    def create_parser(self, *names: str, **options: Any) -> CommandParser:
        """Return a parser that also accepts options between the game and the file."""
        parser = super().create_parser(*names, **options)
        parser.parse_args = parser.parse_intermixed_args  # type: ignore[method-assign]
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="el juego (véase manage.py games)")
        parser.add_argument("file", nargs="?", default="-", help="el acta; sin él o con -, stdin")
        parser.add_argument("--preset", default="", help="la modalidad")
        parser.add_argument("--set", action="append", default=[], metavar="opción=valor")
        parser.add_argument("--json", action="store_true", help="cada línea es un objeto JSON")

    def handle(self, **arguments: Any) -> None:
        text = _text(arguments["file"])
        try:
            game = rules.game(arguments["game"])
            lines, options = _lines_and_options(game, text, arguments)
        except RuleError as error:
            raise CommandError(message(error), returncode=USAGE) from None
        refused_lines = 0
        for judgement in judge(game, options, lines, structured=arguments["json"]):
            self.stdout.write(json.dumps(judgement))
            refused_lines += not judgement["ok"]
        if refused_lines:
            sys.exit(1)


def judge(
    game: AnyGame, options: GameOptions, lines: list[str], *, structured: bool
) -> Iterator[dict[str, Any]]:
    """Yield a JSON object for each line: the score after it, or its error.

    A refused line does not change the score.
    """
    score = game.start(options)
    for number, line in enumerate(lines, 1):
        try:
            with quoting(None if structured else line):
                hand = game.from_json(parse_json(line)) if structured else game.parse(line)
                score = game.play(score, hand, options)
        except RuleError as error:
            shown_line = line[:LINE_LENGTH]
            yield {"ok": False, "hand": number, "line": shown_line, "error": _error(error)}
        else:
            yield {"ok": True, "hand": number, "line": str(hand), **_score_values(game, score)}


def _score_values(game: AnyGame, score: Score[object]) -> dict[str, Any]:
    return {
        "points": list(score.points),
        "score": dict(zip(game.tallies, map(list, score.tallies), strict=True)),
        "events": [_event(event) for event in score.events],
        "winner": _letter(score.winner),
        "over": score.over,
    }


def _event(event: Event) -> dict[str, Any]:
    return {
        "code": event.code,
        "side": _letter(event.side),
        "params": dict(event.params),
        "message": event_message(event),
    }


def _error(error: RuleError) -> dict[str, Any]:
    return {
        "code": error.code,
        "article": error.article,
        "field": error.field,
        "message": message(error),
        "params": error.params,
    }


def _letter(side: int | None) -> str | None:
    return None if side is None else SIDE_NAMES[side]


def _lines_and_options(
    game: AnyGame, text: str, arguments: dict[str, Any]
) -> tuple[list[str], GameOptions]:
    """Return the lines, and the options in `arguments`, else in the acta's header.

    Raises CommandError if the acta is of another game.
    """
    changes = dict(_option(word) for word in arguments["set"])
    if arguments["json"]:
        lines = [line for line in text.split("\n") if line.strip()]
        return lines, options_of(game, arguments["preset"], changes)
    record = acta.read_acta(text)
    acta_game = record.header.get("juego", game.key)
    if acta_game != game.key:
        params = {"named": acta_game, "asked": game.key}
        raise _usage(_("El acta es de «%(named)s» y se ha pedido «%(asked)s».") % params)
    if arguments["preset"] or changes or "juego" not in record.header:
        return list(record.lines), options_of(game, arguments["preset"], changes)
    return list(record.lines), acta.read_header(record)[1]


def _option(word: str) -> tuple[str, object]:
    name, equals, value = word.partition("=")
    if not equals:
        raise _usage(_("--set se escribe opción=valor, y ha llegado «%s».") % word)
    return name, value


def _text(name: str) -> str:
    """Return the text of the file, or of standard input for «-».

    Raises CommandError if it cannot be read or is not UTF-8.
    """
    try:
        content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return content.decode("utf-8-sig")
    except OSError as error:
        params = {"file": name, "why": error.strerror}
        raise _usage(_("No se puede leer «%(file)s»: %(why)s.") % params) from None
    except ValueError:
        raise _usage(_("«%s» no está en UTF-8: guárdelo así y repita.") % name) from None


def _usage(sentence: str) -> CommandError:
    return CommandError(sentence, returncode=USAGE)
