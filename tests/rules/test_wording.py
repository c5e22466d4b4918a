"""Every refusal and event of the rules has a sentence on the site, with the right params."""

import re

import pytest
from django.utils.translation import override

from rules.cientos import CIENTOS
from rules.cientos import codes as cientos
from rules.core import CODES, Event, RuleError, fold
from rules.guinote import GUINOTE
from rules.guinote import codes as guinote
from rules.malilla import MALILLA
from rules.malilla.forms import FAULTS, FORMS
from rules.marcador import MARCADOR
from rules.marcador import codes as marcador
from rules.revesino import REVESINO
from rules.revesino import codes as revesino
from rules.tarot import TAROT
from rules.truco import TRUCO
from rules.truco import codes as truco
from rules.zanga import ZANGA
from rules.zanga import codes as zanga
from scoring.games.malilla import sentences as malilla
from tests.rows import each
from tournaments.games import GAMES as GAME_WORDS
from tournaments.games import refusals as rules
from tournaments.games.refusals import event_message, message, rule_refusal

GAMES = (CIENTOS, GUINOTE, MALILLA, MARCADOR, REVESINO, TAROT, TRUCO, ZANGA)
ALL_CODES = {**CODES, **{code: entry for game in GAMES for code, entry in game.codes.items()}}
# Events with one sentence for each value of their param `by`.
EVENT_WORDS = {
    "guinote.partida_won": guinote.WAYS,
    **cientos.EVENT_WORDS,
    **revesino.EVENT_WORDS,
    "malilla.fault": tuple(FAULTS),
    "malilla.favorito": tuple("oceb"),
    "marcador.match_won": marcador.WAYS,
    "marcador.match_drawn": marcador.WAYS,
    "truco.points": truco.WAYS,
    **zanga.EVENT_WORDS,
}
PLACEHOLDER = re.compile(r"%\((\w+)\)s")


def table_of(name):
    """Return one table of words (`sentences`, `events`…), joined from all games."""
    return {key: text for game in GAME_WORDS.values() for key, text in getattr(game, name).items()}


SENTENCES = {**rules.SENTENCES, **table_of("sentences")}


def test_every_refusal_has_a_sentence_with_its_own_params():
    for code, entry in ALL_CODES.items():
        sentence = str(SENTENCES[code])
        assert {*PLACEHOLDER.findall(sentence)} <= {*entry.params, "named"}, code
        assert "%" not in PLACEHOLDER.sub("", sentence), code


def test_every_sentence_has_a_code():
    assert set(SENTENCES) == set(ALL_CODES)


def test_every_event_has_a_sentence():
    expected = {
        (f"{code}.{way}" if way else code): {*params, "side", "rival"}
        for game in GAMES
        for code, params in game.events.items()
        for way in EVENT_WORDS.get(code, ("",))
    }
    assert set(table_of("events")) == set(expected)
    for code, sentence in table_of("events").items():
        assert set(PLACEHOLDER.findall(str(sentence))) <= expected[code]


@each("lines, status", (["coto 2-1"], 400), (["coto 3-0"] * 3, 409))
def test_a_refusal_of_the_site_has_the_code_field_and_article_of_the_rules(lines, status):
    with pytest.raises(RuleError) as error:
        fold(GUINOTE, GUINOTE.Options(), lines)
    refusal = rule_refusal(error.value)
    assert (refusal.code, refusal.field, refusal.article, refusal.status) == (
        error.value.code,
        error.value.field,
        error.value.article,
        status,
    )


def test_the_sentence_of_a_refusal_is_translated_when_it_is_shown():
    with pytest.raises(RuleError) as error:
        GUINOTE.parse("62-59 uA")
    refusal = rule_refusal(error.value)
    with override("es"):
        assert str(refusal).startswith("Los tantos por cartas")


@each("game", CIENTOS, GUINOTE, TAROT, TRUCO)
def test_no_sentence_cites_our_own_notes(game):
    """Players do not have our notes, the Rulings of each `SOURCES.md`.

    The faults that the referee may choose cite no Rulings either, except in cientos.
    """
    articles = [code.article for code in game.codes.values()]
    if game != CIENTOS:
        articles += [fault.article for fault in game.penal(game.Options()).faults]
    assert not [article for article in articles if "Rulings" in article]


@each(
    "game, obj, sentence",
    (
        GUINOTE,
        {"kind": "renuncio", "side": "A", "point": "5"},
        "El punto de «El renuncio»: escriba un número entero, no «5».",
    ),
    (
        REVESINO,
        {"kind": "plate", "amounts": [1, 2]},
        "Los tantos: escriba una lista de números, uno de cada bando, no «list».",
    ),
    (
        TAROT,
        {"kind": "results", "deals": 1, "points": ["x"]},
        "Los puntos: escriba un número, no «x».",
    ),
)
def test_a_value_of_the_wrong_type_is_refused_in_words(game, obj, sentence):
    with pytest.raises(RuleError) as error:
        game.from_json(obj)
    assert message(error.value) == sentence


@each(
    "options, sentence",
    (
        {"manos": 4, "margin": 2},
        "La ventaja: solo vale jugando a un número de tantos, y no lo hay.",
    ),
    (
        {"count": "juegos", "target": 40},
        "Los tantos del juego: déjelo en blanco, porque solo se anota quién gana cada juego; o "
        "elija anotar los tantos.",
    ),
    ({"sides": 7}, "Los bandos: escriba un número de 2 a 5, no 7."),
)
def test_the_sentence_of_a_refused_option_names_the_option(options, sentence):
    with pytest.raises(RuleError) as error:
        MARCADOR.Options(**options)
    assert message(error.value) == sentence


@each(
    "event, names, sentence",
    (
        Event("guinote.coto_won", 1, (("partidas", (1, 3)),)),
        ["Pilar y Ana", "Los Royos"],
        "Los Royos gana el coto (1-3).",
    ),
    (
        Event("revesino.match_won", 3, (("tantos", 40),)),
        ["Ana", "Blas", "Caro", "Diego"],
        "Diego gana el encuentro con 40 tantos.",
    ),
)
def test_the_sentence_of_an_event_names_the_entry(event, names, sentence):
    assert event_message(event, names) == sentence


def test_every_form_fault_and_field_has_its_words():
    assert set(malilla.FORMS) == set(FORMS)
    assert set(malilla.FAULTS) == set(FAULTS)
    hand = TAROT.to_json(TAROT.parse("B+D rey tomo 49 2o"))
    options = {*MALILLA.Options.__dataclass_fields__, *MARCADOR.Options.__dataclass_fields__}
    assert {*hand, *options} - {"kind"} <= {*rules.FIELDS, *table_of("fields")}
