// One person in any engine: what they do with mouse and keys, and what they see.
import { expect } from "@playwright/test";

/** Where the first element is that fits and is to be seen; brought into sight first. */
function find(selector, words) {
  const fits = (element) => words === null || element.textContent.trim() === words;
  for (const element of document.querySelectorAll(selector)) {
    if (!fits(element)) continue;
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { x, y, width, height } = element.getBoundingClientRect();
    if (width > 0 && height > 0) return { x: x + width / 2, y: y + height / 2 };
  }
  return null;
}

export class Visitor {
  constructor(engine) {
    this.engine = engine;
  }

  /** Asks the page. */
  see(run, ...words) {
    return this.engine.evaluate(run, ...words);
  }

  /** Waits until the page answers a question so. On the way from page to page nobody answers. */
  async sees(what, expected, run, ...words) {
    const look = () => this.see(run, ...words).catch(String);
    await expect.poll(look, { message: what }).toEqual(expected);
  }

  async middle(selector, words = null) {
    let place;
    const look = async () => {
      place = await this.see(find, selector, words).catch(String);
      return typeof place === "object" ? place !== null : place;
    };
    await expect.poll(look, { message: `${selector} ${words ?? ""} is there` }).toBe(true);
    return place;
  }

  async click(selector, words) {
    const { x, y } = await this.middle(selector, words);
    await this.engine.move(x, y);
    await this.engine.down();
    await this.engine.up();
  }

  async fill(selector, text) {
    await this.click(selector);
    await this.engine.type(text);
    await this.sees(`${selector} holds it`, text, (selector) => document.querySelector(selector).value, selector);
  }

  /** Drags by mouse, from the middle of something to a place beside the middle of something else. */
  async drag(from, to, { dy = 0 } = {}) {
    const start = await this.middle(...from);
    await this.engine.move(start.x, start.y);
    await this.engine.down();
    await this.engine.move(start.x + 6, start.y + 6);
    await this.engine.move(start.x + 12, start.y + 12);
    await this.sees("it is held", "true", () => document.querySelector(".table").dataset.dragging);
    // Near an edge the list scrolls under the token, so a hand looks again before it lets go.
    for (let n = 0; n < 3; n += 1) {
      const end = await this.middle(...to);
      await this.engine.move(end.x, end.y + dy);
    }
    await this.engine.up();
  }

  /** Waits until the page lives and is up to date. */
  async live() {
    await this.sees("the page lives", "true", () => document.querySelector(".table")?.dataset.live);
  }
}
