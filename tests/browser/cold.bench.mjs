// How long a phone that has never been here takes until its page is alive, beside what the bytes of that alone take.
import { median, openCold } from "./cold.mjs";
import { PHONE, SIZES, test } from "./table.mjs";

const LOADS = 5;

// A release has no dice but fair ones.
test.use({ scripted: false });

test("a cold phone", async ({ guest }) => {
  test.setTimeout(300_000);
  const loads = [];
  for (let load = 0; load < LOADS; load += 1) loads.push(await openCold(await guest(SIZES.phone, PHONE)));
  const shown = (of) => `${(median(loads.map(of)) / 1000).toFixed(2)} s`;
  const ratios = loads.map(({ took, line }) => (took / line).toFixed(3));
  console.log(`\n${["figure", "cold", shown((it) => it.took), shown((it) => it.line), ratios.join(" ")].join("\t")}`);
});
