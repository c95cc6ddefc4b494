// What this person can see right now, and the events that change it. No element is touched here: views subscribe to topics.

import { api, listen } from "./api.js";
import { setNow } from "./times.js";

export const FLAG = { EPHEMERAL: 1 << 6, LOADING: 1 << 7, SUPPRESS_EMBEDS: 1 << 2, COMPONENTS_V2: 1 << 15 };
export const THREADS = [10, 11, 12];
export const STARTER = 21; // the type of message with which a thread begins

export const store = {
  me: null,
  users: new Map(),
  guilds: [], // the servers, in order
  guild: { id: null, name: "", roles: [], commands: [] }, // the server that the open channel is in
  channels: new Map(),
  commands: [],
  bot: { online: false, user: null },
  emojis: [],
  connected: false,
  begun: null, // the newest id there was when this page was loaded
  current: null,
  messages: new Map(), // channel id -> messages, oldest first; a channel that was never opened is absent
  whole: new Set(), // channels of which all messages are here
  unread: new Map(), // channel id -> {count, mentions}
  pending: new Map(), // "message id|custom id" of components whose answer is awaited -> the values chosen, if a select
  failures: new Map(), // message id -> sentence shown under the message
  notices: [], // {id, channelId, title, error|null}: commands under way or failed
};

const topics = new Map();

/**
 * Call `listener` whenever `topic` is told. Topics: state, channels, users, commands, bot, connection, messages, add, update, remove,
 * notices, commanded, unread, mention, opened (a channel), open (wish to see a channel), point (a message), compose (a command), problem.
 */
export function on(topic, listener) {
  if (!topics.has(topic)) topics.set(topic, []);
  topics.get(topic).push(listener);
}

/** Tell everyone who listens to `topic`. */
export function tell(topic, detail) {
  for (const listener of topics.get(topic) ?? []) listener(detail);
}

