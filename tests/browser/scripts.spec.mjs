// Scripts typed into every field that takes text: each stands there letter by letter, and none runs.
import { randomBytes } from "node:crypto";
import { SCRIPTS, strange, watched } from "./scripts.mjs";
import { SIZES, expect, test } from "./table.mjs";

/** What can be written about one combatant, by the field; those that no page shows again are refused in words. */
const OF_COMBATANT = {
  name: (id, script) => ({ rename: { id, name: script } }),
  note: (id, script) => ({ note: { id, text: script } }),
  "line of a saved roll": (id, script) => ({ edit_sheet: { id, edits: [{ roll: { name: "Sneak", line: script } }] } }),
  "trait of their own": (id, script) => ({ edit_sheet: { id, edits: [{ custom: { name: script, value: 2 } }] } }),
  "saved roll": (id, script) => ({ edit_sheet: { id, edits: [{ roll: { name: script, line: "3" } }] } }),
  notes: (id, script) => ({ edit_sheet: { id, edits: [{ notes: script }] } }),
  "item of their own": (id, script) => ({ give_item: { id, what: { own: { name: script, kind: "armor" } } } }),
  "tag of an item": (id, script) => ({ give_item: { id, what: { own: { name: "Club", kind: "armor", tags: [script] } } } }),
  "name of a condition": (id, script) => ({ afflict: { id, key: script, condition: {} } }),
  archetype: (id, script) => ({ start_from: { id, archetype: script } }),
  "kind of creature": (id, script) => ({ set_kind: { id, kind: script } }),
  "key of a trait": (id, script) => ({ set_trait: { id, key: script, value: 2 } }),
  pool: (id, script) => ({ spend: { id, pool: script, by: -1 } }),
};

/** What can be written at the table itself. */
const AT_TABLE = {
  talk: (script) => ({ say: { line: script } }),
  title: (script) => ({ title: { title: script } }),
  "what a roll is for": (script) => ({ roll: { what: script, terms: [{ label: "Wits", value: 3 }], reading: {} } }),
  "part of a roll": (script) => ({ roll: { what: "Wits", terms: [{ label: script, value: 3 }], reading: {} } }),
  "quick-add line": (script) => ({ add: { line: script } }),
  "text of a setting": (script) => ({ set: { key: "tie_rule", value: script } }),
};

/** Fields whose text nobody reads again, because the rules know what may stand there. */
const REFUSED = new Set(["line of a saved roll", "tag of an item", "name of a condition", "archetype", "kind of creature", "key of a trait", "pool", "text of a setting", "quick-add line"]);

