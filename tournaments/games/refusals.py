"""The sentences of match lengths, rule errors and events, made with the words of the games."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

import rules
from rules.core import SIDE_NAMES, Event, RuleError
from rules.errors import cited_articles
from tournaments.games import GAMES
from tournaments.games.words import GameWords
from tournaments.refusal import Refused
from tournaments.words import Text, join_in_words


def preset_of(game: str, options: Mapping[str, Any]) -> str:
    """Return the key of the preset with exactly these options, "" if no preset has them."""
    complete = _complete_options(game, options)
    presets = rules.game(game).presets.items()
    return next((key for key, preset in presets if asdict(preset) == complete), "")


def length_in_words(game: str, options: Mapping[str, Any]) -> str:
    """Return the length of a match in the active language, such as «Dos cotos de 3 partidas»."""
    if preset := preset_of(game, options):
        return str(GAMES[game].presets[preset])
    return GAMES[game].length_in_words(_complete_options(game, options))


def length_explained(game: str, options: Mapping[str, Any]) -> str:
    """Return a sentence that says who wins a match of this length, in the active language."""
    return GAMES[game].length_explained(_complete_options(game, options))


def _complete_options(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the stored options, completed with the defaults of options that they lack."""
    return asdict(rules.game(game).Options(**options))


# --- Rules ----------------------------------------------------------------------------------------
# The sentences of the codes that all games of `rules/` share; each game registers the sentences of
# its own codes.
#
# A sentence names the wrong value and the allowed values; the cited article is added at its end.
#
# ARTICLE finds «de el» and «a el», to contract them; a name that begins with «El» stays.
ARTICLE = re.compile(r"\b([Dd]e|[Aa]) el\b")


SENTENCES: dict[str, Text] = {
    "line_empty": _("La anotación está vacía"),
    "line_too_long": _("La anotación tiene %(length)s caracteres: el máximo es %(allowed)s"),
    "line_unreadable": _("No se entiende «%(value)s»; se escribe así: %(allowed)s"),
    "match_over": _("El encuentro ya ha terminado: no se puede anotar más"),
    "level_needs_winner": _(
        "Van iguales y aquí tiene que ganar alguien: que jueguen algo más, o dé el encuentro a uno"
    ),
    "reason_missing": _("Escriba el motivo detrás de dos puntos"),
    "reason_too_long": _("El motivo tiene %(length)s caracteres: el máximo es %(allowed)s"),
    "reason_unprintable": _("El motivo lleva signos que no se pueden imprimir: «%(value)s»"),
    "json_unreadable": _("No es un JSON válido"),
    "no_mirror": _(
        "Estas anotaciones no se pueden cambiar de lado sin que cuenten otra cosa: corrija el acta."
    ),
    "json_not_object": _("Envíe un objeto JSON, no %(value)s"),
    "json_missing": _("%(named)s: escriba un valor (%(allowed)s)"),
    "json_unknown": _("Campo desconocido: «%(value)s». Valen: %(allowed)s"),
    "json_type": _("%(named)s: escriba %(allowed)s, no «%(value)s»"),
    "not_a_side": _("%(named)s: escriba una de las letras %(allowed)s, no «%(value)s»"),
    "not_a_choice": _("%(named)s: «%(value)s» no vale. Valen: %(allowed)s"),
    "game_unknown": _("No hay ningún juego «%(value)s»; los que hay: %(allowed)s"),
    "preset_unknown": _("No hay ninguna modalidad «%(value)s»; las que hay: %(allowed)s"),
    "option_unknown": _("No hay ninguna opción «%(value)s»; las que hay: %(allowed)s"),
    "option_type": _("%(named)s: escriba %(allowed)s, no «%(value)s»"),
    "option_range": _("%(named)s: escriba un número de %(low)s a %(high)s, no %(value)s"),
    "acta_header": _("No se entiende la cabecera «%(value)s»; se escribe así: %(allowed)s"),
    "acta_header_twice": _("La cabecera «%(value)s» está dos veces"),
    "acta_too_long": _("El acta tiene %(length)s caracteres: el máximo es %(allowed)s"),
}

