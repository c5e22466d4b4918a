"""API that writes actas: a line, its preview, a correction, a forfeit."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.utils.translation import gettext, override
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from rules.core import RuleError
from scoring.actas.api.matches import find_match, find_match_to_write
from scoring.actas.api.serializers import (
    ChangedRecordSerializer,
    ChangeSerializer,
    CorrectedSerializer,
    CorrectionBody,
    CorrectionTriedSerializer,
    CorrectionTryBody,
    DisputeBody,
    EndedRecordSerializer,
    ForfeitBody,
    LineBody,
    MatchDetailSerializer,
    RecordSerializer,
    RemedyBody,
    ResolveBody,
    SignBody,
    change_or_preview,
    consequences_data,
    ended_record_data,
    live_record_data,
    record_data,
)
from scoring.actas.selectors.actas import (
    draws_after,
    fold_lines,
    is_closed,
    lines_written,
    live_acta,
    tables_of_tie,
    versions,
)
from scoring.actas.services import (
    correct_acta,
    dispute_acta,
    forfeit_match,
    forfeit_tie,
    move_acta,
    preview_hand,
    record_hand,
    resolve_dispute,
    sign_acta,
    swap_sides,
)
from scoring.corrections.change import change_result
from scoring.corrections.consequences import Consequences
from scoring.corrections.correct import try_correction
from scoring.corrections.preview import consequences
from scoring.corrections.settled import older_draw_consequences, remedy_old_draws
from scoring.refereeing.overruling import referee_notation, referees_line
from tournaments.games.refusals import rule_refusal as rule_refused
from tournaments.models import Match, Role
from tournaments.people.api.entries import named_entry
from tournaments.permissions import allows, refuse_other_tables
from tournaments.site.api.fields import Body, Text, WholeNumber, YesNo
from tournaments.site.api.view import ApiView
from tournaments.site.requests import ApiRequest


class MatchView(ApiView):
    acts = {"GET": "view_public"}

    @extend_schema(responses=MatchDetailSerializer)
    def get(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Return a match with its acta and every version of it."""
        match = find_match(request, code, byes=True)
        match.record = live_record_data(match, request.audience)  # type: ignore[attr-defined]  # for its serializer
        match.versions = versions(match)  # type: ignore[attr-defined]  # for its serializer
        match.closed = is_closed(match, request.audience)  # type: ignore[attr-defined]  # for its serializer
        return self.answer(MatchDetailSerializer, match)


