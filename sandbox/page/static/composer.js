// Where a person writes: ordinary text, or a slash command with its options.

import { api } from "./api.js";
import { flatten, matching, typedCommand, typedOptions } from "./commands.js";
import { fill, h, icon } from "./dom.js";
import { useCommand } from "./interactions.js";
import { optionField } from "./options.js";
import { userOptions } from "./selects.js";
import { isLocked, on, store, upsert } from "./store.js";
import { suggest } from "./suggest.js";

const drafts = new Map(); // channel id -> {text, card}

const note = h("p", { class: "composer-note", role: "status", hidden: true });
const slot = h("div", { class: "command-slot" });
const input = h("textarea", { class: "composer-input", rows: 1, maxlength: 2000, "aria-label": "Message", dataset: { testid: "composer-input" }, autocomplete: "off" });
const send = h("button", { class: "icon-button send", type: "button", "aria-label": "Send", dataset: { testid: "composer-send" }, on: { click: submitText } }, icon("send"));
const slash = h("button", { class: "slash", type: "button", title: "Commands", "aria-label": "Show the commands", on: { click: startCommand } }, "/");
const line = h("div", { class: "composer-line" }, slash, input, send);
const box = h("div", { class: "composer", dataset: { testid: "composer" } }, note, slot, line);

let card = null;
let commands = [];
let channel = null;

/** The composer's element. */
export function composer() {
  const offer = suggest(input, {
    title: "Commands and people",
    empty: "No such command.",
    load(text) {
      if (text.startsWith("/") && !text.includes("\n")) return matching(commands, text.slice(1));
      return startedMention() && peopleLike(startedMention()[1]);
    },
    show: (item) =>
      item.label
        ? { label: `@${item.label}`, dataset: { userId: item.value } }
        : { label: commandLabel(item), about: item.description, dataset: { command: item.name } },
    pick: (item) => (item.label ? finishMention(item.label) : openCard(item)),
  });
  line.append(offer.list);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submitText();
  });
  input.addEventListener("input", () => {
    grow();
    say(null);
    const typed = input.value.startsWith("/") ? typedCommand(commands, input.value.slice(1)) : null;
    // "rules" and "rules voren" may both be commands: a space decides only when no longer name goes on from here.
    if (typed && !commands.some(({ name }) => name !== typed.command.name && `/${name}`.startsWith(input.value))) {
      offer.hide();
      openCard(typed.command, typedOptions(typed.command, typed.rest));
    }
  });
  on("state", learn);
  on("commands", learn);
  on("compose", (name) => {
    const command = commands.find((other) => other.name === name);
    if (command) openCard(command);
  });
  on("channels", (id) => id === store.current && drawState());
  return box;
}

function learn() {
  commands = flatten(store.commands);
}

function commandLabel(command) {
  const needed = command.options.filter((option) => option.required);
  return [h("strong", null, `/${command.name}`), needed.map((option) => h("span", { class: "option-hint" }, option.name))];
}

/** Turn to the open channel: its draft comes back. */
export function composeIn(channelId) {
  if (channel) drafts.set(channel, { text: input.value, card });
  channel = channelId;
  const draft = drafts.get(channelId) ?? { text: "", card: null };
  input.value = draft.text;
  card = draft.card;
  drawState();
  grow();
}

/** Put the cursor into the composer. */
export function focusComposer() {
  if (card) card.focus();
  else input.focus();
}

function drawState() {
  const open = store.channels.get(store.current);
  const locked = isLocked(open);
  const hint = window.innerWidth < 620 ? "" : ", or / for commands";
  input.placeholder = open ? `Message ${[1, 3].includes(open.type) ? "" : "#"}${open.name}${hint}` : "";
  for (const control of [input, send, slash]) control.disabled = !open || locked;
  fill(slot, card?.element);
  line.hidden = Boolean(card);
  if (locked) say("This thread is locked: nobody can write in it.");
  else if (open?.thread_metadata?.archived) say("This thread is archived. A message opens it again.");
  else say(null);
}

function say(sentence) {
  note.hidden = !sentence;
  note.textContent = sentence ?? "";
}

function grow() {
  input.style.height = "auto";
  input.style.height = `${Math.min(input.scrollHeight, 180)}px`;
}

function startCommand() {
  input.value = "/";
  input.focus();
  input.dispatchEvent(new Event("input"));
}

// ---- mentions: written @Name, sent as Discord has them ----

function startedMention() {
  return /(?:^|\s)@([\p{L}\p{N} _-]{0,32})$/u.exec(input.value.slice(0, input.selectionStart));
}

function peopleLike(words) {
  const found = userOptions().filter(({ label }) => label.toLowerCase().startsWith(words.toLowerCase()));
  return found.length ? found : null;
}

