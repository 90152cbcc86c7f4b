// The chat: when the socket announces news, fetch the messages this user may read, and report how far they have been read.
(() => {
  const body = document.getElementById("talk");
  if (!body?.dataset.url) return;
  const words = body.dataset, list = document.getElementById("talk-list"), panel = body.closest("details");
  const form = body.querySelector(".talk-form"), field = form?.elements.text, refused = document.getElementById("talk-refused");
  const mark = panel?.querySelector(".panel-count"), place = `ten.talk.${words.game}`;
  const segments = window.Intl?.Segmenter && new Intl.Segmenter();
  const kept = tenSite.kept("sessionStorage");
  let end = words.end, asking = false, again = false, sending = false, more = false, marked = "";
  let count = list.querySelectorAll(".fresh").length;

  // --- reading ---
  const isRead = () => !document.hidden && (!panel || panel.open) && list.getClientRects().length > 0 && isSeen;
  const toEnd = () => { list.scrollTop = list.scrollHeight; };
  const atEnd = () => list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  let isSeen = false;
  new IntersectionObserver((entries) => { isSeen = entries.at(-1).isIntersecting; read(); }).observe(list);

  async function news() {
    if (asking) { again = true; return; }
    asking = true;
    try {
      const answer = await tenSite.part(`${words.url}?after=${end}`);
      if (answer.ok) take(await answer.text());
    } catch { /* retried on the next connection */ }
    asking = false;
    if (again) { again = false; news(); }
  }
  function take(html) {
    const box = document.createElement("template");
    box.innerHTML = html;
    const came = box.content.querySelector("[data-end]");
    if (!came) return;
    const stay = !atEnd();
    let fresh = 0;
    for (const line of [...came.querySelectorAll("li.talk-line")]) {
      if (document.getElementById(line.id)) continue;
      let next = null;
      for (let last = list.lastElementChild; last && Date.parse(last.dataset.at) > Date.parse(line.dataset.at); last = last.previousElementSibling) next = last;
      list.insertBefore(line, next);
      if (!line.classList.contains("own")) { fresh += 1; line.classList.add("fresh"); }
    }
    const readers = came.querySelector("#talk-read"), shown = document.getElementById("talk-read");
    if (readers && shown && readers.textContent !== shown.textContent) shown.replaceWith(readers);
    end = came.dataset.end;
    if (!stay) toEnd();
    if (fresh && !isRead()) {
      count += fresh;
      tell();
    }
    if ("more" in came.dataset) again = true;
    read();
  }
  function tell() {
    if (mark) mark.textContent = count ? mark.dataset.word.replace("{count}", count) : "";
    const told = document.getElementById("told");
    if (count && told && !panel?.open) told.textContent = words.told.replace("{count}", count);
  }
  async function read() {
    if (!isRead() || end === marked || !end) return;
    marked = end;
    count = 0;
    tell();
    try {
      await tenSite.post(words.read, { upto: end });
    } catch { marked = ""; }
  }

  document.addEventListener("ten:talk", news);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) { news(); read(); } });
  panel?.addEventListener("toggle", () => { if (panel.open) { toEnd(); read(); } });
  let status = document.getElementById("table")?.dataset.status; // no need to fetch now: the socket announces missed messages when it opens
  document.addEventListener("htmx:after:swap", () => { // once the game is over, everyone can read everything
    const now = document.getElementById("table")?.dataset.status;
    if (now !== status) news();
    status = now;
  });

  // --- writing ---
  if (form) {
    const left = document.getElementById("talk-left");
    const size = () => [...(segments ? segments.segment(field.value.trim()) : field.value.trim())].length;
    const tally = () => {
      const rest = Number(field.dataset.most) - size();
      left.textContent = rest < 0 ? left.dataset.over.replace("{count}", -rest) : rest <= 100 ? left.dataset.left.replace("{count}", rest) : "";
      left.classList.toggle("over", rest < 0);
    };
    const refuse = (text) => {
      refused.textContent = text;
      field.toggleAttribute("aria-invalid", Boolean(text));
      if (text) field.setAttribute("aria-invalid", "true");
    };
    const send = async () => {
      const text = field.value;
      if (sending) { more = true; return; } // one message at a time
      if (!text.trim()) return;
      sending = true;
      more = false;
      form.setAttribute("aria-busy", "true");
      try {
        const answer = await tenSite.post(form.action, { text });
        if (answer.ok) {
          if (field.value === text) field.value = "";
          kept.set(place, field.value);
          refuse("");
          toEnd();
          news();
        } else refuse((await answer.json().catch(() => ({}))).message ?? refused.dataset.unsent);
      } catch { refuse(refused.dataset.unsent); }
      form.removeAttribute("aria-busy");
      sending = false;
      tally();
      if (more && !refused.textContent) send();
    };
    document.addEventListener("submit", (event) => {
      if (event.target !== form) return;
      event.preventDefault();
      event.stopPropagation();
      send();
    }, true);
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      send();
    });
    field.addEventListener("input", () => { kept.set(place, field.value); if (refused.textContent) refuse(""); tally(); });
    if (!field.value) field.value = kept.get(place) ?? "";
    if (kept.get(`${place}.focus`) && document.activeElement === document.body) field.focus({ preventScroll: true }); // the page was reloaded while the user was writing
    addEventListener("pagehide", () => kept.set(`${place}.focus`, document.activeElement === field && field.value ? "yes" : ""));
    tally();
  }
  toEnd();
})();
