// Bidding and buying: show the proposed payment for each amount and card, and update the total when the player changes it.
// All data is in the form `#decide`. Without this script, the form sends the proposed payment.
(() => {
  const form = () => document.getElementById("decide");
  const fields = (of, name) => [...of.elements].filter((field) => field.name === name && field.type === "checkbox");
  const fill = (text, words) => text.replace(/\{(\w+)\}/g, (all, word) => words[word] ?? all);
  const count = (of, one, many, n) => fill(n === 1 ? of.dataset[one] : of.dataset[many], { n });

  function put(of) {
    const ticked = (name) => fields(of, name).filter((box) => box.checked);
    const coins = ticked("coins").length, busts = ticked("busts").length, cards = ticked("cards");
    return { coins, busts, cards, worth: coins + 3 * busts + cards.length };
  }
  function words(of, pay) {
    const parts = [[pay.coins, "coin", "coins"], [pay.busts, "bust", "busts"], [pay.cards.length, "card", "cards"]];
    return parts.filter(([n]) => n).map(([n, one, many]) => count(of, one, many, n)).join(" + ");
  }
  function propose(of, coins, busts, codes) {
    const wanted = [...codes];
    fields(of, "coins").forEach((box, place) => { box.checked = place < coins; });
    fields(of, "busts").forEach((box, place) => { box.checked = place < busts; });
    for (const box of fields(of, "cards")) {
      const place = wanted.indexOf(box.value);
      box.checked = place >= 0;
      if (place >= 0) wanted.splice(place, 1);
    }
    says(of, "auto");
  }
  function says(of, whose) {
    for (const field of of.elements) if (field.name === "pay" && field.type === "hidden") field.value = whose;
  }

  // what the page says about the chosen amount or card
  function chosen(of) {
    if (of.dataset.decide === "bid") {
      const amount = [...of.elements].find((field) => field.name === "amount");
      const pays = JSON.parse(of.dataset.pays), [coins, busts, cards, gain, text] = pays[amount.value] ?? [];
      if (coins === undefined) return null;
      return { price: Number(amount.value), label: fill(of.dataset.bid, { n: amount.value }), coins, busts, cards: of.dataset.order.split(" ").slice(0, cards), gain, text };
    }
    const radio = [...of.elements].find((field) => field.name === "card" && field.checked);
    if (!radio) return null;
    const { price, coins, busts, cards, gain, with: text } = JSON.parse(radio.dataset.pay);
    return { price, label: fill(of.dataset.buy, { card: radio.dataset.name }), coins, busts, cards, gain, text };
  }
  function show(of, now) {
    const pay = put(of), rest = now.price - pay.worth, main = of.querySelector(".act.main");
    const same = pay.coins === now.coins && pay.busts === now.busts && pay.cards.map((box) => box.value).sort().join() === [...now.cards].sort().join();
    main.querySelector("[data-label]").textContent = now.label;
    const superfluous = rest < 0 && (pay.coins || pay.cards.length || rest <= -3);
    const cost = rest > 0 ? fill(of.dataset.missing, { n: rest }) : superfluous ? fill(of.dataset.excess, { n: -rest }) : words(of, pay);
    for (const small of main.querySelectorAll("[data-cost]")) small.textContent = cost;
    const open = document.querySelector("#table [data-with]");
    if (open) open.replaceChildren(now.text, " ", Object.assign(document.createElement("b"), { textContent: same ? now.gain : "" }));
    for (const run of document.querySelectorAll("#table [data-with-it]")) run.textContent = same ? now.text : "";
    for (const gain of document.querySelectorAll("#table [data-gain]")) gain.textContent = same ? now.gain : "";
    for (const figure of document.querySelectorAll("#table [data-amount]")) figure.textContent = now.price;
    for (const step of document.querySelectorAll("#table [data-step]")) {
      const amount = [...of.elements].find((field) => field.name === "amount");
      const off = step.dataset.step < 0 ? now.price <= Number(amount.min) : now.price >= Number(amount.max);
      step.classList.toggle("off", off);
      if (off) step.setAttribute("aria-disabled", "true"); else step.removeAttribute("aria-disabled");
    }
  }

  document.addEventListener("click", (event) => {
    const step = event.target.closest?.("#table [data-step]"), of = form();
    if (!step || !of || step.classList.contains("off")) return;
    const amount = [...of.elements].find((field) => field.name === "amount");
    amount.value = Math.min(Number(amount.max), Math.max(Number(amount.min), Number(amount.value) + Number(step.dataset.step)));
    amount.dispatchEvent(new Event("input", { bubbles: true }));
  });
  document.addEventListener("input", (event) => {
    const of = form(), field = event.target;
    if (!of || field.form !== of) return;
    const now = chosen(of);
    if (field.name === "amount" || field.name === "card") {
      if (now) { propose(of, now.coins, now.busts, now.cards); show(of, now); }
    } else if (["coins", "busts", "cards"].includes(field.name)) {
      says(of, "mine");
      if (now) show(of, now);
    }
  });
  // draft.js saves only visible fields, so save here whether the player changed the payment
  const whose = (of) => [...of.elements].find((field) => field.name === "pay" && field.type === "hidden");
  document.addEventListener("ten:draft-save", ({ detail }) => { if (form() && whose(form())?.value === "mine" && detail.fields) detail.pay = "mine"; });
  document.addEventListener("ten:draft-load", ({ detail }) => {
    const of = form();
    if (!of || !detail.fields) return;
    says(of, detail.pay ?? "auto");
    const now = chosen(of);
    if (now) show(of, now);
  });
  let shown = document.getElementById("table")?.dataset.version;
  // a new board: forget what was ticked on the previous one
  document.addEventListener("htmx:after:swap", () => {
    const version = document.getElementById("table")?.dataset.version;
    if (version !== shown) form()?.reset();
    shown = version;
  });
})();
