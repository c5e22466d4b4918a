"""Tests of the pages of rounds: list, draft, late pairs, public page, rounds without a lot."""

import re
from html import unescape

import pytest
from django.utils.html import strip_tags

from scoring.actas.services import correct_acta, record_hand
from scoring.rounds.services.rounds import open_next_round, publish_round, redraw_round
from scoring.stages.services import open_stage
from tests.costs import count_queries
from tests.rows import case, cases, each
from tests.scoring.played_rounds import play_all, publish
from tests.scoring.prints.printed import context_of
from tests.scoring.rounds.test_rounds import entry_numbers, play_round
from tests.sizes import size
from tests.worlds import world
from tournaments.models import Round, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.registering import set_paid, set_present, withdraw
from tournaments.setup.services.stages import add_stage

LIST = "/t/casino-de-calamocha/rondas/"
DRAW = "/t/casino-de-calamocha/rondas/sortear/"
DRAFT = "/t/casino-de-calamocha/rondas/1/"
PUBLIC = "/t/casino-de-calamocha/ronda/1/"


def visible_text(response) -> str:
    """Return the visible text of a page, in one line."""
    return " ".join(unescape(strip_tags(response.content.decode())).split())


@world
def browser(client_as, pilar):
    return client_as(pilar)


@world
def draft(casino: Tournament, pairs, pilar) -> Round:
    """The draft of a knockout of six pairs, two of them with a bye."""
    pairs(casino, 6)
    return open_next_round(stage=casino.stage, author=pilar)


@world
def published_round(draft: Round, pilar) -> Round:
    return publish_round(round=draft, author=pilar)


def version_on_page(response) -> str:
    return re.search(r'name="version" value="([^"]+)"', response.content.decode())[1]


# --- List of rounds ---
def test_a_round_is_drawn_and_published(casino, pairs, browser):
    pairs(casino, 11)
    page = browser.get(LIST)
    assert "Ronda 1 (1 de 4)" in visible_text(page)
    assert "Habrá 3 encuentros y 5 descansarán, por sorteo." in visible_text(page)
    answer = browser.post(DRAW, {"number": 1})
    assert (answer.status_code, answer.url) == (302, DRAFT)
    page = browser.get(DRAFT)
    assert "3 encuentros, 5 descansan" in visible_text(page)
    assert "tapete/1" in visible_text(page)
    answer = browser.post(DRAFT + "publicar/", {"version": version_on_page(page)})
    assert (answer.status_code, answer.url) == (302, PUBLIC)
    assert "Ronda 1 · Octavos de final: publicada." in visible_text(browser.get(PUBLIC))
    assert casino.matches.filter(state="playing").count() == 3


def test_the_list_asks_for_entries_if_there_are_none(casino, browser):
    assert "Hacen falta al menos 2 inscripciones." in visible_text(browser.get(LIST))
    answer = browser.post(DRAW, {"number": 1})
    assert answer.status_code == 409
    assert "Hacen falta al menos 2 inscripciones y hay 0." in visible_text(answer)


def test_the_list_warns_before_the_draw(make_tournament, pairs, pilar, browser):
    tournament = make_tournament(
        tables=2, name="Suizo", format="swiss", format_options={"rounds": 4}
    )
    entries = pairs(tournament, 7)
    set_present(entry=entries[1], author=pilar, present=False)
    set_paid(entry=entries[4], author=pilar, paid=False)
    page = visible_text(browser.get("/t/suizo/rondas/"))
    assert "Habrá 3 encuentros y 1 descansará, por sorteo." in page
    assert "Mesas: 2. 1 encuentro esperará a que quede una libre." in page
    assert (
        f"{entries[1].full_title_for(EVERYTHING)} · sin llegar" in page
        and "Sin pagar, 1 inscripción: 5." in page
    )
    assert "Sortear la ronda 1 sin los ausentes" in page


