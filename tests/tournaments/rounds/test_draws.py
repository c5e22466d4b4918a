"""Drafts: saved, swapped, drawn again, thrown away, published. And repeated on any machine."""

import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scoring.actas.services import correct_acta, record_hand
from scoring.rounds.services.rounds import open_next_round, publish_round, redraw_round
from tests.at_once import at_once
from tests.refusals import is_refused
from tests.rows import case, each
from tests.worlds import world
from tournaments.formats.core import DrawError
from tournaments.models import Match, Round, Tournament
from tournaments.refusal import Refused, refused_from
from tournaments.rounds.services.drafts import discard_round, publish, save_draw, swap_entries

pytestmark = pytest.mark.each_database

ROOT = Path(__file__).resolve().parents[3]


def who_meets(round: Round) -> list[tuple[int, ...]]:
    """The numbers of each match, by position."""
    return [tuple(side.entry.number for side in match.sides.all()) for match in round.matches.all()]


def swap_by_hand(round: Round, one: int, other: int, author, reason="son cuñados"):
    entries = round.stage.tournament.entries
    return swap_entries(
        round=round,
        author=author,
        first=entries.get(number=one),
        second=entries.get(number=other),
        reason=reason,
    )


@world
def draft(casino: Tournament, pairs, pilar) -> Round:
    """6 pairs in a knockout: two of them exempt."""
    pairs(casino, 6)
    return open_next_round(stage=casino.stage, author=pilar)


# --- The draft -----------------------------------------------------------------------------------
def test_a_draft_has_its_matches_numbered_without_the_byes(draft):
    matches = list(draft.matches.all())
    assert draft.seed == "tapete/1"
    assert [(match.position, match.number, match.state) for match in matches] == [
        (1, None, "bye"),
        (2, 1, "planned"),
        (3, None, "bye"),
        (4, 2, "planned"),
    ]
    assert sorted(number for sides in who_meets(draft) for number in sides) == [1, 2, 3, 4, 5, 6]


def test_codes_are_six_unmistakable_characters_and_never_twice(make_tournament, pairs, pilar):
    codes = []
    for name in ("Calamocha", "Monreal", "Daroca"):
        tournament = make_tournament(name=name)
        pairs(tournament, 32)
        open_next_round(stage=tournament.stage, author=pilar)
        codes += tournament.matches.values_list("code", flat=True)
    assert len(set(codes)) == 48
    assert [code for code in codes if not re.fullmatch("[2-9A-HJKMNP-Z]{6}", code)] == []


def test_equal_pairs_and_seed_give_the_same_draw_in_another_tournament(
    make_tournament, pairs, pilar
):
    draws = []
    for name in ("Calamocha", "Monreal"):
        tournament = make_tournament(name=name)
        pairs(tournament, 21)
        draws.append(who_meets(open_next_round(stage=tournament.stage, author=pilar)))
    assert draws[0] == draws[1]


def test_a_withdrawn_pair_is_not_drawn(casino, pairs, pilar):
    from tournaments.people.services.registering import withdraw

    withdraw(entry=pairs(casino, 5)[2], author=pilar, reason="se van a casa")
    draft = open_next_round(stage=casino.stage, author=pilar)
    assert sorted(number for sides in who_meets(draft) for number in sides) == [1, 2, 4, 5]


def test_drawing_again_over_a_draft_is_refused(draft, pilar):
    with is_refused("draft_exists", status=409):
        open_next_round(stage=draft.stage, author=pilar)


def test_an_old_page_that_asks_for_a_round_already_drawn_is_refused(draft, pilar):
    publish_round(round=draft, author=pilar)
    with is_refused("round_drawn", status=409):
        open_next_round(stage=draft.stage, author=pilar, number=1)


@pytest.mark.parametrize("count", [0, 1])
def test_a_draw_needs_two_pairs(casino, pairs, pilar, count):
    pairs(casino, count)
    with pytest.raises(DrawError) as error:
        open_next_round(stage=casino.stage, author=pilar)
    refused = refused_from(error.value)
    assert (refused.code, refused.status) == ("too_few_entrants", 409)
    assert str(refused) == f"Hacen falta al menos 2 inscripciones y hay {count}."


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_two_organisers_drawing_at_once_leave_one_draft(casino, pairs, pilar):
    pairs(casino, 16)
    answers = at_once(*[lambda: open_next_round(stage=casino.stage, author=pilar)] * 2)
    assert sorted(type(answer).__name__ for answer in answers) == ["Conflict", "Round"]
    assert [a.code for a in answers if isinstance(a, Refused)] == ["draft_exists"]
    assert casino.stage.rounds.count() == 1
    assert casino.matches.count() == 8


def test_the_database_keeps_one_draft(draft, pilar, monkeypatch):
    """Two processes that both see no draft: the constraint refuses the second."""
    from tournaments.formats.core import Draw, Report
    from tournaments.rounds.services import drafts

    monkeypatch.setattr(drafts, "refuse_draft", lambda stage: None)
    with is_refused("draft_exists", status=409):
        save_draw(stage=draft.stage, author=pilar, draw=Draw((), Report()), seed="otra")


