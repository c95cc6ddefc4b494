"""The presenter of Five Crowns: labels of moves and sentences, all from views; scenes.py has its scenes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.ui.game import common_texts
from bot.ui.game.duration import describe_duration
from bot.ui.game.moves import Choice, ChoiceStyle
from bot.ui.game.players import Players
from bot.ui.game.presenter import Page, Presenter
from cogs.games.five_crowns import scenes
from cogs.games.five_crowns.cards import card_text, is_wild, ways_out
from cogs.games.five_crowns.ledger import parts
from cogs.games.five_crowns.lesson import LESSON
from cogs.games.five_crowns.moves import DRAW, MOVES, TAKE
from cogs.games.five_crowns.pack import FIVE_CROWNS
from cogs.games.five_crowns.story import story
from rules.contract import View
from rules.sentences import capital

MOVES_A_DEAL: Final = 5.1
"""Moves of a player in a deal: the average of computer players (rules/players/five_crowns/) in fifty games of eleven
deals by 2 to 12.
"""

OUT: Final = "Go out"
DISCARD: Final = "Discard"
"""The texts of the selects of moves, where there are more moves than buttons take."""
MORE: Final = "More moves"


class FiveCrownsPresenter(Presenter):
    """Five Crowns' look (bot/ui/game/presenter.py)."""

    game = "five_crowns"
    kind = "rummy with five suits"
    pack = FIVE_CROWNS.name
    lesson = LESSON
    moves = MOVES
    table_scene = staticmethod(scenes.table)
    hand_scene = staticmethod(scenes.hand)
    story = staticmethod(story)
    ledger_parts = staticmethod(parts)
    hand_word = "Deal"

    def terms_text(self, options: Mapping[str, Any], seats: int) -> str:
        """Return deals, wild cards, length (F1.2, F2.2)."""
        first, last = options["first"], options["last"]
        deals = last - first + 1
        sizes = f"from {first} cards to {last}" if deals > 1 else f"of {first} cards"
        return (
            f"Rummy, {deals} deal{'s' * (deals > 1)} {sizes}; the lowest score wins. "
            f"{describe_duration(deals * MOVES_A_DEAL, seats).capitalize()}."
        )

    def board_text(self, view: View, players: Players) -> str:
        """Return the sentence on the board: while the pile is shuffled that it is."""
        return self._between(view, players) or capital(self.decision_text(view))

    def _between(self, view: View, players: Players) -> str:
        """Return the prompt while no seat is to act."""
        text = common_texts.pause_text(view, players)
        return text if text or view["to_act"] else "The discard pile is being shuffled."

    def waiting_text(self, view: View, players: Players) -> str:
        """Return the players that the view's seat waits for, after any other who went out."""
        text = super().waiting_text(view, players) if view["to_act"] else self._between(view, players)
        return text if view["out"] in {None, view["seat"]} else f"{players.name(view['out'])} went out. {text}"

    def result_text(self, view: View, players: Players) -> str:
        """Return the result of the deal that was just counted, for the view's seat."""
        last, own_seat = view["last"], view["seat"]
        if last is None:
            return ""
        points: int = last["points"][own_seat]
        if last["out"] == own_seat:
            return "You went out: 0 points."
        return f"You had {_points(points)} left." if points else "You melded all your cards."

    # -- moves -------------------------------------------------------------------------------------------------------

    def choices(self, view: View) -> tuple[Choice, ...]:
        """Return the moves to choose from: going out, then discards, those first that leave the fewest points.

        Wild cards are last: they go into any meld to come. Few players want to discard a card with which they could go
        out.
        """
        legal: list[str] = view["moves"]
        if view["phase"] == "draw":
            return _ways_to_draw(view) if legal else ()
        hand: list[str] = view["hand"] or []
        cards_out = ways_out(view)
        discards = [move.removeprefix("discard ") for move in legal if move.startswith("discard ")]
        is_meld_ahead = view["out"] is None  # in the last turn there is no meld to come
        wild = {card for card in discards if is_meld_ahead and is_wild(card, view["wild"])}
        discards.sort(key=lambda card: (card in cards_out, card in wild, view["leaves"][card], hand.index(card)))
        going = (_out(card, alone=len(cards_out) == 1) for card in cards_out)
        discard_choices = [
            _discard(card, view["leaves"][card], wild=card in wild, instead=bool(cards_out)) for card in discards
        ]
        staying = [
            _stay(choice) if choice.card in cards_out else choice for choice in discard_choices
        ]  # F3.3: out is never demanded
        return (*going, *staying)

    def decision_text(self, view: View) -> str:
        """Return the decision to be made."""
        last = " (last turn)" if view["out"] is not None else ""
        if view["phase"] == "draw":
            return f"draw, or take the top discard{last}."
        if view["phase"] != "discard":
            return super().decision_text(view)
        if any(move.startswith("out ") for move in view["moves"]):
            return "go out, or discard a card."
        return f"discard{last}." if last else "discard a card."

    @staticmethod
    def stakes_text(view: View) -> str:
        """Return the points that are not melded (F5.1, F5.2), as far as its seat alone is told, or that buttons
        name.
        """
        if view["phase"] not in {"draw", "discard"} or view["arranged"] is None:
            return ""
        if view["phase"] == "discard":
            return "Buttons show the points that you would keep."
        leftover: int = view["arranged"]["left"]
        return f"Not melded: {_points(leftover)}." if leftover else "All your cards are melded."

    def pages(self, last: Mapping[str, Any], players: Players, title: str) -> Sequence[Page]:
        """Return the cards that everybody laid down in a deal, page by page; see cogs/games/five_crowns/scenes.py."""
        return scenes.pages(last, players, title)


def _ways_to_draw(view: View) -> tuple[Choice, ...]:
    """Return the choices of drawing and taking (F3.1)."""
    top = view["pile"][-1]
    return (
        Choice(DRAW, "Draw", "main"),
        Choice(TAKE, f"Take {card_text(top)}", "plain", top),
    )


def _out(card: str, *, alone: bool) -> Choice:
    """Return going out as a choice (F3.3), with a short label if several cards allow it."""
    text = FIVE_CROWNS.text_of(card)
    short = "" if alone else f"Out {text}"
    return Choice(f"out {card}", f"Go out: discard {text}", "good", card, "You score 0 points", group=OUT, short=short)


def _stay(discard: Choice) -> Choice:
    """Return the discard of a card with which one could go out, without going out (F3.3)."""
    return discard._replace(label=f"Stay in: {discard.label.lower()[0]}{discard.label[1:]}", group=MORE, seldom=True)


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"


def _discard(card: str, leftover: int, *, wild: bool, instead: bool) -> Choice:
    """Return a discard as a choice, with the points in no meld after it; short, so that phones show two beside each
    other.

    `instead` says that one could go out, which this does not.
    """
    short = f"{FIVE_CROWNS.text_of(card)}: {leftover}"
    hint = f"Leaves {_points(leftover)} in your hand{'. It is wild' if wild else ''}"
    style: ChoiceStyle = "plain" if wild or instead else "main"
    return Choice(f"discard {card}", f"Discard {short}", style, card, hint, group=DISCARD, short=short)
