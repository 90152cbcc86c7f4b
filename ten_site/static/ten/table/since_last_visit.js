// What happened since the last visit, one line at a time. A button, Escape or starting to play skips it. With reduced
// motion, it stays a list.
tenSite.whenPresent("reel", (reel) => {
  const LINE = 2000, LEAST = 900, ALL = 30000, calm = matchMedia("(prefers-reduced-motion: reduce)");
  const lines = [...reel.querySelectorAll(".reel-lines > li")];
  const each = Math.max(LEAST, Math.min(LINE, ALL / lines.length)); // many lines go by faster
  const part = (name) => reel.querySelector(`.reel-${name}`);
  let at = -1, timer = 0, paused = false;

  function end() {
    clearTimeout(timer);
    if (reel.hidden) return;
    const held = reel.contains(document.activeElement);
    reel.classList.remove("is-running");
    reel.hidden = true;
    if (held) document.getElementById("headline")?.focus({ preventScroll: true });
    document.dispatchEvent(new CustomEvent("ten:reeled"));
  }
  function step() {
    lines[at]?.classList.remove("is-shown");
    at += 1;
    if (at >= lines.length) { end(); return; }
    lines[at].classList.add("is-shown");
    part("at").textContent = part("at").dataset.words.replace("{at}", at + 1).replace("{of}", lines.length);
    timer = setTimeout(step, each);
  }
  function pause() {
    paused = !paused;
    clearTimeout(timer);
    part("pause").textContent = paused ? part("pause").dataset.on : part("pause").dataset.off;
    if (!paused) step();
  }
  function run() {
    if (document.hidden) { document.addEventListener("visibilitychange", run, { once: true }); return; }
    step();
  }
  reel.addEventListener("click", (event) => {
    if (event.target.closest(".reel-skip")) end();
    else if (event.target.closest(".reel-pause")) pause();
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && !reel.hidden) end(); });
  if (calm.matches) return;
  function put() { // below the top bar, which has one or two rows
    const bar = document.querySelector(".top");
    if (bar) reel.style.setProperty("--reel-top", `${Math.max(0, bar.getBoundingClientRect().bottom)}px`);
  }
  reel.classList.add("is-running"); // before the board is painted, so that it doesn't shift
  put();
  document.addEventListener("DOMContentLoaded", put);
  document.addEventListener("pointerdown", (event) => { if (event.target.closest?.("#table")) end(); });
  document.addEventListener("ten:moved", end);
  run();
}, true);
