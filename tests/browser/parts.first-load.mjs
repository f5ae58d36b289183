// The program of a release comes in two parts. What wakes a page is the first; the rest is there a moment later, and nothing
// of it is needed before, or lost.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brawl } from "./fight.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

const SYSTEMS = ["chronicle", "crossover", "masquerade", "ascension", "tristat"];

/** Where what comes over the line is read, and where it is shown: what that needs early is no mistake of the list. */
const HEARD = /app10connection6socket|Model\$GT\$7refresh|app10connection9lifecycle5probe/;

/**
 * This person's browser gets the parts of a release. The rest of the program comes by itself when `rest` says so; what is
 * needed earlier comes at once, and is counted: what the page needed to wake, by name, and how often the line did.
 */
async function inParts(person, rest = async () => {}) {
  const early = { names: [], heard: 0 };
  person.page.on("console", async (message) => {
    const stack = message.text();
    if (!stack.includes("needed before it was there")) return;
    // The innermost function of the rest on the way to the call.
    const [name] = stack.match(/\S+(?= \(rest)/g) ?? [stack];
    if (HEARD.test(stack)) early.heard += 1;
    else early.names.push(name);
  });
  await person.page.route("**/pkg/*/coterie*", async (route) => {
    const request = route.request();
    const name = new URL(request.url()).pathname.split("/").pop();
    const byItself = name === "coterie_rest.wasm" && request.resourceType() === "fetch";
    if (byItself && (await rest(route)) === "answered") return;
    const contentType = name.endsWith(".wasm") ? "application/wasm" : "text/javascript";
    await route.fulfill({ contentType, body: await readFile(join(process.env.COTERIE_PARTS, name)) });
  });
  return early;
}

/** Something that waits until it is let go. */
function gate() {
  const made = {};
  made.opened = new Promise((resolve) => (made.open = resolve));
  return made;
}

/** The rest of the program has come. */
async function whole(person) {
  await expect(person.page.locator("#app")).toHaveAttribute("data-program", "whole");
}

/** Each of their pages wakes while nothing of the rest is there, and is whole when it comes. */
async function wakeWithTheFirst(people) {
  for (const person of people) {
    const rest = gate();
    const early = await inParts(person, () => rest.opened);
    await person.page.reload();
    await person.live();
    expect(early.names, "what of the rest a page needs to wake").toEqual([]);
    rest.open();
    await whole(person);
  }
}

for (const system of SYSTEMS) {
  test(`a page of ${system} wakes with the first part alone`, async ({ guest }) => {
    const people = [await guest(), await guest(SIZES.phone, PHONE), await guest(SIZES.phone, PHONE)];
    const [mara, anna, eve] = people;
    await mara.makeTable("The Wharf, midnight", "Mara", system);
    await mara.open(`/demo/${system}`);
    await mara.live();
    const { player, spectator } = await mara.invitation();
    await anna.join(player, "Anna");
    await eve.join(spectator, "Eve");
    await anna.add("Ilse");
    await wakeWithTheFirst(people);
  });
}

test("a press that comes before the rest is there waits for it, and counts once", async ({ guest, server }) => {
  const people = await brawl(guest);
  const [mara, anna] = people;
  const rest = gate();
  const early = await inParts(anna, () => rest.opened);
  await anna.page.reload();
  await anna.live();
  // In the strip: boxes of a row are pressed once it is open, and what opens comes with the rest.
  for (const box of [2, 0]) await anna.touchAt(anna.page.locator(".strip .box").nth(box));
  rest.open();
  await mara.sees("Ilse", "/......");
  await anna.sees("Ilse", "/......");
  expect(early.names).toEqual([]);
  // From here on everything is as ever.
  await server.dice([8, 1, 1]);
  await anna.attack({ at: ["Dockhand"], what: "unarmed" });
  await expect(mara.exchange).toHaveCount(1);
});

test("what happens before the rest is there is seen at once", async ({ guest }) => {
  const [mara, anna] = await brawl(guest);
  const rest = gate();
  // The one that comes by itself is on its way for long; the page asks again for what it needs now.
  const early = await inParts(anna, () => rest.opened);
  await anna.page.reload();
  await anna.live();
  await mara.box("Ilse", 1).click();
  await anna.sees("Ilse", "/......");
  expect(early).toEqual({ names: [], heard: 1 });
  rest.open();
  await whole(anna);
  await mara.box("Ilse", 2).click();
  await anna.sees("Ilse", "//.....");
});

test("a page on which an exchange is under way wakes with both parts; once it is over, with the first", async ({ guest, server }) => {
  const people = await brawl(guest);
  const [mara, anna, ben] = people;
  await server.dice([8, 1, 1]);
  await anna.attack({ at: ["Dockhand"], what: "unarmed" });
  await expect(ben.exchange).toHaveCount(1);
  const early = await inParts(ben);
  await ben.page.reload();
  await ben.live();
  expect(early.names).toEqual([]);
  await ben.answer("apply");
  await mara.sees("Dockhand", "/.............");
  await wakeWithTheFirst([mara, anna]);
});

test("a rest that could not be fetched is fetched again", async ({ guest }) => {
  const [mara, anna] = await brawl(guest);
  let asked = 0;
  await inParts(anna, async (route) => {
    asked += 1;
    if (asked > 1) return undefined;
    await route.abort();
    return "answered";
  });
  await anna.page.reload();
  await anna.live();
  await whole(anna);
  expect(asked).toBe(2);
  await anna.touchBox("Ilse", 1);
  await mara.sees("Ilse", "/......");
  anna.trouble.length = 0; // a request that fails is an error to the console
});

test("a page whose server was replaced before the rest came is loaded again", async ({ guest }) => {
  const [, anna] = await brawl(guest);
  let asked = 0;
  await inParts(anna, async (route) => {
    asked += 1;
    if (asked > 1) return undefined;
    await route.fulfill({ status: 404, body: "" });
    return "answered";
  });
  await anna.page.reload();
  await expect.poll(() => asked).toBe(2);
  await whole(anna);
  await anna.live();
  anna.trouble.length = 0; // an answer of 404 is an error to the console
});
