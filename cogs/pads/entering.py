"""Entering a hand on a pad: a draft, its forms, and the hand that comes of them.

`submit_new_entry_form` is pressed on the pad's message, `submit_entry_form` on a private one. An entry that cannot
count stays in the draft.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any, Final

import discord

from bot.app.client import EldestHand
from bot.app.router import ComponentInteraction, route, to_be_copied
from bot.common.errors import Declined, Stale, StoreError, sentence_for
from bot.common.text import NAME_LIMIT, escape, person_name
from bot.pads import commands as pad_commands
from bot.pads.commands import HandEnteredMeanwhile
from bot.pads.days import FIRST_DAY, day_at, noon_of, own_day
from bot.pads.entry_forms import EntryForm, EntryMethod, UnclearInput, describe_refusal
from bot.pads.pad import Pad
from bot.pads.pads import player_count_refusal, preview
from bot.people.quiet_hours import zone_of
from bot.transport.interactions.responses import CONNECTION_ERRORS, NO_MENTIONS
from bot.ui.kit.components import custom_id
from bot.ui.kit.custom_ids import CustomId
from bot.ui.kit.modals import labelled_modal, make_entry_modal, text_label
from bot.ui.pads.panels import (
    PLAYERS_CHANGED,
    changed_players_panel,
    describe_correction,
    describe_input,
    draft_panel,
    drop_panel,
    has_new_input,
)
from bot.ui.pads.sheet import entry_ways, hand_questions, player_name
from bot.ui.scene.text import amount
from bot.ui.table import layouts
from cogs.base import ComponentCog
from cogs.pads.common import NO_DRAFT, OpenDraft, ensure_access, hand_panel, load_draft, load_pad, returns_input
from data.pads.records import NEW_HAND, PadDraft
from rules.contract import Refusal

NO_FORM: Final = "That form is too old. Use a newer message."


class Entering(ComponentCog):
    """The routes of drafts."""

    def __init__(self, bot: EldestHand) -> None:
        super().__init__(bot)
        self._last_entry_by_pad: dict[int, discord.Interaction[Any]] = {}
        """By pad, the interaction that entered its last hand: its user hears of a concurrent entry until it expires."""

    # -- beginning ---------------------------------------------------------------------------------------------------

    @route(CustomId.ADD_PAD_HAND, response="private", on="public")
    async def _add_pad_hand(self, component: ComponentInteraction) -> None:
        """Begin the entry of a new hand (`add_pad_hand:PAD:WAY`); show the one that the presser has begun already."""
        await self._open(component, CustomId.SUBMIT_NEW_ENTRY_FORM)

    @route(CustomId.ADD_NEXT_PAD_HAND, response="update", on="private")
    async def _add_next_pad_hand(self, component: ComponentInteraction) -> None:
        """Begin the next entry, in the private answer to the hand before (`add_next_pad_hand:PAD:WAY`)."""
        await self._open(component, CustomId.SUBMIT_ENTRY_FORM)

    async def _open(self, component: ComponentInteraction, filled: CustomId) -> None:
        """Open the form of a new hand, which `filled` takes, or show what its presser has begun."""
        opened = await self._load_new_draft(component)
        draft, method = opened.draft, _way(opened, component.word(1))
        if draft.typed or not method.forms:
            await self._show(
                component, opened, BEGUN_TEXT if draft.typed else "", chosen="" if draft.typed else method.key
            )
            return
        form = method.forms[0]
        await component.response.modal(make_entry_modal(form, custom_id(filled, draft.id, method.key, form.key), {}))

    @route(CustomId.CHOOSE_PAD_HAND_PLAYERS, response="private", on="public")
    async def _choose_pad_hand_players(self, component: ComponentInteraction) -> None:
        """Set players, dealer and day before a new hand is entered (`choose_pad_hand_players:PAD`)."""
        await self._show(component, await self._load_new_draft(component))

    async def _load_new_draft(self, component: ComponentInteraction) -> OpenDraft:
        """Return the presser's draft of a new hand: the stored one, or a new one. Raises Declined, StoreError."""
        pad, actor, presenter = await load_pad(component)
        await ensure_access(component, pad)
        if pad.record.status == "finished":
            raise Declined(pad_commands.FINISHED_TEXT)
        if not actor.may_enter(pad):
            raise Declined(pad_commands.NOT_PLAYING)
        draft = await self.services.store.pads.draft_of(pad.id, actor.id, NEW_HAND)
        if draft is not None and (draft.typed or draft.updated >= pad.record.updated):
            return OpenDraft(draft, pad, actor, presenter)
        if refusal := player_count_refusal(pad.record.game, len(pad.playing)):
            raise Declined(f"{refusal} Press *Players*.")
        dealer = pad.next_dealer(pad.playing)
        draft = PadDraft(0, pad.id, actor.id, NEW_HAND, len(pad.record.hands), pad.playing, dealer, None, {})
        return await self._keep(OpenDraft(draft, pad, actor, presenter))

    async def _keep(self, opened: OpenDraft) -> OpenDraft:
        number = await self.services.store.pads.save_draft(opened.draft, opened.actor.name)
        return opened._replace(draft=replace(opened.draft, id=number))

    async def _show(
        self,
        component: ComponentInteraction,
        opened: OpenDraft,
        feedback: str = "",
        wrong: str = "",
        typed: Sequence[str] = (),
        chosen: str = "",
    ) -> None:
        """Answer with the panel of a draft. Of a new hand it says if others have entered one since.

        `wrong` is the impossible entry method, `typed` the input for other players, `chosen` a method without forms.
        """
        draft, pad, _, presenter = opened
        has_newer_hands = draft.hand == NEW_HAND and len(pad.record.hands) > draft.base
        if has_newer_hands:
            feedback = f"{feedback} {_other_draft_text(pad)}".lstrip()
        layout = draft_panel(
            pad, presenter, draft, feedback, again=has_newer_hands, wrong=wrong, typed=typed, chosen=chosen
        )
        await component.response.send(layout=layout)

    # -- forms -------------------------------------------------------------------------------------------------------

    @route(CustomId.OPEN_ENTRY_FORM, response="update", on="private")
    async def _open_entry_form(self, component: ComponentInteraction) -> None:
        """Open a form, filled in with what was typed (`open_entry_form:DRAFT:WAY:FORM`)."""
        opened = await load_draft(component)
        draft, (method, form) = opened.draft, _form(opened, component)
        typed = draft.typed.get(method.key, {}).get(form.key, {})
        await component.response.modal(
            make_entry_modal(form, custom_id(CustomId.SUBMIT_ENTRY_FORM, draft.id, method.key, form.key), typed)
        )

    @route(CustomId.SUBMIT_NEW_ENTRY_FORM, response="private", on="public")
    @route(CustomId.SUBMIT_ENTRY_FORM, response="update", on="private")
    @returns_input
    async def _fill(self, component: ComponentInteraction) -> None:
        """Fill in a form (`submit_new_entry_form` or `submit_entry_form:DRAFT:WAY:FORM`).

        The entry counts if nothing is missing or wrong.
        """
        try:
            await self._apply_form(component)
        except StoreError as error:  # the form is closed: what was typed stands nowhere else now
            sentence = sentence_for(error, f"interaction {component.interaction.id}, a form of a pad")
            await component.response.send_sentence("\n".join(filter(None, (sentence, to_be_copied(component.fields)))))

    async def _apply_form(self, component: ComponentInteraction) -> None:
        """Keep what was typed into a form, and submit the entry once all its forms are filled in.

        A correction is shown before it counts. Raises Stale where the entry is gone.
        """
        opened = await load_draft(component)
        draft, pad, _, presenter = opened
        if len(component.args) < 3:
            raise Stale(NO_DRAFT)
        if not set(draft.players) <= set(pad.players):
            draft = _with_typed(draft, component.args[1], component.args[2], component.fields)
            saved = await self._keep(opened._replace(draft=draft))
            await self._show(component, saved, f"{PLAYERS_CHANGED} Your entry is kept.")
            return
        method, form = _form(opened, component)
        has_other_input = any(forms for key, forms in draft.typed.items() if key != method.key) and has_new_input(
            pad, presenter, draft
        )
        draft = _with_typed(
            draft, method.key, form.key, {field.key: component.fields.get(field.key, ()) for field in form.fields}
        )
        opened = opened._replace(draft=draft)
        if draft.hand:
            await self._preview_correction(component, opened, method)
        elif all(part.key in draft.typed[method.key] for part in method.forms) and not has_other_input:
            await self._submit(component, opened, method)
        else:
            await self._show(component, await self._keep(opened))

    async def _preview_correction(
        self, component: ComponentInteraction, opened: OpenDraft, method: EntryMethod
    ) -> None:
        """Show the effects of a correction before it counts, or the reason against it."""
        draft, pad, actor, presenter = opened
        hand, notice, error_text, point_texts = pad.hands.get(draft.hand), "", "", list[str]()
        if hand is None or hand.rev != draft.base:  # it says so, and keeps what was typed
            await self._submit(component, opened, method)
            return
        if all(form.key in draft.typed[method.key] for form in method.forms):
            questions = hand_questions(pad, draft.players, draft.dealer, draft.hand)
            try:
                facts = presenter.read_facts(questions, method.key, draft.typed[method.key])
                now_ms = self.services.pads.clock()
                new_pad = preview(pad, pad_commands.enter(actor, draft, facts, now_ms).step(pad), now_ms)
                point_texts = describe_correction(pad, new_pad, draft.hand)
            except UnclearInput as error:
                notice, error_text = escape(error.sentence, 300), method.key
            except Refusal as refusal:
                notice, error_text = escape(describe_refusal(refusal, questions), 300), method.key
            except Declined as error:
                notice = escape(error.sentence, 300)
        saved = await self._keep(opened)
        typed = point_texts or describe_input(pad, presenter, saved.draft)
        await self._show(component, saved, notice, error_text, typed)

    @route(CustomId.CONFIRM_ENTRY, response="update", on="private")
    async def _confirm_entry(self, component: ComponentInteraction) -> None:
        """Submit the entry, knowing of the hands there were at BASE (`confirm_entry:DRAFT:WAY:BASE`)."""
        opened = await load_draft(component)
        draft, pad, _, presenter = opened
        method = _way(opened, component.word(1))
        if not method.forms and has_new_input(pad, presenter, draft):
            await self._show(component, opened, f"Your entry is kept. Cancel it before “{method.button}”.")
            return
        base = component.number(2)
        if draft.hand == NEW_HAND and base is not None:
            opened = opened._replace(draft=replace(draft, base=base))
        await self._submit(component, opened, method)

    async def _submit(self, component: ComponentInteraction, opened: OpenDraft, method: EntryMethod) -> None:
        """Make a draft count, or keep it and answer with the reason against it."""
        draft, pad, actor, presenter = opened
        await ensure_access(component, pad)
        questions = hand_questions(pad, draft.players, draft.dealer, draft.hand)
        typed: Mapping[str, Any] = draft.typed.get(method.key, {})
        try:
            if any(form.key not in typed for form in method.forms):
                raise UnclearInput("Fill in all forms first.")
            facts = presenter.read_facts(questions, method.key, typed)
            now_ms = self.services.pads.clock()
            today = own_day(now_ms, await self.services.people.of(actor.id))
            pad, seq = await self.services.pads.change(pad.id, pad_commands.enter(actor, draft, facts, now_ms, today))
        except HandEnteredMeanwhile:
            opened = opened._replace(pad=await self.services.pads.find(pad.id))
            await self._show(component, await self._keep(opened))
            await self._notify_concurrent_entry(component, opened.pad)
        except Refusal as refusal:
            sentence = escape(describe_refusal(refusal, questions), 300)
            await self._show(component, await self._keep(opened), sentence, method.key)
        except StoreError as error:
            sentence = sentence_for(error, f"interaction {component.interaction.id}, pad {pad.id}")
            await self._show(component, await self._keep(opened), f"{sentence} Your entry is kept.")
        except (UnclearInput, Declined) as error:
            opened = opened._replace(pad=await self.services.pads.find(pad.id))
            wrong_method = method.key if isinstance(error, UnclearInput) else ""
            await self._show(component, await self._keep(opened), escape(error.sentence, 300), wrong_method)
        else:
            self._last_entry_by_pad = {
                number: interaction
                for number, interaction in self._last_entry_by_pad.items()
                if not interaction.is_expired()
            }
            self._last_entry_by_pad[pad.id] = component.interaction
            await self._show_entered_hand(component, opened._replace(pad=pad), seq)

    async def _show_entered_hand(self, component: ComponentInteraction, opened: OpenDraft, seq: int) -> None:
        """Answer with the entered hand and its points."""
        draft, pad, actor, presenter = opened
        changes = await self.services.store.pads.changes(pad.id, seq + 1, 1)
        number = (changes[0].hand if changes else None) or draft.hand
        notice = f"Hand {number} is corrected." if draft.hand else f"Hand {number} is entered."
        panel = await hand_panel(self.services, pad, actor, presenter, number, notice, onward=True)
        await component.response.send(layout=panel)

    async def _notify_concurrent_entry(self, component: ComponentInteraction, pad: Pad) -> None:
        """Tell the member who entered the last hand that another was entering one: it may be the same hand."""
        last_entry = self._last_entry_by_pad.get(pad.id)
        if last_entry is None or last_entry.is_expired() or last_entry.user.id == component.interaction.user.id:
            return
        who = escape(person_name(component.interaction.user.display_name), NAME_LIMIT)
        sentence = f"{who} was entering a hand, too. Yours counts; theirs is still open."
        try:
            await asyncio.wait_for(last_entry.followup.send(sentence, ephemeral=True, allowed_mentions=NO_MENTIONS), 5)
        except (discord.HTTPException, *CONNECTION_ERRORS, TimeoutError):
            self._last_entry_by_pad.pop(pad.id, None)

    # -- who, and when -----------------------------------------------------------------------------------------------

    @route(CustomId.SET_ENTRY_PLAYERS, response="update", on="private")
    async def _set_entry_players(self, component: ComponentInteraction) -> None:
        """Set who played (`set_entry_players:DRAFT`); ask first where typed values would be lost."""
        opened = await load_draft(component)
        draft, pad, _, presenter = opened
        chosen_numbers = set(component.chosen_numbers())
        players = tuple(player for player in pad.players if player in chosen_numbers)
        if players == draft.players:
            await self._show(component, opened)
        elif set(draft.players) <= set(pad.players) and has_new_input(pad, presenter, draft):
            await component.response.send(layout=changed_players_panel(pad, presenter, draft, players))
        else:
            await self._begin_anew(component, opened, players)

    @route(CustomId.RESTART_ENTRY, response="update", on="private")
    async def _restart_entry(self, component: ComponentInteraction) -> None:
        """Begin the entry anew for a set of players (`restart_entry:DRAFT:PLAYERS`)."""
        opened = await load_draft(component)
        chosen_numbers = component.number_set(1)
        if chosen_numbers is None:
            raise Stale(PLAYERS_CHANGED)
        players = tuple(player for player in opened.pad.players if player in chosen_numbers)
        await self._begin_anew(component, opened, players)

    async def _begin_anew(self, component: ComponentInteraction, opened: OpenDraft, players: tuple[int, ...]) -> None:
        """Clear the forms of a draft, for other players."""
        draft, pad, _, presenter = opened
        dealer = pad.next_dealer(players) if players else 0
        typed = describe_input(pad, presenter, draft)
        notice = "The players changed, so the forms start empty." if typed else ""
        notice = player_count_refusal(pad.record.game, len(players)) or notice
        draft = replace(draft, players=players, dealer=dealer, typed={})
        await self._show(component, await self._keep(opened._replace(draft=draft)), notice, typed=typed)

    @route(CustomId.SHOW_ENTRY, response="update", on="private")
    async def _show_entry(self, component: ComponentInteraction) -> None:
        """Show the entry again (`show_entry:DRAFT`)."""
        await self._show(component, await load_draft(component))

    @route(CustomId.SET_ENTRY_DEALER, response="update", on="private")
    async def _set_entry_dealer(self, component: ComponentInteraction) -> None:
        """Set who dealt (`set_entry_dealer:DRAFT`)."""
        opened = await load_draft(component)
        draft = opened.draft
        seat = next(iter(component.chosen_numbers()), draft.dealer)
        if seat < len(draft.players):
            opened = await self._keep(opened._replace(draft=replace(draft, dealer=seat)))
        await self._show(component, opened)

    @route(CustomId.OPEN_ENTRY_DAY_FORM, response="update", on="private")
    async def _open_entry_day_form(self, component: ComponentInteraction) -> None:
        """Ask for the day (`open_entry_day_form:DRAFT`)."""
        draft = (await load_draft(component)).draft
        zone = zone_of(await self.services.people.of(component.interaction.user.id))
        at = self.services.pads.clock() if draft.played is None else draft.played
        day_text = draft.day or day_at(at, zone).isoformat()
        day = text_label("day", "Day", 10, hint="For example 2026-11-24", value=day_text)
        submit = custom_id(CustomId.SUBMIT_ENTRY_DAY_FORM, draft.id)
        await component.response.modal(labelled_modal("When was it played?", submit, day))

    @route(CustomId.SUBMIT_ENTRY_DAY_FORM, response="update", on="private")
    async def _submit_entry_day_form(self, component: ComponentInteraction) -> None:
        """Set the typed day (`submit_entry_day_form:DRAFT`)."""
        opened = await load_draft(component)
        draft = opened.draft
        preferences, now_ms = await self.services.people.of(opened.actor.id), self.services.pads.clock()
        zone = zone_of(preferences)
        typed, today = "".join(component.fields.get("day", ())).strip(), day_at(now_ms, zone)
        try:
            day = date.fromisoformat(typed)
        except ValueError:
            sentence = f"“{escape(typed, 20)}” is not a day. Type it as {today.isoformat()}."
            await self._show(component, opened, sentence)
            return
        if not FIRST_DAY <= day <= today + timedelta(days=0 if preferences.zone else 1):  # elsewhere it may be tomorrow
            await self._show(component, opened, "Type a day from 1970 to today.")
            return
        if draft.played is None or day.isoformat() != (draft.day or day_at(draft.played, zone).isoformat()):
            draft = replace(draft, played=now_ms if day == today else noon_of(day, zone))
        saved = await self._keep(opened._replace(draft=replace(draft, day=day.isoformat())))
        await self._show(component, saved)

    @route(CustomId.CANCEL_ENTRY, response="update", on="private")
    async def _cancel_entry(self, component: ComponentInteraction) -> None:
        """Delete the entry (`cancel_entry:DRAFT`); ask first where values were typed: `:1` is the answer."""
        draft, pad, _, presenter = await load_draft(component)
        if component.number(1) != 1 and has_new_input(pad, presenter, draft):
            await component.response.send(layout=drop_panel(pad, presenter, draft))
            return
        await self.services.store.pads.delete_draft(draft.id)
        title = escape(pad.title)
        notice = (
            f"Hand {draft.hand} of {title} is unchanged." if draft.hand else f"Entry cancelled. {title} is unchanged."
        )
        typed = describe_input(pad, presenter, draft) if draft.hand and has_new_input(pad, presenter, draft) else ()
        await component.response.send(layout=layouts.layout(layouts.text(notice, *typed)))


