"""Tests of the emergency packet («Paquete de emergencia»): its sheets at each moment of a day."""

import pytest

from scoring.forecast.simulation.rehearsal import play_round, play_rounds
from scoring.prints.ask import PrintAsk
from scoring.prints.sheets import SHEETS
from scoring.rounds.services.rounds import open_next_round
from scoring.rounds.services.withdrawals import withdraw_entry
from tests.crowd import enter_invented
from tests.rows import cases
from tests.scoring.played_rounds import plan_stage, publish
from tests.scoring.prints.printed import BASE, first_pages, sheet_pages, words, write_acta
from tests.scoring.seated_rounds import LINES
from tournaments.models import Job, Match, Tournament

CURRENT_MATCHES, STANDINGS = "Quién juega ahora, y quién descansa", "Clasificación"
PAIRING_LIST, UNFINISHED_ACTAS = "Para emparejar a mano", "Actas de los encuentros por acabar"
BLANK_ACTAS = "Actas en blanco de las dos rondas siguientes"


def packet(tournament, **options):
    return SHEETS["emergency"].pieces(tournament, PrintAsk("emergency", base_url=BASE, **options))


def contents(tournament, **options):
    """Return the titles of the sheets in the packet, and the reason of each missing sheet."""
    context = packet(tournament, **options)[0].context
    return (
        [str(title) for title in context["there"]],
        {str(sheet["title"]): sheet["why"].code for sheet in context["missing"]},
    )


def stamped_values(tournament, field, **options):
    """Return the stamped text of a field of each acta, in printed order."""
    return [
        stamp[f"{half}.{field}"]
        for chunk in packet(tournament, **options)
        for stamp in chunk.stamps
        for half in range(2)
        if f"{half}.{field}" in stamp
    ]


FORMATS = cases(
    "key, options",
    ("knockout", {}),
    ("lives", {"lives": 2}),
    ("groups", {"size": 4}),
    ("swiss", {"rounds": 3}),
    ("league", {}),
    ("ladder", {}),
    ("clock", {}),
    ("boxes", {}),
)


@pytest.mark.slow
@FORMATS
def test_the_packet_has_its_sheets_before_during_and_after_a_tournament(
    key, options, make_tournament, pilar
):
    tournament = make_tournament(format=key, format_options=options)
    titles, missing = contents(tournament)
    assert titles == []
    assert (
        missing[CURRENT_MATCHES] == "round_not_published" and missing[STANDINGS] == "nobody_entered"
    )
    assert missing[BLANK_ACTAS] == "nothing_to_come"
    enter_invented(tournament, pilar, 8, "gente")
    assert STANDINGS in contents(tournament)[0]
    round = publish(tournament, pilar)
    titles, _missing = contents(tournament)
    assert {CURRENT_MATCHES, STANDINGS, UNFINISHED_ACTAS, BLANK_ACTAS} <= set(titles)
    assert (PAIRING_LIST in titles) == (key in ("lives", "swiss", "clock", "boxes"))
    assert ("Calendario" in titles) == (key in ("groups", "league"))
    assert ("Cuadro" in titles) == (key == "knockout")
    play_round(round, pilar, "tapete")
    if key in ("knockout", "swiss"):
        play_rounds(tournament.stage, pilar, 20, "tapete")
        _titles, missing = contents(tournament)
        assert missing == {UNFINISHED_ACTAS: "nothing_unfinished", BLANK_ACTAS: "nothing_to_come"}
        assert "ninguna ronda por jugar" in words(first_pages(tournament, "emergency"))


@pytest.mark.slow
def test_the_packet_has_the_unfinished_actas_and_blank_ones_for_two_rounds(make_tournament, pilar):
    swiss = make_tournament(format="swiss", format_options={"rounds": 5}, tables=3)
    enter_invented(swiss, pilar, 9, "gente")
    first_round = publish(swiss, pilar)
    write_acta(first_round.matches.get(number=1), pilar, LINES)
    unfinished_codes = set(
        first_round.matches.filter(state__in=["playing", "waiting"]).values_list("code", flat=True)
    )
    assert len(unfinished_codes) == 3
    assert set(stamped_values(swiss, "code")) == unfinished_codes
    rounds = stamped_values(swiss, "round")
    assert rounds[3:] == [
        f"Ronda {number} · Encuentro _____" for number in (2, 2, 2, 2, 3, 3, 3, 3)
    ]
    assert stamped_values(swiss, "table")[3:] == ["1", "2", "3", "____"] * 2
    text = words(first_pages(swiss, "emergency"))
    assert (
        "Empiece por la pareja con más victorias" in text and "«Ya se ha jugado en papel»" in text
    )


