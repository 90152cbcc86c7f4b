// What stands beside the board: unfolded where there is room, or as the reader left it; and the bar of links that leads there, with counts.
(() => {
  const beside = document.getElementById("beside"), bar = document.getElementById("beside-bar");
  if (!beside || !bar) return;
  const kept = tenSite.kept("localStorage");
  const wide = matchMedia("(min-width: 64rem)");
  const panels = () => [...beside.querySelectorAll(":scope > .panel")];
  const text = (node) => (node?.textContent ?? "").trim();
  const met = new WeakSet();

  function unfold() { // each panel once, as it comes
    const usual = (panel) => wide.matches && panel.dataset.bar !== "" ? "open" : "folded"; // what has no link in the bar is asked for seldom
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
    bar.hidden = !links.length && document.readyState !== "loading"; // its place is kept for those that may come
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
  beside.addEventListener("click", (event) => { // only what the reader folds is kept
    const panel = event.target.closest?.(".panel-head")?.parentElement;
    if (panel) kept.set(`ten.${panel.id}`, panel.open ? "folded" : "open");
  });
  // Loaded before the panels, and called before they are drawn, so that none moves what is below it.
  new MutationObserver(() => { unfold(); show(); }).observe(beside, { childList: true, characterData: true, subtree: true });
  function aim() { // an address can name a panel, or what is in it
    const panel = document.getElementById(location.hash.slice(1))?.closest(".panel");
    if (panel && beside.contains(panel)) go(panel);
  }
  addEventListener("hashchange", aim);
  document.addEventListener("DOMContentLoaded", () => { show(); aim(); }, { once: true });
})();
