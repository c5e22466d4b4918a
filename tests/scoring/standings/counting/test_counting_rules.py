"""The organiser says how a stage counts and ranks: the service, and what formats say."""

from fractions import Fraction

import pytest

from scoring.actas.services import record_hand
from scoring.stages.selectors.quotas import source_tables, stage_qualifiers
from scoring.stages.services import open_stage
from scoring.standings.counting import PRESETS, Counting
from scoring.standings.selectors.counting import USUAL, presets_of, stage_counting
from scoring.standings.selectors.standings import stage_standings
from scoring.standings.services import set_standings
from tests.rows import cases, each
from tests.scoring.days import SWISS, plan_stage, play, publish
from tests.scoring.standings.counting import CHAIN, URL, fresh
from tournaments.audit.words import audit_line_in_words
from tournaments.formats import TEAMS, teams
from tournaments.models import AuditLine, Match, Stage
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry
from tournaments.refusal import Refused
from tournaments.setup.services.stages import edit_stage
from tournaments.setup.services.tournament import edit_tournament


# --- The service --------------------------------------------------------------------------------
def test_the_standings_follow_the_rule_from_then_on(swiss, pilar):
    for match in publish(swiss, pilar).matches.exclude(state="bye"):
        play(match, pilar)
    stage = fresh(swiss)
    before = stage_standings(stage, EVERYTHING)
    set_standings(
        stage=stage, author=pilar, chain=["points", "lot"], counting={"win": 3, "loss": 1}
    )
    after = stage_standings(fresh(swiss), EVERYTHING)
    assert {dict(line.values)["points"] for line in after} == {3, 1}
    assert [key for key, _value in after[0].values] == ["points", "lot"]
    assert {line.entrant: line.won for line in after} == {line.entrant: line.won for line in before}


def test_the_memory_says_what_was_and_what_is(swiss, pilar):
    set_standings(stage=fresh(swiss), author=pilar, chain=CHAIN, counting={"win": 3})
    line = audit_line_in_words(AuditLine.objects.filter(act="set_standings").get())
    assert (line.sentence, line.subject) == (
        "Cambió cómo se cuenta y se ordena la clasificación",
        "Suizo",
    )
    assert line.before == (
        "orden: Victorias → Diferencia: cotos → A favor → Victorias de sus rivales (Buchholz) → "
        "Diferencia → Enfrentamiento directo → Sorteo"
    )
    assert line.after == (
        "fase: 1; orden: Puntos → Diferencia → Puntos de sus rivales menos el peor (Buchholz "
        "corte 1) → Sorteo; cuenta: Puntos por ganar: 3"
    )
    set_standings(stage=fresh(swiss), author=pilar, chain=CHAIN, counting={"win": 3, "draw": 1})
    assert AuditLine.objects.filter(act="set_standings").count() == 1  # nothing has changed


@each(
    "chain, counting, wanted",
    ([], {}, ("chain_empty", "chain")),
    (["elo"], {}, ("tiebreak_unknown", "chain")),
    (["diff:bazas"], {}, ("tiebreak_unknown", "chain")),
    (["wins", "wins"], {}, ("tiebreak_twice", "chain")),
    (["exit_round"], {}, ("tiebreak_senseless", "chain")),
    (["drawn"], {}, ("tiebreak_senseless", "chain")),
    (["lot", "wins"], {}, ("lot_not_last", "chain")),
    (["wins"], {"draw": 3}, ("counting_impossible", "counting.draw")),
    (["wins"], {"unit": 3}, ("counting_impossible", "counting.unit")),
    (["wins"], {"win": 10**30}, ("counting_impossible", "counting.win")),
    (["wins"], {"win": "3"}, ("counting_impossible", "counting.win")),
    (["wins"], {"elo": 3}, ("counting_impossible", "counting")),
    (["wins"], {"table": [3, 4]}, ("counting_impossible", "counting.table")),
    (["wins"], {"table": [10**9, 4]}, ("counting_impossible", "counting.table")),
    (["wins"], {"cap": -1}, ("counting_impossible", "counting.cap")),
)
def test_what_cannot_be_is_refused(swiss, pilar, chain, counting, wanted):
    with pytest.raises(Refused) as caught:
        set_standings(stage=fresh(swiss), author=pilar, chain=chain, counting=counting)
    assert (caught.value.code, caught.value.field) == wanted
    assert caught.value.status == 400 and str(caught.value)
    assert fresh(swiss).counting == {}


