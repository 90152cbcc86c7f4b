// The live table: a frame is the board at a version and a revision, or what changed since another one. Ignore older frames;
// if one builds on a board that this page doesn't show, reconnect to get the whole board.
(() => {
  const live = document.getElementById("live");
  if (!live) return;
  const words = live.dataset;
  const board = () => document.getElementById("table");
  const shown = () => Number(board()?.dataset.version ?? words.version);
  const revision = () => Number(board()?.dataset.revision ?? 0);
  const mark = () => `${shown()}.${revision()}`;
  const isNewer = (version, its) => version > shown() || (version === shown() && its > revision());
  const PATIENCE = 10000;
  const page = crypto.getRandomValues(new Uint32Array(4)).join("-"); // a name for this page: the answer to its own move doesn't come by socket again
  let wasLive = false, lastSeen = new Date(), lostAt = 0, here = null, sentAt = 0;

  function show(state, sentence = "", reload = false) {
    live.dataset.state = state;
    live.querySelector(".live-word").textContent = words[state] ?? "";
    const strip = document.getElementById("strip");
    if (!strip) return;
    strip.hidden = !sentence;
    strip.querySelector(".strip-words").textContent = sentence;
    strip.querySelector(".strip-reload").hidden = !reload;
  }
  function away(tries) {
    lostAt ||= Date.now();
    const time = lastSeen.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: document.documentElement.dataset.zone });
    show("reconnecting", tries > 1 || !navigator.onLine ? words.off.replace("{time}", time) : "");
  }
  const socket = words.address && tenSocket({
    address: () => `${words.address}?page=${page}&v=${shown() < 0 ? shown() : mark()}${lostAt ? `&away=${Math.ceil((Date.now() - lostAt) / 1000)}` : ""}`,
    hear,
    connecting(tries) { if (!wasLive && tries === 0) show("connecting"); },
    heard() {
      wasLive = true;
      lastSeen = new Date();
      lostAt = 0;
      if (live.dataset.state !== "live") show("live");
    },
    lost: away,
    over(code) { show("off-line", code === 4401 ? words.signedOut : words.ended, true); },
  });

  function renew() { // not while a form is being submitted: its response is the next page, and may set a new guest's cookie
    const wait = sentAt + PATIENCE - Date.now();
    if (wait > 0) setTimeout(renew, wait);
    else location.reload();
  }
  document.addEventListener("submit", (event) => { if (!event.defaultPrevented) sentAt = Date.now(); });

  function hear(news) {
    if (news.reload && !(news.html && shown() >= 0)) renew(); // a room becomes a table; a table already shows the board
    else if (news.here) { here = news; presence(); }
    else if (news.talk) document.dispatchEvent(new CustomEvent("ten:talk"));
    else if (news.html && !board()) renew();
    else if (news.html && isNewer(news.version, news.revision ?? 0)) {
      if (window.tenBeats?.isPlaying()) { queue.push(news); tenBeats.hurry(); }
      else if (news.since && news.since !== mark() && asking !== null) later = news; // it builds on the response, which is on its way
      else if (news.since && news.since !== mark()) socket.again();
      else if (hasBeats(news.html)) tenBeats.show(news.html);
      else htmx.swap({ text: news.html, target: board(), swap: "outerMorph", sourceElement: board() });
    }
  }
  const hasBeats = (html) => html.includes("<ten-beat") && window.tenBeats;
  const queue = []; // boards that came while the beats of another were shown
  document.addEventListener("ten:shown", () => { while (queue.length && !tenBeats.isPlaying()) hear(queue.shift()); });
  function presence() {
    if (here) for (const seat of document.querySelectorAll("[data-presence]")) {
      seat.classList.toggle("is-here", here.here.includes(Number(seat.dataset.presence)));
    }
  }
  function sync() { // copy the state from the board's area to the table
    Object.assign(board()?.dataset ?? {}, document.getElementById("state")?.dataset);
  }
  function turn() {
    const data = board()?.dataset;
    const mine = data?.status === "playing" && data.seat !== "" && data.waiting.split(" ").includes(data.seat);
    live.toggleAttribute("data-turn", mine);
    document.dispatchEvent(new CustomEvent("ten:turn", { detail: { mine } }));
  }
  const say = (text) => document.dispatchEvent(new CustomEvent("ten:said", { detail: { text } }));

  // --- own moves, by POST: one at a time, and never show an older board over a newer one; doesn't apply to the panels beside it ---
  const ofBoard = ({ target, sourceElement }) => target?.id === "table" || target === "#table" || Boolean(sourceElement?.closest?.("#table"));
  let later = null; // a board that came by socket before the response it builds on
  let asking = null; // the version a move was sent for; a frame may show the next board before the response arrives
  document.addEventListener("htmx:config:request", (event) => {
    const { ctx } = event.detail;
    if (asking === shown() && ofBoard(ctx) && ctx.request.method !== "GET") event.preventDefault();
    else Object.assign(ctx.request.headers, { "X-CSRFToken": tenSite.token() }, shown() < 0 ? {} : { "Ten-Shown": mark(), "Ten-Page": page });
  });
  document.addEventListener("submit", ({ target: form }) => { // frames contain no token, so add it to forms sent without htmx
    if (form.matches('#table form[method="post"]:not([data-hx-post])') && !form.querySelector('[name="csrfmiddlewaretoken"]')) {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "csrfmiddlewaretoken", value: tenSite.token() }));
    }
  }, true);
  document.addEventListener("htmx:before:request", (event) => {
    if (!ofBoard(event.detail.ctx)) return;
    asking = shown();
    board()?.setAttribute("aria-busy", "true");
  });
  document.addEventListener("htmx:finally:request", (event) => {
    if (!ofBoard(event.detail.ctx)) return;
    asking = null;
    board()?.removeAttribute("aria-busy");
    const news = later;
    later = null;
    if (news) hear(news);
    if (document.activeElement === document.body) document.getElementById("headline")?.focus({ preventScroll: true }); // the pressed button is gone
  });
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx } = event.detail;
    if (!ctx.response || ctx.swap === "none" || !ofBoard(ctx)) return;
    const [is, since] = ["Ten-Board", "Ten-Since"].map((name) => ctx.response.headers.get(name));
    const isNew = Boolean(is) && isNewer(...is.split(".").map(Number));
    const fits = isNew && (!since || since === mark());
    if (fits && !hasBeats(ctx.text)) return;
    event.preventDefault();
    if (fits) return tenBeats.show(ctx.text);
    // a frame was faster, and its animation may still be running
    if (isNew) socket?.again();
    else if (!is && ctx.response.status < 400) location.reload();
    else if (!is) say(words.failed);
  });
  document.addEventListener("htmx:response:error", (event) => { if (!event.detail.ctx.hx?.trigger && event.detail.ctx.response.status >= 500) say(words.failed); });
  document.addEventListener("htmx:error", (event) => { if (event.detail.ctx) { say(words.unsent); socket?.again(); } });
  let wasInside = false; // the focused control may disappear with this swap
  document.addEventListener("htmx:before:swap", () => { wasInside = Boolean(board()?.contains(document.activeElement)); });
  document.addEventListener("htmx:after:swap", () => {
    if (wasInside && document.activeElement === document.body) document.getElementById("headline")?.focus({ preventScroll: true });
    wasInside = false;
  });
  document.addEventListener("htmx:after:swap", sync, true); // before other scripts read it
  document.addEventListener("htmx:after:swap", () => { presence(); turn(); });
  htmx.registerExtension("ten-open", { // keep what the user has opened or closed
    htmx_before_morph_attr: (node, { attrName }) => !(attrName === "open" && node.tagName === "DETAILS"),
  });
  sync();
  turn();
  socket?.connect();
})();
