// Edits the payload of a letter in place: JSON and schema are checked while typing, what would change is shown before it is saved, and
// nothing that was typed is lost. (docs/decisions/0029-editor.md)
import { ask, say } from "./actions.js";
import { problem } from "./json.js";

const TYPED = 250;
const CHECKED = 700;
const LARGE = 256 * 1024;
const DRAFT = "redrive-draft:";

let editor = null;

// Elements and text, never markup.
function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

// A byte order mark is part of a payload, too.
async function exactText(answer) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await answer.arrayBuffer());
}

const visible = (text) => text.replace(/[\p{Cf}\p{Zl}\p{Zp}]|[^\P{Cc}\n\r\t]/gu,
  (c) => `⟨U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);

class Refused extends Error {
  constructor(status, body) {
    super(body.detail || body.title || `The server answered ${status}`);
    this.status = status;
    this.body = body;
  }
}

async function call(method, address, { body, version } = {}) {
  const meta = document.querySelector("meta[name=csrf]");
  const headers = { Accept: "application/json", "Content-Type": "application/json" };
  if (meta) headers[meta.dataset.header] = meta.content;
  if (version !== undefined) headers["If-Match"] = `"${version}"`;
  const answer = await fetch(address, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), cache: "no-store" });
  const text = await answer.text();
  const json = text.startsWith("{") ? JSON.parse(text) : {};
  if (!answer.ok) throw new Refused(answer.status, json);
  return json;
}

// The token of a form belongs to a sign-in. After another one the page of the letter has the new one.
async function renewToken() {
  const answer = await fetch(location.pathname, { headers: { Accept: "text/html" }, cache: "no-store" });
  if (answer.redirected) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("meta[name=csrf]");
  const meta = document.querySelector("meta[name=csrf]");
  if (fresh && meta) meta.content = fresh.content;
}

class Editor {
  constructor(id, { text, version, note = "" }) {
    this.id = id;
    this.version = version;
    this.original = text;
    this.started = text;
    this.isJson = document.getElementById("payload").dataset.json !== undefined;
    this.hasSchema = document.getElementById("payload").dataset.schema !== undefined;
    this.reviewed = null;
    this.build(text, note);
  }

  // A text area has line ends of its own; those that came are written back.
  get text() {
    if (this.area.value === this.area.defaultValue) return this.started;
    return this.started.includes("\r\n") ? this.area.value.replace(/\n/g, "\r\n") : this.area.value;
  }

  get isChanged() {
    return this.text !== this.original;
  }

  build(text, note) {
    this.area = make("textarea", { id: "editor-text", spellcheck: false, autocapitalize: "off", autocomplete: "off", rows: 18, value: text });
    this.area.defaultValue = this.area.value;
    this.area.setAttribute("aria-describedby", "editor-state editor-schema");
    this.state = make("p", { id: "editor-state", className: "quiet" });
    this.schema = make("div", { id: "editor-schema" });
    this.note = make("input", { id: "editor-note", maxLength: 500, value: note, autocomplete: "off" });
    this.changes = make("div", { id: "editor-changes" });
    this.outcome = make("div", { id: "editor-outcome", tabIndex: -1 });
    for (const part of [this.state, this.schema, this.changes, this.outcome]) part.setAttribute("role", "status");
    this.review = this.button("editor-review", "Review changes", "primary", () => this.showChanges(), "Ctrl Enter");
    this.saveAndRetry = this.button("editor-save-retry", "Save and retry", "primary", () => this.save(true));
    this.saveOnly = this.button("editor-save", "Save", "", () => this.save(false));
    this.cancel = this.button("editor-close", "Close", "", () => this.close());
    const title = make("h2", { id: "editor-title", textContent: "Edit the payload" });
    this.node = make("section", { id: "editor", className: "card editor" },
      make("header", { className: "card-head" }, title, make("span", { id: "editor-version", className: "quiet", textContent: this.versionWords() })),
      make("label", { htmlFor: "editor-text", textContent: "Payload" }), this.area, this.state, this.schema,
      make("label", { htmlFor: "editor-note", className: "note-label" }, "Why ", this.note),
      this.changes,
      make("div", { className: "actions" }, this.review, this.saveAndRetry, this.saveOnly, this.cancel),
      this.outcome);
    this.node.setAttribute("aria-labelledby", "editor-title");
    this.area.addEventListener("input", () => this.typed());
    this.note.addEventListener("input", () => this.keep());
    this.node.addEventListener("keydown", (event) => this.key(event));
    this.showButtons(false);
  }

  button(id, words, className, action, keys = "") {
    const button = make("button", { id, type: "button", className, textContent: words });
    if (keys) button.append(" ", make("kbd", { textContent: keys }));
    button.addEventListener("click", action);
    return button;
  }

  versionWords() {
    return this.version ? `based on version ${this.version}` : "based on the original";
  }

  open() {
    const place = document.getElementById("editor-place");
    place.replaceChildren(this.node);
    this.check();
    this.area.focus();
    this.area.setSelectionRange(0, 0);
    this.node.scrollIntoView({ block: "nearest" });
  }

  key(event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (this.reviewed === this.text) this.save(true);
      else this.showChanges();
    }
  }

  typed() {
    this.reviewed = null;
    this.changes.replaceChildren();
    this.showButtons(false);
    clearTimeout(this.checking);
    this.checking = setTimeout(() => this.check(), TYPED);
    clearTimeout(this.asking);
    if (this.hasSchema && this.area.value.length < LARGE) this.asking = setTimeout(() => this.checkSchema(), CHECKED);
    this.keep();
  }

  // A tab that is closed, or whose sign-in ends, finds the text again.
  keep() {
    try {
      if (this.isChanged) {
        sessionStorage.setItem(DRAFT + this.id,
          JSON.stringify({ text: this.text, original: this.original, note: this.note.value, version: this.version, at: Date.now() }));
      } else sessionStorage.removeItem(DRAFT + this.id);
      document.getElementById("content").toggleAttribute("data-unsaved", this.isChanged);
    } catch {
      this.state.textContent = "This text is too long for this browser to keep: save it before you leave the page.";
    }
  }

  forget() {
    sessionStorage.removeItem(DRAFT + this.id);
    document.getElementById("content").removeAttribute("data-unsaved");
  }

  check() {
    const wrong = this.isJson ? problem(this.area.value) : null;
    this.area.setAttribute("aria-invalid", String(Boolean(wrong)));
    this.state.className = wrong ? "is-bad wrong" : "quiet";
    if (!wrong) {
      this.state.textContent = this.isJson ? "Valid JSON." : "Text.";
      return true;
    }
    const there = make("button", { type: "button", className: "quiet-button", textContent: "Go there" });
    there.addEventListener("click", () => {
      this.area.focus();
      this.area.setSelectionRange(wrong.at, Math.min(wrong.at + 1, this.area.value.length));
    });
    this.state.replaceChildren(`Line ${wrong.line}, column ${wrong.column}: not JSON, expected ${wrong.expected}. `, there);
    return false;
  }

  // A string says every character of the payload, so that no digit and no space changes on the way.
  body() {
    return { payload: this.text, notes: this.note.value.trim() || undefined };
  }

  patch(query = "") {
    return call("PATCH", `/dlq/${this.id}${query}`, { body: this.body(), version: this.version });
  }

  async checkSchema() {
    const asked = this.text;
    if (this.isJson && problem(asked)) return;
    try {
      const answer = await this.patch("?dryRun=true");
      if (asked === this.text) this.showViolations(answer.violations);
    } catch {
      // The review says what is wrong; typing is not interrupted.
    }
  }

  showViolations(violations) {
    this.schema.replaceChildren();
    if (!this.hasSchema) return;
    if (!violations.length) {
      this.schema.append(make("p", { className: "quiet", textContent: "Fits the schema of its channel." }));
      return;
    }
    this.schema.append(make("p", { className: "is-bad wrong", textContent: "Does not fit the schema of its channel:" }),
      make("ul", { className: "violations" }, ...violations.map((line) => make("li", {}, make("bdi", { textContent: visible(line) })))));
  }

  async showChanges() {
    this.outcome.replaceChildren();
    if (!this.check()) return this.area.focus();
    const asked = this.text;
    await this.attempt(async () => {
      const answer = await this.patch("?dryRun=true");
      this.showViolations(answer.violations);
      this.changes.replaceChildren(make("h3", { textContent: "What changes" }), this.differences(answer));
      if (!answer.changed) return;
      this.reviewed = asked;
      this.showButtons(true);
      this.saveAndRetry.focus();
    });
  }

  differences({ changed, differences }) {
    if (!changed) return make("p", { className: "quiet", textContent: "Nothing." });
    if (!differences.length) return make("p", { className: "quiet", textContent: "Only white space, or the order of names." });
    return make("ul", { className: "differences" }, ...differences.map((change) => {
      const row = make("li", {}, make("bdi", { className: "mono", textContent: visible(change.path) }), " ",
        make("span", { className: "quiet", textContent: change.kind === "MORE" ? change.after : change.kind.toLowerCase() }), " ");
      if (change.kind === "MORE") return row;
      if (change.before !== null) row.append(make("del", {}, make("bdi", { textContent: visible(change.before) })), " ");
      if (change.after !== null) row.append(make("ins", {}, make("bdi", { textContent: visible(change.after) })));
      return row;
    }));
  }

  showButtons(isReviewed) {
    this.review.hidden = isReviewed;
    this.saveAndRetry.hidden = !isReviewed;
    this.saveOnly.hidden = !isReviewed;
  }

  async save(andRetry) {
    await this.attempt(async () => {
      const saved = await this.patch();
      this.forget();
      this.version = saved.version;
      this.original = this.text;
      this.reviewed = null;
      this.changes.replaceChildren();
      this.showButtons(false);
      document.getElementById("editor-version").textContent = this.versionWords();
      this.say("is-good", `Saved as version ${saved.version}.`);
      if (andRetry) await this.retry(saved.version);
    });
  }

  async retry(version) {
    this.say("is-info", `Saved as version ${version}. Retrying …`);
    try {
      const tried = await call("POST", `/dlq/${this.id}/retry`);
      const error = tried.attempt?.error;
      const took = tried.attempt?.processingDuration === undefined ? "" : ` in ${tried.attempt.processingDuration} ms`;
      const words = { RESOLVED: `The retry worked${took}: resolved.`, REPLAYED: "Sent back to its broker; resolved when its consumer confirms it." };
      const status = tried.status.toLowerCase();
      this.say(words[tried.status] ? "is-good" : "is-bad", `Saved as version ${version}. ${words[tried.status]
        || `The retry failed${took}, the letter is ${status} now${error ? `: ${visible(error.type)}: ${visible(error.message)}` : "."}`}`);
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
      this.say("is-bad", `Saved as version ${version}, not retried: ${refused.message}`);
    }
    this.outcome.focus();
  }

  say(tone, words, ...more) {
    this.outcome.replaceChildren(make("p", { className: `notice ${tone}` }, make("span", { textContent: words }), ...more));
  }

  // Runs one request at a time, and says in place what went wrong. The text stays where it is.
  async attempt(action) {
    if (this.node.getAttribute("aria-busy")) return;
    this.node.setAttribute("aria-busy", "true");
    try {
      if (this.mayBeSignedIn) {
        this.mayBeSignedIn = false;
        await renewToken();
      }
      await action();
    } catch (error) {
      await this.failed(error);
    } finally {
      this.node.removeAttribute("aria-busy");
    }
  }

  async failed(error) {
    this.keep();
    if (!(error instanceof Refused)) {
      this.say("is-bad", "The server does not answer. Your text is kept; try again.");
    } else if (error.status === 401) {
      this.mayBeSignedIn = true;
      const link = make("a", { href: "/login", target: "_blank", textContent: "Sign in in a new tab" });
      this.say("is-bad", "Not saved: your sign-in has ended. Your text is kept. ", link, make("span", { textContent: "then press the button again." }));
    } else if (error.status === 412) await this.conflict(error.body.version);
    else {
      this.mayBeSignedIn = error.status === 403;
      this.say("is-bad", `Not saved: ${error.message}`);
    }
    this.outcome.focus();
  }

  // Somebody else saved in the meantime: both texts are shown, and neither is lost.
  async conflict(version) {
    const answer = await fetch(`/letters/${this.id}/payload?version=${version}`, { cache: "no-store" });
    const theirs = answer.ok ? await exactText(answer) : "";
    const area = make("textarea", { id: "editor-theirs", readOnly: true, rows: 10, value: theirs, spellcheck: false });
    const mine = this.button("editor-mine", "Keep mine, compare with theirs", "primary", () => {
      this.base(version, theirs);
      this.showChanges();
    });
    const take = this.button("editor-take", "Take theirs", "", async () => {
      if (!await ask("Put their text in place of yours? Yours is gone then.", "Take theirs")) return;
      this.area.value = theirs;
      this.base(version, theirs);
      this.outcome.replaceChildren();
      this.typed();
      this.area.focus();
    });
    this.say("is-bad", `Not saved: somebody else saved version ${version} while you were editing. Your text is still above.`);
    this.outcome.append(make("label", { htmlFor: "editor-theirs", textContent: `Their text, version ${version}` }), area,
      make("div", { className: "actions" }, mine, take));
    this.reviewed = null;
    this.showButtons(false);
  }

  base(version, text) {
    this.version = version;
    this.original = text;
    document.getElementById("editor-version").textContent = this.versionWords();
    this.keep();
  }

  async close() {
    if (this.isChanged && !await ask("Close without saving? What you typed is gone then.", "Close without saving")) return;
    this.forget();
    this.node.remove();
    editor = null;
    document.getElementById("do-edit")?.focus();
  }
}

async function start(id, draft = null) {
  if (editor) return editor.area.focus();
  const payload = document.getElementById("payload");
  if (payload.dataset.text === undefined && payload.dataset.empty === undefined)
    return say("The payload is not text. Download it, repair it, and give it to PATCH /dlq/{id} as base64.", { bad: true });
  try {
    if (!draft) {
      const answer = await fetch(`/letters/${id}/payload`, { cache: "no-store", headers: { Accept: "application/octet-stream" } });
      if (answer.status === 401 || answer.redirected) throw new Error("your sign-in has ended");
      if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
      draft = { text: await exactText(answer), version: Number(answer.headers.get("ETag").replaceAll("\"", "")) };
    }
    editor = new Editor(id, draft);
    if (draft.original !== undefined) editor.original = draft.original;
    editor.open();
  } catch (error) {
    say(`Not opened: ${error.message}`, { bad: true });
  }
}

function offerDraft(id) {
  const kept = sessionStorage.getItem(DRAFT + id);
  if (!kept) return;
  const draft = JSON.parse(kept);
  const go = make("button", { type: "button", id: "draft-continue", textContent: "Continue editing" });
  const drop = make("button", { type: "button", className: "quiet-button", id: "draft-drop", textContent: "Throw it away" });
  const notice = make("p", { className: "notice is-info", id: "draft" }, make("span", { textContent: "There is an edit of this letter that was not saved." }), go, drop);
  go.addEventListener("click", () => { notice.remove(); start(id, draft); });
  drop.addEventListener("click", () => { notice.remove(); sessionStorage.removeItem(DRAFT + id); });
  document.getElementById("editor-place").append(notice);
}

const letter = () => document.getElementById("letter")?.dataset.id;

export function startEditor() {
  document.addEventListener("click", (event) => event.target.closest?.("#do-edit") && start(letter()));
  // An action on this page puts a fresh one in its place; what is being edited stays.
  document.addEventListener("redrive:patched", () => {
    const place = document.getElementById("editor-place");
    if (editor && place && !editor.node.isConnected) place.replaceChildren(editor.node);
  });
  // Another letter stands beside the list now.
  document.addEventListener("redrive:beside", () => {
    editor = null;
    if (letter()) offerDraft(letter());
  });
  document.addEventListener("redrive:leave", (event) => editor?.isChanged && event.preventDefault());
  document.addEventListener("redrive:signed-out", (event) => editor?.isChanged && event.preventDefault());
  addEventListener("beforeunload", (event) => editor?.isChanged && event.preventDefault());
  if (letter()) offerDraft(letter());
}
