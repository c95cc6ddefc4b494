"""A fast model of a hand of Voren in one world, played to its end by the heuristic player's rules, on bits alone.

It makes the moves that `heuristic.choose` makes, without a view: of the same knowledge, by the same chances.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from rules.players.voren.heuristic import FOLDING, POKE, Ranks, chance_among, promise, ranks_under
from rules.seats import seats_from
from rules.voren import moves
from rules.voren.cards import ALL, GREATER_CROWNS, UNSUITED, WOLF, highest, with_unsuited
from rules.voren.deal import POKE_CARDS
from rules.voren.lead import FIRST, SECOND, first_leader, play_order
from rules.voren.positions import InHand, Playing
from rules.voren.records import FOLDED, IN, UNDECIDED, Deal, Words
from rules.voren.scoring import exempt_from_match
from rules.voren.stay import cards_for_play

TRICKS: Final = 3
UNSEEN_BEFORE_PLAY: Final = ALL.bit_count() - 1 - POKE_CARDS
"""A seat that speaks has seen the turn-up and its three cards."""


class Outcome(NamedTuple):
    """The end of a hand: the seats that stayed in, sorted; the tricks won by seat; the seat that V6.3 frees."""

    stayed: tuple[int, ...]
    won: tuple[int, ...]
    exempt: int | None


# -- play --------------------------------------------------------------------------------------------------------------


class Board(NamedTuple):
    """A position in play. `known` are by seat the cards that it has held, `unshown` those that not everybody has seen.

    `order` are the seats as they play to the trick of this number, of which `trick` are the cards, `led` the first and
    `best` the one that is winning; 0 each before the lead. `wolf` is the seat that played the Wolf to it, -1 for none.
    """

    ranks: Ranks
    stayed: tuple[int, ...]
    hands: Sequence[int]
    known: Sequence[int]
    unshown: int
    order: tuple[int, ...]
    number: int
    place: int
    trick: int
    led: int
    best: int
    winner: int
    wolf: int
    won: Sequence[int]
    exempt: int | None


def board_before_play(dealt: Deal, words: Words, dealer: int) -> Board:
    """Return the position before the first lead."""
    hands = list(dealt.hands)
    known_hands = list(dealt.hands)
    if words.poke_taker is not None:
        hands[words.poke_taker] = dealt.poke
        known_hands[words.poke_taker] |= dealt.poke
    seats_in = words.seats_in
    order = play_order(first_leader(dealer, seats_in), seats_in)
    ranks = ranks_under(dealt.trumps)
    nothing = [0] * len(hands)
    return Board(ranks, seats_in, hands, known_hands, ALL & ~dealt.turn_up, order, 0, 0, 0, 0, 0, -1, -1, nothing, None)


def board_of(world: Playing) -> Board:
    """Return the position in play that a world shows."""
    dealt, words = world.hand.deal, world.hand.words
    board = board_before_play(dealt, words, world.hand.sheet.dealer)
    hands = [cards_for_play(dealt, words, seat) & ~world.played_cards for seat in range(len(dealt.hands))]
    won = [0] * len(hands)
    for trick in world.tricks:
        won[trick.winner] += 1
    board = board._replace(
        hands=hands,
        unshown=board.unshown & ~world.played_cards,
        order=world.order,
        number=len(world.tricks),
        won=won,
        exempt=exempt_from_match(world.tricks),
    )
    if world.trick is None:
        return board
    cards = world.trick.cards
    return board._replace(
        place=len(cards),
        trick=sum(card for _, card in cards),
        led=world.trick.led_card,
        best=world.trick.winning_play.card,
        winner=world.trick.winner,
        wolf=next((seat for seat, card in cards if card == WOLF), -1),
    )


def played_out(board: Board, card: int) -> Outcome:
    """Return the end of the hand after this card of the seat to play; 0 for the card that the heuristic player
    would play.
    """
    ranks, hands, known_hands, unshown = board.ranks, list(board.hands), board.known, board.unshown
    order, place, trick, led_card, best = board.order, board.place, board.trick, board.led, board.best
    winner, wolf, won, exempt = board.winner, board.wolf, list(board.won), board.exempt
    beaters = ranks.beaters
    for number in range(board.number, TRICKS):
        for seat in order[place:]:
            hand = hands[seat]
            if not card:
                if not hand & hand - 1:
                    card = hand
                elif trick:
                    card = _followed(ranks, hand, unshown & ~known_hands[seat], led_card, best)
                else:
                    card = _led(ranks, hand, unshown & ~known_hands[seat], number)
            hands[seat] = hand ^ card
            unshown &= ~card
            if not trick:
                led_card = best = card
                winner = seat
            elif card & beaters[best]:
                best = card
                winner = seat
            if card == WOLF:
                wolf = seat
            trick |= card
            card = 0
        won[winner] += 1
        if trick & UNSUITED == UNSUITED:
            exempt = wolf
        order, place, trick = play_order(winner, order), 0, 0
    return Outcome(board.stayed, tuple(won), exempt)


def _led(ranks: Ranks, hand: int, unseen: int, number: int) -> int:
    """Return the lead to a trick: the card that the fewest unseen cards beat, the last of equals."""
    if number == FIRST:
        hand = hand & ranks.trumps & GREATER_CROWNS or hand  # V5.2
    elif number == SECOND:
        hand = hand & ranks.trumps or hand  # V5.8
    chosen, fewest = 0, UNSEEN_BEFORE_PLAY
    while hand:
        card = hand & -hand
        hand ^= card
        above = (ranks.beaters[card] & unseen).bit_count()
        if above <= fewest:
            chosen, fewest = card, above
    return chosen


def _followed(ranks: Ranks, hand: int, unseen: int, led_card: int, best: int) -> int:
    """Return the card played to a trick: a winner, else the one that the most unseen cards beat, the first of
    equals.
    """
    if not led_card & UNSUITED:  # V5.6
        hand = hand & ranks.follows[led_card] or hand & with_unsuited(ranks.trumps) or hand  # V5.4
    if winning := hand & ranks.beaters[best]:
        return highest(winning)  # V5.5
    chosen, most = 0, -1
    while hand:
        card = hand & -hand
        hand ^= card
        above = (ranks.beaters[card] & unseen).bit_count()
        if above > most:
            chosen, most = card, above
    return chosen


# -- words -------------------------------------------------------------------------------------------------------------


@cache
def _chances(against: float) -> tuple[float, ...]:
    """Return the chance of a card to win a trick, by how many unseen cards beat it (as `heuristic.chance_of`).

    `against` is how many opponents are expected.
    """
    unseen = UNSEEN_BEFORE_PLAY
    return tuple(chance_among(beaters, unseen, TRICKS, against) for beaters in range(unseen + 1))


class Stakes(NamedTuple):
    """The worth of a trick and the cost of no trick, in chips; and the promise of the poke (as in `heuristic`)."""

    a_trick: float
    match: float
    poke: float

    @classmethod
    def of(cls, pot: int, match: int) -> Stakes:
        """Return the stakes of a hand with this pot and match."""
        return cls(pot / 3, match, promise(POKE, pot, match))


class Turn(NamedTuple):
    """A seat's turn to speak: how many are in, how many speak after it, and whether it may fold or take the poke."""

    inside: int
    undecided: int
    fold: bool
    poke: bool


