"""All stored data about an account or about the people of an entry, to hand over."""

from collections.abc import Iterator
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.db.models import Count, Model, Q, QuerySet
from django.urls import reverse

from scoring.actas.selectors.actas import with_details
from scoring.models import Acta, Photo, RefereeCall, Ruling
from scoring.people_data.selectors.mentions import mentions_of
from scoring.people_data.selectors.prose import PROSE_TABLES
from tournaments.models import (
    Acceptance,
    AuditLine,
    Charge,
    ClubLine,
    Entry,
    EntryRequest,
    ForbiddenCouple,
    ImportPreview,
    Job,
    Movement,
    Place,
    Role,
    Substitution,
    Swap,
    Tournament,
)
from tournaments.names.audience import EVERYTHING

ENTRY_COLUMNS = (
    "name town session seed enters again paid present state effect"
    " fixed_table origin venue categories created_at anonymised_at"
)
# Columns left out of the rows that a user wrote, such as the secret of a closed list.
HIDDEN_COLUMNS = frozenset({"id", "secret", "digest", "text", "uid", "report", "author_name"})


def stored_account_data(user: User) -> dict[str, Any]:
    """Return all stored data about an account, as plain values."""
    return {
        "account": {
            "number": user.pk,
            "username": user.username,
            "name": user.get_full_name(),
            "email": user.email,
            "addresses": [email.email for email in EmailAddress.objects.filter(user=user)],
            "created": user.date_joined,
            "last_login": user.last_login,
            "staff": user.is_staff,
            "key_made": getattr(getattr(user, "auth_token", None), "created", None),
        },
        "team": _plain(user.roles.order_by("pk"), "tournament__slug role tables"),
        "clubs": [officer.club.slug for officer in user.clubs.select_related("club")],
        "done_in_clubs": list(
            ClubLine.objects.filter(author=user)
            .order_by("pk")
            .values("club__slug", "at", "act", "subject", "before", "after")
        ),
        "invitations_taken": _plain(
            Acceptance.objects.filter(user=user), "invitation__tournament__slug at"
        ),
        "done": [
            action
            for table in PROSE_TABLES
            for action in _rows_by_user(table.model, table.path, user)
        ],
        "jobs": _plain(
            Job.objects.filter(owner=user),
            "tournament__slug kind state created_at params message file",
        ),
        "lists": _plain(
            ImportPreview.objects.filter(owner=user),
            "tournament__slug source state created_at rows",
        ),
    }


def stored_entry_data(entry: Entry) -> dict[str, Any]:
    """Return all stored data of the tournament about the people of an entry, as plain values."""
    matches = entry.sides.values("match")
    return {
        "tournament": entry.tournament.slug,
        "entry": {
            "number": entry.number,
            "title": entry.title_for(EVERYTHING),
            **{name: getattr(entry, name) for name in ENTRY_COLUMNS.split()},
        },
        "people": [
            {"name": seat.player.name, "surname": seat.player.surname, "town": seat.player.town}
            for seat in entry.seats.all()
        ],
        "requests": _plain(
            EntryRequest.objects.filter(entry=entry),
            "name players town single phone guardian state created_at",
        ),
        "replaced": _plain(
            Substitution.objects.filter(entry=entry),
            "round__serial leaves__identity comes__identity reason author_name at",
        ),
        "charges": _plain(
            Charge.objects.filter(entry=entry), "kind concept quantity amount author_name at"
        ),
        "movements": _plain(
            Movement.objects.filter(entry=entry), "kind number amount method concept author_name at"
        ),
        "places": _plain(Place.objects.filter(entry=entry), "stage__number source seed"),
        "not_against": _plain(
            ForbiddenCouple.objects.filter(first=entry)
            | ForbiddenCouple.objects.filter(second=entry),
            "first__number second__number reason",
        ),
        "changed_by_hand": _plain(
            Swap.objects.filter(first=entry) | Swap.objects.filter(second=entry),
            "round__serial first__number second__number reason author_name at",
        ),
        "matches": list(_matches(entry)),
        "actas": _plain(
            Acta.objects.filter(match__in=matches),
            "match__code version live reason author_name created_at",
        ),
        "referee_called": _plain(
            RefereeCall.objects.filter(match__in=matches), "match__code author_name at"
        ),
        "rulings": _plain(
            Ruling.objects.filter(entry=entry),
            "at follows points article reason lifted_at lift_reason author_name",
        ),
        "photos": [
            {"match": photo.match.code, "at": photo.at, "address": _address(photo)}
            for photo in Photo.objects.filter(match__in=matches).select_related("match__tournament")
        ],
        "history": list(_history(entry)),
    }


