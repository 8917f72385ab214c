// The list of letters: moving with keys, selecting, and doing something with what is selected.
import { ask, progress, say, send } from "./actions.js";
import { isBeside, loadBeside } from "./beside.js";
import { onKey } from "./keys.js";
import { showOwn } from "./live.js";
import { letters, offerUndo } from "./undo.js";

const byId = (id) => document.getElementById(id);
const rows = () => [...document.querySelectorAll(".letters tbody tr")];
const current = () => document.querySelector(".letters tr[data-current]");
const boxes = () => [...document.querySelectorAll(".letters .pick input")];
const picked = () => boxes().filter((box) => box.checked).map((box) => box.value);
const isAll = () => byId("bulk").dataset.all === "yes";

// Moving

function mark(row, scrolls = true) {
  current()?.removeAttribute("data-current");
  if (!row) return;
  row.dataset.current = "";
  row.querySelector("td.grow a").focus({ preventScroll: true });
  if (scrolls) row.scrollIntoView({ block: "nearest" });
  loadBeside(row.dataset.key);
}

function step(by) {
  const all = rows();
  const at = all.indexOf(current());
  mark(all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + by))]);
}

function besideOf(id) {
  const address = new URL(location.href);
  address.searchParams.set("beside", id);
  return address.href;
}

// Coming back shows the row that was left, at the same height.
function keepPlace() {
  const row = current() || document.activeElement?.closest(".letters tr");
  if (row) history.replaceState({ row: row.dataset.key, top: row.getBoundingClientRect().top }, "");
}

function restorePlace() {
  const place = history.state;
  const id = place?.row || (isBeside() && document.getElementById("beside").dataset.id);
  const row = id && rows().find((some) => some.dataset.key === id);
  if (!row) return;
  mark(row, false);
  if (place?.row) scrollBy(0, row.getBoundingClientRect().top - place.top);
}

// Selecting

function count() {
  const number = picked().length;
  const bulk = byId("bulk");
  byId("selected").textContent = isAll() ? `All ${bulk.dataset.count} selected` : number ? `${number} selected` : "";
  byId("select-all").hidden = isAll() || !number;
  byId("select-none").hidden = !isAll() && !number;
  for (const button of bulk.querySelectorAll("[data-bulk]")) {
    button.disabled = !button.dataset.may || !(number || isAll() || current());
  }
  const page = byId("select-page");
  if (page) {
    page.checked = number > 0 && number === boxes().length;
    page.indeterminate = number > 0 && number < boxes().length;
  }
}

function select(all, page) {
  byId("bulk").dataset.all = all ? "yes" : "no";
  for (const box of boxes()) box.checked = page;
  count();
}

function toggle() {
  const box = current()?.querySelector(".pick input");
  if (!box) return;
  box.checked = !box.checked;
  byId("bulk").dataset.all = "no";
  count();
}

// Doing

const ids = () => (picked().length ? picked() : current() ? [current().dataset.key] : []);
const choice = () => (isAll() ? { filterCriteria: JSON.parse(byId("bulk").dataset.criteria) } : { ids: ids() });

const actions = {
  async replay() {
    const replay = await send("POST", "/dlq/replays", choice());
    keepPlace();
    location.assign(`/replays/${replay.id}`);
  },
  archive: () => close("Archive", "Archiving", "Archived"),
  discard: () => close("Discard", "Discarding", "Discarded"),
  async tag() {
    const dialog = byId("tag-dialog");
    const chosen = choice();
    byId("tag-name").value = "";
    dialog.returnValue = "";
    dialog.showModal();
    await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
    const tag = byId("tag-name").value.trim();
    if (dialog.returnValue !== "yes" || !tag) return;
    const { tagged, unchanged, skipped, action } = await send("POST", "/dlq/bulk/tag", { ...chosen, tag });
    const had = unchanged ? ` ${letters(unchanged)} had it already.` : "";
    say(`Tagged ${letters(tagged)} “${tag}”.${had}${rest(skipped)}`, { bad: !tagged && skipped > 0, undo: tagged > 0 ? () => untag(action, tag) : null });
  },
};

async function close(verb, doing, done) {
  const what = { ...choice(), ...(verb === "Discard" ? { strategy: "discard" } : {}) };
  const isWhole = isAll();
  const number = isWhole ? await meant(what) : letters(what.ids.length);
  if (isWhole && !await ask(`${verb} ${number} that match? Each can be restored.`, `${verb} ${number}`)) return;
  const notice = progress(`${doing} ${number} …`);
  try {
    const result = await send("POST", "/dlq/bulk/archive", what);
    const text = `${done} ${letters(result.archived)}.${rest(result.skipped)}`;
    if (result.archived) offerUndo(text, result.action, result.archived);
    else say(text, { bad: true });
  } finally {
    notice.end();
  }
  select(false, false);
  if (isWhole) await showOwn();
}

