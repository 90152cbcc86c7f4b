// boardgame.io at PORT: in memory, or with the PostgreSQL whose socket is in the folder PGHOST.
const { Server, Origins } = require("boardgame.io/server");
const { DrawGame } = require("./game");

const { PORT, PGHOST } = process.env;
const options = { games: [DrawGame], origins: [Origins.LOCALHOST] };
if (PGHOST) {
  const { PostgresStore } = require("bgio-postgres");
  const place = { host: PGHOST, username: "ten", password: "", database: "ten" };
  options.db = new PostgresStore({ ...place, logging: false, pool: { max: 20 } });
}
const server = Server(options);
const listen = server.app.listen;
server.app.listen = (port, ready) => listen.call(server.app, port, "127.0.0.1", ready); // not on the network
server.run({ port: Number(PORT) });
