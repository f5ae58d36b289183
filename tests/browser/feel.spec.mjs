// What happens is seen, and the small comforts of the fight's screen.
import { sitDown, where } from "./fight.mjs";
import { PHONE, SIZES, expect, test } from "./table.mjs";

const MOVES = { reducedMotion: "no-preference" };

/** From here on, and after each load, the page notes everything that is set in motion: what, whose row, for how long. */
async function watch(person) {
  const note = () => {
    window.moved = [];
    const keep = ({ target, animationName, propertyName }) => {
      const running = target.getAnimations().filter((it) => (it.animationName ?? it.transitionProperty) === (animationName ?? propertyName));
      const row = target.closest(".row");
      const about = row?.querySelector(".name").textContent ?? target.className.baseVal ?? target.className;
      for (const it of running) {
        window.moved.push({ what: animationName ?? propertyName, about, ms: it.effect.getComputedTiming().duration });
      }
    };
    addEventListener("animationstart", keep, true);
    addEventListener("transitionrun", keep, true);
  };
  await person.page.addInitScript(note);
  await person.page.evaluate(note);
}

const MOTIONS = ["hit", "falls", "struck-out", "stroke-dashoffset", "arrives"];

/** What moved of all that tells what happened. */
async function moved(person) {
  return await person.page.evaluate((names) => window.moved.filter(({ what }) => names.includes(what)), MOTIONS);
}

/** A storyteller, and a player's phone that watches; a ghoul is in the order. */
async function watching(guest, options) {
  const [mara, anna] = [await guest(), await guest(SIZES.phone, { ...PHONE, ...options })];
  await mara.makeTable();
  await anna.join((await mara.invitation()).player, "Anna");
  await anna.add("Ilse dex 3 comp 3 stam 2 size 5");
  await mara.add("Ghoul dex 2 comp 2 stam 2 size 5");
  await anna.rollInitiative();
  await mara.press(mara.page.locator("#roll-rest"));
  await expect(anna.page.locator(".row")).toHaveCount(2);
  await watch(anna);
  return [mara, anna];
}

async function mark(person, name, box, key) {
  await person.box(name, box).focus();
  await person.page.keyboard.press(key);
}

test("a blow that lands, a box that fills and somebody who falls move for the blink of an eye, once", async ({ guest }) => {
  const [mara, anna] = await watching(guest, MOVES);
  await mark(mara, "Ghoul", 1, "l");
  await anna.sees("Ghoul", "X......");
  await expect.poll(async () => (await moved(anna)).map(({ what }) => what)).toEqual(expect.arrayContaining(["hit", "stroke-dashoffset"]));
  for (const { about, ms } of await moved(anna)) {
    expect(about).toBe("Ghoul");
    expect(ms).toBeGreaterThanOrEqual(120);
    expect(ms).toBeLessThanOrEqual(200);
  }
  // Another tab, and back: it is over.
  await expect(anna.row("Ghoul")).not.toHaveAttribute("data-struck");
  await anna.page.evaluate(() => (window.moved = []));
  await anna.tab("Log");
  await anna.tab("Order");
  await mark(mara, "Ghoul", 1, "h");
  await anna.sees("Ghoul", ".......");
  expect((await moved(anna)).map(({ what }) => what)).not.toContain("hit");
  for (let box = 1; box <= 7; box += 1) await mark(mara, "Ghoul", box, "a");
  await expect(anna.row("Ghoul")).toHaveAttribute("data-out", "true");
  await expect.poll(async () => (await moved(anna)).map(({ what }) => what)).toEqual(expect.arrayContaining(["falls", "struck-out"]));
  for (const { ms } of await moved(anna)) expect(ms <= 200 && ms >= 120).toBe(true);
  // What the reader's own hand does, happens under it.
  await anna.page.evaluate(() => (window.moved = []));
  await anna.touchBox("Ilse", 1);
  await mara.sees("Ilse", "/......");
  expect((await moved(anna)).map(({ what }) => what)).not.toContain("hit");
});

