// How TEN Tiles is dealt: each stack has five tiles of each number.
(() => {
  const { copies, deals, shuffle, stream } = window.tenProof;
  const STACK = [1, 2, 3].flatMap((number) => copies(number, 5));
  deals.tiles = async (seed) => ({
    first: await stream(seed, "first")(2),
    stacks: [await shuffle(seed, "stack0", STACK), await shuffle(seed, "stack1", STACK)],
  });
})();
