"""Anonymised entries and their neighbours: the text that replaces a name in each kind of entry,
namesakes, and old tournaments."""

from datetime import timedelta
from io import StringIO

from django.core.management import call_command
from django.utils import timezone

from scoring.models import Ruling
from scoring.people_data.services.forgetting import anonymise_entries
from scoring.refereeing.services.rulings import note_ruling
from scoring.rounds.selectors.verification import verify_draw
from scoring.rounds.services.commitments import close_list, draw_with_word
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.dump import rows_with_words
from tests.refusals import is_refused
from tests.rows import cases
from tournaments.audit.services import note
from tournaments.models import AuditLine, Entry, ForbiddenCouple, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.services.registering import edit_entry, register_entry, withdraw
from tournaments.people.services.singles import pair_singles
from tournaments.people.services.wishes import forbid_couple, set_wishes
from tournaments.rounds.services.line_ups import name_players, set_line_up


def test_a_closed_list_with_an_anonymised_entry_must_be_closed_again(casino, pairs, pilar):
    pairs(casino, 4)
    close_list(stage=casino.stage, author=pilar)
    # An entry that was never drawn is deleted.
    anonymise_entries(tournament=casino, author=pilar, numbers=[1])
    with is_refused("list_changed"):
        draw_with_word(stage=casino.stage, author=pilar, word="ya")


@cases(
    "changes, title",
    ({"game_options": {"players": 2, "cotos": 1, "partidas": 2}}, "jugador 2"),
    ({}, "pareja 2"),
)
def test_an_anonymised_entry_is_called_by_its_unit_and_number(
    make_tournament, pairs, pilar, changes, title
):
    casino = make_tournament(**changes)
    pairs(casino, 4)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    anonymise_entries(tournament=casino, author=pilar, numbers=[2])
    assert casino.entries.get(number=2).title_for(EVERYTHING) == title


def test_an_anonymised_team_loses_its_squad_and_its_line_up(make_tournament, pilar):
    league = make_tournament(
        game="marcador",
        game_options={"target": 3},
        format="teams",
        squad=7,
        tables=6,
        format_options={"legs": 2, "boards": 3, "count": "ties"},
    )
    for team in ("Peña Zacarías", "Peña Oro"):
        people = [Person(f"{letter}{team[5:7]}uno") for letter in ("Eufrasio", *"bcdefg")]
        register_entry(tournament=league, author=pilar, name=team, players=people)
    register_entry(tournament=league, author=pilar, name="Sin gente", players=[])
    round = publish_round(round=open_next_round(stage=league.stage, author=pilar), author=pilar)
    entry = league.entries.get(number=1)
    sides = round.sides.filter(entry=entry).exclude(match__state="bye")
    if sides:
        squad = [seat.player for seat in entry.seats.all()]
        set_line_up(
            round=round,
            entry=entry,
            author=pilar,
            boards=[squad[board * 2 : board * 2 + 2] for board in range(3)],
        )
    nameless_side = round.sides.filter(entry__number=3).exclude(match__state="bye").first()
    if nameless_side is not None:
        name_players(side=nameless_side, author=pilar, names="Pedrolo y otro")
    anonymise_entries(tournament=league, author=pilar, numbers=[1, 3])
    assert rows_with_words("zacarias", "eufrasioza", "pedrolo", "sin gente") == []
    assert (
        rows_with_words("eufrasioor")
        and league.entries.get(number=1).title_for(EVERYTHING) == "equipo 1"
    )


