// A modal of the bot: a form in a dialog, checked before it is sent.

import { fill, h, icon, uid } from "./dom.js";
import { markdown } from "./markdown.js";
import { names } from "./names.js";
import { SELECTS, selectControl } from "./selects.js";

/**
 * Show a modal.
 * @param {string} interactionId  the interaction that opened it
 * @param {{custom_id: string, title: string, components: object[]}} modal
 * @param {(interactionId: string, values: object) => Promise<string|null>} submit  null if taken, else a sentence
 */
export function openModal(interactionId, modal, submit) {
  const fields = [];
  const problem = h("p", { class: "modal-problem", role: "alert", hidden: true });
  const send = h("button", { class: "button primary", type: "submit", dataset: { testid: "modal-submit" } }, "Submit");
  const cancel = h("button", { class: "button secondary", type: "button", on: { click: () => dialog.close() } }, "Cancel");
  const title = h("h2", { id: uid("modal-title") }, modal.title);
  const form = h(
    "form",
    { novalidate: true, on: { submit: onSubmit } },
    modal.components.map((component) => topLevel(component, fields)),
    problem,
    h("div", { class: "modal-foot" }, cancel, send),
  );
  const dialog = h(
    "dialog",
    { class: "modal", "aria-labelledby": title.id, dataset: { testid: "modal", customId: modal.custom_id } },
    h("div", { class: "modal-head" }, title, h("button", { class: "icon-button", type: "button", "aria-label": "Close", on: { click: () => dialog.close() } }, icon("close"))),
    form,
  );
  dialog.addEventListener("close", () => dialog.remove());

  async function onSubmit(event) {
    event.preventDefault();
    problem.hidden = true;
    let first = null;
    for (const field of fields) {
      const sentence = field.check();
      field.complain(sentence);
      if (sentence && !first) first = field;
    }
    if (first) {
      first.focus();
      return;
    }
    send.disabled = true;
    send.setAttribute("aria-busy", "true");
    const sentence = await submit(interactionId, Object.fromEntries(fields.map((field) => [field.id, field.value()])));
    send.disabled = false;
    send.removeAttribute("aria-busy");
    if (!sentence) {
      dialog.close();
      return;
    }
    problem.textContent = sentence;
    problem.hidden = false;
  }

  document.body.append(dialog);
  dialog.showModal();
  (dialog.querySelector("[data-first]") ?? send).focus();
}

function topLevel(component, fields) {
  if (component.type === 10) return h("div", { class: "modal-text markdown" }, markdown(component.content, names));
  if (component.type === 1) return component.components.map((inner) => labelled(inner.label ?? "", null, inner, fields));
  if (component.type === 18) return labelled(component.label, component.description, component.component, fields);
  return h("p", { class: "unknown" }, `This page does not know components of type ${component.type}.`);
}

function labelled(label, description, component, fields) {
  const id = uid("field");
  const make = MAKERS[component.type] ?? (SELECTS[component.type] ? selectField : unknownField);
  const required = component.type !== 23 && component.required !== false;
  const field = make(component, { id, label, required });
  field.id = component.custom_id;
  const error = h("p", { class: "field-error", id: `${id}-error`, hidden: true });
  field.complain = (sentence) => {
    fill(error, sentence ?? "");
    error.hidden = !sentence;
    if (sentence) field.control.setAttribute("aria-invalid", "true");
    else field.control.removeAttribute("aria-invalid");
  };
  field.control.setAttribute("aria-describedby", `${id}-about ${id}-error`);
  field.focus = () => (field.focusable ?? field.control).focus();
  if (!fields.length) (field.focusable ?? field.control).dataset.first = "";
  fields.push(field);
  const mark = required ? " needed" : component.type === 23 ? "" : " optional";
  return h(
    "div",
    { class: "modal-field", dataset: { customId: component.custom_id, testid: "modal-field" } },
    h(field.group ? "div" : "label", { class: `field-label${mark}`, for: field.group ? null : id, id: `${id}-label` }, label),
    description && h("p", { class: "field-about", id: `${id}-about` }, description),
    field.box ?? field.control,
    error,
  );
}

const MAKERS = { 4: textField, 19: fileField, 21: radioField, 22: checksField, 23: checkField };

