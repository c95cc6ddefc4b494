"""How to switch off a clause of Abracadabra: each change breaks one rule, and a test marked with it must notice."""

from tests.rules.switches import Switch

CARDS = "rules/abracadabra/cards.py"
GAME = "rules/abracadabra/game.py"
IMAGINE = "rules/abracadabra/imagine.py"
PAD = "rules/abracadabra/pad.py"
PHASES = "rules/abracadabra/phases.py"
RECORDS = "rules/abracadabra/records.py"
SCORING = "rules/abracadabra/scoring.py"
VIEW = "rules/abracadabra/view.py"

SWITCHES = [
    Switch("A1.1", GAME, "seats: ClassVar[tuple[int, int]] = (2, 4)", "seats: ClassVar[tuple[int, int]] = (2, 5)"),
    Switch(
        "A1.1", RECORDS, 'return self.seats == 2 and self.two_player == "dummy"', 'return self.two_player == "dummy"'
    ),
    Switch("A1.2", RECORDS, '"9" if self.seats == 2 and not self.dummy else "6"', '"6"'),
    Switch("A1.2", GAME, 'resolved["trump"] = "declared"', 'resolved["trump"] = "turnup"'),
    Switch(
        "A1.2", GAME, 'resolved["trump"] == "turnup" and seats == 2', 'resolved["trump"] == "turnup" and seats == 3'
    ),
    Switch("A1.3", RECORDS, "else 13 if self.seats == 4 else 12", "else 13"),
    Switch(
        "A1.3",
        CARDS,
        '("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")',
        '("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")',
    ),
    Switch("A1.4", PHASES, "(dealer + 1) % seats  # A1.4", "(dealer - 1) % seats"),
    Switch("A2.1", RECORDS, "else (1,) * self.tricks", "else (self.tricks,)"),
    Switch(
        "A2.1",
        RECORDS,
        "(*seats_from((dealer + 1) % seats, seats), *range(seats, holders))",
        "(*range(seats, holders), *seats_from((dealer + 1) % seats, seats))",
    ),
    Switch(
        "A2.1", RECORDS, "trumps = NO_TRUMPS if turn_up == JOKER else suit_of(turn_up)", "trumps = suit_of(turn_up) % 4"
    ),
    Switch("A2.2", CARDS, "[JOKER if bit == turn_up else bit for bit", "[bit for bit"),
    Switch("A2.2", CARDS, "tuple(suit | JOKER if suit & turn_up else suit for", "tuple(suit for"),
    Switch("A3.1", PHASES, "if number not in chosen", "if number < 9"),
    Switch(
        "A3.1",
        PHASES,
        "Choosing(sheet, deal, ALONE[sheet.eldest], suit_choices(deal.suits), deal.suits, ())",
        "Choosing(sheet, deal, ALONE[sheet.dealer], suit_choices(deal.suits), deal.suits, ())",
    ),
    Switch(
        "A4.1", PHASES, "for number in range(highest + 1, tricks + 1)", "for number in range(highest or 1, tricks + 1)"
    ),
    Switch("A4.1", PHASES, "declarer = bids.index(highest)", "declarer = bids.index(next(filter(None, bids)))"),
    Switch(
        "A4.2", PHASES, "if sheet.setup.dummy and not deal.further:  # A4.2", "if sheet.setup.dummy and deal.further:"
    ),
    Switch(
        "A4.2",
        PHASES,
        "voids += 1  # A4.2",
        "counted, voids = counted + 1, voids + 1",
    ),
    Switch("A4.2", PHASES, "voids == seats  # A4.2", "voids == seats + 1"),
    Switch("A4.2", PHASES, "counted, voids = counted + 1, 0", "counted += 1"),
    Switch("A4.2", VIEW, "setup.dummy and (deal.further or all_exposed)", "setup.dummy and all_exposed"),
    Switch("A5.1", PHASES, "return (bid, bid) if declares", "return (0, bid) if declares"),
    Switch("A5.2", PHASES, "if seat == declarer and not setup.turned:", "if seat == declarer and setup.dummy:"),
    Switch("A5.3", PHASES, "else (0, bid - 1)", "else (0, bid)"),
    Switch("A5.3", VIEW, "(all_placed or one in (seat, declarer))", "True"),
    Switch("A6.1", PHASES, "return self.deal.placed[seat] != self.sheet.setup.bid_cards", "return True"),
    Switch("A6.1", PHASES, "deal = deal.with_exposed(cards, piles)", "deal = deal.with_exposed(0, piles)"),
    Switch("A6.2", VIEW, "pile != NOT_YET and (all_exposed or one in (seat, declarer))", "pile != NOT_YET"),
    Switch(
        "A6.2",
        PHASES,
        "CLOSED_OR_OPEN = Legal((NOTHING_EXPOSED, PILE_EXPOSED))",
        "CLOSED_OR_OPEN = Legal((NOTHING_EXPOSED,))",
    ),
    Switch("A6.3", VIEW, "setup.dummy and (deal.further or all_exposed)", "setup.dummy and deal.further"),
    Switch("A7.1", PHASES, "playable = hand & suit or hand  # A7.1: follow suit", "playable = hand"),
    Switch("A7.1", PHASES, "    first = sheet.eldest\n    turns", "    first = sheet.dealer\n    turns"),
    Switch("A7.1", CARDS, "above = suits[trumps] if trumps != NO_TRUMPS else []", "above = suits[0]"),
    Switch(
        "A7.2", PHASES, "winner = deal.opening[winner.station]  # A7.2", "winner = deal.opening[winner.seat]  # A7.2"
    ),
    Switch(
        "A7.2",
        RECORDS,
        "_chain([own[seat], own[1 - seat], table[seat]])",
        "_chain([own[seat], own[1 - seat], table[1 - seat]])",
    ),
    Switch(
        "A7.2",
        RECORDS,
        "_chain([table[seat], own[1 - seat], own[seat]])",
        "_chain([table[seat], own[seat], own[1 - seat]])",
    ),
    Switch("A7.3", SCORING, "over = (1 << len(tricks)) - 1", "over = (2 << len(tricks)) - 1"),
    Switch("A7.3", SCORING, "left[deal.declarer] &= ~deal.right", "left[deal.declarer] |= 0"),
    Switch("A8.1", SCORING, "each = 10 * (len(tallies) + 1 - sum(success))", "each = 10 * (5 - sum(success))"),
    Switch("A8.1", SCORING, "if at_least and placed:", "if at_least:"),
    Switch("A8.1", SCORING, "(Tally, (placed.bit_count(),", "(Tally, ((placed & ~deal.right).bit_count(),"),
    Switch("A8.2", SCORING, "left,  # A8.2", "left if done else 0,"),
    Switch("A8.3", SCORING, "2 * right,  # A8.3", "right,"),
    Switch(
        "A8.3",
        SCORING,
        "VALUE_SUM[deal.right & ~ended.turned] - VALUE_SUM[ended.turned]",
        "VALUE_SUM[deal.right & ~ended.turned]",
    ),
    Switch("A8.4", SCORING, "tricks,  # A8.4", "0,"),
    Switch("A8.5", SCORING, "(4 if pile else 2) * own,  # A8.5", "2 * own,"),
    Switch("A8.5", SCORING, "cards, pile == 1)", "cards, deal.piles[deal.declarer] == 1)"),
    Switch("A8.6", PHASES, "counted == setup.limit != 0  # A8.6", "counted == setup.seats"),
    Switch("A8.6", PHASES, "max(totals) >= setup.target)  # A8.6", "max(totals) > setup.target)"),
    Switch("A8.6", RECORDS, "self.deals or (0 if self.target else self.seats)", "self.deals or self.seats"),
    Switch("P5", PAD, "not trick & hand.missed]", "not trick & hand.lost]"),
    Switch("P5", PAD, "if hand.pile and hand.placed == tricks:", "if hand.pile and not hand.placed:"),
    Switch("P5", PAD, "if not ways(allowed, [hand.tricks for hand in hands]):", "if not allowed:"),
]
