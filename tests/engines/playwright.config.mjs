// One story in three engines. Playwright counts and reports here; it drives none of them.
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.mjs",
  outputDir: "results",
  // Each engine mostly waits to start.
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // A second try is reported as flaky, not as passed: look at it.
  retries: 1,
  reporter: [["line"]],
});
