// The panels beside the board: open if there is room, or as the user left them; and the bar that links to them, with counts.
tenSite.whenPresent("beside", (beside) => {
  const bar = document.getElementById("beside-bar");
  const kept = tenSite.kept("localStorage");
  const wide = matchMedia("(min-width: 64rem)");
  const panels = () => [...beside.querySelectorAll(":scope > .panel")];
  const text = (node) => (node?.textContent ?? "").trim();
  const met = new WeakSet();

  function unfold() { // each panel once, when it appears
    const usual = (panel) => wide.matches && panel.dataset.bar !== "" ? "open" : "folded"; // panels without a link in the bar are rarely needed
    for (const panel of panels()) {
      if (!met.has(panel) && !panel.open) panel.open = (kept.get(`ten.${panel.id}`) ?? usual(panel)) === "open";
      met.add(panel);
    }
  }
  function link(panel) {
    const made = bar.querySelector(`[data-panel="${panel.id}"]`) ?? document.createElement("a");
    made.dataset.panel = panel.id;
    made.href = `#${panel.id}`;
    const words = [panel.dataset.bar ?? text(panel.querySelector(".panel-head > h2")), text(panel.querySelector(".panel-count"))];
    if (text(made) === words.join(" ").trim()) return made;
    made.textContent = words[0];
    if (words[1]) made.append(" ", Object.assign(document.createElement("b"), { textContent: words[1] }));
    return made;
  }
  function show() {
    const links = panels().filter((panel) => panel.dataset.bar !== "").map(link);
    if (links.length !== bar.children.length || links.some((made, place) => bar.children[place] !== made)) bar.replaceChildren(...links);
    bar.hidden = !links.length && document.readyState !== "loading"; // keep its place while panels may still appear
  }
  function go(panel) {
    panel.open = true;
    panel.scrollIntoView({ block: "start" });
    panel.querySelector(".panel-head").focus({ preventScroll: true });
  }
  bar.addEventListener("click", (event) => {
    const panel = document.getElementById(event.target.closest("a")?.dataset.panel ?? "");
    if (!panel) return;
    event.preventDefault();
    go(panel);
  });
  beside.addEventListener("click", (event) => { // remember only what the user opens or closes
    const panel = event.target.closest?.(".panel-head")?.parentElement;
    if (panel) kept.set(`ten.${panel.id}`, panel.open ? "folded" : "open");
  });
  // Called before the panels are painted, so that nothing below them shifts.
  const renew = () => { unfold(); show(); };
  new MutationObserver(renew).observe(beside, { childList: true, characterData: true, subtree: true });
  renew();
  function aim() { // a URL can name a panel, or something in it
    const panel = document.getElementById(location.hash.slice(1))?.closest(".panel");
    if (panel && beside.contains(panel)) go(panel);
  }
  addEventListener("hashchange", aim);
  document.addEventListener("DOMContentLoaded", () => { show(); aim(); }, { once: true });
});
