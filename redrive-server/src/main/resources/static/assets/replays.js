// The title of the tab says how far a replay has come.
export function startReplays() {
  const head = document.getElementById("head");
  if (!head?.dataset.title) return;
  const observer = new MutationObserver(() => { document.title = head.dataset.title; });
  observer.observe(head, { attributes: true, attributeFilter: ["data-title"] });
}
