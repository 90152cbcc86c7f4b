// Report regularly that the user is looking at this table, and up to which move: it holds back notifications, and the log marks
// later moves as new.
(() => {
  const visit = document.getElementById("visit");
  if (!visit) return;
  const EVERY = 25000, SOON = 1500, APART = 10000, PRESENT = 180000; // milliseconds; an open page doesn't mean that someone is looking
  const SIGNS = ["pointermove", "pointerdown", "wheel", "keydown", "focusin"];
  const shown = () => Number(document.getElementById("table")?.dataset.version ?? 0);
  const isPresent = () => Date.now() - movedAt < PRESENT;
  const isLooked = () => !document.hidden && document.hasFocus() && isPresent();
  let saidAt = 0, movedAt = Date.now(), seen = Number(visit.dataset.seen);

  function say(looking) {
    saidAt = Date.now();
    const isReeling = document.getElementById("reel")?.classList.contains("is-running"); // not everything has been shown yet
    if (!isReeling && isPresent()) seen = shown();
    const fields = { number: seen, looking: looking ? 1 : 0 };
    if (looking) tenSite.post(visit.dataset.address, fields).catch(() => { /* repeated soon */ });
    else navigator.sendBeacon?.(visit.dataset.address, new URLSearchParams({ csrfmiddlewaretoken: tenSite.token(), ...fields }));
  }
  const now = () => { if (isLooked()) say(true); };
  setTimeout(now, SOON);
  setInterval(now, EVERY);
  for (const sign of SIGNS) addEventListener(sign, () => {
    const isBack = !isPresent();
    movedAt = Date.now();
    if (isBack) now();
  }, { passive: true, capture: true });
  addEventListener("focus", () => {
    movedAt = Date.now();
    if (Date.now() - saidAt > APART) now();
  });
  document.addEventListener("ten:reeled", now);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return say(false);
    movedAt = Date.now();
    setTimeout(now, SOON);
  });
  addEventListener("pagehide", () => { if (!document.hidden) say(false); });
})();
