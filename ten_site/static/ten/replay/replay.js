// Replay: keys, the slider, the log and autoplay change the step without loading a new page; the URL names the step.
(() => {
  const form = document.getElementById("replay-form"), table = () => document.getElementById("table");
  if (!form || !table()) return;
  const AHEAD = 3, KEPT = 80, HEAVY = 100_000, SAID = 1500;
  const seen = new Map(); // fetched parts of pages, by step and viewer
  // steps are counted from 0 here; the table lists their names in URLs
  const at = () => Number(table().dataset.at), last = () => Number(table().dataset.end), who = () => table().dataset.who;
  const called = (step) => table().dataset.names.split(" ")[step];
  const part = (name) => document.getElementById(`replay-${name}`);
  const record = form.querySelector("textarea");
  let wanted = null, isBusy = false, timer = 0, playing = false, way = 1;

  // --- fetching: the next few steps in advance ---
  function ask(step, eyes) {
    const key = `${step} ${eyes}`;
    if (!seen.has(key)) {
      seen.set(key, fetched(step, eyes).catch((error) => { seen.delete(key); throw error; }));
      if (seen.size > KEPT) seen.delete(seen.keys().next().value);
    }
    return seen.get(key);
  }
  async function fetched(step, eyes) {
    let address = `${form.dataset.stepAddress}?${new URLSearchParams({ step: called(step), seat: eyes })}`;
    const options = { headers: { "HX-Request": "true" }, credentials: "same-origin" };
    if (record) {
      const fields = new FormData(form);
      fields.set("step", called(step));
      fields.set("seat", eyes);
      address = form.action;
      Object.assign(options, { method: "POST", body: fields });
    }
    const answer = await fetch(address, options);
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.text();
  }
  function prefetch() {
    if (record && record.value.length > HEAVY) return;
    for (let ahead = 1; ahead <= AHEAD; ahead += 1) {
      const step = at() + ahead * way;
      if (step >= 0 && step <= last()) ask(step, who()).catch(() => {});
    }
  }

  // --- showing: one step at a time; the latest request wins ---
  const aim = () => (isBusy && wanted ? wanted.step : at()); // so that several quick presses go several steps
  const eyes = () => (isBusy && wanted ? wanted.eyes : who()); // so that a choice made while a step loads is kept
  const NEXT = { "replay-back": -1, "replay-forward": 1 };
  const goalOf = (button) => (NEXT[button.id] ? aim() + NEXT[button.id] : Number(button.dataset.go));
  const isOff = (button) => !isBusy && button.getAttribute("aria-disabled") === "true";
  async function go(step, through = eyes()) {
    step = Math.min(last(), Math.max(0, step));
    way = step < at() ? -1 : 1;
    wanted = { step, eyes: through };
    if (isBusy) return;
    isBusy = true;
    while (wanted && (wanted.step !== at() || wanted.eyes !== who())) {
      const goal = wanted;
      let text;
      try { text = await ask(goal.step, goal.eyes); } catch (error) { leave(goal, error); break; }
      if (goal === wanted) await show(text);
    }
    isBusy = false;
    prefetch();
  }
  function leave({ step, eyes }, error) { // if refused, let the page itself explain; if the network failed, the user can try again
    pause();
    wanted = null;
    part("at").value = at();
    part("seat").value = who();
    if (error.message.startsWith("4") && !record) location.href = address(step, eyes);
    else document.dispatchEvent(new CustomEvent("ten:said", { detail: { text: form.dataset.failed } }));
  }
  const address = (step, eyes) => `${form.getAttribute("action")}?${new URLSearchParams({ step: called(step), seat: eyes })}`;
  async function show(text) {
    const slider = part("at"), held = document.activeElement === slider ? slider.value : null;
    await htmx.swap({ text, target: table(), swap: "outerMorph", sourceElement: table() });
    if (!record) history.replaceState(history.state, "", address(at(), who()));
    part("at").value = held !== null && wanted ? wanted.step : at();
    part("seat").value = who();
    dress();
    near();
    tell();
  }
  function tell() { // for screen readers: the step and what happened, unless autoplay is too fast to read it out
    if (playing && Number(part("speed").value) < SAID) return;
    const told = document.getElementById("told"), lines = [...document.querySelectorAll("#replay-happened > li")];
    const said = lines.length ? lines : [document.getElementById("headline")];
    if (told) told.textContent = tenSite.sentences([document.querySelector(".replay-place"), ...said].map((one) => one.textContent));
  }
  function near() { // scroll the log to this step's line, without moving the page
    const box = part("scroll"), line = box?.querySelector(".now");
    if (!box) return;
    if (!line) { box.scrollTop = 0; return; }
    const top = line.getBoundingClientRect().top - box.getBoundingClientRect().top;
    box.scrollTop += top - box.clientHeight / 2;
  }

  function come() { // scroll to the table if it is out of sight
    const head = document.getElementById("headline").getBoundingClientRect();
    if (head.bottom < 0 || head.top > innerHeight) table().scrollIntoView({ block: "start" });
  }

  // --- playing ---
  function dress() { // label the button with what it does now
    const button = part("play");
    button.setAttribute("aria-pressed", String(playing));
    button.title = playing ? button.dataset.pause : button.dataset.play;
    button.setAttribute("aria-label", button.title);
  }
  function pause() {
    clearTimeout(timer);
    playing = false;
    dress();
  }
  function beat() {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      if (!playing) return;
      await go(at() + 1);
      if (!playing) return;
      if (at() >= last()) pause(); else beat();
    }, Number(part("speed").value));
  }
  async function play() {
    playing = true;
    dress();
    if (at() >= last()) await go(0);
    if (playing) beat();
  }
  document.addEventListener("visibilitychange", () => { if (document.hidden) pause(); });

  // --- input ---
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("[data-go]");
    if (event.target.closest?.("#replay-play")) { if (playing) pause(); else play(); return; }
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    pause();
    const leads = part("scroll")?.contains(link); // on a phone the log is far below the table
    if (!isOff(link)) go(goalOf(link)).then(() => { if (leads) come(); });
  });
  document.addEventListener("input", (event) => { if (event.target.id === "replay-at") { pause(); go(Number(event.target.value)); } });
  document.addEventListener("change", (event) => {
    if (event.target.id === "replay-seat") go(aim(), event.target.value);
    else if (event.target.id === "replay-speed" && playing) beat();
  });
  form.addEventListener("submit", (event) => { if (event.submitter?.form === form && event.submitter.id !== "look-again") { event.preventDefault(); go(Number(part("at").value), part("seat").value); } });
  const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", PageUp: "turn_back", PageDown: "turn_on" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing || event.defaultPrevented) return;
    if (event.target.closest?.("input, textarea, select, [contenteditable]")) return;
    const box = event.target.closest?.("[data-pans], .log-scroll");
    if (box && (event.key.startsWith("Page") || (box.scrollWidth > box.clientWidth + 1 && event.key.startsWith("Arrow")))) return;
    const button = KEYS[event.key] && part(KEYS[event.key]);
    if (!button) return;
    event.preventDefault();
    pause();
    if (!isOff(button)) go(goalOf(button));
  });
  near();
  prefetch();
})();
