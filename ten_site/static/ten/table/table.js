// The frame of a table: the toast, what is new, scrolling the log, keys that read out parts of the table, and the sound.
(() => {
  const board = () => document.getElementById("table");
  const said = document.getElementById("said"), told = document.getElementById("told");
  const kept = tenSite.kept("localStorage");

  // --- the toast: refusals, and why an action isn't possible now ---
  let isNews = false; // shown by this very click, so don't clear it
  function say(text, rule = "") {
    if (!said) return;
    stand();
    said.textContent = "";
    isNews = true;
    if (!text) return;
    said.append(text);
    if (rule?.startsWith("/")) {
      const link = document.createElement("a");
      link.href = rule;
      link.textContent = document.querySelector(".nav-rules")?.textContent ?? rule;
      said.append(" ", link);
    }
  }
  function stand() { // place the toast above the action bar
    const bar = [...document.querySelectorAll("#table .actions")].find((part) => part.offsetHeight);
    const above = bar ? Math.max(0, innerHeight - bar.getBoundingClientRect().top) : 0;
    said.style.setProperty("--said-above", `${Math.min(above, innerHeight / 2)}px`);
  }
  document.addEventListener("ten:said", (event) => say(event.detail.text ?? event.detail.value ?? "", event.detail.rule));
  document.addEventListener("click", () => { isNews = false; }, true);
  document.addEventListener("click", (event) => {
    const off = event.target.closest?.("[data-why].off, [data-why][aria-disabled='true']");
    if (off) { event.preventDefault(); say(off.dataset.why, off.dataset.rule); }
    else if (said?.textContent && !isNews && !said.contains(event.target)) say("");
  });
  document.addEventListener("invalid", (event) => { // in our own words and place, not the browser's
    const needed = event.target.closest("[data-needed]");
    if (needed) { event.preventDefault(); say(needed.dataset.needed); }
  }, true);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") say(""); });

  // --- the log: mark what is new, and keep its end in sight ---
  const number = (line) => line.id.slice(1).split("-").reduce((sum, part) => sum * 1000 + Number(part), 0);
  const lines = () => [...document.querySelectorAll("#log > li[id^='e']")];
  const seat = board()?.dataset ?? {};
  const place = `ten.seen.${seat.game}.${seat.seat}`, visit = document.getElementById("visit"); // for users who are logged in, the site remembers it
  const newest = () => Math.max(-1, ...lines().map(number));
  let looked = visit ? Number(visit.dataset.seen) * 1000 + 999 : Number(kept.get(place) ?? -1), last = newest(), atEnd = true;
  function look() {
    if (!visit && !document.hidden && lines().length) kept.set(place, String(newest()));
  }
  function divide() {
    document.getElementById("since")?.remove();
    const first = looked >= 0 && lines().find((line) => number(line) > looked);
    if (!first || first === lines()[0]) return;
    const since = document.createElement("li");
    since.id = "since";
    since.className = "since";
    since.textContent = document.getElementById("log-box").dataset.new;
    first.before(since);
  }
  const scroll = () => document.getElementById("log-scroll");
  const toEnd = () => { const log = scroll(); if (log) log.scrollTop = log.scrollHeight; };
  document.addEventListener("htmx:before:swap", () => {
    const log = scroll();
    atEnd = !log || log.scrollHeight - log.scrollTop - log.clientHeight < 30;
  });
  document.addEventListener("htmx:after:swap", (event) => {
    divide();
    if (atEnd) toEnd();
    const fresh = lines().filter((line) => number(line) > last);
    last = Math.max(last, ...fresh.map(number));
    const isOwn = Boolean(event.detail.ctx?.response);
    if (fresh.length && !isOwn) tell(sentences([...fresh.slice(-4).map((line) => line.lastElementChild.textContent), headline()]));
    else if (fresh.length && document.activeElement !== document.body) tell(headline());
    look();
  });
  let railAt = null; // if the rail is below the board and being read, keep it in place
  const rail = () => document.querySelector("#table > .rail");
  document.addEventListener("htmx:before:swap", () => {
    const top = rail()?.getBoundingClientRect().top;
    railAt = top < innerHeight / 2 && rail().offsetLeft === document.getElementById("content").offsetLeft ? top : null;
  });
  document.addEventListener("htmx:after:swap", () => {
    if (railAt !== null && rail()) scrollBy({ top: rail().getBoundingClientRect().top - railAt, behavior: "instant" });
    railAt = null;
  });
  let wasOver = board()?.dataset.status === "finished";
  document.addEventListener("htmx:after:swap", () => { // scroll up to the result when the game ends
    const isOver = board()?.dataset.status === "finished", head = document.getElementById("headline");
    if (isOver && !wasOver && head && head.getBoundingClientRect().top < 0) scrollTo({ top: 0, behavior: "instant" });
    wasOver = isOver;
  });
  document.addEventListener("visibilitychange", () => {
    if (visit) { if (document.hidden) looked = newest(); } else if (!document.hidden) looked = Number(kept.get(place) ?? -1);
    if (document.hidden) return;
    divide();
    look();
  });

  // --- the receipt of your last move ---
  let receipt = null;
  function show() {
    const line = document.getElementById("receipt");
    if (line && receipt) line.textContent = line.dataset.recorded.replace("{number}", receipt.version).replace("{hash}", receipt.receipt);
    if (atEnd) toEnd();
  }
  document.addEventListener("ten:moved", (event) => { receipt = event.detail; show(); });
  document.addEventListener("htmx:after:swap", show);

  // --- for screen readers: what happened, and single keys that read out parts of the table ---
  const { tidy, sentences } = tenSite;
  function words(node) { // what a screen reader would read out
    const copy = node.cloneNode(true);
    for (const part of copy.querySelectorAll("[aria-hidden='true'], [hidden], script")) part.remove();
    for (const part of copy.querySelectorAll("p, li, h2, h3, dd, td, .visually-hidden")) part.before(" "), part.append(" ");
    return copy.textContent;
  }
  const headline = () => tidy(document.getElementById("headline")?.textContent);
  const read = (part) => sentences([...document.querySelectorAll(`#table [data-read~="${part}"]`)].map((node) => node.getAttribute("aria-label") || words(node)));
  function tell(text) { if (told) { told.textContent = ""; requestAnimationFrame(() => { told.textContent = text; }); } }
  const keys = {
    l: () => tidy(lines().at(-1)?.lastElementChild.textContent),
    t: () => [headline(), tidy(document.getElementById("detail")?.textContent), read("totals")].filter(Boolean).join(" "),
    m: () => read("market"),
    o: () => read("others"),
  };
  const wantsKeys = () => kept.get("ten.keys") !== "off";
  document.addEventListener("keydown", (event) => {
    const reader = keys[event.key.toLowerCase()];
    if (!reader || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !wantsKeys()) return;
    if (event.target.closest?.("input, textarea, select, [contenteditable]")) return;
    tell("");
    say(reader() || told?.dataset.none);
  });

  // --- the sound: off by default ---
  let audio = null, wasMine = document.getElementById("live")?.hasAttribute("data-turn");
  const wantsSound = () => (kept.get("ten.sound") ?? ("soundOn" in document.documentElement.dataset ? "on" : "")) === "on";
  function tick() {
    audio ??= new AudioContext();
    audio.resume();
    const tone = audio.createOscillator(), volume = audio.createGain(), now = audio.currentTime;
    tone.frequency.setValueAtTime(880, now);
    tone.frequency.exponentialRampToValueAtTime(440, now + 0.09);
    volume.gain.setValueAtTime(0.12, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
    tone.connect(volume).connect(audio.destination);
    tone.start(now);
    tone.stop(now + 0.13);
  }
  document.addEventListener("ten:turn", ({ detail }) => {
    if (detail.mine && !wasMine && wantsSound() && navigator.userActivation?.hasBeenActive !== false) tick();
    wasMine = detail.mine;
  });
  document.addEventListener("change", ({ target }) => {
    if (target.matches?.("[data-sound]")) { kept.set("ten.sound", target.checked ? "on" : "off"); if (target.checked) tick(); }
    if (target.matches?.("[data-keys]")) kept.set("ten.keys", target.checked ? "on" : "off");
  });
  for (const box of document.querySelectorAll("[data-sound]")) box.checked = wantsSound();
  for (const box of document.querySelectorAll("[data-keys]")) box.checked = wantsKeys();

  divide();
  toEnd();
  document.fonts?.ready.then(() => { if (atEnd) toEnd(); }); // web fonts may be taller
  look();
  stand();
})();
