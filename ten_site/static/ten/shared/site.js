// Helpers for the small scripts: send a form with the token, fetch a part of a page, and store values on this device if the
// browser allows it.
window.tenSite = (() => {
  const token = () => document.querySelector('meta[name="csrf-token"]')?.content ?? "";
  const post = (address, fields, more = {}) => fetch(address, {
    method: "POST", headers: { Accept: "application/json", "X-CSRFToken": token() }, body: new URLSearchParams(fields), ...more,
  });
  const part = (address) => fetch(address, { headers: { "HX-Request": "true" } });
  const kept = (storage) => ({ // "localStorage" or "sessionStorage"
    get(key) { try { return window[storage].getItem(key); } catch { return null; } },
    set(key, value) { try { if (value) window[storage].setItem(key, value); else window[storage].removeItem(key); } catch { /* not stored */ } },
  });
  // for screen readers: text without the white space of its markup, and several parts as sentences with one period each
  const tidy = (text) => (text ?? "").replace(/\s+/g, " ").replace(/ ([.,:;])/g, "$1").trim();
  const sentences = (parts) => parts.map(tidy).filter(Boolean).map((part) => (/[.!?…:]$/.test(part) ? part : `${part}.`)).join(" ");
  function whenPresent(id, begin, isWhole = false) { // once the page has the element (with all it contains), before it is painted
    const look = () => {
      const found = document.getElementById(id);
      if (!found || (isWhole && document.readyState === "loading" && !found.nextSibling && !found.parentElement.nextSibling)) return;
      watch.disconnect();
      begin(found);
    };
    const watch = new MutationObserver(look);
    watch.observe(document.documentElement, { childList: true, subtree: true });
    document.addEventListener("DOMContentLoaded", () => { look(); watch.disconnect(); }, { once: true });
  }
  return { token, post, part, kept, tidy, sentences, whenPresent };
})();
