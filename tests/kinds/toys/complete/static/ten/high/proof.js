// Deal High Card again from a seed: draw who leads, and shuffle a deck of ten.
(() => {
  const { deals, shuffle, stream } = window.tenProof;
  deals.high = async (seed) => ({
    first: await stream(seed, "first")(2),
    deck: await shuffle(seed, "deck", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
  });
})();
