// What touches a page from outside: each way ends in a table on which an exchange is played, and which then says what the
// server says, or in a sentence. `cargo xtask prove disturb` tries all of them, `cargo xtask test` a share.
import { test } from "@playwright/test";
import { ENGINES } from "./engines.mjs";
import { Network } from "./network.mjs";
import { expect } from "./table.mjs";
import { Server } from "../browser/server.mjs";
import { Visitor } from "./visitor.mjs";
import { WAYS } from "./ways.mjs";

/** Which ways are tried: a share, all, or those with these words in their names. */
const { DISTURB } = process.env;
const SIZE = { width: 1280, height: 860 };
/** Ways that one browser and one server see, one after the other. */
const AT_ONCE = DISTURB === "all" ? 12 : 40;

/** What the page says, without what a tool added: `«»` are a translator's, and times are the reader's own. */
function said(page) {
  const words = (root, selector) => {
    const all = [...root.querySelectorAll(selector)].map((it) => {
      const copy = it.cloneNode(true);
      for (const time of copy.querySelectorAll("time, button, .points-figure")) time.remove();
      return copy.textContent.replace(/[«»\s]/g, "");
    });
    return all.join("|");
  };
  const marks = (root) => [...root.querySelectorAll(".row .box")].map((box) => box.dataset.mark || "-").join("");
  const look = (root) => [words(root, ".standing"), words(root, ".row"), words(root, ".entry"), marks(root)].join("\n");
  if (page === "live") return look(document);
  return fetch(`${location.pathname}?plain`)
    .then((answer) => answer.text())
    .then((text) => look(new DOMParser().parseFromString(text, "text/html")));
}

/** Presses something that came to rest: odds come in, and a tool that goes on and on moves things under the mouse. */
async function press(visitor, selector) {
  const look = (selector) => {
    const it = document.querySelector(selector);
    it?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { x, y } = it?.getBoundingClientRect() ?? {};
    return `${document.querySelector("#app").dataset.drawn} ${x} ${y}`;
  };
  const rests = async () => {
    const before = await visitor.see(look, selector);
    await new Promise((later) => setTimeout(later, 300));
    return (await visitor.see(look, selector)) === before;
  };
  await expect.poll(rests, { message: `${selector} rests` }).toBe(true);
  await visitor.click(selector);
}

/** One whole exchange, and on to whoever is next. */
async function play(visitor) {
  const newest = () => [...document.querySelectorAll(".entry")].slice(0, 4).map((it) => it.textContent).join("; ");
  const acting = () => document.querySelector(".row[data-acting=true] .name")?.textContent.replace(/[«»]/g, "") ?? "";
  const open = () => document.querySelectorAll(".exchange").length;
  const who = await visitor.see(acting);
  await press(visitor, "#attack");
  const chosen = '.draft .targets[aria-label="Target"] button';
  await press(visitor, chosen);
  await visitor.sees("it is aimed", true, (chosen) => Boolean(document.querySelector(`${chosen}[aria-pressed=true]`)), chosen);
  await visitor.sees("it can be declared", false, () => document.querySelector("#declare").disabled);
  await press(visitor, "#declare");
  await visitor.sees("it is asked", 1, open);
  await press(visitor, ".question button.option");
  await visitor.sees("it is over", 0, open);
  const told = async () => (await visitor.see(newest)).replace(/[«»]/g, "");
  await expect.poll(told, { message: "it is told" }).toContain(who);
  await press(visitor, "#next");
  await expect.poll(() => visitor.see(acting), { message: "the next one acts" }).not.toBe(who);
  const fresh = await visitor.see(said, "fresh");
  await visitor.sees("the page says what the server says", fresh, said, "live");
}

