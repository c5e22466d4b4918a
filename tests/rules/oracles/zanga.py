"""Oracle of zanga: partidas to the last vale in matches and jornadas, some with `codillo_stays`."""

from functools import partial

from rules.zanga import ZANGA
from tests.rows import phrases
from tests.rules.oracles.judge import Match
from tests.rules.zanga.table import SEATS, Hand, zanga_match

GAME = ZANGA
LENGTHS = ZANGA.presets | {
    "una_partida_codillo_queda": ZANGA.Options(partidas=1, codillo_stays=True)
}
FORMS = tuple(LENGTHS)
VOICES = frozenset("p" * passes + voice for passes in range(4) for voice in "jsm")
SPECIAL_CASES = VOICES | frozenset(
    phrases(
        "o; po; ppo; pppz; pppv; pppzs; pppvs; cA; cB; tA; tB; eA; eB; fA; fB; rA; rB",
        "a matador kept back; judged; five made; five failed; todas made; todas failed",
        "void; several renuncios",
    )
)
FALSE_KINDS = frozenset(
    phrases(
        "one pass too many; a baza too many for A; a baza too many for B; a hand left undecided",
        "no bazas; a renuncio of each pair; the zanga cards before the pie",
        "all eight without five; nobody is mano; another mano; the mano's partner; both ask five",
        "all eight against, failed; the zanga without three vales",
        "five without the first two bazas; all eight asked and not played; a pass without vales",
        "a renuncio, and a false claim of one; the estuche twice; the estuche of both",
        "the pie is obligado; five asked and played on; an estuche with too few bazas",
        "an estuche of a solo with too few bazas; a matador kept back without one",
        "a matador kept back that no rival demands; more matadores kept back than leads demand",
        "more renuncios than cards put; a renuncio of the leader of every baza",
    )
)


def matches(rng, form):
    options = LENGTHS[form]
    hands_and_counts = zanga_match(rng, options.partidas, options.jornada, options.codillo_stays)
    hands, counts = zip(*hands_and_counts, strict=True)
    yield Match(options, [hand.line() for hand in hands], counts, hands, len(hands))


def rules_count(hand, score):
    stones = (*score.tallies[1], score.state.middle)
    return score.tallies[0], stones, score.points, score.winner


def special_cases(match):
    for hand in match.hands:
        yield from hand.line().split()
        yield f"five {hand.five}"
        yield f"todas {hand.todas}"
        if hand.judged:
            yield "judged"
        if hand.void:
            yield "void"
        if any(matador for _, matador, _ in hand.faults):
            yield "a matador kept back"
        if len(hand.faults) > 1:
            yield "several renuncios"


def false_hands(match, place, hand, score_before):
    table = match.hands[place]
    if table.void:
        return
    false_lines = [] if table.judged else (*_false_lines(table), *_false_renuncios(table))
    for name, line in (*false_lines, *_passes_without_vales(table)):
        yield name, partial(ZANGA.parse, line)


