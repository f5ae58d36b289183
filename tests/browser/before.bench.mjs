// A cold phone before this program and before an older one, which take turns.
import { median, openCold } from "./cold.mjs";
import { Server } from "./server.mjs";
import { Guest, PHONE, SIZES, test } from "./table.mjs";

const LOADS = 9;
const LATENCY = 150;

// A release has no dice but fair ones.
test.use({ scripted: false });

test("a cold phone, now and before", async ({ browser, server }) => {
  test.setTimeout(600_000);
  const older = await Server.start(false, {}, process.env.COTERIE_OLDER);
  const open = async (from) => {
    const context = await browser.newContext({ viewport: SIZES.phone, reducedMotion: "reduce", ...PHONE });
    const load = await openCold(new Guest(await context.newPage(), from, true), LATENCY);
    await context.close();
    return load;
  };
  const [now, before] = [[], []];
  for (let load = 0; load < LOADS; load += 1) {
    now.push(await open(server));
    before.push(await open(older));
  }
  await older.stop();
  const told = (name, of, shown) => {
    const ratios = now.map((load, turn) => (of(load) / of(before[turn])).toFixed(3));
    console.log(`\n${["figure", name, shown(median(now.map(of))), shown(median(before.map(of))), ratios.join(" ")].join("\t")}`);
  };
  told("before-alive", (it) => it.took, (took) => `${(took / 1000).toFixed(2)} s`);
  told("before-bytes", (it) => it.program, (bytes) => `${(bytes / 1000).toFixed(1)} kB`);
});
