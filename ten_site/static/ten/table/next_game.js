// After your move, if it's no longer your turn here: offer the next game, and open it after a countdown you can stop.
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
    if (document.hidden) return; // don't leave a page that isn't visible
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
      if (!html || isMine()) return; // a bot's turn here, or no game is waiting: ask again when something happens
      moved = 0;
      place.innerHTML = html; // safe: rendered by our own template
      document.dispatchEvent(new CustomEvent("ten:onward"));
      const card = document.getElementById("onward");
      if (!card?.classList.contains("goes")) return;
      if ([...document.querySelectorAll("#beside textarea, #beside input[type=text]")].some((field) => field.value !== field.defaultValue)) { stop(); return; } // the user is writing something
      left = SECONDS;
      timer = setInterval(count, 1000);
      count();
    } catch { /* no network: stay here */
    } finally { asking = false; }
  }
  document.addEventListener("ten:moved", ({ detail }) => { moved = detail.version; away(); ask(); });
  document.addEventListener("htmx:after:swap", () => { if (isMine()) away(); ask(); });
  document.addEventListener("htmx:before:request", ({ detail }) => { if (detail.ctx.request.method === "POST") heard = false; }); // wait for a new count
  document.addEventListener("ten:queue", ({ detail }) => {
    others = detail.others;
    heard ||= detail.fresh;
    ask();
  });
  document.addEventListener("click", (event) => { if (event.target.closest?.("#onward-stay")) away(); });
  for (const name of ["pointerdown", "keydown", "wheel"]) { // any input here stops the countdown
    document.addEventListener(name, (event) => {
      if (timer && !event.target.closest?.("#onward")) stop();
      if (event.key === "Escape") away();
    }, { capture: true, passive: true });
  }
})();
