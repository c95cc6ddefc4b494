"""A heuristic player of Mitigati: it weighs what its cards may bring against what stops the hand."""

# It looks at its view alone, and leaves nothing to chance. In the bargaining it guesses what its hand will bring from
# trumps, high cards and Honours, lets nothing be settled that is worse than that guess, and asks or offers at most once
# a round. It lays away what is worth something and will not win, declares all it can, and takes tricks where that is
# cheap or where much lies in them.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

from rules.cards import each
from rules.contract import View
from rules.mitigati.bargain import after_pass, after_word, is_agreed
from rules.mitigati.bonuses import bonus_points, worth_abundance, worth_honours, worth_kings, worth_mixed
from rules.mitigati.cards import SEATS
from rules.mitigati.declare import fullest_declaration
from rules.mitigati.moves import BargainMove
from rules.mitigati.records import MAX_WORD, MIN_ABUNDANCE, MIN_MIXED, Round, Trick, Word
from rules.mitigati.settlement import settle, sum_asks, sum_offers
from rules.mitigati.trick import winner
from rules.mitigati.views import round_of
from rules.players.memory import forgotten_cards
from rules.seats import seats_from
from rules.tarot.cards import ABOVE, CARDS, FOOL, HONOURS, KINGS, LED, MAGICIAN, NUMBERED, PLACE, PLAIN, POINTS, TRUMPS

HAND_SIZE = 25
"""Cards of a hand that is played (M2.1)."""
MARGIN = 4
"""How much better than its guess a player asks for, and how much worse it offers."""
PAR_STRENGTH = 41.0
"""The strength of an average hand, by the same count."""
REJECTION_LAG = 2.0
"""By how many points a move lags that the player does not think of: to win a trick that it lets go, or to lose one."""
POINTS_PER_CARD_POINT = 2
"""The marks of leads and of cards that lose a trick count each card point about twice."""
DISCARD_POOL_SIZE = 5
"""Of so many cards, those that it would miss least, all discards are weighed."""
HOPE_ERRORS = range(-40, 41, 5)
"""By how many points a player may be mistaken in what its hand brings."""
HOPE_ERROR_PER_POINT = 7.0
"""How many of these points a word is worth one less for."""
CERTAINTY = {2: 0.6, 3: 0.8, 4: 0.95, 5: 1.0}
"""How much of a guess remains by how many packets it is made from: what is to come is average."""


def _strength(card: int) -> float:
    """Return the strength that a card adds to a hand."""
    if card & HONOURS:
        return 6.0
    if card & NUMBERED:
        return 1.6 + 0.16 * int(CARDS.text[card])
    if card & KINGS:
        return 4.5
    return {4: 2.2, 3: 1.2, 2: 0.6}.get(POINTS[card], 0.2)


STRENGTH = {card: _strength(card) for card in CARDS.text}
"""What a card adds to the strength of a hand."""


def choose(view: View, _rng: Random) -> str:
    """Return a legal move. Raises ValueError if the view's seat has nothing to do."""
    moves: list[str] = view["moves"]
    if not moves and not view["choices"]:
        raise ValueError("this seat has nothing to do")
    if len(moves) == 1 and view["phase"] == "play":
        return moves[0]
    if view["phase"] == "bargain":
        return text_of(speak(round_of(view["log"], view["dealer"]), view["dealer"], hoped(view), view["reached"]))
    points = weigh(view)
    if points:
        return max(points, key=points.__getitem__)
    return fullest_declaration(CARDS.mask(view["hand"]))


def weigh(view: View) -> dict[str, float]:
    """Return moves with the points that the player puts on them, the first of equals to be chosen; {} where it
    counts none.
    """
    if view["phase"] == "bargain":
        return _weigh_words(view)
    if view["phase"] == "discard":
        return _weigh_discards(view)
    if view["phase"] == "play":
        cards = sorted(CARDS.bit[move.removeprefix("play ")] for move in view["moves"])
        weights = _follow(view, cards) if view["trick"] else _lead(view, cards)
        return {f"play {CARDS.text[card]}": points for card, points in weights.items()}
    return {}


# -- bargaining --------------------------------------------------------------------------------------------------------


def hoped(view: View) -> int:
    """Return the points that the seat thinks the hand will bring it if it is played (M7.1)."""
    dealing = view["seat"] == view["dealer"]
    return hope(CARDS.mask(view["hand"]), view["reached"], view["options"]["bonuses"], dealing=dealing)


