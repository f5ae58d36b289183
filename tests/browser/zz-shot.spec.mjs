import { PHONE, SIZES, expect, test } from "./table.mjs";
const SYSTEMS = (process.env.SYS || "chronicle,crossover,tristat").split(",");
for (const system of SYSTEMS) test(`shots ${system}`, async ({ guest }) => {
  const mara = await guest();
  await mara.makeTable("The Wharf", "Mara", system);
  await mara.add("Ilse Varga pc");
  await mara.page.locator("#roll-rest").click();
  await mara.row("Ilse Varga").locator(".token").click();
  const link = mara.page.locator("#row-sheet").getByRole("link", { name: /^Sheet of/ });
  const path = await link.getAttribute("href");
  await link.click();
  await mara.page.waitForTimeout(800);
  await mara.page.screenshot({ path: `/tmp/shots/sheet-${system}-drawer.png` });
  const page = mara.page;
  await page.goto(new URL(path, mara.server.url).href);
  await page.getByRole("button", { name: /^Start from/ }).nth(system === "crossover" ? 1 : 2).click();
  for (const [name, width] of [["320", 320], ["420", 420], ["1280", 1280]]) {
    await page.setViewportSize({ width, height: 900 });
    for (const theme of ["dark", "light"]) {
      await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
      if (theme === "light" && width !== 420) continue;
      await page.screenshot({ path: `/tmp/shots/sheet-${system}-${name}-${theme}.png`, fullPage: true });
    }
  }
});
