// From a downloaded archive to a marked box on a phone, by nothing but what the README and the window say.
import { execFileSync, spawn } from "node:child_process";
import { access, chmod, cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import decodeQR from "qr/decode.js";
import { Guest, PHONE, SIZES, expect, test as base } from "./table.mjs";

/** Who is neither root nor the owner of anything: nobody opens a browser for root. */
const NOBODY = ["--reuid", "65534", "--regid", "65534", "--clear-groups"];
const README = await readFile(new URL("../../README.md", import.meta.url), "utf8");

/** A home with a browser that writes down what it is told to open. */
const test = base.extend({
  home: async ({}, use) => {
    const home = await mkdtemp(join(tmpdir(), "coterie-home-"));
    const browser = join(home, "xdg-open");
    await writeFile(browser, `#!/bin/sh\necho "$1" >> ${home}/opened\n`);
    await chmod(browser, 0o777);
    await chmod(home, 0o777);
    const own = { home, process: undefined };
    await use(own);
    own.process?.kill("SIGKILL");
    await rm(home, { recursive: true, force: true });
  },
});

/** The archive of a release that was built, or else one of the program under test. */
async function archive(home) {
  if (process.env.COTERIE_ARCHIVE) return process.env.COTERIE_ARCHIVE;
  const folder = join(home, "packed", "coterie-under-test");
  await mkdir(folder, { recursive: true });
  await cp(process.env.COTERIE_BIN, join(folder, "coterie"));
  await chmod(join(folder, "coterie"), 0o755);
  await cp(new URL("../../deploy/archive/coterie-with-phones", import.meta.url), join(folder, "coterie-with-phones"));
  const packed = join(home, "coterie.tar.gz");
  execFileSync("tar", ["-czf", packed, "-C", join(home, "packed"), "coterie-under-test"]);
  return packed;
}

/** Starts a file of the folder, as a double click does; every line of its window. */
function start(own, folder, name) {
  const program = join(folder, name);
  const isRoot = process.getuid() === 0;
  const [command, args] = isRoot ? ["setpriv", [...NOBODY, program]] : [program, []];
  const env = { PATH: `${own.home}:${process.env.PATH}`, HOME: own.home, DISPLAY: ":99" };
  own.process = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  const said = [];
  createInterface({ input: own.process.stdout }).on("line", (line) => said.push(line));
  return said;
}

/** What the browser was told to open. */
async function opened(own) {
  const file = join(own.home, "opened");
  await expect(() => access(file)).toPass();
  return (await readFile(file, "utf8")).trim().split("\n");
}

/** What a phone's camera reads from a code on a screen. */
async function scanned(page, code) {
  const png = (await code.screenshot()).toString("base64");
  const image = await page.evaluate(async (png) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${png}`;
    await picture.decode();
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const drawn = canvas.getContext("2d");
    drawn.drawImage(picture, 0, 0);
    const { data, width, height } = drawn.getImageData(0, 0, picture.width, picture.height);
    return { data: [...data], width, height };
  }, png);
  return decodeQR({ ...image, data: Uint8ClampedArray.from(image.data) });
}

/** Whether this machine is in a network that a phone could be in. */
const isInNetwork = () =>
  Object.values(networkInterfaces()).flat().some((it) => it.family === "IPv4" && !it.internal);

test("from an archive to a marked box on a phone it is five actions", async ({ home, browser }) => {
  test.skip(!isInNetwork(), "this machine is in no network");
  const packed = await archive(home.home);
  const screen = await browser.newContext({ viewport: SIZES.laptop });
  const glass = await browser.newContext({ viewport: SIZES.phone, ...PHONE });
  const actions = [];

  // The README says how it starts.
  expect(README).toContain("unpack it, and start `coterie-with-phones` by a double click");
  actions.push("unpack");
  const unpacked = join(home.home, "unpacked");
  await mkdir(unpacked);
  execFileSync("tar", ["-xzf", packed, "-C", unpacked]);
  const [folder] = await readdir(unpacked);
  actions.push("start");
  const said = start(home, join(unpacked, folder), "coterie-with-phones");

  // The browser opens by itself.
  const [own] = await opened(home);
  expect(said[0]).toBe(`Coterie is at ${new URL(own).origin}`);
  expect(said[1]).toContain("Phones in the same network open http://");
  const page = await screen.newPage();
  await page.goto(own);
  const codes = page.locator(".qr");
  await expect(codes).toHaveCount(2);
  const [way, demo] = [await scanned(page, codes.nth(0)), await scanned(page, codes.nth(1))];
  expect(said[1]).toContain(way);
  expect(demo).toBe(`${way}/demo`);

  actions.push("scan");
  const phone = new Guest(await glass.newPage(), { url: way }, true);
  await phone.open(demo);
  await phone.live();
  const before = await phone.track("Weston");
  actions.push("open a row");
  await phone.openRow("Weston");
  actions.push("mark a box");
  await phone.touchAt(phone.box("Weston", 1));
  await expect(() => phone.track("Weston").then((now) => expect(now).not.toBe(before))).toPass();
  expect(actions.length, actions.join(", ")).toBeLessThanOrEqual(5);
  // Without https a browser says that it leaves out one of the headers.
  expect(phone.trouble.filter((it) => !it.startsWith("The Cross-Origin-Opener-Policy"))).toEqual([]);
  await screen.close();
  await glass.close();
});

test("a double click serves this computer alone until its button lets the room in", async ({ home, browser }) => {
  test.skip(!isInNetwork(), "this machine is in no network");
  const packed = await archive(home.home);
  execFileSync("tar", ["-xzf", packed, "-C", home.home]);
  const folder = (await readdir(home.home)).find((name) => name.startsWith("coterie-"));
  const said = start(home, join(home.home, folder), "coterie");
  const [own] = await opened(home);
  const screen = await browser.newContext({ viewport: SIZES.laptop });
  const page = await screen.newPage();
  await page.goto(own);
  await expect(page.locator(".qr")).toHaveCount(0);
  await page.getByRole("button", { name: "Let phones in this room join" }).click();
  await expect(page.locator(".qr")).toHaveCount(2);
  const way = await scanned(page, page.locator(".qr").first());
  expect(said.some((line) => line.includes(way))).toBe(true);
  await expect(page.getByRole("link", { name: /coterie\.local/ })).toBeVisible();
  const phone = await (await browser.newContext({ viewport: SIZES.phone, ...PHONE })).newPage();
  await phone.goto(way);
  await expect(phone.getByRole("heading", { name: "You run the scene.", exact: false })).toBeVisible();
  expect((await phone.goto(`${way}/here`)).status()).toBe(404);
  await page.getByRole("button", { name: "Let no more phones join" }).click();
  await expect(page.getByRole("button", { name: "Let phones in this room join" })).toBeVisible();
  await expect(() => expect(phone.goto(way)).rejects.toThrow()).toPass();
  await phone.context().close();
  await screen.close();
});