# --- Namesakes ------------------------------------------------------------------------------
def test_a_namesake_of_an_anonymised_player_keeps_his_name(casino, pilar):
    def enter(*people):
        return register_entry(tournament=casino, author=pilar, players=people, town="Luco")

    enter(Person("Paco", "Gil"), Person("Luis", "Sanz"))
    enter(Person("Paco", "Gil", "Daroca"), Person("Paco", "Gil Sanz"))
    enter(Person("Eva"), Person("Sol"))
    enter(Person("Ana"), Person("Mar"))
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    for number, reason in ((2, "Paco Gil Sanz protestó"), (3, "riñó con Paco Gil (Luco)")):
        note_ruling(
            stage=casino.stage,
            entry=casino.entries.get(number=number),
            author=pilar,
            follows="warning",
            reason=reason,
        )
    anonymise_entries(tournament=casino, author=pilar, numbers=[1])
    assert casino.entries.get(number=2).title_for(EVERYTHING) == "Paco Gil · Paco Gil Sanz"
    reasons = list(AuditLine.objects.filter(act="note_ruling").order_by("pk").values_list("reason"))
    assert reasons == [("Paco Gil Sanz protestó",), ("riñó con pareja 1",)]
    lines = AuditLine.objects.filter(act="register_entry").order_by("pk")
    assert [line.subject for line in lines][:2] == [
        "1 · pareja 1",
        "2 · Paco Gil (Daroca) · Paco Gil Sanz",
    ]


def test_a_text_about_an_anonymised_player_is_deleted_whole(casino, pilar):
    """Delete also a text with a namesake's name, or with words that no search would find."""
    for people in (("Paco Gil", "Luis Sanz"), ("Paco Mur", "Eva Sol"), ("Ana", "Mar")):
        register_entry(tournament=casino, author=pilar, players=[Person(name) for name in people])
    entries = {entry.number: entry for entry in casino.entries.all()}
    for number, reason in ((1, "Paco, el cojo, gritó"), (2, "Paco y el cojo, otra vez")):
        ruling = {"entry": entries[number], "follows": "warning", "reason": reason}
        note_ruling(stage=casino.stage, author=pilar, **ruling)
    forbid_couple(
        tournament=casino, author=pilar, first=entries[1], second=entries[3], reason="es su tío"
    )
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    anonymise_entries(tournament=casino, author=pilar, numbers=[1])
    ruling_reasons = Ruling.objects.order_by("entry__number").values_list("reason", flat=True)
    assert list(ruling_reasons) == ["texto borrado", "Paco y el cojo, otra vez"]
    audit_reasons = (
        AuditLine.objects.exclude(reason="").order_by("pk").values_list("reason", flat=True)
    )
    assert list(audit_reasons) == ["texto borrado", "Paco y el cojo, otra vez", "texto borrado"]
    assert ForbiddenCouple.objects.get().reason == "texto borrado"


def test_an_audit_line_keeps_another_name_that_begins_alike(casino, pilar):
    """Keep the old name of a corrected entry, which no current player has."""
    register_entry(tournament=casino, author=pilar, players=[Person("Zoilo Mur"), Person("Ana")])
    other_entry = register_entry(
        tournament=casino, author=pilar, players=[Person("Zoilo Gil"), Person("Eva")]
    )
    players = [Person("Paco Gil"), Person("Eva")]
    edit_entry(entry=other_entry, author=pilar, players=players, town="", name="")
    anonymise_entries(tournament=casino, author=pilar, numbers=[1])
    line = AuditLine.objects.get(act="register_entry", subject__startswith="2")
    assert (line.subject, line.after["players"]) == ("2 · Zoilo Gil · Eva", ["Zoilo Gil", "Eva"])


def test_an_imported_list_loses_its_file_name(casino, pilar):
    register_entry(tournament=casino, author=pilar, players=[Person("Zoilo Mur"), Person("Ana")])
    AuditLine.objects.create(
        tournament=casino, act="accept_import", subject="parejas_de_Zoilo.xlsx", author=pilar
    )
    anonymise_entries(tournament=casino, author=pilar, numbers=[1])
    assert rows_with_words("zoilo") == []


def test_a_text_with_replaced_names_is_cut_to_its_column(casino, pilar):
    register_entry(tournament=casino, author=pilar, players=[Person("Zoi"), Person("Ana")])
    other_entry = register_entry(
        tournament=casino, author=pilar, players=[Person("Eva"), Person("Sol")]
    )
    reason = "Zoi, ay " * 37
    note_ruling(
        stage=casino.stage,
        entry=other_entry,
        author=pilar,
        follows="warning",
        reason=reason.strip(),
    )
    anonymise_entries(tournament=casino, author=pilar, numbers=[1])
    stored_reason = Ruling.objects.get().reason
    assert stored_reason.startswith("pareja 1, ay pareja 1, ay") and len(stored_reason) == 300


