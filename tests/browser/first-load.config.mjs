// The first load of a release: run by `cargo xtask test`, which says where the two parts of its program lie.
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config.mjs";

export default defineConfig({ ...tests, testMatch: "*.first-load.mjs" });
