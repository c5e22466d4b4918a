"""How many of the seeded count as such, in words."""

from django.utils.translation import gettext, ngettext


def seeds_in_words(seeds: int) -> str:
    """«4 cabezas de serie»; 0: all those with a number."""
    if not seeds:
        return gettext("cabezas de serie")
    text = ngettext("%(count)s cabeza de serie", "%(count)s cabezas de serie", seeds)
    return text % {"count": seeds}
