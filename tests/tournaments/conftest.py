"""Fixture of the browser of the desk."""

from tests.worlds import world


@world
def desk(casino, chema, client_as):
    """Return the browser of Chema, who works at the desk of the casino."""
    return client_as(chema)
