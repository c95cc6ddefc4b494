"""How to switch off a clause of Abracadabra: each change breaks one rule, and a test marked with it must notice."""

from tests.rules.switches import Switch

BID = "rules/abracadabra/bid.py"
CARDS = "rules/abracadabra/cards.py"
DEAL = "rules/abracadabra/deal.py"
ENDING = "rules/abracadabra/ending.py"
EXPOSE = "rules/abracadabra/expose.py"
FATE = "rules/abracadabra/fate.py"
FOLLOW = "rules/abracadabra/follow.py"
GAME = "rules/abracadabra/__init__.py"
PAD = "rules/abracadabra/pad.py"
PLACE = "rules/abracadabra/place.py"
POSITIONS = "rules/abracadabra/positions.py"
RECORDS = "rules/abracadabra/records.py"
SCORING = "rules/abracadabra/scoring.py"
SUIT = "rules/abracadabra/suit.py"
TRICK = "rules/abracadabra/trick.py"
VIEWS = "rules/abracadabra/views.py"

SWITCHES = [
    Switch("A1.1", GAME, "seats: ClassVar[tuple[int, int]] = (2, 4)", "seats: ClassVar[tuple[int, int]] = (2, 5)"),
    Switch(
        "A1.1", RECORDS, 'return self.seats == 2 and self.two_player == "dummy"', 'return self.two_player == "dummy"'
    ),
    Switch("A1.2", RECORDS, '"9" if self.seats == 2 and not self.has_dummy else "6"', '"6"'),
    Switch("A1.2", GAME, 'values["trump"] = "declared"', 'values["trump"] = "turnup"'),
    Switch("A1.2", GAME, 'values["trump"] == "turnup" and seats == 2', 'values["trump"] == "turnup" and seats == 3'),
    Switch("A1.3", RECORDS, "else 13 if self.seats == 4 else 12", "else 13"),
    Switch(
        "A1.3",
        CARDS,
        '("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")',
        '("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")',
    ),
    Switch("A1.4", ENDING, "dealer=sheet.eldest)  # A1.4", "dealer=(sheet.dealer - 1) % sheet.setup.seats)"),
    Switch("A2.1", RECORDS, "else (1,) * self.tricks", "else (self.tricks,)"),
    Switch(
        "A2.1",
        DEAL,
        "(*seats_from((dealer + 1) % setup.seats, setup.seats), *range(setup.seats, setup.holders))",
        "(*range(setup.seats, setup.holders), *seats_from((dealer + 1) % setup.seats, setup.seats))",
    ),
    Switch("A2.1", DEAL, "trumps = NO_TRUMPS if turn_up == JOKER else suit_of(turn_up)", 'trumps = "S"'),
    Switch("A2.2", CARDS, "return turn_up if card == JOKER else card", "return 1 if card == JOKER else card"),
    Switch("A2.2", CARDS, "return cards | JOKER if cards & turn_up else cards", "return cards"),
    Switch("A3.1", SUIT, "for suit in SUITS if suit not in deal.suits)", "for suit in SUITS)"),
    Switch(
        "A3.1",
        RECORDS,
        "(self.sheet.eldest + seats - answers.count(None)) % seats",
        "(self.sheet.dealer + seats - answers.count(None)) % seats",
    ),
    Switch("A4.1", BID, "range(highest_bid(deal) + 1, tricks + 1)", "range(highest_bid(deal) or 1, tricks + 1)"),
    Switch("A4.1", BID, "deal.bids.index(highest_number)", "deal.bids.index(next(filter(None, deal.bids)))"),
    Switch(
        "A4.2", POSITIONS, "if setup.has_dummy and not deal.further:  # A4.2", "if setup.has_dummy and deal.further:"
    ),
    Switch(
        "A4.2",
        ENDING,
        "deals_counted=sheet.deals_counted + 1 if tricks else sheet.deals_counted,",
        "deals_counted=sheet.deals_counted + 1,",
    ),
    Switch("A4.2", RECORDS, "self.voids_in_row == setup.seats  # A4.2", "self.voids_in_row == setup.seats + 1"),
    Switch(
        "A4.2",
        ENDING,
        "voids_in_row=0 if tricks else sheet.voids_in_row + 1,",
        "voids_in_row=sheet.voids_in_row + (not tricks),",
    ),
    Switch("A4.2", EXPOSE, "(hand.deal.further or None not in hand.deal.piles)", "None not in hand.deal.piles"),
    Switch("A5.1", PLACE, "return (bid, bid) if seat == deal.declarer", "return (0, bid) if seat == deal.declarer"),
    Switch(
        "A5.1",
        PLACE,
        "return (deal.declarer,) if deal.declarer in waiting_seats else waiting_seats",
        "return waiting_seats",
    ),
    Switch(
        "A5.2",
        POSITIONS,
        "if seat == deal.declarer and not new_hand.sheet.setup.has_turn_up:",
        "if seat == deal.declarer and new_hand.sheet.setup.has_dummy:",
    ),
    Switch("A5.3", PLACE, "else (0, bid - 1)", "else (0, bid)"),
    Switch("A5.3", VIEWS, "return seat in (viewer, deal.declarer) or None not in deal.placed", "return True"),
    Switch("A6.1", EXPOSE, "placed != hand.sheet.setup.bid_cards)", "True)"),
    Switch("A6.1", POSITIONS, "right_bids = move.bid_cards if seat == deal.declarer else deal.right", "right_bids = 0"),
    Switch(
        "A6.1",
        EXPOSE,
        "return (deal.declarer,) if deal.declarer in waiting_seats else waiting_seats",
        "return waiting_seats",
    ),
    Switch("A6.2", VIEWS, "return seat in (viewer, deal.declarer) or None not in deal.piles", "return True"),
    Switch("A6.2", EXPOSE, 'Legal(("expose none", "expose pile"))', 'Legal(("expose none",))'),
    Switch("A6.3", EXPOSE, "(hand.deal.further or None not in hand.deal.piles)", "hand.deal.further"),
    Switch("A7.1", FOLLOW, "return cards & trick.suit or cards", "return cards"),
    Switch(
        "A7.1",
        POSITIONS,
        "trick.first_trick(new_hand.sheet.setup, new_hand.sheet.eldest)",
        "trick.first_trick(new_hand.sheet.setup, new_hand.sheet.dealer)",
    ),
    Switch("A7.1", CARDS, "else suit == trumps", 'else suit == "S"'),
    Switch("A7.2", TRICK, "LEADS_FROM_DUMMY if trick.best == trick.dummy else LEADS_FROM_HAND", "LEADS_FROM_HAND"),
    Switch("A7.2", TRICK, "(trick.leader + place) % setup.seats", "(trick.leader + min(place, 1)) % setup.seats"),
    Switch("A7.2", TRICK, "LEADS_FROM_HAND = 2", "LEADS_FROM_HAND = 1"),
    Switch("A7.3", FATE, "finished_tricks = (1 << len(tricks)) - 1", "finished_tricks = (2 << len(tricks)) - 1"),
    Switch("A7.3", FATE, "(deal.placed[seat] or 0) & ~right_bids", "deal.placed[seat] or 0"),
    Switch(
        "A8.1",
        SCORING,
        "success_points = 10 * (len(tallies) + 1 - sum(success))",
        "success_points = 10 * (5 - sum(success))",
    ),
    Switch("A8.1", SCORING, "if at_least and tally.placed:", "if at_least:"),
    Switch("A8.1", SCORING, "placed=(placed or 0).bit_count(),", "placed=((placed or 0) & ~deal.right).bit_count(),"),
    Switch("A8.2", SCORING, "left=tally.left,  # A8.2", "left=tally.left if succeeded else 0,"),
    Switch("A8.3", SCORING, "right=2 * tally.right,  # A8.3", "right=tally.right,"),
    Switch("A8.3", SCORING, "sum_of_values(fate.right) - sum_of_values(fate.turned)", "sum_of_values(fate.right)"),
    Switch("A8.4", SCORING, "tricks=tally.tricks,  # A8.4", "tricks=0,"),
    Switch("A8.5", SCORING, "own=(4 if tally.pile else 2) * tally.own,  # A8.5", "own=2 * tally.own,"),
    Switch("A8.5", SCORING, "pile=bool(pile),", "pile=bool(deal.piles[deal.declarer or 0]),"),
    Switch("A8.6", RECORDS, "0 < setup.limit == self.deals_counted  # A8.6", "self.deals_counted == setup.seats"),
    Switch("A8.6", RECORDS, "0 < setup.target <= max(self.totals)  # A8.6", "0 < setup.target < max(self.totals)"),
    Switch("A8.6", RECORDS, "self.deals or (0 if self.target else self.seats)", "self.deals or self.seats"),
    Switch("P5", PAD, "not trick & line.lost_cards]", "not trick & line.lost]"),
    Switch("P5", PAD, "if line.pile and line.placed == tricks:", "if line.pile and not line.placed:"),
    Switch("P5", PAD, "if not count_ways(allowed, [line.tricks for line in lines]):", "if not allowed:"),
]
