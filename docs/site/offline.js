
// Keep every file of the site once it has been loaded, so that the second visit needs no network.

const KEPT = `canasta ${BUILD}`;
const files = new Set(FILES.map((each) => new URL(each, registration.scope).href));

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)));
});

addEventListener("activate", (event) => {
  const gone = caches.keys().then((names) =>
    Promise.all(names.filter((each) => each.startsWith("canasta ") && each !== KEPT).map((each) => caches.delete(each))));
  event.waitUntil(gone.then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { href, search } = new URL(event.request.url);
  const page = href.split("#")[0].replace(search, "");
  const file = files.has(page) ? page : `${page}index.html`;
  if (files.has(file)) event.respondWith(caches.match(file, { cacheName: KEPT }).then((kept) => kept ?? fetch(event.request)));
});