# --- By hand -------------------------------------------------------------------------------------
def test_a_swap_changes_two_places_and_says_who_and_why(draft, pilar):
    before = who_meets(draft)
    (one, _), (other, _) = before[1], before[3]
    swap = swap_by_hand(draft, one, other, pilar)
    places = {one: other, other: one}
    assert who_meets(draft) == [
        tuple(places.get(number, number) for number in sides) for sides in before
    ]
    assert (swap.first.number, swap.second.number) == (one, other)
    assert (swap.author_name, swap.reason) == ("pilar", "son cuñados")
    line = draft.stage.tournament.audit.get(act="swap_entries")
    assert (line.reason, line.author) == ("son cuñados", pilar)


def test_a_swap_with_an_exempt_pair_is_in_the_report(draft, pilar):
    (exempt,), (one, _) = who_meets(draft)[:2]
    swap_by_hand(draft, exempt, one, pilar)
    draft.refresh_from_db()
    assert one in draft.report["byes"]
    assert exempt not in draft.report["byes"]


@each(
    "chosen, reason, code, field",
    case("same match", lambda meets: meets[1], "vecinos", "same_match", "second"),
    case("no reason", lambda meets: (meets[1][0], meets[3][0]), " ", "text_missing", "reason"),
    case(
        "a null in the reason",
        lambda meets: (meets[1][0], meets[3][0]),
        "a\0b",
        "text_nul",
        "reason",
    ),
)
def test_a_swap_is_refused(draft, pilar, chosen, reason, code, field):
    before = who_meets(draft)
    with pytest.raises(Refused) as refused:
        swap_by_hand(draft, *chosen(before), pilar, reason=reason)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert refused.value.status == 400
    assert who_meets(draft) == before
    assert draft.swaps.count() == 0


def test_a_pair_that_is_not_in_the_draw_is_not_swapped(draft, pairs, pilar):
    pairs(draft.stage.tournament, 1)
    with is_refused("not_in_draw", field="second"):
        swap_by_hand(draft, 1, 7, pilar)


def test_a_published_round_is_not_swapped(draft, pilar):
    publish_round(round=draft, author=pilar)
    with is_refused("already_published", status=409):
        swap_by_hand(draft, 1, 2, pilar)


# --- Drawn again, thrown away ---------------------------------------------------------------------
def test_another_seed_gives_another_draw_and_the_old_seed_stays_written(draft, pilar):
    before = who_meets(draft)
    again = redraw_round(
        round=draft, author=pilar, seed="la del alcalde", reason="dicha en voz alta"
    )
    assert again.pk == draft.pk
    assert again.seed == "la del alcalde"
    assert who_meets(again) != before
    assert [(old["seed"], old["by"], old["reason"]) for old in again.report["redraws"]] == [
        ("tapete/1", "pilar", "dicha en voz alta")
    ]
    assert again.stage.tournament.audit.filter(act="redraw").count() == 1


def test_drawing_again_with_the_old_seed_gives_the_old_draw(draft, pilar):
    before = who_meets(draft)
    redraw_round(round=draft, author=pilar, seed="otra")
    redraw_round(round=draft, author=pilar, seed="tapete/1")
    assert who_meets(draft) == before


def test_drawing_again_counts_who_has_just_come(draft, pairs, pilar):
    pairs(draft.stage.tournament, 1)
    redraw_round(round=draft, author=pilar, seed="tapete/1")
    assert sorted(number for sides in who_meets(draft) for number in sides) == list(range(1, 8))


@each("seed", "", "   ", "a\0b", "x" * 81)
def test_a_seed_nobody_could_read_is_refused(draft, pilar, seed):
    before = who_meets(draft)
    with is_refused(field="seed", status=400):
        redraw_round(round=draft, author=pilar, seed=seed)
    assert who_meets(draft) == before


def test_a_published_round_is_not_drawn_again(draft, pilar):
    publish_round(round=draft, author=pilar)
    with is_refused("already_published", status=409):
        redraw_round(round=draft, author=pilar, seed="otra")


def test_a_draft_is_thrown_away_and_drawn_again_with_the_same_numbers(draft, pilar):
    discard_round(round=draft, author=pilar, reason="faltaba una pareja")
    assert draft.stage.tournament.matches.count() == 0
    again = open_next_round(stage=draft.stage, author=pilar)
    assert [m.number for m in again.matches.all()] == [None, 1, None, 2]


def test_a_published_round_without_actas_is_thrown_away_and_its_tables_are_free(draft, pilar):
    publish_round(round=draft, author=pilar)
    discard_round(round=draft, author=pilar, reason="se leyó mal la lista")
    assert list(draft.stage.rounds.all()) == []
    line = draft.stage.tournament.audit.get(act="discard_round")
    assert line.reason == "se leyó mal la lista"


