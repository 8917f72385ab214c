// The inbox with the keyboard: moving along the causes, and deciding about the one that has the focus.
import { onKey } from "./keys.js";

const DECISIONS = { a: "acknowledge", i: "ignore", o: "reopen" };
let place = -1;

const causes = () => [...document.querySelectorAll("#causes a.cause")];
const rowOf = (element) => element?.closest("#causes [data-key]");
const focused = () => causes().findIndex((link) => rowOf(link) === rowOf(document.activeElement));

function move(step) {
  const links = causes();
  if (!links.length) return false;
  const now = focused();
  const next = now < 0 ? (step > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, now + step));
  links[next].focus();
}

function decide(name) {
  const row = rowOf(document.activeElement);
  const button = row?.querySelector(`[data-decision=${name}]`);
  if (!button) return false;
  button.form.requestSubmit(button);
}

export function startInbox() {
  if (!document.querySelector(".inbox")) return;
  onKey("j", "next cause", () => move(1));
  onKey("k", "cause before", () => move(-1));
  for (const [key, name] of Object.entries(DECISIONS)) onKey(key, `${name} the cause`, () => decide(name));
  document.addEventListener("submit", (event) => {
    if (rowOf(event.target)) place = focused();
  }, true);
  // The row that was decided about is gone: go on with the one that took its place.
  document.addEventListener("redrive:patched", () => {
    const links = causes();
    if (place >= 0 && links.length && !rowOf(document.activeElement)) links[Math.min(place, links.length - 1)].focus();
    place = -1;
  });
}
