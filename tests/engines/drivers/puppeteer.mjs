// Chromium over its own protocol, Firefox over WebDriver BiDi: one library speaks both.
import puppeteer from "puppeteer-core";

const ARGUMENTS = {
  chrome: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
  firefox: [],
};

const launch = (browser) => async (program, size) => {
  const engine = await puppeteer.launch({
    browser,
    executablePath: program,
    headless: true,
    defaultViewport: size,
    args: ARGUMENTS[browser],
  });
  const page = await engine.newPage();
  const trouble = [];
  page.on("pageerror", (error) => trouble.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") trouble.push(message.text());
  });
  return {
    trouble: async () => trouble.splice(0),
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    evaluate: (run, ...words) => page.evaluate(run, ...words),
    move: (x, y) => page.mouse.move(x, y),
    down: () => page.mouse.down(),
    up: () => page.mouse.up(),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => engine.close(),
  };
};

export const chromium = launch("chrome");
export const firefox = launch("firefox");
