// How long a phone that has never been here takes until its page is alive, beside what the bytes of that alone take.
import { PHONE, SIZES, test } from "./table.mjs";

const LOADS = 5;
/** 1.6 Mbit/s, and 0.75 the other way. */
const BYTES_A_SECOND = { down: 200_000, up: 93_750 };
const SLOWER = 4;

// A release has no dice but fair ones.
test.use({ scripted: false });

test("a cold phone", async ({ guest }) => {
  test.setTimeout(300_000);
  const loads = [];
  for (let load = 0; load < LOADS; load += 1) loads.push(await alive(await guest(SIZES.phone, PHONE)));
  const shown = (of) => `${(middle(loads.map(of)) / 1000).toFixed(2)} s`;
  const ratios = loads.map(({ took, line }) => (took / line).toFixed(3));
  console.log(`\n${["figure", "cold", shown((it) => it.took), shown((it) => it.line), ratios.join(" ")].join("\t")}`);
});

/** Milliseconds until a page of a fight is alive, and what everything that came until then takes on the line alone. */
async function alive(phone) {
  await phone.page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector(".table[data-live=true]")) window.aliveAt ??= performance.now();
    }).observe(document, { subtree: true, childList: true, attributeFilter: ["data-live"] });
  });
  const session = await phone.page.context().newCDPSession(phone.page);
  await session.send("Network.enable");
  const came = [];
  session.on("Network.loadingFinished", ({ timestamp, encodedDataLength }) => came.push({ timestamp, encodedDataLength }));
  let began;
  session.on("Network.requestWillBeSent", ({ timestamp, type, redirectResponse }) => {
    if (type === "Document" && redirectResponse) began = timestamp;
  });
  const { down, up } = BYTES_A_SECOND;
  await session.send("Network.emulateNetworkConditions", { offline: false, latency: 0, downloadThroughput: down, uploadThroughput: up });
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await phone.open("/demo");
  await phone.live();
  const took = await phone.page.evaluate(() => window.aliveAt);
  const bytes = came.filter((it) => (it.timestamp - began) * 1000 < took).reduce((sum, it) => sum + it.encodedDataLength, 0);
  return { took, line: (bytes / down) * 1000 };
}

function middle(times) {
  return [...times].sort((one, other) => one - other)[times.length >> 1];
}
