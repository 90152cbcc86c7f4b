// Evidence for the player, kept on this device where the server can't change it: receipts of moves, and the shuffle seeds
// this browser contributed. Only for the latest games.
window.tenReceipts = (() => {
  const GAMES = 60, SHARES = 200, kept = tenSite.kept("localStorage"), key = (game) => `ten.receipts.${game}`;
  const list = (name) => (kept.get(name) ?? "").split(" ").filter(Boolean);

  function of(game) { // [[number, digits], ...]
    return list(key(game)).map((pair) => pair.split(":")).map(([number, digits]) => [Number(number), digits]);
  }
  function keep(game, number, digits) {
    kept.set(key(game), [...new Set([...list(key(game)), `${number}:${digits}`])].join(" "));
    const games = [...list("ten.receipts").filter((other) => other !== game), game];
    for (const old of games.slice(0, -GAMES)) kept.set(key(old), "");
    kept.set("ten.receipts", games.slice(-GAMES).join(" "));
  }
  function own() { // mark the shuffle seeds made in this browser
    const made = new Set(list("ten.shares"));
    for (const line of document.querySelectorAll(".proof-shares li")) {
      const mark = line.querySelector(".proof-own");
      if (mark) mark.hidden = !made.has(line.dataset.share);
    }
  }

  document.addEventListener("ten:moved", ({ detail }) => {
    const game = document.getElementById("table")?.dataset.game;
    if (game && detail.receipt) keep(game, detail.version, detail.receipt);
  });
  document.addEventListener("submit", ({ target }) => {
    const share = target.querySelector?.("input[data-share]")?.value.toLowerCase();
    if (share) kept.set("ten.shares", [...list("ten.shares").filter((other) => other !== share), share].slice(-SHARES).join(" "));
  }, true);
  own();
  return { of, keep, own };
})();
