"""Announcement of a published round; before the announcement, only the team sees the round."""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.halls.services import refuse_tables_taken
from tournaments.models import Announcing, EntryPlayer, Match, Round, Stage, Tournament
from tournaments.people.selectors.entries import entries_of
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.dates import MOST_RESTS, dates_after_rest, first_disorder, shifted_dates
from tournaments.rounds.selectors.rounds import date_of, is_untouched
from tournaments.rounds.services.drafts import current_draft
from tournaments.rounds.services.tables import lock_tournament
from tournaments.setup.services.checks import sensible_moment
from tournaments.site.wall_clock import local_moment
from tournaments.writer import Author


@transaction.atomic
def announce_round(*, round: Round, author: Author, moment: datetime | None = None) -> Round:
    """Announce a silent round and earlier silent rounds of its stage, now or at `moment`.

    If they are announced now, the clock starts now for each of their matches that is at a table and
    has no acta yet. Raises Refused: 400 `hour_past`; 409 `round_unpublished`, `already_announced`.
    """
    tournament = lock_tournament(round.stage.tournament)
    round = _published_round(round)
    if not round.is_silent:
        raise Conflict("already_announced", _("Esa ronda ya la ve todo el mundo."))
    now = timezone.now()
    if moment is not None and sensible_moment(moment) <= now:
        raise Refused("hour_past", _("Esa hora ya ha pasado."), field="at")
    revealed_rounds = tournament.rounds.silent(now).filter(
        stage=round.stage_id, number__lte=round.number
    )
    if moment is None:
        matches_at_tables = Match.objects.filter(
            round__in=list(revealed_rounds), state=Match.State.PLAYING
        )
        matches_at_tables.filter(actas__isnull=True).update(called_at=now)
    revealed_rounds.update(announced_at=moment or now)
    _store_announcement_hours(tournament, now)
    note(tournament, author, "announce_round", round, after=_hour_as_json(moment))
    round.announced_at = moment or now
    return round


@transaction.atomic
def hide_round(*, round: Round, author: Author) -> Round:
    """Hide a round from the public again, or cancel its scheduled announcement.

    Raises Refused 409: `round_unpublished`; `announced_at_once` if the tournament announces rounds
    immediately; `round_begun` once the round has an acta or a later round is published.
    """
    tournament = lock_tournament(round.stage.tournament)
    round = _published_round(round)
    if tournament.announcing != Announcing.BY_HAND:
        sentence = _("En este torneo las rondas se muestran al publicarlas: cámbielo en «Ajustes».")
        raise Conflict("announced_at_once", sentence)
    if not is_untouched(round):
        sentence = _("Solo se puede ocultar la última ronda, y solo si no tiene anotaciones.")
        raise Conflict("round_begun", sentence)
    if round.announced_at is None:
        return round
    record_before, round.announced_at = _hour_as_json(round.announced_at), None
    round.save(update_fields=["announced_at"])
    _store_announcement_hours(tournament, timezone.now())
    note(tournament, author, "hide_round", round, before=record_before)
    return round


def refuse_silent(tournament: Tournament) -> None:
    """Raise Refused 409 `round_silent` while some round is not announced."""
    round = tournament.rounds.silent(timezone.now()).order_by("serial").first()
    if round is not None:
        sentence = _("La ronda %(round)s está sin anunciar: anúnciela antes de cambiar esto.")
        raise Conflict("round_silent", sentence, field="announcing", round=round.serial)


def _published_round(round: Round) -> Round:
    round = Round.objects.select_related("stage__tournament").get(pk=round.pk)
    refuse_unpublished_round(round)
    return round


def refuse_unpublished_round(round: Round) -> None:
    """Raise Refused 409 `round_unpublished` for a round that is not published yet."""
    if round.state != Round.State.PUBLISHED:
        raise Conflict("round_unpublished", _("Esta ronda todavía no se ha publicado."))


def _store_announcement_hours(tournament: Tournament, now: datetime) -> None:
    """Store the scheduled announcement times, and keep past times: the page cache counts them."""
    scheduled_rounds = (
        tournament.rounds.silent(now).exclude(announced_at=None).order_by("announced_at")
    )
    hours = [*scheduled_rounds.values_list("announced_at", flat=True).distinct()]
    past_hours = [
        hour for hour in tournament.announcement_hours if datetime.fromisoformat(hour) <= now
    ]
    tournament.announcement_hours = [*past_hours, *(hour.isoformat() for hour in hours if hour)]
    tournament.save(update_fields=["announcement_hours"])


def _hour_as_json(moment: datetime | None) -> dict[str, str] | None:
    return None if moment is None else {"announced_at": moment.isoformat()}


