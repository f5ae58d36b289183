// Starts the program on a table screen, whose page the server printed without anything to press, and keeps the display
// awake. Its few keys are here, before those of the program.
const root = document.documentElement;
const still = matchMedia("(prefers-reduced-motion: reduce)");
const SIZES = [0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.4];
const kept = (name) => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};
const keep = (name, value) => {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that keeps nothing starts again as it was printed.
  }
};

/** Day or night, as chosen on this display. */
function light(theme) {
  if (theme) root.dataset.theme = theme;
}
/** The size, as chosen on this display: how many rows fit follows from it. */
function enlarge(size) {
  const to = SIZES.includes(size) ? size : 1;
  root.dataset.size = to;
  root.style.setProperty("--size", to);
  dispatchEvent(new Event("resize"));
}
light(kept("coterie-screen-theme"));
enlarge(Number(kept("coterie-screen-size") ?? 1));

const keys = {
  f: () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen?.()),
  n() {
    const theme = root.dataset.theme;
    const dark = theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : theme !== "light";
    light(dark ? "light" : "dark");
    keep("coterie-screen-theme", root.dataset.theme);
  },
  "+": () => step(1),
  "-": () => step(-1),
};
keys["="] = keys["+"];
keys["−"] = keys["-"];
function step(by) {
  const at = SIZES.indexOf(Number(root.dataset.size));
  enlarge(SIZES[Math.min(Math.max(at + by, 0), SIZES.length - 1)]);
  keep("coterie-screen-size", root.dataset.size);
}
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // The program’s own keys do nothing here.
  event.stopImmediatePropagation();
  const act = keys[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
}, true);

let lock;
/** Asks for a screen that does not sleep; the browser takes it back whenever the page goes out of sight. */
async function stayAwake() {
  if (still.matches || document.visibilityState !== "visible" || (lock && !lock.released)) return;
  lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();

try {
  const program = await import("./coterie.js");
  await program.default({ module_or_path: new URL("./coterie_bg.wasm", import.meta.url) });
  for (let seconds = 1; ; seconds = Math.min(seconds * 2, 30)) {
    try {
      await program.rest?.();
      break;
    } catch {
      await new Promise((again) => setTimeout(again, seconds * 1000));
    }
  }
  const app = document.getElementById("app");
  app.replaceChildren();
  if (!program.wake(false)) throw new Error("The page came without its picture.");
  root.dataset.screen = "live";
} catch (error) {
  navigator.sendBeacon?.("/pages/asleep");
  // Nobody stands beside it who could load it again.
  setTimeout(() => location.reload(), 30_000);
  throw error;
}
// A program that stopped in the middle of something does nothing more.
const hear = (error) => {
  if (error instanceof WebAssembly.RuntimeError) setTimeout(() => location.reload(), 10_000);
};
addEventListener("error", (event) => hear(event.error));
addEventListener("unhandledrejection", (event) => hear(event.reason));
