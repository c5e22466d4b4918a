"""Tests of the ceremony that reveals a draw entry by entry, each on a ball out of a bag."""

import pytest

from scoring.actas.services import correct_acta
from scoring.rounds.selectors.ceremony import WALL_MATCHES, balls, wall_context
from scoring.rounds.services.rounds import open_next_round, publish_round, redraw_round
from tests.costs import page_and_queries
from tests.rows import cases, each
from tests.scoring.played_rounds import publish
from tests.scoring.rounds.test_round_pages import version_on_page, visible_text
from tests.scoring.rounds.test_rounds import play_round
from tests.sizes import size
from tests.worlds import world
from tournaments.models import AuditLine, Round
from tournaments.names.audience import EVERYTHING
from tournaments.pairing.draw import ball_order
from tournaments.refusal import Refused
from tournaments.rounds.services.announcing import reveal, start_ceremony
from tournaments.rounds.services.drafts import swap_entries

SITE = "/t/casino-de-calamocha/"
LEADER_URL = SITE + "rondas/1/ceremonia/"
PUBLIC_URL = SITE + "ronda/1/ceremonia/"
HTMX = {"HX-Request": "true"}


@world
def draft(casino, pairs, pilar) -> Round:
    """The draft of a knockout of six pairs; the two pairs with a bye come out last."""
    pairs(casino, 6)
    return open_next_round(stage=casino.stage, author=pilar)


@world
def browser(client_as, pilar):
    return client_as(pilar)


def reveal_balls(round: Round, balls: int) -> Round:
    """Reveal the first `balls` balls, one by one."""
    for ball in range(1, balls + 1):
        round = reveal(round=round, balls=ball)
    return round


# --- Balls --------------------------------------------------------------------------------------
def test_the_balls_of_a_knockout_come_in_draw_order_with_byes_last(draft):
    bag = balls(draft, EVERYTHING)
    order = ball_order(range(1, 7), "tapete/1", "knockout")
    assert tuple(ball.entry.number for ball in bag) == (*order[2:], *order[:2])
    assert [ball.rests for ball in bag] == [False, False, False, False, True, True]
    first, second, *_others, last = bag
    assert last.sentence == f"Bola 6: la pareja {order[1]}, {last.names}, descansa."
    assert first.sentence == (
        f"Bola 1: la pareja {order[2]}, {first.names}. Puesto {first.match.position} del cuadro."
    )
    assert second.rivals == [first.entry]
    assert f"contra la pareja {order[2]}, {first.names}." in second.sentence


@cases("format, options", ("swiss", {"rounds": 3}), ("knockout", {"third_place": False}))
def test_every_entry_has_one_ball_after_a_swap(make_tournament, pairs, pilar, format, options):
    tournament = make_tournament(format=format, format_options=options)
    pairs(tournament, 9)
    draft = open_next_round(stage=tournament.stage, author=pilar)
    first, second = (match.entries[0] for match in draft.matches.order_by("position")[:2])
    swap_entries(round=draft, author=pilar, first=first, second=second, reason="hermanos")
    bag = balls(draft, EVERYTHING)
    assert sorted(ball.entry.number for ball in bag) == list(range(1, 10))
    assert [ball.turn for ball in bag] == list(range(1, 10))


def test_the_last_ball_of_a_table_of_four_names_its_rivals(make_tournament, pairs, pilar):
    tarot = make_tournament(
        game="tarot", game_options={}, format="totals", format_options={"rounds": 2}, name="Tarot"
    )
    pairs(tarot, 9)
    bag = balls(open_next_round(stage=tarot.stage, author=pilar), EVERYTHING)
    last_at_table = bag[7]
    assert (
        last_at_table.sentence.startswith("Bola 8: el jugador ")
        and " y el jugador " in last_at_table.sentence
    )
    assert bag[8].rests and "Encuentro" in last_at_table.where


def test_the_balls_of_a_later_round_are_in_the_order_of_the_matches(make_tournament, pairs, pilar):
    swiss = make_tournament(format="swiss", format_options={"rounds": 3})
    pairs(swiss, 6)
    play_round(publish(swiss, pilar), pilar)
    draft = open_next_round(stage=swiss.stage, author=pilar)
    assert [(ball.match.position, len(ball.rivals)) for ball in balls(draft, EVERYTHING)] == [
        (1, 0),
        (1, 1),
        (2, 0),
        (2, 1),
        (3, 0),
        (3, 1),
    ]