def test_two_families_anonymised_one_by_one_stay_two_families(make_tournament, pilar):
    """The snapshot of the draw says without names which entries were kept apart."""
    casino = make_tournament(format="swiss", format_options={"rounds": 3})
    for number, family in enumerate(("Mur", "Mur", "Gil", "Gil", "Sol", "Paz"), start=1):
        people = [Person(f"Zoilo{number}", family), Person(f"Ana{number}", f"Rey{number}")]
        register_entry(tournament=casino, author=pilar, players=people)
    set_wishes(stage=casino.stage, author=pilar, apart={"family": (3, 0)}, together={})
    round = publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    for numbers in ([1, 2], [3, 4]):
        anonymise_entries(tournament=casino, author=pilar, numbers=numbers)
    round.refresh_from_db()
    tags = {int(key): row[1] for key, row in round.report["looked_at"]["entrants"].items()}
    assert set(tags[1]) & set(tags[2]) and set(tags[3]) & set(tags[4])
    assert not set(tags[1]) & set(tags[3]) and rows_with_words("mur", "gil") == []
    assert verify_draw(round).equal


def test_an_anonymisation_lists_the_other_entries_of_its_people(casino, pilar):
    paco, luis = Person("Paco", "Gil"), Person("Luis", "Sanz")
    entry = register_entry(tournament=casino, author=pilar, players=[paco, luis])
    register_entry(tournament=casino, author=pilar, players=[Person("Eva"), Person("Sol")])
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    withdraw(entry=entry, author=pilar, reason="riñen")
    register_entry(tournament=casino, author=pilar, players=[paco, Person("Íñigo")])
    counts = anonymise_entries(tournament=casino, author=pilar, numbers=[1])
    assert counts.elsewhere == (3,) and rows_with_words("luis", "sanz") == []
    assert casino.entries.get(number=3).title_for(EVERYTHING) == "Paco Gil · Íñigo"


def test_a_pair_of_singles_is_anonymised(casino, pilar):
    for name in ("Zacarías", "Pedrolo"):
        register_entry(tournament=casino, author=pilar, players=[Person(name)], single=True)
    pair_singles(tournament=casino, author=pilar, seed="x")
    anonymise_entries(tournament=casino, author=pilar)
    assert rows_with_words("zacarias", "pedrolo") == [] and not Entry.objects.exists()


# --- Old tournaments -----------------------------------------------------------------------
def test_the_command_anonymises_tournaments_that_ended_long_ago(make_tournament, pairs):
    old_tournament, recent_tournament = make_tournament(name="Viejo"), make_tournament(name="Nuevo")
    for tournament in (old_tournament, recent_tournament):
        pairs(tournament, 4)
    long_ago = timezone.now() - timedelta(days=800)
    Tournament.objects.filter(pk=old_tournament.pk).update(starts_at=long_ago)
    assert _output_of("forget", "--months", "24") == ""  # its last change is recent
    AuditLine.objects.filter(tournament=old_tournament).update(at=long_ago)
    assert _output_of("forget", "--months", "24", "--dry-run") == "viejo\n"
    assert old_tournament.players.count() == 8
    assert _output_of("forget", "--months", "24") == "viejo: 4\n"
    assert (old_tournament.players.count(), recent_tournament.players.count()) == (0, 8)
    assert _output_of("forget", "--months", "24") == ""


def _output_of(*command: str) -> str:
    output = StringIO()
    call_command(*command, stdout=output)
    return output.getvalue()


def test_an_audit_line_about_a_table_with_the_same_number_stays(casino, pairs, pilar):
    pairs(casino, 4)
    note(casino, pilar, "set_in_service", 2, reason="Cojea")
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    anonymise_entries(tournament=casino, author=pilar, numbers=[2])
    line = casino.audit.get(act="set_in_service")
    assert (line.subject, line.reason) == ("2", "Cojea")