# --- Ceremony -------------------------------------------------------------------------------------
# The hall sees a draft ball by ball. `report["revealed"]` is the number of balls shown;
# `report["in_public"]` is whether the public pages show them too. A new draw clears both.
@transaction.atomic
def start_ceremony(*, round: Round, author: User | None, in_public: bool) -> Round:
    """Begin to show a draft, in public or on this screen only.

    Raises Refused as `current_draft`.
    """
    tournament = lock_tournament(round.stage.tournament)
    round = current_draft(round)
    round.report = {"revealed": 0, **round.report, "in_public": in_public}
    round.save(update_fields=["report"])
    note(tournament, author, "start_ceremony", round, after={"in_public": in_public})
    return round


@transaction.atomic
def reveal(*, round: Round, balls: int) -> Round:
    """Show the first `balls` balls, one more or fewer than before. It writes no audit line.

    Raises Refused: 400 `ball_unknown` for more balls than there are; 409 as `current_draft`,
    `no_ceremony` before the ceremony, and `balls_moved` if another screen has moved on, so that no
    ball goes back into the bag unseen.
    """
    lock_tournament(round.stage.tournament)
    round = current_draft(round)
    if "revealed" not in round.report:
        raise Conflict("no_ceremony", _("La ceremonia no ha empezado."))
    ball_count = round.sides.count()
    if not 0 <= balls <= ball_count:
        raise Refused(
            "ball_unknown", _("Las bolas van de la 1 a la %(last)s."), field="bola", last=ball_count
        )
    balls_out = round.report["revealed"]
    if abs(balls - balls_out) > 1:
        raise Conflict(
            "balls_moved",
            _("Otra pantalla lleva el sorteo. Bolas que han salido: %(shown)s."),
            shown=balls_out,
        )
    round.report["revealed"] = balls
    round.save(update_fields=["report"])
    return round


# --- Calendar -------------------------------------------------------------------------------------
MOST_DATES = 400


@transaction.atomic
def set_dates(
    *,
    stage: Stage,
    author: User | None,
    dates: Sequence[datetime | None],
    rests: Collection[date] | None = None,
) -> Stage:
    """Set the date of each round, first round first; None for an unknown date.

    Drawn rounds are included. `rests` replaces the days of rest, None keeps them; no date is moved.
    Raises Refused: 400 `too_many_dates`, `too_many_rests`, `dates_out_of_order`, `date_twice`, and
    for an impossible moment; 409 `before_previous_stage`, `after_next_stage`,
    `same_hour_elsewhere`, and as `refuse_tables_taken`.
    """
    if len(dates) > MOST_DATES:
        raise Refused(
            "too_many_dates", _("No caben más de %(most)s fechas."), field="dates", most=MOST_DATES
        )
    moments = ["" if date is None else sensible_moment(date).isoformat() for date in dates]
    while moments and not moments[-1]:
        moments.pop()
    tournament = lock_tournament(stage.tournament)
    stage.refresh_from_db(fields=["dates", "rest_dates"])
    record_before = {"dates": stage.dates, "rest_dates": stage.rest_dates}
    stage.dates = moments
    if rests is not None:
        stage.rest_dates = _clean_rests(rests)
    record_after = {"dates": moments, "rest_dates": stage.rest_dates}
    if record_after == record_before:
        return stage
    if moments != record_before["dates"]:
        _refuse_disorder(stage)
        _refuse_clashes(stage)
    stage.save(update_fields=["dates", "rest_dates"])
    refuse_tables_taken(tournament)
    rounds = list(stage.rounds.all())
    for round in rounds:
        round.scheduled_at = date_of(stage, round.number)
    Round.objects.bulk_update(rounds, ["scheduled_at"])
    note(
        tournament,
        author,
        "set_dates",
        stage.name,
        before={key: value for key, value in record_before.items() if value != record_after[key]},
        after={key: value for key, value in record_after.items() if value != record_before[key]},
    )
    return stage


@transaction.atomic
def move_date(
    *, stage: Stage, author: User | None, number: int, to: datetime, following: bool
) -> Stage:
    """Move the date of a round; with `following`, move the later dates by the same interval.

    Later dates skip the weeks of rest. Raises Refused 400 `no_such_round`, and as `set_dates`.
    """
    lock_tournament(stage.tournament)
    stage.refresh_from_db(fields=["dates", "rest_dates"])
    if not 1 <= number <= MOST_DATES:
        raise Refused("no_such_round", _("Esa jornada no existe."), field="number")
    places = range(1, max(number, len(stage.dates)) + 1)
    dates = [_naive(date_of(stage, place)) for place in places]
    new_date = timezone.localtime(sensible_moment(to)).replace(tzinfo=None)
    if following:
        dates = shifted_dates(dates, number - 1, new_date, rest_days(stage))
    else:
        dates[number - 1] = new_date
    return set_dates(stage=stage, author=author, dates=local_moments(dates))


