"""«Paquete de emergencia»: whole at any moment, and with no link of another's table."""

import pytest

from scoring.forecast.simulation.rehearsal import play_round, play_rounds
from scoring.prints.ask import PrintAsk
from scoring.prints.sheets import SHEETS
from scoring.rounds.services.rounds import open_next_round
from scoring.rounds.services.withdrawals import withdraw_entry
from tests.crowd import enter_invented
from tests.rows import cases
from tests.scoring.days import plan_stage, publish
from tests.scoring.halls import LINES
from tests.scoring.prints.printed import BASE, first_pages, record, sheet_pages, words
from tournaments.models import Job, Match, Tournament

CURRENT, STANDINGS = "Quién juega ahora, y quién descansa", "Clasificación"
LIST, LEFT = "Para emparejar a mano", "Actas de los encuentros por acabar"
BLANK = "Actas en blanco de las dos rondas siguientes"


def packet(tournament, **asked):
    return SHEETS["emergency"].pieces(tournament, PrintAsk("emergency", base_url=BASE, **asked))


def contents(tournament, **asked):
    """The titles of what is in it, and of what is missing."""
    context = packet(tournament, **asked)[0].context
    return (
        [str(title) for title in context["there"]],
        {str(one["title"]): one["why"].code for one in context["missing"]},
    )


