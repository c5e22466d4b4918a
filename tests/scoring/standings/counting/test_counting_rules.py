"""Tests of the counting of a stage: the choice of the organiser, and the defaults of formats."""

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
from tests.scoring.played_rounds import SWISS, plan_stage, play, publish
from tests.scoring.standings.counting import CHAIN, URL, fresh_stage
from tournaments.audit.words import audit_line_in_words
from tournaments.formats import TEAMS, teams
from tournaments.models import AuditLine, Match, Stage
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry
from tournaments.refusal import Refused
from tournaments.setup.services.stages import edit_stage
from tournaments.setup.services.tournament import edit_tournament


# --- Choice of the organiser --------------------------------------------------------------------
def test_the_standings_follow_a_new_counting_at_once(swiss, pilar):
    for match in publish(swiss, pilar).matches.exclude(state="bye"):
        play(match, pilar)
    stage = fresh_stage(swiss)
    lines_before = stage_standings(stage, EVERYTHING)
    set_standings(
        stage=stage, author=pilar, chain=["points", "lot"], counting={"win": 3, "loss": 1}
    )
    lines_after = stage_standings(fresh_stage(swiss), EVERYTHING)
    assert {dict(line.values)["points"] for line in lines_after} == {3, 1}
    assert [key for key, _value in lines_after[0].values] == ["points", "lot"]
    assert {line.entrant: line.won for line in lines_after} == {
        line.entrant: line.won for line in lines_before
    }


def test_the_audit_line_has_the_old_and_the_new_chain(swiss, pilar):
    set_standings(stage=fresh_stage(swiss), author=pilar, chain=CHAIN, counting={"win": 3})
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
    set_standings(
        stage=fresh_stage(swiss), author=pilar, chain=CHAIN, counting={"win": 3, "draw": 1}
    )
    # `draw` has its default value: nothing changes, and no line is added.
    assert AuditLine.objects.filter(act="set_standings").count() == 1


