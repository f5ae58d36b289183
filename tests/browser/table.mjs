// People at a table: what they do (verbs) and what they see (locators).
import { test as base, expect } from "@playwright/test";
import { Server } from "./server.mjs";

export { expect };

export const PHONE = { hasTouch: true, isMobile: true };

/** Looks often: most of what is waited for is there within a tenth of a second. */
export const SOON = { intervals: [30, 30, 60, 60, 120] };

export const SIZES = {
  small: { width: 320, height: 720 },
  phone: { width: 390, height: 844 },
  tablet: { width: 768, height: 1024 },
  laptop: { width: 1280, height: 860 },
};

/** One person with a browser of their own. */
export class Guest {
  constructor(page, server, touches = false) {
    this.page = page;
    this.server = server;
    this.touches = touches;
    this.trouble = [];
    this.frames = [];
    page.on("pageerror", (error) => this.trouble.push(String(error)));
    page.on("console", (message) => {
      // A line that breaks because the server was killed or the phone is away is part of the test.
      const expected = /WebSocket connection|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_INTERNET_DISCONNECTED/;
      if (message.type() === "error" && !expected.test(message.text())) {
        this.trouble.push(message.text());
      }
    });
    page.on("websocket", (socket) => {
      socket.on("framereceived", ({ payload }) => this.frames.push(String(payload)));
    });
  }

  /** Taps with a finger, or clicks with a mouse, as this device has it. */
  async press(locator) {
    await (this.touches ? locator.tap() : locator.click());
  }

  /** How often the glass or a button of the mouse was really pressed on this page. */
  async taps() {
    return await this.page.evaluate(() => window.pressed);
  }

  /** The page counts for itself, so that no press goes uncounted. */
  async count() {
    await this.page.addInitScript(() => {
      window.pressed = 0;
      const press = (event) => (window.pressed += Number(event.isTrusted));
      window.addEventListener("pointerdown", press, { capture: true });
    });
  }

  async open(path) {
    const to = new URL(path, this.server.url).href;
    await this.page.goto(to).catch(async (error) => {
      // A drawer that was just closed is still on its way back in the history.
      if (!String(error).includes("ERR_ABORTED")) throw error;
      await this.page.goto(to);
    });
  }

  /** Waits until the page lives and is up to date. */
  async live() {
    await expect(this.page.locator(".table")).toHaveAttribute("data-live", "true");
  }

  /** Makes a table; on the rules that are offered first, unless others are named. */
  async makeTable(scene = "The Wharf, midnight", name = "Mara", system = "chronicle") {
    await this.open("/start");
    await this.page.getByLabel("What is the scene called?").fill(scene);
    await this.page.getByLabel("Your name").fill(name);
    await this.page.getByRole("button", { name: "Next: pick the rules" }).click();
    await this.page.locator(`button[name=system][value=${system}]`).click();
    await this.live();
    // What is shown once is kept.
    this.wayBack = await this.drawer.locator("#way-back-link").inputValue();
    await this.closeDrawer();
  }

  /** The page that is open beside the table. */
  get drawer() {
    return this.page.locator("#beside-page");
  }

  async closeDrawer() {
    await this.page.locator("#beside").getByRole("button", { name: "Close", exact: true }).click();
    await expect(this.page.locator("#beside")).toBeHidden();
  }

  /** Opens the page of seats and invitations beside the table. */
  async people() {
    await this.page.getByRole("button", { name: "More", exact: true }).click();
    await this.page.locator("#menu").getByRole("link", { name: /seats, beside the table/i }).click();
    await expect(this.drawer.getByRole("heading", { name: "At the table" })).toBeVisible();
  }

  async demo() {
    await this.open("/demo");
    await this.live();
  }

  /** The links and the code a storyteller hands out. */
  async invitation() {
    const table = new URL(this.page.url()).pathname;
    return await this.page.evaluate(async (table) => {
      const answer = await fetch(`${table}/invite`, { method: "POST" });
      return await answer.json();
    }, table);
  }

