// Discord's markdown as elements: blocks first (code, quotes, headings, lists), then what stands within a line.

import { h } from "./dom.js";
import { mediaUrl } from "./api.js";
import { stamp } from "./times.js";

/**
 * @typedef {object} Names  how to show what a message refers to
 * @property {(id: string) => {name: string, me: boolean}|null} user
 * @property {(id: string) => string|null} role
 * @property {(id: string) => string|null} channel
 * @property {(id: string) => void} openChannel
 * @property {(name: string) => void} openCommand
 */

const DEEPEST = 12; // nesting beyond this is shown as it was typed

/**
 * The elements of a text.
 * @param {string} text
 * @param {Names} names
 * @returns {DocumentFragment}
 */
export function markdown(text, names) {
  const out = document.createDocumentFragment();
  blocks(text.replaceAll("\r\n", "\n"), names, out, 0);
  if (isJustEmojis(text)) for (const image of out.querySelectorAll("img.emoji")) image.classList.add("large");
  return out;
}

/** The text of a message as it is read aloud or shown in a notification. */
export function plainText(text, names) {
  const box = h("div", null, markdown(text, names));
  for (const image of box.querySelectorAll("img")) image.replaceWith(image.alt);
  for (const hidden of box.querySelectorAll(".spoiler")) hidden.replaceWith("(hidden text)");
  for (const block of box.querySelectorAll("div, li, p, h3, h4, h5, blockquote, pre")) block.append(" ");
  return box.textContent.replace(/\s+/g, " ").trim();
}

function isJustEmojis(text) {
  const found = text.match(/<a?:\w+:\d+>/g);
  return Boolean(found && found.length <= 30 && !text.replace(/<a?:\w+:\d+>/g, "").trim());
}

// ---- blocks ----

const FENCE = /```(?:([\w+\-.#]+)\n)?\n?([\s\S]+?)\n?```/y;
const LIST_ITEM = /^( *)([-*]|\d{1,9}\.) +(?=\S)/;

function blocks(text, names, out, depth) {
  let at = 0;
  let paragraph = "";
  const flush = () => {
    const body = paragraph.replace(/^\n+|\n+$/g, "");
    if (body) {
      const element = h("div", { class: "paragraph" });
      inline(body, names, element, depth);
      out.append(element);
    }
    paragraph = "";
  };
  while (at < text.length) {
    const end = text.indexOf("\n", at) < 0 ? text.length : text.indexOf("\n", at);
    const line = text.slice(at, end);
    const fenceAt = line.indexOf("```");
    if (fenceAt >= 0) {
      FENCE.lastIndex = at + fenceAt;
      const fence = FENCE.exec(text);
      if (fence) {
        paragraph += text.slice(at, at + fenceAt);
        flush();
        out.append(h("pre", { tabindex: "0" }, h("code", fence[1] ? { dataset: { language: fence[1] } } : null, fence[2])));
        at = FENCE.lastIndex + (text[FENCE.lastIndex] === "\n" ? 1 : 0);
        continue;
      }
    }
    if (depth < DEEPEST) {
      const taken = quote(text, at, names, depth) ?? heading(line, end, names, depth) ?? list(text, at, names, depth);
      if (taken) {
        flush();
        out.append(taken.element);
        at = taken.end + (text[taken.end] === "\n" ? 1 : 0);
        continue;
      }
    }
    paragraph += line + (end < text.length ? "\n" : "");
    at = end + 1;
  }
  flush();
}

function quote(text, at, names, depth) {
  const element = h("blockquote", null);
  if (text.startsWith(">>> ", at)) {
    blocks(text.slice(at + 4), names, element, depth + 1);
    return { element, end: text.length };
  }
  const lines = [];
  let end = at;
  while (end < text.length && text.startsWith("> ", end)) {
    const stop = text.indexOf("\n", end) < 0 ? text.length : text.indexOf("\n", end);
    lines.push(text.slice(end + 2, stop));
    end = stop + 1;
  }
  if (!lines.length) return null;
  blocks(lines.join("\n"), names, element, depth + 1);
  return { element, end: Math.min(end - 1, text.length) };
}

