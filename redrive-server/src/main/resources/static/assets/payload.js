// The payload of a letter: parts of its tree on demand, and copying exactly what is kept.
import { say } from "./actions.js";

async function load(link) {
  if (link.getAttribute("aria-busy")) return;
  link.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
    const part = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!answer.ok) throw new Error(part.querySelector("#problem-detail")?.textContent || `The server answered ${answer.status}`);
    const rows = [...part.querySelectorAll("body > ul.tree > li")];
    link.closest("li").replaceWith(...rows);
  } catch (error) {
    link.removeAttribute("aria-busy");
    say(`Not shown: ${error.message}`, { bad: true });
  }
}

export async function copy(text) {
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else {
    const area = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  say("Copied.");
}

async function onClick(event) {
  const link = event.target.closest?.("a.more-members");
  if (link) {
    event.preventDefault();
    return load(link);
  }
  const button = event.target.closest?.("[data-copy], [data-copy-from]");
  if (!button) return;
  try {
    if (button.dataset.copy) return await copy(document.getElementById(button.dataset.copy).textContent);
    const answer = await fetch(button.dataset.copyFrom);
    if (!answer.ok) throw new Error(`The server answered ${answer.status}`);
    await copy(new TextDecoder("utf-8", { ignoreBOM: true }).decode(await answer.arrayBuffer()));
  } catch (error) {
    say(`Not copied: ${error.message}`, { bad: true });
  }
}

// What was opened of a payload stays open until there is another version of it.
async function renew() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" }, cache: "no-store" });
  if (!answer.ok || answer.redirected) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("payload");
  if (fresh) document.getElementById("payload").replaceWith(document.importNode(fresh, true));
}

function watchVersion() {
  const version = document.getElementById("payload-version");
  if (!version) return;
  const isOther = () => document.getElementById("payload").dataset.version !== version.dataset.version;
  new MutationObserver(() => isOther() && renew()).observe(version, { attributes: true, attributeFilter: ["data-version"] });
}

export function startPayload() {
  watchVersion();
  document.addEventListener("redrive:beside", watchVersion);
  document.addEventListener("click", onClick);
  // An object that comes without its members gets them when it is opened.
  document.addEventListener("toggle", (event) => {
    const details = event.target;
    if (details.dataset?.more === undefined || !details.open) return;
    const link = details.querySelector(":scope > ul > li > a.more-members");
    delete details.dataset.more;
    if (link) load(link);
  }, true);
}
