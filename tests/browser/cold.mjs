// A phone that has never been here, on a slow line.

/** 1.6 Mbit/s, and 0.75 the other way. */
const BYTES_A_SECOND = { down: 200_000, up: 93_750 };
const SLOWER = 4;

/**
 * Opens the demo on a slowed phone. Returns the milliseconds until its page is alive, those which everything that came
 * until then takes on the line alone, and the bytes of program, script and style among it.
 */
export async function openCold(phone, latency = 0) {
  await phone.page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector(".table[data-live=true]")) window.aliveAt ??= performance.now();
    }).observe(document, { subtree: true, childList: true, attributeFilter: ["data-live"] });
  });
  const session = await phone.page.context().newCDPSession(phone.page);
  await session.send("Network.enable");
  const came = [];
  const types = new Map();
  session.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => came.push({ requestId, timestamp, encodedDataLength }));
  let began;
  session.on("Network.requestWillBeSent", ({ requestId, timestamp, type, redirectResponse }) => {
    types.set(requestId, type);
    if (type === "Document" && redirectResponse) began = timestamp;
  });
  const { down, up } = BYTES_A_SECOND;
  await session.send("Network.emulateNetworkConditions", { offline: false, latency, downloadThroughput: down, uploadThroughput: up });
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await phone.open("/demo");
  await phone.live();
  const took = await phone.page.evaluate(() => window.aliveAt);
  const until = came.filter((it) => (it.timestamp - began) * 1000 < took);
  const bytes = (all) => all.reduce((sum, it) => sum + it.encodedDataLength, 0);
  const program = until.filter((it) => !["Document", "Font", "Image"].includes(types.get(it.requestId)));
  return { took, line: (bytes(until) / down) * 1000, program: bytes(program) };
}

export function median(all) {
  return [...all].sort((one, other) => one - other)[all.length >> 1];
}
