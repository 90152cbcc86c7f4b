// How TEN Swap is dealt: the first shuffle has all cards; later ones have those the record names, if that many exist.
(() => {
  const { copies, deals, shuffle, stream } = window.tenProof;
  const CARDS = ["10", "9", "8", "7", "6", "5", "4", "3", "2", "1", "0", "00", "000", "0000", "W"];
  const often = (card) => (["5", "4", "3", "2", "1"].includes(card) ? 5 : 3);
  deals.swap = async (seed, seats, told) => {
    const decks = [];
    for (const [k, deck] of (told?.decks ?? [[]]).entries()) {
      const many = (card) => (k === 0 ? often(card) : Math.min(often(card), deck.filter((other) => other === card).length));
      decks.push(await shuffle(seed, `deck${k + 1}`, CARDS.flatMap((card) => copies(card, many(card)))));
    }
    return { dealer: await stream(seed, "dealer")(seats), decks };
  };
})();
