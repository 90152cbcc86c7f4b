// The proof page: fetch the record, check it (check.js), and tick off each step.
(() => {
  const page = document.getElementById("proof"), verdict = document.getElementById("verdict");
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const pause = (time) => (still ? null : new Promise((done) => { setTimeout(done, time); }));
  const say = (what) => { verdict.textContent = verdict.dataset[what]; verdict.dataset.now = what; };
  const step = (name) => page.querySelector(`[data-step="${name}"]`);
  let isFair = true, record = null, links = [];

  async function mark(name, ok, why = "") {
    const line = step(name).querySelector(".proof-mark"), said = ok ? "right" : "wrong";
    isFair &&= ok;
    line.replaceChildren(document.getElementById(`mark-${said}`).content.cloneNode(true), ` ${line.dataset[said]}`);
    if (why) line.append(` ${line.dataset.unknown} ${why}`);
    line.hidden = false;
    line.dataset.is = step(name).dataset.is = said;
    await pause(350);
  }

  // --- the page must show what the record says, or the proof would be about something else ---
  const shown = (name) => [...step(name).querySelectorAll("code")].map((code) => code.textContent);
  const AS_SHOWN = {
    seal: () => shown("seal").join() === [record.fair.server, record.fair.commit].join(),
    shares: () => shown("shares").join() === record.fair.players.join(),
    seed: (value) => document.getElementById("seed").textContent === value,
    deal: () => true,
    chain: () => shown("chain").join() === record.head,
  };

  async function cards(deal) {
    const piles = { deck: deal.deck };
    for (const [n, stack] of (deal.stacks ?? []).entries()) piles[`stack${n}`] = stack;
    for (const [n, deck] of (deal.decks ?? []).entries()) piles[`deck${n + 1}`] = deck;
    const rows = [...page.querySelectorAll(".proof-cards tbody tr")], done = document.getElementById("cards-done");
    let ok = true;
    for (const [n, row] of rows.entries()) {
      const { pile, place, card } = row.dataset, isRight = String(piles[pile]?.[place]) === card;
      ok &&= isRight;
      row.dataset.is = isRight ? "right" : "wrong";
      if (!isRight) row.closest("details").open = true;
      done.textContent = done.dataset.of.replace("{done}", n + 1).replace("{all}", rows.length);
      if (n % Math.ceil(rows.length / 40) === 0) await pause(20); // takes a second or two for any number of cards
    }
    await mark("cards", ok);
  }

  async function tick(made, found) {
    const asShown = made.ok && AS_SHOWN[made.name](made.value);
    await mark(made.name, made.ok && asShown, made.why);
    if (made.name !== "deal" || !found.deal) return;
    const box = document.getElementById("dealt");
    box.querySelector("code").textContent = JSON.stringify(found.deal);
    box.hidden = false;
    if (step("cards")) await cards(found.deal);
  }

  // --- receipts: the digits shown after each of your own moves ---
  const fits = async (number, digits) => await tenProof.receipt(record.fair.server, links[number]) === digits;
  async function kept() {
    const receipts = tenReceipts.of(page.dataset.game).filter(([number]) => number > 0);
    if (!receipts.length) return;
    const wrong = [];
    for (const [number, digits] of receipts) if (!links[number] || !(await fits(number, digits))) wrong.push(`#${number} ${digits}`);
    document.getElementById("kept-many").textContent = receipts.map(([number]) => `#${number}`).join(", ");
    document.getElementById("kept-wrong").replaceChildren(...wrong.map((text) => {
      const line = document.createElement("li");
      line.textContent = text;
      return line;
    }));
    step("receipts").hidden = false;
    await mark("receipts", !wrong.length);
  }
  document.getElementById("one-receipt").addEventListener("submit", async (event) => {
    event.preventDefault();
    const said = document.getElementById("receipt-said");
    const number = Number(document.getElementById("receipt-number").value.trim().replace(/^#/, ""));
    const digits = document.getElementById("receipt-digits").value.trim().toLowerCase();
    let what = "form";
    if (!links.length) what = "early";
    else if (!Number.isInteger(number) || number < 1 || number >= links.length) what = "none";
    else if (/^[0-9a-f]{12}$/.test(digits)) what = (await fits(number, digits)) ? "right" : "wrong";
    said.textContent = said.dataset[what].replace("{number}", number).replace("{many}", links.length - 1);
    said.dataset.is = what;
  });

  async function prove() {
    if (!window.crypto?.subtle) { say("insecure"); return; }
    say("working");
    try {
      const answer = await fetch(page.dataset.record, { cache: "no-store" });
      if (!answer.ok) throw new Error(answer.status);
      record = await answer.json();
    } catch { say("lost"); return; }
    const found = await tenProof.check(record, tick, step("deal") !== null);
    links = found.links;
    if (record?.id !== page.dataset.game) isFair = false;
    if (record?.fair?.server && links.length) await kept();
    say(isFair ? "fair" : "unfair");
  }
  tenReceipts.own();
  prove();
})();
