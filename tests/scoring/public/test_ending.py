"""Tests of the end of a tournament: podium, pictures, message, and the card of closing tasks."""

from io import BytesIO

import pytest
from django.test import Client
from PIL import Image, ImageChops

from scoring.models import Letterhead, Show
from scoring.public.ending import ending_of, entries_and_towns_in_words, final_in_words
from scoring.public.paint import largest_fit
from scoring.public.podium_picture import podium_picture
from scoring.public.share import podium_message
from scoring.public.slides import slides_of
from tests.scoring.played_rounds import KNOCKOUT, finish, play, play_all, publish
from tests.scoring.public.test_public_pages import HOME
from tests.worlds import world
from tournaments.models import Player, PublicNames, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.permissions import audience_of

PICTURES = ("podio.png", "cuadro.png")


def fresh_tournament(tournament):
    return Tournament.objects.get(pk=tournament.pk)


@world
def finished_knockout(make_tournament, pairs, pilar):
    """A knockout of eight pairs, played to its end, with a sponsor."""
    tournament = make_tournament(**KNOCKOUT)
    pairs(tournament, 8)
    finish(tournament, pilar)
    Letterhead.objects.create(tournament=tournament, sponsor="Patrocina: Caja Rural")
    return fresh_tournament(tournament)


def picture_at(client, page):
    answer = client.get(HOME + page)
    assert answer.status_code == 200 and answer.headers["Content-Type"] == "image/png"
    assert "private" in answer.headers["Cache-Control"]
    return Image.open(BytesIO(answer.content)).convert("RGB")


def test_the_ending_has_podium_final_third_place_and_number_of_entries(finished_knockout):
    ending = ending_of(finished_knockout, EVERYTHING)
    assert [step["line"].place for step in ending.steps] == [1, 2, 3]
    winner, second, third = (step["competitor"].title for step in ending.steps)
    final, match_for_third = final_in_words(ending)
    assert final.startswith(f"Final: {winner} 2–") and final.endswith(second)
    assert match_for_third.startswith(f"Tercer puesto: {third} ")
    assert entries_and_towns_in_words(finished_knockout, ending).startswith("8 parejas de ")
    assert ending.sponsor == "Patrocina: Caja Rural" and ending.has_bracket


@pytest.mark.parametrize("base", ["http://127.0.0.1:8000", "http://192.168.1.20:8000"])
def test_the_message_has_no_address_that_opens_only_in_the_hall(finished_knockout, base):
    assert "http" not in podium_message(finished_knockout, base, EVERYTHING).text
    assert "https://tapete.example/t/" in (
        podium_message(finished_knockout, "https://tapete.example", EVERYTHING).text
    )


def test_the_public_downloads_both_pictures(finished_knockout):
    podium, bracket = (picture_at(Client(), page) for page in PICTURES)
    assert podium.size == (1080, 1350) and bracket.width > 1000


def test_before_the_end_there_is_no_picture_of_the_podium(casino, pairs, pilar):
    pairs(casino, 4)
    publish(casino, pilar)
    assert Client().get(HOME + "podio.png").status_code == 404
    assert picture_at(Client(), "cuadro.png")


def test_the_pictures_of_a_tournament_with_hidden_names_have_numbers(
    finished_knockout, client_as, pilar
):
    finished_knockout.public_names = PublicNames.NUMBERS
    Tournament.objects.update(public_names=PublicNames.NUMBERS)
    pictures_before = [picture_at(client_as(pilar), page) for page in PICTURES]
    Player.objects.update(name="Otro", surname="Nombre", town="Otro Pueblo")
    finished_knockout.entries.update(town="Otro Pueblo")
    pictures_after = [picture_at(Client(), page) for page in PICTURES]
    pairs = zip(pictures_before, pictures_after, strict=True)
    assert all(ImageChops.difference(*pair).getbbox() is None for pair in pairs)
    titles = [
        step["competitor"].title
        for step in ending_of(finished_knockout, audience_of(finished_knockout, "")).steps
    ]
    assert all(title.startswith("Pareja ") for title in titles)


@pytest.mark.parametrize("name", ["M", "x" * 60, "Ñandú de la " * 10, "بطولة", "🎉"])
def test_any_name_stays_on_its_card(finished_knockout, name):
    ending = ending_of(finished_knockout, EVERYTHING)
    for step in ending.steps:
        players = step["competitor"].players
        object.__setattr__(step["competitor"], "name", name)
        assert players
    picture = Image.open(BytesIO(podium_picture(finished_knockout, ending, "Guiñote"))).convert(
        "RGB"
    )
    background = picture.getpixel((50, 50))
    for box in [(32, 300, 60, 1000), (1020, 300, 1048, 1000)]:
        assert picture.crop(box).getcolors() == [
            ((box[2] - box[0]) * (box[3] - box[1]), background)
        ]


def test_a_title_breaks_into_lines_of_about_the_same_length():
    _face, lines = largest_fit(
        "XIX Torneo de Guiñote San Roque", "Caladea-Bold.ttf", (76,), 940, 260
    )
    assert lines == ["XIX Torneo de", "Guiñote San Roque"]


