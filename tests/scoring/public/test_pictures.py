"""Pictures of numbers: where they go, and what the pages say of them."""

from itertools import pairwise

from scoring.actas.services import correct_acta, record_hand
from scoring.models import Result
from scoring.public.charts.lines import line_chart, spread_heights, ticks
from scoring.public.charts.mirror import mirror
from scoring.public.charts.spans import spans
from scoring.public.charts.strip import Stretch, strip
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.rows import each
from tests.scoring.halls import seat_round
from tests.worlds import world

# A coto of one partida: its second deal is won by who says so.
DEALS = ["62-58 uA A20o B40e", "9-31 !A"]


def write(match, author, *lines, first=1):
    for number, line in enumerate(lines, first):
        record_hand(match=match, author=author, line=line, number=number)


@world
def day(make_tournament, pairs, pilar):
    """Two rounds of a Swiss of four pairs, of which A always wins."""
    tournament = make_tournament(format="swiss", format_options={"rounds": 3})
    pairs(tournament, 4)
    for _round in range(2):
        round = open_next_round(stage=tournament.stage, author=pilar)
        publish_round(round=round, author=pilar)
        for match in round.matches.all():
            write(match, pilar, "coto 3-1", "coto 3-0")
    return tournament


# --- Where things go -------------------------------------------------------------------------
@each(
    "low, high, said",
    (1, 6, [1, 3, 5]),
    (1, 2000, [1, 500, 1000, 1500, 2000]),
    (-40, 80, [-40, 0, 50]),
    (0, 1, [0, 1]),
)
def test_scales_are_read_in_round_numbers(low, high, said):
    assert ticks(low, high) == said


def test_labels_do_not_touch_and_stay_in_the_picture():
    heights = spread_heights([10, 12, 11, 200, 199], 17, 14, 226)
    found = sorted(heights)
    assert all(after - before >= 17 for before, after in pairwise(found))
    assert found[0] >= 14 and found[-1] <= 226


def test_a_line_without_a_number_goes_on_where_there_is_one():
    chart = line_chart([[1, None, 3], [2, 1, 1]], best_is_low=True)
    assert [len(line.dots) for line in chart.lines] == [2, 3]
    assert all(0 <= x <= 100 for line in chart.lines for x, _y in line.dots)


def test_what_two_sides_made_goes_up_and_down():
    drawn = mirror([(30, 0), (0, 15)])
    assert drawn.upper[0].height == 2 * drawn.lower[1].height > 0
    assert drawn.upper[0].y < drawn.line_y < drawn.lower[1].y


def test_a_thousand_tables_are_told_in_few_rows():
    found = spans({table: [20.0 + table % 7] for table in range(1, 1001)})
    assert len(found) <= 24
    assert (found[0].first, found[-1].last) == (1, 1000)


def test_rounds_that_meet_are_in_rows_of_their_own():
    drawn = strip([Stretch(0, 60, 80), Stretch(30, 90, 100), Stretch(95, 120, 130)], 16 * 60)
    assert drawn.bars[0].y == drawn.bars[2].y < drawn.bars[1].y
    assert all(bar.tail + bar.tail_width <= 100.01 for bar in drawn.bars)


# --- What is counted -------------------------------------------------------------------------
def test_a_result_keeps_what_its_hands_had(casino, pairs, pilar):
    match = seat_round(casino, [pairs(casino, 2)]).matches.get()
    write(match, pilar, *DEALS, "partida A", "partida A", "coto 3-0")
    kept = Result.objects.get(match=match).counts
    assert kept == {"deals": 2, "forties": 1, "twenties": 1, "second_deals": 1, "declared": 1}
    correct_acta(match=match, author=pilar, lines=["coto 3-1", "coto 3-0"], reason="al revés")
    assert Result.objects.get(match=match).counts == {}


# --- Pages -----------------------------------------------------------------------------------
def test_the_page_says_in_words_all_that_it_draws(client_as, day):
    said = client_as(None).get(f"/t/{day.slug}/dibujos/").content.decode()
    assert said.count("<title id=") == 1
    assert "El puesto, ronda a ronda" in said
    assert "Cuánto duran los encuentros" in said


def test_whoever_asks_sees_the_numbers_he_chose(client_as, day):
    browser = client_as(None)
    said = browser.get(f"/t/{day.slug}/dibujos/?numeros=2,4").content.decode()
    rows = said.partition('id="puestos-tabla"')[2].partition("</table>")[0]
    assert ("/inscripcion/2/" in rows, "/inscripcion/1/" in rows) == (True, False)
    asked = f"/t/{day.slug}/dibujos/?numeros=99,{'9' * 40},%00"
    assert "Ninguno de esos números" in browser.get(asked).content.decode()


def test_before_anything_is_played_there_is_nothing_to_draw(client_as, casino):
    said = client_as(None).get(f"/t/{casino.slug}/dibujos/").content.decode()
    assert "Todavía no hay nada que dibujar" in said


def test_a_match_is_drawn_line_by_line(client_as, casino, pairs, pilar):
    match = seat_round(casino, [pairs(casino, 2)]).matches.get()
    page = f"/t/{casino.slug}/partida/{match.code}/"
    write(match, pilar, DEALS[0])
    assert "Mano a mano" not in client_as(None).get(page).content.decode()
    write(match, pilar, DEALS[1], first=2)
    said = client_as(None).get(page).content.decode()
    assert "Mano a mano" in said
    assert said.count("<rect") == 4