def _matches(entry: Entry) -> Iterator[dict[str, Any]]:
    for match in with_details(entry.tournament.matches.filter(sides__entry=entry)):
        result = getattr(match, "result", None)
        yield {
            "code": match.code,
            "number": match.number,
            "round": match.round.serial,
            "table": match.table,
            "state": match.state,
            "sides": [entry.full_title_for(EVERYTHING) for entry in match.entries],
            "called_at": match.called_at,
            "finished_at": match.finished_at,
            "winner": result.winner if result else None,
            "tallies": result.tallies if result else None,
            "names": [side.names for side in match.sides.all() if side.entry_id == entry.pk],
        }


def _history(entry: Entry) -> Iterator[dict[str, Any]]:
    """Yield the audit lines that are about the entry, or name its people."""
    mentions = mentions_of(entry.tournament, [entry])
    for line in entry.tournament.audit.order_by("id"):
        if mentions.is_about(line) or mentions.mask.apply(line.reason) != line.reason:
            yield _line(line)


def _line(line: AuditLine) -> dict[str, Any]:
    names = ("at", "author_name", "act", "subject", "before", "after", "reason")
    return {name: getattr(line, name) for name in names}


def _rows_by_user(model: type[Model], path: str, user: User) -> Iterator[dict[str, Any]]:
    """Yield the rows that a user wrote in one table, each with its tournament.

    `path` is the look-up of the tournament of a row.
    """
    table = next(table for table in PROSE_TABLES if table.model is model)
    columns = [field.name for field in model._meta.concrete_fields if not field.is_relation]
    columns = [name for name in columns if name not in HIDDEN_COLUMNS]
    for _name, account in table.authors:
        if account:
            rows = model._default_manager.filter(**{account: user}).order_by("pk")
            for row in _plain(rows, " ".join([f"{path}__slug", *columns])):
                yield {"what": model.__name__, **row}


def _plain(rows: QuerySet[Any], fields: str) -> list[dict[str, Any]]:
    """Return the `fields` of the rows by short names: «entry__tournament__slug» is «tournament»."""
    values = rows.values(*fields.split())
    return [{_short(name): value for name, value in row.items()} for row in values]


def _short(name: str) -> str:
    *prefixes, column = name.split("__")
    if column == "slug":
        return "tournament"
    return prefixes[-1] if prefixes else column


def _address(photo: Photo) -> str:
    match = photo.match
    places = {"slug": match.tournament.slug, "code": match.code, "photo": photo.pk}
    return reverse("photo_file", kwargs=places)


def counts_of(tournament: Tournament) -> dict[str, int]:
    return {
        "entries": tournament.entries.count(),
        "people": tournament.players.count(),
        "matches": tournament.matches.count(),
        "actas": Acta.objects.filter(match__tournament=tournament).count(),
        "photos": Photo.objects.filter(match__tournament=tournament).count(),
        "prints": Job.objects.filter(tournament=tournament).exclude(file="").count(),
        "team": tournament.team.count(),
        "acts": tournament.audit.count(),
    }


def tournaments_run_alone(user: User) -> list[Tournament]:
    """Return the tournaments that nobody else organises, to hand over or delete first."""
    organisers = Count("team", filter=Q(team__role=Role.ORGANISER))
    own_tournaments = Tournament.objects.filter(
        pk__in=user.roles.filter(role=Role.ORGANISER).values("tournament")
    )
    return list(own_tournaments.annotate(organisers=organisers).filter(organisers=1))
