"""The changes of a tournament since a cursor, and the webhooks that get them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import (
    AuditLine,
    ChangeKind,
    Match,
    Round,
    Tournament,
    Webhook,
    WebhookDelivery,
)
from tournaments.names.audience import NOBODY, Audience
from tournaments.programs.words import ACTS_ON_DRAFTS, CHANGE_KINDS, LISTS

MAX_LINES = 500  # audit lines in one answer; after more, the client must read everything again
# A slow transaction may commit a line after later lines have been read. The cursor therefore stays
# behind the lines younger than `OVERLAP`, and the next answer repeats them.
OVERLAP = timedelta(seconds=60)
LOG_LENGTH = 50


@dataclass(frozen=True, slots=True)
class Change:
    """A change: its kind, its time, and the address to read, relative to the API address of the
    tournament.
    """

    kind: str
    resource: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Changes:
    """Changes since a cursor, and the `cursor` for the next call.

    `everything`: the client must read everything again, because there are too many changes or this
    database does not know the cursor. Then `changes` is empty.
    """

    cursor: int
    everything: bool
    changes: Sequence[Change]


def reported_changes(
    tournament: Tournament, since: int | None, audience: Audience, *, entries: bool, drafts: bool
) -> Changes:
    """Return the changes after the audit line `since`, each address once, the oldest first.

    Without `since`, return only the cursor. `entries` and `drafts`: whether the client may read
    entries and drafts of rounds. Hidden rounds and their matches are left out, and while a round is
    hidden, also changes of the lists of rounds and matches. A round announced after that
    line is a change too.
    """
    now = timezone.now()
    lines = list(tournament.audit.filter(id__gt=since or 0).order_by("-id")[: MAX_LINES + 1])
    final_ids = [line.id for line in lines if line.at < now - OVERLAP]
    cursor = max([since or 0, *final_ids[:1]])
    is_known = since is None or since == 0 or tournament.audit.filter(id=since).exists()
    if since is None or not is_known or len(lines) > MAX_LINES:
        latest_line = tournament.audit.order_by("-id").filter(at__lt=now - OVERLAP).first()
        return Changes(
            latest_line.id if latest_line else 0, everything=since is not None, changes=[]
        )
    lines.reverse()
    lines = [line for line in lines if line.act in CHANGE_KINDS]
    if not entries:
        lines = [line for line in lines if CHANGE_KINDS[line.act] != ChangeKind.ENTRY]
    if not drafts:
        lines = [line for line in lines if line.act not in ACTS_ON_DRAFTS]
        lines = _visible_lines(tournament, lines, audience)
    changes = [change_of(line) for line in lines]
    cursor_moment = tournament.audit.filter(id=since).values_list("at", flat=True).first()
    changes += _announcements(tournament, (cursor_moment or now) - OVERLAP, now)
    return Changes(cursor, everything=False, changes=_latest_changes(changes))


def change_of(line: AuditLine) -> Change:
    """Return the change that an audit line records; its act is in `CHANGE_KINDS`."""
    kind = CHANGE_KINDS[line.act]
    return Change(kind.value, line.resource or LISTS[kind], line.at)


def is_visible(tournament: Tournament, resource: str, audience: Audience) -> bool:
    """Return whether the audience may see a change of this resource."""
    subject, _slash, name = resource.strip("/").partition("/")
    if subject == "rounds" and name:
        rounds = tournament.rounds.filter(serial=name)
        return any(round.is_shown_to(audience) for round in rounds)
    if subject == "matches" and name:
        matches = tournament.matches.filter(code=name).select_related("round")
        return any(match.round.is_shown_to(audience) for match in matches)
    return subject not in ("rounds", "matches") or not _hides_rounds(tournament, audience)


def is_public_now(tournament: Tournament, resource: str) -> bool:
    """Return whether a webhook may get a change of this resource: its round is announced."""
    return is_visible(tournament, resource, NOBODY)


def webhooks_for(line: AuditLine) -> list[Webhook]:
    """Return the active webhooks that get the change of an audit line.

    Return [] for an act on a draft, or an act without a change.
    """
    if line.act not in CHANGE_KINDS or line.act in ACTS_ON_DRAFTS:
        return []
    active_webhooks = Webhook.objects.filter(tournament=line.tournament_id, active=True)
    return [webhook for webhook in active_webhooks if CHANGE_KINDS[line.act] in webhook.kinds]


def webhooks_of(tournament: Tournament) -> QuerySet[Webhook]:
    """Return the webhooks of a tournament, oldest first."""
    return tournament.webhooks.order_by("made_at")


def deliveries_of(tournament: Tournament) -> QuerySet[WebhookDelivery]:
    """Return the log of the webhooks of a tournament, the last delivery first."""
    log = WebhookDelivery.objects.filter(webhook__tournament=tournament)
    return log.select_related("webhook").order_by("-id")


def _visible_lines(
    tournament: Tournament, lines: Sequence[AuditLine], audience: Audience
) -> list[AuditLine]:
    """Return the lines whose change `is_visible` to the audience, in three queries at most."""
    codes = {line.resource.split("/")[1] for line in lines if line.resource.startswith("matches/")}
    matches = Match.objects.filter(tournament=tournament, code__in=codes).select_related("round")
    visible_resources = {
        f"matches/{match.code}/" for match in matches if match.round.is_shown_to(audience)
    }
    rounds = Round.objects.filter(tournament=tournament)
    visible_resources |= {
        f"rounds/{round.serial}/" for round in rounds if round.is_shown_to(audience)
    }
    hides_rounds = _hides_rounds(tournament, audience)
    return [
        line
        for line in lines
        if line.resource in visible_resources
        or line.resource.startswith("entries/")
        or (
            not line.resource
            and not (hides_rounds and CHANGE_KINDS[line.act] in ("match", "round"))
        )
    ]


def _hides_rounds(tournament: Tournament, audience: Audience) -> bool:
    """Return whether any published round is hidden from the audience."""
    if audience.hidden_rounds is not None:
        return bool(audience.hidden_rounds)
    return tournament.rounds.silent(audience.moment).exists()


def _announcements(tournament: Tournament, start: datetime, end: datetime) -> list[Change]:
    """Return a change for each round announced after `start`, until `end`."""
    published_rounds = tournament.rounds.filter(state=Round.State.PUBLISHED)
    rounds = published_rounds.filter(announced_at__gt=start, announced_at__lte=end)
    return [
        Change(ChangeKind.ROUND.value, f"rounds/{round.serial}/", round.announced_at)
        for round in rounds
        if round.announced_at is not None
    ]


def _latest_changes(changes: Iterable[Change]) -> list[Change]:
    """Return the last change of each address, oldest first."""
    latest_by_resource = {
        change.resource: change for change in sorted(changes, key=lambda change: change.at)
    }
    return sorted(latest_by_resource.values(), key=lambda change: change.at)
