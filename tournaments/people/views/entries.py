"""Views of the desk's list of entries: register, correct, mark, delete."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.clubs.selectors import suggested_people
from tournaments.models import Entry, Stage, Substitution
from tournaments.money.selectors import debts_of
from tournaments.names.audience import Audience
from tournaments.names.text import clean_text, read_number
from tournaments.people.forms.entries import (
    FIELD_LENGTH,
    EntryEditForm,
    NewEntryForm,
    ReserveForm,
    SeedingForm,
    SubstituteForm,
    entry_initial,
)
from tournaments.people.imports.lines import read_person, write_person
from tournaments.people.imports.rows import PLAYERS
from tournaments.people.selectors.entries import (
    FILTERS,
    ORDERS,
    entries_at_door,
    entry_list,
    last_markings,
    late_entry_way,
    reserves_of,
    rounds_to_substitute,
    sent_request_count,
)
from tournaments.people.selectors.entries_table import entries_table
from tournaments.people.services.marks import mark_all, promote, set_seeding, unmark_all
from tournaments.people.services.registering import (
    delete_entry,
    edit_entry,
    refuse_to_delete,
    register_entry,
    set_fixed_table,
    set_paid,
    set_present,
)
from tournaments.people.services.stages import move_entry
from tournaments.people.services.substitutions import (
    add_reserve,
    remove_reserve,
    substitute_for_round,
    substitute_player,
)
from tournaments.permissions import act
from tournaments.ports import scoring_port
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.selectors.day import EntryCounts, entries_count
from tournaments.rounds.selectors.places import free_places, seats
from tournaments.setup.selectors.stages import entry_stages
from tournaments.site.forms import REFUSALS
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.spreadsheets import requested_format, table_response
from tournaments.site.views.submit import posted_data, submit

PAGE_SIZE = 100
DOOR_RESULTS = 7  # the most entries that a search of `?puerta=1` shows
LONG_LIST = 20  # with this many entries, the form of a new entry is closed at first


@require_safe
@never_cache
@act("manage_entries")
def entries_export(request: UserRequest) -> HttpResponse:
    """Serve the entries as a file that an import reads again; `?como=` is csv, xlsx or ods."""
    stem = f"{request.tournament.slug}-inscripciones"
    return table_response(entries_table(request.tournament), stem, requested_format(request))


@require_safe
@act("manage_entries")
def entries(request: UserRequest) -> HttpResponse:
    """List the entries; with `?puerta=1`, show the page that receives players at the door."""
    if "puerta" in request.GET:
        return _door_page(request)
    form = NewEntryForm(
        tournament=request.tournament,
        stages=entry_stages(request.tournament),
        initial={"stage": request.tournament.stage.number},
    )
    return _list_page(request, form)


@require_safe
@act("manage_entries")
def entry_suggestions(request: UserRequest) -> HttpResponse:
    """Suggest people of the tournament's club whose name or town has the text typed in a box."""
    boxes = (*PLAYERS, "comes")
    text = next((request.GET[name] for name in boxes if name in request.GET), "")
    people = suggested_people(
        request.tournament, clean_text(text, "q", FIELD_LENGTH, any_start=True)
    )
    names = [write_person(person.person) for person in people]
    return render(request, "tournaments/clubs/suggestions.html", {"names": names})


@require_POST
@act("manage_entries")
def entry_new(request: UserRequest) -> HttpResponse:
    form = NewEntryForm(
        request.POST, tournament=request.tournament, stages=entry_stages(request.tournament)
    )
    submission = submit(
        form,
        lambda: register_entry(tournament=request.tournament, author=request.user, **form.entry()),
    )
    if submission.done:
        entry = submission.result
        messages.success(request, _registered_message(entry, request.audience))
        return _back_to_list(request, entry)
    return _list_page(request, form, submission.status)


@act("manage_entries")
def entry_edit(request: UserRequest, number: int) -> HttpResponse:
    entry = _entry(request, number)
    form = EntryEditForm(
        posted_data(request),
        initial=entry_initial(entry),
        tournament=request.tournament,
        people=1 if entry.state == Entry.State.SINGLE else 0,
        stages=entry_stages(request.tournament),
    )
    submission = submit(form, lambda: _save(request, entry, form))
    if submission.done:
        messages.success(request, _("Número %(number)s: cambios guardados.") % {"number": number})
        return _back_to_list(request)
    context = {
        "form": form,
        "entry": entry,
        "query": _query(request),
        "late_entry": late_entry_way(request.tournament.stage),
        "free": free_places(request.tournament) if entry.state == Entry.State.WAITING else 0,
    }
    return render(request, "tournaments/people/entry_edit.html", context, status=submission.status)


