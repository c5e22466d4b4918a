"""Tests of names: given name and surnames, filing order, and identity."""

from pathlib import Path

from tests.rows import each, phrases
from tournaments.names.given_names import person
from tournaments.names.people import Person, identity
from tournaments.names.surnames import filed_name, filing_key
from tournaments.people.imports.lines import read_person, write_person


@each(
    "text, name, surname, list_name",
    ("Paco Gil", "Paco", "Gil", "Gil, Paco"),
    ("Paco", "Paco", "", "Paco"),
    ("José Luis Sanz", "José Luis", "Sanz", "Sanz, José Luis"),
    ("José Luis", "José Luis", "", "José Luis"),
    ("José Vicente", "José", "Vicente", "Vicente, José"),
    ("José Mª Gil Yus", "José Mª", "Gil Yus", "Gil Yus, José Mª"),
    ("Mª Pilar Gil", "Mª Pilar", "Gil", "Gil, Mª Pilar"),
    ("M.ª Ángeles Sanz", "M.ª Ángeles", "Sanz", "Sanz, M.ª Ángeles"),
    ("María del Carmen López", "María del Carmen", "López", "López, María del Carmen"),
    ("María de los Ángeles Gil", "María de los Ángeles", "Gil", "Gil, María de los Ángeles"),
    ("María de la Torre", "María", "de la Torre", "Torre, María de la"),
    ("Ángel de la Fuente", "Ángel", "de la Fuente", "Fuente, Ángel de la"),
    ("Luis del Río Gil", "Luis", "del Río Gil", "Río Gil, Luis del"),
    ("Luis Las Heras", "Luis", "Las Heras", "Las Heras, Luis"),
    ("De la Fuente, Ángel", "Ángel", "De la Fuente", "Fuente, Ángel De la"),
    ("Dª Pilar Gil", "Dª Pilar", "Gil", "Gil, Dª Pilar"),
    ("Don Paco", "Don Paco", "", "Paco, Don"),
    ("D. José Luis Sanz", "D. José Luis", "Sanz", "Sanz, D. José Luis"),
    ("El Chato", "El Chato", "", "Chato, El"),
    ("La Pilar de Luco", "La Pilar de Luco", "", "Pilar de Luco, La"),
    ("Paco Gil, el Rubio", "Paco «el Rubio»", "Gil", "Gil, Paco «el Rubio»"),
    ('"Rubio"', "«Rubio»", "", "«Rubio»"),
    ('Paco "Rubio" Gil', "Paco «Rubio»", "Gil", "Gil, Paco «Rubio»"),
    ("Ramón y Cajal, Santiago", "Santiago", "Ramón y Cajal", "Ramón y Cajal, Santiago"),
)
def test_name_is_split_and_filed_in_the_spanish_way(text, name, surname, list_name):
    parsed_person = person(text)
    assert (parsed_person.name, parsed_person.surname, str(filed_name(parsed_person))) == (
        name,
        surname,
        list_name,
    )
    assert read_person(write_person(parsed_person)) == parsed_person


def test_filing_order_is_word_by_word_with_ene_after_n_and_without_particles():
    names = phrases(
        "Ana Ñíguez; Zé; Luis Nuñez; Eva Óscar; Pi Nz; Zoe Gil; Ana Gil Abad",
        "Ángel de la Gila; El Gil; Dª Berta Gil; Carla Gil",
    )
    people = sorted(map(person, names), key=filing_key)
    assert [str(filed_name(filed_person)) for filed_person in people] == phrases(
        "Gil, Dª Berta; Gil, Carla; Gil, El; Gil, Zoe; Gil Abad, Ana; Gila, Ángel de la",
        "Nuñez, Luis; Nz, Pi; Ñíguez, Ana; Óscar, Eva; Zé",
    )


def test_title_does_not_change_the_identity_of_a_person():
    assert identity(person("Dª Pilar Gil")) == identity(Person("Pilar", "Gil"))
    assert identity(person("Paco Gil")) != identity(person("Paco «el Rubio» Gil"))


@each(
    "spelling, other_spelling",
    ("Mª Pilar Gil", "María Pilar Gil"),
    ("M.ª Pilar Gil", "Maria Pilar Gil"),
    ("Ma. Pilar Gil", "MARÍA PILAR GIL"),
    ("Fco. Javier Roche", "Francisco Javier Roche"),
    ("Ana Gª Sanz", "Ana García Sanz"),
    ("Patrick O’Donnell", "Patrick O'Donnell"),
    ("Patrick O´Donnell", "Patrick O`Donnell"),
    ("Søren Østby", "Soren Ostby"),
    ("Łukasz Wałęsa", "Lukasz Walesa"),
    ("Ana-Belén López-Ibor", "Ana Belén López Ibor"),
    ("Ana–Belén López—Ibor", "Ana Belén López-Ibor"),
    ("Gal·la Puig", "Galla Puig"),
    ("Marcel•lí Puig", "Marcel·lí Puig"),
    ("J. L. Sanz", "J L Sanz"),
    ("Sr. D. Luis Gil", "Luis Gil"),
    ('Paco "Rubio" Gil', "Paco «Rubio» Gil"),
)
def test_other_spellings_of_a_name_have_the_same_identity(spelling, other_spelling):
    assert identity(person(spelling)) == identity(person(other_spelling))
    towns = ("Sta. Eulalia", "Santa Eulalia"), ("L’Hospitalet", "L'Hospitalet")
    for town, other_town in towns:
        assert identity(person(spelling, town)) == identity(person(other_spelling, other_town))
    assert identity(person(identity(person(spelling)).rstrip("|"))) == identity(person(spelling))


def test_names_of_punctuation_have_different_identities():
    assert identity(Person("¿?")) != identity(Person("...")) != identity(Person("🃏"))


def test_names_of_the_list_are_split_into_given_name_and_surnames():
    """The list has Castilian, Catalan, Galician and Basque names, compounds and abbreviations."""
    lines = (Path(__file__).parent / "names.txt").read_text(encoding="utf-8").splitlines()
    names = [line.partition("|") for line in lines if line and not line.startswith("#")]
    pairs = [(name.strip(), surname.strip()) for name, _bar, surname in names]
    people = [person(" ".join(pair)) for pair in pairs]
    assert [(parsed_person.name, parsed_person.surname) for parsed_person in people] == pairs
    assert len(pairs) > 250