def hope(hand: int, reached: int, bonuses: str, *, dealing: bool) -> int:
    """Return the same for a seat that holds these cards of so many packets, under this option of bonuses."""
    strength = 0.0
    for card in each(hand):
        strength += STRENGTH[card]
    guessed_hand = strength * (HAND_SIZE / hand.bit_count()) - PAR_STRENGTH
    if dealing:
        guessed_hand += 2  # three cards more to choose from (M4.1)
    return round(guessed_hand * CERTAINTY[reached]) + bonus_points([fullest_worth(hand), 0, 0], bonuses)[0]


def fullest_worth(hand: int) -> int:
    """Return the worth of the fullest declaration from this hand (M5)."""
    trumps, kings, honours = ((hand & cards).bit_count() for cards in (NUMBERED, KINGS, HONOURS))
    total = worth_abundance(trumps) if trumps >= MIN_ABUNDANCE else 0
    all_kings, all_honours = kings == KINGS.bit_count(), honours == HONOURS.bit_count()
    if all_kings or all_honours:
        both = all_kings and all_honours  # M5.6: nothing is added to either
        total += worth_kings(0 if both else honours) if all_kings else 0
        total += worth_honours(0 if both else kings) if all_honours else 0
    elif kings + honours >= MIN_MIXED:
        total += worth_mixed(kings + honours)
    return total


def _weigh_words(view: View) -> dict[str, float]:
    """Return the worth of each word: the heuristic one, and those for a somewhat better or worse hand."""
    so_far, hope = round_of(view["log"], view["dealer"]), hoped(view)
    words: dict[str, float] = {}
    for off in sorted(HOPE_ERRORS, key=abs):
        word = text_of(speak(so_far, view["dealer"], hope + off, view["reached"]))
        words.setdefault(word, -abs(off) / HOPE_ERROR_PER_POINT)
    return words


