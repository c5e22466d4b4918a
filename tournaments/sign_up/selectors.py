"""The sign-up of a tournament: whether it is open, its settings, and its requests."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, EntryPlayer, EntryRequest, SignUpSettings, Tournament
from tournaments.names.people import identity
from tournaments.refusal import Conflict
from tournaments.rounds.selectors.commitments import is_list_closed
from tournaments.rounds.selectors.places import free_places
from tournaments.setup.selectors.stages import entry_stages
from tournaments.words import Text

POSTER = "poster"  # kind of the job that prepares the picture of a poster
SALT = "tapete.request"
# Letters and digits of a code; letters that look alike are left out.
ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 8
# Limits of pending requests: three for each place, within this range.
MIN_PENDING, MAX_PENDING = 50, 300
FLOOD = 20  # requests in one minute from which the desk can refuse them all with one button
State = EntryRequest.State


def code_digest(code: str) -> str:
    """Return the keyed hash of a code; case, spaces and dashes do not matter.

    >>> code_digest("abcd-2345") == code_digest("ABCD2345")
    True
    """
    bare_code = "".join(letter for letter in code.upper() if letter in ALPHABET)
    return str(salted_hmac(SALT, bare_code, algorithm="sha256").hexdigest())


def files_of_posters(tournaments: list[int]) -> Iterable[str]:
    """Return the file names of these tournaments' posters; "" for a sign-up without a poster."""
    settings = SignUpSettings.objects.filter(tournament__in=tournaments)
    return settings.values_list("poster", flat=True)


def request_of(tournament: Tournament, code: str) -> EntryRequest | None:
    """Return the request with this code, or None."""
    requests = tournament.requests.select_related("tournament", "entry")
    return requests.filter(digest=code_digest(code)).first()


def sign_up_of(tournament: Tournament) -> SignUpSettings:
    """Return the settings of the sign-up, or unsaved closed settings if there are none."""
    settings = SignUpSettings.objects.filter(tournament=tournament).first()
    settings = settings or SignUpSettings(tournament=tournament)
    settings.tournament = tournament
    return settings


def reason_closed(settings: SignUpSettings, now: datetime) -> Conflict | None:
    """Return the refusal of a request sent at `now`; None while the sign-up is open.

    Codes, all 409: `sign_up_shut`, `sign_up_too_early`, `sign_up_over`, `sign_up_drawn`,
    `sign_up_full`, `too_many_requests`.
    """
    tournament = settings.tournament
    if not settings.opened:
        return Conflict("sign_up_shut", _("La inscripción por esta página no está abierta."))
    if settings.opens_at is not None and now < settings.opens_at:
        sentence = _("La inscripción se abre el %(moment)s.")
        return Conflict("sign_up_too_early", sentence, moment=_moment(settings.opens_at))
    if settings.closes_at is not None and now >= settings.closes_at:
        sentence = _("La inscripción se cerró el %(moment)s.")
        return Conflict("sign_up_over", sentence, moment=_moment(settings.closes_at))
    if is_list_closed(tournament):
        sentence = _("El sorteo ya está en marcha: pregunte en la organización si queda sitio.")
        return Conflict("sign_up_drawn", sentence)
    if not settings.waits and free_places(tournament, entry_stages(tournament)[0]) == 0:
        return Conflict("sign_up_full", _("No queda ninguna plaza, y no hay lista de espera."))
    if pending_request_count(tournament) >= max_pending(tournament):
        sentence = _("Hay muchas solicitudes sin contestar. Vuelva a intentarlo más tarde.")
        return Conflict("too_many_requests", sentence)
    return None


def takes_requests(tournament: Tournament) -> bool:
    """Return whether players can send a request now."""
    settings = sign_up_of(tournament)
    return settings.opened and reason_closed(settings, timezone.now()) is None


def pending_request_count(tournament: Tournament) -> int:
    """Return the number of requests without an answer or on the waiting list."""
    waiting = Q(state=State.ACCEPTED, entry__state=Entry.State.WAITING)
    return tournament.requests.filter(Q(state=State.SENT) | waiting).count()


def max_pending(tournament: Tournament) -> int:
    """Return the limit of pending requests: three for each place, from 50 to 300.

    The limit is 300 in a tournament without a limit of places.
    """
    limit = 3 * tournament.capacity if tournament.capacity else MAX_PENDING
    return max(MIN_PENDING, min(limit, MAX_PENDING))


def sent_requests(tournament: Tournament) -> QuerySet[EntryRequest]:
    """Return the requests without an answer, the oldest first."""
    return tournament.requests.filter(state=State.SENT).select_related("tournament").order_by("pk")


@dataclass(frozen=True, slots=True)
class RequestRow:
    """A request on the page of the desk; `remark` is why accepting it may fail, or ""."""

    request: EntryRequest
    remark: Text = ""


def request_rows(tournament: Tournament) -> list[RequestRow]:
    """Return the requests without an answer, each with a remark if it has a fault."""
    requests = list(sent_requests(tournament))
    identities = {
        request.pk: [identity(person) for person in request.people] for request in requests
    }
    identity_counts = Counter(key for people in identities.values() for key in people)
    seats = EntryPlayer.objects.filter(live=True, player__tournament=tournament)
    entry_identities = set(seats.values_list("player__identity", flat=True)) if requests else set()
    return [
        RequestRow(
            request, _remark(request, identities[request.pk], identity_counts, entry_identities)
        )
        for request in requests
    ]


def _remark(
    request: EntryRequest,
    keys: list[str],
    identity_counts: Counter[str],
    entry_identities: set[str],
) -> Text:
    """Return the remark on a request whose people have the identities in `keys`; "" for none.

    `identity_counts` counts each identity in all requests. `entry_identities` has the identities of
    the people of live entries.
    """
    if entry_identities.intersection(keys):
        return _("Alguien de esta solicitud ya está inscrito.")
    if any(identity_counts[key] > 1 for key in keys):
        return _("Alguien está también en otra solicitud.")
    return _("No tiene todos los nombres.") if request.awaits_partner else ""


def flooded_minutes(rows: list[RequestRow]) -> list[tuple[datetime, list[int]]]:
    """Return each minute with at least `FLOOD` requests, and the keys of its requests."""
    minutes: dict[datetime, list[int]] = {}
    for row in rows:
        minute = row.request.created_at.replace(second=0, microsecond=0)
        minutes.setdefault(minute, []).append(row.request.pk)
    return [(minute, keys) for minute, keys in minutes.items() if len(keys) >= FLOOD]


def decided_requests(tournament: Tournament, limit: int) -> QuerySet[EntryRequest]:
    """Return the latest `limit` requests that are answered or withdrawn, newest first."""
    requests = tournament.requests.exclude(state=State.SENT).select_related("tournament", "entry")
    return requests.order_by("-pk")[:limit]


def place_in_waiting_list(entry: Entry) -> int:
    """Return the position of an entry in the waiting list of its stage, from 1."""
    waiting = Entry.objects.filter(tournament=entry.tournament_id, state=Entry.State.WAITING)
    return waiting.filter(enters=entry.enters, pk__lte=entry.pk).count()


def _moment(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")
