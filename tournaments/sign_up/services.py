"""Sign-up by the players: sending, correcting, withdrawing, accepting and refusing requests.

Strangers send requests, so a request writes no audit line before its answer: its row is the record.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.jobs.services.jobs import start_job
from tournaments.models import Entry, EntryRequest, Job, SignUpSettings, Tournament
from tournaments.models.requests import GUARDIAN_LENGTH, NOTICE_LENGTH, PHONE_LENGTH
from tournaments.names.people import Person
from tournaments.names.text import clean_lines, clean_text
from tournaments.people.imports.rows import MAX_NUMBER
from tournaments.people.services.checks import clean_entry, clean_people
from tournaments.people.services.marks import advance_waiting_list
from tournaments.people.services.registering import REASON_LENGTH, register_entry, withdraw
from tournaments.people.services.rows import lock
from tournaments.ports import scoring_port
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.selectors.commitments import is_list_closed
from tournaments.rounds.services.tables import lock_tournament
from tournaments.setup.services.checks import check_whole_number, sensible_moment
from tournaments.sign_up.selectors import (
    POSTER,
    code_digest,
    reason_closed,
    sent_requests,
    sign_up_of,
)

State = EntryRequest.State
PHONE = re.compile(r"[-+0-9 ().]*")
PHONE_DIGITS = range(6, 16)  # number of digits of a phone
AUTOMATIC_PER_MINUTE = 10  # the most requests accepted without the desk; others wait for it
SETTINGS = (
    *("opened", "opens_at", "closes_at", "minimum", "notice", "needs_phone", "minors"),
    *("waits", "advances", "accepts"),
)


# --- Players --------------------------------------------------------------------------------------
def send_request(
    *, tournament: Tournament, code: str, players: Sequence[Person], **fields: Any
) -> EntryRequest:
    """Store a request under its code, and accept it if the settings say so.

    A second call with the same code returns the first request. `fields` has the other arguments of
    `_clean_request`. Raises Refused 400 for bad text, and the refusals of `reason_closed`. Writes
    an audit line only if the request is accepted.
    """
    with transaction.atomic():
        # lock: the next request waits, so that each is counted
        tournament = lock_tournament(tournament)
        digest = code_digest(code)
        if first_request := tournament.requests.filter(digest=digest).first():
            return first_request
        settings = sign_up_of(tournament)
        if refusal := reason_closed(settings, timezone.now()):
            raise refusal
        values = _clean_request(settings, players=players, **fields)
        request = EntryRequest.objects.create(tournament=tournament, digest=digest, **values)
    return _accept_automatically(settings, request)


def edit_request(
    *, request: EntryRequest, players: Sequence[Person], **fields: Any
) -> EntryRequest:
    """Change a request without an answer, for example to add a partner.

    Raises Refused 400 for bad text, and 409 `request_decided`.
    """
    with transaction.atomic():
        request = _lock_pending(request)
        settings = sign_up_of(request.tournament)
        values = _clean_request(settings, players=players, **fields)
        for field, value in values.items():
            setattr(request, field, value)
        request.save(update_fields=[*values])
    return _accept_automatically(settings, request)


@transaction.atomic
def withdraw_request(*, request: EntryRequest) -> None:
    """Withdraw a request; if it was accepted, withdraw its entry.

    The audit line of the entry has no author. Raises Refused 409: `request_decided`,
    `already_withdrawn`, `entry_drawn` once the list is closed or a round is drawn, and
    `has_partner` for a single who has a partner now.
    """
    lock(request.tournament)
    request = EntryRequest.objects.select_related("tournament", "entry").get(pk=request.pk)
    if request.entry is None:
        request = _lock_pending(request)
        request.state = State.WITHDRAWN
        request.save(update_fields=["state"])
        return
    if is_list_closed(request.tournament):
        raise Conflict(
            "entry_drawn",
            _("El sorteo ya está en marcha: para retirarse, avise a la organización."),
        )
    if request.single and request.entry.state != Entry.State.SINGLE:
        raise Conflict(
            "has_partner", _("Ya juega con otra persona: para retirarse, avise a la organización.")
        )
    with override("es"):  # the audit is in Spanish
        reason = gettext("Se retira con su código")
    withdraw(entry=request.entry, author=None, reason=reason)


def _clean_request(
    settings: SignUpSettings,
    *,
    players: Sequence[Person],
    town: str = "",
    name: str = "",
    single: bool = False,
    phone: str = "",
    minor: bool = False,
    guardian: str = "",
) -> dict[str, Any]:
    """Return the columns of a request; a pair or a trio may lack people.

    Raises Refused 400 for bad text, and `adults_only`.
    """
    tournament = settings.tournament
    if single or tournament.squad or len(players) >= tournament.entry_size:
        name, people, town = clean_entry(tournament, name, players, town, single=single)
    else:
        people, town = clean_people(tournament.entry_size, players, town, min_size=1)
    if minor and not settings.minors:
        raise Refused(
            "adults_only", _("En este torneo solo juegan mayores de edad."), field="minor"
        )
    return {
        "name": name,
        "players": [[person.name, person.surname, person.town] for person in people],
        "town": town,
        "single": single,
        "phone": _clean_phone(phone, required=settings.needs_phone),
        "guardian": clean_text(guardian, "guardian", GUARDIAN_LENGTH, required=True)
        if minor
        else "",
    }


def _clean_phone(text: str, *, required: bool) -> str:
    """Return the tidy phone. Raises Refused 400 with the field `phone`."""
    phone = clean_text(text, "phone", PHONE_LENGTH, required=required, any_start=True)
    digits = sum(letter.isdigit() for letter in phone)
    if phone and not (PHONE.fullmatch(phone) and digits in PHONE_DIGITS):
        raise Refused(
            "phone_unreadable",
            _("Escriba un teléfono de 6 a 15 cifras, como 600 123 456."),
            field="phone",
        )
    return phone


def _lock_pending(request: EntryRequest) -> EntryRequest:
    """Return the current request, with its tournament locked.

    Raises Refused 409 `request_decided` for a request with an answer or withdrawn.
    """
    lock(request.tournament)
    request = EntryRequest.objects.select_related("tournament").get(pk=request.pk)
    if request.state != State.SENT:
        raise Conflict("request_decided", _("Esta solicitud ya está contestada o retirada."))
    return request


# --- Desk -----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class AcceptedRequests:
    """The entries made from requests; `failures` has the other requests, each with its refusal."""

    entries: list[Entry]
    failures: list[tuple[EntryRequest, Refused]]


def accept_request(*, request: EntryRequest, author: User | None) -> Entry:
    """Make the entry of a request, with the checks and the audit line of `register_entry`.

    Without a free place the entry joins the waiting list. Raises Refused 409 `request_decided` and
    `partner_missing`, and the refusals of `register_entry`. A refused request does not change.
    """
    with transaction.atomic():
        request = _lock_pending(request)
        if request.awaits_partner:
            raise Conflict(
                "partner_missing",
                _("La solicitud no tiene todos los nombres. Espere a que la completen."),
            )
        entry = register_entry(
            tournament=request.tournament,
            author=author,
            players=request.people,
            name=request.name,
            town=request.town,
            single=request.single,
        )
        request.state, request.entry = State.ACCEPTED, entry
        request.save(update_fields=["state", "entry"])
        return entry


def accept_requests(
    *, tournament: Tournament, author: User, requests: Collection[int] | None = None
) -> AcceptedRequests:
    """Accept the requests with these keys (None: all), oldest first; go on after a refusal."""
    entries, failures = [], []
    pending_requests = sent_requests(tournament)
    for request in (
        pending_requests if requests is None else pending_requests.filter(pk__in=requests)
    ):
        try:
            entries.append(accept_request(request=request, author=author))
        except Refused as refusal:
            failures.append((request, refusal))
    return AcceptedRequests(entries, failures)


@transaction.atomic
def refuse_requests(
    *, tournament: Tournament, author: User, requests: Collection[int], reason: str = ""
) -> int:
    """Refuse the requests with these keys that have no answer yet; return their number.

    The players read the reason. Raises Refused 400 for bad text.
    """
    reason = clean_text(reason, "reason", REASON_LENGTH, any_start=True)
    lock(tournament)
    pending_requests = tournament.requests.filter(state=State.SENT, pk__in=requests)
    count: int = pending_requests.update(state=State.REFUSED, reason=reason)
    if count:
        note(tournament, author, "refuse_requests", after={"requests": count}, reason=reason)
    return count


def _accept_automatically(settings: SignUpSettings, request: EntryRequest) -> EntryRequest:
    """Accept a complete request if the settings say so; return the current request.

    A request stays for the desk if `accept_request` refuses it, after `AUTOMATIC_PER_MINUTE`
    accepted requests, and in a tournament without a limit of places.
    """
    tournament, now = request.tournament, timezone.now()
    if not settings.accepts or not tournament.capacity or request.awaits_partner:
        return request
    recent_requests = tournament.requests.filter(created_at__gt=now - timedelta(minutes=1))
    if recent_requests.exclude(entry=None).count() >= AUTOMATIC_PER_MINUTE:
        return request
    try:
        accept_request(request=request, author=None)
    except Refused:
        return request
    return EntryRequest.objects.select_related("tournament", "entry").get(pk=request.pk)


# --- Settings -------------------------------------------------------------------------------------
@transaction.atomic
def edit_sign_up(*, tournament: Tournament, author: User, **changes: Any) -> SignUpSettings:
    """Change the given settings, named as in `SETTINGS`, and advance the waiting list.

    Raises Refused 400 for a bad text, number or date, and `closes_before_opening`,
    `minimum_over_capacity`, `alone_needs_capacity`.
    """
    tournament = lock_tournament(tournament)
    settings = sign_up_of(tournament)
    before = _audit_values(settings)
    for field in SETTINGS:
        setattr(settings, field, changes.get(field, getattr(settings, field)))
    settings.notice = clean_lines(settings.notice, "notice", NOTICE_LENGTH)
    check_whole_number(settings.minimum, "minimum", MAX_NUMBER)
    _refuse_settings(settings)
    after = _audit_values(settings)
    if before != after or settings.pk is None:
        settings.save()
        note(tournament, author, "edit_sign_up", before=before, after=after)
        advance_waiting_list(tournament)
    return settings


def _refuse_settings(settings: SignUpSettings) -> None:
    """Raise Refused 400 for a bad date, and for settings that contradict each other."""
    for field in ("opens_at", "closes_at"):
        if (moment := getattr(settings, field)) is not None:
            sensible_moment(moment, field)
    if settings.opens_at and settings.closes_at and settings.opens_at >= settings.closes_at:
        raise Refused(
            "closes_before_opening",
            _("La inscripción tiene que cerrarse después de abrirse: cambie una de las dos horas."),
            field="closes_at",
        )
    capacity = settings.tournament.capacity
    if capacity and settings.minimum > capacity:
        raise Refused(
            "minimum_over_capacity",
            _("El mínimo no puede pasar de las plazas del torneo (%(capacity)s)."),
            field="minimum",
            capacity=capacity,
        )
    if settings.accepts and not capacity:
        raise Refused(
            "alone_needs_capacity",
            _("Para que se acepten solas, ponga antes las plazas del torneo en «Ajustes»."),
            field="accepts",
        )


def _audit_values(settings: SignUpSettings) -> dict[str, Any]:
    """Return the settings as JSON for the audit."""
    values = {field: getattr(settings, field) for field in SETTINGS}
    return {
        field: timezone.localtime(value).isoformat() if isinstance(value, datetime) else value
        for field, value in values.items()
    }


def order_poster(*, tournament: Tournament, author: User, content: bytes) -> Job:
    """Start the job that prepares a poster and replaces the current poster.

    Raises Refused 400 if the content does not begin like a photo, and as `start_job`.
    """
    scoring_port().refuse_photo(content)
    return start_job(tournament=tournament, owner=author, kind=POSTER, params={}, upload=content)


def keep_poster(*, tournament: Tournament, author: User | None, picture: bytes) -> None:
    """Replace the poster by a JPEG that the confined reader has redrawn; b"" removes it."""
    with transaction.atomic():
        lock(tournament)
        settings = sign_up_of(tournament)
        if settings.poster.name:
            transaction.on_commit(partial(default_storage.delete, settings.poster.name))
        settings.poster = None
        if picture:
            settings.poster.save("cartel.jpg", ContentFile(picture), save=False)
        try:
            settings.save()
            note(tournament, author, "keep_poster", after={"poster": bool(picture)})
        except Exception:
            if picture:
                settings.poster.delete(save=False)
            raise
