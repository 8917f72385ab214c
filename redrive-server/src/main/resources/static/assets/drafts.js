// What was typed into an edit and not saved: a tab that is closed, or whose sign-in ends, finds it again.
import { make } from "./elements.js";

const DRAFT = "redrive-draft:";

// False when it is too long for this browser.
export function keepDraft(id, draft) {
  try {
    sessionStorage.setItem(DRAFT + id, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export const forgetDraft = (id) => sessionStorage.removeItem(DRAFT + id);

export function offerDraft(id, goOn) {
  const kept = sessionStorage.getItem(DRAFT + id);
  if (!kept) return;
  const go = make("button", { type: "button", id: "draft-continue", textContent: "Continue editing" });
  const drop = make("button", { type: "button", className: "quiet-button", id: "draft-drop", textContent: "Throw it away" });
  const notice = make("p", { className: "notice is-info", id: "draft" }, make("span", { textContent: "There is an edit of this letter that was not saved." }), go, drop);
  go.addEventListener("click", () => { notice.remove(); goOn(JSON.parse(kept)); });
  drop.addEventListener("click", () => { notice.remove(); forgetDraft(id); });
  document.getElementById("editor-place").append(notice);
}
