// The live table: a socket that only listens. Each frame is the whole board at a version; older ones are dropped.
(() => {
  const live = document.getElementById("live");
  if (!live) return;
  const words = live.dataset;
  const board = () => document.getElementById("table");
  const shown = () => Number(board()?.dataset.version ?? words.version);
  const FIRST = 500, LONGEST = 15000, PATIENCE = 10000;
  let socket = null, timer = 0, tries = 0, ended = false, wasLive = false, lastSeen = new Date(), hiddenAt = 0, here = null, sentAt = 0;

  function show(state, sentence = "", reload = false) {
    live.dataset.state = state;
    live.querySelector(".live-word").textContent = words[state] ?? "";
    const strip = document.getElementById("strip");
    if (!strip) return;
    strip.hidden = !sentence;
    strip.querySelector(".strip-words").textContent = sentence;
    strip.querySelector(".strip-reload").hidden = !reload;
  }
  function away() {
    const time = lastSeen.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: document.documentElement.dataset.zone });
    show("reconnecting", tries > 1 || !navigator.onLine ? words.off.replace("{time}", time) : "");
  }
  function connect() {
    clearTimeout(timer);
    if (ended || !words.address) return;
    const old = socket;
    socket = null;
    old?.close();
    if (!wasLive && tries === 0) show("connecting");
    const mine = new WebSocket(location.origin.replace(/^http/, "ws") + words.address + "?v=" + shown());
    socket = mine;
    mine.onopen = () => { if (mine === socket) { tries = 0; wasLive = true; lastSeen = new Date(); show("live"); } };
    mine.onmessage = (event) => { if (mine === socket) { lastSeen = new Date(); hear(JSON.parse(event.data)); } };
    mine.onclose = (event) => {
      if (mine !== socket) return;
      socket = null;
      if (event.code >= 4400 && event.code < 4500) {
        ended = true;
        show("off-line", event.code === 4401 ? words.signedOut : words.ended, true);
        return;
      }
      const wait = Math.min(LONGEST, FIRST * 2 ** tries++);
      timer = setTimeout(connect, wait * (0.5 + Math.random() / 2));
      away();
    };
  }
  const again = () => { tries = 0; connect(); };

  function renew() { // not while a form is under way: its answer is the next page, and may bring a new guest's cookie
    const wait = sentAt + PATIENCE - Date.now();
    if (wait > 0) setTimeout(renew, wait);
    else location.reload();
  }
  document.addEventListener("submit", (event) => { if (!event.defaultPrevented) sentAt = Date.now(); });

  function hear(news) {
    if (news.reload) renew();
    else if (news.here) { here = news; presence(); }
    else if (news.html && !board()) renew();
    else if (news.html && news.version > shown()) {
      htmx.swap({ text: news.html, target: board(), swap: "outerMorph", sourceElement: board() });
    }
  }
  function presence() {
    if (here) for (const seat of document.querySelectorAll("[data-presence]")) {
      seat.classList.toggle("is-here", here.here.includes(Number(seat.dataset.presence)));
    }
  }
  const plain = document.title;
  function turn() {
    const data = board()?.dataset;
    const mine = data?.status === "playing" && data.seat !== "" && data.waiting.split(" ").includes(data.seat);
    document.title = mine ? `(1) ${plain}` : plain;
    const icon = document.querySelector('link[rel="icon"]');
    const wanted = mine && document.hidden ? words.iconTurn : words.icon; // who looks at the table needs no mark
    if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
    live.toggleAttribute("data-turn", mine);
    document.dispatchEvent(new CustomEvent("ten:turn", { detail: { mine } }));
  }
  const say = (text) => document.dispatchEvent(new CustomEvent("ten:said", { detail: { text } }));

  // --- own moves, by POST: one at a time, and never an older board over a newer one ---
  let busy = false;
  document.addEventListener("htmx:config:request", (event) => {
    if (busy && event.detail.ctx.request.method !== "GET") event.preventDefault();
    else event.detail.ctx.request.headers["X-CSRFToken"] = document.querySelector('meta[name="csrf-token"]')?.content ?? "";
  });
  document.addEventListener("submit", ({ target: form }) => { // a frame has no token: forms that go without htmx get it here
    if (form.matches('#table form[method="post"]:not([data-hx-post])') && !form.querySelector('[name="csrfmiddlewaretoken"]')) {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "csrfmiddlewaretoken", value: document.querySelector('meta[name="csrf-token"]')?.content ?? "" }));
    }
  }, true);
  document.addEventListener("htmx:before:request", () => { busy = true; board()?.setAttribute("aria-busy", "true"); });
  document.addEventListener("htmx:finally:request", () => {
    busy = false;
    board()?.removeAttribute("aria-busy");
    if (document.activeElement === document.body) document.getElementById("headline")?.focus({ preventScroll: true }); // the button is gone
  });
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx } = event.detail;
    if (!ctx.response || ctx.swap === "none") return;
    const version = /^\s*<div id="table"[^>]* data-version="(\d+)"/.exec(ctx.text);
    if (version && Number(version[1]) > shown()) return;
    event.preventDefault(); // a frame was quicker, and what it shows may still be flying
    if (!version && ctx.response.status < 400) location.reload();
    else if (!version) say(words.failed);
  });
  document.addEventListener("htmx:response:error", (event) => { if (!event.detail.ctx.hx?.trigger && event.detail.ctx.response.status >= 500) say(words.failed); });
  document.addEventListener("htmx:error", (event) => { if (event.detail.ctx) { say(words.unsent); again(); } });
  document.addEventListener("htmx:after:swap", () => { presence(); turn(); });
  htmx.registerExtension("ten-open", { // what the reader folded out stays so
    htmx_before_morph_attr: (node, { attrName }) => !(attrName === "open" && node.tagName === "DETAILS"),
  });

  // --- when the page or the network comes back ---
  addEventListener("online", again);
  addEventListener("offline", () => { socket?.close(); away(); });
  addEventListener("pageshow", (event) => { if (event.persisted) again(); });
  addEventListener("pagehide", () => { clearTimeout(timer); const old = socket; socket = null; old?.close(); });
  document.addEventListener("visibilitychange", () => {
    turn();
    if (document.hidden) hiddenAt = Date.now();
    else if (!socket || Date.now() - hiddenAt > 60000) again();
  });
  turn();
  connect();
})();
