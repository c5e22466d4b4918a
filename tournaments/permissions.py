"""Permissions of pages and API: one table of acts, and the visibility of tournaments.

Every view has its act (`@act("draw_round")`, or `@public`). `docs/roles.md` is written from the
table.
"""

import re
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, NamedTuple, Protocol

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django_htmx.http import HttpResponseClientRefresh

from tournaments.accounts.second_factor import has_second_factor
from tournaments.models import (
    Announcing,
    ApiToken,
    Club,
    ClubOfficer,
    Match,
    Membership,
    PublicNames,
    RequestCache,
    Role,
    Scope,
    Tournament,
    Visibility,
)
from tournaments.names.audience import EVERYTHING, NOBODY, Audience
from tournaments.names.text import read_number
from tournaments.refusal import Refused
from tournaments.site.page_cache import pin_version
from tournaments.table_ranges import read_table_ranges
from tournaments.words import Unit

ORGANISER, STAGE = Role.ORGANISER, Role.STAGE
DESK, REFEREE = Role.DESK, Role.REFEREE
ORGANISERS = frozenset({ORGANISER})
DESK_ROLES = frozenset({ORGANISER, DESK})
HELPERS = frozenset({ORGANISER, STAGE, DESK, REFEREE})
DRAWERS = frozenset({ORGANISER, STAGE})
PUBLIC = "public"  # anybody, without an account
ACCOUNT = "account"  # any logged-in user
SECRETARY = "secretary"  # an officer of the club that the address names
SITE = "superuser"  # an administrator of the site, on a page outside of tournaments
WRITE_AT_TABLE = "write_at_table"  # a visitor with the link of a table, without an account


View = Callable[..., HttpResponseBase]


class Act(NamedTuple):
    """An action: its description in the words of `docs/roles.md`, and the roles that may do it."""

    words: Promise
    roles: frozenset[str]


ACTS: dict[str, Act] = {
    "view_public": Act(_("Ver las páginas públicas del torneo"), frozenset({PUBLIC})),
    "request_entry": Act(
        _("Enviar una solicitud de inscripción, y verla o retirarla con su código"),
        frozenset({PUBLIC}),
    ),
    "create_tournament": Act(_("Crear un torneo"), frozenset({ACCOUNT})),
    "run_own_halls": Act(_("Crear salas y llevar las propias"), frozenset({ACCOUNT})),
    "enter": Act(_("Entrar con la cuenta y aceptar invitaciones"), frozenset({ACCOUNT})),
    "own_account": Act(
        _("Ver, cambiar, llevarse y borrar la propia cuenta y sus tokens"), frozenset({ACCOUNT})
    ),
    "manage_accounts": Act(
        _("Llevar las cuentas del sitio: solo administradores"), frozenset({SITE})
    ),
    "leave_team": Act(_("Dejar de colaborar"), HELPERS),
    "view_panel": Act(_("Ver la página Hoy del torneo"), HELPERS),
    "edit_tournament": Act(_("Cambiar los ajustes del torneo"), ORGANISERS),
    "export_tournament": Act(_("Llevarse el torneo entero en un archivo"), ORGANISERS),
    "copy_tournament": Act(_("Repetir el torneo y guardarlo como plantilla"), ORGANISERS),
    "delete_tournament": Act(_("Borrar el torneo"), ORGANISERS),
    "anonymise": Act(_("Borrar los datos de los jugadores y dejar sus resultados"), ORGANISERS),
    "export_person": Act(_("Sacar los datos guardados de los jugadores"), ORGANISERS),
    "manage_entries": Act(_("Inscribir y corregir inscripciones, pagos y presencias"), DESK_ROLES),
    "manage_money": Act(_("Llevar las cuentas: cobros, devoluciones y extras"), DESK_ROLES),
    "close_accounts": Act(
        _("Poner precios, pagar premios y gastos, y cerrar las cuentas"), ORGANISERS
    ),
    "withdraw_entry": Act(_("Retirar y readmitir inscripciones"), DESK_ROLES),
    "draw_round": Act(_("Sortear o preparar, cambiar, publicar y descartar rondas"), DRAWERS),
    "remedy_draws": Act(_("Rehacer las rondas que salieron de un resultado corregido"), ORGANISERS),
    "call_tables": Act(_("Mandar encuentros a las mesas"), HELPERS),
    "postpone_match": Act(_("Aplazar y reanudar encuentros"), DESK_ROLES),
    "see_forecast": Act(_("Ver la previsión de horas"), DESK_ROLES | {STAGE}),
    "rehearse_day": Act(_("Ensayar el día"), DESK_ROLES),
    "print_sheets": Act(_("Imprimir"), HELPERS),
    "enter_result": Act(_("Anotar resultados"), HELPERS),
    # No role gives this right: see scoring/actas/views/pieces.py.
    WRITE_AT_TABLE: Act(
        _("Anotar y confirmar el encuentro propio, con el enlace de la mesa"), frozenset()
    ),
    "table_links": Act(_("Ver y anular los enlaces de las mesas"), DESK_ROLES),
    "correct_result": Act(_("Corregir resultados de la ronda en juego"), HELPERS),
    "correct_closed_round": Act(_("Corregir resultados de rondas anteriores"), DRAWERS),
    "catch_up": Act(_("Dar y anular recuperaciones a los que descansan"), DESK_ROLES),
    "seat_late": Act(_("Sentar a los que llegan tarde con los que descansan"), DESK_ROLES),
    "penalise": Act(
        _("Arbitrar: faltas, sanciones, minutos de más, repetir un encuentro"),
        frozenset({ORGANISER, REFEREE}),
    ),
    "run_hall": Act(_("Llevar el reloj y las pantallas de la sala"), DESK_ROLES),
    "manage_team": Act(_("Dar y quitar cargos a los colaboradores"), ORGANISERS),
    "found_club": Act(_("Fundar un club y ver los propios"), frozenset({ACCOUNT})),
    "manage_club": Act(
        _("Llevar un club: su secretaría, sus torneos y sus personas"), frozenset({SECRETARY})
    ),
    "view_audit": Act(_("Ver el historial"), ORGANISERS),
    "manage_webhooks": Act(_("Poner y quitar avisos a otros programas"), ORGANISERS),
}


