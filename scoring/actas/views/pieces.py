"""Parts of the pages that write an acta: the writer, the match and the form."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from rules.core import Score
from rules.reading import quoting
from scoring.actas.forms import PhotoForm
from scoring.actas.selectors import in_words as acta_words
from scoring.actas.selectors.actas import (
    Record,
    draws_after,
    fold_lines,
    get_match,
    lines_written,
    live_acta,
    photos_arriving,
    photos_of,
    unstated_in_words,
)
from scoring.actas.selectors.fixes import fixes_of, is_late
from scoring.actas.selectors.meetings import annulled_match
from scoring.actas.services import preview_hand
from scoring.actas.table_links import is_open_for_table
from scoring.actas.words import tallies_question
from scoring.corrections.settled import older_draw_consequences
from scoring.games import GAMES
from scoring.games.lines import (
    AnyLineForm,
    Kinds,
    NotationForm,
    ResultForm,
    kinds_after,
    usual_kind,
    visible_kinds,
)
from scoring.refereeing.overruling import carried_fields, overruling_query
from scoring.standings.selectors.counting import ranked_tallies
from tournaments.accounts.devices import device_mark
from tournaments.models import Match, Role, Tournament
from tournaments.names.text import read_number
from tournaments.permissions import (
    WRITE_AT_TABLE,
    allows,
    audience_of,
    grant_by_table_link,
    includes_table,
    membership_of,
    refuse_other_tables,
    visible_tournament,
)
from tournaments.refusal import refusal_from
from tournaments.site.forms import REFUSALS
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.writer import Channel, Writer

# --- The writer --------------------------------------------------------------------------------
TABLES = "tables"  # session key: the serial of the link and the chosen side, by match code
DEVICE = "device"  # session key: the browser's mark when it first opened a table link


def writer(request: UserRequest) -> Writer:
    """Return the account as a writer, with the channel of its role in the tournament."""
    channel = Channel.REFEREE if request.role == Role.REFEREE else Channel.DESK
    return Writer(user=request.user, channel=channel, device=device_mark(request))


def player(request: PageRequest, match: Match, side: int) -> Writer:
    """Return the player on this side of the table, with this browser's mark, as a writer."""
    name = acta_words.side_names(match, request.audience)[side]
    mark = request.session.get(DEVICE) or device_mark(request)
    return Writer(channel=Channel.TABLE, device=mark, side=side, name=name)