def test_the_podium_on_the_screen_has_towns_and_sponsor(finished_knockout):
    (podium, *_others) = slides_of(finished_knockout.stage, EVERYTHING)
    assert all(row.towns for row in podium.rows)
    assert podium.values["sponsor"] == "Patrocina: Caja Rural"
    wall = Client().get(HOME + "pantalla/?ver=podio").content.decode()
    assert "Patrocina: Caja Rural" in wall and "img/oros" in wall


def test_the_home_of_a_finished_tournament_begins_with_the_podium(finished_knockout):
    page = Client().get(HOME).content.decode()
    assert page.index("podium__step--1") < page.index('name="q"')
    assert "Patrocina: Caja Rural" in page and HOME + "podio.png" in page


CARD_LINKS = (
    "compartir/",
    "podio.png",
    "cuadro.png",
    "cuentas/premios/",
    "ajustes/archivo/",
    "repetir/",
)
CARD_SHEETS = ("final_acta", "diplomas", "prizes", "press")


def test_one_card_has_the_closing_tasks_of_the_organiser(finished_knockout, client_as, pilar):
    page = client_as(pilar).get(HOME + "panel/").content.decode()
    card = page[page.index('id="terminar"') :]
    assert page.index("podium__step--1") < page.index('id="terminar"')
    assert all(f'href="{HOME}{link}"' in card for link in CARD_LINKS)
    assert all(f'name="sheet" value="{sheet}"' in card for sheet in CARD_SHEETS)


def test_the_card_offers_each_role_only_what_it_may_do(finished_knockout, client_as, chema, raul):
    desk, referee = (
        client_as(user).get(HOME + "panel/").content.decode() for user in (chema, raul)
    )
    for page in (desk, referee):
        assert 'value="final_acta"' in page and "repetir/" not in page
        assert "ajustes/archivo/" not in page and "cuentas/premios/" not in page
    assert f'href="{HOME}cuentas/"' in desk[desk.index('id="terminar"') :]
    assert f'href="{HOME}cuentas/"' not in referee[referee.index('id="terminar"') :]


def test_the_page_of_the_desk_links_to_the_card(finished_knockout, desk):
    assert f'href="{HOME}panel/#terminar"' in desk.get(HOME + "control/").content.decode()


def test_before_the_end_there_is_no_card(casino, pairs, pilar, client_as):
    pairs(casino, 4)
    publish(casino, pilar)
    assert 'id="terminar"' not in client_as(pilar).get(HOME + "panel/").content.decode()
    assert "#terminar" not in client_as(pilar).get(HOME + "control/").content.decode()


def test_the_screen_shows_the_final_and_the_third_place(make_tournament, pairs, pilar):
    tournament = make_tournament(**KNOCKOUT)
    pairs(tournament, 4)
    semifinals = publish(tournament, pilar)
    assert slides_of(tournament.stage, EVERYTHING, [Show.PLAYING])[0].template == "tables"
    play_all(semifinals, pilar)
    (page,) = slides_of(fresh_tournament(tournament).stage, EVERYTHING, [Show.PLAYING])
    assert page.template == "final"  # before the draw of the final
    assert [row["note"] for row in page.rows] == ["a continuación"] * 2
    publish(fresh_tournament(tournament), pilar)
    (page,) = slides_of(fresh_tournament(tournament).stage, EVERYTHING, [Show.PLAYING])
    assert page.template == "final" and not any(row["note"] for row in page.rows)
    assert [row["name"] for row in page.rows] == ["La final", "Tercer puesto"]
    assert all(row["table"] and all(side["towns"] for side in row["sides"]) for row in page.rows)
    wall = Client().get(HOME + "pantalla/?ver=jugando").content.decode()
    assert "wall-final__match--first" in wall and "La final" in wall


def test_the_screen_announces_a_waiting_final_before_the_tables_in_play(
    make_tournament, pairs, pilar
):
    tournament = make_tournament(tables=1, **KNOCKOUT)
    pairs(tournament, 4)
    semifinals = publish(tournament, pilar)
    play(semifinals.matches.get(number=1), pilar)
    pages = slides_of(fresh_tournament(tournament).stage, EVERYTHING, [Show.PLAYING])
    assert [page.template for page in pages] == ["tables"]  # the second finalist is unknown
    play(semifinals.matches.get(number=2), pilar)
    last_round = publish(fresh_tournament(tournament), pilar)
    final = last_round.matches.get(purpose="final")
    third = last_round.matches.get(purpose="third_place")
    last_round.matches.update(state="waiting", table=None)
    last_round.matches.filter(pk=third.pk).update(state="playing", table=1)
    pages = slides_of(fresh_tournament(tournament).stage, EVERYTHING, [Show.PLAYING])
    assert [page.template for page in pages] == ["final", "tables"]
    assert [(row["note"], row["table"]) for row in pages[0].rows] == [
        ("a continuación", None),
        ("", 1),
    ]
    play(third, pilar)
    pages = slides_of(fresh_tournament(tournament).stage, EVERYTHING, [Show.PLAYING])
    assert pages[0].rows[0]["table"] == 1 and pages[0].rows[1]["sides"][0]["score"]
    play(final, pilar)
    assert (
        slides_of(fresh_tournament(tournament).stage, EVERYTHING, [Show.PLAYING])[0].template
        == "welcome"
    )
