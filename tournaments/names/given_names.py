"""Reading a name as people type it: which words are the name and which the surname. Plain Python.

«Pérez Gil, Paco» says it; else the first word is the name, with its title, and so are compound
names («José Luis»). What begins with an article, or stands between quotes, is a nickname.
"""

import re
from collections.abc import Sequence

from tournaments.names.people import Person, fold, titles, words_of
from tournaments.names.surnames import ARTICLES

# First names and the second words that make a compound name with each, folded.
COMPOUND = {
    first: frozenset(second.split())
    for first, second in (
        ("ana", "maria belen isabel rosa cristina luisa teresa carmen pilar victoria paula"),
        ("angel", "luis maria manuel antonio"),
        ("antonio", "jose manuel luis jesus miguel maria francisco"),
        ("carlos", "alberto manuel javier jose enrique"),
        ("carmen", "maria rosa"),
        ("eva", "maria"),
        ("fernando", "jose"),
        ("francisco", "javier jose jesus manuel luis antonio"),
        ("jesus", "maria angel manuel antonio javier"),
        ("jorge", "luis"),
        (
            "jose",
            "luis antonio manuel maria ramon miguel angel ignacio carlos javier vicente enrique "
            "joaquin alberto fernando francisco andres pablo juan domingo tomas jesus",
        ),
        (
            "juan",
            "carlos jose antonio luis manuel ramon francisco miguel pablo pedro ignacio jesus "
            "vicente bautista maria angel fernando diego andres",
        ),
        ("julio", "cesar alberto"),
        (
            "luis",
            "miguel alberto antonio carlos fernando angel manuel maria javier enrique ignacio",
        ),
        ("luisa", "maria fernanda"),
        ("manuel", "jose angel jesus antonio"),
        ("marco", "antonio"),
        (
            "maria",
            "jose jesus carmen luisa pilar dolores angeles teresa isabel antonia josefa cruz "
            "victoria nieves paz sol consuelo soledad mercedes amparo elena eugenia concepcion "
            "asuncion rosa lourdes fernanda cristina paula inmaculada montserrat remedios "
            "encarnacion milagros esther blanca belen magdalena begona gracia rosario angela mar "
            "reyes luz",
        ),
        ("miguel", "angel"),
        ("pedro", "jose antonio luis pablo maria manuel miguel javier jesus angel"),
        ("rafael", "angel"),
        ("rosa", "maria ana isabel"),
        ("victor", "manuel"),
    )
}
MARIA = words_of("maria mari ma m.a ma. m.a. m.")
# Second names that are surnames too: «José Vicente» alone may be either.
SURNAMES_TOO = words_of(
    "andres bautista cruz diego domingo jesus juan miguel pablo reyes tomas vicente"
)
QUOTED = re.compile('\\s*[«"“]([^«»"“”]+)[»"”]\\s*')


def person(text: str, town: str = "") -> Person:
    """Return the person of one name as people type it.

    >>> someone = person("José Luis Sanz", "Calamocha")
    >>> someone.name, someone.surname, someone.town
    ('José Luis', 'Sanz', 'Calamocha')
    >>> for words in ("Pérez Gil, Paco", "Mª del Carmen de la Fuente", "Paco Gil, el Rubio"):
    ...     print(person(words).surname, "|", person(words).name)
    Pérez Gil | Paco
    de la Fuente | Mª del Carmen
    Gil | Paco «el Rubio»
    """
    text, town = " ".join(text.split()), " ".join(town.split())
    if quoted := QUOTED.search(text):
        return _nicknamed(f"{text[: quoted.start()]} {text[quoted.end() :]}", quoted[1], town)
    if "," in text:
        surname, name = (part.strip() for part in text.split(",", 1))
        if surname and fold(name).split()[:1] and fold(name).split()[0] in ARTICLES:
            return _nicknamed(surname, name, town)
        return Person(name or surname, surname if name else "", town)
    words = text.split()
    taken = given_names(words)
    return Person(" ".join(words[:taken]), " ".join(words[taken:]), town)


def given_names(words: Sequence[str]) -> int:
    """How many words at the beginning are the name; all of them of a nickname.

    >>> [given_names(text.split()) for text in ("Paco Gil", "José Mª Gil", "Don Paco", "La Pilar")]
    [1, 2, 2, 2]
    """
    before = titles(words)
    plain = [fold(word) for word in words[before:]]
    if len(plain) > 1 and plain[0] in ARTICLES:
        return len(words)
    return before + min(_compound(plain), len(plain))


def _compound(plain: Sequence[str]) -> int:
    """How many folded words the name is."""
    first, *rest = ["maria" if word in MARIA else word for word in plain] or [""]
    if first == "maria" and rest[:1] in (["del"], ["de"]):
        article = 1 + (len(rest) > 1 and rest[1] in ARTICLES)
        if rest[article : article + 1] and rest[article] in COMPOUND["maria"]:
            return article + 2
    second = rest[0] if rest else ""
    if second not in COMPOUND.get(first, ()):
        return 1
    return 1 if len(plain) == 2 and second in SURNAMES_TOO else 2


def _nicknamed(rest: str, nickname: str, town: str) -> Person:
    """The person of the rest of the text, with the nickname behind the name."""
    if not rest.strip():
        return Person(f"«{nickname.strip()}»", "", town)
    someone = person(rest)
    return Person(f"{someone.name} «{nickname.strip()}»", someone.surname, town)