# The acts that a scope of a token allows in addition to reading.
SCOPES: dict[str, frozenset[str]] = {
    Scope.READ: frozenset(),
    Scope.RESULTS: frozenset(
        {
            "enter_result",
            "correct_result",
            "correct_closed_round",
            "call_tables",
            "catch_up",
            "penalise",
            "postpone_match",
            "run_hall",
        }
    ),
    Scope.ENTRIES: frozenset({"manage_entries", "withdraw_entry", "seat_late"}),
}
# Acts that only the full scope allows.
FULL_SCOPE = frozenset(
    {
        *("create_tournament", "edit_tournament", "copy_tournament", "delete_tournament"),
        *("draw_round", "remedy_draws", "rehearse_day", "see_forecast", "print_sheets"),
        *("view_panel", "manage_team", "leave_team", "table_links", "view_audit", "own_account"),
        *("enter", "export_tournament", "export_person", "anonymise", "manage_accounts"),
        *("manage_money", "close_accounts", "found_club", "manage_club", "run_own_halls"),
        *("manage_webhooks", WRITE_AT_TABLE),
    }
)
# Acts whose answers have secrets, private data or money. A token needs the full scope even to read
# them.
FULL_SCOPE_READS = frozenset(
    {
        *("own_account", "export_person", "export_tournament", "manage_team", "table_links"),
        *("view_audit", "manage_money", "close_accounts", "manage_club", "manage_webhooks"),
    }
)


def is_in_scope(token: ApiToken, act_name: str, *, reading: bool = False) -> bool:
    """Return whether the scopes of a token allow an act; `reading`: the request only reads."""
    if Scope.FULL in token.scopes:
        return True
    if reading and act_name not in FULL_SCOPE_READS:
        return True
    return any(act_name in SCOPES[scope] for scope in token.scopes)


