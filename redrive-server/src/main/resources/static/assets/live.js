// Keeps the page as it is on the server. One stream of events says what changed; the page then fetches its changed parts and rows
// and patches them. What it fetched decides how soon it may fetch again, so that an open tab costs at most 1 KB a second.
import { patch, UNNAMED } from "./patch.js";
import { exact, showTimes, span } from "./times.js";

const SOONEST = 1000;
const LATEST = 60000;
const BYTES_PER_MS = 1;
const SPREAD = 400;
const SILENCE = 12000;
const PATIENCE = 4000;
const WORDS = { live: "Live", connecting: "Connecting", lost: "No answer", paused: "Paused", off: "Not live" };

let source = null;
let version = "-";
// Nothing older than what is shown may be put in its place: a page that was made before this one is not asked for.
const madeAfter = (page) => Number(page.documentElement.dataset.made || 0) + 1;
let changedAt = madeAfter(document);
let topics = new Set();
let ids = new Set();
let timer = 0;
let busy = false;
let notBefore = 0;
let pressed = false;
let heard = 0;
let lostSince = 0;
let probed = false;
let shownAt = Date.now();
let ended = false;
const pending = new Map();

function show(state) {
  const sign = document.getElementById("live");
  if (sign.dataset.state === state) return;
  sign.dataset.state = state;
  sign.querySelector(".live-text").textContent = WORDS[state];
}

// Lost for a while, or asked once more without an answer.
const isAway = () => lostSince > 0 && (probed || Date.now() - lostSince > PATIENCE);

// What is shown is not what is: says so over everything, with the age of what is shown.
function showLoss() {
  const bar = document.getElementById("lost");
  const isLost = isAway() && !document.hidden && !ended;
  if (isLost) {
    const age = span(Math.max(1, Math.round((Date.now() - shownAt) / 1000)));
    const text = `The server does not answer. This page shows what it was ${age} ago, at ${exact(new Date(shownAt)).slice(11)}.`;
    if (bar.textContent !== text) bar.textContent = text;
  }
  bar.hidden = !isLost;
}

function lost() {
  show("lost");
  if (lostSince) return;
  lostSince = Date.now();
  probe();
}

// Any answer at all, even a refusal, is one of a server that is there.
async function answers() {
  try {
    await fetch("/actuator/health/liveness", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    return true;
  } catch {
    return false;
  }
}

async function probe() {
  const since = lostSince;
  if (await answers() || lostSince !== since) return;
  probed = true;
  showLoss();
}

// A link to a server that is away leads out of what is shown, to a page of the browser that says nothing.
async function stay(event) {
  const link = event.target.closest?.("a[href]");
  if (!isAway() || event.defaultPrevented || !link || link.origin !== location.origin || link.target) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || link.getAttribute("href").startsWith("#")) return;
  event.preventDefault();
  if (await answers()) return location.assign(link.href);
  showLoss();
  const bar = document.getElementById("lost");
  bar.tabIndex = -1;
  bar.focus();
}

function found() {
  heard = Date.now();
  lostSince = 0;
  probed = false;
  show("live");
  showLoss();
}

const regions = () => [...document.querySelectorAll("[data-live]")];

function concerns(region) {
  const wanted = region.dataset.live.split(" ").filter(Boolean);
  return !wanted.length || topics.has("*") || wanted.some((topic) => topics.has(topic));
}

function changed(event) {
  found();
  const data = event.data ? JSON.parse(event.data) : {};
  changedAt = Math.max(changedAt, (data.at || 0) + 1);
  for (const topic of data.topics || ["*"]) topics.add(topic);
  if (data.more || !data.topics) topics.add("*");
  for (const id of data.ids || []) ids.add(id);
  if (data.more || !data.topics) ids.add(UNNAMED);
  if (regions().some(concerns)) plan();
}

function plan() {
  if (timer || busy || document.hidden || ended) return;
  timer = setTimeout(refresh, Math.max(notBefore - Date.now(), Math.random() * SPREAD));
}

async function refresh() {
  timer = 0;
  if (document.hidden || ended) return;
  busy = true;
  const asked = { topics, ids };
  const address = location.href;
  topics = new Set();
  ids = new Set();
  try {
    const answer = await fetch(address, {
      headers: { Accept: "text/html", "Redrive-Live": `${version};${changedAt}` }, cache: "no-store" });
    if (answer.redirected && new URL(answer.url).pathname === "/login") return leave(answer.url);
    const text = answer.ok ? await answer.text() : "";
    // The page moved on meanwhile, such as to another letter beside the list: what came is about another one.
    if (location.href !== address) later(asked, 0);
    else if (answer.status === 204 || answer.status === 503) later(asked, Number(answer.headers.get("Retry-After")) * 1000 || 5000);
    else if (answer.ok) take(text, answer.headers.get("Redrive-Live"), asked.ids);
    // What is gone, or not for this reader any more, is not asked for again.
    else if (answer.status < 500) ended = true;
  } catch {
    later(asked, 3000);
    lost();
  } finally {
    busy = false;
    notBefore = Math.max(notBefore, Date.now() + cost());
    if (topics.size) plan();
  }
}

// The sign-in has ended. A page with something that is not saved stays, and says so when it is saved.
function leave(login) {
  const goes = document.dispatchEvent(new CustomEvent("redrive:signed-out", { cancelable: true }));
  if (goes) location.assign(login);
  else ended = true;
}

function later(asked, wait) {
  asked.topics.forEach((topic) => topics.add(topic));
  asked.ids.forEach((id) => ids.add(id));
  topics.add("*");
  notBefore = Date.now() + wait;
}