# --- Page of the leader -------------------------------------------------------------------------
@pytest.mark.slow
def test_the_leader_reveals_balls_takes_one_back_and_publishes(draft, browser):
    page = visible_text(browser.get(LEADER_URL))
    assert "En la bolsa hay 6 bolas" in page and "Siguiente" not in page
    assert browser.post(LEADER_URL + "empezar/").url == LEADER_URL
    for turn in range(1, 7):
        assert browser.post(LEADER_URL + "bola/", {"bola": turn}).url == LEADER_URL
        if turn in size((1, 3, 6), range(1, 7)):
            page = visible_text(browser.get(LEADER_URL))
            assert f"Bola {turn}: " in page and f"{turn} de 6" in page
    browser.post(LEADER_URL + "bola/", {"bola": 5})
    assert "Bola 6: " not in visible_text(browser.get(LEADER_URL))
    browser.post(LEADER_URL + "bola/", {"bola": 6})
    page = browser.get(LEADER_URL)
    assert "Publicar" in visible_text(page)
    browser.post(SITE + "rondas/1/publicar/", {"version": version_on_page(page)})
    assert browser.get(LEADER_URL).url == SITE + "ronda/1/"
    assert AuditLine.objects.filter(act="start_ceremony").count() == 1


def test_an_outdated_page_takes_no_ball_back(draft, browser, pilar):
    start_ceremony(round=draft, author=pilar, in_public=False)
    reveal_balls(draft, 5)
    page = visible_text(browser.post(LEADER_URL + "bola/", {"bola": 3}, follow=True))
    assert "Otra pantalla lleva el sorteo. Bolas que han salido: 5." in page
    assert "Bola 5: " in page and "5 de 6" in page


def test_pressing_twice_shows_one_ball(draft, pilar):
    start_ceremony(round=draft, author=pilar, in_public=False)
    for _press in range(2):
        reveal(round=draft, balls=1)
    draft.refresh_from_db()
    assert draft.report["revealed"] == 1


@world
def begun_ceremony(draft, pilar) -> Round:
    start_ceremony(round=draft, author=pilar, in_public=False)
    return draft


@each("ball", "7", "-1", "", "uno", "²", "9" * 30, "1.5")
def test_an_unknown_ball_is_refused(begun_ceremony, browser, ball):
    assert browser.post(LEADER_URL + "bola/", {"bola": ball}).status_code == 400


def test_no_ball_is_revealed_before_the_ceremony_or_after_the_publication(draft, pilar, browser):
    with pytest.raises(Refused, match="La ceremonia no ha empezado"):
        reveal(round=draft, balls=1)
    publish_round(round=draft, author=pilar)
    assert browser.post(LEADER_URL + "empezar/").status_code == 409
    assert browser.post(LEADER_URL + "bola/", {"bola": 1}).status_code == 409


@pytest.mark.slow
def test_an_outdated_draft_has_no_ceremony(make_tournament, pairs, pilar, browser):
    swiss = make_tournament(format="swiss", format_options={"rounds": 3})
    pairs(swiss, 6)
    play_round(publish(swiss, pilar), pilar)
    draft = open_next_round(stage=swiss.stage, author=pilar)
    draft_url, leader_url = f"{SITE}rondas/2/", f"{SITE}rondas/2/ceremonia/"
    assert "Enseñarlo bola a bola" in visible_text(browser.get(draft_url))
    browser.post(leader_url + "empezar/")
    match = swiss.matches.get(number=1)
    correct_acta(match=match, author=pilar, lines=["coto 0-3", "coto 1-3"], reason="al revés")
    assert "Enseñarlo bola a bola" not in visible_text(browser.get(draft_url))
    for answer in (
        browser.get(leader_url),
        browser.post(leader_url + "empezar/", {"publico": "1"}),
        browser.post(leader_url + "bola/", {"bola": 1}),
    ):
        assert (answer.status_code, answer.url) == (302, draft_url)
    draft.refresh_from_db()
    assert draft.report["revealed"] == 0 and not draft.report["in_public"]
    assert "hay que volver a sortear" in visible_text(browser.get(draft_url))
    screen = visible_text(browser.get(leader_url + "pantalla/?bolas=0", headers=HTMX))
    assert "hay que volver a sortear" in screen and "bola" not in screen


def test_a_repeated_draw_restarts_the_ceremony(draft, pilar):
    start_ceremony(round=draft, author=pilar, in_public=True)
    reveal_balls(draft, 3)
    redrawn_round = redraw_round(round=draft, author=pilar, seed="otra")
    assert "revealed" not in redrawn_round.report and "in_public" not in redrawn_round.report


