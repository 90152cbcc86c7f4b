"""Mark texts for translation without importing anything that translates."""


def _(text: str) -> str:
    """Return the text unchanged; it is translated when it is shown."""
    return text