def speak(so_far: Round, dealer: int, hope: int, reached: int) -> BargainMove:
    """Return the word of the seat whose turn it is: accept what is better than playing, else ask or offer once,
    else pass.
    """
    passed = settled(dealer, after_pass(so_far))
    if passed is not None:
        return "pass" if passed[so_far.turn] >= hope else _instead(dealer, so_far, hope)
    if so_far.standing[so_far.turn] is not None:
        return "pass"
    if hope > 0:
        ask = min(hope + MARGIN, MAX_WORD)
        return Word("ask", ask) if any(so_far.standing) or reached == 2 else "continue"
    if hope < -MARGIN:
        deficit = sum_asks(so_far.standing) - sum_offers(so_far.standing)
        most = -hope - MARGIN // 2
        return Word("offer", min(max(deficit, 1), most) if deficit > 0 else max(1, most // 2))
    return "pass"


def _instead(dealer: int, so_far: Round, hope: int) -> BargainMove:
    """Return the word where a pass would settle for less than the hand promises."""
    ask = Word("ask", min(max(hope + MARGIN, 1), MAX_WORD))
    if so_far.standing[so_far.turn] is None and settled(dealer, after_word(so_far, ask)) is None:
        return ask
    return "continue"


def text_of(word: BargainMove) -> str:
    """Return a word of a round of bargaining as a move."""
    return f"{word.kind} {word.number}" if isinstance(word, Word) else word


def settled(dealer: int, after: Round) -> tuple[int, ...] | None:
    """Return the points of the settlement that this round ends in; None where it does not."""
    if not is_agreed(after):
        return None
    return settle(after.standing, seats_from((dealer + 1) % SEATS, SEATS), after.order)


# -- the discard -------------------------------------------------------------------------------------------------------


def _weigh_discards(view: View) -> dict[str, float]:
    """Return discards of the cards that are missed least: from the shortest suits, worth most and winning least
    (M4.1).
    """
    (choice,) = view["choices"]
    count: int = choice["count"][0]
    keep = worth_keeping(CARDS.mask(view["hand"]), CARDS.mask(choice["cards"]))
    cards = sorted(keep, key=keep.__getitem__)[: max(count, DISCARD_POOL_SIZE)]
    return {
        " ".join(("discard", *(CARDS.text[card] for card in chosen))): -sum(keep[card] for card in chosen)
        for chosen in combinations(cards, count)
    }


def worth_keeping(hand: int, cards: int) -> dict[int, float]:
    """Return the worth of keeping each of these cards of a hand, in points."""
    worths: dict[int, float] = {}
    for card in each(cards):
        suit = LED[card] & hand
        guarded = 6 if suit & KINGS else 0
        plain = suit.bit_count() * 1.5 + guarded - 1.2 * POINTS[card]
        worths[card] = 100 + PLACE[card] if card & TRUMPS else plain
    return worths


# -- play --------------------------------------------------------------------------------------------------------------


def unseen_by(view: View) -> int:
    """Return the cards that this seat has not seen and that others may hold."""
    seen = CARDS.mask(view["hand"]) | CARDS.mask(view["discard"] or ())
    for trick in (*view["tricks"], {"cards": view["trick"]}):
        seen |= CARDS.mask(card for _, card in trick["cards"])
    return (PLAIN | NUMBERED | FOOL) & ~seen | CARDS.mask(forgotten_cards(view))


def _lead(view: View, cards: Sequence[int]) -> dict[int, float]:
    """Return a card that nothing can beat, else a high trump to draw others, else something small from a long suit."""
    unseen, hand = unseen_by(view), CARDS.mask(view["hand"])
    trumps = unseen & NUMBERED

    def good(card: int) -> float:
        if card == FOOL:
            return -30.0
        above = ABOVE[card] & unseen
        if card & TRUMPS:
            if not above:
                return 8.0 if trumps else 1.0
            return -2.0 - POINTS[card] + (PLACE[card] - PLACE[MAGICIAN]) / 10 - above.bit_count()
        suit = LED[card]
        higher = (above & suit).bit_count()
        unseen_count = (unseen & suit).bit_count()
        if not higher:  # safe where others still have the suit, or no trumps are left
            return 6.0 + POINTS[card] if not trumps or unseen_count >= 5 else 0.5 - POINTS[card]
        return -POINTS[card] * 1.5 + 0.1 * (hand & suit).bit_count()

    return {card: good(card) / POINTS_PER_CARD_POINT for card in cards}


def _follow(view: View, cards: Sequence[int]) -> dict[int, float]:
    """Return the cheapest card that takes the trick where that pays, else the one that is missed least."""
    cards_on_table = [CARDS.bit[card] for _, card in view["trick"]]
    trick = Trick(view["trick"][0][0], tuple(cards_on_table))
    last = len(cards_on_table) == 2
    value = sum(POINTS[card] for card in cards_on_table)
    wins = [card for card in cards if would_win(trick, card, view["seat"])]
    if last or all(card & TRUMPS for card in wins):
        won = {card: value - _cost(card, last=last) for card in wins}
    else:  # the highest of a suit; after the Fool, of all cards
        won = {card: value + PLACE[card] / 10 for card in wins}
    lost = {card: -_loss(card, value) / POINTS_PER_CARD_POINT for card in cards if card not in won}
    return _joined(won, lost) if won and (not lost or _pays(won, value, last=last)) else _joined(lost, won)


def _pays(won: Mapping[int, float], value: int, *, last: bool) -> bool:
    """Whether the player takes a trick with so many points with the best of the cards that win it."""
    best = max(won, key=won.__getitem__)
    return value >= 3 or bool(best & PLAIN) or (last and POINTS[best] > 1)


def _joined(first: Mapping[int, float], second: Mapping[int, float]) -> dict[int, float]:
    """Return the points of both kinds of cards, those of the second so much less that its best lags behind the
    first's.
    """
    if not second:
        return dict(first)
    less = max(second.values()) - max(first.values()) + REJECTION_LAG
    return {**first, **{card: points - less for card, points in second.items()}}


def would_win(trick: Trick, card: int, seat: int) -> bool:
    """Whether the card takes the trick in progress as it lies, played by this seat (M6.3)."""
    return card != FOOL and winner(trick._replace(cards=(*trick.cards, card))) == seat


def _cost(card: int, *, last: bool) -> float:
    """Return the cost (points) of winning a trick with a card. The last player brings its card home.

    A low trump is enough for whoever plays last. Before that the higher one is the safer.
    """
    place = (PLACE[card] - PLACE[MAGICIAN]) / 10
    if last:
        return -POINTS[card] if card & PLAIN or card == MAGICIAN else place
    return 2.0 * POINTS[card] - place


def _loss(card: int, value: int) -> float:
    """Return the loss with a card that does not win: the Fool stays its player's (M6.5), so it goes where much lies."""
    if card == FOOL:
        return 1.5 if value >= 5 else 4.0
    trump = 2.0 + (PLACE[card] - PLACE[MAGICIAN]) / 10 if card & TRUMPS else 0.0
    return POINTS[card] * 2 + trump
