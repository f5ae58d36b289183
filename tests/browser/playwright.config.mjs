// Real browsers against the real program. Run by `cargo xtask test`, which builds the
// program and says where it and Chromium are.
import { defineConfig } from "@playwright/test";
import { LEFT_OUT } from "./share.mjs";

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.mjs",
  grepInvert: LEFT_OUT,
  outputDir: "results",
  snapshotPathTemplate: "{testDir}/baselines/{arg}{ext}",
  fullyParallel: true,
  // People at a table mostly wait for each other: three tables at once keep two cores busy.
  workers: 3,
  // Waiting costs nothing when things are quick, and a busy machine is no failure.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // A second try is reported as flaky, not as passed: look at it.
  retries: 1,
  reporter: [["line"]],
  use: {
    browserName: "chromium",
    // A worker would make requests that tests hold up, change or look at by itself; it has a spec of its own.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: process.env.COTERIE_CHROMIUM || undefined,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
    // A quarter of a test's work is its trace: only a second try leaves one.
    trace: "on-first-retry",
  },
});
