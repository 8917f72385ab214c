// Brings a part of the page to what it is now, node by node: what did not change stays the same node, rows are found by their
// key, and nothing is inserted, moved or removed around the pointer, the focus or a selection. (docs/decisions/0028-live-pages.md)
const KEPT = new Set(["open", "value", "checked", "selected", "tabindex", "data-exact", "data-zone", "data-current", "aria-selected", "aria-busy"]);
const STILL = 4000;
// Among the ids of what changed: there are more than could be named.
export const UNNAMED = "*";
let pointerMoved = 0;
document.addEventListener("pointermove", () => { pointerMoved = Date.now(); });

const keyOf = (node) => (node.nodeType === Node.ELEMENT_NODE ? node.dataset.key || node.id : "");

function isSelected(node) {
  const selection = getSelection();
  return selection.type === "Range" && selection.containsNode(node, true);
}

// True when a reader is at something in here. A heading that was given the focus, because what had it is gone, is not worked with.
function isBusy(node) {
  const focused = document.activeElement;
  return (node !== document.body && focused.tabIndex >= 0 && node.contains(focused)) || isSelected(node)
    || (node.matches(":hover") && Date.now() - pointerMoved < STILL);
}

// Returns false when something has to wait.
export function patch(shown, fresh, options = {}) {
  if (fresh.dataset.same !== undefined) return true;
  patchAttributes(shown, fresh);
  if (shown.nodeName === "TIME" && shown.dateTime === fresh.dateTime) return true;
  return patchChildren(shown, fresh, options);
}

function patchAttributes(shown, fresh) {
  if (shown.nodeName === "TIME" && shown.dateTime !== fresh.dateTime) delete shown.dataset.zone;
  for (const { name } of [...shown.attributes]) {
    if (!fresh.hasAttribute(name) && !KEPT.has(name)) shown.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (shown.getAttribute(name) !== value && !KEPT.has(name)) shown.setAttribute(name, value);
  }
}

const isToken = (node) => node.nodeName === "INPUT" && node.type === "hidden";
const isAlike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

// For each fresh child the shown one that it continues, or none.
function pairs(shown, fresh) {
  const old = [...shown.childNodes].filter((node) => !isToken(node));
  const byKey = new Map(old.filter(keyOf).map((node) => [keyOf(node), node]));
  const loose = old.filter((node) => !keyOf(node));
  let next = 0;
  const found = [...fresh.childNodes].filter((node) => !isToken(node)).map((child) => {
    if (keyOf(child)) {
      const same = byKey.get(keyOf(child));
      return [child, same && same.nodeName === child.nodeName ? same : null];
    }
    const at = loose.findIndex((node, index) => index >= next && isAlike(node, child));
    if (at < 0) return [child, null];
    next = at + 1;
    return [child, loose[at]];
  });
  return { old, found };
}

function patchChildren(shown, fresh, options) {
  const { old, found } = pairs(shown, fresh);
  let whole = true;
  for (const [child, same] of found) if (same) whole = patchNode(same, child, options) && whole;
  const stays = new Set(found.map(([, same]) => same));
  const gone = old.filter((node) => !stays.has(node));
  const isInPlace = !gone.length && found.every(([, same], index) => same === old[index]);
  if (isInPlace) return whole;
  if (shown.dataset.new !== undefined && !options.force) return wait(shown, found, gone, options) && whole;
  if (!options.force && isBusy(shown)) {
    // What is worked with stays until it is left, and looks like what is over.
    for (const node of gone) if (node.nodeType === Node.ELEMENT_NODE) node.classList.add("is-gone");
    return false;
  }
  arrange(shown, found, gone, options);
  return whole;
}

function patchNode(same, child, options) {
  if (child.nodeType === Node.ELEMENT_NODE) return patch(same, child, options);
  if (same.data === child.data) return true;
  if (!options.force && isSelected(same)) return false;
  same.data = child.data;
  if (/\d/.test(child.data)) tick(same.parentElement);
  return true;
}

function tick(element) {
  if (!element.matches(".count, .number, dd, strong")) return;
  element.classList.remove("is-ticked");
  void element.offsetWidth;
  element.classList.add("is-ticked");
}

function arrange(shown, found, gone, options) {
  gone.forEach((node) => node.remove());
  let before = [...shown.childNodes].find((node) => !isToken(node)) || null;
  for (const [child, same] of found) {
    // A row that did not change came without its content; without the shown one there is nothing to show.
    if (!same && child.dataset?.same !== undefined) {
      options.isShort = true;
      continue;
    }
    const node = same || document.importNode(child, true);
    if (node === before) before = before.nextSibling;
    else shown.insertBefore(node, before);
  }
}

// New rows of a long list wait behind a button; rows that changed so that they no longer belong here are marked and stay.
function wait(shown, found, gone, { ids = new Set() }) {
  const isLater = later(shown, found);
  for (const node of gone) {
    if (node.nodeType !== Node.ELEMENT_NODE) continue;
    const isLeft = !isLater(node);
    if (ids.has(keyOf(node)) || (isLeft && ids.has(UNNAMED))) node.classList.add("is-gone");
    else node.dataset.absent = isLeft ? "gone" : "later";
  }
  for (const [child, same] of found) if (same && child.nodeType === Node.ELEMENT_NODE) same.classList.remove("is-gone");
  const isRow = ([child]) => child.nodeType === Node.ELEMENT_NODE;
  const rows = found.filter(isRow);
  // Behind the last row of a full list stand older ones that moved up, because others left it: they are not new.
  const last = rows.findLastIndex(([, same]) => same);
  const isFull = rows.length >= Number(shown.dataset.most || Infinity);
  const count = rows.filter(([, same], index) => !same && (!isFull || last < 0 || index < last)).length;
  offer(shown, count, isFull && last < 0);
  return rows.every(([, same]) => same);
}

// Whether a row that is absent may only have moved behind the last one of a page that is full. Ids are in the order of their time.
function later(shown, found) {
  const rows = found.filter(([child]) => child.nodeType === Node.ELEMENT_NODE);
  const isOpenEnded = rows.length >= Number(shown.dataset.most || Infinity) || shown.dataset.openEnd !== undefined;
  if (!isOpenEnded) return () => false;
  if (!rows.length) return () => true;
  const end = keyOf(rows[rows.length - 1][0]);
  if (shown.dataset.ids === "down") return (node) => keyOf(node) < end;
  if (shown.dataset.ids === "up") return (node) => keyOf(node) > end;
  const stays = rows.map(([, same]) => same).filter(Boolean);
  const last = stays[stays.length - 1];
  return (node) => !last || Boolean(last.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING);
}

function offer(shown, count, isMore) {
  const place = document.getElementById(shown.dataset.new);
  if (!place) return;
  const words = `${count}${isMore ? "+" : ""} new ${count === 1 ? shown.dataset.one : shown.dataset.many}`;
  if (!count) place.replaceChildren();
  else if (place.firstChild) place.firstChild.textContent = words;
  else {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "new-rows";
    button.textContent = words;
    button.addEventListener("click", () => {
      place.replaceChildren();
      document.dispatchEvent(new CustomEvent("redrive:show-new", { detail: shown.closest("[data-live]") }));
    });
    place.append(button);
  }
}
