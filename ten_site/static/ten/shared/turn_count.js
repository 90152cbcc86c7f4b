// The number of games waiting for you, in the title, icon and top bar of every page, through its own socket. N opens the next.
(() => {
  const next = document.getElementById("next");
  if (!next) return;
  const words = next.dataset, plain = document.title.replace(/^\(\d+\) /, "");
  const CALM = 1000; // reload the queue on the home page at most this often
  const SURE = 1000; // a board and a count that arrive this close together are about the same move, whichever is first
  const SETTLED = 3000; // if no count has followed a board by then, it came before the board
  const LATE = 2000; // if the first count arrives this long after the page, something may have changed in between
  let count = words.count === "" ? null : Number(words.count), others = 0, heardAt = 0, isFirst = true, dirty = false, askedAt = 0, timer = 0, settling = 0;

  const mine = () => document.getElementById("live")?.hasAttribute("data-turn") ? 1 : 0; // the table on this page
  function show(fresh = false) {
    if (fresh) heardAt = Date.now();
    if (Date.now() - heardAt < SURE || !document.getElementById("live")) others = Math.max(0, (count ?? 0) - mine());
    const all = others + mine();
    document.title = all ? `(${all}) ${plain}` : plain;
    const icon = document.querySelector('link[rel="icon"]');
    const wanted = all && (document.hidden || others) ? words.iconTurn : words.icon; // not for the game on this page, if it is visible
    if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
    next.dataset.others = others;
    next.querySelector(".next-count").textContent = others || "";
    document.dispatchEvent(new CustomEvent("ten:queue", { detail: { others, fresh } }));
  }
  function tell(before) {
    const told = document.getElementById("next-told");
    if (told && before !== null && count > before) told.textContent = told.dataset.words.replace("{count}", count);
  }

  // --- the queue on the home page ---
  const queue = () => document.getElementById("queue");
  function renew() {
    clearTimeout(timer);
    if (!dirty || document.hidden || !queue()) return;
    const wait = askedAt + CALM - Date.now();
    if (wait > 0) { timer = setTimeout(renew, wait); return; }
    dirty = false;
    askedAt = Date.now();
    htmx.ajax("GET", queue().dataset.address, { target: "#queue", swap: "outerMorph" });
  }

  const socket = tenSocket({
    address: () => words.address,
    hear(news) {
      const before = count;
      clearTimeout(settling);
      if ("count" in news) count = news.count;
      if (!isFirst || count !== before || performance.now() > LATE) dirty = Boolean(queue());
      isFirst = false;
      tell(before);
      show(true);
      renew();
    },
    over() { count = null; show(true); },
  });

  document.addEventListener("ten:turn", () => {
    show();
    clearTimeout(settling);
    settling = setTimeout(() => show(true), SETTLED);
  });
  document.addEventListener("htmx:before:request", ({ detail }) => { if (detail.ctx.request.method === "POST") heardAt = 0; }); // the last count is now out of date
  document.addEventListener("visibilitychange", () => { show(); renew(); });
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "n" || event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
    if (event.target.closest?.("input:not([type=button], [type=checkbox], [type=radio], [type=submit]), textarea, select, [contenteditable]")) return;
    try { if (localStorage.getItem("ten.keys") === "off") return; } catch { /* no storage: keys are on */ }
    event.preventDefault();
    location.assign(next.href);
  });
  show();
  socket.connect();
})();
