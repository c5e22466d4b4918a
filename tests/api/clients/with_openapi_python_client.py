"""Play a match with the client of openapi-python-client. Arguments: the address, a token."""

import sys
from datetime import UTC, datetime

from tapete_client import AuthenticatedClient
from tapete_client.api.entries import tournaments_entries_create as entries_create
from tapete_client.api.matches import tournaments_matches_hands_create as hands_create
from tapete_client.api.matches import tournaments_matches_list as matches_list
from tapete_client.api.rounds import tournaments_rounds_create as rounds_create
from tapete_client.api.rounds import tournaments_rounds_publish_create as rounds_publish
from tapete_client.api.standings import tournaments_standings_list as standings_list
from tapete_client.api.tournaments import tournaments_create
from tapete_client.models import (
    DrawBodyRequest,
    EntryBodyRequest,
    GuinoteCoto,
    Line,
    LineBodyRequest,
    PersonBodyRequest,
    PublishBodyRequest,
    TournamentBodyRequest,
)

address, token = sys.argv[1:]
client = AuthenticatedClient(
    base_url=address, token=token, prefix="Token", raise_on_unexpected_status=True
)
event = TournamentBodyRequest(
    name="openapi-python-client",
    starts_at=datetime(2026, 8, 16, 16, tzinfo=UTC),
    tables=2,
    game="guinote",
    preset="dos_cotos_de_3",
    format_="knockout",
)
slug = tournaments_create.sync(client=client, body=event).slug
for names in (("Ana Gil", "Eva Roche"), ("Paco Sanz", "Luis Tena")):
    entry = EntryBodyRequest(players=[PersonBodyRequest(name=name) for name in names])
    entries_create.sync(slug, client=client, body=entry)
rounds_create.sync(slug, client=client, body=DrawBodyRequest())
rounds_publish.sync(slug, serial=1, client=client, body=PublishBodyRequest())
match = matches_list.sync(slug, client=client).results[0]
coto = GuinoteCoto(kind="coto", partidas=[3, 1])
for number in (1, 2):
    line = LineBodyRequest(number=number, hand=Line.from_dict(coto.to_dict()))
    record = hands_create.sync(slug, match.code, client=client, body=line)
assert GuinoteCoto.from_dict(record.steps[0].hand.to_dict()) == coto, record
assert record.over and record.winner == "A", record
first, last = standings_list.sync(slug, client=client).results
print(first.place, last.place)
