"""The words for an entry: una pareja, un jugador, un trío."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, time
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    Text = StrOrPromise
else:
    Text = str | Promise  # `_` returns a lazy text, which has its own class in the stubs

# A sentence takes the form of the word that it needs («%(the)s 12 se ha retirado»). The rest of the
# sentence is the same for both genders.


@dataclass(frozen=True, slots=True)
class Unit:
    """The word for an entry, in lower case; `the` goes before a number: «la pareja 12»."""

    one: Text
    many: Text
    the: Text

    def count(self, number: int) -> str:
        """Return the number with its word, in the active language: «107 parejas»."""
        return f"{number} {self.one if number == 1 else self.many}"

    def label(self, number: int | str) -> Text:
        """Return the word, with its article, before the number: «la pareja 12»."""
        return format_lazy("{} {}", self.the, number)


TEAM = Unit(_("equipo"), _("equipos"), pgettext_lazy("before a number", "el equipo"))

# Number of people in an entry → the word for the entry.
UNITS: dict[int, Unit] = {
    1: Unit(_("jugador"), _("jugadores"), pgettext_lazy("before a number", "el jugador")),
    2: Unit(_("pareja"), _("parejas"), pgettext_lazy("before a number", "la pareja")),
    3: Unit(_("trío"), _("tríos"), pgettext_lazy("before a number", "el trío")),
}


# «Ana e Isabel», «Luis e Hilario»; but «agua y hielo», where the i begins a diphthong.
STARTS_WITH_I = re.compile(r"[^\w]*h?[ií](?![aeoáéó])", re.IGNORECASE)


def and_before(word: str) -> str:
    """Return the «y» or «e» that joins a word to the word before it."""
    if STARTS_WITH_I.match(word):
        return pgettext("between the last two of a list, before an i", "e")
    return pgettext("between the last two of a list", "y")


def join_in_words(words: Iterable[object]) -> str:
    """Join names, numbers or descriptions as in a sentence.

    >>> join_in_words(["Ana", "Luis", "Eva"]), join_in_words(["Ana", "Isabel"])
    ('Ana, Luis y Eva', 'Ana e Isabel')
    >>> join_in_words([12]), join_in_words([])
    ('12', '')
    """
    *first_words, last_word = [str(word) for word in words] or [""]
    if not first_words:
        return last_word
    return f"{', '.join(first_words)} {and_before(last_word)} {last_word}"


def oclock(moment: datetime | time, format: str = "H:i") -> str:
    """Return a local time with its Spanish article; English has none.

    >>> oclock(time(23, 30)), oclock(time(1, 30))
    ('las 23:30', 'la 01:30')
    """
    if isinstance(moment, datetime):
        local = timezone.localtime(moment) if timezone.is_aware(moment) else moment
        moment, hour = local.time(), date_format(local, format)
    else:
        hour = time_format(moment, format)
    words = gettext("la %(hour)s") if moment.hour == 1 else gettext("las %(hour)s")
    return words % {"hour": hour}