def test_a_round_with_an_acta_is_not_thrown_away(draft, pilar):
    publish_round(round=draft, author=pilar)
    match = draft.matches.get(number=1)
    record_hand(match=match, author=pilar, line="partida A", number=1)
    with is_refused("round_has_actas", status=409):
        discard_round(round=draft, author=pilar, reason="me he equivocado")
    assert match.actas.count() == 1


def test_a_round_is_not_thrown_away_without_a_reason(draft, pilar):
    with is_refused("text_missing", field="reason"):
        discard_round(round=draft, author=pilar, reason="")


def test_a_round_somebody_has_just_thrown_away_is_a_conflict(draft, pilar):
    discard_round(round=draft, author=pilar, reason="uno")
    stale = Round(pk=999_999, stage=draft.stage, number=1)
    for act in (
        lambda: discard_round(round=stale, author=pilar, reason="dos"),
        lambda: publish_round(round=stale, author=pilar),
    ):
        with is_refused("round_gone", status=409):
            act()


# --- Published ------------------------------------------------------------------------------------
def test_publishing_twice_is_refused(draft, pilar):
    publish(round=draft, author=pilar)
    with is_refused("already_published", status=409):
        publish(round=draft, author=pilar)


def test_byes_are_over_at_once_and_the_others_wait(draft, pilar):
    publish(round=draft, author=pilar)
    states = [(match.state, match.finished_at is not None) for match in draft.matches.all()]
    assert states == [("bye", True), ("waiting", False), ("bye", True), ("waiting", False)]


def test_a_swiss_round_with_a_pair_that_has_left_is_drawn_again_first(
    make_tournament, pairs, pilar
):
    from tournaments.people.services.registering import withdraw

    tournament = make_tournament(format="swiss", format_options={"rounds": 3})
    entries = pairs(tournament, 6)
    draft = open_next_round(stage=tournament.stage, author=pilar)
    withdraw(entry=entries[3], author=pilar, reason="un aviso")
    with is_refused("withdrawn_in_draw", status=409):
        publish(round=draft, author=pilar)
    assert draft.matches.filter(state=Match.State.PLANNED).count() == 3


# --- Repeated -------------------------------------------------------------------------------------
def test_the_command_repeats_a_published_draw(draft, pilar, capsys):
    publish_round(round=draft, author=pilar)
    call_command("draw", draft.stage.tournament.slug, 1)
    written = capsys.readouterr().out
    assert "semilla: tapete/1" in written
    assert f"1: {who_meets(draft)[0][0]} descansa" in written
    assert "El sorteo coincide con el publicado." in written


def test_the_command_repeats_the_draw_as_it_was_before_hands_touched_it(draft, pilar, capsys):
    meets = who_meets(draft)
    swap_by_hand(draft, meets[1][0], meets[3][0], pilar)
    publish_round(round=draft, author=pilar)
    call_command("draw", draft.stage.tournament.slug, 1)
    written = capsys.readouterr().out
    assert f"2: {meets[1][0]} contra {meets[1][1]}" in written
    assert "El sorteo coincide con el publicado." in written
    assert f"Después se cambiaron a mano {meets[1][0]} y {meets[3][0]}" in written


def test_the_command_says_that_a_seed_was_changed(draft, pilar, capsys):
    publish_round(round=draft, author=pilar)
    Round.objects.filter(pk=draft.pk).update(seed="amañada")
    with pytest.raises(SystemExit) as left:
        call_command("draw", draft.stage.tournament.slug, 1)
    assert left.value.code == 1
    written = capsys.readouterr().out
    assert "NO coincide con el publicado: no es el que sale de esta semilla." in written


def test_the_command_says_that_a_result_was_corrected_since(casino, pairs, pilar, capsys):
    pairs(casino, 4)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    for match in casino.matches.order_by("number"):
        for number in (1, 2):
            record_hand(match=match, author=pilar, line="coto 3-1", number=number)
    publish_round(round=open_next_round(stage=casino.stage, author=pilar), author=pilar)
    correct_acta(
        match=casino.matches.get(number=1),
        author=pilar,
        lines=["coto 1-3", "coto 1-3"],
        reason="estaba al revés",
    )
    call_command("draw", casino.slug, 2)
    written = capsys.readouterr().out
    assert "El sorteo coincide con el publicado." in written
    assert "Después del sorteo, el encuentro 1 se corrigió el " in written
    assert "Con los resultados de ahora saldría otra ronda." in written


@pytest.mark.parametrize(("slug", "number"), [("nadie", 1), ("casino-de-calamocha", 7)])
def test_the_command_does_not_know_that_round(draft, slug, number):
    with pytest.raises(CommandError) as error:
        call_command("draw", slug, number)
    assert str(error.value) == f"El torneo «{slug}» no tiene ronda {number}."
