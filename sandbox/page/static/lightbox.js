// Pictures enlarged over the page, with their descriptions.

import { h, icon } from "./dom.js";

/**
 * Show one of several pictures large.
 * @param {{media: {address: string, width?: number, height?: number}, alt?: string}[]} pictures
 * @param {number} start
 */
export function openPictures(pictures, start) {
  let at = start;
  const image = h("img", { alt: "", on: { click: zoom } });
  const stage = h("div", { class: "lightbox-stage", on: { click: (event) => event.target === stage && dialog.close() } }, image);
  const caption = h("p", { class: "lightbox-caption" });
  const original = h("a", { class: "button secondary", target: "_blank", rel: "noopener noreferrer" }, "Open in a new tab");
  const step = (by) => {
    at = (at + by + pictures.length) % pictures.length;
    show();
  };
  const arrows = pictures.length > 1 && [
    h("button", { class: "icon-button", type: "button", "aria-label": "Previous picture", on: { click: () => step(-1) } }, icon("left")),
    h("button", { class: "icon-button", type: "button", "aria-label": "Next picture", on: { click: () => step(1) } }, icon("right")),
  ];
  const dialog = h(
    "dialog",
    { class: "lightbox", "aria-label": "Picture", dataset: { testid: "lightbox" } },
    h("div", { class: "lightbox-bar" }, arrows, original, h("button", { class: "icon-button", type: "button", "aria-label": "Close", on: { click: () => dialog.close() } }, icon("close"))),
    stage,
    caption,
  );

  function show() {
    const { media, alt } = pictures[at];
    stage.classList.remove("zoomed");
    image.src = media.address;
    image.alt = alt || "Picture without description";
    for (const side of ["width", "height"]) {
      if (media[side]) image[side] = media[side];
      else image.removeAttribute(side);
    }
    original.href = media.address;
    caption.textContent = alt || "";
  }

  function zoom() {
    stage.classList.toggle("zoomed");
  }

  dialog.addEventListener("keydown", (event) => {
    if (pictures.length > 1 && event.key === "ArrowLeft") step(-1);
    if (pictures.length > 1 && event.key === "ArrowRight") step(1);
  });
  dialog.addEventListener("close", () => dialog.remove());
  show();
  document.body.append(dialog);
  dialog.showModal();
}
