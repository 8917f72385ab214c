// The dialog that ignores a cause: what is typed beside a choice is the choice.
export function startCauses() {
  document.addEventListener("input", (event) => {
    const choice = event.target.closest("#ignore-dialog .choices > div")?.querySelector("input[type=radio]");
    if (choice) choice.checked = true;
  });
}
