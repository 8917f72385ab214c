// The dialog that snoozes an alert rule.
import { commands } from "./commands.js";

export function startAlerts() {
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
}
