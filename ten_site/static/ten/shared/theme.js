// Light or dark mode as chosen on this device, or else in the settings. Runs before the first paint; also closes open menus.
(() => {
  const root = document.documentElement;
  const settings = root.dataset.theme ?? "";
  const chosen = () => { try { return localStorage.getItem("ten.theme") ?? settings; } catch { return settings; } };
  const show = () => { if (chosen()) root.dataset.theme = chosen(); else delete root.dataset.theme; };
  show();
  root.classList.add("js");
  document.addEventListener("DOMContentLoaded", () => {
    for (const field of document.querySelectorAll("[data-theme-choice]")) {
      field.hidden = false;
      for (const radio of field.querySelectorAll("input")) radio.checked = radio.value === chosen();
    }
  });
  document.addEventListener("change", (event) => {
    if (event.target.name === "sound") try { localStorage.removeItem("ten.sound"); } catch { /* the settings apply again */ }
    if (!event.target.closest?.("[data-theme-choice]")) return;
    try { localStorage.setItem("ten.theme", event.target.value); } catch { /* applied, but not stored */ }
    if (event.target.value) root.dataset.theme = event.target.value; else delete root.dataset.theme;
  });
  addEventListener("storage", (event) => { if (event.key === "ten.theme") show(); });
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const menu = document.querySelector("details.menu[open]");
    if (menu) { menu.open = false; menu.querySelector("summary").focus(); }
  });
})();
