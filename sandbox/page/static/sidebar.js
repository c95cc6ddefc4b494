// The server, the list of its channels with their threads, and who one is.

import { api } from "./api.js";
import { askName, menu } from "./dialogs.js";
import { fill, h, icon } from "./dom.js";
import { avatar } from "./names.js";
import { personEntries } from "./people.js";
import { channelsHere, compareIds, guildsSeen, nameOf, on, store, tell, THREADS } from "./store.js";

const title = h("h1", { class: "guild-name" });
const servers = h("select", { class: "field guild-select", "aria-label": "Server", hidden: true, dataset: { testid: "servers" }, on: { change: openServer } });
const list = h("ul", { class: "channels", dataset: { testid: "channels" } });
const who = h("button", { class: "me-button", type: "button", dataset: { testid: "user-menu" } });
const element = h(
  "nav",
  { class: "sidebar", id: "sidebar", "aria-label": "Channels" },
  h("div", { class: "sidebar-head" }, title, servers),
  list,
  who,
);

/** The sidebar's element. */
export function sidebar() {
  menu(who, personEntries);
  on("state", draw);
  on("channels", draw);
  on("unread", draw);
  on("opened", draw);
  return element;
}

function openServer() {
  const channel = channelsOf(servers.value).toSorted(byPosition)[0];
  if (channel) tell("open", channel.id);
}

function channelsOf(guildId) {
  return [...store.channels.values()].filter((channel) => channel.guild_id === guildId && !THREADS.includes(channel.type));
}

function drawServers() {
  const seen = guildsSeen();
  title.textContent = store.guild.name;
  title.hidden = seen.length > 1;
  servers.hidden = !title.hidden;
  const labels = seen.map((guild) => `${unreadMark(guild)}${guild.name}`);
  if (labels.join("\n") !== [...servers.options].map((option) => option.text).join("\n")) {
    fill(servers, seen.map((guild, index) => h("option", { value: guild.id }, labels[index])));
  }
  servers.value = store.guild.id;
}

/** What the name of a server begins with where something was not read: as the title of the tab does. */
function unreadMark(guild) {
  let mentions = 0;
  let unread = false;
  for (const [id, counts] of store.unread) {
    if (guild === store.guild || store.channels.get(id)?.guild_id !== guild.id) continue;
    mentions += counts.mentions;
    unread ||= counts.count > 0;
  }
  return mentions ? `(${mentions}) ` : unread ? "• " : "";
}

function draw() {
  drawServers();
  const focused = document.activeElement?.dataset?.channelId;
  const all = channelsHere();
  const known = new Set(all.map((channel) => channel.id));
  const tops = all.filter((channel) => !THREADS.includes(channel.type) && channel.type !== 4).toSorted(byPosition);
  const orphans = all.filter((channel) => THREADS.includes(channel.type) && !known.has(channel.parent_id));
  fill(
    list,
    h("li", { class: "channels-title" }, "Channels", h("button", { class: "icon-button small", type: "button", "aria-label": "New channel", title: "New channel", on: { click: newChannel } }, icon("plus"))),
    tops.map((channel) => h("li", null, entry(channel), threads(all.filter((other) => other.parent_id === channel.id && THREADS.includes(other.type))))),
    orphans.map((thread) => h("li", null, entry(thread))),
  );
  if (focused) list.querySelector(`[data-channel-id="${CSS.escape(focused)}"]`)?.focus();
  fill(who, avatar(store.me), h("span", { class: "me-name" }, nameOf(store.me), h("small", null, "Switch user")), icon("people"));
  who.setAttribute("aria-label", `You are ${nameOf(store.me)}. Switch user`);
}

function byPosition(a, b) {
  return (a.position ?? Infinity) - (b.position ?? Infinity) || compareIds(a.id, b.id);
}

function threads(inside) {
  if (!inside.length) return null;
  const isArchived = (thread) => Boolean(thread.thread_metadata?.archived);
  inside.sort((a, b) => isArchived(a) - isArchived(b) || compareIds(b.id, a.id));
  return h("ul", { class: "threads" }, inside.map((thread) => h("li", null, entry(thread))));
}

function entry(channel) {
  const thread = THREADS.includes(channel.type);
  const archived = Boolean(channel.thread_metadata?.archived);
  const unread = store.unread.get(channel.id);
  const open = store.current === channel.id;
  const classes = ["channel", thread && "thread", archived && "archived", open && "open", unread?.count && "unread"];
  return h(
    "a",
    {
      class: classes.filter(Boolean).join(" "),
      href: `#${channel.id}`,
      "aria-current": open ? "page" : null,
      dataset: { channelId: channel.id, testid: "channel" },
      on: {
        click(event) {
          event.preventDefault();
          tell("open", channel.id);
        },
      },
    },
    h("span", { class: "channel-mark", "aria-hidden": "true" }, thread ? icon("thread") : [1, 3].includes(channel.type) ? "@" : "#"),
    h("span", { class: "channel-name" }, channel.name),
    archived && h("span", { class: "tag" }, "archived"),
    channel.thread_metadata?.locked && h("span", { class: "tag" }, icon("lock"), h("span", { class: "visually-hidden" }, "locked")),
    unread?.mentions ? h("span", { class: "badge", dataset: { testid: "badge" } }, unread.mentions, h("span", { class: "visually-hidden" }, unread.mentions === 1 ? " mention of you" : " mentions of you")) : null,
    unread?.count && !unread.mentions ? h("span", { class: "visually-hidden" }, "unread") : null,
  );
}

function newChannel() {
  askName({
    title: "New channel",
    label: "Name",
    button: "Create",
    async act(name) {
      const { channel } = await api.addChannel(name, store.guilds.indexOf(store.guild));
      store.channels.set(channel.id, channel);
      tell("channels", channel.id);
      tell("open", channel.id);
    },
  });
}
