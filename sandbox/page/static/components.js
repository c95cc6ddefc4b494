// The components of a message: classic rows and Components V2.

import { mediaUrl } from "./api.js";
import { h, icon } from "./dom.js";
import { pendingKey, useComponent } from "./interactions.js";
import { openPictures } from "./lightbox.js";
import { emojiImage, markdown } from "./markdown.js";
import { names } from "./names.js";
import { SELECTS, selectControl } from "./selects.js";
import { store } from "./store.js";

const BUTTON_STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "secondary" };

/** The elements of a list of components of a message. */
export function renderComponents(components, message) {
  return components.map((component) => render(component, message));
}

function render(component, message) {
  if (SELECTS[component.type]) return select(component, message);
  const make = KINDS[component.type];
  if (make) return make(component, message);
  return h("p", { class: "unknown" }, `This page does not know components of type ${component.type}.`);
}

const KINDS = {
  1: (component, message) => h("div", { class: "row" }, renderComponents(component.components, message)),
  2: button,
  9: section,
  10: (component) => h("div", { class: "markdown" }, markdown(component.content, names)),
  11: (component, message) => thumbnail(component, message),
  12: gallery,
  13: (component, message) => fileCard(component.file, component.name, component.size, message, component.spoiler),
  14: separator,
  17: container,
};

function button(component, message) {
  const content = [component.emoji && emojiImage(component.emoji), component.label && h("span", null, component.label)];
  const style = BUTTON_STYLES[component.style] ?? "secondary";
  if (component.style === 5) {
    const address = mediaUrl(component.url);
    return h(
      "a",
      { class: "button link", href: component.disabled || !address ? null : address, target: "_blank", rel: "noopener noreferrer", "aria-disabled": component.disabled ? "true" : null },
      content,
      icon("outside"),
    );
  }
  const waiting = store.pending.has(pendingKey(message, component.custom_id));
  return h(
    "button",
    {
      class: `button ${style}`,
      type: "button",
      disabled: component.disabled || component.style === 6,
      "aria-busy": waiting ? "true" : null,
      "aria-label": component.label ? null : component.emoji?.name,
      dataset: component.custom_id ? { customId: component.custom_id } : {},
      on: { click: () => useComponent(message, component.custom_id) },
    },
    content,
  );
}

function select(component, message) {
  const key = pendingKey(message, component.custom_id);
  return selectControl(component, {
    chosen: store.pending.get(key),
    pending: store.pending.has(key),
    change: (values) => useComponent(message, component.custom_id, values),
  });
}

function section(component, message) {
  return h(
    "div",
    { class: "section" },
    h("div", { class: "section-text" }, renderComponents(component.components, message)),
    component.accessory && h("div", { class: "section-accessory" }, render(component.accessory, message)),
  );
}

function container(component, message) {
  const colour = component.accent_color;
  const box = h(
    "div",
    { class: `container${colour === null || colour === undefined ? "" : " accented"}` },
    renderComponents(component.components, message),
  );
  if (colour !== null && colour !== undefined) box.style.setProperty("--accent", `#${colour.toString(16).padStart(6, "0")}`);
  return component.spoiler ? veil(box) : box;
}

function separator(component) {
  const wide = component.spacing === 2 ? " wide" : "";
  return component.divider === false ? h("div", { class: `gap${wide}` }) : h("hr", { class: `separator${wide}` });
}

// ---- pictures and files ----

/** What a reference to media points to: the attachment itself when the bot wrote `attachment://name`. */
export function resolveMedia(media, message) {
  const name = /^attachment:\/\/(.+)$/.exec(media?.url ?? "")?.[1];
  const attachment = (message.attachments ?? []).find((other) => (name ? other.filename === name : other.id === media?.attachment_id || other.url === media?.url));
  const merged = { ...attachment, ...Object.fromEntries(Object.entries(media ?? {}).filter(([, value]) => value !== null)) };
  return { ...merged, address: mediaUrl(name ? attachment?.url ?? "" : merged.url ?? "") };
}

/** A picture that keeps its place while it loads and opens large on a press. */
export function picture(media, alt, { all, index, className = "" }) {
  const image = h("img", {
    class: "picture-image",
    src: media.address,
    alt: alt || "Picture without description",
    width: media.width || null,
    height: media.height || null,
    style: media.width && media.height ? { "--width": `${media.width}px`, "--ratio": media.width / media.height } : null,
    decoding: "async",
    draggable: "false",
  });
  const enlarge = h("button", { class: "enlarge", type: "button", "aria-label": "Enlarge the picture", dataset: { testid: "enlarge" }, on: { click: () => openPictures(all, index) } });
  return h("div", { class: `picture ${media.width ? "" : "unsized"} ${className}`, dataset: { testid: "picture" } }, image, enlarge);
}

function thumbnail(component, message) {
  const media = resolveMedia(component.media, message);
  const all = [{ media, alt: component.description }];
  const element = picture(media, component.description, { all, index: 0, className: "thumbnail" });
  return component.spoiler ? veil(element) : element;
}

function gallery(component, message) {
  const all = component.items.map((item) => ({ media: resolveMedia(item.media, message), alt: item.description }));
  return h(
    "div",
    { class: `gallery count-${Math.min(all.length, 4)}` },
    component.items.map((item, index) => {
      const { media, alt } = all[index];
      if (media.content_type?.startsWith("video/")) return h("video", { src: media.address, controls: true, "aria-label": alt || "Video" });
      const element = picture(media, alt, { all, index });
      return item.spoiler ? veil(element) : element;
    }),
  );
}

function fileCard(file, name, size, message, hidden) {
  const media = resolveMedia(file, message);
  const title = name ?? media.filename ?? "file";
  const card = h(
    "a",
    { class: "file", href: media.address || null, download: title },
    icon("file"),
    h("span", null, h("span", { class: "file-name" }, title), h("small", null, sizeText(size ?? media.size))),
  );
  return hidden ? veil(card) : card;
}

/** Attachments that no component shows (every attachment of a classic message). */
export function renderAttachments(message) {
  const pictures = [];
  const files = [];
  for (const attachment of message.attachments ?? []) {
    const media = resolveMedia(attachment, message);
    const isPicture = media.content_type?.startsWith("image/") || /\.(png|jpe?g|gif|webp)$/i.test(media.filename ?? "");
    if (isPicture) pictures.push({ media, alt: attachment.description });
    else files.push(fileCard(attachment, attachment.filename, attachment.size, message, false));
  }
  const grid = pictures.length
    ? h("div", { class: `gallery count-${Math.min(pictures.length, 4)}` }, pictures.map(({ media, alt }, index) => picture(media, alt, { all: pictures, index })))
    : null;
  return [grid, ...files];
}

function sizeText(bytes) {
  if (bytes === undefined || bytes === null) return "";
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** Something hidden until it is asked for. */
function veil(element) {
  const box = h("div", { class: "veil" }, element);
  element.inert = true;
  const cover = h(
    "button",
    {
      class: "veil-cover",
      type: "button",
      on: {
        click() {
          element.inert = false;
          cover.remove();
        },
      },
    },
    "Spoiler: show",
  );
  box.append(cover);
  return box;
}
