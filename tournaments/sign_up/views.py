"""Pages of the sign-up: the poster and its form, a request by its code, the desk, the settings."""

from typing import Any

from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.accounts.throttling import (
    PREFIX,
    REQUEST,
    WrongSecret,
    note_wrong_link,
    refuse_many_requests,
    throttle_guesses,
)
from tournaments.models import Entry, EntryRequest
from tournaments.permissions import act
from tournaments.refusal import Refused
from tournaments.rounds.selectors.commitments import is_list_closed
from tournaments.rounds.selectors.places import free_places
from tournaments.setup.selectors.stages import entry_stages, stages_of
from tournaments.setup.words.stages import how_to_play
from tournaments.sign_up.forms import (
    AnswerForm,
    CodeForm,
    NewRequestForm,
    PosterForm,
    RequestForm,
    SignUpForm,
    request_initial,
)
from tournaments.sign_up.selectors import (
    decided_requests,
    flooded_minutes,
    place_in_waiting_list,
    reason_closed,
    request_of,
    request_rows,
    sign_up_of,
)
from tournaments.sign_up.services import (
    accept_requests,
    edit_request,
    edit_sign_up,
    keep_poster,
    order_poster,
    refuse_requests,
    send_request,
    withdraw_request,
)
from tournaments.sign_up.words import state_in_words
from tournaments.site.public_address import base_url
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.views.submit import posted_data, show_outcome, submit

MAX_DECIDED = 50


# --- Players --------------------------------------------------------------------------------------
@never_cache
@act("request_entry")
def sign_up(request: PageRequest) -> HttpResponse:
    """Show the poster and, while the sign-up is open, the form; a POST stores a request."""
    tournament, settings = request.tournament, sign_up_of(request.tournament)
    if settings.pk is None:
        raise Http404
    form = NewRequestForm(posted_data(request), settings=settings)

    def send() -> EntryRequest:
        if not request.role:
            refuse_many_requests(request, tournament.slug)
        return send_request(tournament=tournament, code=form.code, **form.request())

    submission = submit(form, send)
    if submission.done:
        return redirect("request", slug=tournament.slug, request_code=form.code)
    stage = entry_stages(tournament)[0]
    context = {
        "form": form,
        "settings": settings,
        "closed": reason_closed(settings, timezone.now()),
        "free": free_places(tournament, stage),
        "code_form": CodeForm(),
        **how_to_play(stage, stages_of(tournament)),
    }
    template = "tournaments/sign_up/sign_up.html"
    return render(request, template, context, status=submission.status)


@require_safe
@act("request_entry")
def poster(request: PageRequest) -> FileResponse:
    """Return the picture of the poster. Raises Http404 if there is none."""
    settings = sign_up_of(request.tournament)
    if not settings.poster:
        raise Http404
    try:
        picture = settings.poster.open()
    except FileNotFoundError as error:
        raise Http404 from error
    response = FileResponse(picture, content_type="image/jpeg", filename="cartel.jpg")
    response.headers["Cache-Control"] = "private, max-age=300"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


@require_POST
@act("request_entry")
def request_find(request: PageRequest) -> HttpResponse:
    """Redirect to the request of the typed code, or back to the sign-up for a wrong code."""
    form = CodeForm(request.POST)
    code = form["code"].value() or ""
    if request_of(request.tournament, code):
        return redirect("request", slug=request.tournament.slug, request_code=code.strip())
    with show_outcome(request):
        note_wrong_link(request, REQUEST, code[:PREFIX], request.tournament)
        raise Refused("code_unknown", _("No hay ninguna solicitud con ese código. Mírelo bien."))
    return redirect("sign_up", slug=request.tournament.slug)


@never_cache
@act("request_entry")
@throttle_guesses(REQUEST, place="request_code")
def request_page(request: PageRequest, request_code: str) -> HttpResponse:
    """Show a request to the holder of its code, who may correct it until it has an answer."""
    entry_request = _request_of(request, request_code)
    settings = sign_up_of(request.tournament)
    form = RequestForm(
        posted_data(request), settings=settings, initial=request_initial(entry_request)
    )
    submission = submit(form, lambda: edit_request(request=entry_request, **form.request()))
    if submission.done:
        messages.success(request, _("Cambios guardados."))
        return redirect("request", slug=request.tournament.slug, request_code=request_code)
    entry = entry_request.entry
    is_waiting = entry is not None and entry.state == Entry.State.WAITING
    place = place_in_waiting_list(entry) if entry is not None and is_waiting else 0
    context = {
        "entry_request": entry_request,
        "code": request_code.upper(),
        "address": f"{base_url(request)}{request.path}",
        "state": state_in_words(entry_request, place),
        "people": [person.full_name for person in entry_request.people],
        "form": form,
        "pending": entry_request.state == EntryRequest.State.SENT,
        "withdraws": entry_request.state == EntryRequest.State.SENT
        or (entry is not None and not entry.gone and not is_list_closed(request.tournament)),
    }
    return render(request, "tournaments/sign_up/request.html", context, status=submission.status)


