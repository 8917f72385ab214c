// Finds operations on the page of the HTTP API while one types, and opens the one that the address names.
function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const operation = named?.closest("details.operation");
  if (!operation) return;
  operation.open = true;
  named.scrollIntoView();
}

function find(words) {
  for (const section of document.querySelectorAll(".docs-section")) {
    const operations = [...section.querySelectorAll("details.operation")];
    for (const operation of operations) {
      const text = (operation.dataset.find || operation.textContent).toLowerCase();
      operation.hidden = !words.every((word) => text.includes(word));
    }
    section.hidden = operations.length > 0 && operations.every((operation) => operation.hidden);
  }
}

export function startDocs() {
  const place = document.getElementById("docs-find");
  if (!place) return;
  place.hidden = false;
  place.querySelector("input").addEventListener("input", (event) =>
    find(event.target.value.toLowerCase().split(/\s+/).filter(Boolean)));
  addEventListener("hashchange", openNamed);
  openNamed();
}
