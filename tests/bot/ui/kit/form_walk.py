"""Strategies for any form that fits."""

from __future__ import annotations

from hypothesis import strategies as st

from bot.ui.kit.forms import MAX_DIGITS, CardsField, Field, Form, NumberField, Value, Values, WordField

CARDS = [rank + suit for suit in "SHDC" for rank in "234567"]
words = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=12)


@st.composite
def numbers(draw: st.DrawFn) -> NumberField:
    """Draw a field for a whole number between any two."""
    low, high = sorted(draw(st.tuples(*[st.integers(0, 10**MAX_DIGITS - 1) | st.integers(0, 20)] * 2)))
    return NumberField(draw(words), low, high)


@st.composite
def card_sets(draw: st.DrawFn, most: int = 40) -> CardsField:
    """Draw a field for so many of these cards, copies among them."""
    cards = draw(st.lists(st.sampled_from(CARDS), min_size=1, max_size=most))
    highest = draw(st.integers(1, len(cards)))
    must = cards[: draw(st.integers(0, min(2, highest)))]
    return CardsField(draw(words), tuple(cards), draw(st.integers(0, highest)), highest, tuple(must))


@st.composite
def choices(draw: st.DrawFn) -> WordField:
    """Draw a field for one of up to 25 words."""
    names = draw(st.lists(words, min_size=1, max_size=25, unique=True))
    return WordField(draw(words), tuple((word, f"the word {word}") for word in names))


FIELDS = numbers() | card_sets(25) | choices()


@st.composite
def forms(draw: st.DrawFn) -> Form:
    """Draw a form whose ids fit: two fields of any kind, or one of many cards."""
    fields = draw(st.lists(FIELDS, min_size=1, max_size=2) | st.tuples(card_sets(60)))
    return Form("lay", "Lay …", "Lay", tuple(fields), str)


@st.composite
def draw_value(draw: st.DrawFn, field: Field) -> Value:
    """Draw something that may be put into a field."""
    if isinstance(field, NumberField):
        return draw(st.integers(field.low, field.high))
    if isinstance(field, WordField):
        return draw(st.sampled_from(field.words))[0]
    places = draw(
        st.lists(st.integers(0, len(field.cards) - 1), min_size=field.fewest, max_size=field.most, unique=True)
    )
    return tuple(field.cards[place] for place in sorted(places))


@st.composite
def filled_forms(draw: st.DrawFn) -> tuple[Form, Values]:
    """Draw a form with what was put into it."""
    form = draw(forms())
    return form, tuple(draw(draw_value(field)) for field in form.fields)