@require_POST
@act("request_entry")
@throttle_guesses(REQUEST, place="request_code")
def request_withdraw(request: PageRequest, request_code: str) -> HttpResponse:
    with show_outcome(request, _("Solicitud retirada.")):
        withdraw_request(request=_request_of(request, request_code))
    return redirect("request", slug=request.tournament.slug, request_code=request_code)


def _request_of(request: PageRequest, code: str) -> EntryRequest:
    """Return the request with this code. Raises WrongSecret, which counts as a wrong try."""
    entry_request = request_of(request.tournament, code)
    if entry_request is None:
        raise WrongSecret(request.tournament)
    return entry_request


# --- Desk -----------------------------------------------------------------------------------------
@act("manage_entries")
def requests_page(request: UserRequest) -> HttpResponse:
    """Show the requests; accept or refuse the marked requests."""
    tournament = request.tournament
    rows = request_rows(tournament)
    form = AnswerForm(posted_data(request), requests=[row.request.pk for row in rows])
    form.fields["requests"].required = "flood" not in request.POST
    floods = flooded_minutes(rows)
    failures: list[tuple[EntryRequest, Refused]] = []

    def answer() -> None:
        keys, author = form.cleaned_data["requests"], request.user
        if "flood" in request.POST:
            flood = request.POST["flood"]
            keys = [
                key
                for minute, minute_keys in floods
                if minute.isoformat() == flood
                for key in minute_keys
            ]
        if "refuse" in request.POST or "flood" in request.POST:
            reason = form.cleaned_data["reason"]
            count = refuse_requests(
                tournament=tournament, author=author, requests=keys, reason=reason
            )
            message = ngettext("%(n)s solicitud rechazada.", "%(n)s solicitudes rechazadas.", count)
        else:
            outcome = accept_requests(tournament=tournament, author=author, requests=keys)
            failures.extend(outcome.failures)
            count = len(outcome.entries)
            message = ngettext("%(n)s solicitud aceptada.", "%(n)s solicitudes aceptadas.", count)
        messages.success(request, message % {"n": count})

    submission = submit(form, answer)
    if submission.done and not failures:
        return redirect("requests", slug=tournament.slug)
    status = 409 if failures else submission.status
    context = {
        "form": AnswerForm(requests=[]) if submission.done else form,
        "rows": request_rows(tournament) if submission.done else rows,
        "floods": [(minute, minute.isoformat(), len(keys)) for minute, keys in floods],
        "mark_all": "todas" in request.GET,
        "refusals": failures,
        "answered_requests": decided_requests(tournament, MAX_DECIDED),
        "settings": sign_up_of(tournament),
    }
    return render(request, "tournaments/sign_up/requests.html", context, status=status)


# --- Settings -------------------------------------------------------------------------------------
@act("edit_tournament")
def sign_up_settings(request: UserRequest) -> HttpResponse:
    tournament = request.tournament
    form = SignUpForm(posted_data(request), instance=sign_up_of(tournament))
    submission = submit(
        form, lambda: edit_sign_up(tournament=tournament, author=request.user, **form.changes())
    )
    if submission.done:
        messages.success(request, _("Cambios guardados."))
        return redirect("sign_up_settings", slug=tournament.slug)
    return _settings_page(request, form, PosterForm(), submission.status)


@require_POST
@act("edit_tournament")
def poster_add(request: UserRequest) -> HttpResponse:
    form = PosterForm(request.POST, request.FILES)
    submission = submit(
        form,
        lambda: order_poster(
            tournament=request.tournament,
            author=request.user,
            content=form.cleaned_data["poster"].read(),
        ),
        photo="poster",
    )
    if submission.done:
        return redirect("job", slug=request.tournament.slug, job=submission.result.pk)
    settings = SignUpForm(instance=sign_up_of(request.tournament))
    return _settings_page(request, settings, form, submission.status)


@require_POST
@act("edit_tournament")
def poster_remove(request: UserRequest) -> HttpResponse:
    with show_outcome(request, _("Cartel quitado.")):
        keep_poster(tournament=request.tournament, author=request.user, picture=b"")
    return redirect("sign_up_settings", slug=request.tournament.slug)


def _settings_page(
    request: UserRequest, form: SignUpForm, poster_form: PosterForm, status: int
) -> HttpResponse:
    context: dict[str, Any] = {
        "form": form,
        "poster_form": poster_form,
        "settings": sign_up_of(request.tournament),
    }
    return render(request, "tournaments/sign_up/settings.html", context, status=status)
