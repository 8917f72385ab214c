// The inbox with the keyboard: deciding about the cause that has the focus.
import { onKey } from "./keys.js";
import { goTo, rowOf, rows } from "./rows.js";

const DECISIONS = { a: "acknowledge", i: "ignore", o: "reopen" };
let place = -1;

function decide(name) {
  const row = rowOf(document.activeElement);
  const button = row?.querySelector(`[data-decision=${name}]`);
  if (!button) return false;
  button.form.requestSubmit(button);
}

export function startInbox() {
  if (!document.querySelector(".inbox")) return;
  for (const [key, name] of Object.entries(DECISIONS)) onKey(key, `${name} the cause`, () => decide(name));
  document.addEventListener("submit", (event) => {
    if (rowOf(event.target)) place = rows().indexOf(rowOf(event.target));
  }, true);
  // The row that was decided about is gone: go on with the one that took its place.
  document.addEventListener("redrive:patched", () => {
    const left = rows();
    if (place >= 0 && left.length && !rowOf(document.activeElement)) goTo(left[Math.min(place, left.length - 1)]);
    place = -1;
  });
}
