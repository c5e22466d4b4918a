"""Tests of namesakes: people with the same name are shown with their towns."""

import pytest

from tests.scoring.page_text import one_line
from tests.scoring.played_rounds import publish
from tests.scoring.prints.printed import sheet_pages, words
from tests.worlds import world
from tournaments.models import Player
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.selectors.entries import entry_list
from tournaments.people.services.registering import edit_entry, register_entry

NAMESAKES = ("Paco Gil (Luco)", "Paco Gil (Daroca)")


@world
def namesake_pairs(casino, pilar):
    """Two pairs with a Paco Gil each, from two towns, who meet in the first round."""
    entries = [
        register_entry(
            tournament=casino,
            author=pilar,
            players=[Person("Paco", "Gil"), Person(partner)],
            town=town,
        )
        for partner, town in (("Ana", "Luco"), ("Eva", "Daroca"))
    ]
    publish(casino, pilar)
    return entries


def test_player_without_a_namesake_is_shown_without_the_town(casino, pilar):
    register_entry(
        tournament=casino, author=pilar, players=[Person("Paco", "Gil"), Person("Ana")], town="Luco"
    )
    assert [player.name_for(EVERYTHING) for player in casino.players.order_by("pk")] == [
        "Paco Gil",
        "Ana",
    ]


@pytest.mark.slow
def test_every_page_and_sheet_shows_the_towns_of_namesakes(
    casino, namesake_pairs, client_as, chema
):
    public, desk = client_as(None), client_as(chema)
    slug = f"/t/{casino.slug}/"
    pages = [
        (public, slug),
        (public, f"{slug}emparejamientos/"),
        (public, f"{slug}clasificacion/"),
        (public, f"{slug}cuadro/"),
        (public, f"{slug}mesa/?q=paco+gil"),
        (public, f"{slug}inscripcion/1/"),
        (desk, f"{slug}control/?mesa=1"),
        (desk, f"{slug}inscripciones/?q=paco"),
    ]
    for browser, url in pages:
        text = one_line(browser.get(url, follow=True).text)
        assert all(name in text for name in NAMESAKES), url
    surname_page = one_line(public.get(f"{slug}emparejamientos/?por=apellido").text)
    assert "Gil, Paco (Luco)" in surname_page and "Gil, Paco (Daroca)" in surname_page
    for sheet in ("pairings_table", "pairings_surname", "actas", "standings", "entries"):
        text = words(sheet_pages(casino, sheet))
        assert "Luco)" in text and "Daroca)" in text, sheet


def test_renamed_namesake_is_shown_without_the_town(casino, namesake_pairs, pilar):
    edit_entry(
        entry=namesake_pairs[0],
        author=pilar,
        players=[Person("Paco", "Gil Yus"), Person("Ana")],
        town="Luco",
    )
    assert not Player.objects.exclude(apart="").exists()
    assert [entry.title_for(EVERYTHING) for entry in entry_list(casino)] == [
        "Paco Gil Yus · Ana",
        "Paco Gil · Eva",
    ]
