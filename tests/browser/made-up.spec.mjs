// Every sentence is in the catalog: in a language that is made up, accented and two fifths longer, an exchange is
// played and every page is looked at. A plain English word there is a word that no message holds; and nothing is cut
// off, though all of it is longer. Only a program that was built for tests knows that language.
import { SIZES, SOON, expect, test as base } from "./table.mjs";
import { Server } from "./server.mjs";

const test = base.extend({
  server: async ({}, use) => {
    const server = await Server.start(true, { COTERIE_MADE_UP: "1" });
    await use(server);
    await server.stop();
  },
});

/** What people wrote here: names, and the title of the scene. */
const WRITTEN = ["Ilse", "Brute", "Mara", "Anna", "Kiosk", "Coterie", "Markdown", "JSON", "UTC", "MB"];

/** A name of an item, which is data of the charts. */
const DATA = ["Knife"];

/** What the scripts of two pages say themselves, copy.js and dice.js: the exceptions there are. */
const SCRIPTS = ["Copy", "Checking …", "No rolls to check yet."];

/** What can be typed: keys of traits and commands, which are the same in every language. */
const TYPED = ["roll", "wits", "composure", "again", "dex", "comp", "stam", "ghoul", "size"];

/** The words on a page, and in what is read aloud, that are of plain letters and that nobody wrote. */
async function plainWords(page, known, scripts) {
  return await page.evaluate(([known, scripts]) => {
    const texts = [];
    const visit = (root) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.nodeType === Node.TEXT_NODE) {
          // Guides are pages of their own; rows of charts are data, and so is what a ready sheet comes with; times of day are
          // written as the browser does.
          if (!node.parentElement?.closest("script, style, option, .set-rule, .hex, code, time, .option-with, .picker-row strong")) texts.push(node.data);
          continue;
        }
        for (const name of ["aria-label", "title", "placeholder", "alt", "aria-description"]) {
          const value = node.getAttribute(name);
          if (value) texts.push(value);
        }
        if (node.shadowRoot) visit(node.shadowRoot);
      }
    };
    visit(document.documentElement);
    const found = new Set();
    // Sheets to start from are lines as they are typed.
    const isTyped = (text) => /(?:\b[a-z_]+ \d+ ){3}/.test(text);
    for (const text of texts) {
      if (scripts.includes(text.trim()) || isTyped(text)) continue;
      // Ids of rules, sums in hexadecimal digits and codes of four words are the same in every language.
      const same = /\b[A-Z]{3}-[A-Z]+-\d+\b|\b[0-9a-f]{16,}\b|\b[a-z]+(?:-[a-z]+){3}\b/g;
      const bare = text.replace(same, " ").replace(/\S*[/@.]\S*/g, (word) => (/^[^a-z]*[a-z]+[.,:;]?$/i.test(word) ? word : " "));
      for (const [word] of bare.matchAll(/\p{L}+/gu)) {
        const plain = /^[A-Za-z]{2,}$/.test(word) && /[aeiouy]/i.test(word);
        if (plain && !known.includes(word)) found.add(`${word} (${text.trim().slice(0, 60)})`);
      }
    }
    return [...found].sort();
  }, [known, scripts]);
}

/** What is cut off: a page that is wider than its window, or words in something that hides what does not fit. */
async function cutOff(page) {
  return await page.evaluate(() => {
    const found = [];
    const root = document.scrollingElement;
    if (root.scrollWidth > root.clientWidth + 1) found.push(`the page is ${root.scrollWidth - root.clientWidth} px too wide`);
    const visit = (root) => {
      for (const element of root.querySelectorAll("button, a, label, h1, h2, h3, p, span, li, dt, dd, summary, td, th")) {
        if (element.shadowRoot) visit(element.shadowRoot);
        const style = getComputedStyle(element);
        const hides = ["hidden", "clip"].includes(style.overflowX) && style.textOverflow !== "ellipsis";
        const words = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
        const unseen = element.closest(".unseen, [hidden], .aloud") || !element.checkVisibility();
        if (hides && words && !unseen && element.scrollWidth > element.clientWidth + 1) {
          found.push(`${element.tagName}.${element.className}: ${element.textContent.trim().slice(0, 50)}`);
        }
      }
    };
    visit(document);
    return found;
  });
}

