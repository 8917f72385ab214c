// Buttons that change something: they ask in a dialog, say in place how it went, and offer to undo it.
import { patchPage } from "./live.js";

const SHOWN = 10000;
const DOUBLE_CLICK = 600;
const SAME_PLACE = 8;
let clickInDialog = { timeStamp: -DOUBLE_CLICK, clientX: 0, clientY: 0 };

function token(form) {
  const meta = document.querySelector("meta[name=csrf]");
  const data = new URLSearchParams(form ? new FormData(form) : undefined);
  if (meta) data.set(meta.dataset.name, meta.content);
  return data;
}

// A message in place. With an address for undo it has a button for it and stays for 10 s; a refusal stays until it is closed.
export function say(text, { bad = false, undo = null, stays = SHOWN } = {}) {
  const notice = document.createElement("div");
  notice.className = `notice ${bad ? "is-bad" : "is-good"}`;
  notice.setAttribute("role", bad ? "alert" : "status");
  const words = document.createElement("span");
  words.textContent = text;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet-button";
  button.textContent = undo ? "Undo" : "Close";
  if (undo) {
    // The key takes back what was done last.
    for (const earlier of document.querySelectorAll("#toasts [data-keys=u]")) delete earlier.dataset.keys;
    button.dataset.keys = "u";
    button.append(" ", Object.assign(document.createElement("kbd"), { textContent: "u" }));
  }
  button.addEventListener("click", () => {
    notice.remove();
    if (typeof undo === "function") undo();
    else if (undo) post(undo);
  });
  notice.append(words, button);
  document.getElementById("toasts").append(notice);
  if (!bad) setTimeout(() => notice.remove(), stays);
}

// What is under way, until it is said how it went.
export function progress(text) {
  const notice = document.createElement("div");
  notice.className = "notice is-info is-under-way";
  notice.setAttribute("role", "status");
  const words = document.createElement("span");
  words.textContent = text;
  notice.append(words);
  document.getElementById("toasts").append(notice);
  return { say: (more) => { words.textContent = more; }, end: () => notice.remove() };
}

// The second click of a double click on a dialog's button would fall on what lies beneath.
function swallow(event) {
  if (event.target.closest("dialog")) {
    if (event.type === "click") clickInDialog = event;
    return;
  }
  const isSoon = event.timeStamp - clickInDialog.timeStamp < DOUBLE_CLICK;
  const moved = Math.hypot(event.clientX - clickInDialog.clientX, event.clientY - clickInDialog.clientY);
  if (!isSoon || moved > SAME_PLACE || !event.detail) return;
  event.preventDefault();
  event.stopPropagation();
}

// Resolves to true when the reader agrees.
export function ask(text, yes = "Continue") {
  const dialog = document.getElementById("confirm");
  document.getElementById("confirm-text").textContent = text;
  document.getElementById("confirm-yes").textContent = yes;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    document.getElementById("confirm-yes").onclick = () => dialog.close("yes");
    document.getElementById("confirm-no").onclick = () => dialog.close();
    dialog.onclose = () => resolve(dialog.returnValue === "yes");
  });
}

// The words of a browser for a server that is away, such as "Failed to fetch", say nothing to a reader.
export async function reach(address, options) {
  try {
    return await fetch(address, options);
  } catch (error) {
    throw error instanceof TypeError ? new Error("the server does not answer.") : error;
  }
}

// JSON to the API, with the token of this page. A refusal becomes an Error with the words of the server.
export async function send(method, address, body, more = {}) {
  const meta = document.querySelector("meta[name=csrf]");
  const headers = { Accept: "application/json", ...more };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (meta) headers[meta.dataset.header] = meta.content;
  const answer = await reach(address, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const text = await answer.text();
  const json = text ? JSON.parse(text) : {};
  if (!answer.ok) throw new Error(json.detail || json.title || `The server answered ${answer.status}`);
  return json;
}

async function post(address, form = null) {
  let answer;
  try {
    answer = await fetch(address, { method: "POST", body: token(form), headers: { Accept: "text/html" } });
  } catch {
    return say("Not done: the server does not answer. Nothing was changed that this page knows of.", { bad: true });
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!answer.ok) {
    const why = page.querySelector("#problem-detail")?.textContent || `The server answered ${answer.status}`;
    return say(`Not done: ${why}`, { bad: true });
  }
  const to = new URL(answer.url);
  // A part of the page that the answer is about may show it in its own place.
  if (!document.dispatchEvent(new CustomEvent("redrive:done", { cancelable: true, detail: { form, page, address: to } }))) return;
  if (to.pathname !== location.pathname) return location.assign(to);
  patchPage(page);
  if (form?.dataset.reset !== undefined) form.reset();
  form?.closest("[popover]")?.hidePopover();
  cleanAddress(to);
}

// The word of a notice is not part of what a page shows: a reload must not say it again.
function cleanAddress(address) {
  if (!address.searchParams.has("notice")) return;
  address.searchParams.delete("notice");
  history.replaceState(history.state, "", address);
}

// What sends or closes the letter as it is stored leaves an edit behind that can hardly be saved afterwards.
const CLOSING = /^\/letters\/[^/]+\/(retry|confirm|archive|discard|delete)$/;
const leavesAnEdit = (form) => document.querySelector("[data-unsaved]") !== null && CLOSING.test(form.getAttribute("action"));

async function submit(event) {
  const form = event.target;
  if (form.method !== "post" || form.dataset.plain !== undefined || form.getAttribute("action") === "/logout") return;
  event.preventDefault();
  const button = event.submitter;
  if (form.dataset.confirm && !await ask(form.dataset.confirm, button?.textContent.trim())) return;
  if (leavesAnEdit(form) && !await ask("There is an edit that is not saved. This is done with the payload as it is stored, and the edit may be impossible to save afterwards.", button?.firstChild?.textContent.trim())) return;
  if (form.getAttribute("aria-busy")) return;
  form.setAttribute("aria-busy", "true");
  try {
    await post(form.action, form);
  } finally {
    form.removeAttribute("aria-busy");
  }
}

export function startActions() {
  document.addEventListener("submit", submit);
  for (const press of ["mousedown", "click", "dblclick"]) document.addEventListener(press, swallow, true);
  cleanAddress(new URL(location.href));
}
