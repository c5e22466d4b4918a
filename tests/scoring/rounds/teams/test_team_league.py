"""Tests of a league of teams: squads, line-ups, ties of boards, byes, late teams."""

from rules.core import match_by_chance
from scoring.actas.selectors.meetings import as_ties, competitors_of, meetings
from scoring.actas.services import forfeit_tie, record_hand
from scoring.public.crosses import cross_table
from scoring.public.pairings import pairings_context
from scoring.rounds.services.arrivals import place_late_entry
from scoring.rounds.services.rounds import open_next_round, publish_round
from scoring.standings.selectors.standings import stage_standings
from tests.rows import cases
from tests.scoring.played_rounds import plan_stage
from tests.scoring.rounds.teams import (
    OPTIONS,
    TEAMS,
    away_of,
    home_of,
    line_up,
    people_of,
    publish_date,
    refusal_of,
    win_board,
)
from tournaments.models import Match, MatchSide
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.registering import register_entry
from tournaments.rounds.services.drafts import swap_entries
from tournaments.rounds.services.line_ups import name_players, set_line_up
from tournaments.setup.services.tournament import edit_tournament


# --- Squads and options -------------------------------------------------------------------------
def test_a_league_of_teams_has_a_squad_by_default(make_tournament):
    league = make_tournament(format="teams", format_options={"boards": 1})
    assert league.squad == 4
    assert make_tournament(name="Otro", format="teams", format_options=OPTIONS).squad == 6


@cases(
    "changes, refusal",
    ({"squad": 5}, ("squad_too_small", "squad", 400)),
    ({"format_options": {"boards": 12}}, ("too_many_boards", "boards", 400)),
    (
        {"format": "melee", "format_options": {"rounds": 3}, "squad": 4},
        ("teams_without_partners", "squad", 400),
    ),
)
def test_contradictory_options_of_a_league_of_teams_are_refused(make_tournament, changes, refusal):
    plan = {"format": "teams", "format_options": OPTIONS, **changes}
    assert refusal_of(lambda: make_tournament(**plan)) == refusal


def test_a_squad_is_never_smaller_than_its_teams_or_its_boards_need(league, pilar):
    for squad, code in ((6, "squad_overflows"), (5, "squad_too_small")):
        refusal = refusal_of(
            lambda size=squad: edit_tournament(tournament=league, author=pilar, squad=size)
        )
        assert refusal[0] == code
    edit_tournament(tournament=league, author=pilar, squad=8)


def test_a_stage_of_pairs_cannot_feed_a_league_of_teams(casino, pilar):
    refusal = refusal_of(
        lambda: plan_stage(
            casino,
            pilar,
            [{"stage": 1, "per": "all", "first": 1, "last": 4}],
            name="Liga",
            format="teams",
            format_options=OPTIONS,
            game_options={"cotos": 1, "partidas": 3},
        )
    )
    assert refusal == ("people_not_teams", "format", 400)


# --- Line-ups -----------------------------------------------------------------------------------
def test_a_line_up_is_shown_on_its_boards(date, pilar):
    sides = line_up(date, home_of(date), pilar)
    assert sides[0].names == f"{home_of(date).name} a · {home_of(date).name} b"
    match = date.matches.get(board=1)
    assert match.entries[0].title_for(EVERYTHING).endswith(f"({sides[0].names})")
    team = home_of(date).name  # a sheet has one line for each name
    assert match.entries[0].names_for(EVERYTHING) == [team, f"{team} a", f"{team} b"]
    line_up(date, home_of(date), pilar)  # the same line-up again is accepted


def test_a_wrong_line_up_is_refused(date, pilar):
    home, away = home_of(date), away_of(date)
    boards_of_home = [people_of(home, 0, 1), people_of(home, 2, 3), people_of(home, 4, 5)]
    wrong_boards = {
        "line_up_unlisted": [people_of(away, 0, 1), *boards_of_home[1:]],
        "line_up_twice": [boards_of_home[0], people_of(home, 0, 2), boards_of_home[2]],
        "line_up_size": [people_of(home, 0), *boards_of_home[1:]],
        "line_up_boards": boards_of_home[:2],
    }
    for code, boards in wrong_boards.items():
        refusal = refusal_of(
            lambda chosen=boards: set_line_up(round=date, entry=home, author=pilar, boards=chosen)
        )
        assert refusal == (code, "boards", 400)
    resting_team = date.matches.get(state=Match.State.BYE).everybody[0]
    assert refusal_of(lambda: line_up(date, resting_team, pilar))[0] == "not_in_draw"
    assert not MatchSide.objects.exclude(names="").exists()


def test_a_board_with_lines_keeps_its_players(date, pilar):
    home = home_of(date)
    line_up(date, home, pilar)
    match = date.matches.get(board=1)
    line = next(iter(match_by_chance(match.tournament.rules, match.game_rules(), "x")), None)
    record_hand(match=match, author=pilar, line=str(line), number=1)
    changed_first_board = [people_of(home, 6, 1), people_of(home, 2, 3), people_of(home, 4, 5)]
    refusal = refusal_of(
        lambda: set_line_up(round=date, entry=home, author=pilar, boards=changed_first_board)
    )
    assert refusal == ("board_begun", "boards", 409)
    changed_second_board = [people_of(home, 0, 1), people_of(home, 2, 6), people_of(home, 4, 5)]
    set_line_up(round=date, entry=home, author=pilar, boards=changed_second_board)
    # A first line-up is accepted even after the first line.
    line_up(date, away_of(date), pilar)