function heading(line, end, names, depth) {
  const match = /^(#{1,3}|-#) +(?=\S)/.exec(line);
  if (!match) return null;
  const small = match[1] === "-#";
  // A message's headings stand below the page's own (h1 the server, h2 the channel).
  const element = small ? h("div", { class: "subtext" }) : h(`h${match[1].length + 2}`, { class: "md-heading" });
  inline(line.slice(match[0].length).trimEnd(), names, element, depth);
  return { element, end };
}

function list(text, at, names, depth) {
  const root = { indent: -1, element: null };
  const stack = [root];
  let end = at;
  let item = null;
  let first = null;
  while (end < text.length) {
    const stop = text.indexOf("\n", end) < 0 ? text.length : text.indexOf("\n", end);
    const line = text.slice(end, stop);
    const match = LIST_ITEM.exec(line);
    if (match) {
      const indent = match[1].length;
      if (first === null && indent > 1) return null;
      while (stack.length > 1 && stack.at(-1).indent > indent) stack.pop();
      const kind = /\d/.test(match[2]) ? "ol" : "ul";
      if (stack.at(-1).indent === indent && stack.at(-1).element.localName !== kind) {
        if (stack.length === 2) break; // bullets and numbers side by side are two lists
        stack.pop();
        item = stack.at(-1).element.lastElementChild;
      }
      if (stack.at(-1).indent < indent && stack.length < DEEPEST) {
        const element = h(kind, kind === "ol" ? { start: Number.parseInt(match[2], 10) } : null);
        if (item) item.append(element);
        first ??= element;
        stack.push({ indent, element });
      }
      item = h("li", null);
      inline(line.slice(match[0].length), names, item, depth + 1);
      stack.at(-1).element.append(item);
    } else if (item && /^ +\S/.test(line)) {
      item.append(h("br", null));
      inline(line.trim(), names, item, depth + 1);
    } else break;
    end = stop + 1;
  }
  return first ? { element: first, end: Math.min(end - 1, text.length) } : null;
}

// ---- within a line ----

const PAIRS = [
  ["**", "strong"],
  ["__", "u"],
  ["~~", "s"],
  ["||", "spoiler"],
  ["*", "em"],
  ["_", "em"],
];

const TAG = /<(?:@!?(\d+)|@&(\d+)|#(\d+)|\/([^:<>\n]{1,100}):\d+|t:(-?\d{1,13})(?::([tTdDfFRsS]))?|(a)?:(\w{1,64}):(\d+)|(https?:\/\/[^\s<>]+))>/y;
const BARE_URL = /https?:\/\/[^\s<]*[^\s<.,:;"'\])!?*_|~]/y;
const LINK = /\[((?:\\.|[^\][\\\n]|\[[^\]\n]*\])+)\]\(\s*<?(https?:\/\/(?:[^\s<>()]|\([^\s<>()]*\))+)>?(?:\s+["']([^"'\n]*)["'])?\s*\)/y;

function inline(text, names, out, depth) {
  let plain = "";
  const flush = () => {
    if (plain) out.append(plain);
    plain = "";
  };
  let at = 0;
  while (at < text.length) {
    const char = text[at];
    if (char === "\\" && at + 1 < text.length && /[^A-Za-z0-9\s]/.test(text[at + 1])) {
      plain += text[at + 1];
      at += 2;
      continue;
    }
    const piece = depth < DEEPEST + 4 ? special(text, at, char, names, depth) : null;
    if (piece) {
      flush();
      out.append(piece.node);
      at = piece.end;
      continue;
    }
    plain += char;
    at += 1;
  }
  flush();
}

function special(text, at, char, names, depth) {
  switch (char) {
    case "`":
      return codeSpan(text, at);
    case "<":
      return tag(text, at, names);
    case "[":
      return maskedLink(text, at, names, depth);
    case "h":
      return bareUrl(text, at, names);
    case "@":
      return everyone(text, at);
    case "*":
    case "_":
    case "~":
    case "|":
      return pair(text, at, names, depth);
    default:
      return null;
  }
}

function codeSpan(text, at) {
  const run = /`+/y;
  run.lastIndex = at;
  const ticks = run.exec(text)[0];
  const close = closingTicks(text, at + ticks.length, ticks.length);
  if (close < 0) return null;
  const body = text.slice(at + ticks.length, close);
  return { node: h("code", null, body.replace(/^ (?=`)|(?<=`) $/g, "")), end: close + ticks.length };
}

function closingTicks(text, from, length) {
  const runs = /`+/g;
  runs.lastIndex = from;
  for (let run = runs.exec(text); run; run = runs.exec(text)) if (run[0].length === length) return run.index;
  return -1;
}

function pair(text, at, names, depth) {
  for (const [mark, kind] of PAIRS) {
    if (!text.startsWith(mark, at)) continue;
    if (mark === "_" && at > 0 && /\w/.test(text[at - 1])) continue;
    const start = at + mark.length;
    if (mark.length === 1 && /\s/.test(text[start] ?? " ")) continue;
    const close = closing(text, start, mark);
    if (close <= start) continue;
    const element = kind === "spoiler" ? spoiler() : h(kind, null);
    inline(text.slice(start, close), names, element.inside ?? element, depth + 1);
    return { node: element.box ?? element, end: close + mark.length };
  }
  return null;
}

function closing(text, from, mark) {
  let at = from;
  while (at < text.length) {
    if (text[at] === "\\") {
      at += 2;
    } else if (text[at] === "`") {
      const ticks = /`+/.exec(text.slice(at))[0].length;
      const close = closingTicks(text, at + ticks, ticks);
      at = close < 0 ? at + ticks : close + ticks;
    } else if (mark.length === 1 && text.startsWith(mark + mark, at)) {
      at += 2;
    } else if (text.startsWith(mark, at)) {
      const next = text[at + mark.length];
      if (mark.length === 2 && next === mark[0] && mark !== "||") at += 1;
      else if (mark === "*" && /\s/.test(text[at - 1])) at += 1;
      else if (mark === "_" && /\w/.test(next ?? "")) at += 1;
      else return at;
    } else at += 1;
  }
  return -1;
}

function spoiler() {
  const inside = h("span", { class: "spoiler-text", "aria-hidden": "true" });
  const box = h("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Hidden text, press to show" }, inside);
  const reveal = (event) => {
    if (box.classList.contains("shown") || (event.type === "keydown" && !["Enter", " "].includes(event.key))) return;
    event.preventDefault();
    event.stopPropagation();
    box.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label"]) box.removeAttribute(name);
    inside.removeAttribute("aria-hidden");
  };
  box.addEventListener("click", reveal, true);
  box.addEventListener("keydown", reveal);
  return { box, inside };
}

function tag(text, at, names) {
  TAG.lastIndex = at;
  const match = TAG.exec(text);
  if (!match) return null;
  const [, user, role, channel, command, time, style, , emojiName, emojiId, url] = match;
  let node;
  if (user) {
    const known = names.user(user);
    const classes = ["mention", known?.me && "me", known?.hue !== undefined && "hued"];
    node = h("span", { class: classes.filter(Boolean).join(" "), style: { "--hue": known?.hue ?? 0 } }, `@${known?.name ?? "unknown user"}`);
  } else if (role) {
    node = h("span", { class: "mention" }, `@${names.role(role) ?? "unknown role"}`);
  } else if (channel) {
    const name = names.channel(channel);
    node = name
      ? h("button", { class: "mention", type: "button", on: { click: () => names.openChannel(channel) } }, `#${name}`)
      : h("span", { class: "mention" }, "#unknown channel");
  } else if (command) {
    node = h("button", { class: "mention", type: "button", on: { click: () => names.openCommand(command) } }, `/${command}`);
  } else if (time !== undefined) {
    node = stamp(Number(time), style);
  } else if (emojiId) {
    node = emojiImage({ id: emojiId, name: emojiName });
  } else {
    node = link(url, names, here(url, names) ?? url);
  }
  return { node, end: TAG.lastIndex };
}

/** A custom emoji as a picture, or a Unicode emoji as text. */
export function emojiImage(emoji) {
  if (!emoji.id) return h("span", { class: "emoji-text" }, emoji.name ?? "");
  const alt = `:${emoji.name}:`;
  const image = h("img", {
    class: "emoji",
    src: mediaUrl(`/cdn/emojis/${emoji.id}.png`),
    alt,
    title: alt,
    width: 22,
    height: 22,
    draggable: "false",
  });
  image.addEventListener("error", () => image.replaceWith(h("span", { class: "emoji-text" }, alt)), { once: true });
  return image;
}

// Discord's own address of a channel or of a message in it.
const PLACE = /^https:\/\/discord\.com\/channels\/\d+\/(\d+)(\/\d+)?$/;

/** What Discord shows instead of the address of a place that its reader sees, or null where it is none such. */
function here(url, names) {
  const [, channel, message] = PLACE.exec(url) ?? [];
  const name = channel ? names.channel(channel) : null;
  return name && `#${name}${message ? " › message" : ""}`;
}

/** A link; to a place here it opens that channel instead of leaving the page. */
function link(url, names, label) {
  const follow = (event) => {
    event.preventDefault();
    names.openChannel(PLACE.exec(url)[1]);
  };
  return here(url, names)
    ? h("a", { href: url, on: { click: follow } }, label)
    : h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, label);
}

function maskedLink(text, at, names, depth) {
  LINK.lastIndex = at;
  const match = LINK.exec(text);
  if (!match) return null;
  const element = link(match[2], names);
  if (match[3]) element.title = match[3];
  inline(match[1], names, element, depth + 1);
  return { node: element, end: LINK.lastIndex };
}

function bareUrl(text, at, names) {
  if (at > 0 && /\w/.test(text[at - 1])) return null;
  BARE_URL.lastIndex = at;
  const match = BARE_URL.exec(text);
  return match ? { node: link(match[0], names, here(match[0], names) ?? match[0]), end: BARE_URL.lastIndex } : null;
}

function everyone(text, at) {
  const match = /^@(everyone|here)\b/.exec(text.slice(at, at + 10));
  return match ? { node: h("span", { class: "mention" }, match[0]), end: at + match[0].length } : null;
}
