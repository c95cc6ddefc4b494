"""What the heuristic player of Conference says for its moves is so, by the rules and in the world behind the view."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from rules.cards import each
from rules.conference.gallowglass import stand_ins
from rules.conference.positions import Playing
from rules.conference.records import HIRED_SUITS, partner, side
from rules.conference.scoring import suits_counting
from rules.conference.trick import winner
from rules.contract import State
from rules.players import conference
from rules.players.conference.heuristic import call_brings, leading, side_wins, table_of
from rules.players.conference.reasons import surely
from rules.tarot.cards import CARDS, FOOL, KINGS, LED, NUMBERED, POINTS, SUIT_MASKS, SUIT_NAMES, SUITS
from tests.rules.conference.stacked import after, begin_play, deal_hands
from tests.rules.players.advised import Advice, choices_in, play_advised

ANY = Random(1)
TABLES: list[dict[str, Any]] = [
    {},
    {"good_evil": "allegiance", "gallowglass": True, "between_hands": "cut"},
    {"good_evil": "none", "gallowglass": True, "league": True},
    {"good_evil": "allegiance", "league": True},
]


@cache
def games() -> list[Advice]:
    """Decisions of random games."""
    return [advice for options in TABLES for advice in play_advised("conference", 4, options, games=2)]


def without_calls() -> Iterator[tuple[Advice, Playing]]:
    """Those in play in which no call is made, with the positions behind them."""
    for advice in choices_in(games(), "play"):
        assert isinstance(advice.state, Playing)
        if not advice.move.endswith("ours") and not advice.move.endswith("yours"):
            yield advice, advice.state


def who_wins(advice: Advice, move: str) -> tuple[bool, int | None]:
    """Whether the trick is over with this move, and who wins it, or would if it ended now, by what all hold."""
    number, state = len(advice.view["tricks"]), advice.state.apply(advice.seat, move)
    view = state.view(None)
    if view["number"] != advice.view["number"] or view["finished"]:
        return True, view["last"]["tricks"][number]["winner"]
    if len(view["tricks"]) > number:
        return True, view["tricks"][number]["winner"]
    assert isinstance(state, Playing)
    stands = stand_ins(state.trick.cards, state.hands, state.led_suit, state.hand.hired_suit)
    return False, winner(state.trick.cards, state.led_suit, stands, state.pact.idle_card)


def count_trick(advice: Advice, cards: list[int], one: int, winning: int | None) -> int:
    """What these cards of the trick count for a side that wins it, the Fool aside (C4.4, C7.6)."""
    state = advice.state
    assert isinstance(state, Playing)
    laid = {**dict(state.trick.cards), advice.seat: CARDS.bit[advice.card]}
    if winning is not None and laid[winning] & state.hand.hired_suit:
        return 0
    counting = suits_counting(state.pact.calls, len(state.tricks), one) & ~state.hand.hired_suit
    return sum(POINTS[card] for card in cards if card & counting & ~FOOL)


def said(advice: Advice, pattern: str) -> int | None:
    """A number of points in the reason, in words where there are none; None where the pattern is not there."""
    found = re.search(pattern, advice.why)
    return found and (0 if found[1] == "no" else int(found[1]))


def test_a_lead_or_card_has_the_chance_and_the_stake_that_are_weighed() -> None:
    """The stake is the trick's point, what lies there, and about two for each card to come."""
    seen = Counter[str]()
    for advice, state in without_calls():
        table, card = table_of(advice.view), CARDS.bit[advice.card]
        laid, led = (*table.lying, (table.seat, card)), table.led or LED[card]
        found = said(advice, r"[Aa]bout (\d+)%")
        if found is not None and leading(table, laid, led) == who_wins(advice, advice.move)[1]:
            assert abs(side_wins(table, laid, led, leading(table, laid, led)) - found / 100) <= 0.0051
            seen["chance"] += 1
        stake = said(advice, r"wins about (\d+) points?")
        if stake is not None:
            _, winning = who_wins(advice, advice.move)
            cards = [*(one for _, one in state.trick.cards), card]
            known = 1 + count_trick(advice, cards, side(advice.seat), winning)
            if "open who wins" not in advice.why:
                assert stake == known + 2 * (3 - len(state.trick.cards))
            seen["stake"] += 1
    assert min(seen["chance"], seen["stake"]) > 50


