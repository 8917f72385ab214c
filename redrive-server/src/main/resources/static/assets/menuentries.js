// What the command menu offers: buttons of this page, pages, how pages are shown, saved views, and channels, causes and alert rules as they are.
import { ask, say, send } from "./actions.js";
import { commands } from "./commands.js";
import { visible } from "./elements.js";
import { setTheme, setUtc } from "./reader.js";

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const CONDITION = /^[\p{L}_$][\p{L}\p{N}_.$-]*:\S/u;
const TIME = /^(?:show\s+)?((?:(?:last )?\d+ ?(?:m|min|h|d|w)\b|(?:to|yester|mon|tues|wednes|thurs|fri|satur|sun)day\b|\d{4}-\d\d-\d\d|\d\d?:\d\d).*)$/i;
const USUAL_TIMES = ["1h", "24h", "today", "yesterday"];
const CHANNELS = 100;
const CAUSES = 50;
const REFUSED = "needs the role operator";

const go = (address) => () => location.assign(address);
const named = (name) => `name=${encodeURIComponent(name)}`;
let known = { views: [], channels: [], causes: [], rules: [] };

async function list(address) {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  return answer.ok ? answer.json() : {};
}

// The menu is open by then; what cannot be read is not offered, and the rest of the menu works.
export async function readKnown() {
  const [views, channels, causes, alerts] = await Promise.all([list("/dlq/views"), list(`/dlq/channels?limit=${CHANNELS}`),
    list(`/dlq/causes?limit=${CAUSES}`), list("/dlq/alerts?limit=1")].map((one) => one.catch(() => ({}))));
  // An own view hides a shared one of its name, as in the list of letters.
  known = { views: [...new Map((views.items || []).map((view) => [view.name, view])).values()], channels: channels.items || [],
    causes: causes.items || [], rules: [...new Set((alerts.firing || []).map(({ rule }) => rule))] };
}

// An action says in place how it went. Without the right for it, it says why it cannot be done.
function action(words, question, request, done) {
  const { may } = document.getElementById("menu").dataset;
  const run = async () => {
    if (question && !await ask(question, words.split(" ")[0])) return;
    try {
      await request();
      say(done);
    } catch (error) {
      say(`Not done: ${error.message}`, { bad: true });
    }
  };
  return may === undefined ? { words, hint: REFUSED, isRefused: true } : { words, hint: "", run };
}

function ofChannel({ name, hold }) {
  const shown = visible(name);
  const change = hold
    ? action(`Release channel ${shown}`, "", () => send("POST", `/dlq/channels/release?${named(name)}`), `Released ${shown}.`)
    : action(`Hold channel ${shown}`, `Hold the channel ${shown}? Its letters are captured and not sent, on all nodes, until somebody releases it. What is on its way arrives.`,
      () => send("POST", `/dlq/channels/hold?${named(name)}`), `Held ${shown}.`);
  return [{ words: `Letters of channel ${shown}`, hint: "", run: go(`/letters?channel=${encodeURIComponent(name)}`) },
    { words: `Go to channel ${shown}`, hint: "", run: go(`/channels/one?${named(name)}`) }, change];
}

function ofCause({ id, title, assignee }) {
  const { who } = document.getElementById("menu").dataset;
  const shown = visible(title);
  const open = { words: `Go to cause ${shown}`, hint: "", run: go(`/causes/${id}`) };
  if (assignee === who) return [open];
  return [open, action(`Assign cause ${shown} to me`, "", () => send("POST", `/dlq/causes/${id}/assign`, { assignee: who }), `Assigned to you: ${shown}.`)];
}

const ofRule = (rule) => action(`Snooze alert ${visible(rule)} for 1 h`,
  `Snooze ${visible(rule)} for 1 h? The rule is still checked and shown, and nothing is sent about it until then.`,
  () => send("POST", `/dlq/alerts/snooze?${named(rule)}`, { for: "1h" }), `Snoozed ${visible(rule)} for 1 h.`);

const ofView = ({ name, query }) => ({ words: `View ${visible(name)}`, hint: "",
  run: go(`/letters?${query ? `${query}&` : ""}view=${encodeURIComponent(name)}`) });

const ofTime = (time) => ({ words: `Show letters of ${time}`, hint: "", run: go(`/letters?time=${encodeURIComponent(time)}`) });

// Without its key, which stands beside it.
function wordsOf(button) {
  return [...button.childNodes].filter((node) => node.nodeName !== "KBD").map((node) => node.textContent).join("").trim();
}

function ofPage() {
  const pages = [...document.querySelectorAll("#rail a[href]:not(.brand, .find)")].map((link) => ({
    words: `Go to ${link.querySelector("span").textContent}`, hint: link.dataset.keys || "", run: go(link.href) }));
  const buttons = [...document.querySelectorAll("main button[data-keys]:not([disabled]), main [data-menu]:not([disabled])")].map((button) => ({
    words: button.dataset.menu || wordsOf(button), hint: button.dataset.keys || "", run: () => button.click() }));
  const own = [
    ["Colours: light", () => setTheme("light")], ["Colours: dark", () => setTheme("dark")],
    ["Colours: as the system", () => setTheme("")], ["Times in UTC", () => setUtc(true)],
    ["Times in your own zone", () => setUtc(false)], ["Keys of this page", () => commands.help()],
  ].map(([words, run]) => ({ words, hint: "", run }));
  return [...buttons, ...pages, ...own];
}

function matches(words, text) {
  const low = words.toLowerCase();
  return text.toLowerCase().split(/\s+/).every((part) => low.includes(part));
}

// What was typed is looked for in letters, too; an id goes to its page.
export function entriesFor(text) {
  if (ID.test(text)) return [{ words: `Letter ${text}`, hint: "", run: go(`/letters/${text}`) }];
  const of = (entries) => entries.filter((entry) => matches(entry.words, text));
  if (!text) return [...ofPage(), ...known.views.map(ofView)];
  const search = { words: `Search letters for “${text}”`, hint: "", run: go(`/letters?q=${encodeURIComponent(text)}`) };
  if (CONDITION.test(text)) return [{ ...search, words: `Letters with ${text}` }];
  const time = TIME.exec(text)?.[1];
  const times = time ? [ofTime(time)] : of(USUAL_TIMES.map(ofTime));
  return [...of(ofPage()), ...of(known.views.map(ofView)), ...times, ...of(known.rules.map(ofRule)), ...of(known.channels.flatMap(ofChannel)),
    ...of(known.causes.flatMap(ofCause)), search];
}
