// A fight in each rule system: initiative, a whole round with its phases, damage to the end.
import { SIZES, expect, test } from "./table.mjs";

const PHONE = { hasTouch: true, isMobile: true };

/** A storyteller at a laptop and a player on a phone, at a table of this system. */
async function sitDown(guest, system) {
  const [mara, anna] = [await guest(), await guest(SIZES.phone, PHONE)];
  await mara.makeTable("The long night", "Mara", system);
  await anna.join((await mara.invitation()).player, "Anna");
  return [mara, anna];
}

const score = (person, name) => person.row(name).locator(".score");

/** The round, the phase, and whose step it is: `1 declare Ilse`. */
async function where(person) {
  return await person.page.evaluate(() => {
    const phase = document.querySelector(".phase[data-now=true]")?.dataset.phase ?? "act";
    const row = document.querySelector(".row[data-acting=true] .name");
    const round = document.querySelector(".standing").textContent.match(/^(?:turn|round) (\d+)/);
    return [round?.[1] ?? "0", phase, row?.textContent].filter(Boolean).join(" ");
  });
}

/** Presses the brass button, and waits until both see where that leads. */
async function next(mara, anna) {
  const before = await where(mara);
  await mara.next();
  await expect.poll(() => where(mara)).not.toBe(before);
  const now = await where(mara);
  await expect.poll(() => where(anna), { message: "the player sees the same step" }).toBe(now);
  return now;
}

/** Goes on to the next step until this one, and says which steps there were, it included. */
async function until(mara, anna, end) {
  const steps = [];
  for (let press = 0; press < 30; press += 1) {
    const step = await next(mara, anna);
    steps.push(step);
    if (end(step)) return steps;
  }
  throw new Error(`nothing of that kind came: ${steps.join(", ")}`);
}

/** Types into the log's input. */
async function type(person, line) {
  await person.page.locator("#say-line").fill(line);
  await person.page.locator("#say-line").press("Enter");
}

async function rollAll(mara, anna, names) {
  await mara.page.locator("#roll-rest").click();
  await anna.tab("Order");
  await anna.rollInitiative();
  for (const name of names) await expect(score(mara, name)).toContainText(/\d/);
  await expect.poll(() => anna.order()).toEqual(await mara.order());
}

/** A finger marks every box of somebody, one after the other. */
async function fill(person, other, name) {
  const boxes = person.row(name).locator(".box");
  const count = await boxes.count();
  if (person.page.viewportSize().width < 700) await person.openRow(name);
  for (let number = 1; number <= count; number += 1) await person.box(name, number).click();
  await other.sees(name, "/".repeat(count));
  return count;
}

/** The form in which somebody declares; it lies folded while somebody else does. */
async function planOf(person) {
  const plan = person.page.locator("#plan");
  await expect(plan).toBeVisible();
  const open = plan.locator("#plan-open");
  if (await open.isVisible()) await open.click();
  return plan;
}

/** Damage by the rules, from the sheet of a row. */
async function harm(person, name, points, word) {
  await person.row(name).locator(".token").click();
  const sheet = person.page.locator("#row-sheet");
  for (let point = 1; point < points; point += 1) await sheet.getByRole("button", { name: "more points" }).click();
  await sheet.locator(".damage").getByRole("button", { name: word, exact: true }).click();
  await expect(sheet).toBeHidden();
}

