// The messages of the open channel: drawn, kept true as they change, scrolled as a chat is.

import { add, announce, fill, h, icon } from "./dom.js";
import { continues, renderMessage, summary } from "./message.js";
import { dropNotice, expectMessages, FLAG, isWatched, loadMessages, markSeen, nameOf, on, store, tell } from "./store.js";
import { dayText, sameDay } from "./times.js";

const PAGE = 100; // messages drawn at first, and more at each wish

let shownFrom = null; // id of the oldest message drawn; null: the newest PAGE
let stuck = true; // to the newest message, whatever happens above it
let missed = 0;
let lastTop = 0;
let byHandUntil = 0; // until when a movement upwards counts as one that a person made
let wanted = null; // id of a message to scroll to once it is here

const list = h("ol", { class: "messages", "aria-label": "Messages", dataset: { testid: "message-list" } });
const notices = h("div", { class: "notices" });
const earlier = h("button", { class: "button secondary earlier", type: "button", hidden: true, on: { click: showEarlier } }, "Show earlier messages");
const intro = h("div", { class: "intro" });
const inner = h("div", { class: "timeline-inner" }, intro, earlier, list, notices);
const scroller = h("div", { class: "timeline", tabindex: "0", role: "region", "aria-label": "Conversation", on: { scroll: onScroll } }, inner);
const jump = h("button", { class: "jump", type: "button", hidden: true, dataset: { testid: "jump" }, on: { click: toBottom } });

/** The conversation's elements. */
export function timeline() {
  new ResizeObserver(keepPlace).observe(inner);
  new ResizeObserver(keepPlace).observe(scroller);
  on("messages", (channelId) => channelId === store.current && draw());
  on("add", onAdd);
  on("update", (message) => message.channel_id === store.current && redraw(message));
  on("remove", onRemove);
  on("notices", drawNotices);
  on("commanded", (channelId) => channelId === store.current && toBottom());
  on("channels", (id) => id === store.current && drawIntro());
  on("point", point);
  on("state", () => store.current && showChannel(store.current, { keep: true }));
  list.addEventListener("pointerdown", hold);
  for (const type of ["pointerup", "pointercancel", "dragend"]) window.addEventListener(type, release);
  scroller.addEventListener("wheel", (event) => event.deltaY < 0 && byHand(AFTER), { passive: true });
  scroller.addEventListener("touchmove", () => byHand(AFTER), { passive: true });
  scroller.addEventListener("keydown", (event) => UPWARDS.has(event.key) && byHand(AFTER));
  scroller.addEventListener("pointerdown", (event) => event.target === scroller && byHand(Infinity)); // its scrollbar
  window.addEventListener("pointerup", () => byHandUntil === Infinity && byHand(AFTER));
  return h("div", { class: "timeline-box" }, scroller, jump);
}

/** Open a channel's conversation. `keep`: it is the same one, fetched again. */
export async function showChannel(channelId, { keep = false } = {}) {
  if (!keep) {
    shownFrom = null;
    stuck = true;
    missed = 0;
    list.replaceChildren();
    list.setAttribute("aria-busy", "true");
  }
  drawIntro();
  drawNotices();
  expectMessages(channelId);
  try {
    const had = store.messages.has(channelId);
    await loadMessages(channelId);
    if (had && channelId === store.current) draw();
  } catch (problem) {
    if (channelId === store.current) tell("problem", problem.message);
  }
  list.removeAttribute("aria-busy");
}

function messages() {
  return store.messages.get(store.current) ?? [];
}

function visible() {
  const all = messages();
  if (shownFrom === null) return all.slice(-PAGE);
  const from = all.findIndex((message) => message.id === shownFrom);
  return all.slice(Math.max(from, 0));
}

function draw() {
  const shown = visible();
  if (shown.length >= PAGE) shownFrom ??= shown[0].id;
  earlier.hidden = shown.length === messages().length && store.whole.has(store.current);
  intro.hidden = !earlier.hidden;
  const items = [];
  shown.forEach((message, index) => items.push(...itemsFor(shown[index - 1], message)));
  for (const item of items) {
    const old = item.dataset.messageId && elementOf(item.dataset.messageId);
    if (old) keepPictures(old, item);
  }
  const focus = rememberFocus();
  fill(list, items);
  restoreFocus(focus);
  if (stuck) toBottom();
  if (wanted) point(wanted);
  seen();
}

