"""The commands `manage.py games` and `manage.py score`, called by a person or a script."""

import json
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

import rules
from tests.rows import cases

ACTAS = Path(__file__).parent.parent / "actas"


def _score(*arguments: str) -> tuple[list[dict], int]:
    """Return the printed lines of the command, and its exit status."""
    out, status = StringIO(), 0
    try:
        call_command("score", *arguments, stdout=out)
    except SystemExit as exit_error:
        status = exit_error.code
    except CommandError as error:
        return [{"message": str(error)}], error.returncode
    return [json.loads(line) for line in out.getvalue().splitlines()], status


@pytest.fixture
def type_in(monkeypatch):
    """Return a function that puts a text on standard input."""

    def put(text: str | bytes) -> None:
        content = text if isinstance(text, bytes) else text.encode()
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(content)))

    return put


def test_score_prints_a_json_line_for_each_hand(type_in):
    type_in("62-58 ua A20o b40E\n\n9-31 !A\n")
    lines, status = _score("guinote")
    assert status == 0
    assert lines == [
        {
            "ok": True,
            "hand": 1,
            "line": "62-58 uA A20o B40e",
            "points": [92, 98],
            "score": {
                "cotos": [0, 0],
                "partidas": [0, 0],
                "partidas_coto": [0, 0],
                "tantos": [92, 98],
            },
            "events": [
                {
                    "code": "guinote.vueltas",
                    "side": None,
                    "params": {"tantos": [92, 98]},
                    "message": "Nadie llega a 101: van de vueltas con 92-98.",
                }
            ],
            "winner": None,
            "over": False,
        },
        {
            "ok": True,
            "hand": 2,
            "line": "9-31 !A",
            "points": [9, 31],
            "score": {
                "cotos": [0, 0],
                "partidas": [1, 0],
                "partidas_coto": [1, 0],
                "tantos": [0, 0],
            },
            "events": [
                {
                    "code": "guinote.partida_won",
                    "side": "A",
                    "params": {"by": "declared", "tantos": [101, 129], "partidas": [1, 0]},
                    "message": "A gana la partida: cantó haber ganado y era cierto (101-129).",
                }
            ],
            "winner": None,
            "over": False,
        },
    ]


def test_a_line_after_a_refused_line_counts_from_the_last_valid_score(type_in):
    type_in("partida A\ncoto 3-3\npartida A\n")
    lines, status = _score("guinote", "--preset", "un_coto_de_4")
    assert status == 1
    assert [line["ok"] for line in lines] == [True, False, True]
    assert lines[1]["hand"] == 2
    assert lines[1]["error"] == {
        "code": "guinote.coto_begun",
        "article": "Guiñote, «Quién gana el guiñote»",
        "field": "partidas",
        "message": (
            "Este coto ya está empezado (1-0): siga partida por partida, o borre sus anotaciones "
            "para poner solo el resultado (Guiñote, «Quién gana el guiñote»)."
        ),
        "params": {"value": "1-0"},
    }
    assert lines[2]["score"]["partidas"] == [2, 0]


def test_score_reads_a_file_with_the_options_of_its_header():
    lines, status = _score("guinote", str(ACTAS / "guinote_mejor_de_13.acta"))
    assert (status, lines[-1]["winner"], lines[-1]["score"]["partidas"]) == (0, "B", [5, 7])


def test_options_of_the_command_replace_the_header_of_the_acta():
    lines, status = _score("guinote", "--set", "best_of=5", str(ACTAS / "guinote_mejor_de_13.acta"))
    assert [line["ok"] for line in lines] == [True] * 5 + [False] * 7
    assert (status, lines[4]["winner"]) == (1, "A")


def test_score_reads_hands_in_json(type_in):
    type_in('{"kind": "coto", "partidas": [3, 1]}\n{"kind": "coto", "partidas": [NaN, 1]}\n[]\n')
    lines, status = _score("guinote", "--json")
    assert status == 1
    assert [line.get("error", {}).get("code") for line in lines] == [
        None,
        "json_unreadable",
        "json_not_object",
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing yet\n"])
def test_score_accepts_an_empty_acta(type_in, text):
    type_in(text)
    assert _score("guinote") == ([], 0)


@cases(
    "arguments, message",
    (["mus"], f"No hay ningún juego «mus»; los que hay: {', '.join(rules.GAMES)}."),
    (["guinote", "--preset", "diez"], "No hay ninguna modalidad «diez»; los que hay"),
    (["guinote", "--set", "chicos=3"], "No hay ninguna opción «chicos»"),
    (["guinote", "--set", "cotos"], "--set se escribe opción=valor"),
    (["guinote", "--set", "cotos=0"], "Los cotos: escriba un número de 1 a 9, no 0."),
    (["guinote", "/no/existe.acta"], "No se puede leer «/no/existe.acta»"),
    (["guinote", "/tmp"], "No se puede leer «/tmp»"),
)
def test_a_wrong_command_gives_its_reason(type_in, arguments, message):
    type_in("partida A\n")
    lines, status = _score(*arguments)
    assert status == 2
    assert lines[0]["message"].startswith(message.replace("«diez»; los", "«diez»; las"))


@cases(
    "content, message",
    ("@juego truco\n", "El acta es de «truco» y se ha pedido «guinote»."),
    ("@juego\n", "No se entiende la cabecera «@juego»; se escribe así: @juego guinote."),
    ("partida A: baraja española\n".encode("latin-1"), "«-» no está en UTF-8"),
    (b"x" * 10_000_000, "El acta tiene 10000000 caracteres: el máximo es 100000."),
)
def test_score_gives_the_reason_an_acta_is_unreadable(type_in, content, message):
    type_in(content)
    lines, status = _score("guinote")
    assert status == 2
    assert lines[0]["message"].startswith(message)


def test_games_lists_games_and_presets_as_text():
    out = StringIO()
    call_command("games", stdout=out)
    assert "guinote · Guiñote" in out.getvalue()
    assert "dos_cotos_de_3   Dos cotos de 3 partidas" in out.getvalue()


def test_games_lists_games_presets_and_options_as_json():
    out = StringIO()
    call_command("games", "--json", stdout=out)
    games = json.loads(out.getvalue())
    assert list(games) == list(rules.GAMES)
    assert games["guinote"]["tallies"] == ["cotos", "partidas", "partidas_coto", "tantos"]
    assert games["guinote"]["presets"]["mejor_de_13"] == {
        "name": "Al mejor de 13 partidas",
        "options": {"players": 4, "cotos": 2, "partidas": 3, "best_of": 13, "play_all": False},
    }
    assert games["guinote"]["options"]["play_all"] == {
        "default": False,
        "meaning": "Al mejor de X: se juegan todas aunque el ganador ya esté decidido",
    }
