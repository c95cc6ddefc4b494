// Suggestions over a text field: the list of commands, and autocomplete of options.

import { fill, h, uid } from "./dom.js";

/**
 * Offer suggestions while a person types.
 * @param {HTMLInputElement|HTMLTextAreaElement} input
 * @param {object} use
 * @param {string} use.title  what is suggested
 * @param {(text: string) => Promise<object[]|null>|object[]|null} use.load  the items for a text; null: no list at all
 * @param {(item: object) => {label: any, about?: string, dataset?: object}} use.show
 * @param {(item: object) => void} use.pick
 * @param {string} [use.empty]  said when nothing fits; no list otherwise
 * @param {number} [use.delay]  milliseconds of rest before `load`
 * @returns {{list: HTMLElement, refresh: () => void, hide: () => void}}  `list` is to be put beside the field
 */
export function suggest(input, { title, load, show, pick, empty, delay = 0 }) {
  const id = uid("suggest");
  const list = h("div", { class: "suggestions", role: "listbox", id, "aria-label": "Suggestions", hidden: true, dataset: { testid: "suggestions" } });
  let items = [];
  let active = 0;
  let turn = 0;
  let timer = 0;
  Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-controls": id, "aria-expanded": "false" }).forEach(([name, value]) => input.setAttribute(name, value));

  function draw(problem) {
    const rows = items.map((item, index) => {
      const { label, about, dataset } = show(item);
      return h(
        "div",
        {
          class: `suggestion${index === active ? " active" : ""}`,
          role: "option",
          id: `${id}-${index}`,
          "aria-selected": String(index === active),
          dataset: { testid: "suggestion", ...dataset },
          on: { pointerdown: (event) => event.preventDefault(), click: () => choose(index), pointermove: () => index !== active && mark(index) },
        },
        h("span", { class: "suggestion-label" }, label),
        about && h("small", null, about),
      );
    });
    fill(list, h("div", { class: "suggestions-title", "aria-hidden": "true" }, title), rows.length ? rows : h("div", { class: "popup-empty" }, problem ?? empty));
    list.hidden = false;
    place();
    input.setAttribute("aria-expanded", "true");
    mark(active);
  }

  function mark(index) {
    list.querySelector(".suggestion.active")?.classList.remove("active");
    active = index;
    const row = list.querySelector(`#${id}-${index}`);
    for (const other of list.querySelectorAll(".suggestion")) other.setAttribute("aria-selected", String(other === row));
    row?.classList.add("active");
    row?.scrollIntoView({ block: "nearest" });
    if (row) input.setAttribute("aria-activedescendant", row.id);
    else input.removeAttribute("aria-activedescendant");
  }

  function place() {
    const box = input.getBoundingClientRect();
    const width = Math.min(Math.max(box.width, 440), window.innerWidth - 16);
    Object.assign(list.style, {
      left: `${Math.max(8, Math.min(box.left, window.innerWidth - width - 8))}px`,
      width: `${width}px`,
      bottom: `${window.innerHeight - box.top + 6}px`,
      maxHeight: `${Math.max(120, Math.min(box.top - 16, 540))}px`,
    });
  }

  async function update() {
    turn += 1;
    const mine = turn;
    let found;
    let problem;
    try {
      found = await load(input.value);
    } catch (error) {
      found = [];
      problem = error.message;
    }
    if (mine !== turn || !input.isConnected) return;
    if (!found || (!found.length && !empty && !problem)) {
      hide();
      return;
    }
    items = found;
    active = 0;
    draw(problem);
  }

  function refresh() {
    clearTimeout(timer);
    if (delay) timer = setTimeout(update, delay);
    else update();
  }

  function hide() {
    turn += 1;
    clearTimeout(timer);
    items = [];
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }

  function choose(index) {
    const item = items[index];
    hide();
    if (item) pick(item);
  }

  input.addEventListener("input", refresh);
  input.addEventListener("blur", hide);
  input.addEventListener("keydown", (event) => {
    if (list.hidden || event.isComposing) return;
    const last = items.length - 1;
    if (event.key === "ArrowDown") mark(active >= last ? 0 : active + 1);
    else if (event.key === "ArrowUp") mark(active <= 0 ? last : active - 1);
    else if ((event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) && items.length) choose(active);
    else if (event.key === "Escape") hide();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  return { list, refresh, hide };
}
