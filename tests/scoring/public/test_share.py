"""Tests of sharing: messages, pages framed by a club's site, link pictures, calendar files."""

import re
from datetime import UTC, datetime
from io import BytesIO
from urllib.parse import unquote

import pytest
from django.test import Client
from django.utils.html import escape
from PIL import Image

from scoring.public.share import calendar_file, podium_message, round_message, share_picture
from tests.scoring.played_rounds import KNOCKOUT, finish, matches, play, publish
from tests.scoring.public.test_public_pages import HOME
from tournaments.models import Tournament
from tournaments.names.audience import EVERYTHING

BASE = "https://tapete.example"
NOW = datetime(2026, 5, 1, 18, tzinfo=UTC)


def fresh_tournament(tournament):
    return Tournament.objects.get(pk=tournament.pk)


def test_before_the_first_round_there_is_no_message(casino, pairs):
    pairs(casino, 4)
    assert (round_message(casino, BASE, EVERYTHING), podium_message(casino, BASE, EVERYTHING)) == (
        None,
        None,
    )


def test_the_message_of_a_round_has_tables_results_and_byes(make_tournament, pairs, pilar, chema):
    day = make_tournament(format="swiss", format_options={"rounds": 3})
    pairs(day, 5)
    publish(day, pilar)
    play(matches(day, state="playing")[0], chema)
    message = round_message(fresh_tournament(day), BASE, EVERYTHING)
    lines = message.text.split("\n")
    assert lines[:3] == [f"*{day.name}*", "Ronda 1", ""]
    assert lines[-1] == f"{BASE}{HOME}emparejamientos/"
    match_lines = lines[3:-2]
    assert [line.startswith("Mesa 2: ") for line in match_lines].count(True) == 1
    assert [line.startswith("Descansa ") for line in match_lines].count(True) == 1
    (finished_line,) = [line for line in match_lines if not line.startswith(("Mesa", "Descansa"))]
    assert re.search(r" \d–\d ", finished_line)
    assert unquote(message.whatsapp).endswith(message.text)


def test_the_message_of_a_long_round_counts_the_matches_left_out(
    make_tournament, pairs, pilar, monkeypatch
):
    day = make_tournament(format="swiss", format_options={"rounds": 3})
    pairs(day, 8)
    publish(day, pilar)
    monkeypatch.setattr("scoring.public.share.MOST_LINES", 3)
    assert "… y 1 más, en la página." in round_message(fresh_tournament(day), BASE, EVERYTHING).text


@pytest.mark.slow
def test_a_finished_tournament_has_a_message_with_the_podium(make_tournament, pairs, pilar):
    day = make_tournament(**KNOCKOUT)
    pairs(day, 4)
    finish(day, pilar)
    lines = podium_message(fresh_tournament(day), BASE, EVERYTHING).text.split("\n")
    assert [line[0] for line in lines[3:6]] == ["🥇", "🥈", "🥉"]


def test_only_the_staff_sees_the_page_of_sharing(casino, pairs, pilar, client_as):
    Tournament.objects.filter(pk=casino.pk).update(name='A "B" </textarea>')
    pairs(casino, 4)
    publish(casino, pilar)
    page = client_as(pilar).get(HOME + "compartir/").content.decode()
    assert "https://wa.me/?text=" in page and "calendario.ics" in page
    line = '<iframe src="http://testserver/t/casino-de-calamocha/cuadro/?marco=1" title="A &quot;B'
    assert escape(line) in page  # as text to paste
    assert Client().get(HOME + "compartir/").status_code == 302


def test_a_framed_page_has_no_menu_and_allows_framing(casino, pairs, pilar):
    pairs(casino, 4)
    publish(casino, pilar)
    for page in ("clasificacion/", "emparejamientos/", "cuadro/"):
        framed_page, plain_page = Client().get(HOME + page + "?marco=1"), Client().get(HOME + page)
        html = framed_page.content.decode()
        assert 'class="places' not in html and '<base target="_blank">' in html
        assert f"{page}?marco=1&amp;v=" in html  # the refresh keeps the frame
        assert "frame-ancestors *" in framed_page.headers["Content-Security-Policy"]
        assert "X-Frame-Options" not in framed_page.headers
        assert "frame-ancestors 'none'" in plain_page.headers["Content-Security-Policy"]
        assert plain_page.headers["X-Frame-Options"] == "DENY"


