"""The acta of revesino on paper: a row for each line, in the words of the notation, with totals."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from rules.core import SIDE_NAMES, Score, Side, Step
from rules.lines import End, Forfeit, Stop
from rules.revesino.cards import SEATS
from rules.revesino.codes import CARDS
from rules.revesino.hands import Deal, Napolitana, Revesino
from rules.revesino.match import State
from rules.revesino.options import Options
from rules.revesino.renuncios import Fate
from rules.revesino.results import Plate, Result
from rules.revesino.rulings import DealerRuling, Fault, Ruling, VoidHand
from scoring.games.grid import Column, Form, Ledger, Row
from scoring.games.revesino.words import tantos_text

LINES = 24  # rows on a page
LINE = 7.8  # height of a line, millimetres
LETTERS = SIDE_NAMES[:SEATS]


def form(options: Options) -> Form:
    """Return the paper form for these options. Every match has the same page.

    >>> round(form(Options()).block_width, 1), len(form(Options()).columns)
    (190.0, 20)
    """
    return Ledger(
        row_height=LINE,
        length=_length(options),
        hint=_hint(options),
        result_head=_("Resultado: tantos"),
        sides=SEATS,
        columns=_columns(),
        rows_per_block=LINES,
        thick_columns=(2, 6, 11, 12, 16),
        groups=(
            ("", 2),
            (_("Bazas y puntos"), SEATS),
            (_("Cartas de pago"), len(CARDS)),
            ("", 1),
            (_("Tantos de la mano"), SEATS),
            (_("Suma"), SEATS),
        ),
    )


def _columns() -> tuple[Column, ...]:
    cards = (_("As o."), _("As c."), _("As e."), _("As b."), _("Cab. c."))
    return (
        Column(6.0, _("N.º"), 7.5),
        Column(6.0, pgettext("of revesino", "Da"), 9.0),
        *(Column(11.0, letter, 9.0) for letter in LETTERS),
        *(Column(9.4, card, 9.0) for card in cards),
        Column(16.0, _("Además"), 7.5),
        *(Column(8.5, letter, 9.0) for letter in LETTERS),
        *(Column(9.25, letter, 9.0) for letter in LETTERS),
    )


def rows(options: Options, steps: Sequence[Step[State]]) -> list[Row]:
    """Return one row for each line of the acta.

    >>> from rules.revesino import REVESINO
    >>> from rules.core import fold
    >>> lines = ["0/0 3/9 5/19 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC dD", "revesino B corta C rA"]
    >>> for row in rows(Options(), fold(REVESINO, Options(), lines)): print(row.cells[:11])
    ['D', '0/0', '3/9', '5/19', '3/6', 'AvC', 'BsD', 'd', 'Cj', 'AvC', '']
    ['A', '', 'rev.', 'corta', '', '', '', '', '', '', 'rA']
    """
    paper_rows = []
    dealer = None
    for step in steps:
        written_dealer = getattr(step.hand, "dealer", None)
        cells = _hand_cells(step.hand, written_dealer if dealer is None else dealer)
        paper_rows.append(Row([*cells, *_tantos(step)], 0))
        dealer = step.score.state.dealer
    return paper_rows


def result(options: Options, score: Score[State]) -> tuple[int, ...]:
    return score.tallies[0]


def _hand_cells(hand: object, dealer: Side | None) -> list[str]:
    """Return the cells of a line before the tantos.

    They are the dealer, the result or the act of each player, the fate of each pay card, and other
    words.
    """
    cells = dict.fromkeys(range(SEATS), "")
    cards = [""] * len(CARDS)
    other_words = _other_words(hand)
    match hand:
        case Deal(bazas=bazas, points=points, fates=fates):
            cells = {side: f"{bazas[side]}/{points[side]}" for side in cells}
            cards = [_fate(fate) for fate in fates]
        case Revesino(goer=goer, cutter=cutter, napolitana=holder):
            cells |= {goer: pgettext("in a box", "rev.")}
            cells |= {} if holder is None else {holder: pgettext("in a box", "4 ases")}
            cells |= {} if cutter is None else {cutter: pgettext("in a box", "corta")}
        case Napolitana(holder=holder, introducer=introducer):
            cells |= {holder: pgettext("in a box", "4 ases")}
            cells |= {} if introducer is None else {introducer: pgettext("in a box", "introd.")}
        case Fault(side=side, payee=payee):
            cells |= {side: pgettext("in a box", "falta")}
            cells |= {} if payee is None else {payee: pgettext("in a box", "cobra")}
    has_dealer = isinstance(hand, (Deal, Revesino, Napolitana, VoidHand, Result)) or (
        (isinstance(hand, Ruling) and hand.act == "mano") or (isinstance(hand, Fault) and hand.void)
    )
    name = LETTERS[dealer] if has_dealer and dealer is not None else ""
    return [name, *cells.values(), *cards, other_words]


def _fate(fate: Fate) -> str:
    """Return the fate of a card as in the notation, «AvC»."""
    return str(fate).partition("=")[2]


def _other_words(hand: object) -> str:
    """Return the words of the line that no other column shows."""
    match hand:
        case Deal(renuncios=renuncios):
            return _renuncios(renuncios)
        case Revesino(napolitana=holder, cutter=cutter, duty=duty, renuncios=renuncios):
            ases_word = (
                pgettext("in a box", "4 ases") if holder is not None and holder == cutter else ""
            )
            return " ".join(word for word in (ases_word, duty, _renuncios(renuncios)) if word)
        case Napolitana(lost=lost, left=left, renuncios=renuncios):
            words = (
                pgettext("in a box", "pierde") if lost else "",
                pgettext("in a box", "dejada") if left else "",
                _renuncios(renuncios),
            )
            return " ".join(word for word in words if word)
        case VoidHand(passes=passes):
            return pgettext("in a box", "nula, pasa") if passes else pgettext("in a box", "nula")
        case Fault(fault=fault):
            return fault
        case Result(unit="vuelta"):
            return pgettext("in a box", "vuelta")
        case Plate():
            return _("platillo")
        case Ruling():
            return _("árbitro")
        case DealerRuling(dealer=dealer):
            return _("árb.: da %(side)s") % {"side": LETTERS[dealer]}
        case Stop():
            return _("se para")
        case Forfeit(loser=loser):
            return _("pierde %(side)s") % {"side": LETTERS[loser]}
        case End():
            return pgettext("in a box", "fin")
    return ""


def _renuncios(renuncios: Sequence[Side]) -> str:
    return " ".join(f"r{LETTERS[side]}" for side in renuncios)


def _tantos(step: Step[State]) -> list[str]:
    """Return each player's gain or loss in the line, and his total after the line.

    The cells are "" if the line moves no tantos.
    """
    score = step.score
    if not any(score.points) and not isinstance(step.hand, Result):
        return [""] * (2 * SEATS)
    return [tantos_text(number) for number in (*score.points, *score.tallies[0])]


def _length(options: Options) -> str:
    """Return the length of the match as text: «4 vueltas, Mari-Pérez»."""
    if options.by_time:
        parts = [_("por tiempo")]
    else:
        parts = [
            ngettext("%(n)s vuelta", "%(n)s vueltas", options.vueltas) % {"n": options.vueltas}
        ]
    if options.mari_perez:
        parts.append(_("Mari-Pérez"))
    if options.plate:
        parts.append(_("platillo de %(plate)s") % {"plate": options.plate})
    return ", ".join(parts)


def _hint(options: Options) -> str:
    sentence = _(
        "Una línea por mano. De cada uno, bazas/puntos; de cada carta: AvC la vendió A y la "
        "levantó C, BsD la sacó B a D, Cj la jugó C, d duerme. Además: rB renuncio de B. Revesino "
        "y cuatro ases: en la columna de cada uno, lo que hizo."
    )
    if options.plate:
        sentence += " " + _("Platillo: una línea con lo que pone cada uno.")
    return sentence
