// The site keeps unfinished choices: they survive a reload and appear on the user's other devices.
// A kind's script adds state that isn't in fields on `ten:draft-save`, restores it on `ten:draft-load`, and fires
// `ten:draft` when it changes. Only the user's own changes are sent, not restored ones.
(() => {
  const kept = document.getElementById("draft");
  if (!kept) return;
  const WAIT = 1000, MOST = 4096;
  const board = () => document.getElementById("table");
  const fits = () => board()?.dataset.status === "playing" && board().dataset.seat !== "";
  const state = { version: "", known: null, timer: 0, isDirty: false, isBusy: false, first: new Map() };

  // --- collect: fields that differ from the page as loaded, and what was opened or closed ---
  const TYPED = "input:not([type='hidden'], [type='password'], [type='submit'], [type='button'], [type='file']), select, textarea";
  const isBox = (field) => field.type === "checkbox" || field.type === "radio";
  const shown = (field) => (isBox(field) ? field.checked : field.value);
  const folds = () => [...document.querySelectorAll("#table details[id]")];
  function named() { // the fields of the board by name, in page order
    const found = new Map();
    for (const field of document.querySelectorAll(`#table :is(${TYPED})`)) {
      if (field.name && !field.closest("[data-no-draft]")) found.set(field.name, [...(found.get(field.name) ?? []), field]);
    }
    return found;
  }
  const written = (fields) => (isBox(fields[0]) ? fields.map((field) => (field.checked ? "1" : "0")).join("") : fields.map((field) => field.value));
  function begin() { // remember the untouched board
    state.version = board()?.dataset.version;
    state.first = new Map([...named()].map(([name, fields]) => [name, JSON.stringify(written(fields))]));
    for (const fold of folds()) state.first.set(`#${fold.id}`, fold.open);
  }
  function gather() {
    const data = {}, fields = {}, open = {};
    for (const [name, all] of named()) if (state.first.has(name) && JSON.stringify(written(all)) !== state.first.get(name)) fields[name] = written(all);
    for (const fold of folds()) if (state.first.has(`#${fold.id}`) && fold.open !== state.first.get(`#${fold.id}`)) open[fold.id] = fold.open;
    if (Object.keys(fields).length) data.fields = fields;
    if (Object.keys(open).length) data.open = open;
    document.dispatchEvent(new CustomEvent("ten:draft-save", { detail: data }));
    return data;
  }

  // --- restore ---
  function bring(data) {
    const fields = named();
    for (const [name, value] of Object.entries(data.fields ?? {})) {
      const all = fields.get(name) ?? [];
      if (all.length !== value.length) continue; // saved on a different board
      all.forEach((field, place) => { if (isBox(field)) field.checked = value[place] === "1"; else field.value = String(value[place]); });
    }
    for (const [id, open] of Object.entries(data.open ?? {})) {
      const fold = folds().find((one) => one.id === id);
      if (fold) fold.open = Boolean(open);
    }
    document.dispatchEvent(new CustomEvent("ten:draft-load", { detail: data }));
  }
  function take({ version, at, data }) { // restore what the site has, if it is newer than what we have
    if (!fits() || String(version) !== state.version || state.isDirty || !at || at === state.known) return;
    state.known = at;
    bring(data);
  }

  // --- save ---
  async function send() {
    clearTimeout(state.timer);
    if (!state.isDirty || state.isBusy || !fits() || board().dataset.version !== state.version) return;
    const version = state.version, data = JSON.stringify(gather());
    if (new TextEncoder().encode(data).length > MOST) return;
    state.isDirty = false;
    try {
      const answer = await tenSite.post(kept.dataset.address, { version, data }, { keepalive: true });
      if (answer.ok && version === state.version) state.known = (await answer.json()).at;
    } catch { /* without a network, it is only kept on the page */ }
  }
  function note() {
    if (!fits() || board().dataset.version !== state.version) return;
    state.isDirty = true;
    clearTimeout(state.timer);
    state.timer = setTimeout(send, WAIT);
  }
  for (const name of ["input", "change"]) document.addEventListener(name, ({ target }) => { if (target.closest?.("#table")) note(); });
  document.addEventListener("click", ({ target }) => { if (target.closest?.("#table summary")) setTimeout(note); });
  document.addEventListener("ten:draft", note);
  addEventListener("pagehide", send);

  // --- a move is being sent, or the board is new: forget the draft ---
  document.addEventListener("htmx:before:request", () => { state.isBusy = true; clearTimeout(state.timer); });
  document.addEventListener("htmx:finally:request", () => { state.isBusy = false; if (state.isDirty) note(); });
  let held = {}; // a board replaced at the same version must not lose the draft
  document.addEventListener("htmx:before:swap", () => { held = gather(); });
  document.addEventListener("htmx:after:swap", () => {
    if (board()?.dataset.version === state.version) {
      if (Object.keys(held).length) bring(held);
      return;
    }
    clearTimeout(state.timer);
    state.isDirty = false;
    state.known = null;
    begin();
  });

  // --- another device may have changed it ---
  async function ask() {
    if (document.hidden) { send(); return; }
    if (!fits() || !board().dataset.waiting.split(" ").includes(board().dataset.seat)) return;
    try {
      const answer = await fetch(kept.dataset.address, { headers: { Accept: "application/json" } });
      if (answer.ok) take(await answer.json());
    } catch { /* leave it as it is */ }
  }
  document.addEventListener("visibilitychange", ask);
  addEventListener("pageshow", (event) => { if (event.persisted) ask(); });

  begin();
  if (kept.dataset.kept) take({ version: board()?.dataset.version, ...JSON.parse(kept.dataset.kept) });
})();