def membership_of(user: User | AnonymousUser, tournament: Tournament) -> Membership:
    """Return the user's membership in a tournament, with the role "" if he is not in the team.

    Each call reads the membership, so that a removed member loses access immediately. A superuser
    gets an unsaved membership as organiser.
    """
    member = None
    if user.is_authenticated and not user.is_superuser:
        # A user has at most one membership; the default order would join the tournament.
        member = Membership.objects.order_by("pk").filter(user=user, tournament=tournament).first()
    return member or Membership(role=ORGANISER if user.is_superuser else "")


def club_role_of(user: User | AnonymousUser, club: Club) -> str:
    """Return SECRETARY for an officer of the club and for a superuser, else ""."""
    if not user.is_authenticated:
        return ""
    if user.is_superuser or ClubOfficer.objects.filter(club=club, user=user).exists():
        return SECRETARY
    return ""


def role_of(user: User | AnonymousUser, tournament: Tournament) -> str:
    """Return the user's role in a tournament, "" for none."""
    return membership_of(user, tournament).role


def allows(act_name: str, role: str, authenticated: bool) -> bool:
    """Return whether a person with this role ("" for none) may do the act."""
    roles = ACTS[act_name].roles
    return PUBLIC in roles or (ACCOUNT in roles and authenticated) or role in roles


def may(user: User | AnonymousUser, act_name: str, tournament: Tournament) -> bool:
    """Return whether this user may do the act in this tournament, within the scopes of the token.

    A request without a token has no limit of scopes.
    """
    token = getattr(user, "api_token", None)
    if token is not None and not is_in_scope(token, act_name):
        return False
    return allows(act_name, role_of(user, tournament), user.is_authenticated)


def act(
    act_name: str,
) -> Callable[[Callable[..., HttpResponseBase]], Callable[..., HttpResponseBase]]:
    """Run a page's view only for users who may do the act.

    Sets `request.tournament` (from `slug`), `request.role`, `request.tables` ("" for all) and
    `request.audience`; on a page of a club, `request.club` (from `club`), with SECRETARY as the
    role of its officers. The organiser of one stage writes only in that stage. Without an account
    the answer is a redirect to the login; without the right, 403; for a hidden tournament, 404.
    """
    assert act_name in ACTS, act_name

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            tournament, member = None, Membership(role=SITE if request.user.is_superuser else "")
            if "slug" in kwargs:
                tournament = visible_tournament(request, kwargs.pop("slug"))
                tournament.request_cache = RequestCache(
                    tournament, requested_stage(request), reads=is_read_only(request)
                )
                pin_version(tournament, getattr(request, "seen_version", None))
                member = membership_of(request.user, tournament)
            elif "club" in kwargs:
                request.club = get_object_or_404(Club, slug=kwargs.pop("club"))  # type: ignore[attr-defined]
                member = Membership(role=club_role_of(request.user, request.club))  # type: ignore[attr-defined]
            if not allows(act_name, member.role, request.user.is_authenticated):
                return _login_response(request)
            if tournament is not None:
                refuse_other_stage(request, act_name, tournament, member, kwargs)
            request.tournament, request.role = tournament, member.role  # type: ignore[attr-defined]
            request.tables = member.tables  # type: ignore[attr-defined]
            request.audience = audience_of(tournament, member.role)  # type: ignore[attr-defined]
            return view(request, *args, **kwargs)

        guarded_view.act = act_name  # type: ignore[attr-defined]
        return guarded_view

    return decorate


def audience_of(tournament: Tournament | None, role: str) -> Audience:
    """Return the audience of a tournament to which a person with this role ("" for none) belongs.

    Without a role, silent rounds (published, not yet announced) are hidden, and names too if the
    tournament publishes only numbers. Pages outside of tournaments show no names.
    """
    if tournament is None:
        return NOBODY
    if role:
        return EVERYTHING
    moment, hidden_rounds = timezone.now(), frozenset[int]()
    if tournament.announcing == Announcing.BY_HAND:
        silent_rounds = tournament.rounds.silent(moment).order_by()
        hidden_rounds = frozenset(silent_rounds.values_list("pk", flat=True))
    unit = unit_for_public(tournament)
    return Audience(names=unit is None, hidden_rounds=hidden_rounds, unit=unit, now=moment)


