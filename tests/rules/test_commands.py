"""`manage.py games` and `manage.py score`, as a person or a script calls them."""

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
    except SystemExit as end:
        status = end.code
    except CommandError as error:
        return [{"said": str(error)}], error.returncode
    return [json.loads(line) for line in out.getvalue().splitlines()], status


@pytest.fixture
def typed(monkeypatch):
    """Return a function that types on standard input."""

    def arrive(text: str | bytes) -> None:
        content = text if isinstance(text, bytes) else text.encode()
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(content)))

    return arrive


def test_one_json_line_a_hand(typed):
    typed("62-58 ua A20o b40E\n\n9-31 !A\n")
    judged, status = _score("guinote")
    assert status == 0
    assert judged == [
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


def test_after_a_refused_line_the_next_counts_from_the_last_good_score(typed):
    typed("partida A\ncoto 3-3\npartida A\n")
    judged, status = _score("guinote", "--preset", "un_coto_de_4")
    assert status == 1
    assert [line["ok"] for line in judged] == [True, False, True]
    assert judged[1]["hand"] == 2
    assert judged[1]["error"] == {
        "code": "guinote.coto_begun",
        "article": "Guiñote, «Quién gana el guiñote»",
        "field": "partidas",
        "message": (
            "Este coto ya está empezado (1-0): siga partida por partida, o borre sus anotaciones "
            "para poner solo el resultado (Guiñote, «Quién gana el guiñote»)."
        ),
        "params": {"value": "1-0"},
    }
    assert judged[2]["score"]["partidas"] == [2, 0]


def test_a_file_is_read_by_its_own_header():
    judged, status = _score("guinote", str(ACTAS / "guinote_mejor_de_13.acta"))
    assert (status, judged[-1]["winner"], judged[-1]["score"]["partidas"]) == (0, "B", [5, 7])


def test_the_command_says_other_rules_than_the_header():
    judged, status = _score(
        "guinote", "--set", "best_of=5", str(ACTAS / "guinote_mejor_de_13.acta")
    )
    assert [line["ok"] for line in judged] == [True] * 5 + [False] * 7
    assert (status, judged[4]["winner"]) == (1, "A")


def test_structured_hands(typed):
    typed('{"kind": "coto", "partidas": [3, 1]}\n{"kind": "coto", "partidas": [NaN, 1]}\n[]\n')
    judged, status = _score("guinote", "--json")
    assert status == 1
    assert [line.get("error", {}).get("code") for line in judged] == [
        None,
        "json_unreadable",
        "json_not_object",
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing yet\n"])
def test_an_empty_acta_is_nothing_refused(typed, text):
    typed(text)
    assert _score("guinote") == ([], 0)


@cases(
    "arguments, said",
    (["mus"], f"No hay ningún juego «mus»; los que hay: {', '.join(rules.GAMES)}."),
    (["guinote", "--preset", "diez"], "No hay ninguna modalidad «diez»; los que hay"),
    (["guinote", "--set", "chicos=3"], "No hay ninguna opción «chicos»"),
    (["guinote", "--set", "cotos"], "--set se escribe opción=valor"),
    (["guinote", "--set", "cotos=0"], "Los cotos: escriba un número de 1 a 9, no 0."),
    (["guinote", "/no/existe.acta"], "No se puede leer «/no/existe.acta»"),
    (["guinote", "/tmp"], "No se puede leer «/tmp»"),
)
def test_a_command_that_is_wrong_says_why(typed, arguments, said):
    typed("partida A\n")
    judged, status = _score(*arguments)
    assert status == 2
    assert judged[0]["said"].startswith(said.replace("«diez»; los", "«diez»; las"))


@cases(
    "content, said",
    ("@juego truco\n", "El acta es de «truco» y se ha pedido «guinote»."),
    ("@juego\n", "No se entiende la cabecera «@juego»; se escribe así: @juego guinote."),
    ("partida A: baraja española\n".encode("latin-1"), "«-» no está en UTF-8"),
    (b"x" * 10_000_000, "El acta tiene 10000000 caracteres: el máximo es 100000."),
)
def test_an_acta_that_cannot_be_read_says_why(typed, content, said):
    typed(content)
    judged, status = _score("guinote")
    assert status == 2
    assert judged[0]["said"].startswith(said)


def test_games_for_people():
    out = StringIO()
    call_command("games", stdout=out)
    assert "guinote · Guiñote" in out.getvalue()
    assert "dos_cotos_de_3   Dos cotos de 3 partidas" in out.getvalue()


def test_games_for_scripts():
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
