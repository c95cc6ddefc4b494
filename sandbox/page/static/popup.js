// A list to choose from that opens beside its control, or from the bottom on a phone. Used by every select.

import { fill, h, icon, uid } from "./dom.js";
import { emojiImage } from "./markdown.js";

let open = null;

/** Close the open list, if any, as if the person had clicked elsewhere. */
export function closePopup() {
  open?.close();
}

/**
 * Open a list of options; a second press on its control closes it.
 * @param {HTMLElement} anchor  what it belongs to; gets the focus back
 * @param {object} list
 * @param {{value: string, label: string, description?: string, emoji?: object}[]} list.options
 * @param {string[]} list.chosen  values chosen at the start
 * @param {number} list.min  fewest and
 * @param {number} list.max  most values that may be chosen
 * @param {string} list.title  what is chosen here
 * @param {boolean} [list.search]  offer a field to narrow the list
 * @param {(values: string[]) => void} list.done  called with the choice when it changed and is allowed
 */
export function openPopup(anchor, { options, chosen, min, max, title, search = false, done }) {
  const pressedAgain = open?.anchor === anchor;
  closePopup();
  if (pressedAgain) return;
  const multiple = max > 1;
  const picked = new Set(chosen);
  const id = uid("list");
  let shown = options;
  let active = Math.max(0, options.findIndex((option) => picked.has(option.value)));

  const listbox = h("div", {
    class: "popup-list",
    role: "listbox",
    id,
    tabindex: search ? "-1" : "0",
    "aria-label": title,
    "aria-multiselectable": multiple ? "true" : null,
  });
  const field = search
    ? h("input", { class: "field", type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": id, "aria-label": `Search: ${title}`, placeholder: "Search", autocomplete: "off" })
    : null;
  const holder = field ?? listbox;
  const doneButton = h("button", { class: "button primary", type: "button", dataset: { testid: "select-done" } }, "Done");
  const hint = h("span", { class: "popup-hint" });
  const popup = h(
    "div",
    { class: "popup", dataset: { testid: "select-popup" } },
    h("div", { class: "popup-title" }, title),
    field,
    listbox,
    multiple && h("div", { class: "popup-foot" }, hint, doneButton),
  );
  const backdrop = h("div", { class: "popup-backdrop" });

  const allowed = () => picked.size >= min && picked.size <= max;
  const changed = () => picked.size !== chosen.length || chosen.some((value) => !picked.has(value));

  function draw() {
    const rows = shown.map((option, index) => row(option, index));
    fill(listbox, rows.length ? rows : h("div", { class: "popup-empty" }, options.length ? "Nothing fits." : "There is nothing to choose here."));
    if (shown[active]) holder.setAttribute("aria-activedescendant", `${id}-${active}`);
    else holder.removeAttribute("aria-activedescendant");
    listbox.querySelector(".active")?.scrollIntoView({ block: "nearest" });
    doneButton.disabled = !allowed();
    hint.textContent = min === max ? `${picked.size} of ${max} chosen` : `${picked.size} chosen, ${min} to ${max} allowed`;
  }

  function row(option, index) {
    const selected = picked.has(option.value);
    return h(
      "div",
      {
        class: `popup-option${index === active ? " active" : ""}`,
        role: "option",
        id: `${id}-${index}`,
        "aria-selected": String(selected),
        dataset: { testid: "select-option", value: option.value },
        on: { click: () => toggle(index), pointermove: () => hover(index) },
      },
      option.emoji && emojiImage(option.emoji),
      h("span", { class: "popup-words" }, h("span", null, option.label), option.description && h("small", null, option.description)),
      h("span", { class: multiple ? "tick box" : "tick" }, selected && icon("check")),
    );
  }

  function hover(index) {
    if (index === active) return;
    listbox.children[active]?.classList.remove("active");
    active = index;
    listbox.children[active]?.classList.add("active");
    holder.setAttribute("aria-activedescendant", `${id}-${active}`);
  }

  function toggle(index) {
    const option = shown[index];
    if (!option) return;
    active = index;
    if (!multiple) {
      const again = picked.has(option.value) && min === 0;
      picked.clear();
      if (!again) picked.add(option.value);
      close(true, true);
      return;
    }
    if (picked.has(option.value)) picked.delete(option.value);
    else if (picked.size < max) picked.add(option.value);
    draw();
  }

  function move(step) {
    if (!shown.length) return;
    active = Math.min(shown.length - 1, Math.max(0, active + step));
    draw();
  }

  let typed = "";
  let typedAt = 0;
  function typeAhead(key) {
    if (Date.now() - typedAt > 900) typed = "";
    typedAt = Date.now();
    typed += key.toLowerCase();
    const found = shown.findIndex((option) => option.label.toLowerCase().startsWith(typed));
    if (found >= 0) {
      active = found;
      draw();
    }
  }

  const keys = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    PageDown: () => move(8),
    PageUp: () => move(-8),
    Home: () => move(-shown.length),
    End: () => move(shown.length),
    Enter: () => toggle(active),
    Escape: () => close(false),
    Tab: () => close(multiple),
  };

  popup.addEventListener("keydown", (event) => {
    if (event.target === doneButton && event.key === "Enter") return;
    if (event.target === doneButton && event.key === "Tab") return;
    if (multiple && event.key === "Tab" && !doneButton.disabled && !event.shiftKey) {
      event.preventDefault();
      doneButton.focus();
    } else if (keys[event.key] && !(field && ["Home", "End"].includes(event.key))) {
      event.preventDefault();
      event.stopPropagation();
      keys[event.key]();
    } else if (event.key === " " && !field) {
      event.preventDefault();
      toggle(active);
    } else if (!field && event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      typeAhead(event.key);
    }
  });
  doneButton.addEventListener("click", () => close(true));
  field?.addEventListener("input", () => {
    const words = field.value.trim().toLowerCase();
    shown = options.filter((option) => `${option.label} ${option.description ?? ""}`.toLowerCase().includes(words));
    active = 0;
    draw();
  });

  function outside(event) {
    if (popup.contains(event.target) || anchor.contains(event.target)) return; // a press on its control closes it below
    event.preventDefault(); // the focus goes back to the control; the press still does what it is on
    close(true);
  }

  // `again`: a single choice is sent even if it is what was chosen before, since the first time may have been refused.
  function close(keep = true, again = false) {
    if (open?.popup !== popup) return;
    open = null;
    popup.remove();
    backdrop.remove();
    document.removeEventListener("pointerdown", outside, true);
    window.removeEventListener("resize", place);
    anchor.setAttribute("aria-expanded", "false");
    if (anchor.isConnected) anchor.focus({ preventScroll: true });
    if (keep && allowed() && (again || changed())) done(options.filter((option) => picked.has(option.value)).map((option) => option.value));
  }

  function place() {
    const phone = window.innerWidth < 620;
    popup.classList.toggle("sheet", phone);
    backdrop.hidden = !phone;
    Object.assign(popup.style, { left: "", top: "", bottom: "", width: "", maxHeight: "" });
    if (phone || !anchor.isConnected) return;
    const box = anchor.getBoundingClientRect();
    const below = window.innerHeight - box.bottom - 12;
    const above = box.top - 12;
    const width = Math.max(box.width, 260);
    popup.style.width = `${width}px`;
    popup.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - width - 8))}px`;
    if (below >= 280 || below >= above) {
      popup.style.top = `${box.bottom + 4}px`;
      popup.style.maxHeight = `${Math.max(below, 160)}px`;
    } else {
      popup.style.bottom = `${window.innerHeight - box.top + 4}px`;
      popup.style.maxHeight = `${Math.max(above, 160)}px`;
    }
  }

  open = { anchor, popup, close };
  const layer = anchor.closest("dialog") ?? document.body;
  layer.append(backdrop, popup);
  anchor.setAttribute("aria-expanded", "true");
  draw();
  place();
  holder.focus({ preventScroll: true });
  document.addEventListener("pointerdown", outside, true);
  window.addEventListener("resize", place);
}