/** Gives commands over a socket of the page's own; which of them were done. */
async function give(page, commands) {
  const ids = commands.map(() => randomBytes(16).toString("hex"));
  return await page.evaluate(
    async ({ commands, ids }) => {
      const { encounter } = JSON.parse(document.querySelector("#opening").textContent);
      const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws/${encounter}`);
      await new Promise((resolve) => socket.addEventListener("open", resolve));
      const answers = new Map();
      let answered = () => {};
      socket.addEventListener("message", ({ data }) => {
        const said = JSON.parse(data);
        if (said.ok) answers.set(said.ok, true);
        if (said.no) answers.set(said.no[0], said.no[1]);
        answered();
      });
      socket.send(JSON.stringify({ hello: { protocol: 3 } }));
      for (const [nth, command] of commands.entries()) {
        do {
          answers.delete(ids[nth]);
          socket.send(JSON.stringify({ do: { id: ids[nth], command } }));
          while (!answers.has(ids[nth])) await new Promise((resolve) => (answered = resolve));
          if (answers.get(ids[nth]) === "too_fast") await new Promise((resolve) => setTimeout(resolve, 500));
        } while (answers.get(ids[nth]) === "too_fast");
      }
      socket.close();
      return ids.map((id) => answers.get(id));
    },
    { commands, ids },
  );
}

test("scripts in every field that takes text are text", async ({ guest }) => {
  test.setTimeout(240_000);
  const mara = await guest(SIZES.laptop);
  const ran = await watched(mara);
  const { page } = mara;
  const origin = new URL(mara.server.url).origin;
  let tried = 0;
  // One table, with a combatant for each script.
  await mara.makeTable("The Wharf, midnight", "Mara", "chronicle");
  const table = new URL(page.url()).pathname;
  await give(page, [1, 2, 3].map((nth) => ({ add: { line: `${[9, 8, 8][nth - 1]}x Rat${nth} stamina 2 size 5` } })));
  await mara.open(table);
  const rows = await page.evaluate(() => Object.keys(JSON.parse(document.querySelector("#opening").textContent).view.rows));
  expect(rows.length).toBe(SCRIPTS.length);
  const commands = [];
  for (const [nth, script] of SCRIPTS.entries()) {
    for (const [field, make] of Object.entries(OF_COMBATANT)) commands.push([field, make(rows[nth], script)]);
    for (const [field, make] of Object.entries(AT_TABLE)) commands.push([field, make(script)]);
  }
  const answers = await give(page, commands.map(([, command]) => command));
  for (const [nth, answer] of answers.entries()) {
    const [field, command] = commands[nth];
    if (!REFUSED.has(field)) expect(answer, `${field}: ${JSON.stringify(command)}`).toBe(true);
  }
  tried += commands.length;
  // Seats of players, by an invitation.
  const { player } = await page.evaluate(async (table) => await (await fetch(`${table}/invite`, { method: "POST" })).json(), table);
  const link = new URL(player, origin).pathname;
  const seats = tried;
  for (const script of SCRIPTS) {
    await page.context().browser().newContext().then(async (context) => {
      const sat = await context.request.post(`${origin}${link}`, { form: { name: script }, headers: { origin }, maxRedirects: 0 });
      tried += Number(sat.status() === 303);
      await context.close();
    });
  }
  // So many may come in from one address in a while, and no more.
  expect(tried - seats).toBeGreaterThanOrEqual(10);
  // What is looked for in the log stands in its field again, what is no code in the answer.
  for (const script of SCRIPTS) {
    await mara.open(`${table}/log?find=${encodeURIComponent(script)}`);
    expect(await strange(page), script).toEqual([]);
    tried += 1;
  }
  // Names of files that are brought; one address may bring few in a while.
  await mara.open("/import");
  for (const script of SCRIPTS.slice(0, 8)) {
    const file = { name: script.replaceAll("/", "_"), mimeType: "application/json", buffer: Buffer.from("{}") };
    await page.getByLabel("A file you got from Coterie").setInputFiles(file);
    await page.getByRole("button", { name: "Make the table" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    expect(await strange(page), script).toEqual([]);
    tried += 1;
  }
  mara.trouble = mara.trouble.filter((words) => !/status of 422/.test(words));
  // Every page that shows any of it.
  const pages = ["cast", "people", "settings", "recap", "dice", "replay", "log", ...rows.map((id) => `c/${id}`)];
  for (const path of pages) {
    await mara.open(`${table}/${path}`);
    await expect(page.locator("main")).toBeVisible();
    expect(await strange(page), path).toEqual([]);
  }
  await mara.open(table);
  await mara.live();
  expect(await strange(page)).toEqual([]);
  const shown = await page.locator("body").textContent();
  for (const script of SCRIPTS.slice(0, 6)) expect(shown).toContain(script);
  // Tables and names: the front page lists them.
  const form = async (path, fields) => await page.request.post(`${origin}${path}`, { form: fields, headers: { origin }, maxRedirects: 0 });
  const before = tried;
  for (const script of SCRIPTS.slice(8, 16)) {
    const made = await form("/tables", { table: script, name: script, system: "chronicle" });
    if (made.status() === 303) tried += 2;
  }
  expect(tried - before).toBe(16);
  await mara.open("/");
  expect(await strange(page)).toEqual([]);
  expect(ran).toEqual([]);
  expect(mara.trouble).toEqual([]);
  expect(tried).toBeGreaterThanOrEqual(500);
});
