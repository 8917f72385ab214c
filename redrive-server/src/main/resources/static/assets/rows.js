// Lists of rows with the keyboard: j and k go from one to the next, Enter opens what the row is about.
import { onKey } from "./keys.js";

export const rowOf = (element) => element?.closest("[data-rows] [data-key]");
export const rows = () => [...document.querySelectorAll("[data-rows] [data-key]")];

// A row about something that has a page begins with the link to it.
export const goTo = (row) => (row.querySelector("a[href]") || row).focus();

function step(by) {
  const all = rows();
  if (!all.length) return false;
  const at = all.indexOf(rowOf(document.activeElement));
  goTo(all[at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + by))]);
}

export function startRows() {
  const name = document.querySelector("[data-rows]")?.dataset.rows;
  if (!name) return;
  onKey("j", `next ${name}`, () => step(1));
  onKey("k", `${name} before`, () => step(-1));
  // A link that has the focus is opened by the browser.
  onKey("Enter", "open", () => false);
}