async function disturb(visitor, network, way) {
  network.calm();
  const before = way.when === "before";
  if (before) {
    network.rewrite = way.rewrites;
    network.blocked = way.withholds;
    if (way.does && way.early) network.foreign = String(way.does);
    else if (way.does) network.foreign = `() => addEventListener("DOMContentLoaded", ${way.does})`;
    network.hold();
  }
  await visitor.engine.open(`${network.url}/demo`).catch(() => {});
  if (before) {
    await visitor.sees("the page is read", true, () => document.readyState !== "loading");
    network.open();
  } else {
    await visitor.live();
    await visitor.sees("all of it is there", true, () => Boolean(document.querySelector("#app").dataset.program));
    await visitor.see(new Function(`return (${way.does})();`));
  }
  if (way.ends === "sentence") {
    if (!before) await visitor.click("#next");
    const sentence = () => {
      const it = document.querySelector("#halt");
      return it && getComputedStyle(it).visibility === "visible" ? it.textContent : "";
    };
    await expect.poll(() => visitor.see(sentence), { message: "it says so", timeout: 40_000 }).toMatch(way.says);
    // The button loads it again, and without what was in the way everything is as ever.
    network.calm();
    await visitor.click("#halt a");
    await visitor.sees("it is another page", null, () => document.querySelector("#halt"));
  }
  await visitor.live();
  await play(visitor);
}

/** A server behind a network, and somebody in a browser of their own. */
async function there(engine, run) {
  test.skip(!engine.programs, `${engine.name} is not on this machine`);
  test.setTimeout(900_000);
  const server = await Server.start();
  const network = await Network.before(server);
  const browser = await engine.launch(engine.programs, SIZE);
  try {
    await run(new Visitor(browser), network);
  } finally {
    await browser.close();
    await network.stop();
    await server.stop();
  }
}

/** Types, sends and checks while the program is on its way; all of it is there once it has come. */
async function typeEarly(visitor, network, does) {
  network.calm();
  network.foreign = does && `() => addEventListener("DOMContentLoaded", ${does})`;
  network.hold();
  await visitor.engine.open(`${network.url}/demo`);
  await visitor.fill("#say-line", "Who goes there?");
  await visitor.engine.press("Enter");
  // What lies folded while a fight runs opens once the page is awake.
  await visitor.fill("#quick-add", "Lookout dex 3");
  network.open();
  await visitor.live();
  const entries = () => [...document.querySelectorAll(".entry")].filter((it) => it.textContent.includes("Who goes there?")).length;
  await visitor.sees("what was sent is said once", 1, entries);
  await visitor.sees("the line is free again", "", () => document.querySelector("#say-line").value);
  await visitor.sees("what was typed stands there", "Lookout dex 3", () => document.querySelector("#quick-add").value);
  // The program knows it too.
  await visitor.sees("and is read", true, () => document.querySelector("#quick-add-said").textContent.includes("Lookout"));
  await visitor.click("#quick-hidden");
  await visitor.click(".quick-line button");
  const hidden = () => [...document.querySelectorAll('.bench-token[data-hidden="true"]')].map((it) => it.textContent);
  await visitor.sees("it is added, hidden", ["LLookout"], hidden);
}

const isWanted = (way) => (DISTURB ? DISTURB === "all" || `${way.when} ${way.name}`.includes(DISTURB) : way.share?.includes(way.when));
const wanted = WAYS.filter(isWanted);
for (const engine of ENGINES.filter(({ name }) => name !== "WebKit")) {
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const some = wanted.slice(at, at + AT_ONCE);
    test(`${engine.name}: a page that is disturbed, ways ${at + 1} to ${at + some.length}`, () =>
      there(engine, async (visitor, network) => {
        for (const way of some) await test.step(`${way.when} it wakes: ${way.name}`, () => disturb(visitor, network, way));
      }));
  }

  test(`${engine.name}: what is typed before a page wakes is kept, and what was sent is said`, () =>
    there(engine, async (visitor, network) => {
      await typeEarly(visitor, network);
      await typeEarly(visitor, network, WAYS[0].does);
    }));
}
