// A socket that only listens and comes back by itself: after growing pauses, with the network, with the page.
window.tenSocket = ({ address, hear, connecting, opened, lost, over }) => {
  const FIRST = 500, LONGEST = 15000, STALE = 60000;
  let socket = null, timer = 0, tries = 0, ended = false, hiddenAt = 0;

  function leave() {
    clearTimeout(timer);
    const old = socket;
    socket = null;
    if (old?.readyState === WebSocket.CONNECTING) old.onopen = () => old.close(); // closed before, it would be warned of
    else old?.close();
  }
  function connect() {
    leave();
    if (ended) return;
    connecting?.(tries);
    const mine = new WebSocket(location.origin.replace(/^http/, "ws") + address());
    socket = mine;
    mine.onopen = () => { if (mine === socket) { tries = 0; opened?.(); } };
    mine.onmessage = (event) => { if (mine === socket) hear(JSON.parse(event.data)); };
    mine.onclose = (event) => {
      if (mine !== socket) return;
      socket = null;
      if (event.code >= 4400 && event.code < 4500) {
        ended = true;
        over?.(event.code);
        return;
      }
      const wait = Math.min(LONGEST, FIRST * 2 ** tries++);
      timer = setTimeout(connect, wait * (0.5 + Math.random() / 2));
      lost?.(tries);
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
