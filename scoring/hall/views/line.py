"""The line of the desk: its text opens a table, or is previewed and then written in an acta."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from rules.core import RuleError
from rules.reading import dashed_text
from rules.typed_results import TypedResult, choices, example, read_result
from scoring.actas.forms import UndoForm
from scoring.actas.selectors import in_words as acta_words
from scoring.actas.selectors.actas import Record, fold_lines, unstated_in_words
from scoring.actas.selectors.typed_number import look_up
from scoring.actas.services import record_result, take_back_result
from scoring.actas.views.pieces import match_to_write, read_live_record, writer
from scoring.actas.words import desk_refusal, margin_refusal, whole_result_hint
from scoring.corrections.views import change_or_ask
from scoring.games import GAMES
from scoring.hall.forms.desk import DeskLine, read_desk_line
from scoring.hall.selectors.desk import match_at, typed_winner
from scoring.hall.views.desk import desk_page
from scoring.standings.selectors.counting import example_result
from tournaments.models import Match
from tournaments.names.audience import Audience
from tournaments.permissions import act, allows
from tournaments.refusal import Conflict, Refused, refusal_from
from tournaments.site.forms import REFUSALS
from tournaments.site.requests import PageRequest, UserRequest
from tournaments.site.views.submit import show_submission, submit

LONGEST_TEXT = 300
MOST_CHOICES = 9  # the most results offered; a key of one digit chooses each


@require_POST
@act("enter_result")
def desk_line(request: UserRequest) -> HttpResponse:
    """Preview or write the result typed at the desk.

    `linea` is the typed text. `visto` is the preview that the page showed; a result equal to it is
    written. `elige` is a result chosen from the results that the page offered; it is written
    immediately, unless it omits a tally that ranks. `como` is the notation of the last result
    written.
    """
    text = request.POST.get("linea", "")[:LONGEST_TEXT]
    status = 200
    line: dict[str, Any] = {"typed": text, "notation": request.POST.get("como", "")}
    try:
        line |= _line_answer(request, read_desk_line(text), line["notation"])
    except REFUSALS as error:
        line["refused"] = refusal = _winner_only_refusal(request, text) or refusal_from(error)
        assert refusal is not None
        status = refusal.status
    if request.htmx:
        status = 409 if status == 409 else 200  # a refused text is a normal answer
        return render(request, "scoring/hall/desk_line_answer.html", {"line": line}, status=status)
    if "opens" in line:
        return redirect(line["opens"])
    if "written" in line:
        messages.success(request, line["written"]["result"])
        return redirect("desk", slug=request.tournament.slug)
    return desk_page(request, status=status, line=line)


@require_POST
@act("correct_result")
def desk_undo(request: UserRequest) -> HttpResponse:
    """Undo the last lines that the line of the desk wrote in an acta."""
    form = UndoForm(request.POST)
    if form.is_valid():
        code, version, number = form.lines_to_undo()
        match = match_to_write(request, code)
        arguments = {
            "match": match,
            "author": writer(request),
            "version": version,
            "number": number,
        }
        submission = submit(
            form, lambda: change_or_ask(request, take_back_result, _("Deshacer"), **arguments)
        )
        if isinstance(submission.result, HttpResponse):
            return submission.result
        show_submission(
            request, form, submission, _("Deshecho: la mesa vuelve a estar como estaba.")
        )
    return redirect("desk", slug=request.tournament.slug)


def _line_answer(request: UserRequest, line: DeskLine, notation: str) -> dict[str, Any]:
    """Return the context that answers the line.

    Raises the refusals of `look_up`, `match_to_write` and `record_result`, and `desk_refusal` for
    a result that cannot be read.
    """
    matches = _matches_of_line(request, line)
    if len(matches) > 1:
        return {"matches": matches}
    match = match_to_write(request, matches[0].code)
    shown_token = request.POST.get("visto", "")
    record = read_live_record(match)
    state_token = _state_token(match, record)
    # A choice made for another table, or before this acta changed, is void.
    chosen_result = (
        request.POST.get("elige", "")
        if shown_token.startswith(state_token) and not line.result
        else ""
    )
    if line.opens or not (line.result or chosen_result):
        return _choices_or_address(match, record, line, notation, shown_token)
    try:
        typed_result, number = _read_lines(match, record, chosen_result or line.result, notation)
    except RuleError as error:
        game, options = match.tournament.rules, match.game_rules()
        _word, ends = choices(game, options, record.score, notation, MOST_CHOICES)
        raise desk_refusal(
            error,
            place=line.place,
            text=line.result,
            example=example(game, options, record.score),
            ends=list(map(dashed_text, ends)),
        ) from error
    record_after = fold_lines(match, [*record.lines[: number - 1], *typed_result.lines])
    token = f"{state_token} {' | '.join(typed_result.lines)}"
    answer = _result_context(match, record_after, number, request.audience) | {
        "unstated": _unstated_sentence(match, record_after, number, line, typed_result)
    }
    if shown_token == (state_token if chosen_result and not answer["unstated"] else token):
        acta, _record = record_result(
            match=match,
            author=writer(request),
            lines=typed_result.lines,
            number=number,
            version=match.shown_acta.version if match.shown_acta else 0,
        )
        may_undo = number > len(record.lines) and allows("correct_result", request.role, True)
        undo = f"{match.code}.{acta.version}.{number}"
        return {
            "notation": typed_result.word or notation,
            "written": {"result": answer["result"], "undo": undo if may_undo else ""},
        }
    return {"preview": answer, "token": token, "chosen": chosen_result}


def _matches_of_line(request: PageRequest, line: DeskLine) -> list[Match]:
    """Return the match at the typed table, even if it is over, else the matches of `look_up`."""
    if line.table is not None:
        match = match_at(request.tournament, line.table)
        if match is not None:
            return [match]
    return look_up(request.tournament, line.place)


def _choices_or_address(
    match: Match, record: Record, line: DeskLine, notation: str, shown_token: str
) -> dict[str, Any]:
    """Return the context of the possible results if there are few, else of the page to open.

    That page is the panel of the table. It is the acta if the match is not at its table, or if the
    line that opens the table is typed again.
    """
    state_token = _state_token(match, record)
    if not line.opens:
        word, ends = choices(
            match.tournament.rules, match.game_rules(), record.score, notation, MOST_CHOICES
        )
        if ends and not record.score.over:
            return {
                "choices": [(dashed_text(end), f"{word} {dashed_text(end)}") for end in ends],
                "word": word,
                "token": state_token,
                "match": match,
            }
    if not _is_at_its_table(match) or (line.opens and shown_token == state_token):
        return {"opens": reverse("acta", args=[match.tournament.slug, match.code])}
    address = reverse("desk", args=[match.tournament.slug])
    return {
        "opens": f"{address}?mesa={match.table}",
        "table": match.table,
        "token": state_token,
        "again_opens": line.opens,
    }


def _is_at_its_table(match: Match) -> bool:
    """Return whether the tile of the match's table shows this match, and not a later match."""
    return match.table is not None and match_at(match.tournament, match.table) == match


