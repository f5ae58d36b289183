// Keeps the screen of this device on while the table is in sight, where the reader turned that on.

let lock;

/** Asks for the screen, or lets it go, as the switch stands now. */
async function keep() {
  const wanted = document.cookie.split("; ").includes("awake=on") && document.visibilityState === "visible";
  if (!wanted) {
    await lock?.release();
    lock = undefined;
  } else if (!lock || lock.released) {
    // A device that saves its battery says no.
    lock = await navigator.wakeLock.request("screen").catch(() => undefined);
  }
}

export function watch() {
  if (!navigator.wakeLock) return;
  // The browser takes it back whenever the page goes out of sight.
  document.addEventListener("visibilitychange", keep);
  // The switch is turned in the drawer.
  document.addEventListener("close", keep, true);
  keep();
}
