"""The moves of a game in words: a table of verbs for buttons, answers and stories."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from rules.sentences import capital

ChoiceStyle = Literal["main", "good", "bad", "plain"]
"""The style of a move's button: the usual choice, a yes, a giving up, or none of these."""


class Choice(NamedTuple):
    """A legal move as a button or a select's entry.

    `short` is the label where there are many, `card` the card whose emoji goes with it. A `group` has rows or a select
    of its own. A `seldom` choice stands in a select below the buttons.
    """

    move: str
    label: str
    style: ChoiceStyle = "plain"
    card: str | None = None
    hint: str = ""
    group: str = ""
    short: str = ""
    seldom: bool = False


@dataclass(frozen=True)
class Verb:
    """The texts of the moves of one verb, or of one whole move.

    `done` follows the player's name, `preview` follows "Your move would be:". `label` is the button of a move without
    a form; `style`, `hint` and `group` are those of its `Choice`. In the texts `{}` stands for `words` of the rest of
    the move, `{detail}` for its `detail`.
    """

    done: str
    preview: str = ""
    label: str = ""
    words: Callable[[str], str] = str
    detail: Callable[[str], str] = str
    style: ChoiceStyle = "plain"
    hint: str = ""
    group: str = ""

    def fill(self, text: str, rest: str) -> str:
        """Return `text` filled in for a move that goes on with `rest` after its verb."""
        return text.format(self.words(rest), detail=self.detail(rest))


class Moves:
    """A game's table of verbs; an entry for a whole move ("deal poke") goes before that of its verb."""

    def __init__(self, verbs: Mapping[str, Verb]) -> None:
        self._verbs = verbs

    def done(self, move: str, who: str = "You") -> str:
        """Return a move in words, as `who` made it: "You played the 5 of spades."."""
        verb, rest = self._read(move)
        return f"{who} {verb.fill(verb.done, rest)}"

    def preview(self, move: str) -> str:
        """Return a move by a form, to the person who is about to confirm it: "discard the 3 of Air."."""
        verb, rest = self._read(move)
        return verb.fill(verb.preview, rest)

    def choice(self, move: str) -> Choice:
        """Return a move without a form as a choice."""
        verb, rest = self._read(move)
        label = capital(verb.fill(verb.label, rest))
        return Choice(move, label, verb.style, hint=verb.hint, group=verb.group)

    def _read(self, move: str) -> tuple[Verb, str]:
        """Return the entry of a move, and the words that follow its verb."""
        verb, _, rest = move.partition(" ")
        return (self._verbs[move], "") if move in self._verbs else (self._verbs[verb], rest)