function itemsFor(before, message) {
  const newDay = !before || !sameDay(before.timestamp, message.timestamp);
  const element = renderMessage(message, !newDay && continues(before, message));
  return newDay ? [h("li", { class: "day", role: "separator" }, h("span", null, dayText(message.timestamp))), element] : [element];
}

function elementOf(id) {
  return list.querySelector(`[data-message-id="${CSS.escape(id)}"]`);
}

function onAdd(message) {
  if (message.channel_id !== store.current) return;
  const all = messages();
  if (all.at(-1).id !== message.id) {
    draw();
    return;
  }
  add(list, itemsFor(all.at(-2), message));
  const mine = message.author.id === store.me.id;
  // What answers this person's own press or command is shown at once, wherever the conversation was scrolled to.
  if (mine || message.flags & FLAG.EPHEMERAL) stuck = true;
  if (!mine) {
    const text = summary(message);
    announce(`${nameOf(message.author)}: ${text.slice(0, 400) || "sent something"}`);
    if (!stuck) missed += 1;
  }
  if (stuck) toBottom();
  drawJump();
  seen();
}

// While a pointer is down nothing is replaced below it: a press that begins on a button has to end on the same one.
let held = false;
const waiting = new Map(); // message id -> its newest form, to be drawn when the pointer is up

function hold() {
  held = true;
}

function release() {
  // The click itself comes after this event.
  setTimeout(() => {
    held = false;
    for (const message of waiting.values()) redraw(message);
    waiting.clear();
  });
}

function redraw(message) {
  if (held) {
    waiting.set(message.id, message);
    return;
  }
  const old = elementOf(message.id);
  if (!old) return;
  const before = messages()[messages().findIndex((other) => other.id === message.id) - 1];
  const joined = !old.previousElementSibling?.matches(".day") && Boolean(old.previousElementSibling) && continues(before, message);
  const fresh = renderMessage(message, joined);
  keepPictures(old, fresh);
  const focus = rememberFocus();
  old.replaceWith(fresh);
  restoreFocus(focus);
  keepPlaceSoon();
}

// Decoding can be refused while the picture is still on its way.
function settled(image) {
  return new Promise((done) => (image.complete ? done() : ["load", "error"].forEach((type) => image.addEventListener(type, done, { once: true }))));
}

const FAILED_FOR = 2000; // milliseconds for which a picture that cannot be loaded leaves the one before it in its place

// A picture stays in its place until the one that follows it has loaded and can be painted at once. The same picture stays.
function keepPictures(old, fresh) {
  const before = [...old.querySelectorAll("img.picture-image")];
  [...fresh.querySelectorAll("img.picture-image")].forEach((image, index) => {
    const shown = before[index];
    if (!shown?.complete || !shown.naturalWidth) return;
    const place = image.parentElement;
    shown.alt = image.alt;
    image.replaceWith(shown);
    if (shown.src === image.src) return;
    const show = () => {
      if (shown.parentElement !== place) return; // a later redraw has taken it along
      shown.replaceWith(image);
      keepPlaceSoon();
    };
    // What cannot be loaded says so by its description, but not at once: its file goes with the next edit, which is on its way here.
    image.decode().catch(() => settled(image)).then(() => (image.naturalWidth ? show() : setTimeout(show, FAILED_FOR)));
  });
}

function onRemove({ id, channel_id }) {
  if (channel_id !== store.current) return;
  const element = elementOf(id);
  if (!element) return;
  const hadFocus = element.contains(document.activeElement);
  const [before, after] = [element.previousElementSibling, element.nextElementSibling];
  element.remove();
  if (before?.matches(".day") && !after?.matches(".message")) before.remove();
  const next = after?.dataset.messageId && messages().find((message) => message.id === after.dataset.messageId);
  if (next) redraw(next); // it may have stood below the heading of the one that went
  if (hadFocus) scroller.focus({ preventScroll: true });
}

function rememberFocus() {
  const focused = document.activeElement;
  const holder = focused?.closest?.("[data-message-id]");
  if (!holder || !list.contains(holder)) return null;
  const all = [...holder.querySelectorAll("button, a[href], [tabindex]")];
  return { message: holder.dataset.messageId, customId: focused.dataset.customId, index: all.indexOf(focused) };
}

