// Edits payload and headers of a letter in place: JSON and schema are checked while typing, what would change is shown before it is
// saved, and nothing that was typed is lost. (docs/decisions/0029-editor.md)
import { ask, say } from "./actions.js";
import { forgetDraft, keepDraft, offerDraft } from "./drafts.js";
import { call, readLetter, Refused, renewToken } from "./edits.js";
import { make, visible } from "./elements.js";
import { headerLines, HeaderTable } from "./headers.js";
import { problem } from "./json.js";

const TYPED = 250;
const CHECKED = 700;
const LARGE = 256 * 1024;

let editor = null;

class Editor {
  // What was read is what it is compared with; a draft is what was typed since.
  constructor(id, read, { text = read.text, headers = read.headers, note = "" } = {}) {
    const payload = document.getElementById("payload").dataset;
    this.id = id;
    this.version = read.version;
    this.original = read.text;
    this.started = text;
    this.isText = isEditable(payload);
    this.isJson = payload.json !== undefined;
    this.hasSchema = payload.schema !== undefined;
    this.reviewed = null;
    this.headers = new HeaderTable(read, () => this.headersTyped());
    this.headers.fill(headers);
    this.build(text, note);
  }

  // A text area has line ends of its own; those that came are written back.
  get text() {
    if (this.area.value === this.area.defaultValue) return this.started;
    return this.started.includes("\r\n") ? this.area.value.replace(/\n/g, "\r\n") : this.area.value;
  }

  get isTextChanged() {
    return this.text !== this.original;
  }

  get isChanged() {
    return this.isTextChanged || this.headers.isChanged;
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
    const title = make("h2", { id: "editor-title", textContent: "Edit the letter" });
    this.node = make("section", { id: "editor", className: "card editor" },
      make("header", { className: "card-head" }, title, make("span", { id: "editor-version", className: "quiet", textContent: this.versionWords() })),
      ...(this.isText ? [make("label", { htmlFor: "editor-text", textContent: "Payload" }), this.area] : []), this.state, this.schema,
      this.headers.node,
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
    this.focus();
    this.area.setSelectionRange(0, 0);
    this.node.scrollIntoView({ block: "nearest" });
  }

  focus() {
    if (this.isText) return this.area.focus();
    this.headers.node.open = true;
    this.headers.node.firstChild.focus();
  }

  key(event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (this.reviewed === this.change()) this.save(true);
      else this.showChanges();
    }
  }

  typed() {
    this.headersTyped();
    clearTimeout(this.checking);
    this.checking = setTimeout(() => this.check(), TYPED);
    clearTimeout(this.asking);
    if (this.hasSchema && this.area.value.length < LARGE) this.asking = setTimeout(() => this.checkSchema(), CHECKED);
  }

  headersTyped() {
    this.reviewed = null;
    this.changes.replaceChildren();
    this.showButtons(false);
    this.keep();
  }

  keep() {
    const { isChanged } = this;
    document.getElementById("content").toggleAttribute("data-unsaved", isChanged);
    if (!isChanged) return forgetDraft(this.id);
    const read = { version: this.version, text: this.original, headers: this.headers.original, count: this.headers.total };
    if (!keepDraft(this.id, { text: this.text, headers: this.headers.rows, note: this.note.value, read }))
      this.state.textContent = "This text is too long for this browser to keep: save it before you leave the page.";
  }

  forget() {
    forgetDraft(this.id);
    document.getElementById("content").removeAttribute("data-unsaved");
  }