def test_the_list_names_the_matches_still_to_finish(published_round, browser):
    page = visible_text(browser.get(LIST))
    assert "Antes de las semifinales falta terminar:" in page
    assert "Mesa 1" in page
    assert "En juego Encuentro 1 Escribir el acta" in page
    answer = browser.post(DRAW, {"number": 2})
    assert answer.status_code == 409
    assert "La ronda 1 no ha terminado: encuentros que faltan, 2." in visible_text(answer)


def test_the_list_says_that_no_rounds_are_left(casino, pairs, pilar, browser):
    pairs(casino, 2)
    play_round(publish(casino, pilar), pilar)
    assert "No quedan rondas por jugar." in visible_text(browser.get(LIST))
    answer = browser.post(DRAW, {"number": 2})
    assert (answer.status_code, casino.stage.rounds.count()) == (409, 1)


@cases("count, matches", (3, "1 encuentro"), (4, "2 encuentros"), (5, "2 encuentros"))
def test_the_list_counts_the_matches_of_the_second_round(
    casino, pairs, pilar, browser, count, matches
):
    """Of three pairs, round 2 has a final; of four, also a third place; of five, two semifinals."""
    pairs(casino, count)
    play_round(publish(casino, pilar), pilar)
    assert f"Habrá {matches}." in visible_text(browser.get(LIST))
    browser.post(DRAW, {"number": 2})
    round = casino.stage.rounds.get(number=2)
    assert f"{round.matches.count()} encuentro" in matches


def test_a_second_press_draws_no_second_round(draft, browser):
    answer = browser.post(DRAW, {"number": 1})
    assert answer.status_code == 409
    assert "Ya hay una ronda sin publicar" in visible_text(answer)
    assert draft.stage.rounds.count() == 1


def test_an_outdated_page_does_not_draw_the_next_round(published_round, pilar, browser):
    play_round(published_round, pilar)
    answer = browser.post(DRAW, {"number": 1})
    assert answer.status_code == 409
    assert published_round.stage.rounds.count() == 1


def test_an_impossible_number_of_round_is_refused(published_round, pilar, browser):
    for number in size(("", "-1", "uno", "9" * 30), ("", "-1", "1.5", "uno", "9" * 30, "²", "\0")):
        assert browser.post(DRAW, {"number": number}).status_code == 409, number


# --- Draft ---
def test_only_the_organiser_sees_the_draft(draft, client_as, chema, raul, vecino):
    statuses = [client_as(user).get(DRAFT).status_code for user in (chema, raul, vecino)]
    assert statuses == [403, 403, 403]
    anonymous = client_as(None)
    assert anonymous.get(DRAFT).status_code == 302
    assert anonymous.get(PUBLIC).status_code == 404


def test_a_swap_of_the_draft_is_public_with_its_reason(draft, pilar, browser, client_as):
    first, second = (entry_numbers(draft.matches.get(number=number))[0] for number in (1, 2))
    swap = {"first": first, "second": second, "reason": "son hermanos"}
    answer = browser.post(DRAFT + "cambiar/", swap)
    assert (answer.status_code, answer.url) == (302, DRAFT)
    entry = draft.stage.tournament.entries.get(number=first)
    swapped_titles = [line["first"] for line in browser.get(DRAFT).context["swaps"]]
    assert swapped_titles == [entry.full_title_for(EVERYTHING)]
    publish_round(round=draft, author=pilar)
    page = visible_text(client_as(None).get(PUBLIC))
    assert "Cambios hechos a mano" in page
    assert "Motivo: son hermanos (pilar," in page


