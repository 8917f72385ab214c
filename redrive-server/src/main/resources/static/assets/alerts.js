// Alerts: the dialog that snoozes a rule, and the message that tests the ways out.
import { say, send } from "./actions.js";
import { commands } from "./commands.js";
import { onKey } from "./keys.js";
import { showNow } from "./live.js";
import { rowOf } from "./rows.js";

async function test(button) {
  const place = document.getElementById("test-outcome");
  place.textContent = "Sending…";
  button.disabled = true;
  try {
    const outcome = await send("POST", "/dlq/alerts/test");
    const list = document.createElement("ul");
    for (const { way, delivered, error } of outcome.deliveries) {
      const line = document.createElement("li");
      line.textContent = delivered ? `${way}: delivered` : `${way}: failed, ${error}`;
      line.className = delivered ? "is-good" : "is-bad";
      list.append(line);
    }
    // The history has the test, too; nothing else tells of it.
    await showNow();
    place.replaceChildren(outcome.deliveries.length ? list : outcome.detail);
  } catch (error) {
    place.replaceChildren();
    say(`Not done: ${error.message}`, { bad: true });
  } finally {
    button.disabled = false;
  }
}

export function startAlerts() {
  commands.test = test;
  const dialog = document.getElementById("snooze");
  if (!dialog) return;
  const form = dialog.querySelector("form");
  commands.snooze = (button) => {
    const { rule, channel } = button.dataset;
    form.reset();
    form.elements.rule.value = rule;
    form.elements.channel.value = channel;
    document.getElementById("snooze-title").textContent = `Snooze ${rule}${channel ? ` in ${channel}` : ""}`;
    dialog.showModal();
  };
  form.addEventListener("submit", () => dialog.close());
  onKey("s", "snooze the alert that has the focus, or the first one", () => {
    const row = rowOf(document.activeElement) || document;
    const button = row.querySelector("[data-command=snooze]:enabled");
    if (!button) return false;
    button.click();
  });
}
