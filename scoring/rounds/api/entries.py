"""API of withdrawals, re-entries, late entries, catch-ups and line-ups."""

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from scoring.actas.api.matches import MatchSerializer, find_match, find_match_to_write
from scoring.actas.api.serializers import (
    ChangeSerializer,
    RemedyBody,
    change_or_preview,
    consequences_data,
)
from scoring.rounds.selectors.line_ups import boards_of, late_offer, squad_of
from scoring.rounds.services.arrivals import catch_up, place_late_entry, undo_catch_up
from scoring.rounds.services.withdrawals import reenter, undo_reenter, withdraw_entry
from tournaments.models import MAX_SQUAD, Entry, Player, Round
from tournaments.people.api.entries import EntrySerializer, find_entry, named_entry
from tournaments.people.imports.rows import MAX_NUMBER
from tournaments.people.services.registering import reinstate
from tournaments.refusal import Refused
from tournaments.rounds.selectors.rounds import published_round
from tournaments.rounds.services.drafts import REASON_LENGTH
from tournaments.rounds.services.line_ups import NAMES_LENGTH, name_players, set_line_up
from tournaments.setup.selectors.stages import stage_of
from tournaments.site.api.fields import Body, Text, WholeNumber, YesNo
from tournaments.site.api.view import ApiView
from tournaments.site.requests import ApiRequest


class WithdrawBody(RemedyBody):
    reason = Text()
    kind = serializers.ChoiceField(
        choices=[(state.value, state.label) for state in Entry.GONE],
        required=False,
        help_text="Kind of departure. Default: withdrawn.",
    )
    effect = serializers.ChoiceField(
        choices=Entry.Effect.choices,
        required=False,
        help_text="lose: its remaining matches are lost; void: all its matches stop counting, "
        "also for its rivals; last: it is ranked last.",
    )


class WithdrawnSerializer(ChangeSerializer):
    entry = EntrySerializer()
    forfeited = serializers.ListField(
        child=serializers.CharField(), help_text="Codes of the matches given to its rivals."
    )


