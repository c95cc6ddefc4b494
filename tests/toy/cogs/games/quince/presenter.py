"""What Quince looks like: scenes, forms, labels and sentences, all from views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cogs.games.quince.pack import QUINCE

from bot.tables.commands.lessons import Plan
from bot.ui.game.moves import Moves, Verb
from bot.ui.game.players import Players
from bot.ui.game.presenter import Entry, Lesson, Page, Passage, Presenter
from bot.ui.kit.forms import CardsField, Form, NumberField, Values, WordField
from bot.ui.scene.scene import (
    COMPUTER,
    DEALER,
    CardScene,
    HandScene,
    Ledger,
    LedgerRow,
    SeatScene,
    Side,
    TableScene,
    Zone,
)
from rules.contract import View
from rules.sentences import listed

LESSON: Final = Lesson(
    Plan(options={}, seats=4, seat=0, dealer=3, deal="1"),
    "Guess, then lay cards. Most points win.",
    lambda view: "Guess what the others hold." if view["phase"] == "guess" else "Lay a card, or pass.",
)
PAIRS: Final = ("first pair", "second pair")
WORDS: Final[Mapping[str, str]] = {"high": "high: more than 10", "low": "low: 10 or less"}


def _named(rest: str) -> str:
    """The cards of a move `lay CARDS bet N WORD` in words: "the 3 of acorns and the Star"."""
    cards = rest.split(" ")[:-3]
    return listed([QUINCE.name_of(card) if QUINCE.special(card) else f"the {QUINCE.name_of(card)}" for card in cards])


def _bet(move: str) -> str:
    """The bet of a move in words: "bet 2 on high"."""
    _, amount, word = move.split(" ")[-3:]
    return f"bet {amount} on {word}"


PASS: Final = "pass"
MOVES: Final = Moves(
    {
        "guess": Verb("guessed {}.", "guess {}."),
        "lay": Verb("laid {} and {detail}.", "lay {}, {detail}.", words=_named, detail=_bet),
        PASS: Verb("passed.", label="Pass"),
    }
)


class QuincePresenter(Presenter):
    """Quince's look (bot/ui/game/presenter.py)."""

    game = "quince"
    kind = "a guess, then cards"
    pack = QUINCE.name
    lesson = LESSON
    moves = MOVES

    def terms(self, options: Mapping[str, Any], seats: int) -> str:
        """What is played."""
        return f"Guess, then lay cards: {options['hands']} hands of {seats}."

    # -- scenes ------------------------------------------------------------------------------------------------------

    def table(self, view: View, players: Players, title: str) -> TableScene:
        """The public table."""
        return TableScene(
            pack=QUINCE.name,
            title=title,
            subtitle="The game is over" if view["finished"] else f"Hand {view['number'] + 1} of {view['hands']}",
            prompt=self._prompt(view, players),
            seats=tuple(self._seat(view, players, seat) for seat in range(view["seats"])),
            zones=_zones(view, players),
            facts=_facts(view),
            ledger=self.ledger(view["last"], view["points"], players) if _shows_last(view) else None,
            sides=tuple(
                Side(name, tuple(seats), view["scores"][seats[0]]) for name, seats in zip(PAIRS, view["sides"])
            ),
        )

    def _prompt(self, view: View, players: Players) -> str:
        if view["finished"]:
            return self.outcome(view, players)
        if view["phase"] == "deal":
            return f"{players.name(view['dealer'])} deals next."
        asks = self.asks(view)
        return asks[:1].upper() + asks[1:]

    def _seat(self, view: View, players: Players, seat: int) -> SeatScene:
        badges: list[str] = [DEALER] if seat == view["dealer"] else []
        if seat in players.computers:
            badges.append(COMPUTER)
        if _shows_last(view):
            badges += [f"guessed {view['last']['guesses'][seat]}", f"{view['last']['points'][seat]:+d} this hand"]
        elif seat in view["guessed"]:
            badges.append(f"at {view['guesses'][seat]}" if view["guesses"] else "has guessed")
        laid = dict(view["laid"]).get(seat)
        if laid == PASS:
            badges.append("passed")
        elif laid:
            badges.append(_bet(laid))
        cards = tuple(CardScene(card) for card in _cards(laid)) if laid else ()
        score = None if view["sides"] else view["scores"][seat]
        return SeatScene(seat, players.name(seat), score, tuple(badges), seat in view["to_act"], cards=cards)

    def hand(self, view: View, players: Players, title: str) -> HandScene:
        """A seat's own hand, with what it may do."""
        mine, turn = view["seat"], view["seat"] in view["to_act"]
        barred: Mapping[str, Sequence[Any]] = view["barred"]
        laying = turn and view["phase"] == "lay"
        cards = tuple(
            CardScene(card, "barred", barred[card][0])
            if card in barred
            else CardScene(card, "playable" if laying else "plain")
            for card in view["hand"] or ()
        )
        partner = next((one for side in view["sides"] for one in side if mine in side and one != mine), None)
        facts = [("Your points", str(view["scores"][mine])), *_facts(view)]
        if partner is not None:
            facts.insert(0, ("You play with", players.name(partner)))
        if view["own_guess"] is not None:
            facts.append(("Your guess", str(view["own_guess"])))
        return HandScene(
            pack=QUINCE.name,
            title=f"Your hand at {title}",
            prompt=self._prompt(view, players) if turn or not view["to_act"] else _waits(view, players),
            cards=cards,
            notes=tuple(f"{sentence} ({clause})" for clause, sentence, _ in barred.values()),
            zones=(*_zones(view, players), *_lying(view)),
            facts=tuple(facts),
            your_turn=turn,
        )

    # -- moves -------------------------------------------------------------------------------------------------------

    def forms(self, view: View) -> tuple[Form, ...]:
        """Guessing, and laying: cards, a bet and a word in one form."""
        found: list[Form] = []
        for choice in view["choices"]:
            low, high = choice["range"]
            if choice["verb"] == "guess":
                field = NumberField("What will all cards laid count together?", low, high)
                found.append(Form("guess", "Guess …", "Your guess", (field,), _guess))
            else:
                fewest, most = choice["count"]
                fields = (
                    CardsField("Which cards?", tuple(choice["cards"]), fewest, most, tuple(choice["must"])),
                    NumberField("How much do you bet?", low, high),
                    WordField("What will the count be?", tuple((word, WORDS[word]) for word in choice["words"])),
                )
                found.append(Form("lay", "Lay cards …", "Lay cards", fields, _lay))
        return tuple(found)

    def asks(self, view: View) -> str:
        """What is to be decided."""
        if view["phase"] == "guess":
            return "guess what all cards laid will count together."
        if view["phase"] == "lay":
            return "lay one to three cards, or pass."
        return "look at the table."

    def stakes(self, view: View) -> str:
        """What can be won."""
        return "A good guess is worth 10." if view["phase"] == "guess" else ""

    def story(
        self, view: Mapping[str, Any], log: Sequence[Entry], players: Players, start: int = 0
    ) -> Sequence[Passage]:
        """What happened in a hand."""
        passages = [Passage(self._tells(entry, players)) for entry in log[start:]]
        if "total" in view and passages:
            points = players.each(view["points"])
            passages[-1] = passages[-1]._replace(
                result=f"All cards counted {view['total']}. Points: {points or 'none'}."
            )
        return passages

    def ledger(self, last: Mapping[str, Any], points: Sequence[Sequence[int]], players: Players) -> Ledger:
        """What a hand brought: its points, and nothing that they were made of."""
        rows = tuple(
            LedgerRow(seat, players.name(seat), f"guessed {guess}", (brought,), sum(hand[seat] for hand in points))
            for seat, (guess, brought) in enumerate(zip(last["guesses"], last["points"], strict=True))
        )
        return Ledger(("Points",), "Net", rows)

    def pages(self, last: Mapping[str, Any], players: Players, title: str) -> Sequence[Page]:
        """What everybody laid, a player a page."""
        return tuple(
            Page((seat,), TableScene(QUINCE.name, title, "What was laid", zones=(_laid(seat, move, players),)))
            for seat, move in last["laid"]
            if move != PASS
        )

    def outcome(self, view: View, players: Players) -> str:
        """Who has won."""
        return f"{players.list(view['winners'])} won the game."

    def _tells(self, entry: Entry, players: Players) -> str:
        if "event" in entry:
            return "The cards were shuffled and dealt."
        name = players.who(entry["seat"])
        return f"{name} guessed." if entry.get("hidden") else MOVES.done(entry["move"], name)


