"""Run acts at the same moment, each with its own database connection."""

from collections.abc import Callable
from threading import Barrier, Thread

from django.db import connections

from tournaments.refusal import Refused


def run_at_once(*acts: Callable[[], object]) -> list[object]:
    """Run the acts in threads released together; return the result or the exception of each."""
    start = Barrier(len(acts))
    answers: list[object] = [None] * len(acts)

    def run(place: int, act: Callable[[], object]) -> None:
        start.wait()
        try:
            answers[place] = act()
        except Exception as error:
            answers[place] = error
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def outcomes(*acts: Callable[[], object]) -> list[str]:
    """Run the acts at once; return «done» or the code of the refusal for each act."""
    return [_outcome(answer) for answer in run_at_once(*acts)]


def _outcome(answer: object) -> str:
    if isinstance(answer, Exception) and not isinstance(answer, Refused):
        raise answer
    return answer.code if isinstance(answer, Refused) else "done"
