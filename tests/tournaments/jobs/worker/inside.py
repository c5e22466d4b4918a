"""Commands that tests run in another process, with the settings of a `Hall` (`tests.inside`)."""

from datetime import UTC, datetime

from tests.inside import serve


def prepare() -> None:
    """Create the tables from the models, and a tournament."""
    from django.contrib.auth.models import User

    from benchmarks.scratch import make_tables
    from tournaments.setup.services.tournament import create_tournament

    make_tables()
    create_tournament(
        author=User.objects.create_user("pilar"),
        name="Casino",
        venue="",
        starts_at=datetime(2026, 12, 5, 16, 30, tzinfo=UTC),
        tables=8,
        game="guinote",
        game_options={},
        format="knockout",
        format_options={},
        seed="tapete",
    )


def order(sheet: str, tables: int) -> str:
    """Order a sheet for a hall with `tables` tables. Return the id of the job."""
    from scoring.prints.ask import PrintAsk
    from scoring.prints.services import order_print
    from tournaments.models import Tournament

    Tournament.objects.update(tables=tables)
    tournament = Tournament.objects.get()
    return str(order_print(tournament=tournament, author=None, ask=PrintAsk(sheet)).pk)


def start(kinds: list[str]) -> list[str]:
    """Start a job of each of these kinds of `tests.attacks.poisoned`. Return the ids."""
    from tests.attacks import poisoned  # noqa: F401 - registers the kinds
    from tournaments.jobs.services.jobs import start_job
    from tournaments.models import Tournament

    tournament = Tournament.objects.get()
    return [
        str(start_job(tournament=tournament, owner=None, kind=kind, params={}).pk) for kind in kinds
    ]


def codes() -> list[str]:
    """Return the code of each job, in the order they were started."""
    from tournaments.models import Job

    return [job.code for job in Job.objects.order_by("created_at")]


ACTS = (prepare, order, start, codes)

if __name__ == "__main__":
    serve({act.__name__: act for act in ACTS})
