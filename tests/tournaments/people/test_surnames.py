"""Names as people type them, and where a list by surname files them."""

from pathlib import Path

from tests.rows import each, phrases
from tournaments.names.given_names import person
from tournaments.names.people import Person, identity
from tournaments.names.surnames import filed_name, filing_key
from tournaments.people.imports.lines import read_person, write_person


@each(
    "typed, name, surname, in_list",
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
def test_each_name_is_read_and_filed_as_spaniards_do(typed, name, surname, in_list):
    read = person(typed)
    assert (read.name, read.surname, str(filed_name(read))) == (name, surname, in_list)
    assert read_person(write_person(read)) == read


def test_the_list_goes_word_by_word_with_ene_after_n_and_without_particles():
    typed = phrases(
        "Ana Ñíguez; Zé; Luis Nuñez; Eva Óscar; Pi Nz; Zoe Gil; Ana Gil Abad",
        "Ángel de la Gila; El Gil; Dª Berta Gil; Carla Gil",
    )
    ordered = sorted(map(person, typed), key=filing_key)
    assert [str(filed_name(one)) for one in ordered] == phrases(
        "Gil, Dª Berta; Gil, Carla; Gil, El; Gil, Zoe; Gil Abad, Ana; Gila, Ángel de la",
        "Nuñez, Luis; Nz, Pi; Ñíguez, Ana; Óscar, Eva; Zé",
    )


def test_a_title_makes_nobody_another_person():
    assert identity(person("Dª Pilar Gil")) == identity(Person("Pilar", "Gil"))
    assert identity(person("Paco Gil")) != identity(person("Paco «el Rubio» Gil"))


@each(
    "typed, otherwise",
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
def test_the_same_name_typed_otherwise_is_the_same_person(typed, otherwise):
    assert identity(person(typed)) == identity(person(otherwise))
    towns = ("Sta. Eulalia", "Santa Eulalia"), ("L’Hospitalet", "L'Hospitalet")
    for town, same in towns:
        assert identity(person(typed, town)) == identity(person(otherwise, same))
    assert identity(person(identity(person(typed)).rstrip("|"))) == identity(person(typed))


def test_marks_alone_are_a_name_of_their_own():
    assert identity(Person("¿?")) != identity(Person("...")) != identity(Person("🃏"))


def test_each_name_of_the_list_is_parted_between_given_name_and_surnames():
    """Castilian, Catalan, Galician and Basque names, compound ones, initials and abbreviations."""
    lines = (Path(__file__).parent / "names.txt").read_text(encoding="utf-8").splitlines()
    names = [line.partition("|") for line in lines if line and not line.startswith("#")]
    wanted = [(name.strip(), surname.strip()) for name, _bar, surname in names]
    read = [person(" ".join(pair)) for pair in wanted]
    assert [(someone.name, someone.surname) for someone in read] == wanted
    assert len(wanted) > 250
