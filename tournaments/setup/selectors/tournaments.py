"""Lists of tournaments for the front page, and a word search over any rows."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import TypeVar

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, Exists, F, Model, OuterRef, Q, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from tournaments.models import AuditLine, Entry, Match, Membership, Role, Round, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.names.people import search_text, search_words
from tournaments.permissions import front_page_tournaments, tournaments_found_by
from tournaments.rounds.selectors.day import day_of_stage
from tournaments.table_ranges import read_table_ranges

Row = TypeVar("Row", bound=Model)


def tournaments_matching(search: str, user: User | AnonymousUser) -> QuerySet[Tournament]:
    """Return the tournaments, but no templates, that the user may find by a search, latest first.

    Each word of `search` is in the name, the venue or the address.
    """
    tournaments = tournaments_found_by(user).filter(is_template=False)
    if search:
        tournaments = rows_with_words(tournaments, search, "name", "venue", "slug")
    return _annotate_entry_counts(tournaments)


def rows_with_words(rows: QuerySet[Row], search: str, *fields: str) -> QuerySet[Row]:
    """Return the rows that have each word of `search` in one of these fields.

    Accents, capitals, dashes and apostrophes do not count (`names.people`). The fields of all rows
    are read: SQLite cannot fold accents, and PostgreSQL needs an extension for it.
    """
    words = search_words(search)
    matching = [
        key
        for key, *texts in rows.order_by().values_list("pk", *fields)
        if _has_words(search_text(*texts), words)
    ]
    return rows.filter(pk__in=matching)


def _has_words(text: str, words: list[tuple[str, ...]]) -> bool:
    return all(any(way in text for way in word) for word in words)


def tournaments_of_day(day: date) -> QuerySet[Tournament]:
    """Return tournaments that start on this day (site time), earliest first; a few per account."""
    start = _midnight(day)
    end = _midnight(day + timedelta(days=1))
    tournaments = front_page_tournaments().filter(starts_at__gte=start, starts_at__lt=end)
    return _annotate_entry_counts(_first_of_each_account(tournaments)).order_by("starts_at", "id")


def tournaments_after(day: date) -> QuerySet[Tournament]:
    """Return tournaments of later days, earliest first; a few per account."""
    tournaments = front_page_tournaments().filter(starts_at__gte=_midnight(day + timedelta(days=1)))
    return _annotate_entry_counts(_first_of_each_account(tournaments)).order_by("starts_at", "id")


def tournaments_before(
    day: date, excluded_tournaments: Sequence[Tournament] = ()
) -> QuerySet[Tournament]:
    """Return past tournaments with at least one published round, newest first.

    `excluded_tournaments` are left out: those still in play.
    """
    return _annotate_entry_counts(_tournaments_begun_before(day)).exclude(
        pk__in=[tournament.pk for tournament in excluded_tournaments]
    )


def tournaments_in_play(day: date, audience: Audience) -> list[Tournament]:
    """Return unfinished tournaments of several days that began before `day`, newest first."""
    return list(
        _annotate_entry_counts(Tournament.objects.filter(pk__in=_keys_in_play(day, audience)))
    )


LEAGUES = ("league", "teams")  # formats that are played over weeks
IDLE_LIMIT = timedelta(days=30)  # a league without dates is past this long after its last act


def _tournaments_begun_before(day: date) -> QuerySet[Tournament]:
    published_rounds = Round.objects.filter(tournament=OuterRef("pk"), state=Round.State.PUBLISHED)
    return front_page_tournaments().filter(Exists(published_rounds), starts_at__lt=_midnight(day))


def _keys_in_play(day: date, audience: Audience) -> list[int]:
    """Return the keys of unfinished tournaments in play on `day`.

    A stage with dates is in play until its last date and its last postponed match. A league without
    dates is in play until `IDLE_LIMIT` after the last act.
    """
    stages = Stage.objects.filter(tournament__in=_tournaments_begun_before(day).order_by())
    leagues = stages.filter(~Q(dates=[]) | Q(format__in=LEAGUES)).select_related("tournament")
    today, keys = day.isoformat(), set[int]()
    for stage in leagues:
        dates = [moment for moment in stage.dates if moment]
        recent_lines = stage.tournament.audit.filter(at__gte=_midnight(day) - IDLE_LIMIT)
        late_matches = stage.tournament.matches.filter(
            round__stage=stage, state=Match.State.POSTPONED, postponed_to__gte=_midnight(day)
        )
        if dates and max(dates)[:10] < today and not late_matches.exists():
            continue
        if (dates or recent_lines.exists()) and not day_of_stage(stage, audience).over:
            keys.add(stage.tournament_id)
    return sorted(keys)


def tournaments_of(user: User | AnonymousUser, day: date, limit: int) -> list[Tournament]:
    """Return at most `limit` tournaments of a user, each with `my_role`.

    The tournaments from `day` on come first, then past tournaments, newest first.
    """
    if not user.is_authenticated:
        return []
    role = Membership.objects.filter(user=user, tournament=OuterRef("pk")).values("role")
    own = Tournament.objects.filter(team__user=user, is_template=False)
    own_with_role = own.annotate(my_role=Subquery(role))  # type: ignore[no-redef]  # of the model
    coming = own_with_role.filter(starts_at__gte=_midnight(day)).order_by("starts_at", "id")[:limit]
    past = own_with_role.filter(starts_at__lt=_midnight(day)).order_by("-starts_at", "-id")[:limit]
    tournaments: list[Tournament] = [*coming, *past]
    return tournaments[:limit]


def templates_of(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """Return the templates that this user organises, in order of name."""
    if not user.is_authenticated:
        return Tournament.objects.none()
    own = Tournament.objects.filter(team__user=user, team__role=Role.ORGANISER, is_template=True)
    return own.order_by("name", "id")


def areas(tournament: Tournament) -> list[str]:
    """Return the table ranges of the team's members, ordered by first table."""
    ranges = tournament.team.exclude(tables="").values_list("tables", flat=True)
    return sorted(set(ranges), key=lambda tables: min(read_table_ranges(tables)))


def _first_of_each_account(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Return the first tournaments of each account, as many as the settings allow (0: all)."""
    limit = settings.TAPETE_QUOTA_HOME
    if not limit:
        return tournaments
    creation_lines = AuditLine.objects.filter(tournament=OuterRef("pk"), act="create_tournament")
    creator = Subquery(creation_lines.values("author")[:1])
    numbered_tournaments = tournaments.annotate(creator=creator).annotate(
        among_his=Window(RowNumber(), partition_by=F("creator"), order_by=F("id").asc())
    )
    return tournaments.filter(pk__in=numbered_tournaments.filter(among_his__lte=limit).values("pk"))


def _annotate_entry_counts(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    is_live = Q(entries__state=Entry.State.ENTERED)
    return tournaments.annotate(in_play=Count("entries", filter=is_live)).order_by(
        "-starts_at", "-id"
    )


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
