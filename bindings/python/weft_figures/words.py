"""What cannot be drawn or read, as one sentence for the user."""

import difflib


class FigureError(Exception):
    """What hinders a figure or a page, in one sentence; is_resource: not the files are wrong, but something is missing
    here."""

    def __init__(self, sentence: str, is_resource: bool = False):
        super().__init__(sentence)
        self.is_resource = is_resource


def check_word(option: str, word: str, known) -> None:
    """FigureError with the nearest known word for one that is not known.

    >>> check_word("--what", "spectrum", ["profiles", "spectra"])
    Traceback (most recent call last):
    weft_figures.words.FigureError: --what: there is no spectrum; did you mean spectra? (known: profiles, spectra)
    """
    if word not in known:
        near = difflib.get_close_matches(word, known, 1, 0)[0]
        raise FigureError(f"{option}: there is no {word}; did you mean {near}? (known: {', '.join(known)})")
