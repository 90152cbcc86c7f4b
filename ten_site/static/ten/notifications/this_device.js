// Push notifications on this device: a bar offers them after the first move, on other pages than the table's; only its button asks the browser for permission.
(() => {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return;
  const place = () => document.getElementById("devices-ask");
  if (document.getElementById("table") && !place()) return; // a spectator's page doesn't say who is logged in
  const kept = tenSite.kept("localStorage"), session = tenSite.kept("sessionStorage");
  const said = (name) => {
    const line = document.getElementById("said");
    if (line) line.textContent = place()?.dataset[name] ?? "";
  };
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const same = (one, other) => one && new Uint8Array(one).join() === other.join();
  const known = async () => (await navigator.serviceWorker.getRegistration("/")) ?? null;

  async function post(subscription, more = {}) {
    const { endpoint, keys } = subscription.toJSON();
    const answer = await tenSite.post(place().dataset.address, { endpoint, p256dh: keys.p256dh, auth: keys.auth, ...more });
    if (answer.ok) session.set("ten.device", place().dataset.user);
    return answer;
  }

  async function begin() {
    if ((await Notification.requestPermission()) !== "granted") return said("blocked");
    try {
      await navigator.serviceWorker.register(place().dataset.worker, { scope: "/", updateViaCache: "none" });
      const { pushManager } = await navigator.serviceWorker.ready;
      const key = bytes(place().dataset.key);
      let subscription = await pushManager.getSubscription();
      if (subscription && !same(subscription.options?.applicationServerKey, key)) {
        await subscription.unsubscribe();
        subscription = null;
      }
      subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
      said((await post(subscription)).ok ? "on" : "failed");
      document.dispatchEvent(new Event("ten:device"));
    } catch {
      said("failed");
    }
  }

  async function heal() { // if another user is logged in now, the device becomes theirs; if nobody is, unsubscribe it
    const subscription = await (await known())?.pushManager.getSubscription();
    if (!subscription) return;
    if (!place()) await subscription.unsubscribe();
    else if (session.get("ten.device") !== place().dataset.user) {
      const answer = await post(subscription, { renew: "1" });
      if (answer.status === 404) await subscription.unsubscribe();
    }
  }

  async function clear() { // dismiss notifications about the table being looked at
    const table = /^\/games\/([^/]+)\/$/.exec(location.pathname);
    if (!table || document.hidden) return;
    for (const message of (await (await known())?.getNotifications({ tag: table[1] })) ?? []) message.close();
  }

  function offer() { // never above a board
    const bar = place();
    if (bar) bar.hidden = Boolean(document.getElementById("table")) || Notification.permission !== "default" || !kept.get("ten.moved") || Boolean(kept.get("ten.ask"));
  }

  document.addEventListener("ten:moved", () => { kept.set("ten.moved", "1"); offer(); });
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-ask]");
    if (!button || !place()) return;
    place().hidden = true;
    kept.set("ten.ask", button.dataset.ask);
    if (button.dataset.ask === "yes") await begin();
  });
  document.addEventListener("visibilitychange", clear);
  offer();
  clear();
  heal().catch(() => { /* retried on the next page */ });
})();
