"""Play a match with the Python client of openapi-generator. Arguments: the address, a token."""

import sys
from datetime import UTC, datetime

from openapi_client import (
    ApiClient,
    Configuration,
    EntriesApi,
    EntryBodyRequest,
    GuinoteCoto,
    Line,
    LineBodyRequest,
    MatchesApi,
    PersonBodyRequest,
    PublishBodyRequest,
    RoundsApi,
    StandingsApi,
    TournamentBodyRequest,
    TournamentsApi,
)

address, token = sys.argv[1:]
client = ApiClient(Configuration(host=address), "Authorization", f"Token {token}")
event = TournamentBodyRequest(
    name="openapi-generator",
    starts_at=datetime(2026, 8, 16, 16, tzinfo=UTC),
    tables=2,
    game="guinote",
    preset="dos_cotos_de_3",
    format="knockout",
)
slug = TournamentsApi(client).tournaments_create(event).slug
for names in (("Ana Gil", "Eva Roche"), ("Paco Sanz", "Luis Tena")):
    entry = EntryBodyRequest(players=[PersonBodyRequest(name=name) for name in names])
    EntriesApi(client).tournaments_entries_create(slug, entry)
rounds, matches = RoundsApi(client), MatchesApi(client)
rounds.tournaments_rounds_create(slug)
body = PublishBodyRequest()
rounds.tournaments_rounds_publish_create(serial=1, slug=slug, publish_body_request=body)
match = matches.tournaments_matches_list(slug).results[0]
coto = GuinoteCoto(kind="coto", partidas=[3, 1])
for number in (1, 2):
    line = LineBodyRequest(number=number, hand=Line.from_dict(coto.to_dict()))
    record = matches.tournaments_matches_hands_create(match.code, slug, line)
assert GuinoteCoto.from_dict(record.steps[0].hand.to_dict()) == coto, record
assert record.over and record.winner == "A", record
first, last = StandingsApi(client).tournaments_standings_list(slug).results
print(first.place, last.place)
