"""A heuristic player of Mitigati: it weighs what its cards may bring against what stops the hand."""

# It looks at its view alone, and leaves nothing to chance. In the bargaining it guesses what its hand will bring from
# trumps, high cards and Honours, lets nothing be settled that is worse than that guess, and asks or offers at most once
# a round. It lays away what is worth something and will not win, declares all it can, and takes tricks where that is
# cheap or where much lies in them.

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rules.cards import each
from rules.contract import View
from rules.mitigati.bargain import after_pass, after_word, agreed
from rules.mitigati.bonuses import bonus_points, worth
from rules.mitigati.declare import declared, fullest
from rules.mitigati.moves import read_declaration
from rules.mitigati.records import MOST, Round, Trick, Word
from rules.mitigati.settlement import asked, offered, settle
from rules.mitigati.trick import winner
from rules.mitigati.views import round_of
from rules.seats import seats_from
from rules.tarot.cards import ABOVE, CARDS, FOOL, HONOURS, KINGS, LED, MAGICIAN, NUMBERED, PLACE, PLAIN, POINTS, TRUMPS

DEALT = 25
"""Cards of a hand that is played (M2.1)."""
MARGIN = 4
"""How much better than its guess a player asks for, and how much worse it offers."""
PAR_STRENGTH = 41.0
"""The strength of an average hand, by the same count."""
SURE = {2: 0.6, 3: 0.8, 4: 0.95, 5: 1.0}
"""How much of a guess remains by how many packets it is made from: what is to come is average."""


def choose(view: View, _rng: Random) -> str:
    """A legal move. Raises ValueError if the view's seat has nothing to do."""
    moves: list[str] = view["moves"]
    if not moves and not view["choices"]:
        raise ValueError("this seat has nothing to do")
    if view["phase"] == "bargain":
        return _speak(view)
    if view["phase"] == "discard":
        return _discard(view)
    if view["phase"] == "declare":
        return fullest(CARDS.mask(view["hand"]))
    return moves[0] if len(moves) == 1 else _play(view, moves)


# -- bargaining --------------------------------------------------------------------------------------------------------


def hoped(view: View) -> int:
    """The points that the seat thinks the hand will bring it if it is played (M7.1)."""
    held = CARDS.mask(view["hand"])
    size = held.bit_count()
    part = DEALT / size
    strength = 0.0
    for card in each(held):
        if card & HONOURS:
            strength += 6
        elif card & NUMBERED:
            strength += 1.6 + 0.16 * int(CARDS.text[card])
        elif card & KINGS:
            strength += 4.5
        else:
            strength += {4: 2.2, 3: 1.2, 2: 0.6}.get(POINTS[card], 0.2)
    guess = strength * part - PAR_STRENGTH
    named = read_declaration(fullest(held), -1, held)
    bonus = worth(declared(named, held))
    mine = bonus_points([bonus, 0, 0], view["options"]["bonuses"])[0] if bonus else 0
    if view["seat"] == view["dealer"]:
        guess += 2  # three cards more to choose from (M4.1)
    return round(guess * SURE[view["reached"]]) + mine


def _speak(view: View) -> str:
    """A word: accept what is better than playing, else ask or offer once, else pass."""
    so_far = round_of(view["log"], view["dealer"])
    mine: int = view["seat"]
    hope = hoped(view)
    passed = settled(view, after_pass(so_far))
    if passed is not None:
        return "pass" if passed[mine] >= hope else _instead(view, so_far, hope)
    word = so_far.standing[mine]
    if word is not None:
        return "pass"
    others = [word for word in so_far.standing if word]
    if hope > 0:
        ask = min(hope + MARGIN, MOST)
        return f"ask {ask}" if others or view["reached"] == 2 else "continue"
    if hope < -MARGIN:
        wanted = asked(so_far.standing) - offered(so_far.standing)
        most = -hope - MARGIN // 2
        return f"offer {min(max(wanted, 1), most)}" if wanted > 0 else f"offer {max(1, most // 2)}"
    return "pass"


def _instead(view: View, so_far: Round, hope: int) -> str:
    """The word where a pass would settle for less than the hand promises."""
    mine: int = view["seat"]
    word = so_far.standing[mine]
    ask = min(max(hope + MARGIN, 1), MOST)
    if word is None and settled(view, after_word(so_far, Word("ask", ask))) is None:
        return f"ask {ask}"
    return "continue"


