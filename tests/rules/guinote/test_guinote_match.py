"""A match of guiñote: its length, cotos, results in one line, rulings and the next dealer."""

import pytest

from rules.core import RuleError, fold
from rules.guinote import GUINOTE
from rules.guinote.options import PRESETS, Options
from tests.rows import case, each

TWO_OF_3 = PRESETS["dos_cotos_de_3"]
A_WINS_COTO = ["partida A"] * 3


def _tallies(lines: list[str], options: Options = TWO_OF_3) -> dict[str, tuple[int, ...]]:
    score = fold(GUINOTE, options, lines)[-1].score if lines else GUINOTE.start(options)
    return dict(zip(GUINOTE.tallies, score.tallies, strict=True))


def _refusal(lines: list[str], options: Options = TWO_OF_3) -> tuple[str, str, int | None]:
    """Return the code, field and line number with which these lines are refused."""
    with pytest.raises(RuleError) as error:
        fold(GUINOTE, options, lines)
    return error.value.code, error.value.field, error.value.hand


def _shortest_win(options: Options) -> int:
    """Return the number of `partida A` lines that end the match."""
    lines = ["partida A"]
    while not fold(GUINOTE, options, lines)[-1].score.over:
        lines.append("partida A")
    return len(lines)


@each(
    "preset, partidas",
    ("dos_cotos_de_3", 6),
    ("dos_cotos_de_4", 8),
    ("un_coto_de_4", 4),
    ("un_coto_de_5", 5),
    ("mejor_de_13", 7),
    ("mejor_de_15", 8),
    ("mejor_de_17", 9),
    ("mano_a_mano_dos_cotos_de_3", 6),
    ("mano_a_mano_un_coto_de_4", 4),
    ("mano_a_mano_mejor_de_13", 7),
)
def test_each_preset_needs_its_number_of_partidas(preset, partidas):
    assert _shortest_win(PRESETS[preset]) == partidas


def test_the_table_of_partidas_has_every_preset():
    assert len(PRESETS) == 10


def test_guinote_is_for_two_players_or_for_two_pairs():
    """«El guiñote puede jugarse entre dos o cuatro jugadores» (Guiñote, «Número de jugadores»)."""
    people_by_preset = {name: options.people for name, options in PRESETS.items()}
    assert {name for name, people in people_by_preset.items() if people == 1} == {
        name for name in PRESETS if name.startswith("mano_a_mano")
    }
    assert {options.sides for options in PRESETS.values()} == {2}


def test_two_players_are_scored_as_two_pairs():
    lines = ["91-29 uA dB", "62-58 uA A20o B40e", "9-31 !A", "renuncio B 5", "coto 2-3"]
    two_players = PRESETS["mano_a_mano_dos_cotos_de_3"]
    assert fold(GUINOTE, two_players, lines) == fold(GUINOTE, TWO_OF_3, lines)


@each(
    "lines, cotos, partidas, partidas_coto",
    case("nothing played", [], (0, 0), (0, 0), (0, 0)),
    case("a coto in play", ["partida A", "partida B"], (0, 0), (1, 1), (1, 1)),
    case("a coto", A_WINS_COTO, (1, 0), (3, 0), (0, 0)),
    case("a coto each", ["coto 3-1", "coto 2-3"], (1, 1), (5, 4), (0, 0)),
    case("the match", ["coto 3-1", "coto 2-3", "coto 3-2"], (2, 1), (8, 6), (0, 0)),
    case(
        "both levels in one acta",
        ["coto 3-1", "partida B", "renuncio A 2", "partida B"],
        (1, 1),
        (3, 4),
        (0, 0),
    ),
)
def test_lines_add_up_to_cotos_and_partidas(lines, cotos, partidas, partidas_coto):
    assert _tallies(lines) == {
        "cotos": cotos,
        "partidas": partidas,
        "partidas_coto": partidas_coto,
        "tantos": (0, 0),
    }


def test_tantos_of_the_ida_count_until_the_partida_ends():
    ida = ["60-60 uA B20o"]
    assert _tallies(ida)["tantos"] == (70, 80)
    assert _tallies([*ida, "partida A"]) == {
        "cotos": (0, 0),
        "partidas": (1, 0),
        "partidas_coto": (1, 0),
        "tantos": (0, 0),
    }


