"""Which tournaments there are: what the front page asks."""

from datetime import date, datetime, time, timedelta

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone
from django.utils.text import slugify

from tournaments.models import Entry, Membership, Tournament


def tournaments_matching(words: str) -> QuerySet[Tournament]:
    """Those whose name or venue holds the words, latest first; all of them for "". One query.

    Accents do not count in names: the address of «Maratón de Monreal» has none.
    """
    found = _with_entries_counted(Tournament.objects.all())
    if not words:
        return found
    match = Q(name__icontains=words) | Q(venue__icontains=words)
    if slug := slugify(words):
        match |= Q(slug__contains=slug)
    return found.filter(match)


def tournaments_of_day(day: date) -> QuerySet[Tournament]:
    """Those that start on this day, in the site's time zone, earliest first. One query."""
    start = _midnight(day)
    end = _midnight(day + timedelta(days=1))
    found = Tournament.objects.filter(starts_at__gte=start, starts_at__lt=end)
    return _with_entries_counted(found).order_by("starts_at", "id")


def tournaments_after(day: date) -> QuerySet[Tournament]:
    """Those of later days, the next one first. One query."""
    found = Tournament.objects.filter(starts_at__gte=_midnight(day + timedelta(days=1)))
    return _with_entries_counted(found).order_by("starts_at", "id")


def tournaments_before(day: date) -> QuerySet[Tournament]:
    """Those of earlier days, the last one first. One query."""
    return _with_entries_counted(Tournament.objects.filter(starts_at__lt=_midnight(day)))


def tournaments_of(user: User | AnonymousUser, day: date, most: int) -> list[Tournament]:
    """Those at which somebody helps, each with `my_role`: from this day on, then the past ones.
    Two queries, or none."""
    if not user.is_authenticated:
        return []
    role = Membership.objects.filter(user=user, tournament=OuterRef("pk")).values("role")
    mine = Tournament.objects.filter(team__user=user).annotate(my_role=Subquery(role))
    coming = mine.filter(starts_at__gte=_midnight(day)).order_by("starts_at", "id")[:most]
    past = mine.filter(starts_at__lt=_midnight(day)).order_by("-starts_at", "-id")[:most]
    return [*coming, *past][:most]


def _with_entries_counted(found: QuerySet[Tournament]) -> QuerySet[Tournament]:
    live = Q(entries__state=Entry.State.ENTERED)
    return found.annotate(in_play=Count("entries", filter=live)).order_by("-starts_at", "-id")


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
