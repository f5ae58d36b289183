// The line to the server: how soon a loss is noticed, how it is said, and what outlives it.
import { SIZES, expect, test } from "./table.mjs";
import { Wire } from "./wire.mjs";

const PHONE = { hasTouch: true, isMobile: true };

/** Somebody at the demonstration whose bytes go over a wire, and somebody beside them who is fine. */
async function apart(guest, server, size = SIZES.phone, options = PHONE) {
  const jo = await guest();
  await jo.demo();
  const { co_storyteller } = await jo.invitation();
  const wire = await Wire.to(server);
  const anna = await guest(size, options);
  anna.server = wire;
  await anna.join(co_storyteller, "Anna");
  return { anna, jo, wire };
}

const banner = (person) => person.page.locator(".banner");
const pending = (person, name) => expect(person.row(name)).toHaveAttribute("data-pending", "true");
const settled = (person, name) => expect(person.row(name)).toHaveAttribute("data-pending", "false");
const kept = (person) => person.page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("waits/")));

/** Writes down what live regions say from now on, and when the network and the banner came and went. */
async function listen(person) {
  await person.page.evaluate(() => {
    window.spoken = [];
    window.when = {};
    const note = (what) => (window.when[what] = performance.now());
    for (const event of ["offline", "online"]) window.addEventListener(event, () => note(event), { capture: true });
    let there = false;
    new MutationObserver(() => {
      const shown = document.querySelector(".banner").dataset.shown === "true";
      if (shown !== there) note((there = shown) ? "shown" : "gone");
    }).observe(document.querySelector(".top"), { subtree: true, childList: true, attributes: true });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target.nodeType === Node.TEXT_NODE ? target.parentElement : target;
        const region = element?.closest("[role=alert], [role=status], [aria-live]");
        if (region && !element.closest("[aria-hidden=true]")) window.spoken.push(region.textContent.trim());
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

for (const [name, size, options] of [["phone", SIZES.small, PHONE], ["laptop", SIZES.laptop, {}]]) {
  test(`offline is said at once, once, and in nobody's way; online ends it (${name})`, async ({ guest }) => {
    const anna = await guest(size, options);
    await anna.demo();
    await listen(anna);
    const row = anna.row("Weston");
    await row.scrollIntoViewIfNeeded();
    const [before, header] = [await row.boundingBox(), await anna.page.locator(".top").boundingBox()];

    await anna.page.context().setOffline(true);
    await expect(banner(anna)).toBeVisible();
    const when = () => anna.page.evaluate(() => window.when);
    const { offline, shown } = await when();
    expect(shown - offline).toBeLessThan(1_000);
    await expect(banner(anna)).toContainText("Connection lost");
    // Nothing moved, and nothing lies over it.
    expect(await row.boundingBox()).toEqual(before);
    expect(await anna.page.locator(".top").boundingBox()).toEqual(header);
    const seen = await banner(anna).evaluate((element) => {
      const box = element.getBoundingClientRect();
      const inside = element.closest(".top").getBoundingClientRect();
      const corners = [[2, 2], [box.width - 2, 2], [2, box.height - 2], [box.width / 2, box.height / 2]];
      const free = corners.every(([x, y]) => element.contains(document.elementFromPoint(box.x + x, box.y + y)));
      return { free, inside: box.top >= inside.top && box.bottom <= inside.bottom };
    });
    expect(seen).toEqual({ free: true, inside: true });

    // It counts for the eye and not for the ear.
    await expect(anna.page.locator(".banner-age")).toHaveText(/^[3-9] s ago$/);
    const said = await anna.page.evaluate(() => window.spoken);
    expect(said.filter((words) => words.startsWith("Connection lost"))).toHaveLength(1);

    await anna.page.context().setOffline(false);
    await expect(banner(anna)).toBeHidden();
    await anna.live();
    const { online, gone } = await when();
    expect(gone - online).toBeLessThan(2_000);
    expect(await anna.page.evaluate(() => window.spoken.at(-1))).toBe("Back online.");
  });
}

test("a command nobody answers finds out that the line is dead", async ({ guest, server }) => {
  const { anna, jo, wire } = await apart(guest, server);
  wire.mode = "held";
  wire.mute();
  await anna.touchBox("Weston", 1);
  await jo.sees("Weston", "/.......");
  // Two seconds for the answer and three for the ping behind it; without them the line would be asked every ten.
  const asked = Date.now();
  await expect(banner(anna)).toContainText("1 change waiting");
  expect(Date.now() - asked).toBeLessThan(9_000);
  await pending(anna, "Weston");

  wire.mode = "open";
  wire.cut();
  await settled(anna, "Weston");
  await expect(banner(anna)).toBeHidden();
  await anna.sees("Weston", "/.......");
  await jo.sees("Weston", "/.......");
  await wire.close();
});

test("a line that is slow and answers is not given up", async ({ guest, server }) => {
  const { anna, wire } = await apart(guest, server);
  const before = wire.tried;
  // Longer than a command may take before the line is asked, shorter than that answer may take.
  wire.delay = 2_200;
  for (const picture of ["/.......", "//......"]) {
    await anna.touchBox("Weston", picture.lastIndexOf("/") + 1);
    await pending(anna, "Weston");
    await settled(anna, "Weston");
    await anna.sees("Weston", picture);
  }
  expect(wire.tried).toBe(before);
  await wire.close();
});

test("an attempt that hangs is given up and made again", async ({ guest, server }) => {
  const { anna, wire } = await apart(guest, server);
  wire.mode = "held";
  wire.cut();
  await expect(banner(anna)).toBeVisible();
  await expect.poll(() => wire.sockets.size, { message: "an attempt hangs" }).toBe(1);
  const tried = wire.tried;
  await expect.poll(() => wire.tried, { message: "and another is made" }).toBeGreaterThan(tried);
  expect(wire.sockets.size, "the one before is closed").toBe(1);
  wire.mode = "open";
  wire.cut();
  await anna.live();
  await wire.close();
});

test("browsers whose server was killed do not all come back at the same moment", async ({ guest, server }) => {
  const people = [];
  for (let n = 0; n < 4; n += 1) {
    const anna = await guest(SIZES.phone);
    await anna.page.addInitScript(() => {
      window.line = [];
      const note = (what) => window.line.push(what);
      window.WebSocket = class extends WebSocket {
        constructor(...words) {
          super(...words);
          note("tried");
          this.addEventListener("close", () => {
            note("closed");
            // A busy machine lets every timer be late, and keeps them in their order.
            setTimeout(() => note("a quarter of a second"), 240);
            setTimeout(() => note("half a second"), 480);
          });
        }
      };
    });
    await anna.demo();
    people.push(anna);
  }
  await server.kill();
  let early = 0;
  for (const anna of people) {
    const line = () => anna.page.evaluate(() => window.line);
    await expect.poll(line).toContain("half a second");
    await expect.poll(async () => (await line()).filter((what) => what === "tried").length).toBeGreaterThan(1);
    const since = (await line()).slice(1);
    const tried = since.indexOf("tried");
    expect(since[0]).toBe("closed");
    expect(tried).toBeGreaterThan(since.indexOf("a quarter of a second"));
    early += Number(tried < since.indexOf("half a second"));
  }
  // Without chance every one of them waits for half a second.
  expect(early).toBeGreaterThan(0);
  await server.up();
});

test("marks that wait survive a reload without a line", async ({ guest, server }) => {
  const { anna, jo, wire } = await apart(guest, server);
  wire.mode = "held";
  wire.cut();
  await expect(banner(anna)).toBeVisible();
  await anna.touchBox("Weston", 1);
  await anna.touchBox("Weston", 2);
  await anna.sees("Weston", "//......");
  await expect(banner(anna)).toContainText("2 changes waiting");

  // The page comes, the line does not.
  await anna.page.reload();
  await pending(anna, "Weston");
  await anna.sees("Weston", "//......");
  await expect(banner(anna)).toContainText("2 changes waiting");
  await jo.sees("Weston", "........");

  wire.mode = "open";
  wire.cut();
  await settled(anna, "Weston");
  await anna.sees("Weston", "//......");
  await jo.sees("Weston", "//......");
  await expect.poll(() => kept(anna)).toEqual([]);

  await anna.page.reload();
  await anna.live();
  await anna.sees("Weston", "//......");
  await settled(anna, "Weston");
  await wire.close();
});

test("marks survive a killed server and a page that could not be loaded", async ({ guest, server }) => {
  const mara = await guest();
  await mara.demo();
  const jo = await guest(SIZES.phone);
  await jo.join((await mara.invitation()).spectator, "Jo");
  const table = mara.page.url();
  await server.kill();
  await expect(banner(mara)).toBeVisible();
  await mara.box("Weston", 1).click();
  await expect(banner(mara)).toContainText("1 change waiting");
  await mara.page.reload().catch(() => {});
  await mara.page.waitForURL("chrome-error://**");
  await server.up();
  await mara.page.goto(table);
  await mara.live();
  await jo.sees("Weston", "/.......");
  await mara.sees("Weston", "/.......");
  await settled(mara, "Weston");
});

test("what the server had done before the reload counts once and never looks like twice", async ({ guest, server }) => {
  const { anna, jo, wire } = await apart(guest, server);
  const sent = [];
  anna.page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => {
      const message = JSON.parse(String(payload));
      if (message.do) sent.push(message.do.id);
    });
  });
  wire.mute();
  await anna.touchBox("Weston", 1);
  await jo.sees("Weston", "/.......");
  const names = await kept(anna);
  expect(names).toHaveLength(1);
  const id = names[0].split("/").at(-1);

  await anna.page.addInitScript(() => {
    window.pictures = [];
    const look = () => {
      for (const row of document.querySelectorAll(".row")) {
        if (row.querySelector(".name")?.textContent !== "Weston") continue;
        window.pictures.push([...row.querySelectorAll(".box")].filter((box) => box.dataset.mark).length);
      }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await anna.page.reload();
  await expect.poll(() => sent, { message: "it is said again with the id it had" }).toContain(id);
  await expect.poll(() => kept(anna)).toEqual([]);
  await settled(anna, "Weston");
  await anna.sees("Weston", "/.......");
  await jo.sees("Weston", "/.......");
  expect(Math.max(...(await anna.page.evaluate(() => window.pictures)))).toBe(1);
  await wire.close();
});

test("what waits for one seat is not said for another, and what is old is not said at all", async ({ guest }) => {
  const mara = await guest();
  await mara.demo();
  const { id, encounter, you } = await mara.page.evaluate(() => {
    const { view, encounter, you } = JSON.parse(document.getElementById("opening").textContent);
    return { id: Object.values(view.rows).find((row) => row.name === "Weston").id, encounter, you };
  });
  // The protocol of today; what was kept for another is not said.
  const shifts = [{ to: "b" }];
  const own = (n) => String(n).repeat(32);
  const entry = (n, at, protocol = 3) =>
    JSON.stringify({
      protocol,
      at,
      no: 0,
      message: JSON.stringify({ do: { id: own(n), command: { turn: { id, shifts } } } }),
      row: id,
      mark: { boxes: { id, shifts } },
    });
  const name = (seat, n) => `waits/${encounter}/${seat}/${own(n)}`;
  const now = Date.now();
  const entries = {
    [name(you + 1, 1)]: entry(1, now),
    [name(you, 2)]: entry(2, now - 25 * 60 * 60 * 1_000),
    [name(you, 3)]: entry(3, now, 2),
    [name(you, 4)]: entry(4, now),
  };
  await mara.page.evaluate((entries) => Object.entries(entries).forEach(([name, text]) => localStorage.setItem(name, text)), entries);
  await mara.page.reload();
  await mara.sees("Weston", "/.......");
  await expect.poll(() => kept(mara)).toEqual([name(you + 1, 1)]);
  await mara.page.reload();
  await mara.live();
  await mara.sees("Weston", "/.......");
});

// What is asked for is drawn before it is told. Told and not yet answered, it must not count twice: a box under a quick hand
// would seem marked, and the next key on it do nothing.
test("no key is lost between what was told and its answer", async ({ guest }) => {
  const [mara, anna] = [await guest(SIZES.phone, PHONE), await guest()];
  await mara.page.routeWebSocket(/\/ws\//, (browser) => {
    const program = browser.connectToServer();
    let before = Promise.resolve();
    program.onMessage((message) => {
      const wait = String(message).startsWith('{"ok"') ? 60 : 0;
      before = before.then(() => new Promise((go) => setTimeout(go, wait))).then(() => browser.send(message));
    });
  });
  await mara.demo();
  await anna.join((await mara.invitation()).player, "Anna");
  for (let round = 0; round < 3; round += 1) {
    for (const key of "bh") {
      for (let number = 1; number <= 8; number += 1) {
        // Healed from the last mark to the first.
        await mara.box("Weston", key === "b" ? number : 9 - number).focus();
        await mara.page.keyboard.press(key);
        await mara.page.waitForTimeout(4 * (number % 6));
      }
      // What really happened is on the other screen.
      await anna.sees("Weston", key === "b" ? "////////" : "........");
    }
  }
});

// The server may tell the changes of several commands at once, and answers each of them after that.
test("no key is lost between the answers to what was told at once", async ({ guest }) => {
  const [mara, anna] = [await guest(), await guest()];
  let firstIsAnswered;
  const answered = new Promise((resolve) => (firstIsAnswered = resolve));
  await mara.page.routeWebSocket(/\/ws\//, (browser) => {
    const program = browser.connectToServer();
    let [held, answers, before] = [[], [], Promise.resolve()];
    /** Says what was held for as long as three commands take: first what changed, as one message, then each answer. */
    const say = () => {
      const changes = held.flatMap((text) => JSON.parse(text).d[1]);
      const last = JSON.parse(held.at(-1)).d[0];
      const said = [...held.slice(0, -1).map((text) => JSON.stringify({ d: [JSON.parse(text).d[0], []] })), JSON.stringify({ d: [last, changes] }), ...answers];
      [held, answers] = [[], []];
      before = before.then(async () => {
        for (const message of said) {
          browser.send(message);
          if (!message.startsWith('{"ok"')) continue;
          await new Promise((go) => setTimeout(go, 20));
          firstIsAnswered();
          await new Promise((go) => setTimeout(go, 60));
        }
      });
    };
    program.onMessage((message) => {
      const text = String(message);
      if (mara.batches && text.startsWith('{"d"')) held.push(text);
      else if (mara.batches && text.startsWith('{"ok"')) {
        answers.push(text);
        if (answers.length === 3) say();
      } else browser.send(message);
    });
  });
  await mara.demo();
  await anna.join((await mara.invitation()).player, "Anna");
  mara.batches = true;
  // Three keys, and three more when the first of those is answered and the others are not.
  for (let number = 1; number <= 6; number += 1) {
    await mara.box("Weston", number).focus();
    await mara.page.keyboard.press("b");
    if (number === 3) await answered;
  }
  await anna.sees("Weston", "//////..");
});

// Changes are numbered without gaps, so a page goes astray only by a mistake in the program. One is made here: on its way
// to Anna a line of the log becomes another.
test("a page that went astray loads itself again, and the host hears of it", async ({ guest, server }) => {
  const [mara, anna] = [await guest(), await guest(SIZES.phone, PHONE)];
  let changed = 0;
  await anna.page.routeWebSocket(/\/ws\//, (browser) => {
    const program = browser.connectToServer();
    program.onMessage((message) => {
      const text = String(message);
      const astray = changed === 0 && text.includes("The lamp falls");
      changed += Number(astray);
      browser.send(astray ? text.replace("The lamp falls", "The lamp stands") : text);
    });
  });
  await mara.makeTable();
  await anna.join((await mara.invitation()).player, "Anna");
  await mara.openDice();
  await mara.page.locator("#roll-what").fill("The lamp falls");
  await mara.page.locator("#roll").click();
  await anna.tab("Log");
  await expect(anna.entry("The lamp stands")).toBeVisible();
  expect(changed).toBe(1);
  // Now and then it tells what it sees; at once when the network is there again.
  await Promise.all([
    anna.page.waitForNavigation(),
    anna.page.evaluate(() => window.dispatchEvent(new Event("online"))),
  ]);
  await anna.live();
  await anna.tab("Log");
  await expect(anna.entry("The lamp falls")).toBeVisible();
  await expect(anna.entry("The lamp stands")).toHaveCount(0);
  expect(server.said).toContain("a browser sees something else than it was told");
  // What it sees now is so, and stays.
  await anna.page.evaluate(() => window.stays = window.dispatchEvent(new Event("online")));
  await mara.openDice();
  await mara.page.locator("#roll-what").fill("and goes out");
  await mara.page.locator("#roll").click();
  await expect(anna.entry("and goes out")).toBeVisible();
  expect(await anna.page.evaluate(() => window.stays)).toBe(true);
  expect(server.said.match(/sees something else/g)).toHaveLength(1);
});

test("a line that never opened is told apart from one that was lost", async ({ guest }) => {
  const anna = await guest(SIZES.phone, PHONE);
  let shut = true;
  await anna.page.routeWebSocket(/\/ws\//, (browser) => {
    if (shut) browser.close();
    else browser.connectToServer();
  });
  await anna.open("/demo");
  await expect(banner(anna)).toContainText("the host should check that the proxy lets WebSockets through");
  await expect(banner(anna)).not.toContainText("Connection lost");
  shut = false;
  await anna.live();
  await expect(banner(anna)).toBeHidden();
  await anna.page.context().setOffline(true);
  await expect(banner(anna)).toContainText("Connection lost");
  await expect(banner(anna)).not.toContainText("proxy");
});