@pytest.mark.slow
@each(
    "change, sentence",
    case("no first pair", {"first": ""}, "Este campo es"),
    case("unknown pair", {"second": "99"}, "Nadie tiene el número 99."),
    case("a negative number", {"second": "-3"}, "El mínimo"),
    case("an absurd number", {"second": "9" * 40}, "El máximo"),
    case("no reason", {"reason": ""}, "Este campo es"),
    case("a null", {"reason": "a\0b"}, "carácter nulo"),
    case("too long a reason", {"reason": "x" * 301}, "300"),
    case("the same match", {"second": "same"}, "están ya en el mismo encuentro"),
)
def test_a_wrong_swap_is_refused_and_stays_in_the_form(draft, browser, change, sentence):
    first, second = entry_numbers(draft.matches.get(number=1))
    valid_form = {
        "first": first,
        "second": entry_numbers(draft.matches.get(number=2))[0],
        "reason": "Ñandú",
    }
    change = {key: second if value == "same" else value for key, value in change.items()}
    answer = browser.post(DRAFT + "cambiar/", {**valid_form, **change})
    assert answer.status_code == 400
    assert sentence in visible_text(answer)
    if "reason" not in change:
        assert 'value="Ñandú"' in answer.content.decode()
    assert draft.swaps.count() == 0


def test_a_draft_is_redrawn_with_another_seed(draft, browser):
    assert browser.post(DRAFT + "resortear/", {"seed": " "}).status_code == 400
    assert Round.objects.get(pk=draft.pk).seed == "tapete/1"
    answer = browser.post(DRAFT + "resortear/", {"seed": "viva san Roque", "reason": "del alcalde"})
    assert (answer.status_code, answer.url) == (302, DRAFT)
    page = visible_text(browser.get(DRAFT))
    assert "Semilla: viva san Roque" in page
    assert "Semilla descartada: tapete/1. Motivo: del alcalde (pilar," in page


def test_an_outdated_page_does_not_publish_a_changed_draft(draft, pilar, browser):
    old_version = version_on_page(browser.get(DRAFT))
    redraw_round(round=draft, author=pilar, seed="otra")
    answer = browser.post(DRAFT + "publicar/", {"version": old_version})
    assert answer.status_code == 409
    assert "La ronda ha cambiado desde que abrió la página" in visible_text(answer)
    assert Round.objects.get(pk=draft.pk).state == "draft"


def test_an_outdated_page_does_not_change_a_published_round(published_round, browser):
    first, second = (
        entry_numbers(published_round.matches.get(number=number))[0] for number in (1, 2)
    )
    posts = [
        ("publicar/", {}),
        ("cambiar/", {"first": first, "second": second, "reason": "tarde"}),
        ("resortear/", {"seed": "otra"}),
    ]
    for path, values in posts:
        answer = browser.post(DRAFT + path, values)
        assert (path, answer.status_code) == (path, 409)
        assert "La ronda 1 ya está publicada." in visible_text(answer)
    assert browser.get(DRAFT).url == PUBLIC


def test_a_draft_is_discarded_with_a_reason(draft, browser):
    assert browser.post(DRAFT + "descartar/", {"reason": ""}).status_code == 400
    answer = browser.post(DRAFT + "descartar/", {"reason": "faltaba gente"})
    assert (answer.status_code, answer.url) == (302, LIST)
    assert browser.post(DRAFT + "descartar/", {"reason": "otra vez"}).status_code == 404


def test_a_published_round_with_an_acta_is_not_discarded(published_round, pilar, browser):
    match = published_round.matches.get(number=1)
    record_hand(match=match, author=pilar, line="partida A", number=1)
    answer = browser.post(DRAFT + "descartar/", {"reason": "me equivoqué"})
    assert answer.status_code == 409
    assert "Ya hay actas o fotos del papel en la ronda 1" in visible_text(answer)


def test_the_draft_names_entries_that_came_or_left_after_the_draw(draft, pairs, pilar, browser):
    pairs(draft.stage.tournament, 1)
    withdraw(entry=draft.stage.tournament.entries.get(number=2), author=pilar, reason="se va")
    page = visible_text(browser.get(DRAFT))
    assert "Después del sorteo ha llegado: 7 ·" in page
    assert "Retirados desde entonces: 2 ·" in page
    assert "Al publicar, su rival gana el encuentro." in page


