// TEN Tiles: pan and zoom the board; the first click chooses a cell, the second places the tile. The page also works without
// this script. All listeners are on the document, because the table can be swapped at any time.
(() => {
  "use strict";

  const LEAST = 22, MOST = 150, STEP = 1.25, SLACK = 6;
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const sheet = new CSSStyleSheet();  // style attributes would be lost in a swap, and the content security policy forbids them
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

  const state = { version: "", chosen: "", lifted: "", last: "", middle: null, whole: false, byPointer: false };
  const byId = (id) => document.getElementById(id);
  const form = () => document.querySelector("form#tiles-form");
  const cells = () => [...document.querySelectorAll("#tiles-plane .cell")];
  const lifts = () => [...document.querySelectorAll("#tiles-plane .lift input")];
  const place = (text) => text.split(",").map(Number);

  // --- the view: the size of a cell, and what is in the middle --------------------------------------------------------

  const cellSize = () => byId("tiles-plane").getBoundingClientRect().width / columns();
  const columns = () => Number(byId("tiles-plane").className.match(/columns-(\d+)/)[1]);

  // The board position under a point of the window, in the coordinates of the game.
  function placeAt(x, y) {
    const box = byId("tiles-plane").getBoundingClientRect(), view = byId("tiles-view").dataset, size = cellSize();
    return [(x - box.left) / size + Number(view.left), (y - box.top) / size + Number(view.top)];
  }

  function bring([x, y], toX, toY) {
    const view = byId("tiles-view"), size = cellSize(), box = byId("tiles-plane").getBoundingClientRect();
    view.scrollLeft += box.left + (x - Number(view.dataset.left)) * size - toX;
    view.scrollTop += box.top + (y - Number(view.dataset.top)) * size - toY;
  }

  function middle() {
    const box = byId("tiles-view").getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  }

  function remember() {
    const view = byId("tiles-view"), plane = byId("tiles-plane")?.getBoundingClientRect();
    if (!view) return;
    state.middle = placeAt(...middle());
    view.classList.toggle("roomy", plane.width <= view.clientWidth && plane.height <= view.clientHeight);
  }

  function zoom(factor, x, y) {
    const size = Math.min(MOST, Math.max(LEAST, cellSize() * factor)), [midX, midY] = middle();
    const under = placeAt(x ?? midX, y ?? midY);
    sheet.replaceSync(`#tiles-plane { --cell: ${size.toFixed(2)}px; }`);
    state.whole = false;
    bring(under, x ?? midX, y ?? midY);
    remember();
  }

  function fit() {
    const view = byId("tiles-view"), plane = byId("tiles-plane").className, rows = Number(plane.match(/rows-(\d+)/)[1]);
    sheet.replaceSync("");
    state.whole = true;
    const whole = Math.min((view.clientWidth - 8) / columns(), (view.clientHeight - 8) / rows);
    if (whole < cellSize() - 0.5) {  // too small for fingers, so only on request
      sheet.replaceSync(`#tiles-plane { --cell: ${Math.max(LEAST, whole).toFixed(2)}px; }`);
    }
    remember();
  }

  // The board or the window has changed size: keep the middle in place, or keep showing the whole board.
  function keep() {
    const data = byId("tiles-view").dataset, table = document.querySelector("#tiles-plane table");
    if (state.whole) fit();
    const half = (length, from) => Number(from) + length / 2;
    bring(state.middle ?? [half(columns(), data.left), half(table.rows.length - 1, data.top)], ...middle());
  }

  // Scroll to the tile placed last.
  function show(at) {
    const view = byId("tiles-view").getBoundingClientRect(), size = cellSize(), [x, y] = place(at);
    const box = byId("tiles-plane").getBoundingClientRect(), data = byId("tiles-view").dataset;
    const left = box.left + (x - Number(data.left)) * size, top = box.top + (y - Number(data.top)) * size;
    const by = (start, from, to) => (start < from ? start - from - SLACK : Math.max(0, start + size - to + SLACK));
    byId("tiles-view").scrollLeft += by(left, view.left, view.right);
    byId("tiles-view").scrollTop += by(top, view.top, view.bottom);
    remember();
  }

  // --- choosing -------------------------------------------------------------------------------------------------------

  const source = () => form().querySelector("input[name=from]:checked, input[name=end]:checked") ?? form();
  const isLost = (at) => state.lifted !== "" && source().dataset.lost.split(" ").includes(at);
  const say = (text) => document.dispatchEvent(new CustomEvent("ten:said", { detail: { text } }));

  function consequence(at) {
    const here = cells(), index = here.findIndex((cell) => cell.value === at), words = form().dataset;
    const worth = Number(source().dataset.worths.split(" ")[index]);
    if (worth === 10) return words.ten;
    const row = worth > 10 ? words.over : worth > 0 ? words.row : "";
    const texts = [row.replace("{n}", worth), here[index].dataset.closes ?? ""].filter(Boolean);
    return texts.length ? texts.join(". ") : words.ends;
  }

  function refuse(at) {
    if (form().dataset.do === "shift" && state.lifted === "") return form().dataset.liftFirst;
    return isLost(at) ? form().dataset.lostWhy : "";
  }

  // Choices apply only to the board they were made on. A click may come before the swap event.
  function sync() {
    const table = byId("table"), version = `${table?.dataset.game} ${table?.dataset.version}`;
    if (version === state.version) return;
    state.version = version;
    state.lifted = document.querySelector("#tiles-plane .lift input[checked]")?.value ?? "";
    state.chosen = form()?.dataset.chosen ?? "";
  }

  function choose(at) {
    const why = at && refuse(at);
    if (why) return say(why);
    state.chosen = at;
    paint();
    if (at) byId("tiles-say").textContent = consequence(at);
    began();
  }

  function ghost(cell, isChosen) {
    const number = source().dataset.number, drawn = cell.querySelector(".face");
    cell.classList.toggle("chosen", isChosen);
    if (!isChosen) return drawn?.remove();
    const href = `#${form().dataset.material}-${number}`;
    if (drawn?.firstElementChild.getAttribute("href") === href) return;
    cell.innerHTML = `<svg class="face" aria-hidden="true"><use href="${href}"></use></svg>`;
  }

  function paintButton() {
    const go = byId("tiles-go"), data = go.dataset, number = source().dataset.number;
    data.first ??= JSON.stringify([go.querySelector("strong").textContent, go.querySelector("small").textContent]);
    const isReady = state.chosen !== "";
    let [label, text] = JSON.parse(data.first);
    if (isReady) [label, text] = [data.label.replace("{n}", number), consequence(state.chosen)];
    else if (state.lifted) [label, text] = [data.lifted.replace("{n}", number), data.choose];
    go.classList.toggle("off", !isReady);
    isReady ? go.removeAttribute("aria-disabled") : go.setAttribute("aria-disabled", "true");
    go.type = isReady ? "submit" : "button";
    isReady ? (go.name = data.field, go.value = state.chosen) : (go.removeAttribute("name"), go.removeAttribute("value"));
    go.querySelector("strong").textContent = label;
    go.querySelector("small").textContent = text;
  }

  function paint() {
    if (!form()) return;
    for (const input of lifts()) input.checked = input.value === state.lifted;
    byId("tiles-view").classList.toggle("nothing-lifted", form().dataset.do === "shift" && !state.lifted);
    if (state.chosen && refuse(state.chosen)) state.chosen = "";
    for (const cell of cells()) {
      ghost(cell, cell.value === state.chosen);
      cell.classList.toggle("off", isLost(cell.value));
    }
    paintButton();
    rove();
  }

  // One tab stop: the chosen cell, or the first one that can be chosen; arrow keys move on from there.
  function rove() {
    const all = [...lifts(), ...cells()], here = document.activeElement;
    const stop = all.includes(here) ? here : all.find((item) => item.value === (state.chosen || state.lifted)) ?? all[0];
    for (const item of all) item.tabIndex = item === stop ? 0 : -1;
    for (const tile of document.querySelectorAll("#tiles-plane .tile.off")) tile.tabIndex = -1;
  }

  function lift(at) {
    state.lifted = at;
    state.chosen = "";
    paint();
    began();
  }

  // draft.js keeps the chosen cell and the lifted tile.
  const began = () => document.dispatchEvent(new CustomEvent("ten:draft"));
  document.addEventListener("ten:draft-save", ({ detail }) => {
    if (form() && (state.lifted || state.chosen)) detail.tiles = [state.lifted, state.chosen];
  });
  document.addEventListener("ten:draft-load", ({ detail }) => {
    if (!form() || !detail.tiles) return;
    sync();
    const [lifted, chosen] = detail.tiles;
    state.lifted = lifts().some((input) => input.value === lifted) ? lifted : "";
    state.chosen = cells().some((cell) => cell.value === chosen) ? chosen : "";
    paint();
  });

  // --- keys -----------------------------------------------------------------------------------------------------------

  // The next item in that direction: near, and not far to the side.
  function next(from, [stepX, stepY], items) {
    const [x, y] = place(from.value);
    const far = (item) => {
      const [itemX, itemY] = place(item.value), dx = itemX - x, dy = itemY - y;
      const ahead = dx * stepX + dy * stepY, aside = Math.abs(dx * stepY) + Math.abs(dy * stepX);
      return ahead > 0 ? ahead + 2 * aside : Infinity;
    };
    return items.filter((item) => far(item) < Infinity).sort((one, two) => far(one) - far(two))[0];
  }

  function nearest(at, items) {
    const [x, y] = place(at), far = (item) => Math.hypot(place(item.value)[0] - x, place(item.value)[1] - y);
    return [...items].sort((one, two) => far(one) - far(two))[0];
  }

  function candidates() {
    if (form()?.dataset.do !== "shift") return cells();
    return state.lifted ? cells().filter((cell) => !isLost(cell.value)) : lifts();
  }

  function focus(item) {
    if (!item) return;
    item.focus({ preventScroll: true });
    rove();
    show(item.value);
  }

  function onArrow(event) {
    const here = event.target;
    if (!here.matches(".cell, .lift input")) return;
    event.preventDefault();
    focus(next(here, ARROWS[event.key], candidates()));
  }

  function putBack() {
    const at = state.lifted;
    lift("");
    focus(lifts().find((input) => input.value === at));
  }

  document.addEventListener("keydown", (event) => {
    state.byPointer = false;
    sync();
    if (!event.target.closest?.("#tiles-view") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) onArrow(event);
    else if (event.key === "+" || event.key === "=") zoom(STEP);
    else if (event.key === "-") zoom(1 / STEP);
    else if (event.key === "0") fit();
    else if (event.key === "Escape" && form() && (state.lifted || state.chosen)) state.lifted ? putBack() : choose("");
    else if (event.key === "Enter" && event.target.matches(".lift input")) { event.preventDefault(); event.target.click(); }
  });

  document.addEventListener("focusin", (event) => {
    if (state.byPointer || !event.target.matches?.("#tiles-plane .cell")) return;
    sync();
    if (state.chosen !== event.target.value && !refuse(event.target.value)) choose(event.target.value);
  });

  // --- clicks: the first chooses, the second places -------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    sync();
    if (pan.moved && event.target.closest("#tiles-view")) {
      pan.moved = false;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const cell = event.target.closest("#tiles-plane .cell"), tool = event.target.closest("[data-zoom]");
    if (cell && (refuse(cell.value) || state.chosen !== cell.value)) {
      event.preventDefault();
      if (refuse(cell.value)) event.stopPropagation();  // or the toast would disappear at once
      choose(cell.value);
    } else if (tool) {
      tool.dataset.zoom === "fit" ? fit() : zoom(tool.dataset.zoom === "in" ? STEP : 1 / STEP);
    } else if (event.target.closest("#tiles-near")) {
      near(localStorage.getItem("ten-near") !== "off" ? "off" : "on");
    } else if (event.target.matches(".lift input")) {
      lift(state.lifted === event.target.value ? "" : event.target.value);
      if (!state.byPointer && state.lifted) focus(nearest(state.lifted, candidates()));
    }
  }, true);

  document.addEventListener("change", (event) => { if (event.target.matches(".ends input")) paint(); });

  function near(value) {
    if (value) localStorage.setItem("ten-near", value);
    const is = localStorage.getItem("ten-near") ?? "on";
    document.documentElement.dataset.near = is;
    byId("tiles-near")?.setAttribute("aria-pressed", String(is === "on"));
  }

  // --- mouse, wheel and fingers ---------------------------------------------------------------------------------------

  const pan = { from: null, moved: false }, pinch = { apart: 0 };

  document.addEventListener("pointerdown", (event) => {
    state.byPointer = true;
    pan.moved = false;
    if (event.pointerType !== "mouse" || event.button !== 0 || !event.target.closest?.("#tiles-view")) return;
    const view = byId("tiles-view");
    pan.from = [event.clientX + view.scrollLeft, event.clientY + view.scrollTop, event.clientX, event.clientY];
  });

  document.addEventListener("pointermove", (event) => {
    const view = byId("tiles-view");
    if (!pan.from || !view) return;
    const [x, y, startX, startY] = pan.from;
    if (!pan.moved && Math.hypot(event.clientX - startX, event.clientY - startY) < SLACK) return;
    pan.moved = true;
    view.classList.add("dragging");
    view.scrollTo(x - event.clientX, y - event.clientY);
  });

  for (const name of ["pointerup", "pointercancel"]) {
    document.addEventListener(name, () => {
      pan.from = null;
      byId("tiles-view")?.classList.remove("dragging");
    });
  }

  document.addEventListener("dragstart", (event) => { if (event.target.closest?.("#tiles-view")) event.preventDefault(); });

  document.addEventListener("wheel", (event) => {
    if (!event.target.closest?.("#tiles-view") || event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    const before = cellSize(), factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015));
    if (event.deltaY === 0 || (factor > 1 ? before >= MOST : before <= LEAST)) return;  // let the page scroll
    event.preventDefault();
    zoom(factor, event.clientX, event.clientY);
  }, { passive: false });

  const spread = (touches) => Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY);

  document.addEventListener("touchstart", (event) => {
    if (event.touches.length !== 2 || !event.target.closest?.("#tiles-view")) return;
    event.preventDefault();
    pinch.apart = spread(event.touches);
  }, { passive: false });

  document.addEventListener("touchmove", (event) => {
    if (!pinch.apart || event.touches.length !== 2) return;
    event.preventDefault();
    const [one, two] = event.touches, apart = spread(event.touches);
    zoom(apart / pinch.apart, (one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2);
    pinch.apart = apart;
  }, { passive: false });

  document.addEventListener("touchend", () => { pinch.apart = 0; });
  document.addEventListener("scroll", (event) => { if (event.target.id === "tiles-view") remember(); }, true);

  // --- after every swap, and at the start -----------------------------------------------------------------------------

  function refresh() {
    const view = byId("tiles-view");
    if (!view) return;
    near();
    sync();
    if (byId("tiles-form").classList.contains("over") && !state.over) {  // the game is over: show the whole board
      state.over = state.whole = true;
      state.middle = null;
    }
    keep();
    if (view.dataset.last && view.dataset.last !== state.last) show(view.dataset.last);
    state.last = view.dataset.last;
    paint();
    remember();
    if (wasInside && document.activeElement === document.body) view.focus({ preventScroll: true });
    wasInside = false;
  }

  // A moved tile flies from its old cell. These listeners run before those of animations.js, which start the flight.
  let lay = [];
  const tilePlaces = () => [...document.querySelectorAll("#tiles-plane td:has(.tile)")].map(placeOf);
  const data = () => byId("tiles-view").dataset;
  function placeOf(td) { return `${td.cellIndex - 1 + Number(data().left)},${td.parentElement.rowIndex - 1 + Number(data().top)}`; }

  function noteFlight() {
    const now = tilePlaces(), [from] = lay.filter((at) => !now.includes(at)), piece = document.querySelector("td.last > [data-enter]");
    if (!from || !piece) return;
    const [x, y] = place(from), row = document.querySelector("#tiles-plane table").rows[y - Number(data().top) + 1];
    const td = row?.cells[x - Number(data().left) + 1];
    if (td) td.id = piece.dataset.enter = "tiles-left";
  }

  let wasInside = false;  // whether the focus was on the board; the focused cell may be gone
  document.addEventListener("htmx:before:swap", () => {
    if (byId("tiles-view")) lay = tilePlaces();
    wasInside = Boolean(document.activeElement?.closest?.("#tiles-view"));
  }, true);
  document.addEventListener("htmx:after:swap", () => { if (byId("tiles-view")) noteFlight(); }, true);
  document.addEventListener("htmx:after:swap", refresh, true);
  window.addEventListener("resize", () => { if (byId("tiles-view")) keep(); });
  refresh();
})();
