// Accessibility, every page and state at every width in every theme: run by `cargo xtask prove axe`.
import { defineConfig } from "@playwright/test";
import tests from "./playwright.config.mjs";

export default defineConfig({ ...tests, testMatch: "*.axe.mjs", timeout: 900_000, retries: 0 });