@act("manage_entries")
def entry_delete(request: UserRequest, number: int) -> HttpResponse:
    """Ask for confirmation, then delete the entry. Show why a drawn entry cannot be deleted."""
    entry = _entry(request, number)
    refusal, status = None, 200
    try:
        if request.method == "POST":
            delete_entry(entry=entry, author=request.user)
            message = _("Número %(number)s: inscripción borrada.")
            messages.success(request, message % {"number": number})
            return _back_to_list(request)
        refuse_to_delete(entry)
    except Conflict as conflict:
        refusal, status = conflict, conflict.status
    context = {"entry": entry, "refusal": refusal, "query": _query(request)}
    template = "tournaments/people/entry_delete.html"
    return render(request, template, context, status=status if request.method == "POST" else 200)


@require_POST
@act("manage_entries")
def entry_paid(request: UserRequest, number: int) -> HttpResponse:
    entry = _entry(request, number)
    return _row(request, set_paid(entry=entry, author=request.user, paid=_sets_mark(request)))


@require_POST
@act("manage_entries")
def entry_present(request: UserRequest, number: int) -> HttpResponse:
    entry = _entry(request, number)
    return _row(request, set_present(entry=entry, author=request.user, present=_sets_mark(request)))


@require_POST
@act("manage_entries")
def entry_table(request: UserRequest, number: int) -> HttpResponse:
    """Set the fixed table of the entry; a blank field is no table."""
    text = request.POST.get("table", "").strip()
    entry, table = _entry(request, number), read_number(text, digits=4) if text else 0
    try:
        set_fixed_table(entry=entry, author=request.user, table=-1 if table is None else table)
    except REFUSALS as error:
        messages.error(request, str(error))
        return redirect("entry_edit", slug=request.tournament.slug, number=number)
    messages.success(request, _("Número %(number)s: cambios guardados.") % {"number": number})
    return _back_to_list(request)


@require_POST
@act("manage_entries")
def entry_promote(request: UserRequest, number: int) -> HttpResponse:
    try:
        promote(entry=_entry(request, number), author=request.user)
    except REFUSALS as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("El número %(number)s ya tiene plaza.") % {"number": number})
    return _back_to_list(request)


@transaction.atomic
def _save(request: UserRequest, entry: Entry, form: EntryEditForm) -> None:
    """Save all changes of the form, or none."""
    edit_entry(entry=entry, author=request.user, **form.entry())
    if "stage" in form.cleaned_data:
        move_entry(entry=entry, author=request.user, stage=form.cleaned_data["stage"])


def _registered_message(entry: Entry, audience: Audience) -> str:
    params = {"number": entry.number, "entry": entry.title_for(audience)}
    if entry.state == Entry.State.WAITING:
        return (
            _("Número %(number)s: %(entry)s. No quedan plazas: va a la lista de espera.") % params
        )
    if entry.state == Entry.State.SINGLE:
        return _("Número %(number)s: %(entry)s. Busca pareja.") % params
    return _("Número %(number)s: %(entry)s.") % params


def _entry(request: PageRequest, number: int) -> Entry:
    return get_object_or_404(request.tournament.entries.prefetch_related(seats()), number=number)


def _sets_mark(request: HttpRequest) -> bool:
    """Return whether the button sets the mark; if not, it clears it. A repeated press is safe."""
    return request.POST.get("value") == "1"


def _row(request: PageRequest, entry: Entry) -> HttpResponse:
    """Render the entry's row and the counts; without scripts, redirect to the list.

    With `?puerta=1`, answer as `_door_answer` does.
    """
    if "puerta" in request.GET:
        return _door_answer(request, entry)
    if not request.htmx:
        return _back_to_list(request)
    stages = entry_stages(request.tournament)
    context = {
        "entry": entry,
        "debts": debts_of(request.tournament, [entry]),
        **_links(request),
        **_counts_context(request, _shown_stage(request, stages)),
        "entry_stages": stages if len(stages) > 1 else [],
    }
    return render(request, "tournaments/people/entry_swap.html", context)


