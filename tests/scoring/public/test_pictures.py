"""Tests of the charts: scales, labels and rows, counted hands, and the pages with charts."""

from itertools import pairwise

from scoring.actas.services import correct_acta, record_hand
from scoring.models import Result
from scoring.public.charts.lines import line_chart, spread_heights, ticks
from scoring.public.charts.mirror import mirror
from scoring.public.charts.spans import spans
from scoring.public.charts.strip import Stretch, strip
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.rows import each
from tests.scoring.seated_rounds import seat_round
from tests.worlds import world

# Two deals of one partida; in the second, side A declares that it has won.
DEALS = ["62-58 uA A20o B40e", "9-31 !A"]


def write(match, author, *lines, first=1):
    for number, line in enumerate(lines, first):
        record_hand(match=match, author=author, line=line, number=number)


@world
def day(make_tournament, pairs, pilar):
    """A Swiss of four pairs after two rounds; side A wins every match."""
    tournament = make_tournament(format="swiss", format_options={"rounds": 3})
    pairs(tournament, 4)
    for _round in range(2):
        round = open_next_round(stage=tournament.stage, author=pilar)
        publish_round(round=round, author=pilar)
        for match in round.matches.all():
            write(match, pilar, "coto 3-1", "coto 3-0")
    return tournament


# --- Scales, labels, rows --------------------------------------------------------------------
@each(
    "low, high, ticks_of_scale",
    (1, 6, [1, 3, 5]),
    (1, 2000, [1, 500, 1000, 1500, 2000]),
    (-40, 80, [-40, 0, 50]),
    (0, 1, [0, 1]),
)
def test_the_ticks_of_a_scale_are_round_numbers(low, high, ticks_of_scale):
    assert ticks(low, high) == ticks_of_scale


def test_labels_do_not_overlap_and_stay_in_the_picture():
    heights = spread_heights([10, 12, 11, 200, 199], 17, 14, 226)
    sorted_heights = sorted(heights)
    assert all(lower - upper >= 17 for upper, lower in pairwise(sorted_heights))
    assert sorted_heights[0] >= 14 and sorted_heights[-1] <= 226


def test_a_line_skips_rounds_without_a_value():
    chart = line_chart([[1, None, 3], [2, 1, 1]], best_is_low=True)
    assert [len(line.dots) for line in chart.lines] == [2, 3]
    assert all(0 <= x <= 100 for line in chart.lines for x, _y in line.dots)


def test_the_points_of_two_sides_are_bars_above_and_below_a_line():
    chart = mirror([(30, 0), (0, 15)])
    assert chart.upper[0].height == 2 * chart.lower[1].height > 0
    assert chart.upper[0].y < chart.line_y < chart.lower[1].y


def test_the_times_of_a_thousand_tables_have_few_rows():
    rows = spans({table: [20.0 + table % 7] for table in range(1, 1001)})
    assert len(rows) <= 24
    assert (rows[0].first, rows[-1].last) == (1, 1000)


def test_rounds_that_overlap_in_time_are_in_different_rows():
    chart = strip([Stretch(0, 60, 80), Stretch(30, 90, 100), Stretch(95, 120, 130)], 16 * 60)
    assert chart.bars[0].y == chart.bars[2].y < chart.bars[1].y
    assert all(bar.tail + bar.tail_width <= 100.01 for bar in chart.bars)


# --- Counted hands ---------------------------------------------------------------------------
def test_a_result_counts_the_deals_forties_and_twenties_of_its_hands(casino, pairs, pilar):
    match = seat_round(casino, [pairs(casino, 2)]).matches.get()
    write(match, pilar, *DEALS, "partida A", "partida A", "coto 3-0")
    counts = Result.objects.get(match=match).counts
    assert counts == {"deals": 2, "forties": 1, "twenties": 1, "second_deals": 1, "declared": 1}
    correct_acta(match=match, author=pilar, lines=["coto 3-1", "coto 3-0"], reason="al revés")
    assert Result.objects.get(match=match).counts == {}


# --- Pages -----------------------------------------------------------------------------------
def test_each_chart_of_the_page_has_a_heading(client_as, day):
    page = client_as(None).get(f"/t/{day.slug}/dibujos/").content.decode()
    assert page.count("<title id=") == 1
    assert "El puesto, ronda a ronda" in page
    assert "Cuánto duran los encuentros" in page


def test_a_visitor_chooses_the_entries_of_the_chart(client_as, day):
    browser = client_as(None)
    page = browser.get(f"/t/{day.slug}/dibujos/?numeros=2,4").content.decode()
    rows = page.partition('id="puestos-tabla"')[2].partition("</table>")[0]
    assert ("/inscripcion/2/" in rows, "/inscripcion/1/" in rows) == (True, False)
    unknown_numbers = f"/t/{day.slug}/dibujos/?numeros=99,{'9' * 40},%00"
    assert "Ninguno de esos números" in browser.get(unknown_numbers).content.decode()


def test_before_the_first_match_there_are_no_charts(client_as, casino):
    page = client_as(None).get(f"/t/{casino.slug}/dibujos/").content.decode()
    assert "Todavía no hay nada que dibujar" in page


def test_a_match_is_drawn_line_by_line(client_as, casino, pairs, pilar):
    match = seat_round(casino, [pairs(casino, 2)]).matches.get()
    url = f"/t/{casino.slug}/partida/{match.code}/"
    write(match, pilar, DEALS[0])
    assert "Mano a mano" not in client_as(None).get(url).content.decode()
    write(match, pilar, DEALS[1], first=2)
    page = client_as(None).get(url).content.decode()
    assert "Mano a mano" in page
    assert page.count("<rect") == 4
