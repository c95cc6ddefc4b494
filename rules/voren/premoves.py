"""Pre-moves in Voren, from the view of the seat that leaves one (rules/premoves.py)."""

from __future__ import annotations

from rules.cards import each
from rules.contract import View
from rules.premoves import PLAY, TRUMPS, Candidate, Candidates, PremoveOptions, cards_of, plays
from rules.voren.cards import CARDS, RANKS, SUIT, TREACHERY, UNSUITED, WOLF, letter_of, with_unsuited
from rules.voren.follow import led_suit, suit_duty, why_not_follow
from rules.voren.moves import FOLD, POKE, STAY
from rules.voren.records import IN, UNDECIDED, PlayedCard, Trick
from rules.voren.trick import with_card
from rules.voren.views import trumps_of


def premove_options(view: View) -> PremoveOptions:
    """Return the pre-moves: words while seats speak (V4), then cards and rules (V5).

    Nothing while nobody has seen a card (V3.4).
    """
    if view["phase"] not in ("stay", "play"):
        return PremoveOptions()
    state = view["states"][view["seat"]]
    if state == UNDECIDED:
        return PremoveOptions(
            (STAY, *(() if view["all_play"] else (FOLD,)), *((POKE,) if view["poke"] == "open" else ()))
        )
    if state != IN:
        return PremoveOptions()
    suits = (*(suit for suit in SUIT if suit != view["trumps"]), TRUMPS)
    follows = {PLAY + card: _followed_suit(CARDS.bit[card], view["trumps"]) for card in view["hand"]}
    return PremoveOptions(plays(view["hand"]), suits, _illegal_next(view), follows)


def _followed_suit(card: int, trumps: str | None) -> str:
    """Return the suit that a card follows, as a rule names it: the unsuited cards and those of the trump suit are
    trumps.
    """
    suit = letter_of(card)
    return TRUMPS if suit is None or suit == trumps else suit


def _illegal_next(view: View) -> dict[str, str]:
    """Return the cards that do not follow to the trick in progress (V5.4). V5.5 depends on earlier plays."""
    if view["phase"] != "play":
        return {}
    trick_cards = view["trick"]
    if not trick_cards or view["seat"] in [seat for seat, _ in trick_cards]:
        return {}
    hand, led_card, trumps = CARDS.mask(view["hand"]), CARDS.bit[trick_cards[0][1]], trumps_of(view)
    barred = 0 if led_card & UNSUITED else hand & ~suit_duty(hand, led_card, trumps)
    return {
        PLAY + CARDS.text[card]: refusal.message
        for card in each(barred)
        if (refusal := why_not_follow(card, hand, led_card, led_card, trumps))
    }


def candidates(view: View) -> Candidates | None:
    """Return the trick in progress, and which of the cards that may be played would win it (V5.7)."""
    if view["phase"] != "play":
        return None
    trumps = SUIT.get(view["trumps"], 0)
    trick: Trick | None = None
    for seat, card in view["trick"]:
        trick = with_card(trick, PlayedCard(seat, CARDS.bit[card]), trumps)

    def candidate(card: int) -> Candidate:
        new_trick = with_card(trick, PlayedCard(view["seat"], card), trumps)
        return Candidate(f"play {CARDS.text[card]}", new_trick.winning_play.card == card, _height(card, trumps))

    led_suit_letter = (
        None if trick is None else letter_of(led_suit(trick.led_card, trumps) & ~with_unsuited(trumps)) or TRUMPS
    )
    return Candidates(led_suit_letter, tuple(candidate(CARDS.bit[card]) for card in cards_of(view["moves"])))


def _height(card: int, trumps: int) -> tuple[int, ...]:
    """Return the height of a card: trumps above others, then by rank, of equals in canonical order (V5.3)."""
    if card == TREACHERY:
        return (2, 1)
    if card == WOLF:
        return (2, 0)
    return (int(bool(card & trumps)), RANKS.index(CARDS.text[card][0]), card)