@cases(
    "plan, rounds",
    case("entries of the consolation", {"format_options": {"repesca": "consolation"}}, 1),
    case("entries without lives", {"format": "lives", "format_options": {"lives": 2}}, 2),
)
def test_entries_that_do_not_play_a_round_are_not_shown_as_late(
    make_tournament, pairs, pilar, browser, plan, rounds
):
    tournament = make_tournament(**plan)
    pairs(tournament, 6)
    for _round in range(rounds):
        play_all(publish(tournament, pilar), pilar)
    following = open_next_round(stage=tournament.stage, author=pilar)
    assert len(following.sides.all()) < 6
    assert "Desde que se preparó la ronda" not in visible_text(
        browser.get(f"{LIST}{following.number}/")
    )


def test_a_draft_from_a_corrected_result_is_not_published(casino, pairs, pilar, browser):
    pairs(casino, 4)
    first_round = publish(casino, pilar)
    play_round(first_round, pilar)
    open_next_round(stage=casino.stage, author=pilar)
    page = browser.get(LIST + "2/")
    assert "se corrigió" not in visible_text(page)
    match = first_round.matches.get(number=1)
    correct_acta(match=match, author=pilar, lines=["coto 0-3", "coto 1-3"], reason="al revés")
    answer = browser.post(LIST + "2/publicar/", {"version": version_on_page(page)})
    assert answer.status_code == 409
    assert "el encuentro 1 se corrigió el" in visible_text(answer)
    assert "Descarte la ronda y prepárela de nuevo" in visible_text(answer)
    assert "Publicar y llamar a las mesas" not in visible_text(answer)


def test_a_draft_is_discarded_and_redrawn_with_one_press(draft, browser):
    answer = browser.post(DRAFT + "descartar/", {"reason": "faltaba", "number": 1, "otra": "1"})
    assert answer.url == DRAFT
    (redrawn,) = draft.stage.rounds.all()
    assert (redrawn.pk != draft.pk, redrawn.state) == (True, "draft")


def test_a_round_that_does_not_exist_is_a_404(published_round, browser):
    for path in ("rondas/9/", "ronda/9/", f"ronda/{'9' * 30}/"):
        assert browser.get(f"/t/casino-de-calamocha/{path}").status_code == 404, path


def test_actions_refuse_get(draft, browser):
    draft_paths = [f"1/{action}/" for action in ("publicar", "cambiar", "resortear", "descartar")]
    for path in ("sortear/", "tarde/", *draft_paths):
        assert browser.get(LIST + path).status_code == 405, path


# --- Late pairs ---
def test_the_organiser_places_a_late_pair_against_a_pair_with_a_bye(
    published_round, pairs, browser
):
    pairs(published_round.stage.tournament, 1)
    assert "Sentar ahora al número 7:" in visible_text(browser.get(LIST))
    answer = browser.post(LIST + "tarde/", {"number": 7})
    match = published_round.matches.get(sides__entry__number=7)
    assert (answer.status_code, answer.url) == (302, f"/t/casino-de-calamocha/acta/{match.code}/")
    assert "Imprimir esta acta" in visible_text(browser.get(answer.url))
    assert "Llegó tarde: 7" in visible_text(browser.get(PUBLIC))


@each("number, status", case("already in", "1", 409), ("88", 400), ("", 400), ("x", 400))
def test_an_entry_in_the_draw_or_unknown_is_not_placed(published_round, browser, number, status):
    answer = browser.post(LIST + "tarde/", {"number": number})
    assert answer.status_code == status
    assert "No se puede hacer:" in visible_text(answer)
    assert published_round.matches.filter(state="bye").count() == 2


