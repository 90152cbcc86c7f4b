// Was this game of TEN dealt fairly? Implements docs/fair-shuffle.md and docs/records.md, without contacting the site.
//   const found = await tenProof.check(record, tell)   // `record`: what record.json holds, parsed
//   found.fair     whether every step is right
//   found.steps    [{ name, ok, value, why }]; `tell` is called with each as soon as it is known, and awaited
//   found.deal     what the seed deals: { first, deck } or { first, stacks } or { dealer, decks }
//   found.links    the chain of moves: links[n] is h(n); tenProof.receipt(server, links[n]) is what its player was shown
window.tenProof = (() => {
  const encoder = new TextEncoder();
  const BYTES_32 = /^[0-9a-f]{64}$/, BYTES_16 = /^[0-9a-f]{32}$/;

  // --- bytes ---
  const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const sha256 = async (bytes) => hex(await crypto.subtle.digest("SHA-256", bytes));
  const key = (bytes) => crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const hmac = (secret, message) => crypto.subtle.sign("HMAC", secret, encoder.encode(message));

  // --- random numbers: one stream for each label ---
  function stream(seed, label) {
    let block = 0, numbers = [];
    return async function below(n) {
      const bound = 2 ** 32 - (2 ** 32 % n);
      for (;;) {
        if (!numbers.length) {
          const bytes = new DataView(await hmac(seed, `${label}|${block}`));
          numbers = [0, 4, 8, 12, 16, 20, 24, 28].map((at) => bytes.getUint32(at)); // high byte first
          block += 1;
        }
        const number = numbers.shift();
        if (number < bound) return number % n;
      }
    };
  }
  async function shuffle(seed, label, cards) {
    const shuffled = [...cards], below = stream(seed, label);
    for (let i = shuffled.length - 1; i > 0; i -= 1) {
      const j = await below(i + 1);
      [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
    }
    return shuffled;
  }

  // --- the deal: each kind of game adds its own in its proof.js ---
  const copies = (card, many) => Array(many).fill(card);
  const deals = {};
  const deal = (kind, seed, seats, told) => deals[kind](seed, seats, told);

  // --- the chain of moves ---
  function written(value) { // JSON with sorted keys and no white space, as it was hashed
    if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${written(value[name])}`).join(",")}}`;
  }
  async function chain(id, commit, moves) {
    const links = [await sha256(encoder.encode(`ten-chain/1|${id}|${commit}`))];
    for (const move of moves) links.push(await sha256(encoder.encode(links.at(-1) + written(move))));
    return links;
  }
  const receipt = async (server, link) => hex(await hmac(await key(unhex(server)), link)).slice(0, 12);

  // --- the seed, and the whole check ---
  const seedOf = async (server, id, players) => hmac(await key(unhex(server)), ["ten-fair/1", id, ...players].join("|"));
  const same = (one, other) => written(one) === written(other);
  const givenRightly = (record) => record.fair.players.length === record.seats.length
    && record.fair.players.every((given, seat) => (record.seats[seat].bot ? given === "bot" : BYTES_16.test(given)));

  async function check(record, tell = () => {}, dealsAgain = true) { // false for kinds without a proof.js
    const found = { fair: true, steps: [], deal: null, links: [] };
    async function step(name, look) {
      const made = { name, ok: false, value: null, why: "" };
      try {
        [made.ok, made.value] = await look();
      } catch (error) { // unreadable counts as wrong
        made.why = String(error);
      }
      found.steps.push(made);
      found.fair &&= made.ok;
      await tell(made, found);
      return made;
    }
    const { server, commit, players } = record?.fair ?? {};
    let seed = null;
    await step("seal", async () => {
      const value = await sha256(unhex(server));
      return [BYTES_32.test(server) && record.fair.scheme === "ten-fair/1" && value === commit, value];
    });
    await step("shares", async () => [givenRightly(record), players]);
    await step("seed", async () => {
      const bytes = await seedOf(server, record.id, players);
      seed = await key(bytes);
      return [true, hex(bytes)];
    });
    if (dealsAgain) await step("deal", async () => {
      found.deal = await deal(record.kind, seed, record.seats.length, record.deal);
      return [same(found.deal, record.deal), found.deal];
    });
    await step("chain", async () => {
      found.links = await chain(record.id, commit, record.moves);
      return [found.links.at(-1) === record.head, found.links.at(-1)];
    });
    return found;
  }

  return { check, chain, copies, deal, deals, hex, key, receipt, seedOf, sha256, shuffle, stream, unhex };
})();
