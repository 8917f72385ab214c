// Times in the zone of the reader, relative, with the exact one on focus, on a click, or everywhere with the key t.
const UNITS = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]];
const LONG = 14 * 86400;
const root = document.documentElement;

export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
const zone = () => (root.dataset.utc ? "UTC" : ownZone());

let made = "";
let format = null;

function parts(date) {
  if (made !== zone()) {
    made = zone();
    format = new Intl.DateTimeFormat("en-CA", { timeZone: made, hourCycle: "h23", year: "numeric", month: "2-digit",
      day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit", timeZoneName: "longOffset" });
  }
  return Object.fromEntries(format.formatToParts(date).map((part) => [part.type, part.value]));
}

// As the server writes it: 2026-03-02 10:00:00 +01:00, or UTC at the end.
export function exact(date) {
  const p = parts(date);
  const offset = p.timeZoneName.replace("GMT", "");
  return `${p.year}-${p.month}-${p.day} ${p.hour}:${p.minute}:${p.second} ${zone() === "UTC" ? "UTC" : offset || "+00:00"}`;
}

export function span(seconds) {
  const [size, unit] = UNITS.find(([least]) => seconds >= least) || UNITS[3];
  return `${Math.floor(seconds / size)} ${unit}`;
}

function relative(date, due) {
  const passed = (Date.now() - date) / 1000;
  if (due && passed > -2) return due;
  if (Math.abs(passed) < 2) return "just now";
  if (Math.abs(passed) > LONG) return exact(date).slice(0, 10);
  return passed < 0 ? `in ${span(-passed)}` : `${span(passed)} ago`;
}

function show(time) {
  const date = new Date(time.dateTime);
  if (Number.isNaN(date.getTime())) return;
  const isExact = root.dataset.times === "exact" || time.dataset.exact || time === document.activeElement;
  const text = isExact ? exact(date) : relative(date, time.dataset.due);
  if (time.textContent !== text) time.textContent = text;
  if (time.dataset.zone !== zone()) {
    time.dataset.zone = zone();
    time.title = exact(date);
    // Rows of tables would have very many stops; there the key t shows exact times.
    if (!time.closest("table")) time.tabIndex = 0;
  }
}

export function showTimes(part) {
  for (const time of part.querySelectorAll("time[datetime]")) show(time);
}

export function toggleExact() {
  root.dataset.times = root.dataset.times === "exact" ? "relative" : "exact";
  showTimes(document);
}

const timeOf = (event) => event.target.closest?.("time[datetime]");

document.addEventListener("click", (event) => {
  const time = timeOf(event);
  if (!time || event.target.closest("a, button")) return;
  if (time.dataset.exact) delete time.dataset.exact;
  else time.dataset.exact = "yes";
  show(time);
});
document.addEventListener("focusin", (event) => timeOf(event) && show(timeOf(event)));
document.addEventListener("focusout", (event) => {
  const time = timeOf(event);
  if (time) setTimeout(() => show(time));
});
setInterval(() => document.hidden || getSelection().type === "Range" || showTimes(document), 1000);
