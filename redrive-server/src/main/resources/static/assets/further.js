// A search for text goes on by itself: each answer says how far it looked, until the end, until there is enough to read, or until
// it is stopped. Without script there is a link.
import { showTimes } from "./times.js";

const ENOUGH = 500;
const PATIENCE = 3000;
const number = (count) => `${count.toLocaleString("en").replaceAll(",", "\u202f")} ${count === 1 ? "letter" : "letters"}`;

function startSearch(reach, button) {
  const text = document.getElementById("reach-text");
  const list = document.getElementById("letters");
  const body = list.querySelector("tbody");
  let looked = Number(reach.dataset.looked);
  let next = button.href;
  let back = reach.querySelector("time")?.cloneNode(true);
  let running = false;
  let isWhole = false;
  let isAsking = false;
  // A page in the middle of a list knows nothing of what stands before it.
  const isFirst = !new URLSearchParams(location.search).has("after");

  function show(state) {
    const found = body.rows.length;
    const matches = (found ? `${found} found` : "no match") + (isWhole ? "" : " so far");
    text.replaceChildren(`${state} ${number(looked)}`, ...(back ? [", back to ", back] : []), `: ${matches}.`);
    button.textContent = running ? "Stop" : "Look further";
    if (!isWhole || !isFirst) tell(found);
  }

  function tell(found) {
    const count = document.getElementById("count");
    count.querySelector(".count").textContent = number(found);
    count.querySelector(".quiet").textContent = running ? "found so far; the search goes on" : "found so far";
  }

  function end(whole, older) {
    running = false;
    isWhole = whole;
    show(isWhole ? "Looked at all" : "Looked at");
    button.hidden = true;
    if (isWhole && isFirst) document.dispatchEvent(new CustomEvent("redrive:counted", { detail: body.rows.length }));
    if (!older) return;
    const more = document.getElementById("more");
    more.querySelector("a").href = older;
    more.hidden = false;
  }

  function take(page) {
    const known = new Set([...body.rows].map((row) => row.dataset.key));
    for (const row of page.querySelectorAll("#letters tbody tr"))
      if (!known.has(row.dataset.key)) body.append(document.importNode(row, true));
    if (body.rows.length) list.querySelector(".nothing")?.remove();
    const fresh = page.getElementById("reach");
    looked += Number(fresh?.dataset.looked || 0);
    back = fresh?.querySelector("time") || null;
    next = page.getElementById("reach-on")?.getAttribute("href") || "";
    showTimes(body);
    const older = page.getElementById("more");
    if (!next) end(older.hidden, older.hidden ? "" : older.querySelector("a").getAttribute("href"));
    else if (body.rows.length >= ENOUGH) end(false, next);
    document.dispatchEvent(new CustomEvent("redrive:patched"));
  }

  async function run() {
    running = true;
    isAsking = true;
    while (running) {
      show("Looking further. Looked at");
      try {
        const answer = await fetch(next, { headers: { Accept: "text/html" }, cache: "no-store" });
        // What is refused, or asks for a sign-in, is not asked for again.
        if (answer.redirected || (answer.status >= 400 && answer.status < 500)) running = false;
        else if (!answer.ok) throw new Error(`${answer.status}`);
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        if (running) take(page);
      } catch {
        await new Promise((resolve) => { setTimeout(resolve, PATIENCE); });
      }
    }
    isAsking = false;
    if (!button.hidden) show("Stopped after");
  }

  button.addEventListener("click", (event) => {
    event.preventDefault();
    // It has stopped when the answer that is on its way is there.
    if (running) running = false;
    else if (!isAsking) run();
  });
  run();
}

export function startFurther() {
  const reach = document.getElementById("reach");
  const button = document.getElementById("reach-on");
  if (reach && button) startSearch(reach, button);
}
