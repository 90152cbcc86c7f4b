// Was this game of TEN dealt fairly? docs/fair-shuffle.md and docs/records.md in JavaScript: nothing is asked of the site.
//   const found = await tenProof.check(record, tell)   // `record`: what record.json holds, parsed
//   found.fair     whether every step is right
//   found.steps    [{ name, ok, value, why }]; `tell` gets each of them as it is known, and is waited for
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

  // --- chance: a stream of numbers for each label ---
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

  // --- the cards, in their order before they are shuffled ---
  const copies = (card, many) => Array(many).fill(card);
  const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  function pushCards(seats) {
    const size = seats < 3 ? 0 : seats === 3 ? 1 : 2;
    const often = (number) => (number < 4 ? [2, 3, 3] : number < 7 ? [2, 2, 3] : [1, 1, 1])[size];
    return [
      ...["b", "g", "o", "p"].flatMap((color) => NUMBERS.flatMap((number) => copies(color + number, often(number)))),
      ...NUMBERS.map((number) => `*${number}`),
      ...["b#", "g#", "o#", "p#"].flatMap((wild) => copies(wild, [1, 1, 2][size])),
      "*#",
      ...[1, 2, 3, 4, 5].flatMap((coin) => copies(`$${coin}`, (coin < 4 ? [3, 4, 5] : [4, 5, 6])[size])),
    ];
  }
  const TILES = [1, 2, 3].flatMap((number) => copies(number, 5));
  const SWAP = ["10", "9", "8", "7", "6", "5", "4", "3", "2", "1", "0", "00", "000", "0000", "W"];
  const swapCopies = (card) => (["5", "4", "3", "2", "1"].includes(card) ? 5 : 3);

  // --- what the seed deals ---
  const DEALS = {
    push: async (seed, seats) => ({
      first: seats > 1 ? await stream(seed, "first")(seats) : 0,
      deck: await shuffle(seed, "deck", pushCards(seats)),
    }),
    tiles: async (seed) => ({
      first: await stream(seed, "first")(2),
      stacks: [await shuffle(seed, "stack0", TILES), await shuffle(seed, "stack1", TILES)],
    }),
    // the first shuffle is of all cards; a later one of those that the record names, as far as there are so many
    swap: async (seed, seats, told) => {
      const decks = [];
      for (const [k, deck] of (told?.decks ?? [[]]).entries()) {
        const many = (card) => (k === 0 ? swapCopies(card) : Math.min(swapCopies(card), deck.filter((other) => other === card).length));
        decks.push(await shuffle(seed, `deck${k + 1}`, SWAP.flatMap((card) => copies(card, many(card)))));
      }
      return { dealer: await stream(seed, "dealer")(seats), decks };
    },
  };
  const deal = (kind, seed, seats, told) => DEALS[kind](seed, seats, told);

  // --- the chain of moves ---
  function written(value) { // as JSON with its names in order and no white space, which is how it was hashed
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

  // --- the seed, and everything ---
  const seedOf = async (server, id, players) => hmac(await key(unhex(server)), ["ten-fair/1", id, ...players].join("|"));
  const same = (one, other) => written(one) === written(other);
  const givenRightly = (record) => record.fair.players.length === record.seats.length
    && record.fair.players.every((given, seat) => (record.seats[seat].bot ? given === "bot" : BYTES_16.test(given)));

  async function check(record, tell = () => {}) {
    const found = { fair: true, steps: [], deal: null, links: [] };
    async function step(name, look) {
      const made = { name, ok: false, value: null, why: "" };
      try {
        [made.ok, made.value] = await look();
      } catch (error) { // what cannot even be read is not right
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
    await step("deal", async () => {
      found.deal = await deal(record.kind, seed, record.seats.length, record.deal);
      return [same(found.deal, record.deal), found.deal];
    });
    await step("chain", async () => {
      found.links = await chain(record.id, commit, record.moves);
      return [found.links.at(-1) === record.head, found.links.at(-1)];
    });
    return found;
  }

  return { check, chain, deal, hex, key, receipt, seedOf, sha256, shuffle, stream, unhex };
})();
