"""Tests of the list of changes since a cursor, for the team and for the public."""

from datetime import timedelta
from decimal import Decimal

from django.utils import timezone

from scoring.actas.services import record_hand
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.api.conftest import Api
from tests.worlds import world
from tournaments.audit.words import SENTENCES
from tournaments.models import Announcing, AuditLine, EntryRequest
from tournaments.money.services.charges import add_extra
from tournaments.money.services.moves import record_payment
from tournaments.money.services.prices import set_prices
from tournaments.people.services.registering import set_paid
from tournaments.programs.selectors import MAX_LINES
from tournaments.programs.words import ACTS_WITHOUT_CHANGE, CHANGE_KINDS
from tournaments.rounds.services.announcing import announce_round
from tournaments.sign_up.services import accept_request

PATH = "tournaments/casino-de-calamocha/changes/"
ROOT = "/api/v1/tournaments/casino-de-calamocha/"


@world
def casino_in_play(casino, pairs, pilar):
    pairs(casino, 4)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    AuditLine.objects.update(at=timezone.now() - timedelta(hours=1))
    casino.rounds.update(announced_at=timezone.now() - timedelta(hours=2))
    return casino


def start_cursor(program: Api) -> int:
    answer = program.get(PATH).json()
    assert (answer["changes"], answer["everything"]) == ([], False)
    return answer["cursor"]


def changed_addresses(program: Api, cursor: int) -> list[str]:
    changes = program.get(PATH, since=cursor).json()["changes"]
    return [change["address"].removeprefix(ROOT) for change in changes]


def test_every_act_has_a_kind_or_is_listed_as_without_change():
    assert SENTENCES.keys() - CHANGE_KINDS.keys() == ACTS_WITHOUT_CHANGE
    assert CHANGE_KINDS.keys() <= SENTENCES.keys() and not CHANGE_KINDS.keys() & ACTS_WITHOUT_CHANGE


def test_line_is_a_change_of_its_match(casino_in_play, pilar):
    program = Api(None)
    cursor = start_cursor(program)
    match = casino_in_play.matches.filter(number=1).get()
    record_hand(match=match, author=pilar, line="coto 3-1", number=1)
    assert changed_addresses(program, cursor) == [f"matches/{match.code}/"]
    assert (
        program.get(f"tournaments/{casino_in_play.slug}/matches/{match.code}/").status_code == 200
    )


def test_change_is_repeated_for_a_minute(casino_in_play, pilar):
    program = Api(None)
    match = casino_in_play.matches.filter(number=1).get()
    cursor = start_cursor(program)
    record_hand(match=match, author=pilar, line="coto 3-1", number=1)
    assert program.get(PATH, since=cursor).json()["cursor"] == cursor
    AuditLine.objects.update(at=timezone.now() - timedelta(minutes=2))
    answer = program.get(PATH, since=cursor).json()
    assert len(answer["changes"]) == 1 and answer["cursor"] > cursor
    assert changed_addresses(program, answer["cursor"]) == []


def test_changes_of_entries_are_only_for_roles_that_read_entries(casino_in_play, pilar, raul):
    cursor = start_cursor(Api(None))
    set_paid(entry=casino_in_play.entries.get(number=2), author=pilar, paid=False)
    assert changed_addresses(Api(pilar), cursor) == ["entries/2/"]
    assert changed_addresses(Api(None), cursor) == changed_addresses(Api(raul), cursor) == []


def test_payment_and_accepted_request_are_changes_of_their_entries(casino_in_play, pilar):
    EntryRequest.objects.create(
        tournament=casino_in_play, digest="a" * 64, players=[["Ana", "Gil", ""], ["Eva", "Yus", ""]]
    )
    cursor = start_cursor(Api(pilar))
    set_prices(tournament=casino_in_play, author=pilar, fee=Decimal(20))
    assert changed_addresses(Api(pilar), cursor) == ["entries/"]
    AuditLine.objects.update(at=timezone.now() - timedelta(hours=1))
    cursor = start_cursor(Api(pilar))
    entry = casino_in_play.entries.get(number=2)
    add_extra(
        entry=entry, author=pilar, extra=casino_in_play.extras.create(name="Comida", price=12)
    )
    record_payment(entry=entry, author=pilar, amount=Decimal(12))
    assert changed_addresses(Api(pilar), cursor) == ["entries/2/"]
    entry_of_request = accept_request(request=casino_in_play.requests.get(), author=pilar)
    assert changed_addresses(Api(pilar), cursor) == [
        "entries/2/",
        f"entries/{entry_of_request.number}/",
    ]
    assert changed_addresses(Api(None), cursor) == []


def test_changes_of_an_unannounced_round_and_its_matches_are_hidden(casino, pairs, pilar, raul):
    pairs(casino, 4)
    casino.announcing = Announcing.BY_HAND
    casino.save()
    AuditLine.objects.update(at=timezone.now() - timedelta(hours=1))
    cursor = start_cursor(Api(None))
    round = open_next_round(stage=casino.stage, author=pilar)
    assert changed_addresses(Api(None), cursor) == changed_addresses(Api(raul), cursor) == []
    assert changed_addresses(Api(pilar), cursor) == ["rounds/1/"]
    publish_round(round=round, author=pilar)
    record_hand(match=casino.matches.first(), author=pilar, line="coto 3-1", number=1)
    assert changed_addresses(Api(None), cursor) == []
    assert "rounds/1/" in changed_addresses(Api(raul), cursor)
    round.refresh_from_db()
    announce_round(round=round, author=pilar)
    assert "rounds/1/" in changed_addresses(Api(None), cursor)


def test_round_is_a_change_when_its_announcement_time_comes(casino_in_play):
    cursor = start_cursor(Api(None))
    casino_in_play.rounds.update(announced_at=timezone.now() + timedelta(hours=1))
    assert changed_addresses(Api(None), cursor) == []
    casino_in_play.rounds.update(announced_at=timezone.now())
    assert changed_addresses(Api(None), cursor) == ["rounds/1/"]


def test_unknown_cursor_or_too_many_changes_ask_to_read_everything(casino_in_play, pilar):
    program = Api(None)
    cursor = start_cursor(program)
    assert program.get(PATH, since=10**9).json()["everything"] is True
    lines = [
        AuditLine(tournament=casino_in_play, act="edit_tournament") for _ in range(MAX_LINES + 1)
    ]
    AuditLine.objects.bulk_create(lines)
    assert program.get(PATH, since=cursor).json()["everything"] is True


def test_write_without_an_audit_line_raises_the_version(casino_in_play):
    program = Api(None)
    before = program.get(PATH).json()["version"]
    casino_in_play.entries.update(town="Luco")
    assert program.get(PATH).json()["version"] > before
