// Takes back what a bulk action did, in parts, so that it is seen how far it came. The offer outlives the page, and so does what is
// under way: the next page of this tab goes on with it.
import { progress, say, send } from "./actions.js";
import { showOwn } from "./live.js";

const KEPT = "redrive-undo";
const OFFERED = 10000;
const AT_ONCE = 2000;
let isLeaving = false;

const digits = (count) => count.toLocaleString("en").replaceAll(",", "\u202f");
export const letters = (count) => `${digits(count)} ${count === 1 ? "letter" : "letters"}`;

const keep = (what) => sessionStorage.setItem(KEPT, JSON.stringify(what));

// Words that are still there on a page that is opened meanwhile; with an action, it can be taken back.
export function offerUndo(text, action = null, total = 0) {
  const offer = { text, action, total, until: Date.now() + OFFERED };
  keep(offer);
  show(offer);
}

function show({ text, action, total, until }) {
  say(text, { undo: action ? () => takeBack({ action, total }) : null, stays: until - Date.now() });
}

// Exactly the letters that the action closed, each to where it stood; those that changed since stay as they are. Of one that was
// broken off it is not known whether its last part was done.
async function takeBack({ action, total, restored = 0, after = null, isUnderWay = false }) {
  const notice = progress(`Restoring ${letters(total)} …`);
  try {
    do {
      keep({ action, total, restored, after, isUnderWay: true });
      const part = await send("POST", "/dlq/bulk/restore", { action, limit: AT_ONCE, ...(after ? { after } : {}) });
      restored += part.restored;
      after = part.next;
      notice.say(`Restoring: ${digits(restored)} of ${letters(total)} …`);
    } while (after);
    sessionStorage.removeItem(KEPT);
    if (isUnderWay) offerUndo(`Restored what was left of ${letters(total)}.`);
    else if (restored) offerUndo(outcome(restored, total));
    else say(outcome(restored, total), { bad: true });
    await showOwn();
  } catch (error) {
    if (isLeaving) return;
    sessionStorage.removeItem(KEPT);
    const words = restored ? `Restored ${letters(restored)}, then not: ${error.message}` : `Not restored: ${error.message}`;
    say(words, { bad: true, undo: () => takeBack({ action, total, restored, after, isUnderWay: true }) });
  } finally {
    notice.end();
  }
}

function outcome(restored, total) {
  const stay = total - restored;
  return `Restored ${letters(restored)}.${stay > 0 ? ` ${letters(stay)} changed meanwhile and stay as they are.` : ""}`;
}

export function startUndo() {
  if (!document.getElementById("toasts")) return;
  window.addEventListener("pagehide", () => { isLeaving = true; });
  window.addEventListener("pageshow", () => { isLeaving = false; });
  const kept = JSON.parse(sessionStorage.getItem(KEPT) || "{}");
  if (kept.isUnderWay) takeBack(kept);
  else if (kept.until > Date.now()) show(kept);
  else sessionStorage.removeItem(KEPT);
}