test("crossover: declared low to high, acted high to low, the rest at the end", async ({ guest }) => {
  const [mara, anna] = await sitDown(guest, "crossover");
  await anna.add("Ilse vampire dex 3 wits 4 brawl 3 willpower 6 blood 10");
  await mara.add("2x thug dex 2 wits 2");
  await mara.add("Grey Ann wraith dex 2 wits 3 corpus 4");

  // What crossover's players type. What is wrong is said to the sender alone.
  await anna.tab("Log");
  await type(anna, "+combat/initx");
  await expect(anna.page.locator("#say-trouble")).toHaveText("Unknown command. Try +combat/init");
  await expect(anna.page.locator("#say-line")).toHaveValue("+combat/initx");
  await type(anna, "+combat/init");
  await expect(anna.page.locator("#say-line")).toHaveValue("");
  await expect(mara.entry(/Ilse rolls initiative: rating 7 \+ die \d+ = \d+/)).toBeVisible();
  await type(anna, "+combat/init THUG A=5");
  await expect(mara.entry(/Thug A rolls initiative: rating 5 \+ die \d+ = \d+/)).toBeVisible();
  await expect(mara.entry("initx")).toHaveCount(0);
  // Somebody nobody knows stays in the log until the storyteller gives it to somebody.
  await type(anna, "+combat/init Shade=3");
  await mara.entry("Shade").locator(".give-to").selectOption({ label: "Grey Ann" });
  await expect(score(mara, "Grey Ann")).toContainText(/\d/);
  await mara.page.locator("#roll-rest").click();
  await anna.tab("Order");
  await expect(mara.page.locator(".row")).toHaveCount(4);
  const order = await mara.order();
  await anna.seesOrder(order);

  // Declaring goes up, acting goes down.
  const declared = [await next(mara, anna)];
  const say = async () => {
    if (!declared.at(-1).endsWith("Ilse")) return;
    await anna.tab("Me");
    const plan = await planOf(anna);
    await plan.getByLabel("The plan in words").fill("claws, then runs");
    await plan.getByRole("button", { name: "more actions" }).first().click();
    await plan.getByRole("button", { name: "Declare" }).click();
    await expect(mara.row("Ilse").locator(".plan-words")).toContainText("claws, then runs");
    await anna.tab("Order");
  };
  await say();
  while (declared.length < 4) {
    declared.push(await next(mara, anna));
    await say();
  }
  expect(declared).toEqual([...order].reverse().map((name) => `1 declare ${name}`));
  const acted = [];
  for (const _ of order) acted.push(await next(mara, anna));
  expect(acted).toEqual(order.map((name) => `1 act ${name}`));
  expect(await next(mara, anna)).toBe("1 extra Ilse");
  expect(await next(mara, anna)).toBe("2 initiative");
  for (const name of order) await expect(score(anna, name)).toContainText("—");
  await mara.page.locator("#roll-everyone").click();
  for (const name of order) await expect(score(anna, name)).toContainText(/\d/);
  expect(await next(mara, anna)).toMatch(/^2 declare /);

  // Seven levels, and what comes after them.
  expect(await fill(anna, mara, "Ilse")).toBe(7);
  await expect(mara.row("Ilse")).toHaveAttribute("data-out", "true");
  await expect(mara.row("Ilse").locator(".condition")).toContainText("incapacitated");
  await harm(anna, "Ilse", 1, "lethal");
  await expect(mara.row("Ilse").locator(".condition")).toContainText("torpor");
  await harm(mara, "Ilse", 1, "aggravated");
  await expect(anna.row("Ilse").locator(".condition")).toContainText("Final Death");

  // Corpus is a number: the last pip there goes, and with the last of all so does she.
  const pips = mara.row("Grey Ann").locator(".pip");
  await expect(pips).toHaveCount(4);
  for (let left = 4; left > 0; left -= 1) {
    await pips.nth(left - 1).click();
    await expect(anna.row("Grey Ann").locator(".pip[data-there=true]")).toHaveCount(left - 1);
  }
  await expect(anna.row("Grey Ann")).toHaveAttribute("data-out", "true");
  await expect(anna.row("Grey Ann").locator(".condition")).toContainText("dissolved");
});

