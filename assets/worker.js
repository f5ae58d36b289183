// Answers for the server while there is no connection to it: with a start page, and with the last picture of a table that
// this device keeps. Pages come from the server wherever it answers, and of files only those are kept whose address has
// the hash of the build. The server puts two constants in front: BUILD, that hash, and FIRST, what the start page needs.

const FILES = `files-${BUILD}`;
const PICTURES = "pictures";
/** A picture is kept for a week. */
const LONGEST = 7 * 24 * 60 * 60 * 1000;
/** Answers to a browser without a seat at the table. */
const NO_SEAT = [401, 403, 404, 410];

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(keepFirst());
});
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(navigate(event, pathname));
  else if (pathname.startsWith(`/pkg/${BUILD}/`) || search === `?v=${BUILD}`) event.respondWith(answerFile(event));
});

async function keepFirst() {
  const cache = await caches.open(FILES);
  await cache.addAll(FIRST.map((path) => new Request(path, { cache: "reload" })));
}

/** Drops the files of all other builds at once. */
async function takeOver() {
  for (const name of await caches.keys()) {
    if (name !== FILES && name !== PICTURES) await caches.delete(name);
  }
  await registration.navigationPreload?.enable();
  await clients.claim();
}

/** A file that never changes is taken from the device; any other one only without a connection. */
async function answerFile(event) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(event.request);
  if (kept?.headers.get("cache-control")?.includes("immutable")) return kept;
  try {
    const response = await fetch(event.request);
    if (response.status === 200) event.waitUntil(cache.put(event.request, response.clone()));
    return response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function navigate(event, path) {
  let response;
  try {
    response = (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return answerOffline(path);
  }
  event.waitUntil(tidy(path, response.status));
  return response;
}

/** Drops pictures that are too old, or of tables where this browser has no seat any more. */
async function tidy(path, status) {
  if ((await self.cookieStore?.get("keep"))?.value === "off") await caches.delete(PICTURES);
  const pictures = await caches.open(PICTURES);
  for (const { url } of await pictures.keys()) {
    const at = new URL(url).pathname;
    const ask = () => fetch(at, { method: "HEAD", redirect: "manual" }).catch(() => ({}));
    const now = at === path ? status : (await ask()).status;
    const kept = await pictures.match(url);
    if (NO_SEAT.includes(now) || (kept && isTooOld(kept))) await pictures.delete(url);
  }
  // In the theme that the reader chose since.
  if (path === "/") await keepFirst().catch(() => {});
}

const isTooOld = (picture) => Date.now() - Number(picture.headers.get("x-kept-at")) > LONGEST;

const escape = (text) => text.replace(/[&<>"]/g, (it) => `&#${it.charCodeAt(0)};`);

/** When a picture was kept, in the words of this device. */
function keptAt(picture) {
  const at = new Date(Number(picture.headers.get("x-kept-at")));
  const time = at.toLocaleString([], { weekday: "short", hour: "numeric", minute: "2-digit" });
  return `<time datetime="${at.toISOString()}">${escape(time)}</time>`;
}

async function answerOffline(path) {
  const pictures = await caches.open(PICTURES);
  const kept = [];
  for (const { url } of await pictures.keys()) {
    const picture = await pictures.match(url);
    if (isTooOld(picture)) await pictures.delete(url);
    else kept.push([new URL(url).pathname, picture]);
  }
  const start = await (await caches.open(FILES)).match(FIRST[0]);
  if (!start) return Response.error();
  const page = await start.text();
  const shown = kept.find(([at]) => at === path)?.[1];
  if (shown) {
    const banner = page.match(/<template[^>]*>(.*?)<\/template>/s)?.[1] ?? "";
    const said = banner.replace("<time></time>", keptAt(shown));
    return answer((await shown.text()).replace(/<body[^>]*>/, (body) => body + said));
  }
  const title = (picture) => escape(decodeURIComponent(picture.headers.get("x-title")));
  const list = kept.map(([at, picture]) => `<li><a class="button" href="${at}">${title(picture)}</a> ${keptAt(picture)}</li>`);
  return answer(page.replace("<!--kept-->", list.join("")));
}

/** A page without a script, and with nothing from elsewhere. */
function answer(page) {
  const policy = "default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:";
  return new Response(page, {
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", "content-security-policy": policy },
  });
}
