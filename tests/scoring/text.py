"""What a page says, as a test compares it."""


def plain(text: str) -> str:
    """The text with every space of one kind."""
    return text.replace("\N{NO-BREAK SPACE}", " ")
