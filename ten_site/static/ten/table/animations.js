// Animate moves: pieces fly from their old place to the new one. Never on load, and input ends it at once.
(() => {
  const FLIGHT = 260, FLIP = 180, APART = 40, MOST = 2400, EASE = "cubic-bezier(.2,.7,.2,1)", RING = 1200, NEAR = 2;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let before = null, running = [];

  const pieces = () => [...document.querySelectorAll("#table [data-piece]")].filter((piece) => piece.getClientRects().length);
  const middle = (rect) => ({ x: rect.left + rect.width / 2, y: rect.top + rect.height / 2, width: rect.width });
  function remember() {
    finish();
    before = new Map();
    for (const piece of pieces()) {
      const parent = piece.parentElement;
      before.set(piece.dataset.piece, { at: middle(piece.getBoundingClientRect()), parent, parentAt: middle(parent.getBoundingClientRect()) });
    }
  }
  function whence(piece) { // where the piece comes from, or null
    const known = before.get(piece.dataset.piece);
    if (!known) {
      const from = piece.dataset.enter && (before.get(piece.dataset.enter)?.at ?? place(piece.dataset.enter));
      return from ? { ...from, isNew: true } : null;
    }
    if (known.parent !== piece.parentElement) return known.at;
    const now = middle(piece.parentElement.getBoundingClientRect()), to = middle(piece.getBoundingClientRect());
    const along = { x: known.at.x + now.x - known.parentAt.x, y: known.at.y + now.y - known.parentAt.y, width: known.at.width };
    return gap(along, to) < gap(known.at, to) ? along : known.at; // ignore shifts of the surrounding layout
  }
  const gap = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
  function place(key) {
    const node = document.querySelector(`#table [data-piece="${CSS.escape(key)}"]`) ?? document.getElementById(key);
    return node?.getClientRects().length ? middle(node.getBoundingClientRect()) : null;
  }
  function scaleOf(piece, rect) { // the zoom of the board around the piece
    if (piece.offsetWidth) return rect.width / piece.offsetWidth || 1;
    return piece.getScreenCTM?.()?.a || 1;
  }
  function fly() {
    const flights = [];
    if (before) for (const piece of pieces()) {
      const from = whence(piece), rect = piece.getBoundingClientRect(), to = middle(rect);
      if (!from || !rect.width) continue;
      const flips = Boolean(from.isNew) && piece.hasAttribute("data-flip"); // pieces that were on the board are face up already
      if (gap(from, to) > NEAR || from.isNew) flights.push({ piece, from, to, scale: scaleOf(piece, rect), flips });
    }
    before = null;
    if (calm.matches) return ring(flights.slice(0, 12));
    const apart = Math.min(APART * 3, (MOST - FLIGHT - FLIP) / Math.max(1, flights.length));
    let wait = 0;
    for (const flight of flights) {
      launch(flight, wait);
      if (flight.from.isNew) wait += flight.flips ? apart : Math.min(apart, APART);
    }
  }
  function launch({ piece, from, to, scale, flips }, delay) {
    const x = (from.x - to.x) / scale, y = (from.y - to.y) / scale, size = Math.min(4, Math.max(0.25, from.width / to.width || 1));
    const options = { duration: FLIGHT, delay, easing: EASE, fill: "backwards" };
    const path = [{ translate: `${x}px ${y}px`, scale: String(size), zIndex: 5 }, { translate: "0 0", scale: "1", zIndex: 5 }];
    running.push(piece.animate(path, options));
    if (flips) {
      const turn = [{ rotate: "y 90deg" }, { rotate: "y 0deg" }];
      running.push(piece.animate(turn, { duration: FLIP, delay: delay + FLIGHT - FLIP, easing: EASE, fill: "backwards" }));
    }
  }
  function ring(flights) {
    for (const { piece } of flights) piece.setAttribute("data-ring", "");
    setTimeout(() => { for (const { piece } of flights) piece.removeAttribute("data-ring"); }, RING);
  }
  function finish() {
    for (const animation of running) animation.finish();
    running = [];
  }
  const isTable = (event) => event.detail.tasks?.some((task) => task.target?.closest?.("#table") && task.swapSpec?.style !== "none");
  document.addEventListener("htmx:before:swap", (event) => {
    if (event.defaultPrevented) return;
    before = null;
    if (isTable(event) && !document.hidden) remember();
  });
  document.addEventListener("htmx:after:swap", fly);
  for (const input of ["pointerdown", "keydown", "wheel"]) addEventListener(input, finish, { passive: true, capture: true });
})();
