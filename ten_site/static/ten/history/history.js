// Changing a filter reloads only the list. Update the URL too, so that it can be bookmarked and shared.
(() => {
  document.addEventListener("htmx:after:swap", () => {
    const address = document.getElementById("history")?.dataset.address;
    if (address) history.replaceState(history.state, "", address);
  });
})();
