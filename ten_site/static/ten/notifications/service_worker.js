// Shows push notifications. It handles no requests of pages.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

const read = (data) => { try { return data?.json() ?? {}; } catch { return {}; } };
const ours = (path) => { // never open another site
  const url = new URL(String(path ?? "/"), location.origin);
  return url.origin === location.origin ? url : new URL("/", location.origin);
};

addEventListener("push", (event) => {
  const { title, body, tag, url } = read(event.data);
  event.waitUntil(registration.showNotification(String(title || "TEN"), {
    body: String(body ?? ""),
    tag: String(tag ?? ""),
    renotify: Boolean(tag),
    icon: "/static/ten/icon-192.png",
    badge: "/static/ten/icon-192.png",
    data: { path: ours(url).pathname },
  }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = ours(event.notification.data?.path);
  event.waitUntil((async () => {
    const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = windows.find((found) => new URL(found.url).pathname === url.pathname);
    await (there ? there.focus() : clients.openWindow(url.href));
  })());
});
