// Building elements. Every word that comes from outside reaches the page as a text node or an attribute, never as markup.

/**
 * An element with properties and children.
 * @param {string} tag
 * @param {object|null} props  class, dataset {}, style {}, on {event: listener}; everything else is an attribute
 *   (true: present without value; false, null, undefined: absent)
 * @param {...any} children  nodes, strings, numbers, arrays of them; null, undefined and false are left out
 * @returns {HTMLElement}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "class") element.className = value;
    else if (key === "dataset") Object.assign(element.dataset, value);
    else if (key === "style") for (const [name, text] of Object.entries(value)) element.style.setProperty(name, text);
    else if (key === "on") for (const [type, listener] of Object.entries(value)) element.addEventListener(type, listener);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  add(element, children);
  return element;
}

/** Append children of any of the kinds that `h` takes. */
export function add(parent, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : String(child));
  }
  return parent;
}

/** Replace all children. */
export function fill(parent, ...children) {
  parent.replaceChildren();
  return add(parent, ...children);
}

const SVG = "http://www.w3.org/2000/svg";

const ICONS = {
  menu: "M3 6h18M3 12h18M3 18h18",
  close: "M6 6l12 12M18 6L6 18",
  down: "M6 9l6 6 6-6",
  thread: "M7 4v9a4 4 0 0 0 4 4h7M14 13l4 4-4 4",
  plus: "M12 5v14M5 12h14",
  send: "M5 12h13M12 5l7 7-7 7",
  people: "M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM3 20c0-3.500 2.500-6 6-6s6 2.500 6 6M16 4.500a3.500 3.500 0 0 1 0 6.500M17 14.500c2.500.6 4 2.700 4 5.500",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  outside: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  check: "M5 13l4 4L19 7",
  clock: "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 7v5l3 2",
  lock: "M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
};

/** A line icon; decoration only, so hidden from screen readers. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

let counter = 0;

/** A fresh id for label/for and aria references. */
export function uid(prefix) {
  counter += 1;
  return `${prefix}-${counter}`;
}

/** Say something to screen readers without showing it. */
export function announce(text) {
  const region = document.getElementById("announcer");
  region.append(h("p", null, text));
  while (region.childElementCount > 20) region.firstElementChild.remove();
}
