// A socket that only listens, and reconnects by itself: after growing pauses, when the network returns, when the page does.
// A socket that opens but sends nothing, or falls silent, counts as lost.
window.tenSocket = ({ address, hear, connecting, heard, lost, over }) => {
  const FIRST = 500, LONGEST = 15000, STALE = 60000;
  const QUIET = 40000; // the server sends a heartbeat every 16 seconds
  let socket = null, timer = 0, quiet = 0, tries = 0, ended = false, hiddenAt = 0;

  function leave() {
    clearTimeout(timer);
    clearTimeout(quiet);
    const old = socket;
    socket = null;
    if (old?.readyState === WebSocket.CONNECTING) old.onopen = () => old.close(); // closing it earlier would log a warning
    else old?.close();
  }
  function wait() { // for the next frame
    clearTimeout(quiet);
    quiet = setTimeout(retry, QUIET);
  }
  function retry() {
    leave();
    timer = setTimeout(connect, Math.min(LONGEST, FIRST * 2 ** tries++) * (0.5 + Math.random() / 2));
    lost?.(tries);
  }
  function connect() {
    leave();
    if (ended) return;
    connecting?.(tries);
    const mine = new WebSocket(location.origin.replace(/^http/, "ws") + address());
    socket = mine;
    wait();
    mine.onmessage = (event) => {
      if (mine !== socket) return;
      tries = 0;
      wait();
      heard?.();
      const news = JSON.parse(event.data);
      if (!news.alive) hear(news);
    };
    mine.onclose = (event) => {
      if (mine !== socket) return;
      if (event.code < 4400 || event.code >= 4500) return retry();
      leave();
      ended = true;
      over?.(event.code);
    };
  }
  const again = () => { tries = 0; connect(); };

  addEventListener("online", again);
  addEventListener("offline", () => { socket?.close(); lost?.(tries); });
  addEventListener("pageshow", (event) => { if (event.persisted) again(); });
  addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hiddenAt = Date.now();
    else if (!socket || Date.now() - hiddenAt > STALE) again();
  });
  return { connect, again };
};
