// Reload the plans beside the board when the board changes: at once if there are any or a form is open, otherwise when the
// panel is next used, or when a form is opened that the page doesn't have yet. While a form is being filled in, only the list
// above it is replaced.
(() => {
  const body = () => document.getElementById("plans");
  if (!body()) return;
  const panel = document.getElementById("panel-plans"), count = panel?.querySelector(".panel-count");
  const mark = () => { const board = document.getElementById("table")?.dataset; return `${board?.version} ${board?.revision} ${board?.status}`; };
  let shown = mark(), touched = false, asking = false, again = false, wasInside = false, before, last = body();

  const isWanted = () => Number(body()?.dataset.count) > 0 || body()?.querySelector(".plan-new[open]");
  async function renew() {
    if (asking) { again = true; return; }
    asking = true;
    shown = mark();
    const asked = last;
    try {
      const answer = await tenSite.part(body().dataset.address);
      const html = await answer.text();
      if (last !== asked) again = true; // a form was submitted meanwhile, and its response is newer than this one
      else if (answer.ok) put(html, touched ? "#plans-made" : "#plans");
    } catch { /* retried with the next board */ }
    asking = false;
    if (again) { again = false; renew(); }
  }
  function put(html, part) {
    const box = document.createElement("template");
    box.innerHTML = html;
    const fresh = box.content.querySelector(part), old = document.querySelector(part);
    if (!fresh || !old) return;
    const open = [...old.querySelectorAll("details[open][id]")].map((fold) => fold.id);
    const focused = old.contains(document.activeElement) ? document.activeElement.id : "";
    old.replaceWith(fresh);
    last = body();
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (focused) (document.getElementById(focused) ?? document.getElementById("plans-made"))?.focus({ preventScroll: true });
    body().dataset.count = box.content.querySelector("#plans")?.dataset.count ?? fresh.dataset.count;
    htmx.process(fresh);
    tell();
  }
  function tell() { // show the count in the panel's heading
    const number = Number(body()?.dataset.count);
    if (count) count.textContent = number ? count.dataset.word.replace("{count}", number) : "";
  }

  function unask() { // hide "you are asked" in plans rendered before the user moved
    const { waiting = "", seat } = document.getElementById("table")?.dataset ?? {};
    if (!waiting.split(" ").includes(seat)) for (const mark of body()?.querySelectorAll(".plan-asked") ?? []) mark.hidden = true;
  }

  for (const name of ["input", "change"]) document.addEventListener(name, ({ target }) => { if (target.closest?.("#plans")) touched = true; });
  const isLater = (fold) => fold.open && fold.querySelector(":scope > .plan-later");
  const look = ({ target }) => { if (body() && target.closest?.("#panel-plans") && (shown !== mark() || isLater(target))) renew(); };
  for (const name of ["toggle", "focusin", "pointerenter"]) document.addEventListener(name, look, true);
  const edited = () => body()?.querySelector('input[name="instead"]')?.value;
  document.addEventListener("htmx:before:swap", () => {
    wasInside = Boolean(document.activeElement?.closest?.("#plans"));
    before = edited();
  });
  document.addEventListener("htmx:after:swap", () => {
    if (body() !== last) { // htmx has replaced the panel's body
      last = body();
      touched = false;
      tell();
    }
    if (wasInside && body() && !document.activeElement?.closest?.("form")) { // the focused element is gone, or a form has appeared
      const form = edited() !== before && body().querySelector('form:has(input[name="instead"])');
      if (form) form.querySelector("select, input:not([type='hidden'])").focus();
      else if (document.activeElement === document.body) document.getElementById("plans-made")?.focus({ preventScroll: true });
    }
    if (shown !== mark() && isWanted()) renew();
    unask();
  });
})();