def test_reasons_on_a_trick_are_true() -> None:
    """Who takes it or wins it meanwhile, what it is worth, and that no card does what it says none does."""
    seen = Counter[str]()
    for advice, state in without_calls():
        why, card, mine = advice.why, CARDS.bit[advice.card], side(advice.seat)
        lying = [one for _, one in state.trick.cards]
        if not lying or card == FOOL:
            continue
        over, winning = who_wins(advice, advice.move)
        moves = advice.view["moves"]
        ours = [move for move in moves if (one := who_wins(advice, move)[1]) is not None and side(one) == mine]
        own = count_trick(advice, [card], mine, winning), count_trick(advice, [card], 1 - mine, winning)
        if why.startswith("Your side wins "):
            assert over
            assert winning is not None
            assert side(winning) == mine
            assert said(advice, r"side wins (\d+) points?") == 1 + count_trick(advice, [*lying, card], mine, winning)
            if "No other card does that" in why:
                assert ours == [advice.move]
                seen["alone"] += 1
            if "No other card adds more" in why:
                could = [CARDS.bit[move.split(" ")[1]] for move in ours]
                assert all(count_trick(advice, [one], mine, winning) <= own[0] for one in could)
                seen["more"] += 1
            seen["last"] += 1
        elif why.startswith("It is the best card so far"):
            assert winning == advice.seat
            assert " wins about " in why
            seen["takes"] += 1
        elif re.match(r"(Your side may not win this trick|Keep better cards for later)\. This card risks", why):
            assert winning == advice.seat
            assert said(advice, r"risks (\d+|no) points?") == own[1]
            seen["risks"] += 1
        elif why.startswith("Your partner is winning so far"):
            assert winning == partner(advice.seat)
            assert said(advice, r"adds (\d+|no) point") in (None, own[0])
            assert said(advice, r"\. This card risks (\d+|no) points?") == said(advice, r"risks (\d+|no) points?")
            assert said(advice, r"risks (\d+|no) points?") in (None, own[1])
            seen["partner"] += 1
        elif "open who wins" in why:
            seen["open"] += 1
        else:
            assert winning is not None
            assert side(winning) != mine
            gives = said(advice, r"(?:gives|least:) (\d+|no) point")
            assert gives == own[1]
            if why.startswith("You cannot win"):
                assert not ours
                worth = said(advice, r"trick of (\d+) point")
                assert worth in (None, 1 + count_trick(advice, lying, 1 - mine, winning))
                assert worth is not None or "your partner may" in why
                seen["none"] += 1
            else:
                assert why.startswith("Keep better cards")
                assert ours or state.hand.hired_suit  # with a hired card it may be open what another would do
                seen["could"] += 1
            if "your partner may" in why:
                assert partner(advice.seat) not in [seat for seat, _ in state.trick.cards]
                seen["mate"] += 1
            if "so give" in why:
                rest = [CARDS.bit[move.split(" ")[1]] for move in moves if "FOOL" not in move and move != advice.move]
                least = all(own[1] < count_trick(advice, [one], 1 - mine, winning) for one in rest)
                assert ("give the least" in why) is least
                seen["little"] += least
    wanted = ("alone", "more", "last", "takes", "risks", "partner", "none", "could", "mate", "little")
    assert min(seen[one] for one in wanted) > 0, seen


def chances(advice: Advice) -> dict[str, float]:
    """How likely the seat's side wins the trick with each card, without a call."""
    table, found = table_of(advice.view), dict[str, float]()
    for move in advice.view["moves"]:
        if move.count(" ") == 1:
            card = CARDS.bit[move.removeprefix("play ")]
            laid, led = (*table.lying, (table.seat, card)), table.led or LED[card]
            winning = surely(table, laid, led)
            best = leading(table, laid, led) if winning is None else winning
            found[move] = side_wins(table, laid, led, best)
    return found


def test_a_card_that_is_likely_to_lose_is_not_said_to_be_a_good_one() -> None:
    """It risks little where nothing else is likely to win either, or where better cards are kept."""
    seen = Counter[str]()
    for advice, _ in without_calls():
        if "This card risks" not in advice.why and "This one risks" not in advice.why:
            continue
        found = chances(advice)
        assert round(100 * found.pop(advice.move)) < 50
        if advice.why.startswith(("No lead is likely", "Your side may not win")):
            assert not any(round(100 * chance) > 50 for chance in found.values())
            seen["none"] += 1
        elif advice.why.startswith("Keep better cards"):
            assert any(round(100 * chance) >= 50 for chance in found.values())
            seen["kept"] += 1
    assert min(seen["none"], seen["kept"]) > 0, seen


def test_winner_is_open_while_a_hired_card_may_stand_in() -> None:
    """C4.2: seat 1 plays a high card of Air to Earth; only it knows whether it has Earth yet."""
    hands = {0: "9E", 1: "KA QE -E", 2: "10E 2E", 3: "3E"}
    state = after(begin_play(hands, good_evil="none", hire="A"), "play 9E", "play KA")
    assert state.to_act == (2,)
    assert conference.why(state.view(2), "play 10E").startswith("It is open who wins.")
    hands[1] = "2W KA -E -T"  # whoever has shown to have no Earth cannot mean it so
    hands |= {0: "9E KE", 3: "3E 4E"}
    state = begin_play(hands, good_evil="none", hire="A")
    state = after(state, "play KE", "play 2W", "play 2E", "play 3E", "play 9E", "play KA")
    assert conference.why(state.view(2), "play 10E").startswith("It is the best card so far")