/** Order of two snowflakes given as text. */
export function compareIds(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/** The name to show for a user object. */
export function nameOf(user) {
  return user?.global_name || user?.username || "Somebody";
}

/** A user by id: one of ours or the bot itself; null if unknown. */
export function userById(id) {
  return store.users.get(id) ?? (store.bot.user?.id === id ? store.bot.user : null);
}

/** True for a message that speaks to this person. */
export function mentionsMe(message) {
  return Boolean(message.mention_everyone || message.mentions?.some((user) => user.id === store.me.id));
}

/** The servers in which this person sees a channel, and the one they are in. */
export function guildsSeen() {
  const seen = new Set([...store.channels.values()].map((channel) => channel.guild_id));
  return store.guilds.filter((guild) => guild === store.guild || seen.has(guild.id));
}

/** The channels and threads of the server the person is in, and the direct messages. */
export function channelsHere() {
  return [...store.channels.values()].filter((channel) => !channel.guild_id || channel.guild_id === store.guild.id);
}

/** Be in the server that a channel belongs to; a direct message belongs to none. */
export function enterGuild(channel) {
  const guild = store.guilds.find((other) => other.id === channel.guild_id);
  if (!guild || guild === store.guild) return;
  store.guild = guild;
  store.commands = guild.commands;
  tell("commands");
}

/** True where nobody may write now. */
export function isLocked(channel) {
  return Boolean(channel?.thread_metadata?.locked);
}

const seenKey = (channelId) => `eldest.seen.${store.me.id}.${channelId}`;

/** The person has seen everything in a channel. */
export function markSeen(channelId) {
  const last = store.messages.get(channelId)?.at(-1)?.id ?? store.channels.get(channelId)?.last_message_id;
  if (last) localStorage.setItem(seenKey(channelId), last);
  if (store.unread.delete(channelId)) tell("unread");
}

function countUnread() {
  for (const channel of store.channels.values()) {
    const seen = localStorage.getItem(seenKey(channel.id));
    const last = channel.last_message_id;
    if (last && seen && compareIds(last, seen) > 0 && !store.unread.has(channel.id)) {
      store.unread.set(channel.id, { count: 1, mentions: 0 });
    }
  }
}

function bump(channelId, kind) {
  const entry = store.unread.get(channelId) ?? { count: 0, mentions: 0 };
  entry[kind] += 1;
  store.unread.set(channelId, entry);
  tell("unread");
}

/** True when the person is looking at this channel at this moment. */
export function isWatched(channelId) {
  return store.current === channelId && !document.hidden;
}

/** Fetch everything again and forget messages of channels that are not open. */
export async function loadState() {
  const state = await api.state();
  store.me = state.me;
  store.users = new Map(state.users.map((user) => [user.id, user]));
  store.guilds = state.guilds;
  store.guild = store.guilds.find((guild) => guild.id === store.guild.id) ?? store.guilds[0];
  store.channels = new Map(state.channels.map((channel) => [channel.id, channel]));
  store.commands = store.guild.commands;
  store.bot = state.bot;
  store.emojis = state.emojis ?? [];
  setNow(state.now);
  store.begun ??= state.newest; // a lost connection is no new beginning
  store.messages.clear();
  store.whole.clear();
  countUnread();
  tell("state");
}

const FETCHED = 200; // messages fetched at first, and more at each wish

/** Load a channel's messages unless they are here; with `more`, also older ones than those that are here. */
export async function loadMessages(channelId, { more = false } = {}) {
  const here = store.messages.get(channelId);
  if (here && !more) return;
  const limit = (here?.length ?? 0) + FETCHED;
  const { messages } = await api.messages(channelId, limit, store.begun);
  if (messages.length < limit) store.whole.add(channelId);
  if (here) {
    const older = messages.filter((message) => !here.length || compareIds(message.id, here[0].id) < 0);
    here.unshift(...older);
    return;
  }
  const known = new Map(messages.map((message) => [message.id, message]));
  for (const early of arrivedEarly.get(channelId) ?? []) {
    if (early.gone) known.delete(early.id);
    else known.set(early.id, { ...known.get(early.id), ...early });
  }
  arrivedEarly.delete(channelId);
  store.messages.set(channelId, [...known.values()].toSorted((a, b) => compareIds(a.id, b.id)));
  tell("messages", channelId);
}

// Events of a channel whose messages are being fetched: applied on top of the answer, which may be older than they are.
const arrivedEarly = new Map();

/** Begin to remember events of a channel that is about to be fetched. */
export function expectMessages(channelId) {
  if (!store.messages.has(channelId)) arrivedEarly.set(channelId, []);
}

// An ephemeral message from before the page was loaded is gone for good, as in Discord, even if the bot still edits it.
function isGone(message) {
  return Boolean(message.flags & FLAG.EPHEMERAL && store.begun && compareIds(message.id, store.begun) <= 0);
}

/** Put a message in its place, or take up its new form. */
export function upsert(message, { fresh = false } = {}) {
  if (isGone(message)) return;
  const list = store.messages.get(message.channel_id);
  if (!list) {
    arrivedEarly.get(message.channel_id)?.push(message);
    return;
  }
  const at = list.findIndex((other) => other.id === message.id);
  if (at >= 0) {
    if (fresh) return; // an answer to a call: an event may already have brought a newer form
    list[at] = { ...list[at], ...message };
    store.failures.delete(message.id);
    tell("update", list[at]);
    return;
  }
  let index = list.length;
  while (index > 0 && compareIds(list[index - 1].id, message.id) > 0) index -= 1;
  list.splice(index, 0, message);
  tell("add", message);
}

/** Take a message away. */
export function drop(messageId, channelId) {
  const list = store.messages.get(channelId);
  if (!list) {
    arrivedEarly.get(channelId)?.push({ id: messageId, gone: true });
    return;
  }
  const at = list.findIndex((message) => message.id === messageId);
  if (at < 0) return;
  list.splice(at, 1);
  store.failures.delete(messageId);
  tell("remove", { id: messageId, channel_id: channelId });
}

/** Say under a message that something failed. */
export function fail(message, sentence) {
  store.failures.set(message.id, sentence);
  tell("update", message);
}

/** Show a line about a command at the foot of a channel; returns it. */
export function addNotice(channelId, title) {
  const notice = { id: crypto.randomUUID(), channelId, title, error: null };
  store.notices.push(notice);
  tell("notices");
  tell("commanded", channelId);
  return notice;
}

/** The command failed: its line says why and stays until it is dismissed. */
export function failNotice(notice, sentence) {
  notice.error = sentence;
  tell("notices");
}

/** Take the line away. */
export function dropNotice(notice) {
  store.notices = store.notices.filter((other) => other.id !== notice.id);
  tell("notices");
}

const latest = []; // the last messages that came, of all channels, for what notifications say

/** A message that is open or came lately; null if neither. */
export function messageById(id, channelId) {
  return store.messages.get(channelId)?.find((message) => message.id === id) ?? latest.find((message) => message.id === id) ?? null;
}

function findMessage(test) {
  for (const list of store.messages.values()) {
    const found = list.find(test);
    if (found) return found;
  }
  return null;
}

const handlers = {
  MESSAGE_CREATE(message) {
    latest.push(message);
    if (latest.length > 50) latest.shift();
    const channel = store.channels.get(message.channel_id);
    if (channel) channel.last_message_id = message.id;
    upsert(message);
    if (message.author?.id !== store.me.id && !isWatched(message.channel_id)) bump(message.channel_id, "count");
  },
  MESSAGE_UPDATE(message) {
    upsert(message);
    // A thread begins with the message that it grew from, as that message is now.
    const starter = findMessage((other) => other.type === STARTER && other.referenced_message?.id === message.id);
    if (starter) upsert({ ...starter, referenced_message: { ...starter.referenced_message, ...message } });
  },
  MESSAGE_DELETE: ({ id, channel_id }) => drop(id, channel_id),
  CHANNEL_CREATE: putChannel,
  CHANNEL_UPDATE: putChannel,
  CHANNEL_DELETE: removeChannel,
  THREAD_CREATE: putChannel,
  THREAD_UPDATE: putChannel,
  THREAD_DELETE: removeChannel,
  USER_CREATE(data) {
    const user = data.user ?? data;
    store.users.set(user.id, user);
    tell("users");
  },
  EMOJIS({ emojis }) {
    store.emojis = emojis;
  },
  COMMANDS({ guild_id, commands }) {
    const guild = store.guilds.find((other) => other.id === guild_id);
    if (guild) guild.commands = commands;
    if (guild !== store.guild) return;
    store.commands = commands;
    tell("commands");
  },
  CLOCK({ now }) {
    setNow(now);
  },
  BOT(data) {
    store.bot = { ...store.bot, ...data };
    tell("bot");
  },
  MENTION(data) {
    if (!isWatched(data.channel_id)) bump(data.channel_id, "mentions");
    tell("mention", data);
  },
  INTERACTION_FAILED({ interaction_id, message_id, error }) {
    const message = findMessage(
      (candidate) => candidate.id === message_id || candidate.interaction_metadata?.id === interaction_id,
    );
    if (message) fail(message, error);
  },
};

function putChannel(channel) {
  store.channels.set(channel.id, { ...store.channels.get(channel.id), ...channel });
  tell("channels", channel.id);
}

function removeChannel({ id }) {
  store.channels.delete(id);
  store.messages.delete(id);
  store.unread.delete(id);
  tell("channels", id);
}

/** Take one event in; unknown ones are of no concern to a page. */
export function take(type, data) {
  handlers[type]?.(data);
}

/** Keep the store up to date for ever: every (re)connection loads the state again, events in between wait their turn. */
export function follow(onProblem) {
  let waiting = null;
  listen({
    async open() {
      waiting = [];
      const mine = waiting;
      try {
        await loadState();
      } catch (problem) {
        onProblem(problem);
      }
      if (mine !== waiting) return;
      waiting = null;
      for (const [type, data] of mine) take(type, data);
      store.connected = true;
      tell("connection");
    },
    event(type, data) {
      if (waiting) waiting.push([type, data]);
      else take(type, data);
    },
    lost() {
      waiting = [];
      store.connected = false;
      tell("connection");
    },
  });
}
