// Draws charts with chart.js, in the colours of the page, from the tables that stand beside them. The library is loaded when the first
// chart comes into sight. Without it, the pictures and tables of the page are all there is to see.
// Numbers with thin spaces, as in the words and tables of the page: French writes them so.
const OPTIONS = { locale: "fr", responsive: true, maintainAspectRatio: false, animation: false };
const LONGEST = 18;
const PAUSE = 300;
const drawn = new Map();
let library = null;

function load(address) {
  library ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => resolve(window.Chart);
    script.onerror = reject;
    document.head.append(script);
  });
  return library;
}

// The colour that a class stands for, in this theme.
function colour(tone) {
  const probe = document.createElement("i");
  probe.className = `chart-probe ${tone}`;
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}

const toneOf = (cell) => [...cell.classList].find((name) => name.startsWith("is-")) || "is-bar";
const numberIn = (cell) => Number(cell.textContent.replace(/\D/g, ""));

// The table of a chart: its labels, and a name, a tone and the numbers of each column.
function read(section) {
  const rows = [...section.querySelectorAll("tbody tr")];
  const heads = [...section.querySelectorAll("thead th")].slice(1);
  return {
    labels: rows.map((row) => row.cells[0].textContent),
    series: heads.map((head, index) => ({
      name: head.textContent, tone: toneOf(head), values: rows.map((row) => numberIn(row.cells[index + 1])) })),
  };
}

const short = (text) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

function axes(isSideways) {
  const ink = colour("is-ink");
  const line = colour("is-line");
  const numbers = { beginAtZero: true, ticks: { color: ink, precision: 0, maxTicksLimit: 5 }, grid: { color: line }, border: { color: line } };
  const words = { ticks: { color: ink, maxRotation: 0, autoSkip: !isSideways, autoSkipPadding: 14, maxTicksLimit: isSideways ? 20 : 6,
    callback(value) { return short(this.getLabelForValue(value)); } }, grid: { display: false }, border: { color: line } };
  return isSideways ? { x: numbers, y: words } : { x: words, y: numbers };
}

function legend(isShown) {
  return { display: isShown, position: "bottom", labels: { color: colour("is-ink"), boxWidth: 10, boxHeight: 10, padding: 8 } };
}

function lines({ labels, series }) {
  return {
    type: "line",
    data: { labels, datasets: series.map(({ name, tone, values }) => ({ label: name, data: values, borderColor: colour(tone),
      backgroundColor: colour(tone), borderWidth: 2, pointRadius: 0, pointHoverRadius: 4, tension: .2 })) },
    options: { ...OPTIONS, interaction: { mode: "index", intersect: false }, scales: axes(false), plugins: { legend: legend(true) } },
  };
}

function ring({ series }) {
  return {
    type: "doughnut",
    data: { labels: series.map(({ name }) => name), datasets: [{ data: series.map(({ values }) => values[0] || 0),
      backgroundColor: series.map(({ tone }) => colour(tone)), borderWidth: 0 }] },
    options: { ...OPTIONS, cutout: "66%", plugins: { legend: legend(true) } },
  };
}

function bars({ labels, series }, isSideways) {
  const { name, tone, values } = series[0];
  return {
    type: "bar",
    data: { labels, datasets: [{ label: name, data: values, backgroundColor: colour(tone), borderRadius: 3, minBarLength: 2 }] },
    options: { ...OPTIONS, indexAxis: isSideways ? "y" : "x", scales: axes(isSideways), plugins: { legend: legend(false) } },
  };
}

const MAKE = { line: lines, donut: ring, bar: (data) => bars(data, true), histogram: (data) => bars(data, false) };

async function draw(section) {
  let Chart;
  try {
    Chart = await load(section.dataset.script);
  } catch {
    return;
  }
  drawn.get(section)?.destroy();
  drawn.delete(section);
  const data = read(section);
  const hasSomething = data.series.some(({ values }) => values.some((value) => value > 0));
  section.querySelector(".chart-canvas").hidden = !hasSomething;
  if (!hasSomething) return delete section.dataset.drawn;
  section.dataset.drawn = "yes";
  drawn.set(section, new Chart(section.querySelector("canvas"), MAKE[section.dataset.chart](data)));
}

function update(section) {
  const chart = drawn.get(section);
  if (!chart || !section.isConnected) return draw(section);
  const { data } = MAKE[section.dataset.chart](read(section));
  chart.data.labels = data.labels;
  data.datasets.forEach((fresh, index) => { chart.data.datasets[index].data = fresh.data; });
  chart.update("none");
}

function watch(section) {
  let timer = 0;
  new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(() => update(section), PAUSE);
  }).observe(section.querySelector("[data-live]"), { childList: true, characterData: true, subtree: true });
}

export function startCharts() {
  const sections = [...document.querySelectorAll("[data-chart]")];
  if (!sections.length) return;
  const inSight = new Set();
  const observer = new IntersectionObserver((entries) => entries.filter((entry) => entry.isIntersecting).forEach(({ target }) => {
    observer.unobserve(target);
    inSight.add(target);
    draw(target);
    watch(target);
  }), { rootMargin: "100px" });
  sections.forEach((section) => observer.observe(section));
  const redraw = () => inSight.forEach((section) => section.isConnected && draw(section));
  new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  // The page was patched with one that has no canvas drawn on.
  document.addEventListener("redrive:patched", redraw);
}