  check() {
    const wrong = this.isJson ? problem(this.area.value) : null;
    this.area.setAttribute("aria-invalid", String(Boolean(wrong)));
    this.state.className = wrong ? "is-bad wrong" : "quiet";
    if (!wrong) {
      const words = this.isJson ? "Valid JSON." : "Text.";
      this.state.textContent = this.isText ? words : "The payload is not text. Download it, repair it, and give it to PATCH /dlq/{id} as base64.";
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

  // A string says every character of the payload, so that no digit and no space changes on the way. What stays is not sent: a payload
  // that is given makes a cut letter whole.
  change() {
    return [...(this.isTextChanged ? [this.payloadMember()] : []), ...(this.headers.isChanged ? [`"headers":${this.headers.json}`] : [])].join();
  }

  payloadMember() {
    return `"payload":${JSON.stringify(this.text)}`;
  }

  patch(change, query = "") {
    const note = this.note.value.trim();
    const body = `{${change}${note ? `,"notes":${JSON.stringify(note)}` : ""}}`;
    return call("PATCH", `/dlq/${this.id}${query}`, { body, version: this.version });
  }

  async checkSchema() {
    const asked = this.text;
    if (this.isJson && problem(asked)) return;
    try {
      const answer = await this.patch(this.payloadMember(), "?dryRun=true");
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
    const asked = this.change();
    if (!asked) return this.showDifferences({ changed: false });
    await this.attempt(async () => {
      const answer = await this.patch(asked, "?dryRun=true");
      this.showViolations(answer.violations);
      this.showDifferences(answer);
      if (!answer.changed) return;
      this.reviewed = asked;
      this.showButtons(true);
      this.saveAndRetry.focus();
    });
  }

  showDifferences(answer) {
    this.changes.replaceChildren(make("h3", { textContent: "What changes" }), this.differences(answer));
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
      const saved = await this.patch(this.change());
      this.forget();
      this.version = saved.version;
      this.original = this.text;
      this.headers.saved();
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
    } else if (error.status === 412) {
      await this.conflict().catch(() => this.say("is-bad", "Not saved: somebody else saved a version while you were editing, and it cannot be read now. Try again."));
    } else {
      this.mayBeSignedIn = error.status === 403;
      this.say("is-bad", `Not saved: ${error.message}`);
    }
    this.outcome.focus();
  }

  // Somebody else saved in the meantime. A part that only they changed is taken over; of one that both changed, both are shown, and
  // neither is lost.
  async conflict() {
    const theirs = await readLetter(this.id, this.isText);
    const isTextTheirs = theirs.text !== this.original;
    const areHeadersTheirs = this.headers.differsFrom(theirs.headers);
    const both = { text: isTextTheirs && this.isTextChanged, headers: areHeadersTheirs && this.headers.isChanged };
    if (isTextTheirs && !both.text) this.show(theirs.text);
    if (areHeadersTheirs && !both.headers) this.headers.fill(theirs.headers);
    this.reviewed = null;
    this.showButtons(false);
    if (both.text || both.headers) return this.showBoth(theirs, both);
    this.base(theirs);
    this.say("is-bad", `Not saved yet: somebody else saved version ${theirs.version} while you were editing, and nothing of what you changed. Review the changes again.`);
  }

  showBoth(theirs, both) {
    const mine = this.button("editor-mine", "Keep mine, compare with theirs", "primary", () => {
      this.base(theirs);
      this.showChanges();
    });
    const take = this.button("editor-take", "Take theirs", "", async () => {
      if (!await ask("Put what they saved in place of yours? Yours is gone then.", "Take theirs")) return;
      this.base(theirs);
      this.show(theirs.text);
      this.headers.fill(theirs.headers);
      this.outcome.replaceChildren();
      this.typed();
      this.focus();
    });
    this.say("is-bad", `Not saved: somebody else saved version ${theirs.version} while you were editing. Your text is still above.`);
    if (both.text) this.showTheirs("editor-theirs", `Their text, version ${theirs.version}`, theirs.text);
    if (both.headers) this.showTheirs("editor-their-headers", `Their headers, version ${theirs.version}`, headerLines(theirs.headers));
    this.outcome.append(make("div", { className: "actions" }, mine, take));
  }

  showTheirs(id, label, value) {
    this.outcome.append(make("label", { htmlFor: id, textContent: label }), make("textarea", { id, readOnly: true, rows: 10, value, spellcheck: false }));
  }

  show(text) {
    this.started = text;
    this.area.value = text;
    this.area.defaultValue = this.area.value;
  }

  base(read) {
    this.version = read.version;
    this.original = read.text;
    this.headers.base(read);
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

const isEditable = (payload) => payload.text !== undefined || payload.empty !== undefined;

async function start(id, draft) {
  if (editor) return editor.focus();
  try {
    const read = draft?.read || await readLetter(id, isEditable(document.getElementById("payload").dataset));
    editor = new Editor(id, read, draft);
    editor.open();
  } catch (error) {
    say(`Not opened: ${error.message}`, { bad: true });
  }
}

const offer = (id) => offerDraft(id, (draft) => start(id, draft));
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
    if (letter()) offer(letter());
  });
  document.addEventListener("redrive:leave", (event) => editor?.isChanged && event.preventDefault());
  document.addEventListener("redrive:signed-out", (event) => editor?.isChanged && event.preventDefault());
  addEventListener("beforeunload", (event) => editor?.isChanged && event.preventDefault());
  if (letter()) offer(letter());
}
