// Beats: show the moments of a move one after the other, each for its time, before the board as it now stands.
// A key, or a click on the board, shows the rest at once. The reader chooses the speed in the table's menu.
(() => {
  const SPEEDS = { calm: 1.6, normal: 1, fast: 0.5, off: 0 }, END = "</ten-beat>", KEY = "ten.speed", CLICK = 700;
  const kept = tenSite.kept("localStorage"), choice = document.querySelector("[data-speed]"), board = () => document.getElementById("table");
  let rest = [], timer = 0, isPlaying = false, isHurried = false, skippedAt = 0, chosen = kept.get(KEY) ?? "normal";

  function split(html) { // <ten-beat data-pause="800">changes</ten-beat> … changes
    return html.split(END).map((part) => {
      const [, pause, changes] = /^<ten-beat data-pause="(\d+)">([^]*)$/.exec(part) ?? ["", 0, part];
      return { pause: Number(pause), changes };
    });
  }
  function show(html) {
    rest = split(html);
    isPlaying = true;
    isHurried = false;
    next();
  }
  async function next() {
    timer = 0;
    const { pause, changes } = rest.shift(), wait = isHurried || document.hidden ? 0 : pause * (SPEEDS[chosen] ?? 1);
    if (changes && board()) await htmx.swap({ text: changes, target: board(), swap: "outerMorph", sourceElement: board() });
    if (!rest.length) return end();
    if (!wait || isHurried) return next();
    timer = setTimeout(next, wait);
  }
  function end() {
    isPlaying = false;
    document.dispatchEvent(new CustomEvent("ten:shown"));
  }
  function hurry() { isHurried = true; } // something newer is waiting: only finish the current beat
  function skip() {
    isHurried = true;
    if (!timer) return;
    clearTimeout(timer);
    next();
  }
  window.tenBeats = { show, hurry, isPlaying: () => isPlaying };

  // The input that skips does nothing else, since what is under it has just changed.
  addEventListener("pointerdown", (event) => {
    skippedAt = isPlaying && board()?.contains(event.target) ? Date.now() : 0;
    if (skippedAt) skip();
  }, true);
  addEventListener("click", (event) => {
    if (Date.now() - skippedAt > CLICK) return;
    skippedAt = 0;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  addEventListener("keydown", (event) => {
    const isText = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (!isPlaying || isText || event.key === "Tab" || event.ctrlKey || event.metaKey || event.altKey) return;
    skip();
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  if (choice) choice.value = chosen in SPEEDS ? chosen : "normal";
  choice?.addEventListener("change", () => {
    chosen = choice.value;
    kept.set(KEY, chosen);
  });
})();