async function judge(guest, what) {
  const known = [...WRITTEN, ...DATA, ...TYPED];
  expect.soft(await plainWords(guest.page, known, SCRIPTS), `${what}: words of no message`).toEqual([]);
  expect.soft(await cutOff(guest.page), `${what}: cut off`).toEqual([]);
}

/** A table of two, each with somebody in the order, in the first turn. */
async function begin(guest, server) {
  const [mara, anna] = [await guest(), await guest(SIZES.phone)];
  await mara.open("/");
  await judge(mara, "the start page");
  await mara.open("/start");
  await judge(mara, "the first step to a table");
  await mara.page.locator("input[name=table]").fill("Kiosk");
  await mara.page.locator("input[name=name]").last().fill("Mara");
  await mara.page.locator("input[name=name]").last().press("Enter");
  const system = mara.page.locator("button[name=system][value=chronicle]");
  await expect(system).toBeVisible();
  await judge(mara, "the second step to a table");
  await system.click();
  await mara.live();
  const table = new URL(mara.page.url()).pathname;
  const { player } = await mara.invitation();
  await anna.open(player);
  await judge(anna, "an invitation");
  await anna.page.locator("input[name=name]").fill("Anna");
  await anna.page.locator("form button[type=submit]").click();
  await anna.live();
  await judge(anna, "an empty table");
  await mara.open(table);
  await mara.live();
  await anna.add("Ilse str 3 dex 3 wits 3 stam 2 brawl 3 weaponry 2 with knife");
  await mara.add("Brute str 4 dex 2 wits 2 stam 3 brawl 3");
  await server.dice([1]);
  await anna.press(anna.page.locator(".next-action button, #roll-mine").filter({ visible: true }).first());
  await expect(mara.page.locator(".row")).toHaveCount(1);
  await server.dice([10]);
  await mara.press(mara.page.locator("#roll-rest"));
  await expect(mara.page.locator(".row")).toHaveCount(2);
  await mara.next();
  return { mara, anna, table };
}

test("an exchange in a language that is made up", async ({ guest, server }) => {
  test.slow();
  const { mara, anna, table } = await begin(guest, server);
  await judge(mara, "the first turn");
  await judge(anna, "the first turn on a phone");
  await mara.begin();
  await judge(mara, "what can be done");
  const target = mara.draft.locator(".targets .target").first();
  if ((await target.getAttribute("aria-pressed")) !== "true") await mara.press(target);
  const maneuver = mara.draft.locator('.maneuver[data-key="unarmed"]');
  if ((await maneuver.getAttribute("aria-pressed")) !== "true") await mara.press(maneuver);
  await judge(mara, "a draft");
  await mara.letDiceWait();
  await mara.press(mara.draft.locator("#declare"));
  await expect(mara.draft).toBeHidden();
  for (let step = 0; step < 6; step += 1) {
    for (const person of [mara, anna]) {
      await judge(person, `step ${step} of the exchange`);
      const ask = person.page.locator("div.question .roll-now, div.question button.option").first();
      if (await ask.count()) {
        await person.press(ask);
        break;
      }
    }
  }
  await expect.poll(() => mara.page.locator(".entry").count(), SOON).toBeGreaterThan(2);
  await judge(mara, "the log");
  // What is told of an exchange elsewhere.
  for (const page of ["recap", "log", "replay"]) {
    await mara.open(`${table}/${page}`);
    await judge(mara, `${page} of an exchange`);
  }
});

const PAGES = ["people", "cast", "recap", "dice", "settings", "log", "replay", "proposals"];

for (const [who, others] of [
  ["the storyteller", ["/import", "/join/nothing", "/t/nothing"]],
  ["a player", []],
]) {
  test(`every page in a language that is made up, for ${who}`, async ({ guest, server }) => {
    const { mara, anna, table } = await begin(guest, server);
    const person = who === "a player" ? anna : mara;
    const rows = await mara.page.locator(".row").evaluateAll((rows) => rows.map((row) => row.dataset.id));
    for (const page of [...PAGES, ...rows.flatMap((id) => [`c/${id}`, `c/${id}/past`])]) {
      await person.open(`${table}/${page}`);
      await judge(person, page);
    }
    for (const page of others) {
      await person.open(page);
      await judge(person, page);
    }
    // Two of these are no pages, and a browser says so.
    const nothing = others.filter((page) => page.endsWith("nothing"));
    expect(person.trouble.splice(0)).toEqual(nothing.map(() => expect.stringContaining("404")));
  });
}