BEGUN_TEXT: Final = "You began to enter this hand."


def _with_typed(draft: PadDraft, method: str, form: str, fields: Mapping[str, Sequence[str]]) -> PadDraft:
    """Return a draft with the typed values of a form of an entry method."""
    typed = {key: list(values) for key, values in fields.items()}
    return replace(draft, typed={**draft.typed, method: {**draft.typed.get(method, {}), form: typed}})


def _other_draft_text(pad: Pad) -> str:
    """Return the sentence that another member has entered a hand since, with its points."""
    hand = pad.record.hands[-1]
    by = escape(person_name(hand.by_name), NAME_LIMIT)
    points_text = ", ".join(
        f"{escape(player_name(pad, player), NAME_LIMIT)} {amount(points)}"
        for player, points in zip(hand.players, hand.points, strict=True)
    )
    return f"{by} entered hand {hand.number} meanwhile: {points_text}. If yours is the same, cancel it."


def _way(opened: OpenDraft, key: str) -> EntryMethod:
    """Return the entry method of that key for the hand of a draft. Raises Stale if there is none."""
    draft, pad, _, presenter = opened
    if not draft.players or not set(draft.players) <= set(pad.players):
        raise Stale(PLAYERS_CHANGED)
    ways = entry_ways(pad, presenter, draft.players, draft.dealer, draft.hand)
    chosen = next((method for method in ways if method.key == key), None)
    if chosen is None:
        raise Stale(NO_FORM)
    return chosen


def _form(opened: OpenDraft, component: ComponentInteraction) -> tuple[EntryMethod, EntryForm]:
    """Return the form that `...:DRAFT:WAY:FORM` names. Raises Stale where there is none such."""
    if len(component.args) < 3:
        raise Stale(NO_DRAFT)
    method = _way(opened, component.args[1])
    form = next((candidate for candidate in method.forms if candidate.key == component.args[2]), None)
    if form is None:
        raise Stale(NO_FORM)
    return method, form