def stamped(tournament, field, **asked):
    """Return what is written in a field of each acta, in order."""
    return [
        stamp[f"{place}.{field}"]
        for chunk in packet(tournament, **asked)
        for stamp in chunk.stamps
        for place in range(2)
        if f"{place}.{field}" in stamp
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
def test_it_is_whole_before_during_and_after(key, options, make_tournament, pilar):
    hall = make_tournament(format=key, format_options=options)
    there, missing = contents(hall)
    assert there == []
    assert missing[CURRENT] == "round_not_published" and missing[STANDINGS] == "nobody_entered"
    assert missing[BLANK] == "nothing_to_come"
    enter_invented(hall, pilar, 8, "gente")
    assert STANDINGS in contents(hall)[0]
    first = publish(hall, pilar)
    there, _missing = contents(hall)
    assert {CURRENT, STANDINGS, LEFT, BLANK} <= set(there)
    assert (LIST in there) == (key in ("lives", "swiss", "clock", "boxes"))
    assert ("Calendario" in there) == (key in ("groups", "league"))
    assert ("Cuadro" in there) == (key == "knockout")
    play_round(first, pilar, "tapete")
    if key in ("knockout", "swiss"):
        play_rounds(hall.stage, pilar, 20, "tapete")
        _there, missing = contents(hall)
        assert missing == {LEFT: "nothing_unfinished", BLANK: "nothing_to_come"}
        assert "ninguna ronda por jugar" in words(first_pages(hall, "emergency"))


@pytest.mark.slow
def test_the_actas_left_and_two_rounds_of_blank_ones(make_tournament, pilar):
    swiss = make_tournament(format="swiss", format_options={"rounds": 5}, tables=3)
    enter_invented(swiss, pilar, 9, "gente")
    first = publish(swiss, pilar)
    record(first.matches.get(number=1), pilar, LINES)
    left = set(
        first.matches.filter(state__in=["playing", "waiting"]).values_list("code", flat=True)
    )
    assert len(left) == 3
    assert set(stamped(swiss, "code")) == left
    rounds = stamped(swiss, "round")
    assert rounds[3:] == [f"Ronda {n} · Encuentro _____" for n in (2, 2, 2, 2, 3, 3, 3, 3)]
    assert stamped(swiss, "table")[3:] == ["1", "2", "3", "____"] * 2
    text = words(first_pages(swiss, "emergency"))
    assert (
        "Empiece por la pareja con más victorias" in text and "«Ya se ha jugado en papel»" in text
    )


def taken(order):
    """Return the part of it that a slice is of."""
    return {name: getattr(order, name) for name in ("first", "last", "numbers")}


@pytest.mark.slow
@cases("slice", 100, 3)
def test_the_actas_left_go_by_table_as_those_of_the_round_do(
    slice, make_tournament, pilar, monkeypatch
):
    monkeypatch.setattr("scoring.prints.ask.SLICE", slice)
    monkeypatch.setattr("scoring.prints.emergency.SLICE", slice)
    swiss = make_tournament(format="swiss", format_options={"rounds": 5}, tables=4)
    enter_invented(swiss, pilar, 12, "gente")
    first = publish(swiss, pilar)
    first.matches.update(table=None, state=Match.State.WAITING)
    for number, table in enumerate((3, None, 4, None, 1, 2), 1):
        if table:
            first.matches.filter(number=number).update(table=table, state=Match.State.PLAYING)
    in_order = [
        *first.matches.filter(state="playing").order_by("table").values_list("code", flat=True),
        *first.matches.filter(state="waiting").order_by("number").values_list("code", flat=True),
    ]
    orders = SHEETS["emergency"].slices(swiss, PrintAsk("emergency", base_url=BASE))
    assert len(orders) == (1 if slice == 100 else 7)

    def printed(field):
        return [
            value
            for order, _units in orders
            for value in stamped(swiss, field, part=order.part, **taken(order))
        ]

    assert printed("code") == in_order
    assert printed("table")[6:] == ["1", "2", "3", "4", "____", "____"] * 2


def test_the_list_to_pair_by_has_rivals_rests_and_lives(make_tournament, pilar):
    hall = make_tournament(format="lives", format_options={"lives": 2})
    enter_invented(hall, pilar, 5, "gente")
    first = publish(hall, pilar)
    play_round(first, pilar, "tapete")
    found = next(
        chunk
        for chunk in packet(hall)
        if chunk.template == "scoring/prints/sheets/wall/pairing_list.html"
    )
    rows = {row["competitor"].number: row for row in found.context["tables"][0]["rows"]}
    for match in first.matches.prefetch_related("sides__entry"):
        numbers = [entry.number for entry in match.everybody]
        for number in numbers:
            assert rows[number]["met"] == [one for one in numbers if one != number]
            assert rows[number]["rests"] == (len(numbers) == 1)
    assert sorted(row["lives"] for row in rows.values()) == [1, 1, 2, 2, 2]


def test_the_list_to_pair_by_leaves_out_who_has_withdrawn(make_tournament, pilar):
    hall = make_tournament(format="swiss", format_options={"rounds": 3})
    third = enter_invented(hall, pilar, 6, "gente")[2]
    play_round(publish(hall, pilar), pilar, "tapete")
    withdraw_entry(entry=third, author=pilar, reason="se marchan")
    found = next(
        chunk
        for chunk in packet(hall)
        if chunk.template == "scoring/prints/sheets/wall/pairing_list.html"
    )
    (table,) = found.context["tables"]
    assert sorted(row["competitor"].number for row in table["rows"]) == [1, 2, 4, 5, 6]


def test_a_calendar_prints_who_meets_in_the_rounds_to_come_once_it_is_public(
    make_tournament, pilar
):
    league = make_tournament(format="league", format_options={})
    enter_invented(league, pilar, 6, "gente")
    assert stamped(league, "A.number") == []
    publish(league, pilar)
    told = packet(league)
    calendar = next(
        one for one in told if one.template == "scoring/prints/sheets/wall/calendar.html"
    ).context["dates"]
    expected = [
        (str(one["home"].number), str(one["away"].number))
        for date in calendar[1:3]
        for one in date["fixtures"]
    ]
    numbers = list(zip(stamped(league, "A.number"), stamped(league, "B.number"), strict=True))
    assert numbers[3:] == expected


def test_a_draft_stays_a_secret(make_tournament, pilar):
    swiss = make_tournament(format="swiss", format_options={"rounds": 5})
    enter_invented(swiss, pilar, 8, "gente")
    open_next_round(stage=swiss.stage, author=pilar)
    assert stamped(swiss, "A.number") == [] and len(stamped(swiss, "round")) == 8


def test_a_referee_of_some_tables_gets_no_link_of_another(eight, raul, pilar, client_as):
    codes = dict(eight.matches.filter(table__in=[1, 2]).values_list("table", "code"))
    assert stamped(eight, "code", tables="2") == [codes[2]]
    missing = contents(eight, tables="9")[1]
    assert missing[LEFT] == "nothing_unfinished"
    membership = eight.team.get(user=raul)
    membership.role, membership.tables = "referee", "2"
    membership.save()
    address = f"/t/{eight.slug}/imprimir/"
    page = client_as(raul).get(address).text
    assert "Paquete de emergencia" in page
    client_as(raul).post(f"{address}hoja/", {"sheet": "emergency"})
    assert Job.objects.get(tournament=eight, kind="print").params["tables"] == "2"


def test_it_can_be_asked_for_with_nobody_entered(casino, chema, client_as):
    answer = client_as(chema).post(f"/t/{casino.slug}/imprimir/hoja/", {"sheet": "emergency"})
    assert answer.status_code == 302


@cases("key, options", ("swiss", {"rounds": 1}), ("knockout", {}))
def test_in_the_last_round_nobody_is_told_to_pair_another(key, options, make_tournament, pilar):
    hall = make_tournament(format=key, format_options=options)
    enter_invented(hall, pilar, 2, "gente")
    publish(hall, pilar)
    guidance = packet(hall)[0].context
    said = [str(one) for one in (*guidance["steps"], *guidance["later"])]
    assert "no hay que hacer ninguna más" in said[0] and "papel" not in " ".join(said)


def test_on_the_last_swiss_round_it_knows_the_bracket_that_follows(make_tournament, pilar):
    hall = make_tournament(format="swiss", format_options={"rounds": 2})
    enter_invented(hall, pilar, 12, "gente")
    plan_stage(
        hall, pilar, [{"stage": 1, "first": 1, "last": 8, "per": "all"}], name="Cuadro final"
    )
    hall = Tournament.objects.get(pk=hall.pk)
    play_round(publish(hall, pilar), pilar, "tapete")
    assert "Cuadro final" not in " ".join(map(str, packet(hall)[0].context["steps"]))
    publish(hall, pilar)
    hall = Tournament.objects.get(pk=hall.pk)
    context = packet(hall)[0].context
    steps = " ".join(map(str, context["steps"]))
    assert "La última ronda ya está emparejada" in steps and "se sabe quién gana" not in steps
    assert "Después se juega: Cuadro final. Pasan: los 8 primeros puestos" in steps
    assert "se sientan por el puesto en que pasan, 1–8, 4–5, 2–7, 3–6." in steps
    later = " ".join(map(str, context["later"]))
    assert "De «Cuadro final»: ábrala en «Fases»" in later
    there, _missing = contents(hall)
    assert {BLANK, "Quién sigue"} <= set(there)
    # Four quarter-finals and two semifinals: rounds 3 and 4 of the day.
    blank = [round for round in stamped(hall, "round") if round.endswith("Encuentro _____")]
    assert [round[:7] for round in blank] == ["Ronda 3"] * 4 + ["Ronda 4"] * 2


@pytest.mark.slow
def test_standings_printed_in_mid_round_say_that_they_are_provisional(make_tournament, pilar):
    hall = make_tournament(format="league", format_options={"legs": 1})
    enter_invented(hall, pilar, 4, "gente")
    first = publish(hall, pilar)
    said = "Provisional: faltan 2 encuentros por terminar de la ronda 1."
    for sheet in ("standings", "crosses"):
        assert said in words(sheet_pages(hall, sheet)), sheet
    assert said in words(sheet_pages(hall, "emergency"))
    play_round(first, pilar, "tapete")
    for sheet in ("standings", "crosses"):
        assert "Provisional" not in words(sheet_pages(hall, sheet)), sheet


def test_the_whole_event_says_that_it_is_provisional_until_its_end(make_tournament, pilar):
    hall = make_tournament(format="swiss", format_options={"rounds": 1})
    enter_invented(hall, pilar, 4, "gente")
    plan_stage(hall, pilar, [{"stage": 1, "first": 1, "last": 2, "per": "all"}])
    play_round(publish(hall, pilar), pilar, "tapete")
    hall = Tournament.objects.get(pk=hall.pk)
    assert "Provisional: el torneo no ha terminado." in words(sheet_pages(hall, "whole_event"))
