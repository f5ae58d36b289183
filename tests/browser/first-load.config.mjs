// The first load of a release: run by `cargo xtask prove first-load`, which says where the two parts of its program lie.
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config.mjs";

export default defineConfig({ ...tests, testMatch: "*.first-load.mjs" });
