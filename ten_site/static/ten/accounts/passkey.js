// Passkeys and security keys: a form with data-passkey gets a key from the browser, fills in its answer and submits itself.
(() => {
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const listed = (keys) => keys?.map((key) => ({ ...key, id: bytes(key.id) }));

  const create = (asked, alone) => {
    const chosen = { ...asked.authenticatorSelection, residentKey: alone ? "required" : "discouraged", requireResidentKey: alone };
    if (alone) chosen.userVerification = "required";
    return navigator.credentials.create({ publicKey: {
      ...asked, challenge: bytes(asked.challenge), user: { ...asked.user, id: bytes(asked.user.id) },
      excludeCredentials: listed(asked.excludeCredentials) ?? [], authenticatorSelection: chosen,
    } });
  };
  const get = (asked) => navigator.credentials.get({ publicKey: {
    ...asked, challenge: bytes(asked.challenge), allowCredentials: listed(asked.allowCredentials) ?? [],
  } });

  const written = (key) => {
    const said = {};
    for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (key.response[name]) said[name] = text(key.response[name]);
    }
    if (key.response.getTransports) said.transports = key.response.getTransports();
    return JSON.stringify({
      type: key.type, id: key.id, rawId: text(key.rawId), response: said,
      authenticatorAttachment: key.authenticatorAttachment, clientExtensionResults: key.getClientExtensionResults(),
    });
  };

  const options = async (form) => {
    if (form.dataset.options) return JSON.parse(form.dataset.options).publicKey;
    const answer = await fetch(form.dataset.optionsAt, { headers: { Accept: "application/json" } });
    return (await answer.json()).request_options.publicKey;
  };
  const say = (form, error) => {
    const words = { NotAllowedError: "stopped", AbortError: "stopped", InvalidStateError: "known", SecurityError: "elsewhere" };
    document.getElementById("said").textContent = form.dataset[words[error.name] ?? "failed"];
  };

  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("form[data-passkey]");
    if (!form) return;
    event.preventDefault();
    if (form.getAttribute("aria-busy") === "true") return;
    form.setAttribute("aria-busy", "true");
    try {
      const asked = await options(form);
      const alone = form.elements.passwordless?.checked ?? false;
      const key = await (form.dataset.passkey === "create" ? create(asked, alone) : get(asked));
      form.elements.credential.value = written(key);
      form.submit();
    } catch (error) {
      form.removeAttribute("aria-busy");
      say(form, error);
    }
  });
  document.addEventListener("DOMContentLoaded", () => {
    if (!window.PublicKeyCredential) return;
    for (const form of document.querySelectorAll("form[data-passkey]")) form.hidden = false;
    for (const sentence of document.querySelectorAll("[data-passkey-off]")) sentence.hidden = true;
  });
})();