def _false_lines(hand: Hand):
    voice, bazas, *other_words = hand.line().split()
    a, b = hand.bazas
    line, end_of_line = hand.line(), " ".join(other_words)
    total = a + b
    yield "one pass too many", f"pppp{line}"
    yield "a baza too many for A", f"{voice} {a + 9 - total}-{b} {end_of_line}"
    yield "a baza too many for B", f"{voice} {a}-{b + 9 - total} {end_of_line}"
    if not hand.faults:
        yield "a hand left undecided", f"{voice} {min(a, 4)}-{min(b, 3)} {end_of_line}"
        yield "no bazas", f"{voice} {end_of_line}"
        yield "a renuncio of each pair", f"{line} rA rB"
    else:
        yield "a renuncio of each pair", f"{line} r{'AB'[1 - hand.faults[0][0]]}"
        yield "a renuncio, and a false claim of one", f"{line} fA"
    if hand.passes < 3 and not hand.cards:
        yield "the zanga cards before the pie", line.replace(voice, "p" * hand.passes + "z", 1)
    else:
        yield "the pie is obligado", line.replace(voice, "pppo", 1)
    if hand.asker is not None:
        yield "both ask five", f"{line} c{'BA'[hand.asker]}"
    for side in (0, 1):
        rival_bazas, own_bazas = hand.bazas[1 - side], hand.bazas[side]
        words_without_claims = [word for word in other_words if word[0] not in "cter"]
        plain_line = f"{voice} {bazas} {' '.join(words_without_claims)}"
        if hand.faults:
            continue
        if own_bazas < 2:
            yield "five without the first two bazas", f"{plain_line} c{'AB'[side]}"
        if own_bazas < 5:
            yield "all eight without five", f"{plain_line} t{'AB'[side]}"
        if own_bazas >= 6 and not rival_bazas:
            yield "five asked and played on", f"{plain_line} c{'AB'[side]}"
        if own_bazas in (5, 6, 7) and not rival_bazas:
            yield "all eight asked and not played", f"{plain_line} t{'AB'[side]}"
        if own_bazas < total - 6:
            yield "an estuche with too few bazas", f"{plain_line} e{'AB'[side]}"
        if side == hand.named_pair and hand.alone and own_bazas < total - 5:
            yield "an estuche of a solo with too few bazas", f"{plain_line} e{'AB'[side]}"
        if side != hand.named_pair and own_bazas >= 5 and rival_bazas:
            yield "all eight against, failed", f"{plain_line} t{'AB'[side]}"
    if hand.estuche is not None:
        yield "the estuche twice", f"{line} e{'AB'[hand.estuche]}"
        yield "the estuche of both", f"{line} e{'BA'[hand.estuche]}"
    if not hand.names_mano:
        yield "another mano", f"{line} m{SEATS[(hand.mano + 1) % 4]}"
        yield "the mano's partner", f"{line} m{SEATS[(hand.mano + 2) % 4]}"
    else:
        yield (
            "nobody is mano",
            " ".join(word for word in line.split() if word[0] != "m" or word == voice),
        )


def _false_renuncios(hand: Hand):
    """Yield false renuncios in place of the hand's faults."""
    words = [word for word in hand.line().split() if word[0] not in "rctf"]
    total, bazas_before_eighth = sum(hand.bazas), min(7, sum(hand.bazas))
    for side in (0, 1):
        name, seats = "AB"[side], [seat for seat in hand.playing_seats if seat % 2 == side]
        plain_line = " ".join(word for word in words if word[0] != "e")
        if hand.estuche == 1 - side:
            yield "a matador kept back without one", f"{' '.join(words)} r{name}e"
        if hand.estuche == side and len(seats) == 1:
            yield "a matador kept back that no rival demands", f"{' '.join(words)} r{name}e"
        if hand.bazas[1 - side] >= 5:
            # One renuncio by each player in each baza except the eighth, and one more.
            renuncios = f" r{name}" * (len(seats) * bazas_before_eighth + 1)
            yield "more renuncios than cards put", plain_line + renuncios
            yield "more matadores kept back than leads demand", plain_line + f" r{name}e" * 4
        first_seat = next(seat for seat in _seats_from(hand.mano) if seat in hand.playing_seats)
        if (
            len(seats) == 1
            and first_seat % 2 == side
            and hand.bazas[side] == total
            and hand.way != "o"
        ):
            yield "a renuncio of the leader of every baza", f"{plain_line} r{name}"


def _seats_from(seat: int):
    return [(seat + step) % 4 for step in range(4)]


def _passes_without_vales(hand: Hand):
    """Yield lines in which a pair passes without a vale to pay for it."""
    stones = list(hand.stones_before[:2])
    stones[hand.mano % 2] = max(0, stones[hand.mano % 2] - 4)
    for passes in range(3):
        side = (hand.mano + passes) % 2
        if not stones[side]:
            mano = f" m{SEATS[hand.mano]}" if hand.names_mano else ""
            yield "a pass without vales", "p" * (passes + 1) + "j 8-0" + mano
            return
        stones[side] -= 1
    if stones[1 - hand.mano % 2] < 3:
        yield "the zanga without three vales", "pppz 8-0"
