// What calls for attention: notifications for mentions, the title of the tab, the banner when something is not there.

import { h, icon } from "./dom.js";
import { summary } from "./message.js";
import { messageById, nameOf, on, store, tell } from "./store.js";
import { isInSight } from "./timeline.js";

const toasts = h("div", { class: "toasts", role: "status", "aria-live": "polite" });
const banner = h("p", { class: "banner", role: "status", hidden: true, dataset: { testid: "banner" } });

const SHOWN_FOR = 8000;
const SHOWN_IN_SIGHT = 2500; // the message itself is on the screen, highlighted
const MOST = 3;

/** The holder of notifications. */
export function notifications() {
  on("mention", onMention);
  on("problem", (sentence) => toast("Something went wrong", sentence, () => {}));
  for (const topic of ["unread", "opened", "state", "channels"]) on(topic, drawTitle);
  return toasts;
}

/** The banner over the conversation. */
export function statusBanner() {
  for (const topic of ["bot", "connection", "state"]) on(topic, drawBanner);
  return banner;
}

function onMention({ message_id, channel_id }) {
  const message = messageById(message_id, channel_id);
  const channel = store.channels.get(channel_id);
  const from = message ? nameOf(message.author) : nameOf(store.bot.user);
  const text = message ? summary(message) : "You were mentioned.";
  const open = () => {
    tell("open", channel_id);
    tell("point", message_id);
  };
  const elsewhere = store.guilds.find((guild) => guild.id === channel?.guild_id && guild !== store.guild);
  const where = `#${channel?.name ?? "a channel"}${elsewhere ? ` of ${elsewhere.name}` : ""}`;
  toast(`${from} in ${where}`, text, open, isInSight(channel_id) ? SHOWN_IN_SIGHT : SHOWN_FOR);
}

function toast(title, text, act, milliseconds = SHOWN_FOR) {
  const element = h(
    "div",
    { class: "toast", dataset: { testid: "toast" } },
    h(
      "button",
      {
        class: "toast-main",
        type: "button",
        on: {
          click() {
            element.remove();
            act();
          },
        },
      },
      h("strong", null, title),
      h("span", null, text.length > 180 ? `${text.slice(0, 180)}…` : text),
    ),
    h("button", { class: "icon-button small", type: "button", "aria-label": "Close this notification", on: { click: () => element.remove() } }, icon("close")),
  );
  toasts.append(element);
  while (toasts.childElementCount > MOST) toasts.firstElementChild.remove();
  // A hidden tab keeps its notification until somebody has had the time to see it.
  const fade = () => (document.hidden ? document.addEventListener("visibilitychange", fade, { once: true }) : setTimeout(() => element.remove(), milliseconds));
  fade();
}

function drawTitle() {
  let mentions = 0;
  let unread = false;
  for (const entry of store.unread.values()) {
    mentions += entry.mentions;
    unread ||= entry.count > 0;
  }
  const mark = mentions ? `(${mentions}) ` : unread ? "• " : "";
  const channel = store.channels.get(store.current);
  document.title = `${mark}${channel ? `#${channel.name} · ` : ""}${nameOf(store.me)} · Eldest Hand`;
}

function drawBanner() {
  const name = store.bot.user ? nameOf(store.bot.user) : "The bot";
  let sentence = null;
  if (!store.connected && store.me) sentence = "The connection to the sandbox is lost. Trying again…";
  else if (!store.bot.online) sentence = `${name} is offline. Its commands and buttons cannot answer until it is back.`;
  banner.hidden = !sentence;
  banner.textContent = sentence ?? "";
}
