"""Messages of Django, REST framework and allauth are in the Spanish of Spain, with «usted».

Their own catalogues mix countries, and «tú» with «usted»; `locale/es` corrects them.
"""

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import polib
import pytest
from django.utils.translation import gettext, ngettext, override

OWN = Path(__file__).resolve().parents[2] / "locale/es/LC_MESSAGES/django.po"
LIBRARIES = {"django": ("conf", "contrib/auth"), "rest_framework": (".",), "allauth": (".",)}
# Parts of the libraries that no page of Tapete shows.
NOT_HERE = re.compile(r"\b(idp|socialaccount|openid|usersessions|headless|webauthn|tests)/")
ADMIN = re.compile(r"primary key|redirect|Referer|SQL|backends, such as|CIDR|comma|DEBUG|wildcard")
# Words not used in Spain, forms of «tú», and misspellings.
FOREIGN = re.compile(
    r"exitosa|asemej|\brequeridos?\b|registr[aeoí]|\b[Ii]ngres[aeó]|contáctenos|regulada"
    r"|\btus?\b|\btienes\b|\bEstás\b|\bHas\b|\bTen\b|\bves\b|\baún puedes\b|[Ii]ntroduce\b"
    r"|[Ii]ntroduza|[Ee]lije\b|[Ss]elecciona\b|[Ii]nténtal?o\b|Utiliza\b|\bdecides\b|Confía\b"
    r"|confíes|Envíame|Guárdalos|Regí?s?trate|carácteres|caracter\b|no se proveyeron|vació\b"
)


def messages() -> Iterator[polib.POEntry]:
    """Yield every message of the libraries that a user of Tapete can meet."""
    for library, parts in LIBRARIES.items():
        spec = find_spec(library)
        assert spec and spec.origin
        for part in parts:
            folder = Path(spec.origin).parent / part / "locale/es/LC_MESSAGES"
            source = folder / "django.po"
            if library == "rest_framework":  # REST framework ships no source catalogue
                yield from polib.mofile(str(folder / "django.mo"))
                continue
            for entry in polib.pofile(str(source)):
                places = [place for place, _line in entry.occurrences]
                is_used = not places or any(not NOT_HERE.search(place) for place in places)
                if is_used and not entry.obsolete and not entry.fuzzy:
                    yield entry


def translation_of(entry: polib.POEntry) -> str:
    if entry.msgid_plural:
        return " / ".join(ngettext(entry.msgid, entry.msgid_plural, count) for count in (1, 2))
    return gettext(entry.msgid)


def test_messages_of_libraries_are_in_the_spanish_of_spain():
    with override("es"):
        foreign = {
            entry.msgid: translation_of(entry)
            for entry in messages()
            if entry.msgid
            and not ADMIN.search(entry.msgid)
            and FOREIGN.search(translation_of(entry))
        }
    assert foreign == {}


def test_every_corrected_message_belongs_to_a_library():
    """If a library removes a message, its correction in `locale/es` is unused."""
    library_texts = {entry.msgid for entry in messages()}
    own = polib.pofile(str(OWN))
    assert [entry.msgid for entry in own if entry.msgid not in library_texts] == []
    assert [entry.msgid for entry in own if FOREIGN.search(entry.msgstr)] == []


@pytest.mark.parametrize(
    "message, spanish",
    [
        ("This field is required.", "Este campo es obligatorio."),
        ("Successfully signed in as %(name)s.", "Ha entrado como %(name)s."),
        ("Sign Up", "Crear una cuenta"),
    ],
)
def test_the_corrected_spanish_replaces_the_spanish_of_the_library(message, spanish):
    with override("es"):
        assert gettext(message) == spanish
    with override("en"):
        assert gettext(message) == message


def test_the_sign_up_page_is_in_the_spanish_of_spain(client, db):
    page = client.get("/cuenta/signup/").content.decode()
    assert "parecerse a sus otros datos" in page and "asemejarse" not in page
    form = {"username": "marisa", "password1": "1234", "password2": ""}
    page = client.post("/cuenta/signup/", form).content.decode()
    assert "Este campo es obligatorio." in page and "requerido" not in page
