// Save private notes automatically: after a pause in typing, and when the page is left.
(() => {
  const PAUSE = 1200, AGAIN = 8000;
  let timer = 0, kept = null, busy = false;

  const form = () => document.querySelector("form[data-note]");
  const field = () => form()?.elements.note;
  function say(what) {
    const state = form()?.querySelector(".note-state");
    if (state && state.dataset.now !== what) {
      state.dataset.now = what;
      state.textContent = state.dataset[what] ?? "";
    }
  }
  function count() {
    const mark = form()?.closest("details")?.querySelector(".panel-count");
    if (mark) mark.textContent = field().value ? mark.dataset.word : "";
  }
  async function keep(isLast = false) {
    clearTimeout(timer);
    const text = field()?.value;
    if (text === undefined || text === kept || (busy && !isLast)) return;
    busy = true;
    try {
      const answer = await tenSite.post(form().action, { note: text }, { keepalive: isLast });
      if (!answer.ok) throw new Error(answer.status);
      kept = text;
      if (field()?.value === text) { say("saved"); count(); }
    } catch {
      say("failed");
      timer = setTimeout(keep, AGAIN);
    } finally {
      busy = false;
    }
    if (kept === text && field()?.value !== text) timer = setTimeout(keep, PAUSE);
  }

  kept = field()?.defaultValue ?? null;
  document.addEventListener("input", ({ target }) => {
    if (target !== field()) return;
    kept ??= target.defaultValue;
    say(target.value === kept ? "saved" : "typing");
    clearTimeout(timer);
    timer = setTimeout(keep, PAUSE);
  });
  document.addEventListener("submit", (event) => {
    if (event.target !== form()) return;
    event.preventDefault();
    keep();
  });
  document.addEventListener("visibilitychange", () => { if (document.hidden) keep(true); });
  addEventListener("pagehide", () => keep(true));
})();
