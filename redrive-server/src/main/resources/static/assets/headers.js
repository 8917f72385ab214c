// The headers of a letter as a table to edit. What is hidden is shown as it is and kept; bytes can be kept or removed.
import { make, visible } from "./elements.js";

// As PATCH takes them: a name that is there several times has an array.
function asJson(rows) {
  const byName = new Map();
  for (const { name, value, base64 } of rows) {
    const json = base64 === undefined ? JSON.stringify(value) : `{"base64":${JSON.stringify(base64)}}`;
    byName.set(name, [...(byName.get(name) || []), json]);
  }
  return `{${[...byName].map(([name, values]) => `${JSON.stringify(name)}:${values.length > 1 ? `[${values}]` : values[0]}`)}}`;
}

// A field has line ends of its own and no absent value; one in which nobody typed says exactly what it got.
function cell(text, label, isFixed) {
  const area = make("textarea", { rows: 1, value: text ?? "", readOnly: isFixed, spellcheck: false, autocapitalize: "off", autocomplete: "off" });
  area.defaultValue = area.value;
  area.exact = text;
  area.setAttribute("aria-label", label);
  if (text === null) area.placeholder = "no value";
  return area;
}

const typed = (area) => (area.value === area.defaultValue ? area.exact : area.value);

export class HeaderTable {
  constructor({ headers, count }, onChange) {
    this.onChange = onChange;
    this.list = make("ul", { className: "header-rows" });
    this.node = make("details", { id: "editor-headers" }, make("summary", { textContent: "Headers" }), this.list);
    this.add = make("button", { type: "button", id: "editor-header-add", textContent: "Add a header" });
    this.add.addEventListener("click", () => this.addRow());
    this.node.append(this.add);
    this.list.addEventListener("input", () => this.changed());
    this.base({ headers, count });
    this.fill(headers);
  }

  // What they are compared with.
  base({ headers, count }) {
    this.original = headers;
    this.total = count;
    this.tooMany = count > headers.length;
    this.add.hidden = this.tooMany;
    this.count();
  }

  saved() {
    const headers = this.rows;
    this.base({ headers, count: this.tooMany ? this.total : headers.length });
    this.fill(headers);
  }

  fill(rows) {
    this.list.replaceChildren(...rows.map((header) => this.row(header)));
    if (this.tooMany) this.list.replaceChildren(make("li", { className: "quiet", textContent: "These are too many to edit here. PATCH /dlq/{id} changes them; a save here keeps them." }));
    this.count();
  }

  row(header) {
    const { name, value, base64, hidden } = header;
    const isBytes = base64 !== undefined;
    const words = visible(name.slice(0, 80));
    const row = make("li", {}, cell(name, "Name of a header", hidden || isBytes),
      cell(isBytes ? `base64: ${base64}` : value, `Value of the header ${words}`, hidden || isBytes));
    row.header = header;
    if (hidden) row.append(make("span", { className: "quiet", textContent: "hidden, kept" }));
    else row.append(this.removeButton(row, words));
    return row;
  }

  removeButton(row, words) {
    const remove = make("button", { type: "button", className: "quiet-button", textContent: "Remove" });
    remove.setAttribute("aria-label", `Remove the header ${words}`);
    remove.addEventListener("click", () => {
      const next = row.nextElementSibling?.querySelector("textarea") || this.add;
      row.remove();
      next.focus();
      this.changed();
    });
    return remove;
  }

  addRow() {
    const row = this.row({ name: "", value: "" });
    this.list.append(row);
    row.querySelector("textarea").focus();
    this.count();
  }

  changed() {
    this.count();
    this.onChange();
  }

  count() {
    this.node.firstChild.textContent = this.tooMany ? "Headers" : `Headers ${this.rows.length}${this.isChanged ? ", changed" : ""}`;
  }

  // An added row that is still empty is none.
  get rows() {
    if (this.tooMany) return this.original;
    return [...this.list.children].map((row) => {
      if (row.header.hidden || row.header.base64 !== undefined) return row.header;
      const [name, value] = row.querySelectorAll("textarea");
      return { name: typed(name), value: typed(value) };
    }).filter(({ name, value }) => name !== "" || value !== "");
  }

  get isChanged() {
    return this.differsFrom(this.rows);
  }

  differsFrom(rows) {
    return asJson(rows) !== asJson(this.original);
  }

  get json() {
    return asJson(this.rows);
  }
}

export const headerLines = (rows) => rows.map(({ name, value, base64 }) =>
  `${visible(name)}: ${base64 === undefined ? visible(value ?? "(no value)") : `base64 ${base64}`}`).join("\n");