FIELDS: dict[str, Text] = {
    "line": _("La anotación"),
    "hand": _("La anotación"),
    "reason": _("El motivo"),
    "loser": _("Quién pierde"),
    "kind": _("La clase de anotación"),
    "game": _("El juego"),
    "preset": _("La modalidad"),
    "options": _("Las opciones"),
}

_KINDS: dict[object, Text] = {
    "int": _("un número entero"),
    "number": _("un número"),
    "bool": _("sí o no"),
    "str": _("un texto"),
    "list": _("una lista"),
    "[A, B]": _("dos números enteros, el de A y el de B"),
    "[A, B, …]": _("una lista de números, uno de cada bando"),
}


def message(error: RuleError) -> str:
    """Return the sentence for this error, with its article, in the active language."""
    return str(rule_refusal(error))


def rule_refusal(error: RuleError) -> Refused:
    """Return the error as a refusal of the site: status 409 if the match is over, else 400."""
    params, article = dict(error.params), cited_articles(error.article)
    if error.code in ("json_type", "option_type"):
        params["allowed"] = _KINDS.get(params["allowed"], params["allowed"])
    words = _words_of(error.code)
    for name, values in words.values.items() if words else ():
        if name in params:
            params[name] = values[str(params[name])]
    sentences = words.sentences if words else SENTENCES
    return Refused(
        error.code,
        _add_article(sentences[error.code], article),
        field=error.field,
        status=409 if error.code == "match_over" else 400,
        article=article,
        **params,
        named=_field_of(words, error.field),
    )


def _words_of(code: str) -> GameWords | None:
    """Return the words of the game with this code; None for a code that all games share."""
    return GAMES.get(code.partition(".")[0])


def _field_of(words: GameWords | None, field: str) -> Text:
    """Return the name of the field in the words of this game, else of any game, else in FIELDS.

    A field without a name is returned as it is.
    """
    tables = [game.fields for game in ([words] if words else []) + [*GAMES.values()]]
    return next((table[field] for table in (*tables, FIELDS) if field in table), field)


def _add_article(sentence: Text, article: str) -> Text:
    return format_lazy("{} ({}).", sentence, article) if article else format_lazy("{}.", sentence)


def event_message(event: Event, names: Sequence[str] = SIDE_NAMES) -> str:
    """Return the sentence of an event, with the names of the sides in place of their letters.

    The sides are the event's own side, its rival, and the sides in the parameters that the words of
    the game list in `side_params`.

    >>> event = Event("guinote.coto_won", 0, (("partidas", (3, 1)),))
    >>> event_message(event, ["Pilar y Ana", "Los Royos"])
    'Pilar y Ana gana el coto (3-1).'
    """
    params = dict(event.params)
    code = f"{event.code}.{params['by']}" if "by" in params else event.code
    values = {name: _param_in_words(value) for name, value in params.items()}
    words = GAMES[event.code.partition(".")[0]]
    for name in words.side_params:
        if name in params:
            values[name] = sides_in_words(str(params[name]), names)
    if event.side is not None:
        values["side"] = names[event.side]
        if event.side < 2:  # A and B have each other as rival
            values["rival"] = names[1 - event.side]
    return _contract_articles(f"{words.events[code] % values}.")


def _contract_articles(sentence: str) -> str:
    """Return the sentence with «de el» and «a el» contracted before the name of a side.

    >>> _contract_articles("Paco cobra el alce: 10, de el jugador 2 y Pilar.")
    'Paco cobra el alce: 10, del jugador 2 y Pilar.'
    """
    return ARTICLE.sub(r"\1l", sentence)


def sides_in_words(letters: str, names: Sequence[str]) -> str:
    """Return the names of the sides with these letters, as a list in words.

    >>> sides_in_words("A, C", ["el jugador 4", "el jugador 9", "el jugador 2"])
    'el jugador 4 y el jugador 2'
    """
    sides = [names[SIDE_NAMES.index(letter)] for letter in letters if letter in SIDE_NAMES]
    return join_in_words(sides)


def _param_in_words(value: object) -> object:
    """Return a parameter as a sentence shows it.

    A whole number stays a number, because the sentence may depend on its plural.
    """
    if isinstance(value, int):
        return value
    if isinstance(value, tuple):
        return "-".join(str(number) for number in value)
    return "" if value is None else str(value)
