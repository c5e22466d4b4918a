"""What has changed in a tournament since a moment, for an audience."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import AuditLine, ChangeKind, Match, Round, Tournament, Webhook
from tournaments.names.audience import NOBODY, Audience
from tournaments.programs.words import KIND_OF, LISTS, OF_DRAFTS

MOST = 500  # audit lines of an answer; after more, the reader starts again
# An act of another process may end after a later line has been read: lines are repeated this long.
REPEATED = timedelta(seconds=60)
LOG_LENGTH = 50


@dataclass(frozen=True, slots=True)
class Change:
    """A change: its kind, the moment, and the address to read, after that of the tournament."""

    kind: str
    resource: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Changes:
    """Changes since a cursor; `cursor` is for the next question.

    `everything`: too much has happened, or the cursor is not of this site. Read all again.
    """

    cursor: int
    everything: bool
    changes: Sequence[Change]


def changes_since(
    tournament: Tournament, since: int | None, audience: Audience, *, entries: bool, drafts: bool
) -> Changes:
    """Return the changes after the audit line `since`, each address once, the oldest first.

    Without `since`, return only the cursor. `entries`: whether the reader may read the entries;
    `drafts`: whether drafts too. Rounds hidden from the audience, their matches, and acts on no
    match in particular while a round is hidden, are left out. A round whose hour has come since
    then is a change.
    """
    now = timezone.now()
    lines = list(tournament.audit.filter(id__gt=since or 0).order_by("-id")[: MOST + 1])
    settled = [line.id for line in lines if line.at < now - REPEATED]
    cursor = max([since or 0, *settled[:1]])
    known = since is None or since == 0 or tournament.audit.filter(id=since).exists()
    if since is None or not known or len(lines) > MOST:
        last = tournament.audit.order_by("-id").filter(at__lt=now - REPEATED).first()
        return Changes(last.id if last else 0, everything=since is not None, changes=[])
    lines.reverse()
    told = [line for line in lines if line.act in KIND_OF]
    if not entries:
        told = [line for line in told if KIND_OF[line.act] != ChangeKind.ENTRY]
    if not drafts:
        told = [line for line in told if line.act not in OF_DRAFTS]
        told = _shown(tournament, told, audience)
    changes = [change_of(line) for line in told]
    before = tournament.audit.filter(id=since).values_list("at", flat=True).first()
    changes += _announced(tournament, (before or now) - REPEATED, now)
    return Changes(cursor, everything=False, changes=_latest(changes))


def change_of(line: AuditLine) -> Change:
    """Return the change that an audit line tells."""
    kind = KIND_OF[line.act]
    return Change(kind.value, line.resource or LISTS[kind], line.at)


def is_shown(tournament: Tournament, resource: str, audience: Audience) -> bool:
    """Return whether the audience may hear of a change of this resource."""
    subject, _slash, name = resource.strip("/").partition("/")
    if subject == "rounds" and name:
        rounds = tournament.rounds.filter(serial=name)
        return any(each.is_shown_to(audience) for each in rounds)
    if subject == "matches" and name:
        matches = tournament.matches.filter(code=name).select_related("round")
        return any(each.round.is_shown_to(audience) for each in matches)
    return subject not in ("rounds", "matches") or not _hides(tournament, audience)


def is_public_now(tournament: Tournament, resource: str) -> bool:
    """Return whether a webhook may be told of a change of this resource: its round is announced."""
    return is_shown(tournament, resource, NOBODY)


def webhooks_for(line: AuditLine) -> list[Webhook]:
    """Return the active webhooks that are told of an audit line."""
    if line.act not in KIND_OF or line.act in OF_DRAFTS:
        return []
    active = Webhook.objects.filter(tournament=line.tournament_id, active=True)
    return [each for each in active if KIND_OF[line.act] in each.kinds]


def webhooks_of(tournament: Tournament) -> QuerySet[Webhook]:
    """Return the webhooks of a tournament, in the order in which they were made."""
    return tournament.webhooks.order_by("made_at")


def _shown(
    tournament: Tournament, lines: Sequence[AuditLine], audience: Audience
) -> list[AuditLine]:
    """Return the lines about what the audience sees, in two queries."""
    codes = {line.resource.split("/")[1] for line in lines if line.resource.startswith("matches/")}
    matches = Match.objects.filter(tournament=tournament, code__in=codes).select_related("round")
    seen = {f"matches/{each.code}/" for each in matches if each.round.is_shown_to(audience)}
    rounds = Round.objects.filter(tournament=tournament)
    seen |= {f"rounds/{each.serial}/" for each in rounds if each.is_shown_to(audience)}
    hides = _hides(tournament, audience)
    return [
        line
        for line in lines
        if line.resource in seen
        or line.resource.startswith("entries/")
        or (not line.resource and not (hides and KIND_OF[line.act] in ("match", "round")))
    ]


def _hides(tournament: Tournament, audience: Audience) -> bool:
    """Return whether any published round is hidden from the audience."""
    if audience.hidden is not None:
        return bool(audience.hidden)
    return tournament.rounds.silent(audience.moment).exists()


def _announced(tournament: Tournament, after: datetime, now: datetime) -> list[Change]:
    published = tournament.rounds.filter(state=Round.State.PUBLISHED)
    rounds = published.filter(announced_at__gt=after, announced_at__lte=now)
    return [
        Change(ChangeKind.ROUND.value, f"rounds/{each.serial}/", each.announced_at)
        for each in rounds
        if each.announced_at is not None
    ]


def _latest(changes: Iterable[Change]) -> list[Change]:
    """Return the last change of each address, oldest first."""
    by_resource = {change.resource: change for change in sorted(changes, key=lambda c: c.at)}
    return sorted(by_resource.values(), key=lambda change: change.at)