  async join(path, name) {
    await this.open(path);
    await this.page.getByLabel("Your name at this table").fill(name);
    await this.page.locator("form button[type=submit]").click();
    await this.live();
  }

  async add(line) {
    const fold = this.page.locator(".bench-fold");
    if (!(await this.page.locator("#quick-add").isVisible())) await this.press(fold);
    await this.page.locator("#quick-add").fill(line);
    await this.page.locator("#quick-add").press("Enter");
    await expect(this.page.locator("#quick-add")).toHaveValue("");
  }

  row(name) {
    return this.page.locator(".row").filter({ has: this.page.locator(".name", { hasText: exactly(name) }) });
  }

  box(name, number) {
    return this.row(name).locator(".box").nth(number - 1);
  }

  /** Opens a row in its place, as a phone does before its boxes are marked. */
  async openRow(name) {
    const row = this.row(name);
    if ((await row.getAttribute("data-opened")) !== "true") {
      // Beside the boxes, which a mouse marks where they are.
      const where = { position: { x: 130, y: 6 } };
      const opener = row.locator(".row-opener");
      await (this.touches ? opener.tap(where) : opener.click(where));
    }
    await expect(row).toHaveAttribute("data-opened", "true");
  }

  /** Rolls initiative for one's own, by the button of what is next, and it is rolled. */
  async rollInitiative() {
    const roll = this.page.locator(".next-action button, #roll-mine").filter({ visible: true, hasText: /initiative/i });
    await this.press(roll.first());
    await expect(roll).toHaveCount(0);
  }

  /** Takes a character whom nobody plays yet. */
  async plays(name) {
    if (await this.tabs.isVisible()) await this.tab("Order");
    await this.press(this.page.locator(".who-card").getByRole("button", { name, exact: true }));
  }

  /** Taps a box where a finger finds it: in its row, opened. */
  async touchBox(name, number) {
    await this.openRow(name);
    await this.touchAt(this.box(name, number));
  }

  /** Opens the dice, which are one line while a fight runs. */
  async openDice() {
    const fold = this.page.locator(".dice-fold");
    if (!(await fold.isVisible()) || this.page.viewportSize().width < 704) return;
    if ((await fold.getAttribute("aria-expanded")) !== "true") await this.press(fold);
    await expect(this.page.locator("#roll-panel")).toBeVisible();
  }

  /** Goes on to the next step. */
  async next() {
    const buttons = this.page.locator("#next, .strip-next, .strip .next-action button");
    const press = (options) => buttons.filter({ visible: true }).last()[this.touches ? "tap" : "click"](options);
    // Which of them it is changes with what is next: first it stands still, then it is pressed, once.
    await expect(() => press({ trial: true, timeout: 1000 })).toPass(SOON);
    await press();
  }

  benchToken(name) {
    return this.page.locator(".bench-token").filter({ has: this.page.locator(".token-name", { hasText: exactly(name) }) });
  }

  grip(name) {
    return this.row(name).locator(".grip");
  }

  entry(text) {
    return this.page.locator(".entry").filter({ hasText: text });
  }

  /** The tabs of a phone, and everything that speaks for itself. */
  get tabs() {
    return this.page.getByRole("navigation", { name: "Parts of the table" });
  }

  get choice() {
    return this.page.getByRole("menu", { name: "Mark this box" });
  }

  get aloud() {
    return this.page.locator(".aloud");
  }

  /** The newest roll, over whatever is open. */
  get card() {
    return this.page.getByRole("group", { name: "The newest roll" });
  }

  /** The own last roll, beside the button that rolls. */
  get lastRoll() {
    return this.page.getByRole("group", { name: "Your last roll" });
  }

  /** A finger on the glass: real touch events, as a phone sends them. */
  async finger(type, x, y) {
    this.touch ??= await this.page.context().newCDPSession(this.page);
    await this.touch.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
  }

  /** Taps the middle of something, whether it looks as if it could be tapped or not. */
  async touchAt(locator) {
    const [x, y] = await middle(locator);
    await this.finger("touchStart", x, y);
    await this.finger("touchEnd");
  }

