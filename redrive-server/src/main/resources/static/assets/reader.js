// The reader's choices for all pages: colours and the zone of times. Cookies, so that the server writes the page right at once.
import { commands } from "./commands.js";
import { ownZone, showTimes } from "./times.js";

const YEAR = 365 * 86400;
const THEMES = ["", "light", "dark"];
const root = document.documentElement;

function keep(name, value) {
  const age = value ? YEAR : 0;
  document.cookie = `redrive-${name}=${encodeURIComponent(value)}; path=/; max-age=${age}; samesite=lax`;
}

export function setTheme(theme) {
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  document.querySelector("meta[name=color-scheme]").content = theme || "light dark";
  keep("theme", theme);
  document.getElementById("switch-theme").textContent = `Colours: ${theme || "system"}`;
}

export function setUtc(isUtc) {
  if (isUtc) root.dataset.utc = "yes";
  else delete root.dataset.utc;
  keep("zone", isUtc ? "UTC" : ownZone());
  document.getElementById("switch-zone").textContent = `Times: ${isUtc ? "UTC" : "own zone"}`;
  showTimes(document);
}

export function startReader() {
  commands.theme = () => setTheme(THEMES[(THEMES.indexOf(root.dataset.theme || "") + 1) % THEMES.length]);
  commands.zone = () => setUtc(!root.dataset.utc);
  if (!root.dataset.utc && root.dataset.zone !== ownZone()) keep("zone", ownZone());
}
