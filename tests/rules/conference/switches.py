"""How to switch off a clause of Conference: each change breaks a rule, and a test marked with it must notice."""

from tests.rules.switches import Switch

ALLEGIANCE = "rules/conference/allegiance.py"
CARDS = "rules/conference/cards.py"
CONDUCT = "rules/conference/conduct.py"
CUT = "rules/conference/cut.py"
DEAL = "rules/conference/deal.py"
DISCARD = "rules/conference/discard.py"
FOLLOW = "rules/conference/follow.py"
FOOL = "rules/conference/fool.py"
GALLOWGLASS = "rules/conference/gallowglass.py"
GAME = "rules/conference/__init__.py"
KNOWLEDGE = "rules/conference/knowledge.py"
LEAD = "rules/conference/lead.py"
PAD = "rules/conference/pad.py"
POSITIONS = "rules/conference/positions.py"
RECORDS = "rules/conference/records.py"
SCORING = "rules/conference/scoring.py"
TRICK = "rules/conference/trick.py"
VIEWS = "rules/conference/views.py"
TAROT_CARDS = "rules/tarot/cards.py"
TAROT_DISCARD = "rules/tarot/discard.py"
TAROT_FOLLOW = "rules/tarot/follow.py"

SWITCHES = [
    Switch("C1.1", CARDS, 'PACK_78 if good_evil == "none" else PACK_80', "PACK_80"),
    Switch("C1.2", TAROT_CARDS, "if card in (GOOD, EVIL):\n        return 0", "if card == GOOD:\n        return 0"),
    Switch("C1.3", RECORDS, "return seat // 2", "return seat % 2"),
    Switch("C1.4", RECORDS, "dealer=self.eldest", "dealer=self.youngest"),
    Switch("C1.5", GAME, "allowed=(1, 4, 8, 12)", "allowed=(1, 2, 4, 8, 12)"),
    Switch("C1.6", VIEWS, "CARDS.listed(hands[seat])", "CARDS.listed(hands[seat] | hands[seat ^ 1])"),
    Switch("C1.6", CONDUCT, "return (partner(seat),)", "return (partner(seat), partner(seat) ^ 2)"),
    Switch("C2.1", CARDS, "PACKETS: Final = (4, 5, 5, 5)", "PACKETS: Final = (5, 5, 5, 4)"),
    Switch("C2.2", DEAL, "setup.league and number == 0 and", "setup.league and number == 1 and"),
    Switch("C2.2", DEAL, "{DRIVER: sheet.dealer, CATCHER: partner(sheet.dealer)}",
           "{CATCHER: sheet.dealer, DRIVER: partner(sheet.dealer)}"),
    Switch("C2.2", VIEWS, "cards_by_seat[seat] |= card", "cards_by_seat[seat] |= 0"),
    Switch("C2.3", CUT, "return 2 <= runs <= piles", "return runs <= piles"),
    Switch("C2.3", CUT, "<= runs <= piles <=", "<= runs <= 4 <="),
    Switch("C2.3", CUT, "side(trick.winner) == side_index", "side(trick.winner) != side_index"),
    Switch("C2.3", CUT, "discard ^= given_card | FOOL", "discard ^= 0"),
    Switch("C2.3", CUT, "if seat != sheet.youngest:", "if seat != sheet.eldest:"),
    Switch("C2.3", CUT, "if seat != sheet.youngest:", "if False:"),
    Switch("C2.3", CUT, "MIN_PILE_CARDS: Final = 4", "MIN_PILE_CARDS: Final = 3"),
    Switch("C2.3", POSITIONS, "return (self.sheet.youngest,)", "return self.to_act"),
    Switch("C3.1", DISCARD, "if common_cards.bit_count() >= count:", "if common_cards.bit_count() > count:"),
    Switch("C3.1", TAROT_DISCARD, "if self.required_cards & ~cards:", "if False:"),
    Switch("C3.1", DISCARD, "& TRUMPS & ~NEVER_DISCARDED, common_cards", "& TRUMPS, common_cards"),
    Switch(
        "C3.1",
        KNOWLEDGE,
        "(knowledge.cards_in_tricks[dealer] | knowledge.held_cards[dealer])",
        "knowledge.cards_in_tricks[dealer]",
    ),
    Switch("C3.2", SCORING, "lots = [Lot(dealers, hand.discard", "lots = [Lot(1 - dealers, hand.discard"),
    Switch("C4.1", POSITIONS, "return Hiring(hand) if setup.gallowglass else", "return Hiring(hand) if True else"),
    Switch("C4.2", GALLOWGLASS, "if own_cards and not own_cards & ~COURTS else 0", "if own_cards else 0"),
    Switch("C4.2", GALLOWGLASS, "card & hireable and hands[seat] & led_suit", "card & hireable"),
    Switch("C4.3", TRICK, "if height and height >= best_height:", "if height and height > best_height:"),
    Switch("C4.4", SCORING, "if trick_cards[trick.winner] & hired_suit:", "if False:"),
    Switch("C4.4", SCORING, "number, side_index) & ~hired_suit", "number, side_index)"),
    Switch("C5.1", LEAD, "return sheet.dealer if sheet.setup.league else sheet.eldest", "return sheet.eldest"),
    Switch("C5.1", LEAD, "goes_right = sheet.setup.league and", "goes_right = False and"),
    Switch("C5.2", TAROT_FOLLOW, "duty = hand & led_suit or hand & TRUMPS", "duty = hand & led_suit"),
    Switch("C5.3", TRICK, "        return card\n", "        return card if card & following else 0\n"),
    Switch("C5.4", TAROT_FOLLOW, "return duty | hand & FOOL if duty else hand", "return duty if duty else hand"),
    Switch("C5.5", FOOL, "if not has_won:", "if False:"),
    Switch("C5.5", FOOL, "_cheapest_cards(_cheapest_cards(cards, counting), fool_lot.counting)", "cards"),
    Switch("C6.1", TRICK, "        return card\n", "        return card << 30 if card & SPIRITS else card\n"),
    Switch("C6.2", TRICK, "return first  # C6.2", "return second"),
    Switch("C6.3", TRICK, "led_suit = next((LED[card] for _, card in counting), led_suit)  # C6.3", "pass"),
    Switch("C6.3", TRICK, "if card != FOOL and card != idle_card]", "if card != idle_card]"),
    Switch("C6.4", TAROT_CARDS, "SUIT_MASKS if card & suit), TRUMPS)", "SUIT_MASKS if card & suit), NUMBERED)"),
    Switch(
        "C7.1",
        ALLEGIANCE,
        "named_suits = SUITS_OF_GOOD if call.card == GOOD else PLAIN & ~SUITS_OF_GOOD",
        "named_suits = SUITS_OF_GOOD",
    ),
    Switch("C7.2", ALLEGIANCE, "if (side(call.seat) == side_index) == call.ours", "if side(call.seat) == side_index"),
    Switch("C7.3", FOLLOW, "return forced_card", "pass"),
    Switch("C7.3", ALLEGIANCE, "if pact.calls or not course.hands[mate] & other_card:", "if True:"),
    Switch("C7.3", TRICK, "if card != FOOL and card != idle_card]", "if card != FOOL]"),
    Switch("C7.4", ALLEGIANCE, "side(pact.calls[0].seat) != side(seat)", "False"),
    Switch("C7.4", SCORING, "trick >= call.trick", "trick > call.trick"),
    Switch("C7.5", ALLEGIANCE, "(not pact.calls or side(pact.calls[0].seat) != side(seat))", "True"),
    Switch("C7.6", SCORING, "(0 if calls else FOOL)", "FOOL"),
    Switch("C8.1", SCORING, "card_points + tricks_won\n", "card_points\n"),
    Switch("C8.2", SCORING, "TARGET: Final = 83", "TARGET: Final = 84"),
    Switch("C8.3", SCORING, "    elif is_hired:", "    elif False:"),
    Switch("C8.4", SCORING, "    if is_called:", "    if False:"),
    Switch(
        "C8.5",
        SCORING,
        "points if side(seat) == winning_side else -points",
        "points if side(seat) == winning_side else 0",
    ),
    Switch("P4", PAD, "SUIT_POINTS if is_hired else 0", "0"),
    Switch("P4", PAD, "SEATS * tricks[side_index] - (0 if", "SEATS * tricks[side_index] - (2 if"),
]  # fmt: skip
