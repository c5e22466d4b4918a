"""Tests of substitutions: one player of a pair may be replaced, never both."""

from scoring.actas.services import record_hand
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.refusals import refusal_of
from tests.rows import cases
from tournaments.models import AuditLine, Entry, Player, Substitution
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.services.registering import edit_entry, register_entry, withdraw
from tournaments.people.services.substitutions import substitute_player

PACO, LUIS, PILAR = Person("Paco", "Gil"), Person("Luis", "Sanz"), Person("Pilar", "Lahoz")
EVA, ANA = Person("Eva"), Person("Ana")


def _enter(tournament, *players) -> Entry:
    return register_entry(tournament=tournament, author=None, players=players)


def _substitute(entry, leaving: Person, arriving: Person, **options):
    entry = Entry.objects.get(pk=entry.pk)
    player = Player.objects.get(tournament=entry.tournament, name=leaving.name)
    return substitute_player(
        entry=entry,
        author=None,
        leaves=player,
        comes=arriving,
        reason=options.get("reason", "enferma"),
    )


def _names_of(entry) -> list[str]:
    return [seat.player.name_for(EVERYTHING) for seat in Entry.objects.get(pk=entry.pk).seats.all()]


def test_one_player_of_a_pair_is_replaced_and_the_number_stays(casino, pilar):
    pair = _enter(casino, PACO, LUIS)
    substitution = _substitute(pair, LUIS, EVA)
    assert _names_of(pair) == ["Paco Gil", "Eva"]
    assert (substitution.leaves.full_name, substitution.comes.full_name) == ("Luis Sanz", "Eva")
    line = AuditLine.objects.get(act="substitute_player")
    assert (line.subject, line.after, line.reason) == (
        "1 · Paco Gil · Luis Sanz",
        {"leaves": "Luis Sanz", "comes": "Eva"},
        "enferma",
    )


def test_both_players_of_a_pair_cannot_be_replaced(casino):
    pair = _enter(casino, PACO, LUIS)
    _substitute(pair, LUIS, EVA)
    assert refusal_of(lambda: _substitute(pair, PACO, ANA)) == ("never_both", "leaves", 409)
    _substitute(pair, EVA, ANA)  # the substitute is replaced
    _substitute(pair, ANA, LUIS)  # Luis returns
    assert _names_of(pair) == ["Paco Gil", "Luis Sanz"]
    assert refusal_of(lambda: _substitute(pair, PACO, EVA)) == ("never_both", "leaves", 409)


def test_two_of_a_trio_may_be_replaced_but_not_the_third(make_tournament):
    trios = make_tournament()
    trios.entry_size = 3
    trios.save()
    trio = _enter(trios, PACO, LUIS, PILAR)
    _substitute(trio, PACO, EVA)
    _substitute(trio, LUIS, ANA)
    assert refusal_of(lambda: _substitute(trio, PILAR, Person("Tere")))[0] == "never_both"


def test_individual_player_may_be_replaced(make_tournament):
    totals = make_tournament(
        game="tarot", game_options={}, format="totals", format_options={"rounds": 2}, name="Tarot"
    )
    entry = _enter(totals, PACO)
    _substitute(entry, PACO, EVA)
    _substitute(entry, EVA, ANA)
    assert _names_of(entry) == ["Ana"]


def test_player_of_another_entry_cannot_be_a_substitute(casino):
    pair, other_pair = _enter(casino, PACO, LUIS), _enter(casino, PILAR, EVA)
    assert refusal_of(lambda: _substitute(pair, LUIS, EVA)) == ("already_plays", "comes", 409)
    _substitute(other_pair, EVA, ANA)
    assert refusal_of(lambda: _substitute(pair, LUIS, ANA)) == ("already_plays", "comes", 409)
    _substitute(pair, LUIS, EVA)  # Eva left the other pair before it played


def test_substitute_who_has_played_cannot_join_another_pair(casino, pilar):
    pair, other_pair = _enter(casino, PACO, LUIS), _enter(casino, PILAR, EVA)
    _enter(casino, Person("Tere"), Person("Jara"))
    _enter(casino, Person("Blas"), Person("Nuria"))
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    _substitute(other_pair, EVA, ANA)
    match = casino.matches.get(sides__entry=other_pair)
    record_hand(match=match, author=pilar, line="coto 3-1", number=1)
    _substitute(other_pair, ANA, Person("Sole"))
    assert refusal_of(lambda: _substitute(pair, LUIS, ANA)) == ("has_played", "comes", 409)
    _substitute(pair, LUIS, EVA)


