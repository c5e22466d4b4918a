"""The origin of a qualified entry, and its line in the list of a phase, in words."""

from django.utils.translation import gettext as _

ORIGIN_LENGTH = 160


def origin_in_words(place: int, tournament: str) -> str:
    """Return the origin of an entry that qualified elsewhere: «2.º puesto en Fase de Alcañiz»."""
    text = _("%(place)s.º puesto en %(tournament)s") % {"place": place, "tournament": tournament}
    return text if len(text) <= ORIGIN_LENGTH else f"{text[: ORIGIN_LENGTH - 1]}…"


def qualifier_in_words(place: int, title: str, *, is_entered: bool) -> str:
    """Return «2.º · 7 · Paco Gil · Luis Sanz», with «(ya inscrita)» if it is already entered."""
    line = f"{place}.º · {title}"
    return _("%(entry)s (ya inscrita)") % {"entry": line} if is_entered else line
