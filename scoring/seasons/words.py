"""Where an entry comes from, in words."""

from django.utils.translation import gettext as _

ORIGIN = 160  # letters


def origin_in_words(place: int, tournament: str) -> str:
    """Return the origin of an entry that qualified elsewhere: «2.º puesto en Fase de Alcañiz»."""
    text = _("%(place)s.º puesto en %(tournament)s") % {"place": place, "tournament": tournament}
    return text if len(text) <= ORIGIN else f"{text[: ORIGIN - 1]}…"