def _read_lines(match: Match, record: Record, text: str, notation: str) -> tuple[TypedResult, int]:
    """Return the lines that the typed text means, and the number of the first line.

    If an acta waits for confirmation and the same result is typed again, return its last line:
    writing that line again confirms the acta.

    Raises Refused 409 `match_over` for another result of a match that is over, and the refusals of
    `read_result`.
    """
    game, options = match.tournament.rules, match.game_rules()
    number = len(record.lines) + 1
    if not record.score.over:
        return read_result(game, options, record.score, text, notation), number
    if match.state != Match.State.FINISHED:
        typed_result = read_result(game, options, game.start(options), text, notation)
        record_after = fold_lines(match, typed_result.lines)
        index = game.tallies.index(options.match_tally)
        same_tally = record_after.score.tallies[index] == record.score.tallies[index]
        if same_tally and record_after.score.winner == record.score.winner:
            return TypedResult(typed_result.word, record.lines[-1:]), number - 1
    raise Conflict(
        "match_over",
        _("El encuentro %(number)s ya ha terminado. Si el resultado está mal, corrija el acta."),
        number=match.number,
    )


def _winner_only_refusal(request: PageRequest, text: str) -> Refused | None:
    """Return the refusal of «13 gana a 22», which asks for the numbers; None for other text."""
    match_and_side = typed_winner(request.tournament, text)
    if match_and_side is None:
        return None
    match, winner = match_and_side
    record, place = read_live_record(match), str(match.table or f"p{match.number}")
    typable_example = example(match.tournament.rules, match.game_rules(), record.score, winner)
    place_text = str(_("Mesa %(table)s") % {"table": match.table}) if match.table else str(match)
    names = f"{place_text} · {' – '.join(acta_words.side_titles(match, request.audience))}"
    return margin_refusal(names, place, typable_example) if typable_example else None


def _unstated_sentence(
    match: Match, record_after: Record, number: int, line: DeskLine, typed_result: TypedResult
) -> str:
    """Return a sentence on the ranking tallies that the text omits and how to type them, or ""."""
    sentence = unstated_in_words(
        match,
        record_after,
        number,
        typed_result.shorthand.unstated_tallies if typed_result.shorthand else (),
    )
    if not sentence:
        return ""
    whole_example = example_result(match.round.stage, "")
    hint = whole_result_hint(f"{line.place} {whole_example}") if whole_example else ""
    return f"{sentence} {hint}".strip()


def _state_token(match: Match, record: Record) -> str:
    """Return the state of a match: its code, the version of its acta, its number of lines."""
    version = match.shown_acta.version if match.shown_acta else 0
    return f"{match.code}.{version}.{len(record.lines)}"


def _result_context(
    match: Match, record_after: Record, number: int, audience: Audience
) -> dict[str, Any]:
    """Return the result of the match in one sentence, and its lines from `number` on."""
    words = GAMES[match.tournament.game].words
    options = match.game_rules()
    score = record_after.score
    values = {
        "place": str(_("Mesa %(table)s") % {"table": match.table}) if match.table else str(match),
        "score": words.score_in_words(score, options),
    }
    titles = acta_words.side_titles(match, audience)
    values["sides"] = " – ".join(titles)
    if score.over and score.winner is not None and len(titles) == 2:
        values |= {"winner": titles[score.winner], "loser": titles[1 - score.winner]}
        result = _("%(place)s · %(score)s · ganador: %(winner)s; perdedor: %(loser)s") % values
    elif score.over:
        result = _("%(place)s · %(sides)s · terminado. %(score)s") % values
    else:
        result = _("%(place)s · %(sides)s · sigue en juego. %(score)s") % values
    return {
        "result": result,
        "lines": acta_words.lines(match, record_after, audience)[number - 1 :],
    }