test("with less motion nothing moves", async ({ guest }) => {
  const [mara, anna] = await watching(guest, {});
  for (let box = 1; box <= 7; box += 1) await mark(mara, "Ghoul", box, "a");
  await expect(anna.row("Ghoul")).toHaveAttribute("data-out", "true");
  // What moves begins with the frame in which the row is drawn as out.
  await anna.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await moved(anna)).toEqual([]);
  expect(await anna.page.evaluate(() => document.getAnimations().filter((it) => it.effect.target.closest(".row")).length)).toBe(0);
});

test("what was missed is there at once: after a load, and after a line was lost", async ({ guest }) => {
  const [mara, anna] = await watching(guest, MOVES);
  await mark(mara, "Ghoul", 1, "l");
  await anna.sees("Ghoul", "X......");
  await anna.page.reload();
  await anna.live();
  await anna.sees("Ghoul", "X......");
  await anna.page.context().setOffline(true);
  await anna.page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await expect(anna.page.locator(".banner")).toBeVisible();
  for (const box of [2, 3, 4]) await mark(mara, "Ghoul", box, "l");
  await anna.page.context().setOffline(false);
  await anna.live();
  await anna.sees("Ghoul", "XXXX...");
  expect(await moved(anna)).toEqual([]);
});

/** Two players, the second of whom is asked how to meet the blow of the first. */
async function asked(guest, server, system, hero, other, options = {}) {
  const [mara, anna, ben] = await sitDown(guest, system);
  await anna.add(hero);
  await ben.add(other);
  if (options.before) await options.before(mara);
  for (const [number, [player, die]] of [[anna, 9], [ben, 1]].entries()) {
    await server.dice([die]);
    await player.rollInitiative();
    await expect(mara.page.locator(".row")).toHaveCount(number + 1);
  }
  for (let tries = 0; tries < 8 && !(await where(mara)).endsWith("act Ilse"); tries += 1) {
    const before = await where(mara);
    await mara.next();
    await expect.poll(() => where(mara)).not.toBe(before);
  }
  // She hits.
  await server.dice(system === "tristat" ? [2, 2] : Array(8).fill(9));
  await anna.attack({ at: ["Dockhand"], throws: true });
  await expect(ben.question.locator(".option").first()).toBeVisible();
  return [mara, anna, ben];
}

test("the price stands in one's own boxes, and the strip repeats the likely answer", async ({ guest, server }) => {
  const [, anna, ben] = await asked(guest, server, "masquerade", "Ilse str 4 dex 4 stam 2 wits 3 brawl 4", "Dockhand str 2 dex 2 stam 2 wits 2 athletics 1");
  const price = ben.page.locator(".strip .box[data-price]");
  // As many as the worst answer costs on average.
  const worst = async () => {
    const told = await ben.question.locator(".chance").allTextContents();
    return Math.max(...told.map((words) => Number(words.match(/([\d.]+) damage/)?.[1] ?? 0)));
  };
  await expect.poll(worst).toBeGreaterThan(0.5);
  await expect(price).toHaveCount(Math.round(await worst()));
  await expect(ben.page.locator(".strip-line")).toHaveText("in red: if you take the hit");
  for (const box of await price.all()) await expect(box).toHaveAttribute("data-mark", "");
  // Nobody else is shown what it would cost them.
  await expect(anna.page.locator(".strip .box[data-price]")).toHaveCount(0);
  const likely = ben.question.locator(".option[data-likely=true]");
  const button = ben.page.locator(".strip .next-action button");
  await expect(button).toBeInViewport({ ratio: 1 });
  const [title, dice] = [await likely.locator(".option-title").evaluate((it) => it.firstChild.textContent.trim()), await likely.locator(".option-dice").textContent()];
  await expect(button).toHaveText(`${title}: ${dice}`);
  await button.tap();
  await expect(likely.locator(".option-title", { hasText: title })).toHaveCount(0);
});