@transaction.atomic
def set_rests(*, stage: Stage, author: User | None, rests: Collection[date]) -> Stage:
    """Set the weeks of rest, each given by one of its days.

    Undrawn rounds in these weeks move to later weeks, and the rounds after them move as far.

    Raises Refused as `set_dates`.
    """
    lock_tournament(stage.tournament)
    stage.refresh_from_db(fields=["dates"])
    dates = [_naive(date_of(stage, number)) for number in range(1, len(stage.dates) + 1)]
    new_dates = dates_after_rest(dates, rests, stage.rounds.count())
    return set_dates(stage=stage, author=author, dates=local_moments(new_dates), rests=rests)


def _naive(moment: datetime | None) -> datetime | None:
    """Return the local time without its zone; None stays None."""
    return None if moment is None else timezone.localtime(moment).replace(tzinfo=None)


def local_moments(times: Sequence[datetime | None]) -> list[datetime | None]:
    """Return the moments of these local times. Raises Refused 400 `hour_does_not_exist`."""
    return [None if time is None else local_moment(time, "dates") for time in times]


def rest_days(stage: Stage) -> list[date]:
    """Return the days of rest of a stage, in order."""
    return [date.fromisoformat(day) for day in stage.rest_dates]


def _clean_rests(rests: Collection[date]) -> list[str]:
    """Return the days as ISO text, each once, in order. Raises Refused 400 `too_many_rests`."""
    if len(rests) > MOST_RESTS:
        raise Refused(
            "too_many_rests",
            _("No caben más de %(most)s semanas de descanso."),
            field="rests",
            most=MOST_RESTS,
        )
    return sorted({day.isoformat() for day in rests})


def _moment_in_words(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")


def _refuse_disorder(stage: Stage) -> None:
    """Raise Refused 400 `dates_out_of_order` or `date_twice`."""
    dates = [date_of(stage, number) for number in range(1, len(stage.dates) + 1)]
    disorder = first_disorder(dates)
    if disorder is None:
        return
    first_index, second_index = disorder
    first_date, second_date = dates[first_index], dates[second_index]
    assert first_date is not None and second_date is not None
    words: dict[str, Any] = {
        "first": first_index + 1,
        "at": _moment_in_words(first_date),
        "second": second_index + 1,
        "then": _moment_in_words(second_date),
        "field": "dates",
    }
    if first_date == second_date:
        sentence = _("Las jornadas %(first)s y %(second)s tienen la misma fecha: %(at)s.")
        raise Refused("date_twice", sentence, **words)
    sentence = _(
        "La jornada %(second)s (%(then)s) es anterior a la jornada %(first)s (%(at)s). Póngalas en "
        "orden."
    )
    raise Refused("dates_out_of_order", sentence, **words)


def _refuse_clashes(stage: Stage) -> None:
    """Raise Refused 409 for dates that clash with the dates of another stage.

    - `before_previous_stage`: before the end of a stage whose qualifiers enter this stage.
    - `after_next_stage`: after the start of a stage that takes qualifiers from this stage.
    - `same_hour_elsewhere`: at the same hour as another stage with the same people.
    """
    own_dates = sorted(datetime.fromisoformat(date) for date in stage.dates if date)
    if not own_dates:
        return
    sources = {quota["stage"] for quota in stage.intake}
    for other_stage in stage.tournament.stages.exclude(pk=stage.pk).exclude(dates=[]):
        other_dates = sorted(datetime.fromisoformat(date) for date in other_stage.dates if date)
        if not other_dates:
            continue
        words: dict[str, Any] = {"own": stage.label, "other": other_stage.label, "field": "dates"}
        if other_stage.number in sources and own_dates[0] <= other_dates[-1]:
            sentence = _(
                "«%(own)s» empieza el %(at)s, y «%(other)s» no acaba hasta el %(then)s. Ponga "
                "«%(own)s» después."
            )
            words |= {
                "at": _moment_in_words(own_dates[0]),
                "then": _moment_in_words(other_dates[-1]),
            }
            raise Conflict("before_previous_stage", sentence, **words)
        if (
            stage.number in {quota["stage"] for quota in other_stage.intake}
            and own_dates[-1] >= other_dates[0]
        ):
            sentence = _(
                "«%(own)s» acaba el %(at)s, y «%(other)s» ya empieza el %(then)s. Cambie antes las "
                "fechas de «%(other)s»."
            )
            words |= {
                "at": _moment_in_words(own_dates[-1]),
                "then": _moment_in_words(other_dates[0]),
            }
            raise Conflict("after_next_stage", sentence, **words)
        clash = next((moment for moment in own_dates if moment in other_dates), None)
        if clash is None:
            continue
        people = EntryPlayer.objects.filter(live=True, entry__in=entries_of(stage))
        shared_seat = (
            people.filter(entry__in=entries_of(other_stage)).select_related("entry").first()
        )
        if shared_seat is not None:
            sentence = _(
                "El %(at)s ya se juega «%(other)s», y el número %(number)s está en las dos fases. "
                "Elija otra hora para «%(own)s»."
            )
            words |= {"at": _moment_in_words(clash), "number": shared_seat.entry.number}
            raise Conflict("same_hour_elsewhere", sentence, **words)
