// The player's own share of the shuffle, made in this browser, and the button that copies the link of a game.
(() => {
  const fill = () => {
    for (const field of document.querySelectorAll("input[data-share]")) {
      if (field.value === "" && !field.dataset.made) {
        const bytes = crypto.getRandomValues(new Uint8Array(16));
        field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
        field.dataset.made = "1";
      }
    }
  };

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); // where the clipboard is closed to pages
    }
    const said = document.getElementById("said");
    if (!said) return;
    said.textContent = button.dataset.copied;
    setTimeout(() => { said.textContent = ""; }, 4000);
  });

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", fill);
  else fill();
})();
