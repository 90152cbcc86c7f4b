// Read a game file on this device and put its text into the form.
(() => {
  const file = document.getElementById("look-file"), said = document.getElementById("look-said"), record = document.getElementById("record");
  file?.addEventListener("change", async () => {
    const [chosen] = file.files;
    said.textContent = "";
    if (!chosen) return;
    if (chosen.size > Number(file.dataset.most)) { said.textContent = file.dataset.long; file.value = ""; return; }
    record.value = await chosen.text();
    document.getElementById("look-go").focus();
  });
})();