// The bytes of the last answer, as they came over the wire.
function cost() {
  const entries = performance.getEntriesByName(location.href, "resource");
  const bytes = entries.length ? entries[entries.length - 1].transferSize : 0;
  performance.clearResourceTimings();
  return Math.min(LATEST, Math.max(SOONEST, bytes / BYTES_PER_MS));
}

function take(html, now, changedIds) {
  shownAt = Date.now();
  version = now || "-";
  const fresh = new DOMParser().parseFromString(html, "text/html");
  for (const part of fresh.querySelectorAll("template[data-part]")) {
    const shown = document.getElementById(part.dataset.part);
    const wanted = part.content.firstElementChild;
    // A page that has more parts than before, such as one that was empty, is easier loaded than pieced together.
    if (!shown) return location.reload();
    put(shown, wanted, changedIds);
  }
  // The page may have come without a row before it was said that the row changed.
  for (const row of document.querySelectorAll("[data-absent]")) {
    const isUnnamed = row.dataset.absent === "gone" && changedIds.has(UNNAMED);
    if (isUnnamed || changedIds.has(row.dataset.key)) row.classList.add("is-gone");
  }
}

function put(shown, fresh, changedIds) {
  const before = pending.get(shown);
  // What waits has rows that are not shown yet: a fresh one that did not change since comes without its content.
  if (before) for (const row of fresh.querySelectorAll("[data-same]")) {
    const known = [...before.fresh.querySelectorAll("[data-key]")].find((some) => some.dataset.key === row.dataset.key);
    if (known) row.replaceWith(document.importNode(known, true));
  }
  const all = new Set([...(before?.ids || []), ...changedIds]);
  pending.set(shown, { fresh, ids: all });
  apply();
}

function apply() {
  if (pressed) return;
  for (const [shown, { fresh, ids: some }] of pending) {
    const options = { ids: some };
    if (!shown.isConnected || patch(shown, fresh, options)) pending.delete(shown);
    if (options.isShort) startOver();
    showTimes(shown);
  }
}

function startOver() {
  version = "-";
  topics.add("*");
  plan();
}

// Puts in place what this reader just did: the whole page as the server answered it, without loading it anew.
export function patchPage(page) {
  const focused = document.activeElement;
  const shown = document.getElementById("content");
  const fresh = page.getElementById("content");
  if (!fresh) return location.reload();
  pending.clear();
  patch(shown, fresh, { force: true });
  const entries = page.getElementById("rail-entries");
  if (entries) patch(document.getElementById("rail-entries"), entries, { force: true });
  document.title = page.title;
  const token = page.querySelector("meta[name=csrf]");
  if (token) document.querySelector("meta[name=csrf]").content = token.content;
  shownAt = Date.now();
  version = "-";
  changedAt = Math.max(changedAt, madeAfter(page));
  showTimes(shown);
  if (focused && !focused.isConnected) {
    const head = shown.querySelector("h1") || shown;
    head.tabIndex = -1;
    head.focus({ preventScroll: true });
  }
  document.dispatchEvent(new CustomEvent("redrive:patched"));
}

// Shows what this reader did to a whole list at once, also where changes by others would wait.
export async function showOwn() {
  if (!document.getElementById("bulk")) return;
  // A search that went on by itself starts anew.
  if (document.getElementById("reach-on")) return location.reload();
  await showNow();
}

// Shows the page as it is on the server now.
export async function showNow() {
  const address = location.href;
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (answer.ok && !answer.redirected && location.href === address) patchPage(page);
  } catch {
    // The page says itself that the server does not answer, and shows what changed when it does.
  }
}

function connect() {
  if (source || document.hidden || ended) return;
  if (!lostSince) show("connecting");
  source = new EventSource("/live");
  source.onopen = () => {
    found();
    topics.add("*");
    ids.add(UNNAMED);
    plan();
  };
  source.onerror = () => {
    lost();
    // A browser gives up after an answer that is no stream, such as one of a proxy.
    if (source && source.readyState === EventSource.CLOSED) reconnect();
  };
  source.addEventListener("beat", found);
  source.addEventListener("changed", changed);
  source.addEventListener("missed", changed);
}

function reconnect() {
  if (source) source.close();
  source = null;
  setTimeout(connect, 3000);
}

function disconnect() {
  clearTimeout(timer);
  timer = 0;
  if (source) source.close();
  source = null;
  show("paused");
}

function watch() {
  if (source && source.readyState === EventSource.OPEN && Date.now() - heard > SILENCE) {
    lost();
    reconnect();
  }
  showLoss();
  if (pending.size) apply();
}

const release = () => {
  pressed = false;
  apply();
};

export function startLive() {
  // A page that says what is wrong with its address has nothing that could change.
  if (document.getElementById("problem-title")) return;
  document.addEventListener("pointerdown", () => { pressed = true; });
  document.addEventListener("pointerup", () => setTimeout(release));
  document.addEventListener("pointercancel", release);
  // Some menus of the browser swallow the end of a press.
  document.addEventListener("pointermove", (event) => { if (pressed && !event.buttons) release(); });
  document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : connect()));
  document.addEventListener("redrive:show-new", ({ detail }) => {
    const waiting = pending.get(detail);
    if (!waiting) return;
    pending.delete(detail);
    patch(detail, waiting.fresh, { force: true });
    showTimes(detail);
    document.dispatchEvent(new CustomEvent("redrive:patched"));
  });
  window.addEventListener("pagehide", disconnect);
  window.addEventListener("pageshow", (event) => event.persisted && connect());
  document.addEventListener("click", stay);
  setInterval(watch, 1000);
  connect();
}
