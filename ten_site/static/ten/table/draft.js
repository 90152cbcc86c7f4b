// A choice that was begun and not sent is kept by the site: it survives a reload, and is there on another device.
// What a script of a kind knows beside the fields, it adds on `ten:draft-save` and takes back on `ten:draft-load`;
// it says `ten:draft` when that has changed. Only what the reader does is sent, never what was brought back.
(() => {
  const kept = document.getElementById("draft");
  if (!kept) return;
  const WAIT = 1000, MOST = 4096;
  const board = () => document.getElementById("table");
  const fits = () => board()?.dataset.status === "playing" && board().dataset.seat !== "";
  const state = { version: "", known: null, timer: 0, isDirty: false, isBusy: false, first: new Map() };

  // --- what was chosen: fields that are not as the page brought them, and what was folded out ---
  const TYPED = "input:not([type='hidden'], [type='password'], [type='submit'], [type='button'], [type='file']), select, textarea";
  const isBox = (field) => field.type === "checkbox" || field.type === "radio";
  const shown = (field) => (isBox(field) ? field.checked : field.value);
  const folds = () => [...document.querySelectorAll("#table details[id]")];
  function named() { // the fields of the board by name, in the order of the page
    const found = new Map();
    for (const field of document.querySelectorAll(`#table :is(${TYPED})`)) {
      if (field.name && !field.closest("[data-no-draft]")) found.set(field.name, [...(found.get(field.name) ?? []), field]);
    }
    return found;
  }
  const written = (fields) => (isBox(fields[0]) ? fields.map((field) => (field.checked ? "1" : "0")).join("") : fields.map((field) => field.value));
  function begin() { // a board that was not touched
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

  // --- bring it back ---
  function bring(data) {
    const fields = named();
    for (const [name, value] of Object.entries(data.fields ?? {})) {
      const all = fields.get(name) ?? [];
      if (all.length !== value.length) continue; // not the board that it was chosen on
      all.forEach((field, place) => { if (isBox(field)) field.checked = value[place] === "1"; else field.value = String(value[place]); });
    }
    for (const [id, open] of Object.entries(data.open ?? {})) {
      const fold = folds().find((one) => one.id === id);
      if (fold) fold.open = Boolean(open);
    }
    document.dispatchEvent(new CustomEvent("ten:draft-load", { detail: data }));
  }
  function take({ version, at, data }) { // what the site keeps, where it is newer than what is known here
    if (!fits() || String(version) !== state.version || state.isDirty || !at || at === state.known) return;
    state.known = at;
    bring(data);
  }

  // --- keep it ---
  async function send() {
    clearTimeout(state.timer);
    if (!state.isDirty || state.isBusy || !fits() || board().dataset.version !== state.version) return;
    const version = state.version, data = JSON.stringify(gather());
    if (new TextEncoder().encode(data).length > MOST) return;
    state.isDirty = false;
    try {
      const answer = await tenSite.post(kept.dataset.address, { version, data }, { keepalive: true });
      if (answer.ok && version === state.version) state.known = (await answer.json()).at;
    } catch { /* without a network it is kept on the page alone */ }
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

  // --- a move is on its way, or the board is another one: what was begun before counts no more ---
  document.addEventListener("htmx:before:request", () => { state.isBusy = true; clearTimeout(state.timer); });
  document.addEventListener("htmx:finally:request", () => { state.isBusy = false; if (state.isDirty) note(); });
  let held = {}; // a board that comes again at the same version may not take back what was begun
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

  // --- another device may have gone on with it ---
  async function ask() {
    if (document.hidden) { send(); return; }
    if (!fits() || !board().dataset.waiting.split(" ").includes(board().dataset.seat)) return;
    try {
      const answer = await fetch(kept.dataset.address, { headers: { Accept: "application/json" } });
      if (answer.ok) take(await answer.json());
    } catch { /* as it is */ }
  }
  document.addEventListener("visibilitychange", ask);
  addEventListener("pageshow", (event) => { if (event.persisted) ask(); });

  begin();
  if (kept.dataset.kept) take({ version: board()?.dataset.version, ...JSON.parse(kept.dataset.kept) });
})();
