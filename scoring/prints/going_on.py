"""«Quién sigue»: those who go on to the next stage, or are still in the tournament."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.prints.ask import Ask, Chunk, header
from scoring.public.going_on import lists_going_on
from scoring.selectors.matches.meetings import competitors_of, meetings
from scoring.selectors.matches.ties import as_ties
from scoring.selectors.stages.endings import stage_over
from scoring.selectors.stages.fates import fates_of
from scoring.selectors.stages.going_on import going_on
from tournaments.formats.quotas import REST
from tournaments.models import Stage, Tournament
from tournaments.names.audience import EVERY_ROUND
from tournaments.refusal import Conflict
from tournaments.selectors.rounds import current_round
from tournaments.selectors.stages import stages_of


def going_on_sheet(tournament: Tournament, ask: Ask) -> list[Chunk]:
    """Each list of those who go on, best first, with the place by which each does; where nobody
    goes to another stage, those who are not out."""
    refuse_nobody_goes_on(tournament, ask)
    stage = tournament.stage
    lists = _to_stages(stage) if _feeds(stage) else _still_in(stage)
    context = {
        **header(tournament, _("Quién sigue"), stage),
        "lists": lists,
        "round": current_round(stage, EVERY_ROUND),
        "over": stage_over(stage, EVERY_ROUND),
    }
    return [Chunk(context)]


def refuse_nobody_goes_on(tournament: Tournament, ask: Ask) -> None:
    """Raises Refused 409 where nobody is ever out nor goes on, or before the first round."""
    stage = tournament.stage
    if not (stage.has_bracket or _feeds(stage)):
        raise Conflict(
            "nobody_goes_on",
            gettext_lazy("De esta fase no se pasa a otra: imprima su clasificación."),
        )
    if current_round(stage, EVERY_ROUND) is None:
        raise Conflict("nothing_drawn", gettext_lazy("Todavía no se ha sorteado nada."))


def _feeds(stage: Stage) -> bool:
    """Whether a later stage takes people by their places in this one."""
    return any(
        quota["stage"] == stage.number and quota["per"] != REST
        for other in stages_of(stage.tournament)
        for quota in other.intake
    )


def _to_stages(stage: Stage) -> list[dict[str, Any]]:
    competitors = competitors_of(stage.tournament)
    return [
        {
            "title": one["title"],
            "rows": [{"competitor": who, "why": why} for who, why in one["rows"]],
            "contests": one["contests"],
        }
        for one in lists_going_on(stage, going_on(stage, EVERY_ROUND), competitors)
    ]


def _still_in(stage: Stage) -> list[dict[str, Any]]:
    competitors = competitors_of(stage.tournament)
    fates = fates_of(stage, as_ties(meetings(stage, competitors, EVERY_ROUND)), competitors)
    if fates is None:
        return []
    rows = [
        {"competitor": competitors[number], "why": _lives(fates.lives_left(number))}
        for number in sorted(fates.alive)
    ]
    return [{"title": _("Siguen en el torneo"), "rows": rows}]


def _lives(left: int) -> str:
    if not left:
        return ""
    return ngettext("Le queda %(left)s vida", "Le quedan %(left)s vidas", left) % {"left": left}
