// How TEN Push is dealt: the order of the cards before the shuffle, and what the seed decides.
(() => {
  const { copies, deals, shuffle, stream } = window.tenProof;
  const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  function cards(seats) {
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
  deals.push = async (seed, seats) => ({
    first: seats > 1 ? await stream(seed, "first")(seats) : 0,
    deck: await shuffle(seed, "deck", cards(seats)),
  });
})();
