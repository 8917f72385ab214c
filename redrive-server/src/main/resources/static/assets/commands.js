// What buttons with data-command, keys and the menu do, by name.
export const commands = {
  back: () => history.back(),
  close: (button) => button.closest("dialog").close(),
};

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-command]");
  const command = button && commands[button.dataset.command];
  if (!command || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  command(button);
});
