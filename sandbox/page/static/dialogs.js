// Small dialogs and menus of the page itself.

import { h, icon, uid } from "./dom.js";

/**
 * A dialog with a title and any content.
 * @returns {HTMLDialogElement}
 */
export function showDialog(title, ...content) {
  const heading = h("h2", { id: uid("dialog") }, title);
  const dialog = h(
    "dialog",
    { class: "modal", "aria-labelledby": heading.id },
    h("div", { class: "modal-head" }, heading, h("button", { class: "icon-button", type: "button", "aria-label": "Close", on: { click: () => dialog.close() } }, icon("close"))),
    h("div", { class: "dialog-body" }, content),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Ask for a name and do something with it; a refusal is shown and the dialog stays.
 * @param {{title: string, label: string, button: string, act: (name: string) => Promise<void>}} use
 */
export function askName({ title, label, button, act }) {
  const field = nameForm({ label, button, async act(name) {
    await act(name);
    dialog.close();
  } });
  const dialog = showDialog(title, field);
  field.querySelector("input").focus();
}

/** A form with one name in it. `act` may throw an error whose message is then shown. */
export function nameForm({ label, button, act }) {
  const id = uid("name");
  const input = h("input", { class: "field", id, type: "text", maxlength: 32, autocomplete: "off" });
  const error = h("p", { class: "field-error", role: "alert", hidden: true });
  async function submit(event) {
    event.preventDefault();
    const name = input.value.trim();
    error.hidden = true;
    try {
      if (!name) throw new Error("Please write a name.");
      await act(name);
      input.value = "";
    } catch (problem) {
      error.textContent = problem.message;
      error.hidden = false;
      input.focus();
    }
  }
  return h(
    "form",
    { class: "name-form", novalidate: true, on: { submit } },
    h("label", { class: "field-label", for: id }, label),
    h("div", { class: "name-line" }, input, h("button", { class: "button primary", type: "submit" }, button)),
    error,
  );
}

/**
 * A button that opens a menu.
 * @param {HTMLElement} button
 * @param {() => HTMLElement[]} entries  links and buttons, made each time it opens
 */
export function menu(button, entries) {
  let panel = null;
  button.setAttribute("aria-haspopup", "menu");
  button.setAttribute("aria-expanded", "false");

  function close(refocus) {
    panel?.remove();
    panel = null;
    button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, true);
    if (refocus) button.focus();
  }

  function outside(event) {
    if (panel && !panel.contains(event.target) && !button.contains(event.target)) close(false);
  }

  function keydown(event) {
    const items = [...panel.querySelectorAll("[role=menuitem]")];
    const at = items.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) items.at((at + step + items.length) % items.length).focus();
    else if (event.key === "Home") items[0].focus();
    else if (event.key === "End") items.at(-1).focus();
    else if (event.key === "Escape") close(true);
    else if (event.key === "Tab") return close(false);
    else return undefined;
    event.preventDefault();
    return undefined;
  }

  button.addEventListener("click", () => {
    if (panel) {
      close(true);
      return;
    }
    const items = entries();
    for (const item of items) if (item.matches("a, button")) item.setAttribute("role", "menuitem");
    panel = h("div", { class: "menu", role: "menu", dataset: { testid: "menu" }, on: { keydown, click: (event) => event.target.closest("[role=menuitem]") && close(false) } }, items);
    document.body.append(panel);
    const box = button.getBoundingClientRect();
    const up = box.top > window.innerHeight / 2;
    panel.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - panel.offsetWidth - 8))}px`;
    if (up) panel.style.bottom = `${window.innerHeight - box.top + 6}px`;
    else panel.style.top = `${box.bottom + 6}px`;
    button.setAttribute("aria-expanded", "true");
    panel.querySelector("[role=menuitem]")?.focus();
    document.addEventListener("pointerdown", outside, true);
  });
}