def unit_for_public(tournament: Tournament) -> Unit | None:
    """Return the `Unit` whose word replaces names in public; None if names are shown."""
    return tournament.unit if tournament.public_names == PublicNames.NUMBERS else None


def _login_response(request: HttpRequest) -> HttpResponse:
    """Redirect a visitor to the login, or make htmx reload the page on a GET.

    Raises PermissionDenied for a logged-in user.
    """
    if request.user.is_authenticated:
        raise PermissionDenied
    if getattr(request, "htmx", False) and request.method == "GET":
        return HttpResponseClientRefresh()
    return redirect_to_login(request.get_full_path())


def requested_stage(request: HttpRequest) -> int | None:
    """Return the stage number of `?fase=2` or, in the API, `?stage=2`; None without a number."""
    stage = request.GET.get("fase") or request.GET.get("stage")
    return read_number(stage, digits=3) if stage else None


def is_read_only(request: HttpRequest) -> bool:
    """Return whether the request only reads, so that its queries may be cached."""
    return request.method in ("GET", "HEAD")


def act_of(view: Any) -> str:
    """Return PUBLIC for a public page, else the act of the view, "" for a view without an act."""
    name = getattr(view, "act", "")
    return PUBLIC if name in ACTS and PUBLIC in ACTS[name].roles else name


public = act("view_public")


OPENED_LINKS = "shown"  # session key: {tournament key: [match code, link serial]}
MOST_OPENED_LINKS = 20  # tournaments remembered for a browser; the oldest is dropped


class RequestProtocol(Protocol):
    """The part of a request, of Django or of the API, that these functions read."""

    user: Any
    session: Any


def visible_tournaments(request: RequestProtocol) -> QuerySet[Tournament]:
    """Return the tournaments whose pages a request may see.

    It may see every tournament that is not private. A private tournament is visible to its team, to
    a superuser, and to a browser that has opened the link of one of its tables, unless the link is
    revoked.
    """
    if request.user.is_authenticated and request.user.is_superuser:
        return Tournament.objects.all()
    return Tournament.objects.filter(
        ~Q(visibility=Visibility.PRIVATE)
        | _team_condition(request.user)
        | _opened_link_condition(request.session.get(OPENED_LINKS, {}))
    )


def visible_tournament(request: RequestProtocol, slug: str) -> Tournament:
    """Return the tournament of this address. Raises Http404 unless the request may see it."""
    tournament = get_object_or_404(Tournament, slug=slug)
    if tournament.visibility == Visibility.PRIVATE:
        get_object_or_404(visible_tournaments(request).only("pk"), pk=tournament.pk)
    return tournament


