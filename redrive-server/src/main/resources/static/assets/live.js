// Keeps a page up to date: listens to the server's events and swaps the parts that are marked with data-live.
(() => {
  "use strict";

  const EVENTS = ["captured", "attempted", "moved", "edited", "deleted", "expired", "recovered", "cause", "circuit",
    "replay", "alert", "missed"];
  const AT_MOST_EVERY = 1000;
  const AT_LEAST_EVERY = 30000;
  const WHILE_BUSY = 3000;
  const WORDS = { live: "Live", connecting: "Connecting", lost: "Reconnecting", paused: "Paused", off: "Not live" };

  let source = null;
  let timer = 0;
  let running = false;
  let again = false;
  let last = 0;
  let pressed = false;
  let outdated = false;

  function show(state) {
    const sign = document.getElementById("live");
    if (!sign || sign.dataset.state === state) return;
    sign.dataset.state = state;
    sign.querySelector(".live-text").textContent = WORDS[state];
  }

  function plan(delay) {
    if (document.hidden) return;
    clearTimeout(timer);
    timer = setTimeout(refresh, delay);
  }

  // What runs on another node of a cluster sends its news only there, so a page about it asks by itself.
  function atLeastEvery() {
    return document.querySelector("[data-busy]") ? WHILE_BUSY : AT_LEAST_EVERY;
  }

  function changed() {
    if (running) again = true;
    else if (!again) {
      again = true;
      plan(Math.max(0, last + AT_MOST_EVERY - Date.now()));
    }
  }

  async function refresh() {
    // What is on its way may have been written before what we are asked for.
    if (running) again = true;
    if (running || document.hidden) return;
    running = true;
    again = false;
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" }, cache: "no-store" });
      if (answer.redirected && new URL(answer.url).pathname === "/login") return location.assign(answer.url);
      if (answer.ok) update(new DOMParser().parseFromString(await answer.text(), "text/html"));
    } catch {
      show("lost");
    } finally {
      running = false;
      last = Date.now();
      plan(again ? AT_MOST_EVERY : atLeastEvery());
    }
  }

  // Nothing is swapped between pressing a button and letting it go: a new button would know nothing of the press,
  // and the click would be lost.
  function update(fresh) {
    if (pressed) outdated = true;
    else swap(fresh);
  }

  function release() {
    pressed = false;
    if (outdated) changed();
    outdated = false;
  }

  // A form's token is written anew each time and means the same. A part that did not change stays.
  function text(part) {
    const copy = part.cloneNode(true);
    for (const token of copy.querySelectorAll("input[type=hidden]")) token.remove();
    return copy.outerHTML;
  }

  function swap(fresh) {
    // A page that has more parts than before, such as one that was empty, is easier loaded than pieced together.
    for (const part of fresh.querySelectorAll("[data-live]")) {
      if (!document.getElementById(part.id)) return location.reload();
    }
    for (const part of document.querySelectorAll("[data-live]")) {
      const next = fresh.getElementById(part.id);
      if (!next) continue;
      const shown = text(next);
      if (shown === part.dataset.shown) continue;
      for (const open of part.querySelectorAll("details[open][id]")) {
        const same = next.querySelector(`details[id="${open.id}"]`);
        if (same) same.open = true;
      }
      const focused = part.contains(document.activeElement) ? document.activeElement.id : "";
      const put = document.importNode(next, true);
      put.dataset.shown = shown;
      part.replaceWith(put);
      if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    }
  }

  function connect() {
    if (source || document.hidden) return;
    show("connecting");
    source = new EventSource("/dlq/events");
    source.onopen = () => show("live");
    source.onerror = () => {
      show("lost");
      if (source && source.readyState === EventSource.CLOSED) {
        source = null;
        setTimeout(connect, 5000);
      }
    };
    for (const name of EVENTS) source.addEventListener(name, changed);
  }

  function disconnect() {
    clearTimeout(timer);
    if (source) source.close();
    source = null;
    again = false;
    show("paused");
  }

  // A form that only switches something answers with this same page, so it need not be loaded anew.
  async function submit(event) {
    const form = event.target;
    if (form.dataset.confirm && !window.confirm(form.dataset.confirm)) return event.preventDefault();
    if (form.method !== "post" || !form.closest("[data-live]") || location.pathname !== "/demo") return;
    event.preventDefault();
    try {
      await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
      await refresh();
    } catch {
      form.submit();
    }
  }

  for (const part of document.querySelectorAll("[data-live]")) part.dataset.shown = text(part);
  document.addEventListener("submit", submit);
  document.addEventListener("pointerdown", () => { pressed = true; });
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", release);
  // Some menus of the browser swallow the end of a press.
  document.addEventListener("pointermove", (event) => { if (pressed && !event.buttons) release(); });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) disconnect();
    else {
      connect();
      changed();
    }
  });
  window.addEventListener("pagehide", disconnect);
  connect();
  plan(atLeastEvery());
})();
