// After an own move that leaves nothing to do here: what the next game is, and after a pause that can be stopped, on to it.
(() => {
  const next = document.getElementById("next"), place = document.getElementById("onward-place");
  if (!next || !place) return;
  const SECONDS = 5;
  const board = () => document.getElementById("table");
  const isMine = () => document.getElementById("live")?.hasAttribute("data-turn");
  let moved = 0, others = 0, heard = false, asking = false, timer = 0, left = 0;

  function stop() {
    clearInterval(timer);
    timer = 0;
    const card = document.getElementById("onward");
    card?.classList.remove("goes");
    card?.querySelector(".onward-in")?.replaceChildren();
  }
  function away() {
    stop();
    place.replaceChildren();
  }
  function count() {
    if (document.hidden) return; // nobody is taken away from a page that is not seen
    const card = document.getElementById("onward");
    if (left > 0) card.querySelector(".onward-in").textContent = card.dataset.in.replace("{seconds}", left--);
    else { stop(); location.assign(card.querySelector(".onward-go").href); }
  }
  async function ask() {
    if (!moved || Number(board()?.dataset.version) < moved) return;
    if (isMine()) { moved = 0; away(); return; }
    if (asking || !heard || !others || document.getElementById("onward")) return;
    asking = true;
    try {
      const answer = await tenSite.part(place.dataset.address);
      const html = answer.status === 200 ? await answer.text() : "";
      if (!html || isMine()) return; // a bot answers here, or nothing waits: asked again when something happens
      moved = 0;
      place.innerHTML = html; // our own page, made by a template
      document.dispatchEvent(new CustomEvent("ten:onward"));
      const card = document.getElementById("onward");
      if (!card?.classList.contains("goes")) return;
      if ([...document.querySelectorAll("#beside textarea, #beside input[type=text]")].some((field) => field.value !== field.defaultValue)) { stop(); return; } // something is being written
      left = SECONDS;
      timer = setInterval(count, 1000);
      count();
    } catch { /* without a network nobody goes on */
    } finally { asking = false; }
  }
  document.addEventListener("ten:moved", ({ detail }) => { moved = detail.version; away(); ask(); });
  document.addEventListener("htmx:after:swap", () => { if (isMine()) away(); ask(); });
  document.addEventListener("htmx:before:request", ({ detail }) => { if (detail.ctx.request.method === "POST") heard = false; }); // what waits is counted anew
  document.addEventListener("ten:queue", ({ detail }) => {
    others = detail.others;
    heard ||= detail.fresh;
    ask();
  });
  document.addEventListener("click", (event) => { if (event.target.closest?.("#onward-stay")) away(); });
  for (const name of ["pointerdown", "keydown", "wheel"]) { // whoever begins something here stays until the button is pressed
    document.addEventListener(name, (event) => {
      if (timer && !event.target.closest?.("#onward")) stop();
      if (event.key === "Escape") away();
    }, { capture: true, passive: true });
  }
})();