def settled(view: View, after: Round) -> tuple[int, ...] | None:
    """The points of the settlement that this round ends in; None where it does not."""
    if not agreed(after):
        return None
    return settle(after.standing, seats_from((view["dealer"] + 1) % 3, 3), after.order)


# -- the discard -------------------------------------------------------------------------------------------------------


def _discard(view: View) -> str:
    """Three cards of the shortest suits, those first that are worth most and win least (M4.1)."""
    (choice,) = view["choices"]
    held = CARDS.mask(view["hand"])
    count: int = choice["count"][0]
    cards = sorted(choice["cards"], key=lambda card: _keep(CARDS.bit[card], held))
    return " ".join(("discard", *cards[:count]))


def _keep(card: int, held: int) -> float:
    """How much a card is worth keeping."""
    if card & TRUMPS:
        return 100 + PLACE[card]
    suit = LED[card] & held
    guarded = 6 if suit & KINGS else 0
    return suit.bit_count() * 1.5 + guarded - 1.2 * POINTS[card]


# -- play --------------------------------------------------------------------------------------------------------------


def _play(view: View, moves: Sequence[str]) -> str:
    cards = [CARDS.bit[move.removeprefix("play ")] for move in moves]
    card = _lead(view, cards) if not view["trick"] else _follow(view, cards)
    return f"play {CARDS.text[card]}"


def unseen_by(view: View) -> int:
    """The cards that this seat has not seen and that others may hold."""
    seen = CARDS.mask(view["hand"]) | CARDS.mask(view["discard"] or ())
    for trick in (*view["tricks"], {"cards": view["trick"]}):
        seen |= CARDS.mask(card for _, card in trick["cards"])
    return (PLAIN | NUMBERED | FOOL) & ~seen


def _lead(view: View, cards: Sequence[int]) -> int:
    """A card that nothing can beat, else a high trump to draw others, else something small from a long suit."""
    unseen, held = unseen_by(view), CARDS.mask(view["hand"])
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
        left = (unseen & suit).bit_count()
        if not higher:  # safe where others still have the suit, or no trumps are left
            return 6.0 + POINTS[card] if not trumps or left >= 5 else 0.5 - POINTS[card]
        return -POINTS[card] * 1.5 + 0.1 * (held & suit).bit_count()

    return max(cards, key=lambda card: (good(card), -card))


def _follow(view: View, cards: Sequence[int]) -> int:
    """The cheapest card that takes the trick where that pays, else the one that is missed least."""
    lying = [CARDS.bit[card] for _, card in view["trick"]]
    trick = Trick(view["trick"][0][0], tuple(lying))
    last = len(lying) == 2
    takes = [card for card in cards if would_win(trick, card, view["seat"])]
    value = sum(POINTS[card] for card in lying)
    losing = [card for card in cards if card not in takes]
    if takes:
        best = min(takes, key=lambda card: _cost(card, last=last))
        richest = max(takes, key=lambda card: POINTS[card] if last and card & PLAIN else -1)
        if last and richest & PLAIN:
            best = richest
        if last and MAGICIAN & sum(takes):
            return MAGICIAN
        if not losing or value >= 3 or (last and POINTS[best] > 1) or best & PLAIN:
            return best if last or not best & PLAIN else max(takes)
    throw = losing or list(cards)
    return min(throw, key=lambda card: (_loss(card, value), card))


def would_win(trick: Trick, card: int, seat: int) -> bool:
    """Whether the card takes the trick in progress as it lies, played by this seat (M6.3)."""
    return card != FOOL and winner(trick._replace(cards=(*trick.cards, card))) == seat


def _cost(card: int, *, last: bool) -> float:
    """The cost of taking a trick with a card: a low trump is enough for whoever plays last."""
    if not card & TRUMPS:
        return 0
    return 10 + PLACE[card] / 10 if last else 10 - PLACE[card] / 10 + POINTS[card] * 2


def _loss(card: int, value: int) -> float:
    """The loss with a card that does not win: the Fool stays its player's (M6.5), so it goes where much lies."""
    if card == FOOL:
        return 1.5 if value >= 5 else 4.0
    trump = 2.0 + (PLACE[card] - PLACE[MAGICIAN]) / 10 if card & TRUMPS else 0.0
    return POINTS[card] * 2 + trump
