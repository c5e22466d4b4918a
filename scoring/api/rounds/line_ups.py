"""Line-ups of each team, and the names of those who came without them."""

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.matches import MatchSerializer, find_match, match_to_write
from scoring.selectors.rounds.line_ups import boards_of, squad_of
from tournaments.api.entries import named_entry
from tournaments.api.fields import Body, Text, Whole
from tournaments.api.view import ApiView
from tournaments.models import MAX_SQUAD, Entry, Player, Round
from tournaments.refusal import Refused
from tournaments.selectors.rounds import published_round
from tournaments.services.draws.line_ups import NAMES, name_players, set_line_up
from tournaments.services.entries.checks import MAX_NUMBER


class BoardSerializer(serializers.Serializer):
    code = serializers.CharField(source="side.match.code", help_text="Of its match.")
    people = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Places in the squad, from 1; 0, no longer in it.",
    )
    names = serializers.CharField(source="side.names", allow_blank=True)
    begun = serializers.BooleanField(help_text="Its acta is begun: it can no longer change.")


class LineUpSerializer(serializers.Serializer):
    squad = serializers.ListField(child=serializers.CharField(), help_text="In the list's order.")
    boards = BoardSerializer(many=True)


class LineUpBody(Body):
    boards = serializers.ListField(
        child=serializers.ListField(
            child=Whole(min_value=1, max_value=MAX_SQUAD), allow_empty=True, max_length=MAX_SQUAD
        ),
        max_length=MAX_SQUAD,
        help_text="Who sits at each board, by their places in the squad, from 1.",
    )


class NamesBody(Body):
    entry = Whole(min_value=1, max_value=MAX_NUMBER)
    names = Text(max_length=NAMES, allow_blank=True)


class LineUpView(ApiView):
    acts = {"GET": "manage_entries", "PUT": "manage_entries"}

    @extend_schema(responses=LineUpSerializer)
    def get(self, request: Request, slug: str, serial: int, entry: int) -> Response:
        """A team's squad, and who of it sits at each board of its tie in the round."""
        return self._answer(*_find(request, serial, entry))

    @extend_schema(request=LineUpBody, responses=LineUpSerializer)
    def put(self, request: Request, slug: str, serial: int, entry: int) -> Response:
        """Say who sits at each board. Nobody twice, nobody who is not in the squad."""
        asked = self.body(LineUpBody)["boards"]
        round, team = _find(request, serial, entry)
        squad = squad_of(team)
        boards = [
            [_listed(squad, place, board) for place in people]
            for board, people in enumerate(asked, 1)
        ]
        set_line_up(round=round, entry=team, author=request.user, boards=boards)
        return self._answer(round, team)

    def _answer(self, round: Round, team: Entry) -> Response:
        squad = squad_of(team)
        places = {player.pk: place for place, player in enumerate(squad, 1)}
        return self.answer(
            LineUpSerializer,
            {
                "squad": [str(player) for player in squad],
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
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Write who plays a match for an entry that came with only its name."""
        match, asked = match_to_write(request, code), self.body(NamesBody)
        entry = named_entry(request.tournament, asked["entry"], "entry")
        side = next((one for one in match.sides.all() if one.entry_id == entry.pk), None)
        if side is None:
            raise Http404
        name_players(side=side, author=request.user, names=asked["names"])
        return self.answer(MatchSerializer, find_match(request, code))


def _find(request: Request, serial: int, entry: int) -> tuple[Round, Entry]:
    """The published round and the team, or 404."""
    team = get_object_or_404(request.tournament.entries, number=entry)
    round = published_round(request.tournament, serial, request.audience)
    if round is None or not request.tournament.squad:
        raise Http404
    return round, team


def _listed(squad: list[Player], place: int, board: int) -> Player:
    if place > len(squad):
        raise Refused(
            "line_up_unlisted",
            _("Mesa %(board)s: %(player)s no está en la lista del equipo."),
            field="boards",
            board=board,
            player=place,
        )
    return squad[place - 1]