def with_device_mark(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Wrap a view so that the browser gets a mark, which is stored with each line."""

    @wraps(view)
    def view_with_mark(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        device_mark(request)
        return view(request, *args, **kwargs)

    return view_with_mark


def may_write_acta(request: HttpRequest, match: Match) -> bool:
    """Return whether the user has a role that may write the acta of this match at its table."""
    member = membership_of(request.user, match.tournament)
    may_enter = allows("enter_result", member.role, request.user.is_authenticated)
    return may_enter and includes_table(member.tables, match.table)


def at_table(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Restrict a page to browsers that opened the match's link, while the link is valid.

    The view's `slug` becomes `request.tournament`, its `code` the match. Any other browser,
    whatever the user's role, gets a 403 page that asks to scan the QR.
    """

    @wraps(view)
    @with_device_mark
    def view_at_table(request: PageRequest, slug: str, code: str, **kwargs: Any) -> HttpResponse:
        tournament = visible_tournament(request, slug)
        match = get_match(tournament, code)
        if match is None:
            raise Http404
        request.tournament, request.role = tournament, ""
        request.audience = audience_of(tournament, "")
        if match.round.is_silent_at(request.audience.moment):
            return silent_table(request, match)
        if not holds_link(request, match):
            return render(request, "scoring/actas/table/closed.html", {"match": match}, status=403)
        return view(request, match=match, **kwargs)

    view_at_table.act = WRITE_AT_TABLE  # type: ignore[attr-defined]  # as `permissions.act`
    return view_at_table


def silent_table(request: PageRequest, match: Match) -> HttpResponse:
    """Return the 403 page of a round not announced yet, without other content."""
    request.tournament, request.role = match.tournament, ""
    context = {"announced_at": match.round.announced_at}
    return render(request, "scoring/rounds/not_announced.html", context, status=403)


def holds_link(request: HttpRequest, match: Match) -> bool:
    """Return whether this browser has opened the match's link, and the link is still valid."""
    link = request.session.get(TABLES, {}).get(match.code, {})
    return link.get("serial") == match.link_serial and is_open_for_table(match, timezone.now())


def keep_link(request: HttpRequest, match: Match) -> None:
    """Store the match's link in the session.

    The link allows writing while it is open, and reading until it is revoked.
    """
    grant_by_table_link(request, match)
    links = request.session.get(TABLES, {})
    links[match.code] = {**links.get(match.code, {}), "serial": match.link_serial}
    request.session[TABLES] = links
    request.session.setdefault(DEVICE, device_mark(request))


def link_side(request: HttpRequest, match: Match) -> int | None:
    """Return the side chosen by the holder of the link, or None."""
    side: int | None = request.session[TABLES][match.code].get("side")
    return side


def keep_side(request: HttpRequest, match: Match, side: int) -> None:
    request.session[TABLES][match.code]["side"] = side
    request.session.modified = True


# --- The match and its form --------------------------------------------------------------------
Find = Callable[[Tournament, str], Match | None]


def match_or_404(
    request: PageRequest, code: str, *, byes: bool = False, find: Find = get_match
) -> Match:
    """Return the match of this code and select its stage.

    Raises Http404 for an unknown code, a match not shown to the user, or a bye without `byes`.
    """
    match = find(request.tournament, code)
    if match is None or not match.round.is_shown_to(request.audience):
        raise Http404
    if match.state == Match.State.BYE and not byes:
        raise Http404
    request.tournament.look_at(match.round.stage.number)
    return match


def match_to_write(request: PageRequest, code: str, find: Find = get_match) -> Match:
    """Return the match if it is at a table of the writer, else raise Refused 403 `other_table`.

    Raises Http404 as `match_or_404` does.
    """
    match = match_or_404(request, code, find=find)
    refuse_other_tables(request.tables, match.table)
    return match


def read_live_record(match: Match) -> Record:
    """Return the folded live acta, and store the acta as `shown_acta` of the match."""
    match.shown_acta = live_acta(match)
    return fold_lines(match, lines_written(match.shown_acta))


def form_for(
    request: PageRequest,
    match: Match,
    record: Record,
    kind: str,
    data: Any = None,
    *,
    at_table: bool = False,
) -> AnyLineForm | None:
    """Return the form for the next line, of `kind` or, if it does not fit, of the usual kind.

    `data` is the submitted form. Without `data`, return None if the match is over. With `data` from
    an old page, the form shows why the line is refused. Players (`at_table`) write only ordinary
    lines.
    """
    game, options = match.tournament.rules, match.game_rules()
    kinds = _kinds(match, record.score, every=data is not None, at_table=at_table)
    if not kinds:
        return None
    earlier_kinds = (str(game.to_json(step.hand)["kind"]) for step in reversed(record.steps))
    kind_of_form = kind if kind in kinds else usual_kind(kinds, earlier_kinds)
    titles: Any = SimpleLazyObject(lambda: acta_words.side_titles(match, request.audience))
    is_typed_result = data is not None and kind_of_form == ResultForm.KIND
    return kinds[kind_of_form](
        data,
        game=game,
        options=options,
        score=_score_before_line(match, record, data) if is_typed_result else record.score,
        titles=titles,
        ranked_tallies=lambda: ranked_tallies(match.round.stage),
        initial={
            "number": len(record.steps) + 1,
            "version": match.shown_acta.version if match.shown_acta else 0,
        },
    )


def _kinds(match: Match, score: Score[object], *, every: bool = False, at_table: bool) -> Kinds:
    """Return the kinds of `kinds_after`, and `ResultForm` where it fits."""
    game, options = match.tournament.rules, match.game_rules()
    kinds = kinds_after(GAMES[game.key].forms, score, options, every=every, at_table=at_table)
    fits = every or (
        bool(kinds)
        and ResultForm.fits(game, options, score, kinds, ranked_tallies(match.round.stage))
    )
    return {**kinds, ResultForm.KIND: ResultForm} if fits else kinds


def _score_before_line(match: Match, record: Record, data: Mapping[str, str]) -> Score[object]:
    """Return the score before the line whose number the submitted form has.

    If another phone has written the same result meanwhile, the form then builds the lines that the
    acta already has.
    """
    number = read_number(data.get("number")) or 1
    steps = record.steps[: number - 1]
    return steps[-1].score if steps else match.tournament.rules.start(match.game_rules())


def prefill_from_query(form: AnyLineForm, query: Mapping[str, str]) -> None:
    """Fill the form from the query, which has the values of a line that another form refused."""
    carried_values = carried_fields(form, query)
    form.initial = {**form.initial, **carried_values}
    form.carried_fields = frozenset(carried_values)


def overrule_query(match: Match, form: AnyLineForm | None, record: Record, role: str) -> str:
    """Return the query of the page where a referee overrules the refusal of this form.

    Return "" for other users, or if the form has refused no line.
    """
    if form is None or form.refused_line is None or not allows("penalise", role, True):
        return ""
    return overruling_query(match, record, *form.refused_line)


def next_kind_query(form: AnyLineForm) -> str:
    """Return the query for the next line: the same kind, or the usual kind after an incident."""
    return f"?como={form.kind}" if form.ORDINARY or isinstance(form, NotationForm) else ""


def try_act(form: AnyLineForm, act: Callable[[dict[str, Any]], Any]) -> tuple[Any, int]:
    """Return the result of `act` and 200, or None and the status of the refusal.

    `act` gets the `line` as a hand, its `number`, `version` and `uid`. The form shows the refusal.
    """
    if not form.is_valid():
        return None, 400
    hand: object = ""
    try:
        with quoting(form.typed_text):
            hand = form.hand()
            return act({"line": hand, **form.write_arguments()}), 200
    except REFUSALS as error:
        refusal = refusal_from(error)
        assert refusal is not None
        form.refused_line = (str(hand), refusal)
        form.refuse(refusal)
        return None, refusal.status


def line_preview(
    request: PageRequest, match: Match, form: AnyLineForm
) -> tuple[dict[str, Any], int]:
    """Return the preview context of the acta with the typed line, and the status."""
    record_after, status = None, 200
    if form.complete:
        record_after, status = try_act(
            form,
            lambda values: preview_hand(
                match=match,
                line=values["line"],
                number=values["number"],
                rest=values.get("rest", ()),
            ),
        )
    last_line = (
        acta_words.lines(match, record_after, request.audience)[-1] if record_after else None
    )
    first_number = (
        form.cleaned_data["number"] if record_after and form.kind == ResultForm.KIND else 0
    )
    unstated_sentence = (
        unstated_in_words(match, record_after, first_number or len(record_after.steps))
        if record_after
        else ""
    )
    context = {
        "preview": last_line,
        "after": record_after,
        "tried": form.complete,
        "unstated_line": unstated_sentence,
    }
    return context, status


def acta_context(
    request: PageRequest, match: Match, record: Record, form: AnyLineForm | None, **extra: Any
) -> dict[str, Any]:
    """Return the context of the acta page: the score, the lines, the form and the kinds of line."""
    options = match.game_rules()
    at_table = extra.get("at_table", False)
    face = GAMES[match.tournament.game]
    kinds = _kinds(match, record.score, at_table=at_table)
    if form:
        form.focus()
    return {
        "match": match,
        "record": record,
        "board": acta_words.board(match, record.score, request.audience),
        "lines": acta_words.lines(match, record, request.audience, match.shown_acta),
        "kinds": [(kind, form_of.TAB) for kind, form_of in kinds.items()],
        "in_sight": visible_kinds(kinds),
        "form": form,
        "examples": face.examples(options),
        "unstated": unstated_in_words(match, record),
        "form_asks": tallies_question(form.asked_tallies) if form else "",
        **extra,
    }


def acta_sidebar(request: PageRequest, match: Match, record: Record) -> dict[str, Any]:
    """Return the sidebar context: photos, link, fixes, and draws made from an older result."""
    is_late_acta = is_late(match, record, request.audience)
    version = match.shown_acta.version if match.shown_acta else 0
    return {
        **photo_context(match),
        "annulled": annulled_match(match),
        "may_link": allows("table_links", request.role, authenticated=True),
        "may_postpone": allows("postpone_match", request.role, authenticated=True),
        "fixes": fixes_of(match, record, version, request.audience),
        "late_sheet": is_late_acta,
        "later_draws": draws_after(match, request.audience) if is_late_acta else None,
        "drawn_before": older_draw_consequences(match)
        if record.score.over and version > 1
        else None,
    }


def photo_context(match: Match) -> dict[str, Any]:
    """Return the photos, the photo jobs and the upload form.

    Jobs are read first: a photo whose job ends in between is then read as a photo.
    """
    photo_jobs = photos_arriving(match)
    return {
        "photos": photos_of(match),
        "photos_arriving": photo_jobs,
        "photos_going": any(job.is_going for job in photo_jobs),
        "photo_form": PhotoForm(),
    }
