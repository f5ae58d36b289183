// An evening on a weak phone: four times slowed, twenty combatants, two hundred changes. How long from a tap, and from a
// message, until it is drawn.
import { PHONE, SIZES, expect, test } from "./table.mjs";

const ROUNDS = 100;
const SLOWER = 4;

// A release has no dice but fair ones.
test.use({ scripted: false });

test("an evening on a weak phone", async ({ guest }) => {
  test.setTimeout(600_000);
  const [mara, anna] = [await guest(), await guest(SIZES.phone, PHONE)];
  await mara.makeTable();
  await anna.page.addInitScript(watch);
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse dex 3 comp 3 stam 3 size 5");
  await mara.add("19x Ghoul dex 3 comp 2 stam 2 size 5");
  await anna.rollInitiative();
  await mara.page.locator("#roll-rest").click();
  await expect(anna.page.locator(".row")).toHaveCount(20);
  await mara.next();
  const session = await anna.page.context().newCDPSession(anna.page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await anna.page.evaluate(() => (window.drawn = { tap: [], message: [], long: [] }));
  const rests = () => anna.page.waitForTimeout(120);
  for (let round = 0; round < ROUNDS; round += 1) {
    await anna.page.locator(".strip .box").nth(round % 8).tap();
    await rests();
    // A filled box asks what it is to be.
    if (await anna.choice.isVisible()) await anna.choice.getByRole("menuitem", { name: "Heal" }).tap();
    await rests();
    await mara.next();
    await rests();
  }
  const drawn = await anna.page.evaluate(() => window.drawn);
  expect(Math.min(drawn.tap.length, drawn.message.length)).toBeGreaterThan(ROUNDS / 2);
  const at = (times, share) => [...times].sort((one, other) => one - other)[Math.ceil(times.length * share) - 1] ?? 0;
  const told = (times) => `p50 ${at(times, 0.5).toFixed(0)} ms, p95 ${at(times, 0.95).toFixed(0)} ms`;
  const late = Math.max(at(drawn.tap, 0.95), at(drawn.message, 0.95));
  const long = `${drawn.long.length} long tasks, the longest ${at(drawn.long, 1).toFixed(0)} ms`;
  console.log(`\n${["figure", "phone", `tap ${told(drawn.tap)}`, `message ${told(drawn.message)}; ${long}`, (late / 100).toFixed(3)].join("\t")}`);
});

/** The page notes when it was pressed and when a message came, and when the frame after the next change was drawn. */
function watch() {
  const began = {};
  addEventListener("pointerdown", () => (began.tap = performance.now()), { capture: true });
  const { WebSocket: Socket } = window;
  window.WebSocket = class extends Socket {
    constructor(...all) {
      super(...all);
      // A tap is drawn before its answer comes.
      this.addEventListener("message", () => (began.message = performance.now()));
    }
  };
  new PerformanceObserver((list) => window.drawn?.long.push(...list.getEntries().map((task) => task.duration))).observe({ type: "longtask" });
  new MutationObserver(() => {
    const kind = began.tap ? "tap" : "message";
    const from = began[kind];
    if (!from || !window.drawn) return;
    began.tap = began.message = undefined;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.drawn[kind].push(performance.now() - from);
      port2.postMessage(0);
    });
  }).observe(document, { subtree: true, attributeFilter: ["data-mark", "data-acting"] });
}
