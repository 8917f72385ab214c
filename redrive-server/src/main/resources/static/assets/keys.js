// Keys of pages. An element with data-keys is pressed by them; "g i" is two keys, one after the other.
import { commands } from "./commands.js";
import { toggleExact } from "./times.js";

const PATIENCE = 1200;
const FIXED = [["Ctrl K", "search, go to a page, do something"], ["/", "search"], ["t", "exact or relative times"],
  ["?", "this help"], ["Esc", "close, or leave a field"]];
const SHORT = { Escape: "Esc" };
const pageKeys = new Map();
let first = "";
let timer = 0;

// A page says what a key does on it, and how that reads in the help.
export function onKey(key, words, action) {
  pageKeys.set(key, { words, action });
}

const isTyping = (element) => element.isContentEditable
  || ["TEXTAREA", "SELECT"].includes(element.tagName)
  || (element.tagName === "INPUT" && !["checkbox", "radio", "button", "submit"].includes(element.type));

function search() {
  const field = document.querySelector("main [type=search], main [data-search]");
  if (!field) return commands.menu();
  field.focus();
  field.select?.();
}

const own = {
  "/": search,
  "?": () => commands.help(),
  t: toggleExact,
};

function press(keys, event) {
  const action = pageKeys.get(keys)?.action || own[keys];
  if (action) {
    // The page may say that the key means nothing here, such as Enter on a link.
    if (action(event) !== false) event.preventDefault();
    return true;
  }
  const element = [...document.querySelectorAll("[data-keys]")].find((some) => some.dataset.keys === keys);
  if (!element || element.disabled) return false;
  event.preventDefault();
  element.click();
  return true;
}

function onPress(event) {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
    event.preventDefault();
    return commands.menu();
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const typing = isTyping(event.target);
  if (typing && event.key === "Escape" && !event.target.closest("dialog")) return event.target.blur();
  if (typing || document.querySelector("dialog[open], dialog:popover-open")) return;
  const keys = first ? `${first} ${event.key}` : event.key;
  clearTimeout(timer);
  if (!first && event.key === "g") {
    first = "g";
    timer = setTimeout(() => { first = ""; }, PATIENCE);
    return;
  }
  first = "";
  press(keys, event);
}

function help() {
  const list = document.getElementById("help-keys");
  const fixed = new Map(FIXED);
  // A key that a page gives a meaning is listed once, with both.
  for (const [key, { words }] of pageKeys) {
    const name = SHORT[key] || key;
    fixed.set(name, fixed.has(name) ? `${words}; ${fixed.get(name)}` : words);
  }
  const rows = [...fixed].concat(
    // The first one is pressed, so only that one is named.
    [...document.querySelectorAll("[data-keys]")].filter((element, at, all) =>
      all.findIndex((some) => some.dataset.keys === element.dataset.keys) === at).map((element) =>
      [element.dataset.keys, (element.title || element.querySelector("span")?.textContent || element.textContent).trim()]));
  list.replaceChildren(...rows.flatMap(([keys, words]) => {
    const term = document.createElement("dt");
    const text = document.createElement("dd");
    for (const key of keys.split(" ")) {
      const cap = document.createElement("kbd");
      cap.textContent = key;
      term.append(cap, " ");
    }
    text.textContent = words;
    return [term, text];
  }));
  document.getElementById("help").showModal();
}

export function startKeys() {
  commands.help = help;
  document.addEventListener("keydown", onPress);
}