  /** Holds a finger on the middle of something for so many milliseconds, and lifts it. */
  async hold(locator, milliseconds = 900) {
    const [x, y] = await middle(locator);
    await this.finger("touchStart", x, y);
    await this.page.waitForTimeout(milliseconds);
    await this.finger("touchEnd");
  }

  /** Opens the table's settings beside the table, does something there, and closes them. */
  async houseRules(act) {
    await this.page.getByRole("button", { name: "More", exact: true }).click();
    await this.page.getByRole("link", { name: "Table settings" }).click();
    const drawer = this.page.getByRole("dialog", { name: "Beside the table" });
    await act(drawer.locator(".settings"));
    await drawer.getByRole("button", { name: "Close", exact: true }).click();
    await expect(drawer).toBeHidden();
    // The menu that led there went before.
    await expect(this.page.locator("#menu")).toBeHidden();
  }

  /** Turns house rules on that are off. */
  async turnOn(...keys) {
    await this.houseRules(async (rules) => {
      for (const key of keys) {
        const toggle = rules.locator(`.set[data-setting=${key}]`).getByRole("switch");
        await expect(toggle).toHaveAttribute("aria-checked", "false");
        await toggle.click();
        await expect(toggle).toHaveAttribute("aria-checked", "true");
      }
    });
  }

  /** What is being put together on this screen. */
  get draft() {
    return this.page.locator(".draft");
  }

  /** The exchanges under way. */
  get exchange() {
    return this.page.locator(".exchange");
  }

  /** The questions this person answers: not those they could answer in the place of another. */
  get question() {
    return this.page.locator("div.question");
  }

  target(name) {
    return this.draft.getByRole("group", { name: "Target" }).getByRole("button", { name, exact: true });
  }

  /**
   * "Attack…" as it is offered here, `at` whom, `what` by its key, `item` by its name, whatever `set` does besides,
   * and the button that declares it. What is left out stays as the screen has it, and costs no tap.
   */
  async attack({ at = [], what = undefined, item = undefined, set = undefined, throws = false } = {}) {
    await this.begin();
    await this.declare({ at, what, item, set, throws });
  }

  /** Opens what the acting combatant may do: by the button of what is next, and where nothing is left, from its row. */
  async begin() {
    const bar = this.page.locator(".next-action button").filter({ hasText: "Attack" });
    const attack = bar.or(this.page.locator("#attack")).filter({ visible: true });
    const over = this.page.locator(".row[data-acting=true] .token");
    await expect(attack.or(over).first()).toBeVisible();
    if (await attack.count()) await this.press(attack.first());
    else {
      await this.press(over);
      await this.press(this.page.locator("#row-sheet").getByRole("button", { name: "Act…" }));
    }
    await expect(this.draft).toBeVisible();
  }

  /** Chooses in what is open, and declares it. The own dice wait, unless they throw themselves. */
  async declare({ at = [], what = undefined, item = undefined, set = undefined, throws = false } = {}) {
    const choose = async (locator) => {
      if ((await locator.getAttribute("aria-pressed")) !== "true") await this.press(locator);
      await expect(locator).toHaveAttribute("aria-pressed", "true");
    };
    const [first, ...others] = at;
    if (first) await choose(this.target(first));
    if (what) {
      const way = this.draft.locator(`.maneuver[data-key="${what}"]`);
      await expect(way).toHaveCount(1);
      if (!(await way.isVisible())) await this.press(this.draft.locator(".more-ways summary"));
      await choose(way);
    }
    for (const other of others) await choose(this.target(other));
    if (item) await choose(this.draft.getByRole("group", { name: "With what" }).getByRole("button", { name: item, exact: true }));
    if (set) await set(this.draft);
    await this.letDiceWait(!throws);
    await this.press(this.draft.locator("#declare"));
    await expect(this.draft).toBeHidden();
  }