// How many letters match, in words: the server counts, unless there are so many that only the page knows.
async function meant(what) {
  const { count, counted } = byId("bulk").dataset;
  const notice = progress("Counting the letters that match …");
  try {
    const plan = await send("POST", "/dlq/bulk/archive", { ...what, dryRun: true });
    if (!plan.matchedIsLowerBound) return letters(plan.matched);
    if (counted) return count;
    return plan.matched ? `more than ${letters(plan.matched)}` : "all letters";
  } finally {
    notice.end();
  }
}

const rest = (skipped) => (skipped ? ` ${letters(skipped)} could not be: their status does not allow it.` : "");

// Exactly the letters that got the tag by the action, and that still have it.
async function untag(action, tag) {
  try {
    const { untagged, skipped } = await send("POST", "/dlq/bulk/untag", { action, tag });
    say(`Removed “${tag}” from ${letters(untagged)}.${rest(skipped)}`, { bad: untagged === 0 });
  } catch (error) {
    say(`Not undone: ${error.message}`, { bad: true });
  }
}

async function act(button) {
  button.disabled = true;
  try {
    await actions[button.dataset.bulk]();
  } catch (error) {
    say(`Not done: ${error.message}`, { bad: true });
  } finally {
    count();
  }
}

// A form sends what was left empty and what is usual anyway; the address says only what was chosen.
function tidy(event) {
  const left = [...event.target.elements].filter((field) => field.name && !field.value && field.type !== "checkbox");
  const columns = event.target.querySelector("#columns fieldset");
  const chosen = [...columns.querySelectorAll("input:checked")].map((box) => box.value).join(" ");
  if (chosen === columns.dataset.usual) left.push(...columns.querySelectorAll("input"));
  const order = event.target.elements.order;
  if (order.value === order.dataset.usual) left.push(order);
  for (const field of left) field.disabled = true;
  setTimeout(() => left.forEach((field) => { field.disabled = false; }));
}

function startFilter() {
  byId("filter").addEventListener("submit", tidy);
  byId("filter").addEventListener("change", (event) => event.target.closest(".rest") && byId("filter").requestSubmit());
  document.addEventListener("click", (event) => {
    for (const open of document.querySelectorAll(".fold-out[open]")) if (!open.contains(event.target)) open.open = false;
  });
}

export function startLetters() {
  if (byId("filter")) startFilter();
  // A filter that cannot be read has no list.
  if (!byId("bulk")) return;
  onKey("j", "next letter", () => step(1));
  onKey("k", "letter before", () => step(-1));
  onKey("x", "select", toggle);
  onKey("Enter", "open", (event) => {
    if (event.target.closest("a, button, summary") || !current()) return false;
    current().querySelector("td.grow a").click();
  });
  byId("letters").addEventListener("change", (event) => {
    if (event.target.id === "select-page") return select(false, event.target.checked);
    byId("bulk").dataset.all = "no";
    count();
  });
  onKey("Escape", "close the letter beside the list", () => (isBeside() ? byId("close-beside").click() : false));
  byId("switch-beside").addEventListener("click", (event) => {
    if (current() && !byId("beside")) event.currentTarget.href = besideOf(current().dataset.key);
  });
  byId("letters").addEventListener("click", (event) => {
    const link = event.target.closest("td.grow a");
    const isPlain = event.isTrusted && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (link && isPlain && isBeside() && event.detail > 0) {
      event.preventDefault();
      mark(link.closest("tr"));
    } else if (event.target.closest("a")) keepPlace();
  });
  byId("letters").addEventListener("focusin", (event) => {
    const row = event.target.closest("tbody tr");
    if (row && row !== current()) {
      current()?.removeAttribute("data-current");
      row.dataset.current = "";
    }
    count();
  });
  byId("select-all").addEventListener("click", () => select(true, true));
  byId("select-none").addEventListener("click", () => select(false, false));
  byId("bulk").addEventListener("click", (event) => {
    const button = event.target.closest("[data-bulk]");
    if (button) act(button);
  });
  document.addEventListener("redrive:patched", count);
  document.addEventListener("redrive:counted", ({ detail }) => {
    Object.assign(byId("bulk").dataset, { count: letters(detail), counted: "yes" });
    byId("select-all").textContent = `Select all ${letters(detail)}`;
    byId("count").querySelector(".count").textContent = letters(detail);
    byId("count").querySelector(".quiet").textContent = detail === 1 ? "matches" : "match";
    count();
  });
  restorePlace();
  count();
}
