"""The tally that wins a match, shown beside the tally that the standings add up."""

from django.test import Client

import rules
from scoring.actas.services import record_hand
from scoring.prints.ask import PrintAsk
from scoring.prints.sheets import SHEETS
from scoring.standings.selectors.standings import stage_standings
from scoring.standings.services import set_standings
from tests.rows import cases, each
from tests.scoring.played_rounds import publish
from tests.scoring.public.test_public_pages import HOME, read_page
from tests.worlds import world
from tournaments.names.audience import EVERYTHING

LEAGUE = {"format": "league", "format_options": {"legs": 1}}
LINES_OF_8_4 = ["coto 3-1", "coto 2-3", "coto 3-0"]  # 8–4 in partidas, 2–1 in cotos
LINES_OF_6_0 = ["coto 3-0", "coto 3-0"]


@world
def league(make_tournament, pairs, pilar):
    """A league after round 1: the first match ended 6–0 in partidas, the second 8–4."""
    tournament = make_tournament(**LEAGUE)
    pairs(tournament, 4)
    tables = publish(tournament, pilar).matches.order_by("position")
    for match, lines in zip(tables, (LINES_OF_6_0, LINES_OF_8_4), strict=True):
        for number, line in enumerate(lines, start=1):
            record_hand(match=match, author=pilar, line=line, number=number)
    return tournament


def home_number(league, position):
    match = league.matches.get(round__number=1, position=position)
    return match.everybody[0].number


def test_a_winner_by_8_4_stands_above_a_winner_by_6_0_and_each_has_its_cotos(league):
    rows = stage_standings(league.stage, EVERYTHING)
    assert [row.entrant for row in rows[:2]] == [home_number(league, 2), home_number(league, 1)]
    assert rows[1].decided_by == "counted_won"
    assert [row.match_tally for row in rows] == [(2, 1), (2, 0), (1, 2), (0, 2)]


def test_the_page_the_sheet_and_the_api_show_the_cotos_beside_the_partidas(league):
    page = Client().get(HOME + "clasificacion/").content.decode()
    assert '<td class="num" data-label="Cotos">2–1</td>' in page
    assert page.index('data-label="Partidas"') < page.index('data-label="Cotos"')
    assert "Cotos. Cotos ganados y perdidos: con ellos se gana cada encuentro." in read_page(
        "clasificacion/"
    )
    sheet = SHEETS["standings"].pieces(league, PrintAsk("standings"))[0].context
    heads = [str(head["text"]) for head in sheet["heads"]]
    assert heads[heads.index("Cotos") - 1] == "Partidas a favor"
    assert sheet["tables"][0]["lines"][0]["values"][heads.index("Cotos")] == "2–1"
    answer = Client().get(f"/api/v1/tournaments/{league.slug}/standings/").json()["results"]
    assert [row["match_tally"] for row in answer[:2]] == [
        {"tally": "cotos", "name": "Cotos", "won": 2, "lost": 1},
        {"tally": "cotos", "name": "Cotos", "won": 2, "lost": 0},
    ]


def test_standings_without_a_column_of_partidas_show_the_cotos_at_the_end(league, pilar):
    set_standings(stage=league.stage, author=pilar, chain=["wins"], counting={})
    page = Client().get(HOME + "clasificacion/").content.decode()
    assert page.index('data-label="G"') < page.index('data-label="Cotos"')


@each(
    "game, options, tally",
    ("guinote", {}, "cotos"),
    ("guinote", {"cotos": 1, "partidas": 4}, "partidas"),
    ("guinote", {"best_of": 13}, "partidas"),
    ("truco", {}, "chicos"),
    ("truco", {"chicos": 1}, "tantos"),
    ("zanga", {}, "partidas"),
    ("cientos", {}, "juegos"),
    ("cientos", {"play_all": True}, "cuartos"),
    ("marcador", {"target": 40, "exact": True, "juegos": 2, "vacas": 2}, "vacas"),
    ("marcador", {"target": 40, "exact": True, "juegos": 3}, "cuenta"),
)
def test_each_game_and_length_has_a_tally_that_wins_the_match(game, options, tally):
    module = rules.game(game)
    assert module.Options(**options).match_tally == tally


@cases(
    "changes",
    {"game_options": {"best_of": 13}},
    {"squad": 6, "format": "teams", "format_options": {"boards": 3, "legs": 1}},
)
def test_standings_by_the_winning_tally_and_standings_of_teams_show_no_cotos(
    make_tournament, pairs, changes
):
    tournament = make_tournament(**{**LEAGUE, **changes})
    if "squad" not in changes:
        pairs(tournament, 3)
    assert [row.match_tally for row in stage_standings(tournament.stage, EVERYTHING)] == [
        None
    ] * tournament.entries.count()
    assert "Cotos" not in read_page("clasificacion/")
