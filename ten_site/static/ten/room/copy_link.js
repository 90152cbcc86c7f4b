// The button that copies the link to a game.
(() => {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); // when pages may not use the clipboard
    }
    const said = document.getElementById("said");
    if (!said) return;
    said.textContent = button.dataset.copied;
    setTimeout(() => { said.textContent = ""; }, 4000);
  });
})();
