// People at a table: what they do (verbs) and what they see (locators).
import { test as base, expect } from "@playwright/test";
import { Server } from "./server.mjs";

export { expect };

export const PHONE = { hasTouch: true, isMobile: true };

export const SIZES = {
  small: { width: 320, height: 720 },
  phone: { width: 390, height: 844 },
  tablet: { width: 768, height: 1024 },
  laptop: { width: 1280, height: 860 },
};

/** One person with a browser of their own. */
export class Guest {
  constructor(page, server) {
    this.page = page;
    this.server = server;
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

  async open(path) {
    await this.page.goto(new URL(path, this.server.url).href);
  }

  /** Waits until the page lives and is up to date. */
  async live() {
    await expect(this.page.locator(".table")).toHaveAttribute("data-live", "true");
  }

  /** Makes a table; on the rules that are chosen already, unless others are named. */
  async makeTable(scene = "The Wharf, midnight", name = "Mara", system = undefined) {
    await this.open("/");
    await this.page.getByLabel("What is the scene called?").fill(scene);
    await this.page.getByLabel("Your name").fill(name);
    if (system) await this.page.locator(`input[name=system][value=${system}]`).check();
    await this.page.getByRole("button", { name: "Create table" }).click();
    await this.live();
    // What is shown once is kept.
    this.wayBack = await this.page.locator("#way-back-link").inputValue();
    await this.page.getByRole("button", { name: "I have kept it" }).click();
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

  /** Opens the house rules, does something in their dialog, and closes it. */
  async houseRules(act) {
    await this.page.getByRole("button", { name: "More", exact: true }).click();
    await this.page.getByRole("button", { name: "Change house rules" }).click();
    const dialog = this.page.locator("#house-rules");
    await act(dialog);
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toBeHidden();
  }

  async tab(name) {
    await this.tabs.getByRole("button", { name }).click();
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
    await expect.poll(() => this.track(name), { message: `the track of ${name}` }).toBe(picture);
  }

  async seesOrder(names) {
    await expect.poll(() => this.order()).toEqual(names);
  }
}

/** The middle of something, brought to where nothing covers it. */
async function middle(locator) {
  await locator.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
  const box = await locator.boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

function exactly(text) {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
}

export const test = base.extend({
  server: async ({}, use) => {
    const server = await Server.start();
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
      const guest = new Guest(await context.newPage(), server);
      guests.push(guest);
      return guest;
    });
    for (const context of contexts) await context.close();
    for (const guest of guests) expect(guest.trouble).toEqual([]);
  },
});