def _shown_stage(request: PageRequest, stages: Sequence[Stage]) -> Stage | None:
    """Return the stage whose entries the page shows; None for all."""
    if len(stages) < 2:
        return None
    return next(
        (stage for stage in stages if stage.number == request.tournament.chosen_stage), None
    )


def _counts_context(request: PageRequest, stage: Stage | None) -> dict[str, Any]:
    """Return the counts, filters and free places of `stage` (None: of all stages).

    `late_entry` and `offer` say how a late entry may join the stage in play.
    """
    stage_in_play = request.tournament.stage
    counts = entries_count(request.tournament, stage)
    return {
        "counts": counts,
        "filters": _filter_links(request, counts),
        "late_entry": late_entry_way(stage_in_play),
        "offer": scoring_port().late_offer(stage_in_play, request.audience),
        "free": free_places(request.tournament, stage),
        "capacity": (stage.capacity if stage else 0) or request.tournament.capacity,
    }


def _query(request: HttpRequest) -> str:
    """Return the query of the part of the list on the page: "q=gil&page=2&"; "" for its start."""
    query = QueryDict(mutable=True)
    for name in ("q", "orden", "ver", "page", "fase"):
        if value := request.GET.get(name, ""):
            query[name] = value[:80]
    return f"{query.urlencode()}&" if query else ""


def _links(request: PageRequest) -> dict[str, str]:
    """Return the address of the list, and the query that returns to its current part."""
    query = _query(request)
    address = reverse("entries", kwargs={"slug": request.tournament.slug})
    return {"list_address": address, "query": query, "back": f"?{query}" if query else ""}


def _filter_links(request: PageRequest, counts: EntryCounts) -> list[dict[str, Any]]:
    """Return the filters of the list with their counts, keeping the stage and the order."""
    kept_query = QueryDict(mutable=True)
    for name in ("orden", "fase"):
        if value := request.GET.get(name, ""):
            kept_query[name] = value[:80]
    labels = {
        "": (_("Todas"), counts.live),
        "presentes": (_("Presentes"), counts.present),
        "sin-llegar": (_("Sin llegar"), counts.absent),
        "pagadas": (_("Con el pago hecho"), counts.paid),
        "sin-pagar": (_("Sin pagar"), counts.unpaid),
        "ambas": (_("Las dos cosas"), counts.both),
        "ninguna": (_("Ni una ni otra"), counts.neither),
    }
    address = reverse("entries", kwargs={"slug": request.tournament.slug})
    links = []
    for key, (label, count) in labels.items():
        query = kept_query.copy()
        if key:
            query["ver"] = key
        current = request.GET.get("ver", "") == key
        path = f"{address}?{query.urlencode()}" if query else address
        links.append({"words": label, "count": count, "address": path, "current": current})
    return links


def _back_to_list(request: PageRequest, entry: Entry | None = None) -> HttpResponse:
    """Redirect to the list as it was; for a new `entry`, to the list of its stage."""
    page = reverse("entries", kwargs={"slug": request.tournament.slug})
    query = _query(request).rstrip("&")
    if entry is not None and entry.enters != request.tournament.stage.number:
        query = f"fase={entry.enters}"
    if entry is not None and "inscribir" in request.GET:  # the form stays open for the next entry
        query = f"inscribir=1&{query}".rstrip("&")
    return redirect(f"{page}?{query}" if query else page)