function restoreFocus(focus) {
  if (!focus) return;
  const holder = elementOf(focus.message);
  const same = focus.customId && holder?.querySelector(`[data-custom-id="${CSS.escape(focus.customId)}"]`);
  const target = same || holder?.querySelectorAll("button, a[href], [tabindex]")[focus.index];
  if (target && !target.disabled) target.focus({ preventScroll: true });
  else if (holder) scroller.focus({ preventScroll: true });
}

function drawNotices() {
  const mine = store.notices.filter((notice) => notice.channelId === store.current);
  fill(
    notices,
    mine.map((notice) =>
      h(
        "div",
        { class: `notice${notice.error ? " failed" : ""}`, role: notice.error ? "alert" : "status", dataset: { testid: "notice" } },
        h("span", { class: "mention" }, notice.title),
        notice.error ? ` ${notice.error} ` : " is on its way…",
        notice.error && h("button", { class: "text-button", type: "button", on: { click: () => dropNotice(notice) } }, "Dismiss"),
      ),
    ),
  );
}

function drawIntro() {
  const channel = store.channels.get(store.current);
  if (!channel) return;
  fill(
    intro,
    h("p", { class: "intro-title" }, channel.name),
    h("p", null, channel.topic || (channel.parent_id && store.channels.get(channel.parent_id) ? `A thread of #${store.channels.get(channel.parent_id).name}.` : "Write /help to begin, or / to see all commands.")),
  );
}

async function showEarlier() {
  const place = () => messages().findIndex((message) => message.id === (shownFrom ?? messages()[0]?.id));
  if (place() < PAGE && !store.whole.has(store.current)) {
    try {
      await loadMessages(store.current, { more: true });
    } catch (problem) {
      tell("problem", problem.message);
      return;
    }
  }
  shownFrom = messages()[Math.max(0, place() - PAGE)].id;
  const height = scroller.scrollHeight;
  stuck = false;
  draw();
  scroller.scrollTop += scroller.scrollHeight - height;
}

// ---- scrolling ----

const AFTER = 5000; // milliseconds: a movement comes after its event, a smooth one takes its time, and a busy page more
const UPWARDS = new Set(["ArrowUp", "PageUp", "Home", "Tab", " "]); // with Shift, the space bar too goes up

function byHand(milliseconds) {
  byHandUntil = performance.now() + milliseconds;
}

function isAtBottom() {
  return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 40;
}

function onScroll() {
  // Only a person who goes up lets go of the bottom: what a redraw, a picture or a removal moved is put right by keepPlace.
  if (isAtBottom()) stuck = true;
  else if (scroller.scrollTop < lastTop - 1 && performance.now() < byHandUntil) stuck = false;
  lastTop = scroller.scrollTop;
  if (stuck) {
    missed = 0;
    seen();
  }
  drawJump();
}

function keepPlace() {
  if (stuck) scroller.scrollTop = scroller.scrollHeight;
}

// A picture that is put in has no height for a moment. Where all is as high afterwards as before, no observer tells.
function keepPlaceSoon() {
  requestAnimationFrame(() => requestAnimationFrame(keepPlace));
}

function drawJump() {
  jump.hidden = stuck;
  fill(jump, missed ? `${missed} new ${missed === 1 ? "message" : "messages"}` : "Jump to the newest", icon("down"));
}

function toBottom() {
  stuck = true;
  missed = 0;
  scroller.scrollTop = scroller.scrollHeight;
  drawJump();
}

/** True if the newest message of a channel is on the screen of somebody who looks. */
export function isInSight(channelId) {
  return stuck && isWatched(channelId);
}

/** What is on the screen counts as read. */
export function seen() {
  if (stuck && isWatched(store.current)) markSeen(store.current);
}

// Scroll to a message of the open channel, now or when it is loaded, and mark it for a moment.
function point(messageId) {
  const element = elementOf(messageId);
  wanted = element ? null : messageId;
  if (!element) return;
  element.scrollIntoView({ block: "center" });
  stuck = isAtBottom();
  element.classList.add("pointed");
  setTimeout(() => element.classList.remove("pointed"), 1600);
}