test("masquerade: sealed words, a defense when needed, Celerity at the end", async ({ guest }) => {
  const [mara, anna] = await sitDown(guest, "masquerade");
  await anna.add("Milo vampire dex 3 wits 2 celerity 2 willpower 5 blood 8");
  await mara.add("ghoul dex 2 wits 2 brawl 2");

  await mara.turnOn("sealed");

  await anna.tab("Log");
  await type(anna, "!inits 5");
  await expect(anna.page.locator("#say-trouble")).toHaveText("Give two numbers: Dexterity, then Wits.");
  await type(anna, "!inits 3 2");
  await expect(mara.entry(/Milo’s Dex:3, Wits: 2 plus Init Roll: \d+\. Initiative = \d+/)).toBeVisible();
  await mara.page.locator("#roll-rest").click();
  await anna.tab("Order");
  await expect(anna.page.locator(".row")).toHaveCount(2);
  const order = await mara.order();
  // What was typed is trusted, and marked where the sheet says something else.
  await expect(anna.row("Milo").locator(".mismatch")).toHaveCount(0);

  // Both declare; nobody reads the other's words until everybody acts.
  for (const name of [...order].reverse()) {
    expect(await next(mara, anna)).toBe(`1 declare ${name}`);
    if (name === "Milo") {
      await anna.tab("Me");
      const plan = await planOf(anna);
      await plan.getByLabel("The plan in words").fill("strikes twice");
      await plan.getByRole("button", { name: "more actions" }).first().click();
      await plan.getByRole("button", { name: "Action 1 is a defense" }).click();
      await plan.getByRole("button", { name: /more .*Celerity/i }).click();
      await plan.getByRole("button", { name: "Declare" }).click();
      await expect(mara.row("Milo").locator(".plan-words")).toContainText("strikes twice");
      await anna.tab("Order");
    } else {
      const plan = await planOf(mara);
      await plan.getByLabel("The plan in words").fill("goes for the lamp");
      await plan.getByRole("button", { name: "Declare" }).click();
      await expect(anna.row("Ghoul").locator(".plan-words")).toHaveText("declared, sealed");
      expect(anna.frames.join()).not.toContain("goes for the lamp");
    }
  }
  const acted = [await next(mara, anna), await next(mara, anna)];
  expect(acted).toEqual(order.map((name) => `1 act ${name}`));
  await expect(anna.row("Ghoul").locator(".plan-words")).toContainText("goes for the lamp");
  // The first action is a defense and takes no place of its own: the second was Milo's.
  expect(await next(mara, anna)).toBe("1 extra Milo");
  expect(await next(mara, anna)).toBe("2 initiative");

  // A success paid for with Willpower: seen in the pool, once a turn.
  await anna.tab("Me");
  const left = anna.page.locator(".own .pool[data-pool=willpower] .pool-left");
  await expect(left).toHaveText("5/5");
  await anna.page.locator(".own .pool[data-pool=willpower]").getByRole("button", { name: "Spend" }).click();
  await expect(left).toHaveText("4/5");
  await expect(mara.entry(/Milo.*Willpower/).first()).toBeVisible();

  await anna.tab("Order");
  await fill(anna, mara, "Milo");
  await harm(mara, "Milo", 1, "bashing");
  await expect(anna.row("Milo").locator(".condition")).toContainText("torpor");
  await fill(mara, anna, "Ghoul");
  await harm(mara, "Ghoul", 1, "aggravated");
  await expect(anna.row("Ghoul").locator(".condition")).toContainText("dead");
});

test("tristat: new dice every round, two under a target, health below nothing", async ({ guest }) => {
  const [mara, anna] = await sitDown(guest, "tristat");
  await anna.add("Kei body 5 mind 4 soul 6 melee 2");
  await mara.add("2x ninja body 4 mind 4 soul 4");
  await rollAll(mara, anna, ["Kei", "Ninja A", "Ninja B"]);
  const order = await mara.order();
  const round = [await next(mara, anna), await next(mara, anna), await next(mara, anna)];
  expect(round).toEqual(order.map((name) => `1 act ${name}`));
  expect(await next(mara, anna)).toBe("2 initiative");
  await mara.page.locator("#roll-everyone").click();
  for (const name of order) await expect(score(anna, name)).toContainText(/\d/);
  expect(await next(mara, anna)).toMatch(/^2 act /);

  await anna.tab("Log");
  await type(anna, "/roll cv + melee # a cut at the rope");
  await expect(mara.entry("a cut at the rope")).toContainText(/rolled \d+ against 7|snake eyes/);
  await type(anna, "/roll body check");
  await expect(mara.entry("Body").first()).toContainText(/against 5|snake eyes/);

  // 5 + 6, times 5; to nothing and below, and back.
  await anna.tab("Order");
  const figure = (person) => person.row("Kei").locator(".points-figure");
  await expect(figure(mara)).toHaveText("55/55");
  await anna.openRow("Kei");
  for (let lost = 5; lost <= 50; lost += 5) {
    await anna.row("Kei").locator("[data-by='-5']").click();
    await expect(figure(mara)).toHaveText(`${55 - lost}/55`);
  }
  await harm(mara, "Kei", 7, "Take points");
  await expect(figure(anna)).toHaveText("−2/55");
  await expect(anna.row("Kei")).toHaveAttribute("data-out", "true");
  await expect(anna.row("Kei").locator(".condition")).toContainText("down");
  await anna.row("Kei").locator("[data-by='5']").click();
  await expect(figure(mara)).toHaveText("3/55");
  await expect(mara.row("Kei")).toHaveAttribute("data-out", "false");
});

