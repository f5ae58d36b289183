// What every test here begins with: the server, and a person in one of the engines.
import { test as base, expect } from "@playwright/test";
import { Server } from "../browser/server.mjs";
import { ENGINES } from "./engines.mjs";
import { Visitor } from "./visitor.mjs";

export { ENGINES, expect };

/** Inside the page, in every engine alike. */
const SIZE = { width: 1280, height: 860 };

export const test = base.extend({
  server: async ({}, use) => {
    const server = await Server.start();
    await use(server);
    await server.stop();
  },
  /** `visitor(engine)` starts an engine; nobody may have seen an error in it. */
  visitor: async ({}, use) => {
    const engines = [];
    await use(async ({ launch, programs }) => {
      const engine = await launch(programs, SIZE);
      engines.push(engine);
      return new Visitor(engine);
    });
    const trouble = [];
    for (const engine of engines) {
      trouble.push(...(await engine.trouble().catch((error) => [String(error)])));
      await engine.close();
    }
    expect(trouble).toEqual([]);
  },
});

/** The same test in every engine. An engine that is not here is skipped. */
export function inEach(title, run) {
  for (const engine of ENGINES) {
    test(`${engine.name}: ${title}`, async ({ server, visitor }) => {
      test.skip(!engine.programs, `${engine.name} is not on this machine`);
      await run({ server, visitor: await visitor(engine), name: engine.name });
    });
  }
}