class WithdrawView(ApiView):
    acts = {"POST": "withdraw_entry"}

    @extend_schema(request=WithdrawBody, responses=WithdrawnSerializer)
    def post(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Take an entry out of the tournament; its rivals win its unfinished matches."""
        entry = find_entry(request.tournament, number)
        change = change_or_preview(
            withdraw_entry, entry=entry, author=request.user, **self.body(WithdrawBody)
        )
        entry = find_entry(request.tournament, number)
        values = {
            "entry": entry,
            "forfeited": [match.code for match in change.value or ()],
            **consequences_data(change),
        }
        return self.answer(WithdrawnSerializer, values)


class ReinstatedSerializer(EntrySerializer, ChangeSerializer):
    """The reinstated entry, and the consequences of its return."""


class ReinstateView(ApiView):
    acts = {"POST": "withdraw_entry"}

    @extend_schema(request=RemedyBody, responses=ReinstatedSerializer)
    def post(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Reinstate an entry that has left."""
        entry = find_entry(request.tournament, number)
        change = change_or_preview(
            reinstate, entry=entry, author=request.user, **self.body(RemedyBody)
        )
        entry = find_entry(request.tournament, number)
        entry.consequences, entry.remedied = change.consequences, change.remedied  # type: ignore[attr-defined]  # for its serializer
        return self.answer(ReinstatedSerializer, entry)


class ReenterBody(Body):
    paid = YesNo(required=False, help_text="Whether the entry has paid for the re-entry.")


class ReenterView(ApiView):
    acts = {"POST": "manage_entries"}

    @extend_schema(request=ReenterBody, responses=EntrySerializer)
    def post(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Let an entry that is out re-enter."""
        entry = find_entry(request.tournament, number)
        reenter(entry=entry, author=self.user, **self.body(ReenterBody))
        return self.answer(EntrySerializer, find_entry(request.tournament, number))


class ReenterUndoView(ApiView):
    acts = {"POST": "manage_entries"}

    @extend_schema(request=ReenterBody, responses=EntrySerializer)
    def post(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Undo a re-entry before any draw uses it."""
        entry = find_entry(request.tournament, number)
        undo_reenter(entry=entry, author=self.user, **self.body(ReenterBody))
        return self.answer(EntrySerializer, find_entry(request.tournament, number))


class LateSerializer(serializers.Serializer):
    possible = serializers.BooleanField()
    round = serializers.IntegerField(
        allow_null=True, help_text="Number of the round in play, in the whole tournament."
    )
    resting = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of the resting entries."
    )


class LateView(ApiView):
    acts = {"GET": "seat_late", "POST": "seat_late"}

    @extend_schema(responses=LateSerializer)
    def get(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Return whether the entry could play immediately, and with which resting entries."""
        entry = find_entry(request.tournament, number)
        offer = late_offer(stage_of(entry), request.audience)
        possible = offer is not None and entry in offer.entries
        values = {
            "possible": possible,
            "round": offer.round.serial if offer and possible else None,
            "resting": [entry.number for entry in offer.resting] if offer and possible else [],
        }
        return self.answer(LateSerializer, values)

    @extend_schema(request=None, responses=MatchSerializer)
    def post(self, request: ApiRequest, slug: str, number: int) -> Response:
        """Seat a late entry, by lot, with entries that rest in the round in play."""
        entry = find_entry(request.tournament, number)
        match = place_late_entry(entry=entry, author=self.user)
        return self.answer(MatchSerializer, find_match(request, match.code))


# --- Catch ups ------------------------------------------------------------------------------------
MOST_RIVALS = 4


class CatchUpBody(Body):
    rivals = serializers.ListField(
        child=WholeNumber(min_value=1, max_value=MAX_NUMBER),
        min_length=1,
        max_length=MOST_RIVALS,
        help_text="Entries that fill the table with the resting one, each with a finished match "
        "in the round.",
    )


class UndoBody(RemedyBody):
    reason = Text(max_length=REASON_LENGTH)


class UndoneSerializer(MatchSerializer, ChangeSerializer):
    """The restored bye, and the consequences for results."""


class CatchUpView(ApiView):
    acts = {"POST": "catch_up"}

    @extend_schema(request=CatchUpBody, responses=MatchSerializer)
    def post(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Turn a bye into a catch-up match, in the formats «totals» and Swiss.

        The result counts only for the resting entry.
        """
        match, body = find_match(request, code, byes=True), self.body(CatchUpBody)
        rivals = [named_entry(request.tournament, rival, "rivals") for rival in body["rivals"]]
        catch_up(match=match, rivals=rivals, author=self.user)
        return self.answer(MatchSerializer, find_match(request, code))


class CatchUpUndoView(ApiView):
    acts = {"POST": "catch_up"}

    @extend_schema(request=UndoBody, responses=UndoneSerializer)
    def post(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Restore the bye of a catch-up. An acta, if any, gets a version without lines."""
        match = find_match(request, code, byes=True)
        change = change_or_preview(
            undo_catch_up, match=match, author=request.user, **self.body(UndoBody)
        )
        match = find_match(request, code, byes=True)
        for name, value in consequences_data(change).items():
            setattr(match, name, value)
        return self.answer(UndoneSerializer, match)


# --- Line ups -------------------------------------------------------------------------------------
class BoardSerializer(serializers.Serializer):
    code = serializers.CharField(source="side.match.code", help_text="Code of the board's match.")
    people = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Positions in the squad, from 1; 0: no longer in the squad.",
    )
    names = serializers.CharField(source="side.names", allow_blank=True)
    begun = serializers.BooleanField(
        help_text="Whether the acta has begun, so that the line-up is fixed."
    )


class LineUpSerializer(serializers.Serializer):
    squad = serializers.ListField(
        child=serializers.CharField(), help_text="In the order of the list."
    )
    boards = BoardSerializer(many=True)


class LineUpBody(Body):
    boards = serializers.ListField(
        child=serializers.ListField(
            child=WholeNumber(min_value=1, max_value=MAX_SQUAD),
            allow_empty=True,
            max_length=MAX_SQUAD,
        ),
        max_length=MAX_SQUAD,
        help_text="Players of each board, as positions in the squad from 1.",
    )


class NamesBody(Body):
    entry = WholeNumber(min_value=1, max_value=MAX_NUMBER)
    names = Text(max_length=NAMES_LENGTH, allow_blank=True)


class LineUpView(ApiView):
    acts = {"GET": "manage_entries", "PUT": "manage_entries"}

    @extend_schema(responses=LineUpSerializer)
    def get(self, request: ApiRequest, slug: str, serial: int, entry: int) -> Response:
        """Return a team's squad and its line-up for each board of its tie in the round."""
        return self._answer(*_find_round_and_team(request, serial, entry))

    @extend_schema(request=LineUpBody, responses=LineUpSerializer)
    def put(self, request: ApiRequest, slug: str, serial: int, entry: int) -> Response:
        """Set the line-up of each board. Each person of the squad plays at most one board."""
        places_of_boards = self.body(LineUpBody)["boards"]
        round, team = _find_round_and_team(request, serial, entry)
        squad = squad_of(team)
        boards = [
            [_squad_player(squad, place, board) for place in people]
            for board, people in enumerate(places_of_boards, 1)
        ]
        set_line_up(round=round, entry=team, author=self.user, boards=boards)
        return self._answer(round, team)

    def _answer(self, round: Round, team: Entry) -> Response:
        squad = squad_of(team)
        places = {player.pk: place for place, player in enumerate(squad, 1)}
        return self.answer(
            LineUpSerializer,
            {
                "squad": [player.name_for(self.request.audience) for player in squad],
                "boards": [
                    {
                        "side": board.side,
                        "people": [places.get(player.pk, 0) for player in board.people],
                        "begun": board.begun,
                    }
                    for board in boards_of(round, team)
                ],
            },
        )


class NamesView(ApiView):
    acts = {"POST": "enter_result"}

    @extend_schema(request=NamesBody, responses=MatchSerializer)
    def post(self, request: ApiRequest, slug: str, code: str) -> Response:
        """Write the players of a match for a team that was entered without people."""
        match, body = find_match_to_write(request, code), self.body(NamesBody)
        entry = named_entry(request.tournament, body["entry"], "entry")
        side = next((side for side in match.sides.all() if side.entry_id == entry.pk), None)
        if side is None:
            raise Http404
        name_players(side=side, author=self.user, names=body["names"])
        return self.answer(MatchSerializer, find_match(request, code))


def _find_round_and_team(request: ApiRequest, serial: int, entry: int) -> tuple[Round, Entry]:
    """Return the published round and the team.

    Raises Http404 if either is missing, or if the tournament has no teams with a squad.
    """
    team = get_object_or_404(request.tournament.entries, number=entry)
    round = published_round(request.tournament, serial, request.audience)
    if round is None or not request.tournament.squad:
        raise Http404
    return round, team


def _squad_player(squad: list[Player], place: int, board: int) -> Player:
    if place > len(squad):
        raise Refused(
            "line_up_unlisted",
            _("Mesa %(board)s: %(player)s no está en la lista del equipo."),
            field="boards",
            board=board,
            player=place,
        )
    return squad[place - 1]