def tournaments_found_by(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """Return the tournaments that lists and searches show: the public ones, and the user's own."""
    return Tournament.objects.filter(Q(visibility=Visibility.PUBLIC) | _team_condition(user))


def tournaments_organised_by(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """Return the tournaments that a user organises; a superuser organises all."""
    if user.is_authenticated and user.is_superuser:
        return Tournament.objects.all()
    if not user.is_authenticated:
        return Tournament.objects.none()
    return Tournament.objects.filter(team__user=user, team__role=ORGANISER)


def front_page_tournaments() -> QuerySet[Tournament]:
    """Return the public tournaments, which the front page lists."""
    return Tournament.objects.filter(visibility=Visibility.PUBLIC)


def grant_by_table_link(request: RequestProtocol, match: Match) -> None:
    """Let this browser, which has opened the link of a match's table, see its tournament."""
    links = dict(request.session.get(OPENED_LINKS, {}))
    links.pop(str(match.tournament_id), None)
    links[str(match.tournament_id)] = [match.code, match.link_serial]
    request.session[OPENED_LINKS] = dict(list(links.items())[-MOST_OPENED_LINKS:])


def _team_condition(user: User | AnonymousUser) -> Q:
    if not user.is_authenticated:
        return Q(pk__in=[])
    is_in_team = Q(Exists(Membership.objects.filter(user=user, tournament=OuterRef("pk"))))
    # A token made for one tournament gives access to no other.
    token = getattr(user, "api_token", None)
    token_tournament = token.tournament_id if token is not None else None
    return is_in_team if token_tournament is None else is_in_team & Q(pk=token_tournament)


def _opened_link_condition(opened_links: Mapping[str, tuple[str, int]]) -> Q:
    """Return the condition for tournaments with an opened link that is still valid."""
    condition = Q(pk__in=[])
    for tournament, (code, serial) in opened_links.items():
        matches = Match.objects.filter(tournament=OuterRef("pk"), code=code, link_serial=serial)
        condition |= Q(Exists(matches), pk=int(tournament))
    return condition


def lacks_second_factor(user: User | AnonymousUser) -> bool:
    """Return whether this staff account lacks the second factor that the settings demand.

    Such an account has no rights yet.
    """
    staff = user.is_authenticated and (user.is_staff or user.is_superuser)
    return staff and settings.TAPETE_STAFF_SECOND_FACTOR and not has_second_factor(user)


# --- Stages ---------------------------------------------------------------------------------------
# Acts that change no stage.
ACTS_OF_ANY_STAGE = frozenset({"leave_team", "view_panel", "print_sheets"})
# If the address names no stage, this act is for the stage that the page shows.
SHOWN_STAGE_ACT = "draw_round"
_ROUNDS = re.compile(r"/(?:rondas?|rounds)/<int:")
_STAGES = re.compile(r"/(?:fases|stages)/<int:")


def refuse_other_stage(
    request: HttpRequest | Any,
    act_name: str,
    tournament: Tournament,
    member: Membership,
    kwargs: Mapping[str, Any],
) -> None:
    """Raise Refused 403 `other_stage` if the organiser of one stage writes outside of it.

    The target is the match, the round or the stage of the address. An address without a target is
    refused, except for a draw, which belongs to the stage that the page shows.
    """
    open_to_all = ACTS[act_name].roles & {PUBLIC, ACCOUNT}
    if (
        member.role != STAGE
        or is_read_only(request)
        or act_name in ACTS_OF_ANY_STAGE
        or open_to_all
    ):
        return
    if _target_stage(request, act_name, tournament, kwargs) == member.stage:
        return
    raise Refused(
        "other_stage",
        _("Usted organiza solo la fase %(stage)s, y esto es de otra fase o de todo el torneo."),
        status=403,
        stage=member.stage,
    )


def _target_stage(
    request: HttpRequest | Any, act_name: str, tournament: Tournament, kwargs: Mapping[str, Any]
) -> int | None:
    """Return the number of the stage that an address is about; None if unknown."""
    route = request.resolver_match.route if request.resolver_match else ""
    number: int | None = kwargs.get("serial", kwargs.get("number"))
    if "code" in kwargs:
        match = Match.objects.filter(tournament=tournament, code=kwargs["code"])
        return match.order_by().values_list("round__stage__number", flat=True).first()
    if _ROUNDS.search(route):
        rounds = tournament.rounds.filter(serial=number or 0).order_by()
        return rounds.values_list("stage__number", flat=True).first()
    if _STAGES.search(route):
        return number
    if act_name == SHOWN_STAGE_ACT and not kwargs.keys() - {"slug"}:
        return tournament.stage.number
    return None


# --- Tables ---------------------------------------------------------------------------------------
def includes_table(ranges: str, table: int | None) -> bool:
    """Return whether the ranges include the table; None is no table.

    >>> includes_table("1-12, 20", 12), includes_table("1-12, 20", 13)
    (True, False)
    >>> includes_table("", None), includes_table("3", None)
    (True, False)
    """
    return not ranges or table in read_table_ranges(ranges)


def refuse_other_tables(ranges: str, *tables: int | None) -> None:
    """Raise Refused 403 `other_table` unless the ranges include every one of these tables."""
    for table in tables:
        if includes_table(ranges, table):
            continue
        if table is None:
            sentence = _(
                "Este encuentro no tiene mesa todavía, y usted arbitra las mesas %(mine)s."
            )
            raise Refused("other_table", sentence, status=403, mine=ranges)
        sentence = _(
            "Eso es de la mesa %(table)s, y usted arbitra las mesas %(mine)s. Avise al árbitro de "
            "esa mesa o a la organización."
        )
        raise Refused("other_table", sentence, status=403, table=table, mine=ranges)