def test_a_team_without_a_squad_has_typed_players(make_tournament, pilar):
    tournament = make_tournament(squad=4, format="swiss", format_options={"rounds": 2})
    for name in ("Centro A", "Centro B"):
        register_entry(tournament=tournament, author=pilar, name=name, players=[])
    match = publish_date(tournament, pilar).matches.get()
    side = match.sides.get(side=0)
    name_players(side=side, author=pilar, names="  Paco y  Luis ")
    assert Match.objects.get(pk=match.pk).entries[0].title_for(EVERYTHING).endswith("(Paco y Luis)")


def test_the_players_of_a_squad_are_not_typed(date, pilar):
    side = date.sides.filter(board=1).select_related("match__tournament", "entry").first()
    assert refusal_of(lambda: name_players(side=side, author=pilar, names="X"))[0] == "has_squad"


# --- Ties ---------------------------------------------------------------------------------------
def test_a_tie_is_one_meeting_won_by_boards(league, date, pilar):
    home, away = home_of(date), away_of(date)
    win_board(date, 1, away, pilar)
    [tie] = [
        meeting
        for meeting in as_ties(
            meetings(league.stage, competitors_of(league, EVERYTHING), EVERYTHING)
        )
        if meeting.boards
    ]
    assert (tie.tallies, tie.winner, tie.is_finished) == ({"boards": (1, 0)}, None, False)
    win_board(date, 2, home, pilar)
    win_board(date, 3, away, pilar)
    all_meetings = meetings(league.stage, competitors_of(league, EVERYTHING), EVERYTHING)
    tie = next(meeting for meeting in as_ties(all_meetings) if meeting.boards)
    assert (tie.tallies, tie.winner, tie.is_finished) == ({"boards": (2, 1)}, 0, True)
    assert [pair.title for pair in tie.sides] == [home.name, away.name]
    first_line = stage_standings(league.stage, EVERYTHING)[0]
    assert (first_line.entrant, dict(first_line.values)["points"], first_line.played) == (
        home.number,
        3,
        1,
    )
    rows = cross_table(
        league.stage, list(competitors_of(league, EVERYTHING).values()), all_meetings
    )
    cells = {
        row.competitor.number: [meeting.text for cell in row.cells for meeting in cell or ()]
        for row in rows
    }
    assert cells[home.number] == ["2–1"] and cells[away.number] == ["1–2"]


def test_a_drawn_tie_counts_one_board_for_each_team(make_tournament, pilar):
    league = make_tournament(
        format="teams", format_options={"legs": 1, "boards": 2, "count": "boards"}
    )
    for name in TEAMS[:2]:
        register_entry(tournament=league, author=pilar, name=name, players=[])
    date = publish_date(league, pilar)
    win_board(date, 1, home_of(date), pilar)
    win_board(date, 2, away_of(date), pilar)
    lines = stage_standings(league.stage, EVERYTHING)
    assert [dict(line.values)["counted_won"] for line in lines] == [1, 1]
    assert [line.drawn for line in lines] == [1, 1]


def test_a_whole_tie_is_forfeited_at_once(date, pilar):
    home, away = home_of(date), away_of(date)
    win_board(date, 1, away, pilar)
    boards = forfeit_tie(match=date.matches.get(board=2), loser=home, author=pilar, reason="no van")
    assert [match.board for match in boards] == [2, 3]
    assert not date.matches.filter(state__in=["playing", "waiting"]).exists()
    forfeited_match = date.matches.get(board=2)
    refusal = refusal_of(
        lambda: forfeit_tie(match=forfeited_match, loser=home, author=pilar, reason="x")
    )
    assert refusal[2] == 409


def test_exchanging_two_teams_of_a_draft_moves_every_board(league, pilar):
    draft = open_next_round(stage=league.stage, author=pilar)
    home = home_of(draft)
    bye = draft.matches.get(state=Match.State.BYE)
    resting_team = bye.everybody[0]
    swap_entries(round=draft, author=pilar, first=home, second=resting_team, reason="viajan")
    sides = draft.sides.filter(entry=resting_team).order_by("board").values_list("board", flat=True)
    assert list(sides) == [1, 2, 3]
    assert draft.sides.get(entry=home).match_id == bye.pk
    assert publish_round(round=draft, author=pilar).matches.filter(state="playing").count() == 3


def test_a_late_team_plays_all_boards_of_a_tie(league, date, pilar):
    late_team = register_entry(tournament=league, author=pilar, name="Casino", players=[])
    match = place_late_entry(entry=late_team, author=pilar)
    boards = date.matches.filter(position=match.position).order_by("board")
    assert [board_match.board for board_match in boards] == [1, 2, 3]
    assert [board_match.number for board_match in boards] == [4, 5, 6]
    assert {side.entry_id for board_match in boards for side in board_match.sides.all()} >= {
        late_team.pk
    }


def test_an_unplayed_date_does_not_delay_the_next(league, date, pilar):
    second_date = publish_date(league, pilar)
    assert date.matches.filter(state__in=["playing", "waiting"]).count() == 3
    context = pairings_context(league, by_surname=False, audience=EVERYTHING)
    assert {tie["serial"] for tie in context["ties"]} == {date.serial, second_date.serial}