  /** Says whether the own dice wait after what is declared next. */
  async letDiceWait(wait = true) {
    const stops = this.draft.locator(".stops input");
    if ((await stops.isChecked()) !== wait) await this.press(stops);
    await expect(stops).toBeChecked({ checked: wait });
  }

  /** Answers what is asked of this person with the option of that key. */
  async answer(key) {
    const option = this.question.locator(`button.option[data-key="${key}"]`);
    await expect(option).toBeVisible();
    const asked = await option.elementHandle();
    await this.press(option);
    // The next question may have an answer of the same name, and stand where this one stood.
    const there = () => asked.evaluate((it, key) => it.checkVisibility() && it.dataset.key === key, key).catch(() => false);
    await expect.poll(there, { ...SOON, timeout: 1500 }).toBe(false).catch(() => {});
  }

  /** Throws the dice this person is asked for, with what is bought for them. */
  async throwDice({ buy = undefined } = {}) {
    if (buy) {
      const box = this.question.locator(`.buy[data-buy="${buy}"] input`);
      await this.press(box);
      await expect(box).toBeChecked();
    }
    await this.press(this.question.locator(".roll-now"));
  }

  /** Does what has come due, on its slip. */
  async accept(key) {
    const slip = this.page.locator(`.due[data-due="${key}"]`).filter({ visible: true }).first();
    await this.press(slip.getByRole("button").first());
  }

  async tab(name) {
    // "Log something new" has the letters of "Me" in it.
    await this.tabs.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  }

  /** The order as it stands on this screen. */
  async order() {
    return await this.page.locator(".row .name").allTextContents();
  }

  /** The track of somebody as a picture. */
  async track(name) {
    const glyph = { "": ".", b: "/", l: "X", a: "*" };
    const marks = await this.row(name).locator(".box").evaluateAll((boxes) => boxes.map((box) => box.dataset.mark));
    return marks.map((mark) => glyph[mark]).join("");
  }

  async sees(name, picture) {
    await expect.poll(() => this.track(name), { message: `the track of ${name}`, ...SOON }).toBe(picture);
  }

  async seesOrder(names) {
    await expect.poll(() => this.order(), { message: "the order", ...SOON }).toEqual(names);
  }
}

/** The middle of something, brought to where nothing covers it. */
async function middle(locator) {
  await locator.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
  // Where it has come to rest; what scrolls under a finger at the edge may not.
  const place = async () => {
    await locator.page().evaluate(() => new Promise(requestAnimationFrame));
    return await locator.boundingBox();
  };
  let box = await place();
  for (let before, tries = 0; tries < 20 && (before?.x !== box.x || before?.y !== box.y); tries += 1) [before, box] = [box, await place()];
  return [box.x + box.width / 2, box.y + box.height / 2];
}

function exactly(text) {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
}

/** Whether a table woke otherwise than it was printed, or was drawn anew: nobody disturbs it here. */
function anew() {
  const { woken = "printed", drawn } = document.querySelector("#app")?.dataset ?? {};
  return woken === "printed" ? drawn : woken;
}

export const test = base.extend({
  /** Whether a test may say which faces fall. */
  scripted: [true, { option: true }],
  server: async ({ scripted }, use) => {
    const server = await Server.start(scripted);
    await use(server);
    await server.stop();
  },
  /** `guest(size, options)` opens another browser; nobody may have seen an error. */
  guest: async ({ browser, server }, use) => {
    const contexts = [];
    const guests = [];
    await use(async (size = SIZES.laptop, options = {}) => {
      const context = await browser.newContext({ viewport: size, reducedMotion: "reduce", ...options });
      contexts.push(context);
      const guest = new Guest(await context.newPage(), server, options.hasTouch === true);
      await guest.count();
      guests.push(guest);
      return guest;
    });
    for (const guest of guests) expect(await guest.page.evaluate(anew).catch(() => undefined)).toBe(undefined);
    for (const context of contexts) await context.close();
    for (const guest of guests) expect(guest.trouble).toEqual([]);
  },
});