def _list_page(request: PageRequest, form: NewEntryForm, status: int = 200) -> HttpResponse:
    search = request.GET.get("q", "")[:80].replace("\x00", "")
    order = request.GET.get("orden", "")
    order = order if order in ORDERS else ORDERS[0]
    stages = form.stages
    shown_stage = _shown_stage(request, stages)
    chosen_filter = request.GET.get("ver", "")
    chosen_filter = chosen_filter if chosen_filter in FILTERS else ""
    entries = entry_list(request.tournament, search, order, shown_stage)
    if chosen_filter:
        is_shown = FILTERS[chosen_filter]
        entries = [entry for entry in entries if entry.live and is_shown(entry)]
    lists = _lists(entries)
    counts_context = _counts_context(request, shown_stage)
    query = QueryDict(mutable=True)
    filters = (("q", search), ("orden", order), ("ver", chosen_filter))
    query.update({name: value for name, value in filters if value})
    if shown_stage:
        query["fase"] = str(shown_stage.number)
    page = Paginator(lists["main"], PAGE_SIZE).get_page(request.GET.get("page"))
    listed_entries = [*page.object_list, *lists["waiting"], *lists["singles"]]
    context: dict[str, Any] = {
        "form": form,
        "page": page,
        "debts": debts_of(request.tournament, listed_entries),
        "main_count": sum(not entry.gone for entry in lists["main"]),
        "waiting": lists["waiting"],
        "singles": lists["singles"],
        "search": search,
        "filter": chosen_filter,
        "long_list": counts_context["counts"].live >= LONG_LIST,
        "form_is_open": form.is_bound or "inscribir" in request.GET,
        "order": order,
        "orders": zip(ORDERS, (_("Por número"), _("Por apellido"), _("Últimas")), strict=True),
        **counts_context,
        "markings": last_markings(request.tournament),
        "requests_sent": sent_request_count(request.tournament),
        "entry_stages": stages if len(stages) > 1 else [],
        "shown_stage": shown_stage,
        **_links(request),
        "pages_query": f"{query.urlencode()}&",
    }
    return render(request, "tournaments/people/entries.html", context, status=status)