def test_the_fool_stays_where_it_says() -> None:
    seen = Counter[str]()
    for advice, state in without_calls():
        if advice.card != "FOOL":
            continue
        mine = side(advice.seat)
        assert "the Fool spares your other cards" in advice.why
        _, winning = who_wins(advice, advice.move)
        if state.trick.cards and winning is not None:
            who = "Your partner" if side(winning) == mine else "The others"
            assert advice.why.startswith(f"{who} {'is' if side(winning) == mine else 'are'} winning")
        seen["fool"] += 1
    assert seen["fool"] > 3


def test_a_call_makes_count_what_it_says() -> None:
    seen = Counter[str]()
    names = dict(zip(SUITS, SUIT_NAMES))
    for advice in choices_in(games(), "play"):
        if not advice.move.endswith("ours") and not advice.move.endswith("yours"):
            continue
        shown: State = advice.after
        calls = shown.view(None)["calls"]
        if len(calls) <= len(advice.view["calls"]):
            continue  # the hand is over with it
        own = [names[letter] for letter in calls[-1]["suits"][side(advice.seat)]]
        assert f"our side scores {' and '.join(own)}: " in advice.why
        assert advice.why.startswith("Now ") is bool(advice.view["calls"])
        call = shown.pact.calls[-1] if isinstance(shown, Playing) else None
        assert call
        brings = call_brings(table_of(advice.view), call)
        gain, cost = said(advice, r"about (\d+) points? better"), said(advice, r"about (\d+) points? worse")
        assert gain == (round(brings) if brings >= 1 else None)
        assert cost == (round(-brings) if brings <= -1 else None)
        seen["gain"] += gain is not None
        seen["call"] += 1
    assert seen["gain"] > 3


def test_the_discard_counts_what_it_says_and_leaves_the_voids_it_names() -> None:
    seen = Counter[str]()
    for advice in choices_in(games(), "discard"):
        rest = [card for card in advice.view["hand"] if card not in advice.move.split(" ")]
        assert "point" not in advice.why  # the move itself says what its cards count
        named = {name for name in SUIT_NAMES if name in advice.why}
        gone = {SUIT_NAMES[SUITS.index(card[-1])] for card in advice.move.split(" ")[1:] if card[-1] in SUITS}
        left = {SUIT_NAMES[SUITS.index(card[-1])] for card in rest if card[-1] in SUITS}
        without = advice.why.startswith("Without ")
        assert named == (gone - left if without else gone)
        assert without is bool(gone - left)
        seen["void"] += bool(gone - left)
    assert seen["void"]
    state = deal_hands({3: "2E 3E 4E 5E 6E 7E QA QF -A -W"})  # a suit that was never there is not named
    move = conference.choose(state.view(3), ANY)
    assert "Without Air you" in conference.why(state.view(3), move)


def test_trumps_go_only_with_all_else_that_may_and_are_told_to_be_the_lowest() -> None:
    hand = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 KE KA KF KW FOOL 21 2E 3A"
    state = deal_hands({3: hand})
    move = conference.choose(state.view(3), ANY)
    assert move == "discard 2E 3A 2 3"
    told = conference.why(state.view(3), move)
    assert told == "Too few other cards may go, so the lowest trumps go too."


@pytest.mark.parametrize("hand", ["1 2 3 4 5 6 7 8 9 10 11 12 KE KA", "AE AA AF AW JE JA -T"])
def test_hiring_goes_by_the_strength_and_the_points_of_the_hand(hand: str) -> None:
    state = deal_hands({3: hand}, gallowglass=True)
    state = after(state, conference.choose(state.view(3), ANY))
    view = state.view(3)
    move = conference.choose(view, ANY)
    told = conference.why(view, move)
    held = sum(CARDS.bit[card] for card in view["hand"])
    trumps, kings = (held & NUMBERED).bit_count(), (held & KINGS).bit_count()
    assert told.startswith(f"{trumps or 'No'} trump")
    assert f"and {kings or 'no'} King" in told
    letter = move.split(" ")[1]
    assert ("strong" in told) is (letter == "none")
    if letter != "none":
        own = [CARDS.bit[card] for card in [*view["hand"], *view["discard"]] if card[-1] == letter]
        total = sum(POINTS[card] for card in each(HIRED_SUITS[letter]))
        assert f"only {sum(POINTS[card] for card in own)} of {total} points" in told
        assert SUIT_NAMES[SUIT_MASKS.index(HIRED_SUITS[letter])] in told


def test_reasons_fit_two_lines_of_a_phone() -> None:
    assert not [advice.why for advice in games() if len(advice.why) > 80]


def test_evil_is_said_to_be_the_only_card_that_may_win_where_it_is() -> None:
    """C6.2: the others' trump 21 is beaten by Good and Evil alone; trump 7 by another trump of the seat, too."""
    hands = {1: "21 7", 2: "EVIL 3 12", 3: "GOOD"}
    high, low = (after(begin_play(hands, dealer=0), f"play {card}").view(2) for card in ("21", "7"))
    assert conference.why(high, "play EVIL") == "Only this may win: if your partner has Good. It risks no points."
    assert conference.why(low, "play EVIL") == "If your partner plays Good, you win; if not, it gives no points."