@each(
    "lines, code, field, hand",
    case("a draw", ["coto 3-3"], "guinote.coto_result", "partidas", 1),
    case("not ended", ["coto 2-1"], "guinote.coto_result", "partidas", 1),
    case("too long", ["coto 4-1"], "guinote.coto_result", "partidas", 1),
    case("not played", ["coto 0-0"], "guinote.coto_result", "partidas", 1),
    case("a partida played", ["partida A", "coto 3-1"], "guinote.coto_begun", "partidas", 2),
    case("a partida begun", ["60-60 uA", "coto 3-1"], "guinote.coto_begun", "partidas", 2),
    case("a coto after the end", ["coto 3-0"] * 3, "match_over", "hand", 3),
    case("a deal after the end", ["coto 3-0", "coto 3-0", "60-60 uA"], "match_over", "hand", 3),
    case("two lose", ["pierde A: se retira", "pierde B: se retira"], "match_over", "hand", 2),
)
def test_an_illegal_line_of_guinote_is_refused(lines, code, field, hand):
    assert _refusal(lines) == (code, field, hand)


def test_the_refusal_of_a_coto_result_lists_possible_results():
    with pytest.raises(RuleError) as error:
        fold(GUINOTE, TWO_OF_3, ["coto 3-3"])
    assert error.value.params == {"value": "3-3", "allowed": "3-0, 3-1, 3-2"}
    assert error.value.article == "Guiñote, «Quién gana el guiñote»"


@each(
    "lines, over, winner",
    (["partida A"] * 6, False, None),
    (["partida A"] * 7, True, 0),
    (["coto 7-5"], True, 0),
    (["coto 6-7"], True, 1),
)
def test_best_of_13_stops_at_the_majority(lines, over, winner):
    score = fold(GUINOTE, PRESETS["mejor_de_13"], lines)[-1].score
    assert (score.over, score.winner) == (over, winner)


@each("result", "7-6", "13-0", "6-6", "8-4")
def test_a_result_of_best_of_13_must_be_possible(result):
    is_refused = result not in ("7-6",)
    if is_refused:
        assert _refusal([f"coto {result}"], PRESETS["mejor_de_13"])[0] == "guinote.coto_result"
    else:
        assert _tallies([f"coto {result}"], PRESETS["mejor_de_13"])["partidas"] == (7, 6)


@each(
    "lines, partidas, winner",
    case("decided, not ended", ["partida A"] * 3 + ["partida B"], (3, 1), None),
    case("all five", ["partida A"] * 3 + ["partida B"] * 2, (3, 2), 0),
    case("in one line", ["coto 1-4"], (1, 4), 1),
    case("all for A", ["coto 5-0"], (5, 0), 0),
)
def test_with_play_all_every_partida_is_played(lines, partidas, winner):
    options = Options(best_of=5, play_all=True)
    score = fold(GUINOTE, options, lines)[-1].score
    assert (score.tallies[1], score.winner) == (partidas, winner)
    assert _refusal(["coto 3-1"], options)[0] == "guinote.coto_result"


@each(
    "lines, options, tallies",
    case("a bye", [], TWO_OF_3, ((2, 0), (6, 0))),
    case("a bye, best of 13", [], PRESETS["mejor_de_13"], ((1, 0), (7, 0))),
    case("behind by a coto", ["coto 2-3"], TWO_OF_3, ((2, 1), (8, 3))),
    case(
        "in the middle of a partida",
        ["coto 3-2", "partida B", "partida B", "60-60 uA"],
        TWO_OF_3,
        ((2, 0), (6, 4)),
    ),
    case("all played", ["partida B"] * 4, Options(best_of=5, play_all=True), ((1, 0), (1, 4))),
)
def test_an_award_credits_the_missing_partidas(lines, options, tallies):
    score = fold(GUINOTE, options, lines)[-1].score if lines else GUINOTE.start(options)
    score_after_award = GUINOTE.award(score, 0, options)
    assert (score_after_award.tallies, score_after_award.winner, score_after_award.over) == (
        (*tallies, (0, 0), (0, 0)),
        0,
        True,
    )
    assert (
        tuple(map(sum, zip(*score_after_award.state.cotos, strict=True)))
        == score_after_award.tallies[1]
    )