def word_for(hand: int, unseen: int, beaters: Mapping[int, int], stakes: Stakes, turn: Turn) -> str:
    """Return the word of the heuristic player with these cards; `unseen` are the cards that it has not seen."""
    if not turn.fold and not turn.poke:
        return moves.STAY
    chances = _chances(turn.inside + (1 - FOLDING) * turn.undecided)
    hoped, none = 0.0, 1.0
    while hand:
        card = hand & -hand
        hand ^= card
        chance = chances[(beaters[card] & unseen).bit_count()]
        hoped += chance
        none *= 1 - chance
    own_promise = hoped * stakes.a_trick - none * stakes.match
    if turn.fold and own_promise < 0:
        return moves.POKE if turn.poke and stakes.poke > 0 else moves.FOLD
    return moves.POKE if turn.poke and stakes.poke > own_promise else moves.STAY


def said_out(dealt: Deal, words: Words, dealer: int, stakes: Stakes, word: str | None) -> Words:
    """Return the words when all have spoken, or all but one have folded (V4.4).

    The next seat says `word`, if there is one.
    """
    states, taker = list(words.states), words.poke_taker
    beaters, unshown = ranks_under(dealt.trumps).beaters, ALL & ~dealt.turn_up
    inside, undecided, folded = states.count(IN), states.count(UNDECIDED), states.count(FOLDED)
    for seat in seats_from((dealer + 1) % len(states), len(states))[inside + folded :]:
        undecided -= 1
        if word is None:
            turn = Turn(inside, undecided, not words.all_play, words.poke and taker is None)
            hand = dealt.hands[seat]
            word = word_for(hand, unshown & ~hand, beaters, stakes, turn)
        if word == moves.FOLD:
            states[seat] = FOLDED
            folded += 1
            if folded == len(states) - 1:
                break
        else:
            states[seat] = IN
            inside += 1
            taker = seat if word == moves.POKE else taker
        word = None
    return Words(words.poke, words.all_play, tuple(states), taker)


def outcomes(world: InHand, candidates: Sequence[str], stakes: Stakes) -> list[Outcome]:
    """Return the end of the hand after each of these moves of the seat in turn."""
    if isinstance(world, Playing):
        board = board_of(world)
        return [played_out(board, moves.card_of(move) or 0) for move in candidates]
    return [_outcome(world, move, stakes) for move in candidates]


def _outcome(world: InHand, move: str, stakes: Stakes) -> Outcome:
    """Return the end of the hand after a decision of the dealer or a word."""
    dealt, words, dealer = world.hand.deal, world.hand.words, world.hand.sheet.dealer
    if move in moves.DECISIONS:
        poke, all_play = moves.DECISIONS[move]
        words = said_out(dealt, Words(poke, all_play, words.states, None), dealer, stakes, None)
    else:
        words = said_out(dealt, words, dealer, stakes, move)
    if len(words.seats_in) == 1:
        return Outcome(words.seats_in, (0,) * len(words.states), None)
    return played_out(board_before_play(dealt, words, dealer), 0)
