"""Names of moves that may be made in a view."""

from __future__ import annotations

from bot.tables.workers.forced_card import PLAY_PREFIX
from bot.ui.game.card_packs import pack_named
from bot.ui.game.presenter import Presenter
from bot.ui.table.layouts import Emoji
from rules.contract import Game, View
from rules.sentences import capital


def name_move(move: str, presenter: Presenter, view: View, game: Game, emoji: Emoji) -> str:
    """Return a legal move of the view's seat, in markdown: a card by its name, another move as its button has it.

    Where a word's button says what it does, the word alone.
    """
    choice = next((choice for choice in presenter.choices(view) if choice.move == move), None)
    if choice is None:
        labels = {
            game.canonical(form.move(ready.values)): ready.label
            for form in presenter.forms(view)
            for ready in form.ready
        }
        return capital(labels.get(move) or presenter.moves.preview(move).rstrip("."))
    if choice.card is not None and move.startswith(PLAY_PREFIX):
        name = capital(pack_named(presenter.pack).name_of(choice.card))
        return f"{emoji.get(choice.card, '')} {name}".strip()
    return capital(choice.label if choice.card else choice.short or choice.label)
