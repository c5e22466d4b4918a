"""The options of malilla: the form, the length of a match, and the rules on which halls differ."""

from dataclasses import dataclass

from rules.core import GameOptions, check_options
from rules.malilla.codes import refuse
from rules.malilla.forms import FORMS, Form

LIMITS = {"vueltas": (1, 60), "target": (0, 2000), "bye_tantos": (0, 500)}


@dataclass(frozen=True, slots=True)
class Options(GameOptions):
    """Malilla and its Adiciones.

    form: one of FORMS: companeros, barrotada (four individuals), coja (three), vistas (two, open
        piles), cubiertas (two, closed cards).
    vueltas: the number of vueltas in a match; each player deals once in a vuelta.
    target: 0, or the tantos that win the match, which then has no fixed length. Such a match marks
        only gains: a side's loss is the gain of the other sides.
    play_off: whether the sides play another vuelta if the leaders are equal after the last vuelta;
        otherwise the match is a draw.
    favorito: a suit is drawn at the start, and hands with this trump pay double.
    mariperez: the first and the last vuelta pay double.
    double_once: a hand that favorito and Mari-Pérez both double pays ×2, not ×4 (Rulings M1).
    capote_72: barrotada and coja: a capote pays 72, spread evenly (Rulings M5, M6).
    alce_by_all: barrotada: all three rivals pay the alce, not only the side that cut (Rulings M11).
    bye_tantos: the tantos credited to a side that wins without playing, in a match without a
        target.

    >>> Options().sides, Options(form="coja").sides, Options(form="coja").par
    (2, 3, 24)
    """

    form: str = "companeros"
    vueltas: int = 3
    target: int = 0
    play_off: bool = False
    favorito: bool = False
    mariperez: bool = False
    double_once: bool = False
    capote_72: bool = False
    alce_by_all: bool = False
    bye_tantos: int = 36

    counted_tally = "tantos"

    def __post_init__(self) -> None:
        if not isinstance(self.form, str) or self.form not in FORMS:
            raise refuse("malilla.form", "form", value=self.form, allowed=FORMS)
        check_options(self, LIMITS)
        if self.target and self.play_off:
            raise refuse("malilla.play_off_target", "play_off")
        if self.target and self.mariperez:
            raise refuse("malilla.mariperez_target", "mariperez")
        if self.double_once and not (self.favorito and self.mariperez):
            raise refuse("malilla.double_once_alone", "double_once")
        self._check_form("capote_72", "barrotada", "coja")
        self._check_form("alce_by_all", "barrotada")

    def _check_form(self, name: str, *forms: str) -> None:
        if getattr(self, name) and self.form not in forms:
            raise refuse(f"malilla.{name}_form", name, value=self.form, allowed=forms)

    @property
    def people(self) -> int:
        return self.players // self.sides

    @property
    def can_draw(self) -> bool:
        """Return whether a match can be drawn.

        The leaders may be equal after the last vuelta or, with three or four sides, after one side
        leaves.
        """
        return self.form_rules.each_for_himself or not (self.target or self.play_off)

    @property
    def form_rules(self) -> Form:
        return FORMS[self.form]

    @property
    def sides(self) -> int:
        return self.form_rules.sides

    @property
    def players(self) -> int:
        return self.form_rules.players

    @property
    def par(self) -> int:
        return self.form_rules.par

    @property
    def unit(self) -> int:
        """Return the number of tally units in a tanto: 2 with closed cards (Rulings M7), otherwise
        1.
        """
        return self.form_rules.unit

    @property
    def credit(self) -> int:
        """Return the fewest tantos of a side that wins without playing, in units of the tallies."""
        return (self.target or self.bye_tantos) * self.unit

    def mariperez_times(self, vuelta: int) -> int:
        """Return 2 in the vueltas, numbered from 0, that the Mari-Pérez doubles; else 1."""
        return 2 if self.mariperez and vuelta in (0, self.vueltas - 1) else 1

    def times(self, vuelta: int, *, favorito: bool) -> int:
        """Return the multiple of every payment in a deal of this vuelta, numbered from 0 (M1, M13).

        >>> con_todo = Options(favorito=True, mariperez=True)
        >>> [con_todo.times(vuelta, favorito=True) for vuelta in range(4)]
        [4, 2, 4, 2]
        """
        mariperez = self.mariperez_times(vuelta)
        if not favorito:
            return mariperez
        return 2 if self.double_once else 2 * mariperez

    @property
    def plays(self) -> float:
        """Return the approximate number of deals.

        A match to a target takes about a deal for every six tantos of the target.
        """
        return self.target / 6 if self.target else self.vueltas * self.players


PRESETS: dict[str, Options] = {
    "companeros": Options(),
    "companeros_favorito_mariperez": Options(favorito=True, mariperez=True),
    "companeros_a_100": Options(target=100),
    "companeros_a_200": Options(target=200),
    "barrotada": Options(form="barrotada"),
    "barrotada_alce_de_todos": Options(form="barrotada", alce_by_all=True),
    "coja": Options(form="coja", vueltas=4),
    "dos_a_cartas_vistas": Options(form="vistas", vueltas=6),
    "dos_a_cartas_cubiertas": Options(form="cubiertas", vueltas=6),
}
MINUTES: dict[str, int] = {  # the usual minutes of a match, by preset
    "companeros": 46,
    "companeros_favorito_mariperez": 50,
    "companeros_a_100": 67,
    "companeros_a_200": 120,
    "barrotada": 46,
    "barrotada_alce_de_todos": 46,
    "coja": 46,
    "dos_a_cartas_vistas": 46,
    "dos_a_cartas_cubiertas": 46,
}