# --- Public page of a round ---
def test_the_public_page_shows_tables_byes_and_the_data_of_the_draw(
    make_tournament, pairs, pilar, client_as
):
    tournament = make_tournament(tables=2)
    pairs(tournament, 9)
    round = publish(tournament, pilar)
    page = visible_text(client_as(None).get(PUBLIC))
    assert "Encuentros terminados 0 de 1" in page
    assert "Mesa 1" in page
    assert page.partition("Descansan")[2].count("Descansa") == 14  # twice on each of 7 cards
    assert "Semilla: tapete/1" in page
    assert "1,2,3,4,5,6,7,8,9" in page
    assert "Nadie ha cambiado nada a mano." in page
    play_round(round, pilar)
    assert "Encuentros terminados 1 de 1" in visible_text(client_as(None).get(PUBLIC))


def test_the_public_page_of_a_round_refreshes_only_after_a_change(
    published_round, pilar, client_as
):
    phone = client_as(None)
    page = phone.get(PUBLIC).content.decode()
    live_url = unescape(re.search(r'hx-get="([^"]+)"', page)[1])
    htmx = {"HX-Request": "true"}
    assert phone.get(live_url, headers=htmx).status_code == 204
    play_round(published_round, pilar)
    fragment = phone.get(live_url, headers=htmx)
    assert fragment.status_code == 200
    assert "Encuentros terminados 2 de 2" in visible_text(fragment)
    assert "<html" not in fragment.content.decode()


@pytest.mark.slow
def test_the_pages_of_rounds_cost_the_same_with_2_and_with_more_matches(
    make_tournament, pairs, pilar, browser
):
    costs = []
    for name, count in (("Pocas", 4), ("Muchas", size(16, 60))):
        tournament = make_tournament(
            name=name, format="swiss", format_options={"rounds": 3}, tables=10
        )
        pairs(tournament, count)
        rounds = f"/t/{name.lower()}/rondas/"
        queries = [count_queries(browser, rounds)]
        draft = open_next_round(stage=tournament.stage, author=pilar)
        queries += [count_queries(browser, path) for path in (rounds, f"{rounds}1/")]
        publish_round(round=draft, author=pilar)
        queries += [
            count_queries(browser, path) for path in (rounds, f"/t/{name.lower()}/ronda/1/")
        ]
        costs.append(queries)
    assert costs[0] == costs[1]


def test_the_pages_name_the_best_loser_that_fills_the_bracket(
    make_tournament, pairs, pilar, browser
):
    tournament = make_tournament(format_options={"repesca": "best_losers"})
    pairs(tournament, 6)
    first_round = publish(tournament, pilar)
    play_all(first_round, pilar)
    winners = {
        match.sides.get(side=match.result.winner).entry.number
        for match in first_round.matches.all()
    }
    second_round = open_next_round(stage=tournament.stage, author=pilar)
    drawn_numbers = {side.entry.number for side in second_round.sides.select_related("entry")}
    (best_loser,) = drawn_numbers - winners
    draft_url = f"/t/{tournament.slug}/rondas/{second_round.serial}/"
    assert f"Los mejores de los que perdieron: {best_loser}." in visible_text(
        browser.get(draft_url)
    )
    publish_round(round=second_round, author=pilar)
    page = visible_text(browser.get(f"/t/{tournament.slug}/ronda/{second_round.serial}/"))
    assert f"Los mejores de los que perdieron: {best_loser}." in page and "knockout 2" in page
    play_all(second_round, pilar)
    third_round = publish(tournament, pilar)
    page = visible_text(browser.get(f"/t/{tournament.slug}/ronda/{third_round.serial}/"))
    assert "Los mejores" not in page and "No hay sorteo" in page


