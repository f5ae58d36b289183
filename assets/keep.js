// Installs the worker that answers while there is no connection, and keeps the last picture of a player's table on this
// device, where the reader turned that on.

/** Milliseconds between two pictures while the table is in sight. */
const APART = 60_000;
const PICTURES = "pictures";
/** Answers to a browser without a seat at the table. */
const NO_SEAT = [401, 403, 404, 410];
/** What is not part of a picture: what runs, what was said in passing, and files that do not stay on a device. */
const LEFT_OUT =
  "script, link:not([rel=stylesheet]), meta[name=google], dialog, template, #halt, .banner, .notice, [role=alert], [role=status], img:not([src^='data:'])";

const app = document.getElementById("app");
/** Name of the table; none for storytellers, whose tables are never kept. */
const name = app?.dataset.keeps;

export function watch() {
  // Over plain http there is none.
  if (!navigator.serviceWorker) return;
  // Some browsers allow none in private windows.
  navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" }).catch(() => {});
  const look = () => (isWanted() ? name && keep() : caches.delete(PICTURES));
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && look());
  // The switch is turned in the drawer.
  document.addEventListener("close", look, true);
  setInterval(() => document.visibilityState === "visible" && look(), APART);
  const connection = new MutationObserver(() => isLive() || leave());
  connection.observe(app, { subtree: true, attributeFilter: ["data-live"] });
  look();
}

const isWanted = () => document.cookie.split("; ").includes("keep=on");
const isLive = () => app.querySelector("[data-live=true]");

/** The connection ended: either it is lost, or the seat is gone, and then nothing of it stays. */
async function leave() {
  const pictures = await caches.open(PICTURES);
  if (!(await pictures.match(location.pathname))) return;
  const asked = await fetch(location.pathname, { method: "HEAD", redirect: "manual" }).catch(() => undefined);
  if (NO_SEAT.includes(asked?.status)) await pictures.delete(location.pathname);
}

async function keep() {
  // What is on a page without a connection is no news.
  if (!isLive()) return;
  const headers = { "content-type": "text/html; charset=utf-8", "x-kept-at": Date.now(), "x-title": encodeURIComponent(name) };
  await (await caches.open(PICTURES)).put(location.pathname, new Response(takePicture(), { headers }));
}

/** The page as it is, with nothing in it that can be pressed. */
function takePicture() {
  const page = document.documentElement.cloneNode(true);
  for (const it of page.querySelectorAll(LEFT_OUT)) it.remove();
  for (const it of page.querySelectorAll("button, input, select, textarea")) it.setAttribute("disabled", "");
  for (const it of page.querySelectorAll("a[href]")) it.removeAttribute("href");
  return `<!doctype html>${page.outerHTML}`;
}
