"""Names of stages, and the text of their sequence."""

from collections.abc import Iterable

from django.utils.translation import gettext

from tournaments.formats.quotas import Quota
from tournaments.formats.words import WORDS, format_in_words
from tournaments.games.refusals import length_explained, length_in_words
from tournaments.models import Stage
from tournaments.rounds.words.quotas import quota_in_words
from tournaments.words import join_in_words


def stage_title(stage: Stage) -> str:
    """Return the number and the name of a stage: «1 · Fase de grupos»."""
    return f"{stage.number} · {stage.label}"


def system_in_words(stage: Stage, stages: Iterable[Stage]) -> str:
    """Return the system of a stage in words, and the stages among `stages` that it feeds.

    An example is «Suizo de 6 rondas; después, Cuadro final (los 8 primeros puestos de la
    clasificación)».
    """
    text = format_in_words(stage.format, stage.format_options)
    fed_stages = [
        _fed_stage_in_words(later, quotas)
        for later in stages
        if (quotas := _quotas(later, stage.number))
    ]
    if not fed_stages:
        return text
    return gettext("%(system)s; después, %(stages)s") % {
        "system": text,
        "stages": ", ".join(fed_stages),
    }


def how_to_play(stage: Stage, stages: Iterable[Stage]) -> dict[str, object]:
    """Return the length of a match and the system, each with a sentence that explains it."""
    game, options = stage.tournament.game, stage.game_options
    return {
        "length": length_in_words(game, options),
        "length_meaning": length_explained(game, options),
        "format": system_in_words(stage, stages),
        "format_meaning": WORDS[stage.format].meaning,
    }


def _quotas(later: Stage, source: int) -> list[Quota]:
    return [Quota(**quota) for quota in later.intake if quota["stage"] == source]


def _fed_stage_in_words(later: Stage, quotas: Iterable[Quota]) -> str:
    sources = join_in_words(map(quota_in_words, quotas))
    return f"{later.name or WORDS[later.format].name} ({sources})"
