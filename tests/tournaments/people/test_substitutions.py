"""One of a pair, and never both: who may come in whose place."""

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


def _change(entry, leaves: Person, comes: Person, **more):
    entry = Entry.objects.get(pk=entry.pk)
    player = Player.objects.get(tournament=entry.tournament, name=leaves.name)
    return substitute_player(
        entry=entry, author=None, leaves=player, comes=comes, reason=more.get("reason", "enferma")
    )


def _people(entry) -> list[str]:
    return [seat.player.name_for(EVERYTHING) for seat in Entry.objects.get(pk=entry.pk).seats.all()]


def test_one_of_a_pair_is_replaced_and_the_number_stays(casino, pilar):
    pair = _enter(casino, PACO, LUIS)
    made = _change(pair, LUIS, EVA)
    assert _people(pair) == ["Paco Gil", "Eva"]
    assert (made.leaves.full_name, made.comes.full_name) == ("Luis Sanz", "Eva")
    line = AuditLine.objects.get(act="substitute_player")
    assert (line.subject, line.after, line.reason) == (
        "1 · Paco Gil · Luis Sanz",
        {"leaves": "Luis Sanz", "comes": "Eva"},
        "enferma",
    )


def test_never_both(casino):
    pair = _enter(casino, PACO, LUIS)
    _change(pair, LUIS, EVA)
    assert refusal_of(lambda: _change(pair, PACO, ANA)) == ("never_both", "leaves", 409)
    _change(pair, EVA, ANA)  # the same place again
    _change(pair, ANA, LUIS)  # and back
    assert _people(pair) == ["Paco Gil", "Luis Sanz"]
    assert refusal_of(lambda: _change(pair, PACO, EVA)) == ("never_both", "leaves", 409)


def test_two_of_a_trio_may_change_and_one_stays(make_tournament):
    trios = make_tournament()
    trios.entry_size = 3
    trios.save()
    trio = _enter(trios, PACO, LUIS, PILAR)
    _change(trio, PACO, EVA)
    _change(trio, LUIS, ANA)
    assert refusal_of(lambda: _change(trio, PILAR, Person("Tere")))[0] == "never_both"


def test_who_plays_alone_leaves_everything_to_who_comes(make_tournament):
    totals = make_tournament(
        game="tarot", game_options={}, format="totals", format_options={"rounds": 2}, name="Tarot"
    )
    alone = _enter(totals, PACO)
    _change(alone, PACO, EVA)
    _change(alone, EVA, ANA)
    assert _people(alone) == ["Ana"]


def test_nobody_is_in_two_entries(casino):
    pair, other = _enter(casino, PACO, LUIS), _enter(casino, PILAR, EVA)
    assert refusal_of(lambda: _change(pair, LUIS, EVA)) == ("already_plays", "comes", 409)
    _change(other, EVA, ANA)
    assert refusal_of(lambda: _change(pair, LUIS, ANA)) == ("already_plays", "comes", 409)
    _change(pair, LUIS, EVA)  # free again: she has played nothing with the other pair


def test_who_stood_in_and_played_does_not_stand_in_elsewhere(casino, pilar):
    pair, other = _enter(casino, PACO, LUIS), _enter(casino, PILAR, EVA)
    _enter(casino, Person("Tere"), Person("Jara"))
    _enter(casino, Person("Blas"), Person("Nuria"))
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    _change(other, EVA, ANA)
    match = casino.matches.get(sides__entry=other)
    record_hand(match=match, author=pilar, line="coto 3-1", number=1)
    _change(other, ANA, Person("Sole"))
    assert refusal_of(lambda: _change(pair, LUIS, ANA)) == ("has_played", "comes", 409)
    _change(pair, LUIS, EVA)


def test_who_has_played_and_left_does_not_come_back_as_somebody_elses(casino, pilar, pairs):
    pairs(casino, 4)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    first, second = casino.entries.order_by("number")[:2]
    gone = first.seats.get(position=0).player
    withdraw(entry=first, author=pilar, reason="se van")
    comes = Person(gone.name, gone.surname, gone.town)
    leaves = second.seats.get(position=0).player
    assert refusal_of(
        lambda: substitute_player(
            entry=second, author=pilar, leaves=leaves, comes=comes, reason="x"
        )
    ) == ("has_played", "comes", 409)


@cases(
    "comes, reason, code",
    (EVA, " ", "text_missing"),
    (Person(""), "x", "text_missing"),
    (Person("=2+2"), "x", "text_formula"),
    (Person("\x00"), "x", "text_nul"),
)
def test_what_is_badly_written(casino, comes, reason, code):
    pair = _enter(casino, PACO, LUIS)
    assert refusal_of(lambda: _change(pair, LUIS, comes, reason=reason))[::2] == (code, 400)
    assert not Substitution.objects.exists()


def test_who_is_not_there_and_who_has_left(casino):
    pair, other = _enter(casino, PACO, LUIS), _enter(casino, PILAR, ANA)
    assert refusal_of(lambda: _change(pair, PILAR, EVA)) == ("not_in_entry", "leaves", 400)
    withdraw(entry=other, author=None, reason="x")
    assert refusal_of(lambda: _change(other, PILAR, EVA))[0] == "already_withdrawn"


def test_a_slip_of_the_pen_is_put_right_without_losing_who_replaced_whom(casino):
    pair = _enter(casino, PACO, LUIS)
    _change(pair, LUIS, Person("Eba"))
    edit_entry(entry=Entry.objects.get(pk=pair.pk), author=None, players=[PACO, EVA], town="Luco")
    found = Substitution.objects.get()
    assert (found.leaves.full_name, found.comes.full_name) == ("Luis Sanz", "Eva")
    assert refusal_of(lambda: _change(pair, PACO, ANA))[0] == "never_both"
    _change(pair, EVA, ANA)


def test_the_page_and_the_public_page(casino, chema, client_as):
    pair = _enter(casino, PACO, LUIS)
    desk, page = client_as(chema), f"/t/{casino.slug}/inscripciones/1/sustituir/"
    luis = pair.seats.get(position=1).player_id
    assert "Luis Sanz" in desk.get(page).content.decode()
    wrong = desk.post(page, {"leaves": luis, "comes": "Paco Gil", "reason": "x"})
    assert wrong.status_code == 409 and "ya juega con el número 1" in wrong.content.decode()
    assert desk.post(page, {"leaves": "0", "comes": "Eva", "reason": "x"}).status_code == 400
    assert (
        desk.post(page, {"leaves": luis, "comes": "Eva (Luco)", "reason": "x"}).status_code == 302
    )
    shown = client_as(None).get(f"/t/{casino.slug}/inscripcion/1/").content.decode()
    assert "Eva entró por Luis Sanz." in shown


def test_the_api(casino, chema, client_as):
    _enter(casino, PACO, LUIS)
    desk, path = client_as(chema), f"/api/v1/tournaments/{casino.slug}/entries/1/substitutions/"
    body = {"leaves": 2, "comes": {"name": "Eva"}, "reason": "x"}
    answer = desk.post(path, body, content_type="application/json")
    assert (answer.status_code, answer.json()["title"]) == (201, "Paco Gil · Eva")
    (told,) = client_as(None).get(path).json()["results"]
    assert (told["leaves"], told["comes"], told["author"]) == ("Luis Sanz", "Eva", "chema")
    refused = desk.post(path, {**body, "leaves": 3}, content_type="application/json")
    assert refused.status_code == 400
