"""The next step of the day, as text with a link to its page."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Round, Stage, Tournament
from tournaments.permissions import allows
from tournaments.rounds.selectors.day import Day
from tournaments.rounds.selectors.rounds import next_serial
from tournaments.rounds.words.rounds import draw_labels
from tournaments.words import Text


@dataclass(frozen=True, slots=True)
class NextStep:
    """A step: the act that it needs (`act`), the name of its page (`url`), its button and reason.

    `stage` is the number of the stage of the page, 0 for the shown stage, and `round` the serial of
    its round. `draws` is the number, within its stage, of the round that the button draws; `lots`
    tells whether lots decide it. `without` labels the button that draws without the missing
    entries. `opens` is the number of the stage that the page opens. With `posts`, the button
    performs the step.
    """

    act: str
    url: str
    icon: str
    button: Text
    why: Text
    stage: int = 0
    round: int = 0
    draws: int = 0
    lots: bool = False
    without: Text = ""
    opens: int = 0
    posts: bool = False


def next_steps(
    tournament: Tournament, day: Day, role: str, today: date
) -> tuple[NextStep, NextStep]:
    """Return the next step of the tournament, and the next step that this role may take."""
    steps = list(_steps(tournament, day, today))
    return steps[0], next(step for step in steps if allows(step.act, role, True))


def _steps(tournament: Tournament, day: Day, today: date) -> Iterator[NextStep]:
    """Yield the next step, then alternatives for users who may not take it."""
    if tournament.is_template:
        yield NextStep(
            "copy_tournament",
            "edition",
            "plus",
            _("Preparar el siguiente torneo"),
            _("Es una plantilla: cada torneo sale de ella con solo el nombre y el día."),
        )
    elif day.following:
        yield _opening_step(day.following[0])
    elif day.finished:
        yield _other_stage_step(day.elsewhere[0]) if day.elsewhere else _standings_step(day)
    elif day.silent and day.silent.announced_at is None:
        yield _announcement_step(day.silent)
    elif day.draft:
        yield _draft_step(day)
    elif day.left:
        yield _results_step(day)
    elif day.round and day.by_calls:
        yield _last_call_step(day)
    elif day.round:
        yield _draw_step(tournament, day)
    elif not day.fed and (
        day.entries.live < tournament.stage.sides()
        or timezone.localtime(tournament.starts_at).date() > today
    ):
        yield _registration_step(day)
        yield _page_step()
    else:
        yield _draw_step(tournament, day)
        yield _registration_step(day)
    yield _results_step(day) if day.round else _page_step()


def _registration_step(day: Day) -> NextStep:
    live = day.entries.live
    count = ngettext("Hay %(n)s inscripción.", "Hay %(n)s inscripciones.", live) % {"n": live}
    why = count if live else _("Todavía no se ha inscrito nadie.")
    return NextStep("manage_entries", "entries", "people", _("Inscribir"), why)


def _draw_step(tournament: Tournament, day: Day) -> NextStep:
    if day.round is None:
        why = ngettext(
            "Hay %(n)s inscripción; presentes, %(present)s.",
            "Hay %(n)s inscripciones; presentes, %(present)s.",
            day.entries.live,
        ) % {"n": day.entries.live, "present": day.entries.present}
    else:
        why = _("%(round)s: terminada.") % {"round": day.round}
    button, without = draw_labels(
        day.draws_lots, next_serial(tournament), day.next_phase, consolation=day.draws_consolation
    )
    return NextStep(
        "draw_round",
        "rounds",
        "rounds",
        button,
        why,
        draws=day.next_number,
        lots=day.draws_lots,
        without=without,
    )


def _opening_step(stage: Stage) -> NextStep:
    return NextStep(
        "draw_round",
        "stage_open",
        "rounds",
        _("Abrir «%(stage)s»") % {"stage": stage.label},
        _("La fase anterior ha terminado: ya se sabe quién pasa."),
        opens=stage.number,
    )


def _other_stage_step(stage: Stage) -> NextStep:
    return NextStep(
        "draw_round",
        "rounds",
        "rounds",
        _("Ir a «%(stage)s»") % {"stage": stage.label},
        _("Esta fase ha terminado; en las otras se sigue jugando."),
        stage.number,
    )


def _draft_step(day: Day) -> NextStep:
    assert day.draft is not None
    return NextStep(
        "draw_round",
        "round_draft",
        "rounds",
        _("Revisar y publicar %(round)s") % {"round": day.draft.with_article},
        _("Está en borrador: nadie la ve hasta que se publique."),
        round=day.draft.serial,
    )


def _announcement_step(round: Round) -> NextStep:
    return NextStep(
        "draw_round",
        "round_announce",
        "bell",
        _("Anunciar %(round)s") % {"round": round.with_article},
        _("Sin anunciar: de momento solo la ven los colaboradores y quien lea las hojas impresas."),
        round=round.serial,
        posts=True,
    )


def _last_call_step(day: Day) -> NextStep:
    """Return the step of a stage by the clock if nobody is at the tables."""
    if day.rung:
        why = _(
            "Ya se hizo la última tanda y alguien no tiene rival. Reabra las tandas o inscriba a "
            "otro."
        )
        return NextStep("draw_round", "rounds", "rounds", _("Ver las tandas"), why)
    why = _("Ahora no se puede llamar a nadie: no quedan bastantes libres, o ha acabado el tiempo.")
    return NextStep("draw_round", "rounds", "bell", _("Última tanda"), why)


def _results_step(day: Day) -> NextStep:
    why = ngettext(
        "Falta %(left)s encuentro por terminar.",
        "Faltan %(left)s encuentros por terminar.",
        day.left,
    ) % {"left": day.left}
    return NextStep("enter_result", "desk", "tally", _("Anotar resultados"), why)


def _standings_step(day: Day) -> NextStep:
    return NextStep(
        "view_public",
        "whole_event" if day.fed else "standings",
        "cup",
        _("Ver la clasificación final"),
        _("El torneo ha terminado. Enhorabuena a todos."),
    )


def _page_step() -> NextStep:
    return NextStep(
        "view_public",
        "tournament",
        "cards",
        _("Ver la página del torneo"),
        _("Todavía no hay nada que anotar."),
    )
