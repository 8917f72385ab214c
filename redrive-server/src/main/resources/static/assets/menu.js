// The command menu: go, search, act. A combobox with a list, as ARIA describes it. It opens at once; saved views come a moment later.
import { commands } from "./commands.js";
import { setTheme, setUtc } from "./reader.js";

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
let chosen = 0;
let found = [];
let views = [];

const byId = (id) => document.getElementById(id);
const go = (address) => () => location.assign(address);

// Without its key, which stands beside it.
function wordsOf(button) {
  return [...button.childNodes].filter((node) => node.nodeName !== "KBD").map((node) => node.textContent).join("").trim();
}

function entries() {
  const pages = [...document.querySelectorAll("#rail a[href]:not(.brand, .find)")].map((link) => ({
    words: `Go to ${link.querySelector("span").textContent}`, hint: link.dataset.keys || "", run: go(link.href) }));
  const actions = [...document.querySelectorAll("main button[data-keys]:not([disabled]), main [data-menu]:not([disabled])")].map((button) => ({
    words: button.dataset.menu || wordsOf(button), hint: button.dataset.keys || "", run: () => button.click() }));
  const own = [
    ["Colours: light", () => setTheme("light")], ["Colours: dark", () => setTheme("dark")],
    ["Colours: as the system", () => setTheme("")], ["Times in UTC", () => setUtc(true)],
    ["Times in your own zone", () => setUtc(false)], ["Keys of this page", () => commands.help()],
  ].map(([words, run]) => ({ words, hint: "", run }));
  return [...actions, ...pages, ...own, ...views];
}

// An own view hides a shared one of its name, as in the list of letters.
async function loadViews() {
  try {
    const answer = await fetch("/dlq/views", { headers: { Accept: "application/json" }, cache: "no-store" });
    if (!answer.ok) return;
    const named = new Map((await answer.json()).items.map((view) => [view.name, view]));
    views = [...named.values()].map(({ name, query }) => ({ words: `View ${name}`, hint: "",
      run: go(`/letters?${query ? `${query}&` : ""}view=${encodeURIComponent(name)}`) }));
    if (byId("menu").open) redraw();
  } catch {
    // The menu goes without them.
  }
}

// What was typed is looked for in letters, too; an id goes to its page.
function searches(text) {
  if (!text) return [];
  if (ID.test(text)) return [{ words: `Letter ${text}`, hint: "", run: go(`/letters/${text}`) }];
  return [{ words: `Search letters for “${text}”`, hint: "", run: go(`/letters?q=${encodeURIComponent(text)}`) }];
}

function matches(words, text) {
  const low = words.toLowerCase();
  return text.toLowerCase().split(/\s+/).every((part) => low.includes(part));
}

function draw() {
  const text = byId("menu-text").value.trim();
  const all = entries().filter((entry) => matches(entry.words, text));
  found = ID.test(text) ? searches(text) : [...all, ...searches(text)];
  chosen = 0;
  byId("menu-list").replaceChildren(...found.map((entry, index) => {
    const option = document.createElement("li");
    option.id = `menu-${index}`;
    option.setAttribute("role", "option");
    const words = document.createElement("span");
    words.textContent = entry.words;
    option.append(words);
    if (entry.hint) {
      const hint = document.createElement("kbd");
      hint.textContent = entry.hint;
      option.append(hint);
    }
    option.addEventListener("click", () => run(index));
    return option;
  }));
  mark();
}

// What was chosen stays chosen.
function redraw() {
  const kept = found[chosen]?.words;
  draw();
  const place = found.findIndex((entry) => entry.words === kept);
  if (place > 0) {
    chosen = place;
    mark();
  }
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
  if (!entry) return;
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
  loadViews();
}

export function startMenu() {
  commands.menu = open;
  byId("menu-text").addEventListener("input", draw);
  byId("menu-text").addEventListener("keydown", onPress);
  byId("menu").addEventListener("click", (event) => event.target === byId("menu") && byId("menu").close());
}
