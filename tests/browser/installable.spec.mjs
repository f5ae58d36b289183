// What a device keeps of the program and of a table: for whom, for how long, and what takes it away.
import { createServer, request } from "node:http";
import { PHONE, SIZES, expect, test } from "./table.mjs";

/** The rest of the suite looks at requests on their way, which a worker would make by itself. */
const WORKS = { serviceWorkers: "allow" };

/** Waits until the worker answers for this page. */
async function hasWorker(page) {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
}

/** Addresses of everything that is kept on this device, by the name of its store. */
const kept = (page) =>
  page.evaluate(async () => {
    const all = {};
    for (const name of await caches.keys()) {
      all[name] = (await (await caches.open(name)).keys()).map(({ url }) => url.slice(location.origin.length));
    }
    return all;
  });

/** Turns the switch of this device. */
async function keepOnThisDevice(person, on) {
  await person.page.getByRole("button", { name: "More", exact: true }).click();
  await person.page.locator("#menu").getByRole("link", { name: /settings/i }).first().click();
  const keep = person.drawer.getByRole("switch", { name: "Keep on this device" });
  await expect(keep).toBeChecked({ checked: !on });
  await person.press(keep);
  await expect(keep).toBeChecked({ checked: on });
  await person.closeDrawer();
}

/** A storyteller and a player whose phone keeps the table. */
async function gather(guest, opens = (mara) => mara.demo()) {
  const [mara, anna] = [await guest(SIZES.laptop, WORKS), await guest(SIZES.phone, { ...PHONE, ...WORKS })];
  await opens(mara);
  await anna.join((await mara.invitation()).player, "Anna");
  const table = new URL(anna.page.url()).pathname;
  await hasWorker(anna.page);
  return { mara, anna, table };
}

const pictures = async (page) => (await kept(page)).pictures ?? [];

test("without a connection the start page is there, and a player's table as it was, where that is wanted", async ({ guest, server }) => {
  const { mara, anna, table } = await gather(guest);
  await anna.live();
  expect(await pictures(anna.page), "nothing unasked").toEqual([]);

  await server.kill();
  await anna.page.goto(`${server.url}${table}`);
  await expect(anna.page.getByRole("heading", { name: "No connection" })).toBeVisible();
  await expect(anna.page.locator("main")).toContainText("Nothing is kept on this device");
  expect(await anna.page.locator("script").count()).toBe(0);

  await server.up();
  await anna.page.getByRole("link", { name: "Try again" }).click();
  await anna.live();
  await keepOnThisDevice(anna, true);
  await expect.poll(() => pictures(anna.page)).toEqual([table]);
  await mara.box("Weston", 1).click();
  await anna.sees("Weston", "/.......");
  // What is kept is what is in sight when the phone is put away.
  await anna.page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  const picture = () => anna.page.evaluate(async (table) => (await (await caches.open("pictures")).match(table)).text(), table);
  const rows = await anna.page.locator(".row .name").allTextContents();
  await expect.poll(async () => (await picture()).includes(rows[0])).toBe(true);
  expect(await picture()).not.toContain("<script");

  await server.kill();
  await anna.page.goto(`${server.url}${table}`);
  await expect(anna.page.locator("#halt")).toContainText("No connection. This is the table as it was:");
  await expect(anna.page.locator(".row .name")).toHaveText(rows);
  expect(await anna.page.locator("button:enabled, a[href]:not([href='']), script").count()).toBe(0);
  await anna.page.goto(`${server.url}/`);
  await expect(anna.page.locator(".offline-kept li")).toHaveCount(1);
  await expect(anna.page.locator(".offline-none")).toBeHidden();
  await anna.page.locator(".offline-kept a").click();
  await expect(anna.page.locator(".row .name")).toHaveText(rows);

  // After a week it is gone, with or without a connection.
  await anna.page.evaluate(async (table) => {
    const pictures = await caches.open("pictures");
    const old = await (await pictures.match(table)).text();
    const headers = { "x-kept-at": Date.now() - 8 * 24 * 60 * 60 * 1000, "x-title": "Old" };
    await pictures.put(table, new Response(old, { headers }));
  }, table);
  await anna.page.goto(`${server.url}${table}`);
  await expect(anna.page.getByRole("heading", { name: "No connection" })).toBeVisible();
  expect(await pictures(anna.page)).toEqual([]);
  await server.up();
});

test("a storyteller's table is kept nowhere", async ({ guest }) => {
  const { mara, anna } = await gather(guest);
  await hasWorker(mara.page);
  await keepOnThisDevice(mara, true);
  await mara.page.reload();
  await mara.live();
  await expect.poll(async () => Object.keys(await kept(mara.page)).some((name) => name.startsWith("files-"))).toBe(true);
  expect(await pictures(mara.page)).toEqual([]);
  const files = Object.values(await kept(mara.page)).flat();
  expect(files.filter((path) => !/^\/(offline$|pkg\/[0-9a-f]{16}\/|[\w/.-]+\?v=[0-9a-f]{16}$)/.test(path))).toEqual([]);
  expect(files.filter((path) => path.startsWith("/t/"))).toEqual([]);
  expect(anna.trouble).toEqual([]);
});