def slice_of(order):
    """Return the fields of an order that select its slice of the packet."""
    return {name: getattr(order, name) for name in ("first", "last", "numbers")}


@pytest.mark.slow
@cases("slice", 100, 3)
def test_the_unfinished_actas_are_ordered_by_table_in_every_slice(
    slice, make_tournament, pilar, monkeypatch
):
    monkeypatch.setattr("scoring.prints.ask.SLICE", slice)
    monkeypatch.setattr("scoring.prints.emergency.SLICE", slice)
    swiss = make_tournament(format="swiss", format_options={"rounds": 5}, tables=4)
    enter_invented(swiss, pilar, 12, "gente")
    round = publish(swiss, pilar)
    round.matches.update(table=None, state=Match.State.WAITING)
    for number, table in enumerate((3, None, 4, None, 1, 2), 1):
        if table:
            round.matches.filter(number=number).update(table=table, state=Match.State.PLAYING)
    expected_codes = [
        *round.matches.filter(state="playing").order_by("table").values_list("code", flat=True),
        *round.matches.filter(state="waiting").order_by("number").values_list("code", flat=True),
    ]
    orders = SHEETS["emergency"].slices(swiss, PrintAsk("emergency", base_url=BASE))
    assert len(orders) == (1 if slice == 100 else 7)

    def printed_values(field):
        return [
            value
            for order, _units in orders
            for value in stamped_values(swiss, field, part=order.part, **slice_of(order))
        ]

    assert printed_values("code") == expected_codes
    assert printed_values("table")[6:] == ["1", "2", "3", "4", "____", "____"] * 2


def test_the_pairing_list_has_rivals_byes_and_lives(make_tournament, pilar):
    tournament = make_tournament(format="lives", format_options={"lives": 2})
    enter_invented(tournament, pilar, 5, "gente")
    round = publish(tournament, pilar)
    play_round(round, pilar, "tapete")
    pairing_list = next(
        chunk
        for chunk in packet(tournament)
        if chunk.template == "scoring/prints/sheets/wall/pairing_list.html"
    )
    rows = {row["competitor"].number: row for row in pairing_list.context["tables"][0]["rows"]}
    for match in round.matches.prefetch_related("sides__entry"):
        numbers = [entry.number for entry in match.everybody]
        for number in numbers:
            assert rows[number]["met"] == [rival for rival in numbers if rival != number]
            assert rows[number]["rests"] == (len(numbers) == 1)
    assert sorted(row["lives"] for row in rows.values()) == [1, 1, 2, 2, 2]


def test_the_pairing_list_leaves_out_withdrawn_entries(make_tournament, pilar):
    tournament = make_tournament(format="swiss", format_options={"rounds": 3})
    third_entry = enter_invented(tournament, pilar, 6, "gente")[2]
    play_round(publish(tournament, pilar), pilar, "tapete")
    withdraw_entry(entry=third_entry, author=pilar, reason="se marchan")
    pairing_list = next(
        chunk
        for chunk in packet(tournament)
        if chunk.template == "scoring/prints/sheets/wall/pairing_list.html"
    )
    (table,) = pairing_list.context["tables"]
    assert sorted(row["competitor"].number for row in table["rows"]) == [1, 2, 4, 5, 6]


def test_blank_actas_of_a_public_calendar_have_the_coming_pairings(make_tournament, pilar):
    league = make_tournament(format="league", format_options={})
    enter_invented(league, pilar, 6, "gente")
    assert stamped_values(league, "A.number") == []
    publish(league, pilar)
    chunks = packet(league)
    calendar = next(
        chunk for chunk in chunks if chunk.template == "scoring/prints/sheets/wall/calendar.html"
    ).context["dates"]
    expected_pairings = [
        (str(fixture["home"].number), str(fixture["away"].number))
        for date in calendar[1:3]
        for fixture in date["fixtures"]
    ]
    numbers = list(
        zip(stamped_values(league, "A.number"), stamped_values(league, "B.number"), strict=True)
    )
    assert numbers[3:] == expected_pairings


def test_the_packet_hides_the_pairings_of_a_draft(make_tournament, pilar):
    swiss = make_tournament(format="swiss", format_options={"rounds": 5})
    enter_invented(swiss, pilar, 8, "gente")
    open_next_round(stage=swiss.stage, author=pilar)
    assert stamped_values(swiss, "A.number") == [] and len(stamped_values(swiss, "round")) == 8