def test_every_preset_offered_can_be_kept(swiss, pilar):
    found = presets_of(fresh(swiss))
    assert next(iter(found)) == USUAL and "chess" in found and "knockout" not in found
    assert "tables" not in found  # two to a match
    for preset in found.values():
        kept = set_standings(
            stage=fresh(swiss), author=pilar, chain=preset.chain, counting=preset.counting.as_json()
        )
        assert stage_counting(kept) == preset.counting
        assert stage_standings(kept, EVERYTHING)


# --- What the format says -----------------------------------------------------------------------
def test_best_rounds_and_points_of_the_table_count(make_tournament, pairs, pilar):
    options = {"rounds": 3, "best": 2, "count": "table", "seating": "rotation"}
    tournament = make_tournament(
        game="tarot", game_options={"players": 4}, format="totals", format_options=options
    )
    stage = fresh(tournament)
    assert stage.chain == ["points", "counted_won"]
    assert stage_counting(stage) == Counting(unit=2, table=(8, 6, 4, 2), best=2)
    pairs(tournament, 4)
    places = dict.fromkeys(range(1, 5), ())
    for _round in range(3):
        (match,) = publish(tournament, pilar).matches.all()
        play(match, pilar)
        match.refresh_from_db()
        tally = match.result.tallies["puntos"]
        for entry, made in zip(match.entries, tally, strict=True):
            level = sum(made == other for other in tally)
            above = sum(made < other for other in tally)
            brings = sum((8, 6, 4, 2)[above : above + level]) // level
            places[entry.number] += (brings,)
    wanted = {number: sum(sorted(found)[-2:]) for number, found in places.items()}
    assert {
        line.entrant: dict(line.values)["points"]
        for line in stage_standings(fresh(tournament), EVERYTHING)
    } == wanted


def test_best_rounds_of_totals_and_of_a_melee(make_tournament):
    totals = make_tournament(format="totals", format_options={"rounds": 4, "best": 3})
    assert (fresh(totals).chain, fresh(totals).counting) == (["counted_won"], {"best": 3})
    melee = make_tournament(
        name="Mêlée", format="melee", format_options={"rounds": 5, "best": 4, "rest_worth": "mean"}
    )
    assert stage_counting(fresh(melee)) == Counting(best=4, bye="mean")


def test_a_league_of_teams_by_boards(make_tournament):
    league = make_tournament(
        squad=6, format="teams", format_options={"boards": 3, "count": "boards"}
    )
    assert fresh(league).chain == [
        "counted_won",
        "for:partidas",
        *teams.CHAIN_BY_BOARDS[1:],  # guiñote: Rulings G8
    ]
    by_ties = make_tournament(name="Liga", squad=6, format="teams", format_options={"boards": 3})
    assert fresh(by_ties).chain == ["points", "for:partidas", *TEAMS.tiebreaks[1:]]


@pytest.mark.parametrize(("bye", "units"), [("win", 4), ("draw", 3), ("mean", 3)])
def test_a_rest_of_a_swiss_is_worth_what_was_said(make_tournament, pairs, pilar, bye, units):
    hall = make_tournament(format="swiss", format_options={"rounds": 3, "bye": bye})
    pairs(hall, 3)
    set_standings(
        stage=fresh(hall),
        author=pilar,
        chain=["points", "lot"],
        counting={"win": 4, "draw": 3, "loss": 2},
    )
    drawn = publish(hall, pilar)
    resting = drawn.matches.get(state="bye").entries[0].number
    play(drawn.matches.exclude(state="bye").get(), pilar)
    lines = {
        line.entrant: dict(line.values)["points"]
        for line in stage_standings(fresh(hall), EVERYTHING)
    }
    assert lines[resting] == units