function finishMention(name) {
  const end = input.selectionStart;
  input.setRangeText(`@${name} `, end - startedMention()[1].length - 1, end, "end");
}

function withMentions(text) {
  const people = userOptions().toSorted((a, b) => b.label.length - a.label.length);
  return text.replaceAll(/(?<=^|\s)@[^\n@]+/g, (written) => {
    const found = people.find(({ label }) => written.startsWith(label, 1) && !/^[\p{L}\p{N}]/u.test(written.slice(label.length + 1)));
    return found ? `<@${found.value}>${written.slice(found.label.length + 1)}` : written;
  });
}

async function submitText() {
  const text = input.value.trim();
  if (!text) return;
  if (text.startsWith("/")) {
    const exact = commands.find(({ name }) => `/${name}` === text);
    if (exact) openCard(exact);
    else say("There is no such command. Type / to see them all.");
    return;
  }
  input.value = "";
  grow();
  try {
    const { message } = await api.say(store.current, withMentions(text));
    if (message) upsert(message, { fresh: true });
    say(null);
  } catch (problem) {
    if (!input.value) input.value = text;
    grow();
    say(problem.message);
  }
}

// ---- a command being filled in ----

function openCard(command, typed = new Map()) {
  input.value = "";
  grow();
  card = commandCard(command, typed);
  drawState();
  card.focus();
}

function closeCard() {
  card = null;
  drawState();
  input.focus();
}

function commandCard(command, typed) {
  const fields = [];
  const holder = h("div", { class: "option-fields" });
  const adders = h("div", { class: "adders", role: "group", "aria-label": "Optional" });
  const problem = h("p", { class: "field-error", role: "alert", hidden: true });
  const go = h("button", { class: "button primary", type: "submit", dataset: { testid: "command-send" } }, "Send", icon("send"));
  const element = h(
    "form",
    { class: "command-card", novalidate: true, "aria-label": `Command /${command.name}`, dataset: { testid: "command-card", command: command.name }, on: { submit, keydown } },
    h(
      "div",
      { class: "command-head" },
      h("strong", null, `/${command.name}`),
      h("span", { class: "command-about" }, command.description),
      h("button", { class: "icon-button", type: "button", "aria-label": "Leave this command", dataset: { testid: "command-cancel" }, on: { click: closeCard } }, icon("close")),
    ),
    holder,
    problem,
    h("div", { class: "command-foot" }, adders, go),
  );

  function values() {
    const found = fields.map((field) => [field.option.name, field.value()]).filter(([, value]) => value !== undefined && !Number.isNaN(value));
    return Object.fromEntries(found);
  }

  function addField(option) {
    const remove = option.required ? null : () => {
      fields.splice(fields.indexOf(field), 1);
      field.element.remove();
      drawAdders();
      focus();
    };
    const field = optionField(option, { command: command.name, others: values, remove });
    fields.push(field);
    holder.append(field.element);
    drawAdders();
    return field;
  }

  function drawAdders() {
    const left = command.options.filter((option) => !fields.some((field) => field.option === option));
    fill(
      adders,
      left.map((option) =>
        h(
          "button",
          {
            class: "adder",
            type: "button",
            title: option.description,
            dataset: { testid: "add-option", option: option.name },
            on: { click: () => addField(option).focus() },
          },
          icon("plus"),
          option.name,
        ),
      ),
    );
  }

  function keydown(event) {
    if (event.key === "Escape" && !event.defaultPrevented) {
      event.preventDefault();
      closeCard();
    }
    const inField = event.target.matches("input, select");
    if (event.key === "Enter" && inField && !event.isComposing) {
      event.preventDefault();
      element.requestSubmit();
    }
  }

  async function submit(event) {
    event.preventDefault();
    problem.hidden = true;
    let first = null;
    for (const field of fields) {
      const sentence = field.check();
      field.complain(sentence);
      if (sentence) first ??= field;
    }
    if (first) {
      first.focus();
      return;
    }
    const channelId = store.current;
    const given = values();
    const mine = card;
    closeCard();
    const refused = await useCommand(channelId, command.name, given);
    if (refused && !card && store.current === channelId) {
      card = mine;
      drawState();
      problem.textContent = refused;
      problem.hidden = false;
      focus();
    } else if (refused) say(refused);
  }

  function focus() {
    (fields.find((field) => field.value() === undefined) ?? { focus: () => go.focus() }).focus();
  }

  for (const option of command.options) {
    if (!option.required && !typed.has(option.name)) continue;
    const field = addField(option);
    if (typed.has(option.name)) field.set(typed.get(option.name));
  }
  drawAdders();
  return { element, focus };
}