test("ascension: one initiative for the fight, stolen moments, and the rules a house may turn", async ({ guest }) => {
  const [mara, anna] = await sitDown(guest, "ascension");
  await anna.add("Lin mage dex 3 wits 4 arete 3 willpower 6");
  await mara.add("2x agent dex 2 wits 2");
  await rollAll(mara, anna, ["Lin", "Agent A", "Agent B"]);
  const order = await mara.order();
  const before = await score(mara, "Lin").textContent();

  await anna.tab("Me");
  const plan = await planOf(anna);
  await plan.getByRole("button", { name: /more .*magick/i }).click();
  await plan.getByRole("button", { name: "Declare" }).click();
  await expect(mara.row("Lin").locator(".plan-words")).toContainText("magick");
  await anna.tab("Order");
  const steps = await until(mara, anna, (step) => step.startsWith("2 "));
  expect(steps).toEqual([...order.map((name) => `1 act ${name}`), "1 extra Lin", `2 act ${order[0]}`]);
  await expect(score(mara, "Lin")).toHaveText(before);

  // A table that declares and rolls anew.
  await mara.turnOn("declare_low_to_high", "reroll_each_turn");
  await expect(anna.page.locator("#phase-strip .phase")).toHaveCount(4);
  await until(mara, anna, (step) => step === "3 initiative");
  await mara.page.locator("#roll-everyone").click();
  for (const name of order) await expect(score(anna, name)).toContainText(/\d/);
  const declares = await until(mara, anna, (step) => step.includes("act"));
  expect(declares.slice(0, 3)).toEqual([...(await mara.order())].reverse().map((name) => `3 declare ${name}`));

  await fill(anna, mara, "Lin");
  await harm(anna, "Lin", 8, "lethal");
  await expect(mara.row("Lin").locator(".condition")).toContainText("dead");
});

test("chronicle: whoever waits acts when they say so; a roll as it is typed", async ({ guest }) => {
  const [mara, anna] = await sitDown(guest, "chronicle");
  await anna.add("Weston dex 4 comp 4 stam 2 size 5 wits 3");
  await mara.add("2x ghoul dex 2 comp 1");
  await rollAll(mara, anna, ["Weston", "Ghoul A", "Ghoul B"]);
  await until(mara, anna, (step) => step === "1 act Weston");
  const last = (await mara.order()).at(-1) === "Weston";
  if (last) await until(mara, anna, (step) => step === "2 act Weston");

  await anna.tab("Log");
  await type(anna, "/roll wits + composure - 1 9-again # hears the door");
  await expect(mara.entry("hears the door")).toContainText(/Wits \+3, Composure \+4.* = 6 · 9-again/);
  await type(anna, "/roll strength + +");
  await expect(anna.page.locator("#say-trouble")).not.toBeEmpty();
  await type(anna, "Nobody moves!");
  await expect(mara.entry("Anna: Nobody moves!")).toBeVisible();
});

test("a fight under other rules outlives the program", async ({ guest, server }) => {
  const [mara, anna] = await sitDown(guest, "crossover");
  await anna.add("Ilse vampire dex 3 wits 4 blood 9");
  await mara.add("thug dex 2 wits 2");
  await rollAll(mara, anna, ["Ilse", "Thug"]);
  await mara.next();
  await anna.tab("Me");
  const plan = await planOf(anna);
  await plan.getByLabel("The plan in words").fill("runs");
  await plan.getByRole("button", { name: "Declare" }).click();
  await anna.page.locator(".own .pool[data-pool=blood]").getByRole("button", { name: "Spend" }).click();
  await expect(mara.row("Ilse").locator(".plan-words")).toContainText("runs");
  const before = await where(mara);
  await server.kill();
  await server.up();
  await mara.live();
  await anna.live();
  await mara.page.reload();
  await mara.live();
  expect(await where(mara)).toBe(before);
  await expect(mara.row("Ilse").locator(".plan-words")).toContainText("runs");
  await expect(anna.page.locator(".own .pool[data-pool=blood] .pool-left")).toHaveText("8/9");
});