class HandsView(ApiView):
    acts = {"POST": "enter_result"}

    @extend_schema(request=LineBody, responses={201: EndedRecordSerializer})
    def post(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Write the next line. A line sent twice is written once."""
        match = find_match_to_write(request, code)
        line = _body_with_line(match, self.body(LineBody))
        with _offer_overruling(request, match, str(line["line"])):
            record_hand(match=match, author=self.writer, **line)
        return self.answer(
            EndedRecordSerializer, ended_record_data(match, request.audience), status=201
        )


class PreviewView(ApiView):
    acts = {"POST": "enter_result"}

    @extend_schema(request=LineBody, responses=RecordSerializer)
    def post(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Return the acta as the line would leave it. Nothing is saved."""
        match = find_match_to_write(request, code)
        body = _body_with_line(match, self.body(LineBody))
        with _offer_overruling(request, match, str(body["line"])):
            record = preview_hand(match=match, line=body["line"], number=body["number"])
        return self.answer(
            RecordSerializer, record_data(match, record, live_acta(match), request.audience)
        )


class CorrectView(ApiView):
    acts = {"POST": "correct_result"}

    @extend_schema(request=CorrectionBody, responses=CorrectedSerializer)
    def post(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Replace the lines of an acta, and carry out the remedies on request.

        The old version stays readable.
        """
        match, body = find_match_to_write(request, code), self.body(CorrectionBody)
        change = change_result(correct_acta, match=match, author=self.writer, **body)
        later_draws = draws_after(match, request.audience, drafts=request.role == Role.ORGANISER)
        values = {
            **live_record_data(match, request.audience),
            "drawn_matches": [match.code for match in later_draws.matches],
            "drawn_rounds": [round.number for round in later_draws.rounds],
            **consequences_data(change),
        }
        return self.answer(CorrectedSerializer, values)


class CorrectPreviewView(ApiView):
    acts = {"POST": "correct_result"}

    @extend_schema(request=CorrectionTryBody, responses=CorrectionTriedSerializer)
    def post(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Return the acta with the given lines and the consequences. Nothing is saved."""
        match = find_match_to_write(request, code)
        body = self.body(CorrectionTryBody)
        record = fold_lines(match, body["lines"])
        changes, trial = consequences(match, record), None
        if body["remedy"] and request.role == Role.ORGANISER:
            trial = try_correction(
                match=match, author=self.user, lines=record.lines, consequences=changes
            )
        values = {
            **record_data(match, record, live_acta(match), request.audience),
            "consequences": changes,
            "rehearsal": trial,
        }
        return self.answer(CorrectionTriedSerializer, values)


class SignView(ApiView):
    acts = {"POST": "enter_result"}

    @extend_schema(request=SignBody, responses=ChangedRecordSerializer)
    def post(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Confirm the version that waits for confirmation, or a version that disputes it."""
        match = find_match_to_write(request, code)
        change = change_or_preview(
            sign_acta, match=match, author=self.writer, **self.body(SignBody)
        )
        values = {**live_record_data(match, request.audience), **consequences_data(change)}
        return self.answer(ChangedRecordSerializer, values)


class DisputeView(ApiView):
    acts = {"POST": "enter_result"}

    @extend_schema(request=DisputeBody, responses=RecordSerializer)
    def post(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Dispute the acta, with the right lines if known.

        Lines equal to the lines of the acta confirm the acta.
        """
        match, body = find_match_to_write(request, code), self.body(DisputeBody)
        dispute_acta(match=match, author=self.writer, **{"lines": [], **body})
        return self.answer(RecordSerializer, live_record_data(match, request.audience))


class ResolveView(ApiView):
    acts = {"POST": "correct_result"}

    @extend_schema(request=ResolveBody, responses=ChangedRecordSerializer)
    def post(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Decide a disputed acta: the version that counts, and the reason."""
        match = find_match_to_write(request, code)
        change = change_or_preview(
            resolve_dispute, match=match, author=self.writer, **self.body(ResolveBody)
        )
        values = {**live_record_data(match, request.audience), **consequences_data(change)}
        return self.answer(ChangedRecordSerializer, values)


class ForfeitView(ApiView):
    acts = {"POST": "enter_result"}

    @extend_schema(request=ForfeitBody, responses=EndedRecordSerializer)
    def post(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Give the match to the rival after a no-show, a withdrawal or a disqualification.

        If `loser` is null, every side loses the match.
        """
        match, body = find_match_to_write(request, code), self.body(ForfeitBody)
        loser = None
        if body["loser"] is not None:
            loser = named_entry(request.tournament, body["loser"], "loser")
        forfeit: Callable[..., object] = forfeit_match
        if body["whole_tie"] and match.board:
            forfeit = forfeit_tie
            refuse_other_tables(request.tables, *tables_of_tie(match))
        forfeit(match=match, loser=loser, author=self.writer, reason=body["reason"])
        return self.answer(EndedRecordSerializer, ended_record_data(match, request.audience))


def _body_with_line(match: Match, body: dict[str, Any]) -> dict[str, Any]:
    """Return the body with the line in `line`, as notation or as a hand.

    Raises RuleError for a wrong hand.
    """
    if "line" in body:
        return body
    hand = match.tournament.rules.from_json(body.pop("hand"))
    return {**body, "line": hand}


@contextmanager
def _offer_overruling(request: ApiRequest, match: Match, line: str) -> Iterator[None]:
    """Turn a RuleError into Refused, with the param `overrule` for users who may penalise.

    If the numbers of a line are refused, `overrule` is the line with which a referee may still
    write that result. Other refusals have no `overrule`.
    """
    try:
        yield
    except RuleError as error:
        refusal = rule_refused(error)
        if allows("penalise", request.role, True):
            record = fold_lines(match, lines_written(live_acta(match)))
            overruling_line = referees_line(match, record, line, refusal)
            if overruling_line is not None:
                refusal.params["overrule"] = referee_notation(match, overruling_line)
        raise refusal from error


# --- Fixes ----------------------------------------------------------------------------------------
class SwapBody(RemedyBody):
    reason = Text(required=False, help_text="Default: «Estaban cambiados los lados».")
    version = WholeNumber(
        min_value=1,
        max_value=32_000,
        required=False,
        help_text="Version of the acta that the client has. If another one is live, 409.",
    )


class MoveBody(SwapBody):
    to = Text(max_length=8, help_text="Code of the match to which the lines belong.")


class SeenBody(Body):
    seen = Text(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=100_000,
        help_text="`seen` of the consequences. If they have changed, 409 `remedy_changed`.",
    )
    preview = YesNo(
        required=False, default=False, help_text="Return the consequences without saving."
    )


class DrawRemedySerializer(ChangeSerializer):
    """Draws made from an older result of a match, and whether these draws have been remedied."""


class RemedyDrawsView(ApiView):
    acts = {"POST": "remedy_draws"}

    @extend_schema(request=SeenBody, responses=DrawRemedySerializer)
    def post(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Remedy the draws made from an older result of a match.

        The match was reopened and ended with another result. Matches drawn from the older result
        that have not begun are exchanged or drawn again.
        """
        match, body = find_match_to_write(request, code), self.body(SeenBody)
        if body["preview"]:
            changes = older_draw_consequences(match) or Consequences(False, False, False)
        else:
            changes = remedy_old_draws(match=match, author=self.user, seen=body.get("seen"))
        values = {"consequences": changes, "remedied": not body["preview"]}
        return self.answer(DrawRemedySerializer, values)


class SidesView(ApiView):
    acts = {"POST": "correct_result"}

    @extend_schema(request=SwapBody, responses=ChangedRecordSerializer)
    def post(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Exchange A and B in every line of an acta, and carry out the remedies on request."""
        match, body = find_match_to_write(request, code), self.body(SwapBody)
        with override("es"):
            body.setdefault("reason", gettext("Estaban cambiados los lados"))
        change = change_or_preview(swap_sides, match=match, author=self.writer, **body)
        values = {**live_record_data(match, request.audience), **consequences_data(change)}
        return self.answer(ChangedRecordSerializer, values)


class MoveView(ApiView):
    acts = {"POST": "correct_result"}

    @extend_schema(request=MoveBody, responses=ChangedRecordSerializer)
    def post(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Move the lines of an acta to the match where they belong, and return its acta."""
        match, body = find_match_to_write(request, code), self.body(MoveBody)
        to = find_match_to_write(request, body.pop("to"))
        with override("es"):
            body.setdefault("reason", gettext("Se anotó en otro encuentro"))
        change = change_or_preview(move_acta, match=match, to=to, author=self.writer, **body)
        values = {**live_record_data(to, request.audience), **consequences_data(change)}
        return self.answer(ChangedRecordSerializer, values)