def test_a_forfeit_gives_the_match_to_the_rival():
    score = fold(GUINOTE, TWO_OF_3, ["coto 3-1", "pierde A: se marchan"])[-1].score
    assert (score.winner, score.tallies[:2]) == (1, ((1, 2), (3, 7)))
    assert [event.code for event in score.events] == [
        "guinote.match_forfeited",
        "guinote.match_won",
    ]


def test_the_referee_awards_a_partida_or_voids_it():
    ida = "62-58 uA A20o"
    score_after_award = fold(GUINOTE, TWO_OF_3, [ida, "arbitro partida B: renuncio tras la cuenta"])
    assert score_after_award[-1].score.tallies == ((0, 0), (0, 1), (0, 1), (0, 0))
    void = fold(GUINOTE, TWO_OF_3, ["partida A", ida, "arbitro anula: renuncio de los dos"])
    assert void[-1].score.tallies == ((0, 0), (1, 0), (1, 0), (0, 0))
    assert [event.code for event in void[-1].score.events] == ["guinote.partida_void"]


@each(
    "lines, dealer",
    case("the winner of the last baza", ["60-60 uB"], "B"),
    case("the winner of the last baza, who lost the partida", ["101-19 uB"], "B"),
    case("a renuncio: the winner of the partida", ["60-60 uB", "renuncio A 1"], "B"),
    case("a declaration: the winner of the partida", ["60-60 uB", "45-0 !A"], "A"),
    case("a false declaration: the winner of the partida", ["60-60 uB", "0-0 !B"], "A"),
    case("only the winner recorded: unknown", ["60-60 uB", "partida A"], None),
    case("a void deal: the same dealer", ["60-60 uB dA", "arbitro anula: baraja corta"], "A"),
    case("an award: the winner of the partida", ["60-60 uB", "arbitro partida A: señas"], "A"),
)
def test_the_next_dealer_of_guinote(lines, dealer):
    """«El que se lleva la última baza, reparte las cartas en juego siguiente» (Rulings G9)."""
    state = fold(GUINOTE, TWO_OF_3, lines)[-1].score.state
    assert state.dealer == (None if dealer is None else "AB".index(dealer))


@each(
    "lines, events",
    (["60-60 uA"], ["vueltas"]),
    (["partida A"], ["partida_won"]),
    (["partida A"] * 3, ["partida_won", "coto_won"]),
    (["partida A"] * 6, ["partida_won", "coto_won", "match_won"]),
    (["coto 3-0"], ["coto_won"]),
)
def test_a_line_of_guinote_has_its_events(lines, events):
    score = fold(GUINOTE, TWO_OF_3, lines)[-1].score
    assert [event.code for event in score.events] == [f"guinote.{name}" for name in events]


def test_the_state_has_the_results_of_finished_cotos():
    score = fold(GUINOTE, TWO_OF_3, ["coto 3-1", "coto 2-3", "partida A"])[-1].score
    assert score.state.cotos == ((3, 1), (2, 3))


def test_a_coto_with_only_its_winner_counts_no_partida_of_the_rival():
    steps = fold(GUINOTE, TWO_OF_3, ["coto B", "coto 3-1", "coto B"])
    assert (steps[-1].score.winner, *steps[-1].score.tallies[:2]) == (1, (1, 2), (3, 7))


@pytest.mark.parametrize(
    ("options", "lines", "code"),
    [
        (PRESETS["un_coto_de_4"], ["coto A"], "guinote.coto_partidas"),
        (PRESETS["mejor_de_13"], ["coto A"], "guinote.coto_partidas"),
        (TWO_OF_3, ["partida A", "coto A"], "guinote.coto_begun"),
    ],
)
def test_a_coto_with_only_its_winner_is_refused_if_partidas_count(options, lines, code):
    with pytest.raises(RuleError) as error:
        fold(GUINOTE, options, lines)
    assert error.value.code == code