test("points are counted down where they stand", async ({ guest, server }) => {
  const [, , ben] = await asked(guest, server, "tristat", "Ilse body 6 mind 6 soul 6 melee 3 with sword", "Dockhand body 4 mind 4 soul 4");
  await expect(ben.page.locator(".strip .price")).toHaveText(/^−\d+$/);
  await expect(ben.page.locator(".strip .bar-price")).toHaveCount(1);
});

test("a question that waits so long counts down as a ring in its card, and says so once", async ({ guest, server }) => {
  const before = async (mara) => {
    await mara.houseRules(async (page) => {
      await page.getByLabel("Seconds").fill("60");
      await page.locator('[name=value][value=first]').first().click();
    });
  };
  const [, , ben] = await asked(guest, server, "masquerade", "Ilse str 4 dex 4 stam 2 wits 3 brawl 4", "Dockhand str 2 dex 2 stam 2 wits 2 athletics 1", { before });
  const ring = ben.question.locator(".ring");
  await expect(ring).toBeInViewport({ ratio: 1 });
  const left = async () => Number(await ring.getAttribute("data-left"));
  const first = await left();
  expect(first).toBeGreaterThan(30);
  expect(first).toBeLessThanOrEqual(60);
  await expect.poll(left).toBeLessThan(first);
  await expect(ben.question.locator(".wait")).toHaveText(/^\d+ s, then: \S/);
  await expect(ben.aloud).toHaveText(/\d+ s, then: \S/);
  // It lies over no box.
  const [circle, boxes] = [await ring.boundingBox(), await ben.page.locator(".strip-health").boundingBox()];
  expect(circle.y + circle.height).toBeLessThan(boxes.y);
});

test("Back and Escape close an open row, and the table stays", async ({ guest }) => {
  const [, anna] = await watching(guest, {});
  const here = anna.page.url();
  const opened = anna.page.locator(".row[data-opened=true]");
  await anna.openRow("Ghoul");
  await anna.openRow("Ilse");
  await anna.page.goBack();
  await expect(opened).toHaveCount(0);
  expect(anna.page.url()).toBe(here);
  // Closed otherwise, it leaves nothing behind that Back would have to pass.
  const entry = () => anna.page.evaluate(() => history.state);
  await anna.openRow("Ghoul");
  expect(await entry()).toBe("row");
  await anna.page.keyboard.press("Escape");
  await expect(opened).toHaveCount(0);
  await expect.poll(entry).toBe(null);
  // What was opened from a row lies over it.
  await anna.openRow("Ghoul");
  await opened.getByRole("button", { name: "What’s known" }).tap();
  await expect(anna.page.locator("#row-sheet")).toBeVisible();
  await anna.page.keyboard.press("Escape");
  await expect(anna.page.locator("#row-sheet")).toBeHidden();
  await expect(opened).toHaveCount(1);
});

test("those who like it brief hear what came of it, their turn and what they are asked, and no other line", async ({ guest }) => {
  const [mara, anna] = await watching(guest, {});
  await anna.page.getByRole("button", { name: "More", exact: true }).tap();
  await anna.page.getByRole("link", { name: "Table settings, beside the table" }).tap();
  const brief = anna.drawer.getByRole("switch", { name: "Brief announcements" });
  await expect(brief).not.toBeChecked();
  await brief.tap();
  await expect(brief).toBeChecked();
  await anna.closeDrawer();
  // The menu that led there has gone by itself.
  await expect(anna.page.locator("#menu")).toBeHidden();
  await anna.page.evaluate(() => {
    window.heard = [];
    const aloud = document.querySelector(".aloud");
    new MutationObserver(() => window.heard.push(aloud.textContent)).observe(aloud, { childList: true, characterData: true, subtree: true });
  });
  await mara.add("Hound dex 1");
  await mark(mara, "Ghoul", 1, "b");
  await anna.sees("Ghoul", "/......");
  for (let turn = 0; turn < 2; turn += 1) {
    const acting = await mara.page.locator(".row[data-acting=true] .name").allTextContents();
    await mara.next();
    await expect.poll(() => mara.page.locator(".row[data-acting=true] .name").allTextContents()).not.toEqual(acting);
  }
  await expect.poll(() => anna.page.evaluate(() => window.heard.join("\n"))).toContain("Ilse");
  const heard = await anna.page.evaluate(() => window.heard.join("\n"));
  expect(heard).not.toContain("Hound");
  expect(heard).not.toContain("Ghoul acts");
});

