// The smallest game that is like ours: 91 cards; draw one, and it is the next player's turn; a hand keeps ten.
const { PlayerView } = require("boardgame.io/core");

const KEPT = 10;

function draw({ G, playerID, random }) {
  if (G.secret.deck.length === 0) {
    G.secret.deck = random.Shuffle(G.market);
    G.market = [];
  }
  const card = G.secret.deck.pop();
  G.hands[playerID].push(card);
  G.scores[playerID] += card % 10;
  if (G.hands[playerID].length > KEPT) G.market.push(G.hands[playerID].shift());
}

exports.DrawGame = {
  name: "draw",
  playerView: PlayerView.STRIP_SECRETS,
  setup: ({ random }) => ({
    secret: { deck: random.Shuffle([...Array(91).keys()]) },
    hands: { 0: [], 1: [] },
    market: [],
    scores: { 0: 0, 1: 0 },
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { draw: { move: draw, client: false } },
};