@each(
    "chain, counting, expected",
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
def test_an_impossible_chain_or_counting_is_refused(swiss, pilar, chain, counting, expected):
    with pytest.raises(Refused) as error:
        set_standings(stage=fresh_stage(swiss), author=pilar, chain=chain, counting=counting)
    assert (error.value.code, error.value.field) == expected
    assert error.value.status == 400 and str(error.value)
    assert fresh_stage(swiss).counting == {}


def test_every_offered_preset_can_be_saved(swiss, pilar):
    presets = presets_of(fresh_stage(swiss))
    assert next(iter(presets)) == USUAL and "chess" in presets and "knockout" not in presets
    assert "tables" not in presets  # a preset for games with more than two sides
    for preset in presets.values():
        stage = set_standings(
            stage=fresh_stage(swiss),
            author=pilar,
            chain=preset.chain,
            counting=preset.counting.as_json(),
        )
        assert stage_counting(stage) == preset.counting
        assert stage_standings(stage, EVERYTHING)


# --- Defaults of formats ------------------------------------------------------------------------
def test_totals_may_count_points_by_place_in_the_best_rounds(make_tournament, pairs, pilar):
    options = {"rounds": 3, "best": 2, "count": "table", "seating": "rotation"}
    tournament = make_tournament(
        game="tarot", game_options={"players": 4}, format="totals", format_options=options
    )
    stage = fresh_stage(tournament)
    assert stage.chain == ["points", "counted_won"]
    assert stage_counting(stage) == Counting(unit=2, table=(8, 6, 4, 2), best=2)
    pairs(tournament, 4)
    points_by_entry = dict.fromkeys(range(1, 5), ())
    for _round in range(3):
        (match,) = publish(tournament, pilar).matches.all()
        play(match, pilar)
        match.refresh_from_db()
        tally = match.result.tallies["puntos"]
        for entry, score in zip(match.entries, tally, strict=True):
            tied = sum(score == other for other in tally)
            higher_scores = sum(score < other for other in tally)
            points = sum((8, 6, 4, 2)[higher_scores : higher_scores + tied]) // tied
            points_by_entry[entry.number] += (points,)
    expected = {number: sum(sorted(points)[-2:]) for number, points in points_by_entry.items()}
    assert {
        line.entrant: dict(line.values)["points"]
        for line in stage_standings(fresh_stage(tournament), EVERYTHING)
    } == expected


def test_totals_and_a_melee_may_count_the_best_rounds(make_tournament):
    totals = make_tournament(format="totals", format_options={"rounds": 4, "best": 3})
    assert (fresh_stage(totals).chain, fresh_stage(totals).counting) == (
        ["counted_won"],
        {"best": 3},
    )
    melee = make_tournament(
        name="Mêlée", format="melee", format_options={"rounds": 5, "best": 4, "rest_worth": "mean"}
    )
    assert stage_counting(fresh_stage(melee)) == Counting(best=4, bye="mean")


def test_a_league_of_teams_is_ranked_by_boards_or_by_ties(make_tournament):
    league = make_tournament(
        squad=6, format="teams", format_options={"boards": 3, "count": "boards"}
    )
    assert fresh_stage(league).chain == [
        "counted_won",
        "for:partidas",
        *teams.CHAIN_BY_BOARDS[1:],  # ruling G8 of guiñote, cited in docs/standings/orders.md
    ]
    by_ties = make_tournament(name="Liga", squad=6, format="teams", format_options={"boards": 3})
    assert fresh_stage(by_ties).chain == ["points", "for:partidas", *TEAMS.tiebreaks[1:]]


@pytest.mark.parametrize(("bye", "units"), [("win", 4), ("draw", 3), ("mean", 3)])
def test_a_bye_of_a_swiss_has_the_chosen_value(make_tournament, pairs, pilar, bye, units):
    tournament = make_tournament(format="swiss", format_options={"rounds": 3, "bye": bye})
    pairs(tournament, 3)
    set_standings(
        stage=fresh_stage(tournament),
        author=pilar,
        chain=["points", "lot"],
        counting={"win": 4, "draw": 3, "loss": 2},
    )
    round = publish(tournament, pilar)
    resting_number = round.matches.get(state="bye").entries[0].number
    play(round.matches.exclude(state="bye").get(), pilar)
    lines = {
        line.entrant: dict(line.values)["points"]
        for line in stage_standings(fresh_stage(tournament), EVERYTHING)
    }
    assert lines[resting_number] == units


def test_the_chosen_counting_lasts_until_the_format_or_its_counting_changes(make_tournament, pilar):
    tournament = make_tournament(**SWISS)
    set_standings(stage=fresh_stage(tournament), author=pilar, chain=CHAIN, counting={"win": 3})
    edit_tournament(tournament=tournament, author=pilar, format_options={"rounds": 5})
    assert (fresh_stage(tournament).chain, fresh_stage(tournament).counting) == (CHAIN, {"win": 3})
    edit_tournament(
        tournament=tournament, author=pilar, format="totals", format_options={"rounds": 5}
    )
    assert (fresh_stage(tournament).chain, fresh_stage(tournament).counting) == (
        ["counted_won"],
        {},
    )
    edit_tournament(
        tournament=tournament,
        author=pilar,
        format_options={"rounds": 5, "best": 4, "count": "table"},
    )
    assert fresh_stage(tournament).counting == {"best": 4, "unit": 2, "table": [4, 2]}


def test_a_later_stage_has_its_own_counting(make_tournament, pilar):
    tournament = make_tournament(**SWISS)
    stage = plan_stage(
        tournament,
        pilar,
        [{"stage": 1, "per": "all", "last": 4}],
        format="totals",
        format_options={"rounds": 2, "best": 1},
    )
    assert stage.counting == {"best": 1}
    set_standings(stage=stage, author=pilar, chain=["counted_won", "lot"], counting={"cap": 5})
    edit_stage(stage=fresh_stage(tournament, 2), author=pilar, name="Gran final")
    saved_stage = fresh_stage(tournament, 2)
    assert (saved_stage.name, saved_stage.chain, saved_stage.counting) == (
        "Gran final",
        ["counted_won", "lot"],
        {"cap": 5},
    )


def test_qualifiers_are_compared_by_the_counting_of_their_stage(make_tournament, pairs, pilar):
    tournament = make_tournament(format="groups", format_options={"size": 3})
    pairs(tournament, 3)
    counting = {"win": 3, "loss": 1}
    set_standings(
        stage=fresh_stage(tournament), author=pilar, chain=["points", "lot"], counting=counting
    )
    for _round in range(3):
        for match in publish(tournament, pilar).matches.exclude(state="bye"):
            play(match, pilar)
    (table,) = source_tables(fresh_stage(tournament), EVERYTHING)
    assert sum(row.points for row in table.rows) == 3 * (3 + 1)


BOXES = {"format": "boxes", "format_options": {"size": 3, "blocks": 2, "per_block": 1}}


@cases("chain, counting", (["points", "lot"], {}), (["format_order"], {"win": 3}))
def test_the_order_of_boxes_decides_promotion_and_cannot_be_changed(
    make_tournament, pairs, pilar, client_as, chain, counting
):
    tournament = make_tournament(**BOXES)
    pairs(tournament, 6)
    with pytest.raises(Refused) as error:
        set_standings(stage=fresh_stage(tournament), author=pilar, chain=chain, counting=counting)
    assert (error.value.code, error.value.field) == ("standings_fixed", "chain")
    assert "decide quién sube y quién baja" in str(error.value)
    page = client_as(pilar).get(URL.format(tournament.slug)).content.decode()
    assert "decide quién sube y quién baja" in page and 'name="preset"' not in page
    set_standings(stage=fresh_stage(tournament), author=pilar, chain=["format_order"], counting={})


FREE = {"manos": 4, "bye_tantos": 50}


@cases(
    "format, options, game_options, counting",
    ("league", {}, FREE, {"bye_counted": 50, "bye_in_difference": False}),
    ("league", {}, {"manos": 4}, {}),
    ("league", {}, {**FREE, "lowest": True}, {"bye_counted": -50, "bye_in_difference": False}),
    ("league", {}, {**FREE, "target": 101}, {}),  # a target sets the credit of a bye
    ("groups", {}, FREE, {"bye_counted": 50, "bye_in_difference": False}),
    ("totals", {"rounds": 3}, FREE, {"bye_counted": 50, "bye_in_difference": False}),
    ("swiss", {"rounds": 3}, FREE, {}),  # the bye counts as a full victory
    ("swiss", {"rounds": 3, "bye": "draw"}, FREE, {"bye_counted": 50, "bye_in_difference": False}),
    ("swiss", {"rounds": 3, "bye": "mean"}, FREE, {}),
)
def test_the_counting_of_a_stage_takes_the_tantos_of_a_bye_from_the_game(
    make_tournament, format, options, game_options, counting
):
    tournament = make_tournament(
        game="marcador", game_options=game_options, format=format, format_options=options
    )
    assert fresh_stage(tournament).counting == counting


def test_a_bye_in_a_league_of_a_free_score_has_its_tantos_and_no_difference(
    make_tournament, pairs, pilar
):
    league = make_tournament(
        game="marcador", game_options=FREE, format="league", format_options={"legs": 1}
    )
    pairs(league, 3)
    (bye,) = publish(league, pilar).matches.filter(state="bye")
    lines = {line.entrant: line for line in stage_standings(fresh_stage(league), EVERYTHING)}
    values = dict(lines[bye.everybody[0].number].values)
    assert (values["points"], values["counted_won"], values["counted_diff"]) == (0, 50, 0)


@cases(
    "changes, credit",
    ({}, {"points": 2, "counted_won": 6, "counted_diff": 6}),  # two cotos of three partidas
    (
        {"squad": 6, "format": "teams", "format_options": {"legs": 1, "boards": 3}},
        {"points": 3, "counted_won": 3, "for:partidas": 18},
    ),
)
def test_a_bye_worth_a_win_in_a_league_is_a_full_victory(
    make_tournament, pairs, pilar, changes, credit
):
    league = make_tournament(**{"format": "league", "format_options": {"legs": 1}, **changes})
    if "squad" in changes:
        for team in ("Oros", "Copas", "Bastos"):
            people = [Person(f"{team} {letter}") for letter in "abcdef"]
            register_entry(tournament=league, author=pilar, name=team, players=people)
    else:
        pairs(league, 3)
    stage = fresh_stage(league)
    set_standings(
        stage=stage, author=pilar, chain=stage.chain, counting={**stage.counting, "bye": "win"}
    )
    (bye,) = publish(league, pilar).matches.filter(state="bye")
    lines = {line.entrant: line for line in stage_standings(fresh_stage(league), EVERYTHING)}
    line = lines[bye.everybody[0].number]
    values = dict(line.values)
    assert line.won == 1
    assert {key: values[key] for key in credit} == credit


def test_averages_follow_the_counting_of_the_stage_even_if_its_chain_ignores_it(
    make_tournament, pairs, pilar
):
    """Rank groups by matches won, with 3 points for a win and at most two counted partidas."""
    tournament = make_tournament(format="groups", format_options={"size": 3})
    pairs(tournament, 3)
    set_standings(
        stage=fresh_stage(tournament),
        author=pilar,
        chain=["wins", "lot"],
        counting={"win": 3, "cap": 2},
    )
    for _round in range(3):
        for match in publish(tournament, pilar).matches.exclude(state="bye"):
            play(match, pilar)
    (table,) = source_tables(fresh_stage(tournament), EVERYTHING)
    lines = {line.entrant: line for line in stage_standings(fresh_stage(tournament), EVERYTHING)}
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
def test_entries_of_two_groups_are_compared_in_the_order_of_the_stage(
    make_tournament, pairs, pilar, chain, order
):
    """In guiñote partidas per match decide the best second, and differences come later."""
    tournament = make_tournament(format="groups", format_options={"size": 3})
    pairs(tournament, 6)
    set_standings(stage=fresh_stage(tournament), author=pilar, chain=chain, counting={})
    publish(tournament, pilar)
    tables = source_tables(fresh_stage(tournament), EVERYTHING)
    assert len(tables) == 2
    assert {row.order for table in tables for row in table.rows} == {order}


def test_the_best_third_by_wins_has_more_wins_per_match(make_tournament, pairs, pilar):
    """Preset «Guiñote, grupos»: the third of group A has one win and fewer partidas than the third
    of group B, which has no win."""
    tournament = make_tournament(
        format="groups", format_options={"size": 3}, game_options={"cotos": 1, "partidas": 4}
    )
    pairs(tournament, 6)
    chain = [*PRESETS["guinote_groups"].chain]
    set_standings(stage=fresh_stage(tournament), author=pilar, chain=chain, counting={})
    final = plan_stage(
        tournament,
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
        round = publish(tournament, pilar)
        for match in round.matches.exclude(state="bye"):
            numbers = groups.setdefault(match.group, [])
            numbers += [entry.number for entry in match.everybody if entry.number not in numbers]
            in_group_a = match.group == "A"
            a, b = (numbers.index(entry.number) for entry in match.everybody)
            # In A each pair wins one match by 4–0. In B the pair listed first always wins,
            # and the loser has three partidas.
            a_wins = (b - a) % 3 == 1 if in_group_a else a < b
            loser_partidas = 0 if in_group_a else 3
            line = f"coto {4 if a_wins else loser_partidas}-{loser_partidas if a_wins else 4}"
            fresh_match = Match.objects.get(pk=match.pk)
            record_hand(match=fresh_match, author=pilar, line=line, number=1)
    tables = {
        table.name: table.rows for table in source_tables(fresh_stage(tournament), EVERYTHING)
    }
    thirds = {name: rows[2] for name, rows in tables.items()}
    assert (thirds["A"].averages[0], thirds["B"].averages[0]) == (Fraction(1, 2), 0)
    assert thirds["A"].counted_won < thirds["B"].counted_won
    qualified = [
        entry.number for entry in stage_qualifiers(Stage.objects.get(pk=final.pk), EVERYTHING)
    ]
    assert thirds["A"].number in qualified and thirds["B"].number not in qualified


def test_points_are_carried_from_groups_that_are_ranked_by_wins_only(make_tournament, pairs, pilar):
    """Rank groups by matches won, then a league by points, with the points of the groups."""
    tournament = make_tournament(format="groups", format_options={"size": 3})
    pairs(tournament, 6)
    set_standings(stage=fresh_stage(tournament), author=pilar, chain=["wins", "lot"], counting={})
    league = plan_stage(
        tournament,
        pilar,
        [{"stage": 1, "first": 1, "last": 2, "per": "group"}],
        name="Liga",
        format="league",
        game_options={"cotos": 2, "partidas": 3},
        carries=True,
    )
    for _round in range(3):
        for match in publish(tournament, pilar).matches.exclude(state="bye"):
            play(match, pilar)
    wins = {line.entrant: line.won for line in stage_standings(fresh_stage(tournament), EVERYTHING)}
    open_stage(stage=league, author=pilar)
    lines = stage_standings(Stage.objects.get(pk=league.pk), EVERYTHING)
    assert {line.entrant: dict(line.values)["points"] for line in lines} == {
        line.entrant: 2 * wins[line.entrant] for line in lines
    }
    assert all(dict(line.values)["counted_won"] > 0 for line in lines)