test("a picture goes with the seat: taken away at once, or while the phone was off, left, or no longer wanted", async ({ guest }) => {
  // A demonstration is not listed among one's tables, where a table is left.
  const { mara, anna, table } = await gather(guest, (mara) => mara.makeTable());
  await keepOnThisDevice(anna, true);
  await expect.poll(() => pictures(anna.page)).toEqual([table]);
  await keepOnThisDevice(anna, false);
  await expect.poll(() => pictures(anna.page)).toEqual([]);
  await keepOnThisDevice(anna, true);
  await expect.poll(() => pictures(anna.page)).toEqual([table]);

  // The seat is taken away under the open page.
  const people = await mara.page.context().newPage();
  await people.goto(`${new URL(mara.page.url()).origin}${table}/people`);
  await people.locator("summary[aria-label='Remove Anna’s seat']").click();
  await people.getByRole("button", { name: "Yes, remove it from Anna" }).click();
  await expect(anna.page.locator(".banner")).toContainText("seat");
  await expect.poll(() => pictures(anna.page)).toEqual([]);
  await people.close();
  // The browser writes down that her page asked whether the seat is gone.
  expect(anna.trouble.splice(0)).toEqual([expect.stringContaining("404")]);

  // Another phone, whose seat is taken away while it shows something else, and one that leaves.
  const ben = await guest(SIZES.phone, { ...PHONE, ...WORKS });
  await ben.join((await mara.invitation()).player, "Ben");
  await hasWorker(ben.page);
  await keepOnThisDevice(ben, true);
  await expect.poll(() => pictures(ben.page)).toEqual([table]);
  await ben.open("/");
  expect(await pictures(ben.page), "a seat that is still there keeps its picture").toEqual([table]);
  await ben.page.locator(".leave summary").first().tap();
  await ben.page.locator(".leave button").first().tap();
  // The page is on its way meanwhile.
  await expect(async () => expect(await pictures(ben.page)).toEqual([])).toPass();
});

/** A server in front of ours that says another build of itself, as after an upgrade. */
async function startFront(server) {
  const front = { build: undefined, old: undefined };
  const rename = (text, from, to) => (front.build ? text.replaceAll(from, to) : text);
  const proxy = createServer((asked, answer) => {
    const { hostname, port } = new URL(server.url);
    const path = rename(asked.url, front.build, front.old);
    const headers = { ...asked.headers, "accept-encoding": "identity" };
    const out = request({ hostname, port, path, method: asked.method, headers }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () => {
        const isText = /text|json/.test(response.headers["content-type"] ?? "");
        const all = Buffer.concat(parts);
        const body = isText ? rename(all.toString(), front.old, front.build) : all;
        const { "content-length": _, ...rest } = response.headers;
        answer.writeHead(response.statusCode, rest).end(body);
      });
    });
    out.on("error", () => answer.destroy());
    asked.pipe(out);
  });
  proxy.on("upgrade", (asked, socket) => {
    const { hostname, port } = new URL(server.url);
    const out = request({ hostname, port, path: asked.url, headers: asked.headers });
    out.on("upgrade", (response, far, head) => {
      const lines = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`);
      socket.write(["HTTP/1.1 101 Switching Protocols", ...lines, "", ""].join("\r\n"));
      socket.write(head);
      far.pipe(socket).pipe(far);
      for (const end of [far, socket]) end.on("error", () => [far, socket].forEach((it) => it.destroy()));
    });
    out.end();
  });
  await new Promise((ready) => proxy.listen(0, "127.0.0.1", ready));
  front.url = `http://127.0.0.1:${proxy.address().port}`;
  front.stop = () => (proxy.closeAllConnections(), proxy.close());
  return front;
}

test("after an upgrade under an open tab nothing of the old build is left", async ({ guest, server }) => {
  const front = await startFront(server);
  const anna = await guest(SIZES.phone, { ...PHONE, ...WORKS });
  await anna.page.goto(`${front.url}/demo`);
  await anna.live();
  await hasWorker(anna.page);
  const build = async () => (await anna.page.locator("script[src*='/pkg/']").first().getAttribute("src")).split("/")[2];
  front.old = await build();
  // Loaded once more, everything of the build is kept.
  await anna.page.reload();
  await anna.live();
  await expect.poll(async () => (await kept(anna.page))[`files-${front.old}`]?.length).toBeGreaterThan(4);

  front.build = "fedcba9876543210";
  await anna.page.reload();
  await anna.live();
  expect(await build()).toBe(front.build);
  await expect.poll(async () => Object.keys(await kept(anna.page)).filter((name) => name.startsWith("files-"))).toEqual([`files-${front.build}`]);
  await anna.page.reload();
  await anna.live();
  await expect.poll(async () => JSON.stringify(await kept(anna.page))).not.toContain(front.old);
  front.stop();
});

test("over plain http there is no worker, and the switches say why", async ({ browser, server, guest }) => {
  const mara = await guest(SIZES.laptop, WORKS);
  await mara.demo();
  const { player } = await mara.invitation();
  // A name that is not this machine's own, for the same server.
  const far = await browser.browserType().launch({
    executablePath: process.env.COTERIE_CHROMIUM || undefined,
    args: ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP table.example 127.0.0.1"],
  });
  const page = await (await far.newContext({ viewport: SIZES.phone, ...PHONE })).newPage();
  await page.goto(`http://table.example:${new URL(server.url).port}${new URL(player, server.url).pathname}`);
  await page.getByLabel("Your name at this table").fill("Anna");
  await page.locator("form button[type=submit]").tap();
  await expect(page.locator(".table")).toHaveAttribute("data-live", "true");
  expect(await page.evaluate(() => [window.isSecureContext, navigator.serviceWorker === undefined])).toEqual([false, true]);
  await page.goto(`http://table.example:${new URL(server.url).port}${new URL(page.url()).pathname}/settings`);
  for (const name of ["Keep on this device", "Keep the screen awake"]) {
    await expect(page.getByRole("switch", { name })).toBeDisabled();
  }
  await expect(page.locator("#set-keep")).toContainText("Browsers allow this only over https");
  await far.close();
});