def test_player_of_a_withdrawn_pair_that_played_cannot_be_a_substitute(casino, pilar, pairs):
    pairs(casino, 4)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    first_pair, second_pair = casino.entries.order_by("number")[:2]
    player = first_pair.seats.get(position=0).player
    withdraw(entry=first_pair, author=pilar, reason="se van")
    arriving = Person(player.name, player.surname, player.town)
    leaving = second_pair.seats.get(position=0).player
    assert refusal_of(
        lambda: substitute_player(
            entry=second_pair, author=pilar, leaves=leaving, comes=arriving, reason="x"
        )
    ) == ("has_played", "comes", 409)


@cases(
    "comes, reason, code",
    (EVA, " ", "text_missing"),
    (Person(""), "x", "text_missing"),
    (Person("=2+2"), "x", "text_formula"),
    (Person("\x00"), "x", "text_nul"),
)
def test_wrong_substitute_or_reason_is_refused(casino, comes, reason, code):
    pair = _enter(casino, PACO, LUIS)
    assert refusal_of(lambda: _substitute(pair, LUIS, comes, reason=reason))[::2] == (code, 400)
    assert not Substitution.objects.exists()


def test_substitution_is_refused_for_strangers_and_withdrawn_pairs(casino):
    pair, other_pair = _enter(casino, PACO, LUIS), _enter(casino, PILAR, ANA)
    assert refusal_of(lambda: _substitute(pair, PILAR, EVA)) == ("not_in_entry", "leaves", 400)
    withdraw(entry=other_pair, author=None, reason="x")
    assert refusal_of(lambda: _substitute(other_pair, PILAR, EVA))[0] == "already_withdrawn"


def test_corrected_name_of_a_substitute_keeps_the_substitution(casino):
    pair = _enter(casino, PACO, LUIS)
    _substitute(pair, LUIS, Person("Eba"))
    edit_entry(entry=Entry.objects.get(pk=pair.pk), author=None, players=[PACO, EVA], town="Luco")
    substitution = Substitution.objects.get()
    assert (substitution.leaves.full_name, substitution.comes.full_name) == ("Luis Sanz", "Eva")
    assert refusal_of(lambda: _substitute(pair, PACO, ANA))[0] == "never_both"
    _substitute(pair, EVA, ANA)


def test_desk_substitutes_a_player_and_the_public_page_shows_it(casino, chema, client_as):
    pair = _enter(casino, PACO, LUIS)
    desk, page = client_as(chema), f"/t/{casino.slug}/inscripciones/1/sustituir/"
    luis = pair.seats.get(position=1).player_id
    assert "Luis Sanz" in desk.get(page).content.decode()
    refusal = desk.post(page, {"leaves": luis, "comes": "Paco Gil", "reason": "x"})
    assert refusal.status_code == 409 and "ya juega con el número 1" in refusal.content.decode()
    assert desk.post(page, {"leaves": "0", "comes": "Eva", "reason": "x"}).status_code == 400
    assert (
        desk.post(page, {"leaves": luis, "comes": "Eva (Luco)", "reason": "x"}).status_code == 302
    )
    public_page = client_as(None).get(f"/t/{casino.slug}/inscripcion/1/").content.decode()
    assert "Eva entró por Luis Sanz." in public_page


def test_api_substitutes_a_player(casino, chema, client_as):
    _enter(casino, PACO, LUIS)
    desk, path = client_as(chema), f"/api/v1/tournaments/{casino.slug}/entries/1/substitutions/"
    body = {"leaves": 2, "comes": {"name": "Eva"}, "reason": "x"}
    answer = desk.post(path, body, content_type="application/json")
    assert (answer.status_code, answer.json()["title"]) == (201, "Paco Gil · Eva")
    (substitution,) = client_as(None).get(path).json()["results"]
    assert (substitution["leaves"], substitution["comes"], substitution["author"]) == (
        "Luis Sanz",
        "Eva",
        "chema",
    )
    refusal = desk.post(path, {**body, "leaves": 3}, content_type="application/json")
    assert refusal.status_code == 400
