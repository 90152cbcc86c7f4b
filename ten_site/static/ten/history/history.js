// When something else is looked for, the list alone is asked for anew: the address follows, so that it can be kept and sent.
(() => {
  document.addEventListener("htmx:after:swap", () => {
    const address = document.getElementById("history")?.dataset.address;
    if (address) history.replaceState(history.state, "", address);
  });
})();
