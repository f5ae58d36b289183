// Starts the browser part: it wakes the page the server printed.
import init, { hydrate } from "./coterie.js";

await init({ module_or_path: new URL("./coterie_bg.wasm", import.meta.url) });
hydrate();
