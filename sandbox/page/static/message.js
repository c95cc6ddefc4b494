// One message: who, when, what, and what became of its buttons.

import { mediaUrl } from "./api.js";
import { h } from "./dom.js";
import { picture, renderAttachments, renderComponents, resolveMedia } from "./components.js";
import { dismiss } from "./interactions.js";
import { markdown, plainText } from "./markdown.js";
import { avatar, names, personName } from "./names.js";
import { drop, FLAG, mentionsMe, nameOf, STARTER, store } from "./store.js";
import { clock } from "./times.js";

const GROUP_MINUTES = 7;

/** True if `message` goes on where `before` left off, without a heading of its own. */
export function continues(before, message) {
  return Boolean(
    before &&
      before.author.id === message.author.id &&
      !message.interaction &&
      !message.message_reference &&
      before.type !== 18 &&
      message.type !== 18 &&
      (before.flags & FLAG.EPHEMERAL) === (message.flags & FLAG.EPHEMERAL) &&
      new Date(message.timestamp) - new Date(before.timestamp) < GROUP_MINUTES * 60_000,
  );
}

/** What a message says, as one line: for notifications and screen readers. */
export function summary(message) {
  const texts = [message.content ?? ""];
  const visit = (component) => {
    if (component.type === 10) texts.push(component.content);
    for (const inner of component.components ?? []) visit(inner);
    for (const item of component.items ?? []) if (item.description) texts.push(item.description);
  };
  for (const component of message.components ?? []) visit(component);
  for (const embed of message.embeds ?? []) texts.push(embed.title ?? "", embed.description ?? "");
  for (const attachment of message.attachments ?? []) if (attachment.description) texts.push(attachment.description);
  return texts.filter(Boolean).map((text) => plainText(text, names)).join(" ");
}

/** The element of a message. `joined`: it follows one by the same author. */
export function renderMessage(message, joined) {
  const ephemeral = Boolean(message.flags & FLAG.EPHEMERAL);
  const classes = ["message", joined && "joined", ephemeral && "ephemeral", mentionsMe(message) && "mentioned"];
  const source = message.type === STARTER && message.referenced_message ? message.referenced_message : message;
  const edited = source.edited_timestamp && h("span", { class: "edited", title: new Date(source.edited_timestamp).toLocaleString() }, "(edited)");
  const atHead = edited && !source.content; // components have no last line for it to stand in
  return h(
    "li",
    { class: classes.filter(Boolean).join(" "), dataset: { messageId: message.id, testid: "message", authorId: message.author.id } },
    commandLine(message) ?? replyLine(message),
    h(
      "div",
      { class: "message-row" },
      joined ? h("div", { class: "gutter" }, clock(message.timestamp), atHead && edited) : h("div", { class: "gutter" }, avatar(message.author)),
      h(
        "div",
        { class: "message-main" },
        h(
          "div",
          { class: joined ? "message-head visually-hidden" : "message-head" },
          personName(message.author, "author"),
          message.author.bot && h("span", { class: "bot-tag" }, "bot"),
          " ",
          clock(message.timestamp),
          !joined && atHead && [" ", edited],
        ),
        h("div", { class: "message-body" }, body(message, source, !atHead && edited)),
        failure(message),
        threadLink(message),
        ephemeral && ephemeralFoot(message),
      ),
    ),
  );
}

function commandLine(message) {
  const meta = message.interaction_metadata;
  const name = message.interaction?.name ?? meta?.name;
  if (!name) return null;
  const user = message.interaction?.user ?? meta?.user;
  return h("div", { class: "context-line" }, avatar(user, "tiny"), personName(user), " used ", h("span", { class: "mention" }, `/${name}`));
}

function replyLine(message) {
  const reference = message.referenced_message;
  if (!reference || message.type === STARTER) return null;
  const text = summary(reference);
  return h("div", { class: "context-line" }, avatar(reference.author, "tiny"), personName(reference.author), ` ${text.slice(0, 120)}${text.length > 120 ? "…" : ""}`);
}

function body(message, source, edited) {
  if (message.flags & FLAG.LOADING) {
    return h("p", { class: "thinking", dataset: { testid: "thinking" } }, h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")), `${nameOf(message.author)} is thinking…`);
  }
  if (message.type === 18) return h("p", { class: "system" }, "started a thread: ", h("button", { class: "mention", type: "button", on: { click: () => names.openChannel(message.message_reference?.channel_id ?? message.id) } }, message.content));
  const v2 = Boolean(source.flags & FLAG.COMPONENTS_V2);
  const content = source.content && h("div", { class: "markdown", dataset: { testid: "content" } }, markdown(source.content, names));
  const lastLine = content && content.lastElementChild?.matches(".paragraph") ? content.lastElementChild : null;
  if (edited) lastLine?.append(edited);
  return [
    content,
    !v2 && renderAttachments(source),
    !(source.flags & FLAG.SUPPRESS_EMBEDS) && (source.embeds ?? []).map((embed) => renderEmbed(embed, source)),
    source.components?.length ? h("div", { class: "components" }, renderComponents(source.components, source)) : null,
    !lastLine && edited,
  ];
}

function failure(message) {
  const sentence = store.failures.get(message.id);
  return sentence && h("p", { class: "failure", role: "alert", dataset: { testid: "failure" } }, sentence);
}

function threadLink(message) {
  const thread = message.thread ?? (message.id !== message.channel_id ? store.channels.get(message.id) : null);
  if (!thread) return null;
  return h("button", { class: "thread-link", type: "button", on: { click: () => names.openChannel(thread.id) } }, h("strong", null, thread.name), h("span", null, thread.thread_metadata?.archived ? "archived thread" : "open the thread"));
}

function ephemeralFoot(message) {
  return h(
    "p",
    { class: "ephemeral-foot" },
    "Only you can see this. ",
    h(
      "button",
      { class: "text-button", type: "button", dataset: { testid: "dismiss" }, on: { click: async () => (await dismiss(message)) && drop(message.id, message.channel_id) } },
      "Dismiss",
    ),
  );
}

function renderEmbed(embed, message) {
  const text = (content, className) => content && h("div", { class: `markdown ${className}` }, markdown(content, names));
  const shown = (media) => media && resolveMedia(media, message);
  const [image, thumb] = [shown(embed.image), shown(embed.thumbnail)];
  const title = embed.title && (embed.url ? h("a", { href: mediaUrl(embed.url), target: "_blank", rel: "noopener noreferrer" }, embed.title) : embed.title);
  const box = h(
    "div",
    { class: "embed" },
    thumb && picture(thumb, "", { all: [{ media: thumb }], index: 0, className: "thumbnail" }),
    embed.author && h("div", { class: "embed-author" }, embed.author.name),
    title && h("div", { class: "embed-title" }, title),
    text(embed.description, "embed-description"),
    embed.fields?.length ? h("dl", null, embed.fields.map((field) => h("div", { class: field.inline ? "inline" : "" }, h("dt", null, markdown(field.name, names)), h("dd", { class: "markdown" }, markdown(field.value, names))))) : null,
    image && picture(image, "", { all: [{ media: image }], index: 0 }),
    (embed.footer || embed.timestamp) && h("div", { class: "embed-foot" }, embed.footer?.text, embed.timestamp && [embed.footer ? " · " : "", new Date(embed.timestamp).toLocaleString()]),
  );
  if (embed.color !== undefined && embed.color !== null) box.style.setProperty("--accent", `#${embed.color.toString(16).padStart(6, "0")}`);
  return box;
}