# --- Public page --------------------------------------------------------------------------------
def test_the_public_page_of_a_public_ceremony_has_only_revealed_balls(draft, pilar, client_as):
    phone = client_as(None)
    assert phone.get(PUBLIC_URL).status_code == 404
    start_ceremony(round=draft, author=pilar, in_public=False)
    assert phone.get(PUBLIC_URL).status_code == 404
    start_ceremony(round=draft, author=pilar, in_public=True)
    assert "El sorteo se está haciendo ahora." in visible_text(phone.get(SITE))
    reveal_balls(draft, 2)
    page = phone.get(PUBLIC_URL).content.decode()
    bag = balls(draft, EVERYTHING)
    assert all(ball.names in page or ball.entry.title_for(EVERYTHING) in page for ball in bag[:2])
    assert not any(
        ball.names in page or ball.entry.title_for(EVERYTHING) in page for ball in bag[2:]
    )
    assert draft.seed not in page and draft.matches.exclude(number=None).first().code not in page


def test_a_phone_refreshes_the_ceremony_and_moves_on_to_the_round(draft, pilar, client_as):
    phone = client_as(None)
    start_ceremony(round=draft, author=pilar, in_public=True)
    unchanged_answer, queries = page_and_queries(
        phone, PUBLIC_URL, {"bolas": "0"}, headers=HTMX, status=204
    )
    assert (len(queries) <= 4, unchanged_answer.content) == (True, b"")
    reveal(round=draft, balls=1)
    fragment = phone.get(PUBLIC_URL, {"bolas": "0"}, headers=HTMX)
    assert "Bola 1: " in visible_text(fragment) and "<html" not in fragment.content.decode()
    publish_round(round=draft, author=pilar)
    answer_after_publication = phone.get(PUBLIC_URL, {"bolas": "1"}, headers=HTMX)
    assert answer_after_publication.headers["HX-Redirect"] == SITE + "ronda/1/"
    assert phone.get(PUBLIC_URL).url == SITE + "ronda/1/"


# --- Screen -----------------------------------------------------------------------------------
SCREEN_URL = SITE + "rondas/1/ceremonia/pantalla/"


def test_the_screen_follows_the_leader(draft, browser, client_as, pilar, chema):
    assert client_as(chema).get(SCREEN_URL).status_code == 403
    assert "El sorteo" in visible_text(browser.get(SCREEN_URL)) and "Bola 1" not in visible_text(
        browser.get(SCREEN_URL)
    )
    start_ceremony(round=draft, author=pilar, in_public=False)
    assert browser.get(SCREEN_URL + "?bolas=0", headers=HTMX).status_code == 204
    reveal_balls(draft, 2)
    screen = visible_text(browser.get(SCREEN_URL + "?bolas=0", headers=HTMX))
    assert "Quedan 4 bolas" in screen and balls(draft, EVERYTHING)[1].names in screen
    assert "<button" not in browser.get(SCREEN_URL).content.decode()
    publish_round(round=draft, author=pilar)
    answer = browser.get(SCREEN_URL + "?bolas=2", headers=HTMX)
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (204, SITE + "pantalla/")


@pytest.mark.parametrize(("entries", "with_names"), [(12, True), (120, False)])
def test_the_screen_has_room_for_every_match(casino, pairs, pilar, entries, with_names):
    pairs(casino, entries)
    round = open_next_round(stage=casino.stage, author=pilar)
    start_ceremony(round=round, author=pilar, in_public=True)
    context = wall_context(reveal_balls(round, entries), EVERYTHING)
    assert context["with_names"] is with_names and context["balls_left"] == 0
    assert len(context["board"]) <= WALL_MATCHES
    assert context["ball"].match.position in {row["position"] for row in context["board"]}


def set_fixed_tables(entries, *tables):
    for entry, table in zip(entries, tables, strict=True):
        entry.fixed_table = table
        entry.save()


def balls_now(draft):
    return balls(Round.objects.get(pk=draft.pk), EVERYTHING)


def test_a_ball_says_the_fixed_table_and_not_that_of_a_rival_still_in_the_bag(draft):
    bag = balls(draft, EVERYTHING)
    set_fixed_tables([bag[1].entry, bag[5].entry], 4, 5)
    first, second, third, *_others, last = balls_now(draft)
    assert "mesa" not in first.sentence + third.sentence + last.sentence
    assert last.rests and second.where == f"Puesto {second.match.position} del cuadro, mesa fija 4"
    assert second.sentence.endswith("mesa fija 4.")


def test_two_fixed_tables_in_a_match_show_the_one_that_it_will_have(draft):
    set_fixed_tables([ball.entry for ball in balls(draft, EVERYTHING)[:2]], 6, 4)
    assert [ball.where.rpartition(", ")[2] for ball in balls_now(draft)[:2]] == ["mesa fija 4"] * 2
