// Says now and then that this table is looked at, and up to which move: messages keep still then, and the log is divided there.
(() => {
  const visit = document.getElementById("visit");
  if (!visit) return;
  const EVERY = 25000, SOON = 1500, APART = 10000;
  const shown = () => Number(document.getElementById("table")?.dataset.version ?? 0);
  const isLooked = () => !document.hidden && document.hasFocus();
  let saidAt = 0;

  function say(looking) {
    saidAt = Date.now();
    const isReeling = document.getElementById("reel")?.classList.contains("is-running"); // what still runs was not seen yet
    const fields = { number: isReeling ? visit.dataset.seen : shown(), looking: looking ? 1 : 0 };
    if (looking) tenSite.post(visit.dataset.address, fields).catch(() => { /* said again soon */ });
    else navigator.sendBeacon?.(visit.dataset.address, new URLSearchParams({ csrfmiddlewaretoken: tenSite.token(), ...fields }));
  }
  const now = () => { if (isLooked()) say(true); };
  setTimeout(now, SOON);
  setInterval(now, EVERY);
  addEventListener("focus", () => { if (Date.now() - saidAt > APART) now(); });
  document.addEventListener("ten:reeled", now);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) setTimeout(now, SOON);
    else say(false);
  });
  addEventListener("pagehide", () => { if (!document.hidden) say(false); });
})();