def _lists(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    """Return the entries in three lists: `waiting`, `singles`, and `main` with all others."""
    waiting = [entry for entry in entries if entry.state == Entry.State.WAITING]
    states_apart = (Entry.State.WAITING, Entry.State.SINGLE)
    return {
        "main": [entry for entry in entries if entry.state not in states_apart],
        "waiting": sorted(waiting, key=lambda entry: entry.pk),
        "singles": [entry for entry in entries if entry.state == Entry.State.SINGLE],
    }


# --- The door -----------------------------------------------------------------------------------
# The page `?puerta=1`, for whoever receives the players at the door of the hall: it finds an entry
# and marks it as present and paid.
def _door_page(request: PageRequest) -> HttpResponse:
    """Render a large search box. The page has all live entries: its script works offline."""
    search = request.GET.get("q", "")[:80].replace("\x00", "")
    entries = entries_at_door(request.tournament, "")
    matching = entries_at_door(request.tournament, search) if search.strip() else []
    context = {
        "search": search,
        "best": matching[0] if matching else None,
        "other_entries": matching[1:DOOR_RESULTS],
        "counts": entries_count(request.tournament),
        "list_address": reverse("entries", kwargs={"slug": request.tournament.slug}),
        "entries": [
            {
                "number": entry.number,
                "names": entry.title_for(request.audience),
                "people": _people_of_team(entry, request.audience),
                "town": entry.town,
                "present": entry.present,
                "paid": entry.paid,
            }
            for entry in entries
        ],
    }
    return render(request, "tournaments/people/door.html", context)


def _people_of_team(entry: Entry, audience: Audience) -> str:
    """Return the names of a team's players, so that a search finds the team; "" without a team."""
    if not entry.name:
        return ""
    return " ".join(seat.player.name_for(audience) for seat in entry.seats.all())


def _door_answer(request: PageRequest, entry: Entry) -> HttpResponse:
    """Answer 204 to the script of `?puerta=1`; without the script, redirect to its empty search."""
    if request.htmx:
        return HttpResponse(status=204)
    state = _("presente") if entry.present else _("sin llegar")
    paid = _("pagado") if entry.paid else _("sin pagar")
    params = {"entry": entry.title_for(request.audience), "state": state, "paid": paid}
    messages.success(request, _("%(entry)s: %(state)s, %(paid)s.") % params)
    page = reverse("entries", kwargs={"slug": request.tournament.slug})
    return redirect(f"{page}?puerta=1")


# --- Marks ----------------------------------------------------------------------------------------
@require_POST
@act("manage_entries")
def mark(request: UserRequest, mark: str) -> HttpResponse:
    try:
        line = mark_all(tournament=request.tournament, author=request.user, mark=mark)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        count = len(line.after["pairs"]) if line else 0
        message = ngettext("Marcada %(n)s inscripción.", "Marcadas %(n)s inscripciones.", count)
        messages.success(request, message % {"n": count} if count else _("Ya lo estaban todas."))
    return redirect("entries", slug=request.tournament.slug)


@require_POST
@act("manage_entries")
def unmark(request: UserRequest, mark: str) -> HttpResponse:
    """Undo the marking that the page showed."""
    line = read_number(request.POST.get("line"), digits=15) or 0
    try:
        numbers = unmark_all(
            tournament=request.tournament, author=request.user, mark=mark, line=line
        )
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        message = ngettext(
            "Deshecho: %(n)s inscripción vuelve a como estaba.",
            "Deshecho: %(n)s inscripciones vuelven a como estaban.",
            len(numbers),
        )
        messages.success(request, message % {"n": len(numbers)})
    return redirect("entries", slug=request.tournament.slug)


# --- Seeding --------------------------------------------------------------------------------------
@act("manage_entries")
def seeding(request: UserRequest) -> HttpResponse:
    remaining_entries = request.tournament.entries.exclude(state__in=Entry.GONE).order_by("number")
    entries = list(remaining_entries.prefetch_related(seats()))
    form = SeedingForm(posted_data(request), entries=entries)
    submission = submit(
        form,
        lambda: set_seeding(tournament=request.tournament, author=request.user, **form.seeding()),
    )
    if submission.done:
        count = submission.result
        message = ngettext("%(n)s inscripción cambiada.", "%(n)s inscripciones cambiadas.", count)
        messages.success(request, message % {"n": count} if count else _("Nada cambia."))
        return redirect("entries", slug=request.tournament.slug)
    return render(
        request, "tournaments/people/seeding.html", {"form": form}, status=submission.status
    )


# --- Substitutions --------------------------------------------------------------------------------
@act("manage_entries")
def entry_substitute(request: UserRequest, number: int) -> HttpResponse:
    """Substitute a player, with a reason; the page lists earlier substitutions."""
    entries = request.tournament.entries.prefetch_related(seats())
    entry = get_object_or_404(entries, number=number)
    rounds = [] if request.tournament.squad else rounds_to_substitute(entry)
    form = SubstituteForm(
        posted_data(request), entry=entry, audience=request.audience, rounds=rounds
    )

    def substitute() -> Substitution | None:
        if (round := form.only_round()) is not None:
            return substitute_for_round(
                entry=entry, round=round, author=request.user, **form.change()
            )
        return substitute_player(entry=entry, author=request.user, **form.change())

    submission = submit(form, substitute, player_1="comes")
    if submission.done and submission.result is None:
        messages.success(request, _("Vuelve a jugar la persona inscrita."))
        return redirect("entries", slug=request.tournament.slug)
    if submission.done:
        substitution = submission.result
        params = {
            "comes": substitution.comes.name_for(request.audience),
            "leaves": substitution.leaves.name_for(request.audience),
        }
        messages.success(request, _("%(comes)s entra por %(leaves)s.") % params)
        return redirect("entries", slug=request.tournament.slug)
    changes = entry.substitutions.select_related("leaves", "comes", "round__stage__tournament")
    reserves = reserves_of(request.tournament)
    context = {"entry": entry, "form": form, "changes": changes, "reserves": reserves}
    return render(
        request, "tournaments/people/entry_substitute.html", context, status=submission.status
    )


@act("manage_entries")
def reserves_page(request: UserRequest) -> HttpResponse:
    """List the reserves of the season, and add a reserve."""
    tournament = request.tournament
    form = ReserveForm(posted_data(request))
    submission = submit(
        form,
        lambda: add_reserve(
            tournament=tournament,
            author=request.user,
            person=read_person(form.cleaned_data["person"]),
        ),
        player_1="person",
    )
    if submission.done:
        messages.success(request, _("Suplente añadido."))
        return redirect("reserves", slug=tournament.slug)
    context = {"form": form, "reserves": reserves_of(tournament)}
    return render(request, "tournaments/people/reserves.html", context, status=submission.status)


@require_POST
@act("manage_entries")
def reserve_remove(request: UserRequest) -> HttpResponse:
    """Take a person off the list of reserves."""
    key = read_number(request.POST.get("player", ""), 18) or 0
    reserve = get_object_or_404(request.tournament.players, pk=key, reserve=True)
    remove_reserve(player=reserve, author=request.user)
    messages.success(request, _("Suplente fuera de la lista."))
    return redirect("reserves", slug=request.tournament.slug)
