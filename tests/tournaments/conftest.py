"""Somebody who writes the list of entries."""

from tests.worlds import world


@world
def desk(casino, chema, client_as):
    """Chema's browser at the desk."""
    return client_as(chema)
