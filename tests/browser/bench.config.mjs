// Real browsers, measured: run by `cargo xtask bench`, on the release build. Nothing else runs beside it, and nobody
// records what the pages do.
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config.mjs";

export default defineConfig({
  ...tests,
  testMatch: "*.bench.mjs",
  workers: 1,
  retries: 0,
  use: { ...tests.use, trace: "off" },
});
