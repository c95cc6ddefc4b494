"""What Quince looks like: scenes, forms, labels and sentences, all from views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cogs.games.quince.pack import QUINCE

from bot.tables.commands.lessons import Plan
from bot.ui.game import common_texts
from bot.ui.game.moves import Moves, Verb
from bot.ui.game.players import Players
from bot.ui.game.presenter import Entry, Lesson, Page, Passage, Presenter
from bot.ui.kit.forms import CardsField, Form, NumberField, Values, WordField
from bot.ui.scene.scene import CardScene, HandScene, SeatScene, Side, TableScene, Zone
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


def _table(view: View, players: Players, title: str, prompt: str) -> TableScene:
    """The public table."""
    return TableScene(
        pack=QUINCE.name,
        title=title,
        subtitle=common_texts.hand_number_text(view, view["hands"]),
        prompt=prompt,
        seats=tuple(_seat(view, players, seat) for seat in range(view["seats"])),
        zones=_zones(view, players),
        facts=_facts(view),
        sides=tuple(Side(name, tuple(seats), view["scores"][seats[0]]) for name, seats in zip(PAIRS, view["sides"])),
    )


def _seat(view: View, players: Players, seat: int) -> SeatScene:
    badges = common_texts.seat_badges(view, players, seat)
    if common_texts.shows_last_hand(view):
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


def _hand(view: View, players: Players, title: str, prompt: str) -> HandScene:
    """A seat's own hand, with what it may do."""
    seat, turn = view["seat"], view["seat"] in view["to_act"]
    barred: Mapping[str, Sequence[Any]] = view["barred"]
    laying = turn and view["phase"] == "lay"
    cards = tuple(
        CardScene(card, "barred", barred[card][0])
        if card in barred
        else CardScene(card, "playable" if laying else "plain")
        for card in view["hand"] or ()
    )
    partner = next((value for side in view["sides"] for value in side if seat in side and value != seat), None)
    facts = [("Your points", str(view["scores"][seat])), *_facts(view)]
    if partner is not None:
        facts.insert(0, ("You play with", players.name(partner)))
    if view["own_guess"] is not None:
        facts.append(("Your guess", str(view["own_guess"])))
    return HandScene(
        pack=QUINCE.name,
        title=f"Your hand at {title}",
        prompt=prompt,
        cards=cards,
        notes=tuple(f"{sentence} ({clause})" for clause, sentence, _ in barred.values()),
        zones=(*_zones(view, players), *_lying(view)),
        facts=tuple(facts),
        your_turn=turn,
    )


def _zones(view: View, players: Players) -> tuple[Zone, ...]:
    """What was laid in the hand that is over; that of the hand in play lies before the seats."""
    if not common_texts.shows_last_hand(view):
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
    if common_texts.shows_last_hand(view):
        return (("All cards counted", str(view["last"]["total"])),)
    return (("Laid so far", str(sum(_rank(card) for _, move in view["laid"] for card in _cards(move)))),)


def _rank(card: str) -> int:
    return int(card[0]) if QUINCE.suited(card) else 0


def _cards(move: str) -> list[str]:
    """The cards of a move `lay CARDS bet N WORD`; none of another."""
    return move.split(" ")[1:-3]


def _story(view: Mapping[str, Any], log: Sequence[Entry], players: Players, start: int = 0) -> Sequence[Passage]:
    """What happened in a hand."""
    passages = [Passage(_tells(entry, players)) for entry in log[start:]]
    if "total" in view and passages:
        points = players.each(view["points"])
        passages[-1] = passages[-1]._replace(result=f"All cards counted {view['total']}. Points: {points or 'none'}.")
    return passages


def _tells(entry: Entry, players: Players) -> str:
    if "event" in entry:
        return "The cards were shuffled and dealt."
    name = players.who(entry["seat"])
    return f"{name} guessed." if entry.get("hidden") else MOVES.done(entry["move"], name)


def _ledger_parts(last: Mapping[str, Any]) -> common_texts.LedgerParts:
    """What a hand brought: its points, and nothing that they were made of."""
    return [("Points", last["points"])], "Net", [f"guessed {guess}" for guess in last["guesses"]]


class QuincePresenter(Presenter):
    """Quince's look (bot/ui/game/presenter.py)."""

    game = "quince"
    kind = "a guess, then cards"
    pack = QUINCE.name
    lesson = LESSON
    moves = MOVES
    table_scene = staticmethod(_table)
    hand_scene = staticmethod(_hand)
    story = staticmethod(_story)
    ledger_parts = staticmethod(_ledger_parts)

    def terms_text(self, options: Mapping[str, Any], seats: int) -> str:
        """What is played."""
        return f"Guess, then lay cards: {options['hands']} hands of {seats}."

    # -- moves -------------------------------------------------------------------------------------------------------

    def forms(self, view: View) -> tuple[Form, ...]:
        """Guessing, and laying: cards, a bet and a word in one form."""
        result: list[Form] = []
        for choice in view["choices"]:
            low, high = choice["range"]
            if choice["verb"] == "guess":
                field = NumberField("What will all cards laid count together?", low, high)
                result.append(Form("guess", "Guess …", "Your guess", (field,), _guess))
            else:
                fewest, most = choice["count"]
                fields = (
                    CardsField("Which cards?", tuple(choice["cards"]), fewest, most, tuple(choice["must"])),
                    NumberField("How much do you bet?", low, high),
                    WordField("What will the count be?", tuple((word, WORDS[word]) for word in choice["words"])),
                )
                result.append(Form("lay", "Lay cards …", "Lay cards", fields, _lay))
        return tuple(result)

    def decision_text(self, view: View) -> str:
        """What is to be decided."""
        if view["phase"] == "guess":
            return "guess what all cards laid will count together."
        if view["phase"] == "lay":
            return "lay one to three cards, or pass."
        return super().decision_text(view)

    @staticmethod
    def stakes_text(view: View) -> str:
        """What can be won."""
        return "A good guess is worth 10." if view["phase"] == "guess" else ""

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


def _guess(values: Values) -> str:
    return f"guess {values[0]}"


def _lay(values: Values) -> str:
    cards, bet, word = values
    assert isinstance(cards, tuple)
    return f"lay {' '.join(cards)} bet {bet} {word}"