def test_what_the_organiser_chose_outlives_a_change_of_something_else(make_tournament, pilar):
    hall = make_tournament(**SWISS)
    set_standings(stage=fresh(hall), author=pilar, chain=CHAIN, counting={"win": 3})
    edit_tournament(tournament=hall, author=pilar, format_options={"rounds": 5})
    assert (fresh(hall).chain, fresh(hall).counting) == (CHAIN, {"win": 3})
    edit_tournament(tournament=hall, author=pilar, format="totals", format_options={"rounds": 5})
    assert (fresh(hall).chain, fresh(hall).counting) == (["counted_won"], {})
    edit_tournament(
        tournament=hall, author=pilar, format_options={"rounds": 5, "best": 4, "count": "table"}
    )
    assert fresh(hall).counting == {"best": 4, "unit": 2, "table": [4, 2]}


def test_a_later_stage_counts_its_own_way(make_tournament, pilar):
    hall = make_tournament(**SWISS)
    stage = plan_stage(
        hall,
        pilar,
        [{"stage": 1, "per": "all", "last": 4}],
        format="totals",
        format_options={"rounds": 2, "best": 1},
    )
    assert stage.counting == {"best": 1}
    set_standings(stage=stage, author=pilar, chain=["counted_won", "lot"], counting={"cap": 5})
    edit_stage(stage=fresh(hall, 2), author=pilar, name="Gran final")
    kept = fresh(hall, 2)
    assert (kept.name, kept.chain, kept.counting) == (
        "Gran final",
        ["counted_won", "lot"],
        {"cap": 5},
    )


def test_who_goes_on_is_compared_as_the_stage_counts(make_tournament, pairs, pilar):
    hall = make_tournament(format="groups", format_options={"size": 3})
    pairs(hall, 3)
    counting = {"win": 3, "loss": 1}
    set_standings(stage=fresh(hall), author=pilar, chain=["points", "lot"], counting=counting)
    for _round in range(3):
        for match in publish(hall, pilar).matches.exclude(state="bye"):
            play(match, pilar)
    (table,) = source_tables(fresh(hall), EVERYTHING)
    assert sum(row.points for row in table.rows) == 3 * (3 + 1)


BOXES = {"format": "boxes", "format_options": {"size": 3, "blocks": 2, "per_block": 1}}


@cases("chain, counting", (["points", "lot"], {}), (["format_order"], {"win": 3}))
def test_in_boxes_no_other_order_can_be_chosen_than_that_by_which_one_goes_up(
    make_tournament, pairs, pilar, client_as, chain, counting
):
    hall = make_tournament(**BOXES)
    pairs(hall, 6)
    with pytest.raises(Refused) as caught:
        set_standings(stage=fresh(hall), author=pilar, chain=chain, counting=counting)
    assert (caught.value.code, caught.value.field) == ("standings_fixed", "chain")
    assert "decide quién sube y quién baja" in str(caught.value)
    page = client_as(pilar).get(URL.format(hall.slug)).content.decode()
    assert "decide quién sube y quién baja" in page and 'name="preset"' not in page
    set_standings(stage=fresh(hall), author=pilar, chain=["format_order"], counting={})


FREE = {"manos": 4, "bye_tantos": 50}