def test_the_packet_of_a_referee_has_only_the_actas_of_his_tables(eight, raul, pilar, client_as):
    codes = dict(eight.matches.filter(table__in=[1, 2]).values_list("table", "code"))
    assert stamped_values(eight, "code", tables="2") == [codes[2]]
    missing = contents(eight, tables="9")[1]
    assert missing[UNFINISHED_ACTAS] == "nothing_unfinished"
    membership = eight.team.get(user=raul)
    membership.role, membership.tables = "referee", "2"
    membership.save()
    address = f"/t/{eight.slug}/imprimir/"
    page = client_as(raul).get(address).text
    assert "Paquete de emergencia" in page
    client_as(raul).post(f"{address}hoja/", {"sheet": "emergency"})
    assert Job.objects.get(tournament=eight, kind="print").params["tables"] == "2"


def test_the_packet_is_printed_without_entries(casino, chema, client_as):
    answer = client_as(chema).post(f"/t/{casino.slug}/imprimir/hoja/", {"sheet": "emergency"})
    assert answer.status_code == 302


@cases("key, options", ("swiss", {"rounds": 1}), ("knockout", {}))
def test_the_steps_of_the_last_round_ask_for_no_other_round(key, options, make_tournament, pilar):
    tournament = make_tournament(format=key, format_options=options)
    enter_invented(tournament, pilar, 2, "gente")
    publish(tournament, pilar)
    guidance = packet(tournament)[0].context
    steps = [str(step) for step in (*guidance["steps"], *guidance["later"])]
    assert "no hay que hacer ninguna más" in steps[0] and "papel" not in " ".join(steps)


def test_in_the_last_swiss_round_the_steps_explain_the_next_bracket(make_tournament, pilar):
    tournament = make_tournament(format="swiss", format_options={"rounds": 2})
    enter_invented(tournament, pilar, 12, "gente")
    plan_stage(
        tournament, pilar, [{"stage": 1, "first": 1, "last": 8, "per": "all"}], name="Cuadro final"
    )
    tournament = Tournament.objects.get(pk=tournament.pk)
    play_round(publish(tournament, pilar), pilar, "tapete")
    assert "Cuadro final" not in " ".join(map(str, packet(tournament)[0].context["steps"]))
    publish(tournament, pilar)
    tournament = Tournament.objects.get(pk=tournament.pk)
    context = packet(tournament)[0].context
    steps = " ".join(map(str, context["steps"]))
    assert "La última ronda ya está emparejada" in steps and "se sabe quién gana" not in steps
    assert "Después se juega: Cuadro final. Pasan: los 8 primeros puestos" in steps
    assert "se sientan por el puesto en que pasan, 1–8, 4–5, 2–7, 3–6." in steps
    later = " ".join(map(str, context["later"]))
    assert "De «Cuadro final»: ábrala en «Fases»" in later
    titles, _missing = contents(tournament)
    assert {BLANK_ACTAS, "Quién sigue"} <= set(titles)
    # Rounds 3 and 4 of the tournament: four quarter-finals and two semifinals.
    blank = [
        round for round in stamped_values(tournament, "round") if round.endswith("Encuentro _____")
    ]
    assert [round[:7] for round in blank] == ["Ronda 3"] * 4 + ["Ronda 4"] * 2


@pytest.mark.slow
def test_standings_printed_during_a_round_are_marked_provisional(make_tournament, pilar):
    tournament = make_tournament(format="league", format_options={"legs": 1})
    enter_invented(tournament, pilar, 4, "gente")
    round = publish(tournament, pilar)
    notice = "Provisional: faltan 2 encuentros por terminar de la ronda 1."
    for sheet in ("standings", "crosses"):
        assert notice in words(sheet_pages(tournament, sheet)), sheet
    assert notice in words(sheet_pages(tournament, "emergency"))
    play_round(round, pilar, "tapete")
    for sheet in ("standings", "crosses"):
        assert "Provisional" not in words(sheet_pages(tournament, sheet)), sheet


def test_the_printed_order_of_an_unfinished_event_is_marked_provisional(make_tournament, pilar):
    tournament = make_tournament(format="swiss", format_options={"rounds": 1})
    enter_invented(tournament, pilar, 4, "gente")
    plan_stage(tournament, pilar, [{"stage": 1, "first": 1, "last": 2, "per": "all"}])
    play_round(publish(tournament, pilar), pilar, "tapete")
    tournament = Tournament.objects.get(pk=tournament.pk)
    assert "Provisional: el torneo no ha terminado." in words(
        sheet_pages(tournament, "whole_event")
    )