def test_the_page_shows_the_sum_and_the_greatest_of_the_differences(
    make_tournament, pairs, pilar, browser
):
    tournament = make_tournament(format="swiss", format_options={"rounds": 3})
    pairs(tournament, 6)
    play_all(publish(tournament, pilar), pilar)
    serial = publish(tournament, pilar).serial
    page = visible_text(browser.get(f"/t/{tournament.slug}/ronda/{serial}/"))
    sentence = "Suma de las diferencias de puntos: 1. La mayor, en un encuentro: 1."
    assert sentence in page and "Ningún sorteo" not in page
    assert context_of(tournament, "draw_acta")["uneven"] == sentence


# --- Rounds without a lot ---
WORDS_OF_LOTS = re.compile(r"\bsorte\w*", re.IGNORECASE)


def main_text(response) -> str:
    """Return the visible text of a page, without its menus."""
    page = response.content.decode().split("<main", 1)[1].split("</main>", 1)[0]
    return " ".join(unescape(strip_tags(page)).split())


def test_the_pages_of_a_final_of_a_fixed_bracket_speak_of_no_lot(casino, pairs, pilar, browser):
    pairs(casino, 4)
    play_round(publish(casino, pilar), pilar)
    panel = main_text(browser.get("/t/casino-de-calamocha/panel/"))
    rounds = main_text(browser.get(LIST))
    assert "Preparar la final" in panel and "Preparar y publicar" in panel
    assert "Final (2 de 2)" in rounds and "Preparar la final" in rounds
    browser.post(DRAW, {"number": 2})
    draft = main_text(browser.get(f"{LIST}2/"))
    assert "Ronda 2 · Final: sin publicar" in draft and "Descartar esta ronda" in draft
    publish_round(round=casino.stage.rounds.get(number=2), author=pilar)
    published_pages = [
        main_text(browser.get(f"/t/casino-de-calamocha/{path}"))
        for path in ("ronda/2/", "ronda/2/comprobar/", "emparejamientos/", "rondas/")
    ]
    assert (
        "Cómo se preparó la ronda" in published_pages[0]
        and "Comprobar la ronda" in published_pages[1]
    )
    method = "No hay sorteo: en el cuadro se cruzan los ganadores de encuentros vecinos."
    for text in (panel, rounds, draft, *published_pages):
        assert not WORDS_OF_LOTS.findall(text.replace(method, "")), text


def test_the_pages_of_a_classic_bracket_speak_of_no_lot(make_tournament, pairs, pilar, browser):
    swiss = make_tournament(name="Suizo", format="swiss", format_options={"rounds": 1})
    pairs(swiss, 4)
    intake = [{"stage": 1, "per": "all", "last": 4}]
    stage = add_stage(
        tournament=swiss,
        author=pilar,
        name="Cuadro",
        format="knockout",
        format_options={"seeding": "classic"},
        game_options=swiss.stage.game_options,
        intake=intake,
    )
    play_round(publish(swiss, pilar), pilar)
    open_stage(stage=stage, author=pilar)
    page = main_text(browser.get("/t/suizo/rondas/?fase=2"))
    assert "Preparar las semifinales" in page and "Sortear" not in page
    browser.post("/t/suizo/rondas/sortear/?fase=2", {"number": 1})
    draft = main_text(browser.get("/t/suizo/rondas/2/"))
    assert "bola a bola" not in draft and "otra semilla" not in draft
    assert "Cambiar a dos de sitio" in draft


@cases(
    "count, labels",
    (8, ["Preparar las semifinales y sortear la consolación", "Preparar la final"]),
    (7, ["Preparar las semifinales", "Preparar la final y sortear la consolación"]),
)
def test_the_button_says_what_is_drawn_beside_a_consolation(
    make_tournament, pairs, pilar, browser, count, labels
):
    tournament = make_tournament(format="knockout", format_options={"repesca": "consolation"})
    pairs(tournament, count)
    for label in labels:
        play_all(publish(tournament, pilar), pilar)
        for address in (LIST, "/t/casino-de-calamocha/panel/"):
            page = visible_text(browser.get(address))
            assert re.search(rf"{label}(?! y sortear)", page), (count, address)