@cases(
    "format, options, game_options, kept",
    ("league", {}, FREE, {"bye_counted": 50, "bye_in_difference": False}),
    ("league", {}, {"manos": 4}, {}),
    ("league", {}, {**FREE, "lowest": True}, {"bye_counted": -50, "bye_in_difference": False}),
    ("league", {}, {**FREE, "target": 101}, {}),  # to a number, the number says it
    ("groups", {}, FREE, {"bye_counted": 50, "bye_in_difference": False}),
    ("totals", {"rounds": 3}, FREE, {"bye_counted": 50, "bye_in_difference": False}),
    ("swiss", {"rounds": 3}, FREE, {}),  # a rest is won: a full victory
    ("swiss", {"rounds": 3, "bye": "draw"}, FREE, {"bye_counted": 50, "bye_in_difference": False}),
    ("swiss", {"rounds": 3, "bye": "mean"}, FREE, {}),
)
def test_the_tantos_of_a_free_score_for_who_rests_are_those_of_the_stage(
    make_tournament, format, options, game_options, kept
):
    hall = make_tournament(
        game="marcador", game_options=game_options, format=format, format_options=options
    )
    assert fresh(hall).counting == kept


def test_who_rests_in_a_league_of_a_free_score_has_its_tantos_and_no_difference(
    make_tournament, pairs, pilar
):
    league = make_tournament(
        game="marcador", game_options=FREE, format="league", format_options={"legs": 1}
    )
    pairs(league, 3)
    (rest,) = publish(league, pilar).matches.filter(state="bye")
    lines = {line.entrant: line for line in stage_standings(fresh(league), EVERYTHING)}
    values = dict(lines[rest.everybody[0].number].values)
    assert (values["points"], values["counted_won"], values["counted_diff"]) == (0, 50, 0)


@cases(
    "changes, credit",
    ({}, {"points": 2, "counted_won": 6, "counted_diff": 6}),  # two cotos of three partidas
    (
        {"squad": 6, "format": "teams", "format_options": {"legs": 1, "boards": 3}},
        {"points": 3, "counted_won": 3, "for:partidas": 18},
    ),
)
def test_a_rest_worth_a_win_in_a_league_is_a_full_victory(
    make_tournament, pairs, pilar, changes, credit
):
    league = make_tournament(**{"format": "league", "format_options": {"legs": 1}, **changes})
    if "squad" in changes:
        for team in ("Oros", "Copas", "Bastos"):
            people = [Person(f"{team} {letter}") for letter in "abcdef"]
            register_entry(tournament=league, author=pilar, name=team, players=people)
    else:
        pairs(league, 3)
    stage = fresh(league)
    set_standings(
        stage=stage, author=pilar, chain=stage.chain, counting={**stage.counting, "bye": "win"}
    )
    (rest,) = publish(league, pilar).matches.filter(state="bye")
    lines = {line.entrant: line for line in stage_standings(fresh(league), EVERYTHING)}
    line = lines[rest.everybody[0].number]
    values = dict(line.values)
    assert line.won == 1
    assert {key: values[key] for key in credit} == credit


def test_averages_go_by_the_counting_of_the_stage_though_its_chain_looks_at_none(
    make_tournament, pairs, pilar
):
    """3-1-0 and at most two partidas a match, in groups ranked by matches won alone."""
    hall = make_tournament(format="groups", format_options={"size": 3})
    pairs(hall, 3)
    set_standings(
        stage=fresh(hall), author=pilar, chain=["wins", "lot"], counting={"win": 3, "cap": 2}
    )
    for _round in range(3):
        for match in publish(hall, pilar).matches.exclude(state="bye"):
            play(match, pilar)
    (table,) = source_tables(fresh(hall), EVERYTHING)
    lines = {line.entrant: line for line in stage_standings(fresh(hall), EVERYTHING)}
    for row in table.rows:
        assert (row.played, row.points) == (2, 3 * lines[row.number].won)
        assert row.counted_won <= 2 * 2
    assert sum(row.counted_diff for row in table.rows) == 0