def test_no_other_page_may_be_framed(casino):
    answer = Client().get(HOME + "mesa/?marco=1")
    assert answer.headers["X-Frame-Options"] == "DENY" and b"<base target" not in answer.content


def test_a_shared_link_has_a_title_a_description_and_a_picture(casino):
    html = Client().get(HOME).content.decode()
    assert f'<meta property="og:title" content="{casino.name}">' in html
    assert "og:description" in html and "Guiñote" in html
    (address,) = re.findall('property="og:image" content="http://testserver([^"]*)"', html)
    answer = Client().get(address)
    assert answer.headers["Content-Type"] == "image/png"
    assert "max-age=600" in answer.headers["Cache-Control"]
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)


@pytest.mark.parametrize(
    "name", ["Maratón", "M", "x" * 120, "Gran " * 24, "🎉", "بطولة الورق الكبرى", "Torneo 🎉 «Ñ»"]
)
def test_any_name_stays_on_its_picture(name):
    lines = ("Guiñote · " + "Pabellón Municipal " * 6, "8 de mayo de 2026 a las 20:00")
    content = share_picture(name, lines)
    assert len(content) < 100_000
    picture = Image.open(BytesIO(content)).convert("RGB")
    background = picture.getpixel((60, 60))
    for box in [(40, 40, 1160, 70), (40, 560, 900, 590), (850, 40, 875, 590)]:
        assert picture.crop(box).getcolors() == [
            ((box[2] - box[0]) * (box[3] - box[1]), background)
        ]


def test_the_date_of_a_tournament_is_a_calendar_file(casino):
    casino.name, casino.venue = "Torneo; de todos, el más largo " + "ñ" * 60, "Casino, Calamocha"
    text = calendar_file(casino, BASE, NOW, EVERYTHING)
    lines = text.split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR" and lines[-2:] == ["END:VCALENDAR", ""]
    assert all(len(line.encode()) <= 75 for line in lines)
    unfolded_text = text.replace("\r\n ", "")
    assert "SUMMARY:Torneo\\; de todos\\, el más largo " + "ñ" * 60 in unfolded_text
    assert (
        "LOCATION:Casino\\, Calamocha" in unfolded_text
        and "DTSTAMP:20260501T180000Z" in unfolded_text
    )
    assert unfolded_text.count("BEGIN:VEVENT") == 1
    answer = Client().get(HOME + "calendario.ics")
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"


def test_a_league_has_a_date_for_each_round(make_tournament, pairs):
    day = make_tournament(format="league", format_options={"legs": 1})
    pairs(day, 4)
    stage = day.stages.get()
    stage.dates = ["2026-05-08T20:00:00+02:00", "2026-05-15T20:00:00+02:00", ""]
    stage.save()
    text = calendar_file(fresh_tournament(day), BASE, NOW, EVERYTHING)
    assert text.count("BEGIN:VEVENT") == 2 and "DTSTART:20260508T180000Z" in text


@pytest.mark.parametrize(
    "address, only_hall",
    [
        ("http://192.168.1.20:8000", True),
        ("http://10.0.0.7", True),
        ("http://[fd00::5]:8000", True),
        ("http://portatil.local:8000", True),
        ("http://portatil:8000", True),
        ("http://127.0.0.1:8000", False),
        ("http://localhost:8000", False),
        ("https://torneos.example.org", False),
        ("http://8.8.8.8", False),
    ],
)
def test_the_page_warns_about_an_address_that_opens_only_in_the_hall(
    address, only_hall, casino, client_as, pilar, settings
):
    settings.TAPETE_PUBLIC_URL = address
    page = client_as(pilar).get(f"/t/{casino.slug}/compartir/").content.decode()
    assert ("solo en la red de la sala" in page) is only_hall
    assert ("./dev run --hall" in page) is (address.split("//")[1][:3] in ("127", "loc"))


def test_the_warning_about_missing_qr_codes_is_above_the_print_buttons(
    places, client_as, pilar, settings
):
    settings.TAPETE_PUBLIC_URL = "http://127.0.0.1:8000"
    page = client_as(pilar).get(f"/t/{places['slug']}/imprimir/").content.decode()
    assert page.index("salen sin código QR") < page.index('name="sheet"')
