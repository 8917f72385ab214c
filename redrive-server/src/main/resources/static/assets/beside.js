// The chosen letter beside the list: loaded when another row is chosen, and kept in the address.
import { reach, say } from "./actions.js";
import { showTimes } from "./times.js";

const byId = (id) => document.getElementById(id);
const wide = matchMedia("(min-width: 75rem)");
let asked = null;

export const isBeside = () => wide.matches && byId("beside") !== null;

function remember(id) {
  const address = new URL(location.href);
  address.searchParams.set("beside", id);
  history.replaceState(history.state, "", address);
  byId("beside").dataset.id = id;
  byId("open-whole").href = `/letters/${id}`;
  const kept = document.querySelector("#filter [name=beside]");
  if (kept) kept.value = id;
}

// Puts the letter of a page that the server answered with beside the list, in place of the one that was there.
function put(page, id) {
  const fresh = page.getElementById("letter");
  if (!fresh || fresh.dataset.id !== id) return location.assign(`/letters/${id}`);
  const parts = [...page.getElementById("content").children].filter((part) => !part.matches("#lost, #notices, .crumbs"));
  const place = byId("beside-letter");
  place.replaceChildren(...parts.map((part) => document.importNode(part, true)));
  byId("beside").scrollTop = 0;
  showTimes(place);
  document.dispatchEvent(new CustomEvent("redrive:beside"));
}

export async function loadBeside(id) {
  if (!isBeside() || byId("beside").dataset.id === id) return;
  // An edit that is not saved stays.
  if (!document.dispatchEvent(new CustomEvent("redrive:leave", { cancelable: true })))
    return say("There is an edit that is not saved. Save or close it first.", { bad: true });
  asked?.abort();
  asked = new AbortController();
  remember(id);
  try {
    const answer = await reach(`/letters/${id}`, { headers: { Accept: "text/html" }, cache: "no-store", signal: asked.signal });
    if (answer.redirected && new URL(answer.url).pathname === "/login") return location.assign(answer.url);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!answer.ok) throw new Error(page.querySelector("#problem-detail")?.textContent || `the server answered ${answer.status}`);
    put(page, id);
  } catch (error) {
    if (error.name === "AbortError") return;
    tell(`Not shown: ${error.message}`);
  }
}

function tell(text) {
  const words = document.createElement("p");
  words.className = "quiet nothing";
  words.textContent = text;
  byId("beside-letter").replaceChildren(words);
}

export function startBeside() {
  // What a button of this letter did: the letter is shown anew, and what became of it is said.
  document.addEventListener("redrive:done", (event) => {
    const { form, page, address } = event.detail;
    const id = byId("beside")?.dataset.id;
    const isGone = form?.closest("#beside") && address.pathname === "/letters";
    if (!id || !(isGone || address.pathname === `/letters/${id}`)) return;
    event.preventDefault();
    const notice = page.querySelector("#notices .notice");
    const undo = notice?.querySelector("form")?.getAttribute("action");
    if (notice) say(notice.querySelector("span").textContent, { bad: notice.matches(".is-bad"), undo: undo || null });
    if (isGone) tell("This letter is gone.");
    else put(page, id);
  });
}
