// The player's own shuffle seed, made in this browser.
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

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", fill);
  else fill();
})();
