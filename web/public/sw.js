/* Push messages: "it is your turn". They are shown, replaced by newer ones, and closed when somebody has moved. */
self.addEventListener("push", (event) => {
  const words = event.data ? event.data.json() : {};
  event.waitUntil(words.withdraw ? withdraw(String(words.withdraw)) : show(words));
});

function show(words) {
  const tag = words.tables && words.tables.length === 1 ? words.tables[0] : "rondel";
  const data = { url: words.url || "/", number: words.number };
  return self.registration.showNotification(words.title || "Rondel", { body: words.body || "", tag, data, renotify: true });
}

async function withdraw(number) {
  for (const shown of await self.registration.getNotifications()) {
    if (shown.data.number === number) shown.close();
  }
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url, self.location.origin).href;
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((open) => {
      const here = open.find((each) => new URL(each.url).origin === self.location.origin);
      return here ? here.navigate(url).then((page) => page && page.focus()) : self.clients.openWindow(url);
    }),
  );
});