test("the screen stays awake for those who want it, while the table is in sight", async ({ guest }) => {
  const anna = await guest(SIZES.phone, PHONE);
  await anna.page.addInitScript(() => {
    window.locks = [];
    const request = async (kind) => {
      const lock = { kind, released: false, release: async () => void (lock.released = true) };
      window.locks.push(lock);
      return lock;
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
  });
  await anna.makeTable();
  const held = () => anna.page.evaluate(() => window.locks.filter((lock) => !lock.released).map((lock) => lock.kind));
  expect(await held()).toEqual([]);
  const turn = async (on) => {
    await anna.page.getByRole("button", { name: "More", exact: true }).tap();
    await anna.page.getByRole("link", { name: "Table settings, beside the table" }).tap();
    const awake = anna.drawer.getByRole("switch", { name: "Keep the screen awake" });
    await awake.tap();
    await expect(awake).toBeChecked({ checked: on });
    await anna.closeDrawer();
  };
  await turn(true);
  await expect.poll(held).toEqual(["screen"]);
  // The browser takes it back with the page out of sight; it is asked for again.
  await anna.page.evaluate(() => {
    window.locks[0].released = true;
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect.poll(held).toEqual(["screen"]);
  await anna.page.reload();
  await anna.live();
  await expect.poll(held).toEqual(["screen"]);
  await turn(false);
  await expect.poll(held).toEqual([]);
});

/** What the colors of the page are called, as they come out. */
const colors = (person) =>
  person.page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    const names = ["ground", "surface", "surface-2", "line", "ink", "ink-2", "brass", "blood", "worse", "ours", "theirs"];
    const found = names.map((name) => ((probe.style.color = `var(--${name})`), getComputedStyle(probe).color));
    probe.remove();
    return found.join(" ");
  });

test("who asks the device for more contrast has it, and paper is light", async ({ guest }) => {
  const mara = await guest();
  await mara.demo();
  const theme = (theme) => mara.page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
  const plain = await colors(mara);
  await theme("contrast");
  const high = await colors(mara);
  expect(high).not.toBe(plain);
  await theme("auto");
  await mara.page.emulateMedia({ contrast: "more" });
  expect(await colors(mara)).toBe(high);
  // What was chosen by hand stays.
  await theme("light");
  await mara.page.emulateMedia({ contrast: "no-preference" });
  const light = await colors(mara);
  await mara.page.emulateMedia({ contrast: "more" });
  expect(await colors(mara)).toBe(light);
  await mara.page.emulateMedia({ contrast: null, media: "print" });
  for (const each of ["dark", "contrast", "light"]) {
    await theme(each);
    expect(await colors(mara), each).toBe(light);
  }
});

test("in colors of the reader's own, who acts is marked", async ({ guest }) => {
  const mara = await guest(SIZES.laptop, { forcedColors: "active" });
  await mara.demo();
  const edge = (row) => row.evaluate((it) => [getComputedStyle(it).outlineStyle, getComputedStyle(it).outlineWidth].join(" "));
  expect(await edge(mara.page.locator(".row[data-acting=true]"))).toBe("solid 3px");
  expect(await edge(mara.page.locator(".row[data-acting=false]").first())).toMatch(/^none/);
});

test("a long name keeps the letter that tells it apart, at every width", async ({ guest }) => {
  const mara = await guest();
  await mara.makeTable();
  await mara.add("3x Ghoul of the primogen council’s eldest and proudest house dex 2 comp 2 stam 2 size 5");
  await mara.press(mara.page.locator("#roll-rest"));
  await expect(mara.page.locator(".row")).toHaveCount(3);
  await mara.next();
  await expect(mara.page.locator(".row[data-acting=true]")).toHaveCount(1);
  for (const width of [1280, 768, 390, 320]) {
    await mara.page.setViewportSize({ width, height: 800 });
    const ends = await mara.page.locator(".row .name .cut, .strip .cut, .headline .cut").evaluateAll((all) =>
      all.filter((it) => it.checkVisibility()).map((it) => {
        const [start, end] = [...it.children];
        const [whole, part] = [it.parentElement.getBoundingClientRect(), end.getBoundingClientRect()];
        return [start.textContent.includes("Ghoul"), end.textContent.trim(), part.right <= whole.right + 0.5 && part.width > 0, start.scrollWidth > start.clientWidth].join();
      }),
    );
    expect(ends.length, `${width}`).toBeGreaterThanOrEqual(3);
    for (const end of ends.filter((it) => it.startsWith("true"))) expect(end, `${width}`).toMatch(/^true,[ABC]( acts)?,true/);
    if (width === 320) expect(ends.filter((it) => it.endsWith("true")).length).toBeGreaterThan(0);
  }
});

test("no field of a phone makes it come closer", async ({ guest }) => {
  const mara = await guest(SIZES.phone, PHONE);
  await mara.demo();
  const small = () =>
    mara.page.evaluate(() => {
      const roots = [document, document.querySelector("#beside-page")?.shadowRoot].filter(Boolean);
      const fields = roots.flatMap((root) => [...root.querySelectorAll("input:not([type=checkbox], [type=radio], [type=hidden], [type=file]), select, textarea")]);
      return fields.filter((it) => parseFloat(getComputedStyle(it).fontSize) < 16).map((it) => it.id || it.name || it.className);
    });
  expect(await small()).toEqual([]);
  for (const page of ["The cast", "Table settings", "Invite"]) {
    await mara.page.getByRole("button", { name: "More", exact: true }).tap();
    await mara.page.locator("#menu").getByRole("link", { name: new RegExp(`^${page}`) }).tap();
    await expect(mara.drawer.getByRole("heading").first()).toBeVisible();
    expect(await small(), page).toEqual([]);
    await mara.closeDrawer();
  }
});

test("the page wakes where it stands, with the acting row in sight", async ({ guest }) => {
  const mara = await guest();
  await mara.makeTable();
  await mara.add("16x Ghoul dex 2 comp 2 stam 2 size 5");
  await mara.press(mara.page.locator("#roll-rest"));
  await expect(mara.page.locator(".row")).toHaveCount(16);
  const last = mara.page.locator(".row").last();
  await last.locator(".token").click();
  await mara.page.keyboard.press("Escape");
  for (let turn = 0; turn < 15; turn += 1) await mara.next();
  await expect(mara.page.locator(".row[data-acting=true]")).toHaveCount(1);
  await mara.page.setViewportSize({ width: 390, height: 700 });
  await mara.page.addInitScript(() => {
    window.wentTo = [];
    addEventListener("scroll", () => window.wentTo.push([Math.round(scrollY), document.querySelector(".table")?.dataset.awake]), true);
  });
  await mara.page.reload();
  await mara.live();
  await expect(mara.page.locator(".row[data-acting=true]")).toBeInViewport({ ratio: 1 });
  // A row is brought into sight 60 ms after a turn: what would scroll late has had its time.
  await mara.page.waitForTimeout(400);
  const after = await mara.page.evaluate(() => window.wentTo.filter(([, awake]) => awake === "true"));
  expect(after).toEqual([]);
});

test("keys are shown to those who have some", async ({ guest }) => {
  const [, anna] = await watching(guest, {});
  await anna.touchBox("Ilse", 1);
  await anna.hold(anna.box("Ilse", 2));
  await expect(anna.choice).toBeVisible();
  await expect(anna.choice.locator("kbd").first()).toBeHidden();
});
