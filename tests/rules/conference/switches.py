"""How to switch off a clause of Conference: each change breaks a rule, and a test marked with it must notice."""

from tests.rules.switches import Switch

ALLEGIANCE = "rules/conference/allegiance.py"
DEAL = "rules/conference/deal.py"
DISCARD = "rules/conference/discard.py"
ENDING = "rules/conference/ending.py"
GATHER = "rules/conference/gather.py"
KNOWLEDGE = "rules/conference/knowledge.py"
MATCH = "rules/conference/match.py"
PAD = "rules/conference/pad.py"
PLAY = "rules/conference/play.py"
SCORING = "rules/conference/scoring.py"
STORY = "rules/conference/story.py"
TRICKS = "rules/conference/tricks.py"
VIEWS = "rules/conference/views.py"
TAROT = "rules/tarot.py"

SWITCHES = [
    Switch("C1.1", MATCH, 'PACK_78 if good_evil == "none" else PACK_80', "PACK_80"),
    Switch("C1.2", TAROT, 'if text in ("GOOD", "EVIL")\n    else 5', 'if text in ("GOOD",)\n    else 5'),
    Switch("C1.3", MATCH, "return seat >> 1", "return seat & 1"),
    Switch("C1.4", MATCH, "number + 1, self.eldest, scored", "number + 1, self.youngest, scored"),
    Switch("C1.5", MATCH, "allowed=(1, 4, 8, 12)", "allowed=(1, 2, 4, 8, 12)"),
    Switch("C1.6", VIEWS, "texts(hands[seat])", "texts(hands[seat] | hands[seat ^ 1])"),
    Switch("C2.1", MATCH, "PACKETS: Final = (4, 5, 5, 5)", "PACKETS: Final = (5, 5, 5, 4)"),
    Switch("C2.2", MATCH, "setup.league and number == 0 and", "setup.league and number == 1 and"),
    Switch("C2.2", MATCH, "{DRIVER: match.dealer, CATCHER: partner(match.dealer)}",
           "{CATCHER: match.dealer, DRIVER: partner(match.dealer)}"),
    Switch("C2.2", STORY, "held[seat] |= BIT[card]", "held[seat] |= 0"),
    Switch("C2.3", GATHER, "return 2 <= runs <= piles", "return runs <= piles"),
    Switch("C2.3", GATHER, "<= runs <= piles <=", "<= runs <= 4 <="),
    Switch("C2.3", GATHER, "if side(taker) == one:", "if side(taker) != one:"),
    Switch("C2.3", GATHER, "discard ^= BIT[given] | BIT[FOOL]", "discard ^= 0"),
    Switch("C2.3", DEAL, "if seat == self.match.youngest else", "if seat == self.match.eldest else"),
    Switch("C2.3", DEAL, "if seat != self.match.youngest:", "if False:"),
    Switch("C3.1", DISCARD, "if plain.bit_count() >= count:", "if plain.bit_count() > count:"),
    Switch("C3.1", DISCARD, "if must & ~cards:", "if False:"),
    Switch("C3.1", DISCARD, "& TRUMPS & ~HONOURS, plain", "& TRUMPS, plain"),
    Switch("C3.2", SCORING, "if of[hand.match.dealer]:", "if not of[hand.match.dealer]:"),
    Switch("C4.1", DISCARD, "if match.setup.gallowglass else begin", "if True else begin"),
    Switch("C4.2", PLAY, "if own and not own & LOW:", "if own:"),
    Switch("C4.2", PLAY, "hires(card, led, start.hired) and not hand & led", "False and not hand & led"),
    Switch("C4.3", TRICKS, "return card % 14 >= best % 14", "return card % 14 > best % 14"),
    Switch("C4.4", SCORING, "BIT[winning] & self._hired:", "False:"),
    Switch("C4.4", SCORING, "return self.suits(number, one) & ~self._hired", "return self.suits(number, one)"),
    Switch("C5.1", MATCH, "return self.dealer if self.setup.league else self.eldest", "return self.eldest"),
    Switch("C5.1", MATCH, "return -1 if self.setup.league and", "return -1 if False and"),
    Switch("C5.2", TAROT, "duty = hand & led or hand & TRUMPS", "duty = hand & led"),
    Switch("C5.3", PLAY, "if bit & ABOVE[best]:  # C5.3", "if bit & ABOVE[best] & led:  # C5.3"),
    Switch("C5.4", TAROT, "return duty | hand & FOOL_BIT if duty else hand", "return duty if duty else hand"),
    Switch("C5.5", SCORING, "elif not tricks[giver]:", "elif False:"),
    Switch("C5.5", SCORING, "if tricks[giver]:  # else", "if True:  # else"),
    Switch("C5.5", SCORING, "loss = min([", "loss = max(["),
    Switch("C6.2", TRICKS, "return spirits[0]  # C6.2", "return spirits[1]"),
    Switch("C6.3", TRICKS, "if BIT[card] & SPIRITS or card == FOOL:", "if card == FOOL:"),
    Switch("C6.4", TAROT, "else TRUMPS if index < FOOL else 0", "else NUMBERED if index < FOOL else 0"),
    Switch("C7.1", ALLEGIANCE, "named = NAMED if self.card == GOOD else PLAIN & ~NAMED", "named = NAMED"),
    Switch("C7.2", ALLEGIANCE, "if (side(self.seat) == one) == self.ours", "if side(self.seat) == one"),
    Switch("C7.3", PLAY, "return BIT[pact.other]  # C7.3", "pass"),
    Switch("C7.3", PLAY, "if not first or not self.hands[mate] & BIT[other]:", "if True:"),
    Switch("C7.3", PLAY, "if self.taker == mate:", "if False:"),
    Switch("C7.4", ALLEGIANCE, "side(self.calls[0].seat) != side(seat)", "False"),
    Switch("C7.4", SCORING, "number >= later.trick", "number > later.trick"),
    Switch("C7.5", ALLEGIANCE, "return not self.calls or side(self.calls[0].seat) != side(seat)", "return True"),
    Switch("C7.6", SCORING, "return 0 if calls else points(FOOL_BIT)", "return points(FOOL_BIT)"),
    Switch("C8.1", SCORING, "found.card_points[0] + found.tricks[0], found", "found.card_points[0], found"),
    Switch("C8.2", SCORING, "TARGET: Final = 83", "TARGET: Final = 84"),
    Switch("C8.3", SCORING, "elif hired and max(totals) < TARGET:", "elif False:"),
    Switch("C8.4", SCORING, "    if called:\n        pass", "    if False:\n        pass"),
    Switch("C8.5", SCORING, "gains = won, -won", "gains = won, 0"),
    Switch("P4", PAD, "SUIT_POINTS if hired else 0", "0"),
    Switch("P4", PAD, "SEATS * tricks[one] - (0 if", "SEATS * tricks[one] - (2 if"),
]  # fmt: skip