def _shows_last(view: View) -> bool:
    return view["last"] is not None and view["phase"] in {"deal", "finished"}


def _zones(view: View, players: Players) -> tuple[Zone, ...]:
    """What was laid in the hand that is over; that of the hand in play lies before the seats."""
    if not _shows_last(view):
        return ()
    return tuple(_laid(seat, move, players) for seat, move in view["last"]["laid"] if move != PASS)


def _laid(seat: int, move: str, players: Players) -> Zone:
    """What a seat laid and bet."""
    return Zone(f"{players.name(seat)} laid", tuple(CardScene(card) for card in _cards(move)), note=_bet(move))


def _lying(view: View) -> tuple[Zone, ...]:
    """The cards on the table, for those who look at their hand."""
    cards = tuple(CardScene(card) for _, move in view["laid"] for card in _cards(move))
    return (Zone("On the table", cards),) if cards else ()


def _facts(view: View) -> tuple[tuple[str, str], ...]:
    if _shows_last(view):
        return (("All cards counted", str(view["last"]["total"])),)
    return (("Laid so far", str(sum(_rank(card) for _, move in view["laid"] for card in _cards(move)))),)


def _rank(card: str) -> int:
    return int(card[0]) if QUINCE.suited(card) else 0


def _waits(view: View, players: Players) -> str:
    return f"Waiting for {players.list(view['to_act'])}."


def _guess(values: Values) -> str:
    return f"guess {values[0]}"


def _lay(values: Values) -> str:
    cards, bet, word = values
    assert isinstance(cards, tuple)
    return f"lay {' '.join(cards)} bet {bet} {word}"


def _cards(move: str) -> list[str]:
    """The cards of a move `lay CARDS bet N WORD`; none of another."""
    return move.split(" ")[1:-3]
