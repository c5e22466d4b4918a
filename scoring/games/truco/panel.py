"""The panel of a hand of truco: its acts as words and buttons."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from rules.core import SIDE_NAMES, Side
from rules.truco.acts import Act, Answer, Chant, Mazo, Round, Seat, Tantos, TrucoWinner
from scoring.games.truco.words import CHANTS, declared_tantos
from tournaments.words import Text, join_in_words

Bandos = Sequence[int]  # the bando, 0 or 1, of each side


class Button(NamedTuple):
    """The button of an act: the act in the notation, and the label."""

    value: str
    label: Text


class ButtonRow(NamedTuple):
    """A row of buttons, A's button on the left; None leaves a gap."""

    words: Text
    buttons: list[Button | None]


def dealer_words(dealer: Seat) -> Iterator[str]:
    """Yield «da B», the words for a dealer whom the user names before the acts."""
    yield _("da %(side)s") % {"side": SIDE_NAMES[dealer.side]}


def words_of_acts(acts: Iterable[Act], bandos: Bandos) -> Iterator[str]:
    """Yield each act as words: «A: envido», «quiero», «ronda 1: parda»."""
    rounds = 0
    for act in acts:
        rounds += isinstance(act, Round)
        yield _act_text(act, rounds, bandos)


def _act_text(act: Act, rounds: int, bandos: Bandos) -> str:
    match act:
        case Chant(side=side, chant=chant):
            return f"{SIDE_NAMES[side]}: {str(CHANTS[chant]).lower()}"
        case Answer(querido=querido):
            return _("quiero") if querido else _("no quiero")
        case Tantos():
            return declared_tantos(act)
        case Round(winner=winner):
            winner_text = _("parda") if winner is None else SIDE_NAMES[winner]
            return _("ronda %(number)s: %(won)s") % {"number": rounds, "won": winner_text}
        case Mazo(side=side):
            return _("%(side)s al mazo") % {"side": _bando(side, bandos)}
        case TrucoWinner(side=side):
            return _("gana el truco: %(side)s") % {"side": _bando(side, bandos)}


def _bando(side: Side, bandos: Bandos) -> str:
    """Return the sides that play together with `side`: «A», «B y C»."""
    side_names = [
        SIDE_NAMES[other_side] for other_side, bando in enumerate(bandos) if bando == bandos[side]
    ]
    return join_in_words(side_names)


def _chant_row(chant: str, word: str, sides: list[Side]) -> tuple[str, list[tuple[Act, str]]]:
    """Return the head of a row, and its buttons: one for each side that may make this chant.

    With three sides, the head has the word of the chant, because it does not fit in the buttons.
    """
    if len(sides) > 2:
        return word, [(Chant(side, chant), SIDE_NAMES[side]) for side in sides]
    return "", [(Chant(side, chant), f"{SIDE_NAMES[side]}: {word}") for side in sides]


def dealer_rows(players: Mapping[str, Text]) -> list[ButtonRow]:
    """Return the buttons for the dealer, one in each row, so that names are legible."""
    words = [_("¿Quién da las cartas? Juega solo contra los otros dos."), *[""] * len(players)]
    buttons = (Button(value, label) for value, label in players.items())
    return [ButtonRow(text, [button]) for text, button in zip(words, buttons, strict=False)]


def rows(
    possible_acts: Collection[Act | None], acts_so_far: Collection[Act], bandos: Bandos
) -> list[ButtonRow]:
    """Return the rows of buttons for the possible acts.

    If a whole bando does an act, the bando has one button.
    """
    number = 1 + sum(isinstance(act, Round) for act in acts_so_far)
    sides: list[Side] = list(range(len(bandos)))
    first_sides = [side for side in sides if side == bandos.index(bandos[side])]
    answers = [(Answer(True), _("Quiero")), (Answer(False), _("No quiero"))]
    rounds = [(Round(side), SIDE_NAMES[side]) for side in sides]
    rounds.insert(1, (Round(None), _("Parda")))
    groups: list[tuple[str, Sequence[tuple[Act, str]]]] = [
        (_("Contestan"), answers),
        *(_chant_row(chant, str(word), sides) for chant, word in CHANTS.items()),
        (_("¿Quién gana la ronda %(number)s de la mano?") % {"number": number}, rounds),
        (
            _("O sin anotar las rondas: ¿quién gana el truco?"),
            [(TrucoWinner(side), _bando(side, bandos)) for side in first_sides],
        ),
        (
            _("¿Alguien se va al mazo?"),
            [(Mazo(side), _bando(side, bandos)) for side in first_sides],
        ),
    ]
    button_rows = [
        ButtonRow(
            words, [Button(str(act), label) if act in possible_acts else None for act, label in row]
        )
        for words, row in groups
    ]
    return [row for row in button_rows if any(row.buttons)]