function textField(component, { id, required }) {
  const long = component.style === 2;
  const min = component.min_length ?? 0;
  const max = component.max_length ?? 4000;
  const control = h(long ? "textarea" : "input", {
    class: "field",
    id,
    type: long ? null : "text",
    rows: long ? 4 : null,
    maxlength: max,
    placeholder: component.placeholder,
    "aria-required": String(required),
    autocomplete: "off",
  });
  control.value = component.value ?? "";
  const counter = h("span", { class: "counter", "aria-hidden": "true" });
  const count = () => (counter.textContent = `${[...control.value].length} / ${max}`);
  control.addEventListener("input", count);
  count();
  return {
    control,
    box: h("div", { class: "counted" }, control, max <= 4000 && (component.max_length || long) && counter),
    value: () => control.value,
    check() {
      const length = [...control.value].length;
      if (required && !control.value.trim()) return "Please write something here.";
      if (length && length < min) return `Please write at least ${min} characters; there are ${length} now.`;
      if (length > max) return `Please write at most ${max} characters; there are ${length} now.`;
      return null;
    },
  };
}

function selectField(component, { id, label, required }) {
  let values = null;
  const control = selectControl(component, { label, change: (picked) => (values = picked) });
  control.id = id;
  const defaults =
    component.type === 3
      ? (component.options ?? []).filter((option) => option.default).map((option) => option.value)
      : (component.default_values ?? []).map((value) => value.id);
  const current = () => values ?? defaults;
  const min = Math.max(component.min_values ?? 1, required ? 1 : 0);
  return {
    control,
    value: current,
    check() {
      const count = current().length;
      if (!count && !required) return null;
      if (count < min) return min === 1 ? "Please choose something here." : `Please choose at least ${min}.`;
      return null;
    },
  };
}

function choices(component, kind, id) {
  return component.options.map((option) => {
    const input = h("input", { type: kind, name: id, value: option.value, checked: option.default });
    return {
      input,
      row: h(
        "label",
        { class: "choice", dataset: { value: option.value } },
        input,
        h("span", null, h("span", null, option.label), option.description && h("small", null, option.description)),
      ),
    };
  });
}

function radioField(component, { id, required }) {
  const rows = choices(component, "radio", id);
  const control = h("div", { role: "radiogroup", "aria-labelledby": `${id}-label`, class: "choices" }, rows.map(({ row }) => row));
  const value = () => rows.find(({ input }) => input.checked)?.input.value ?? null;
  return {
    control,
    group: true,
    focusable: (rows.find(({ input }) => input.checked) ?? rows[0]).input,
    value,
    check: () => (required && value() === null ? "Please choose one of these." : null),
  };
}

function checksField(component, { id, required }) {
  const rows = choices(component, "checkbox", id);
  const control = h("div", { role: "group", "aria-labelledby": `${id}-label`, class: "choices" }, rows.map(({ row }) => row));
  const value = () => rows.filter(({ input }) => input.checked).map(({ input }) => input.value);
  const min = component.min_values ?? (required ? 1 : 0);
  const max = component.max_values ?? rows.length;
  return {
    control,
    group: true,
    focusable: rows[0].input,
    value,
    check() {
      const count = value().length;
      if (!count && !required) return null;
      if (count < min) return `Please tick at least ${min}.`;
      if (count > max) return `Please tick at most ${max}; ${count} are ticked now.`;
      return null;
    },
  };
}

function checkField(component, { id }) {
  const control = h("input", { type: "checkbox", id, checked: component.default });
  return { control, value: () => control.checked, check: () => null };
}

function fileField(component, { id, required }) {
  const sentence = "This page cannot send files.";
  const control = h("p", { class: "no-files", id, tabindex: "-1" }, required ? `${sentence} The form asks for one, so it cannot be sent from here.` : `${sentence} You can leave this out.`);
  return { control, group: true, value: () => [], check: () => (required ? `${sentence} Please close this form.` : null) };
}

function unknownField(component, { id }) {
  const control = h("p", { class: "unknown", id, tabindex: "-1" }, `This page does not know fields of type ${component.type}.`);
  return { control, group: true, value: () => null, check: () => null };
}
