// The command menu: go, search, act. A combobox with a list, as ARIA describes it. It opens at once, and what has to be read for it
// comes when it is there.
import { commands } from "./commands.js";
import { entriesFor, readKnown } from "./menuentries.js";

const SHOWN = 50;
let chosen = 0;
let found = [];

const byId = (id) => document.getElementById(id);

function draw() {
  const all = entriesFor(byId("menu-text").value.trim());
  // The last one searches letters for what was typed.
  found = all.length > SHOWN ? [...all.slice(0, SHOWN - 1), all.at(-1)] : all;
  chosen = 0;
  byId("menu-list").replaceChildren(...found.map((entry, index) => {
    const option = document.createElement("li");
    option.id = `menu-${index}`;
    option.setAttribute("role", "option");
    if (entry.isRefused) option.setAttribute("aria-disabled", "true");
    const words = document.createElement("span");
    words.textContent = entry.words;
    option.append(words);
    if (entry.hint) {
      const hint = document.createElement(entry.isRefused ? "span" : "kbd");
      hint.textContent = entry.hint;
      option.append(hint);
    }
    option.addEventListener("click", () => run(index));
    return option;
  }));
  mark();
}

function mark() {
  [...byId("menu-list").children].forEach((option, index) => {
    option.setAttribute("aria-selected", String(index === chosen));
    if (index === chosen) option.scrollIntoView({ block: "nearest" });
  });
  const field = byId("menu-text");
  if (found.length) field.setAttribute("aria-activedescendant", `menu-${chosen}`);
  else field.removeAttribute("aria-activedescendant");
}

function run(index) {
  const entry = found[index];
  if (!entry?.run) return;
  byId("menu").close();
  entry.run();
}

function onPress(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && found.length) {
    chosen = (chosen + step + found.length) % found.length;
    mark();
  } else if (event.key === "Enter") run(chosen);
  else return;
  event.preventDefault();
}

function open() {
  const menu = byId("menu");
  if (menu.open) return menu.close();
  if (document.querySelector("dialog[open]")) return;
  byId("rail").hidePopover?.();
  byId("menu-text").value = "";
  draw();
  menu.showModal();
  byId("menu-text").focus();
  delete menu.dataset.read;
  readKnown().then(redraw);
}

// What is chosen stays chosen: Enter does what stood there when it was pressed.
function redraw() {
  byId("menu").dataset.read = "yes";
  const before = found[chosen]?.words;
  draw();
  chosen = Math.max(0, found.findIndex((entry) => entry.words === before));
  mark();
}

export function startMenu() {
  commands.menu = open;
  byId("menu-text").addEventListener("input", draw);
  byId("menu-text").addEventListener("keydown", onPress);
  byId("menu").addEventListener("click", (event) => event.target === byId("menu") && byId("menu").close());
}