@cases(
    "chain, order",
    (["points", "counted_won", "mini_league"], ("points", "counted_won", "counted_diff")),
    (["wins", "lot"], ("wins", "points", "counted_diff", "counted_won")),
    (
        [*PRESETS["guinote_groups"].chain],
        ("wins", "counted_won", "diff:cotos", "counted_diff", "points"),
    ),
    (
        ["lost", "rivals_points", "lot"],
        ("lost", "rivals_points", "points", "counted_diff", "counted_won"),
    ),
)
def test_those_of_two_groups_are_compared_in_the_order_of_the_stage(
    make_tournament, pairs, pilar, chain, order
):
    """In guiñote the best second is who won more partidas a match, before any difference (G8)."""
    hall = make_tournament(format="groups", format_options={"size": 3})
    pairs(hall, 6)
    set_standings(stage=fresh(hall), author=pilar, chain=chain, counting={})
    publish(hall, pilar)
    tables = source_tables(fresh(hall), EVERYTHING)
    assert len(tables) == 2
    assert {row.order for table in tables for row in table.rows} == {order}


def test_the_best_third_by_wins_has_more_wins_a_match(make_tournament, pairs, pilar):
    """Preset «Guiñote, grupos»: the third of A has won one match and few partidas, that of B none
    and more partidas."""
    hall = make_tournament(
        format="groups", format_options={"size": 3}, game_options={"cotos": 1, "partidas": 4}
    )
    pairs(hall, 6)
    chain = [*PRESETS["guinote_groups"].chain]
    set_standings(stage=fresh(hall), author=pilar, chain=chain, counting={})
    final = plan_stage(
        hall,
        pilar,
        [
            {"stage": 1, "first": 1, "last": 2, "per": "group"},
            {"stage": 1, "first": 3, "last": 3, "per": "group", "best": 1},
        ],
        name="Cuadro",
        game_options={"cotos": 1, "partidas": 4},
    )
    groups: dict[str, list[int]] = {}
    for _round in range(3):
        drawn = publish(hall, pilar)
        for match in drawn.matches.exclude(state="bye"):
            numbers = groups.setdefault(match.group, [])
            numbers += [one.number for one in match.everybody if one.number not in numbers]
            in_ring = match.group == "A"
            a, b = (numbers.index(one.number) for one in match.everybody)
            # In A everybody wins once by 4–0; in B the first known always wins, and the others
            # win three partidas of each match they lose.
            a_wins = (b - a) % 3 == 1 if in_ring else a < b
            loser = 0 if in_ring else 3
            line = f"coto {4 if a_wins else loser}-{loser if a_wins else 4}"
            fresh_match = Match.objects.get(pk=match.pk)
            record_hand(match=fresh_match, author=pilar, line=line, number=1)
    tables = {table.name: table.rows for table in source_tables(fresh(hall), EVERYTHING)}
    thirds = {name: rows[2] for name, rows in tables.items()}
    assert (thirds["A"].averages[0], thirds["B"].averages[0]) == (Fraction(1, 2), 0)
    assert thirds["A"].counted_won < thirds["B"].counted_won
    going = [one.number for one in stage_qualifiers(Stage.objects.get(pk=final.pk), EVERYTHING)]
    assert thirds["A"].number in going and thirds["B"].number not in going


def test_sums_are_carried_whether_or_not_the_stage_before_was_ranked_by_them(
    make_tournament, pairs, pilar
):
    """Groups by matches won, and a league by points in which they go on adding."""
    hall = make_tournament(format="groups", format_options={"size": 3})
    pairs(hall, 6)
    set_standings(stage=fresh(hall), author=pilar, chain=["wins", "lot"], counting={})
    league = plan_stage(
        hall,
        pilar,
        [{"stage": 1, "first": 1, "last": 2, "per": "group"}],
        name="Liga",
        format="league",
        game_options={"cotos": 2, "partidas": 3},
        carries=True,
    )
    for _round in range(3):
        for match in publish(hall, pilar).matches.exclude(state="bye"):
            play(match, pilar)
    before = {line.entrant: line.won for line in stage_standings(fresh(hall), EVERYTHING)}
    open_stage(stage=league, author=pilar)
    lines = stage_standings(Stage.objects.get(pk=league.pk), EVERYTHING)
    assert {line.entrant: dict(line.values)["points"] for line in lines} == {
        line.entrant: 2 * before[line.entrant] for line in lines
    }
    assert all(dict(line.values)["counted_won"] > 0 for line in lines)
