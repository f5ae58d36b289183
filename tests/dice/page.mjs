// Checks a list of dice as the page of the dice does, by the page's own script:
//
//   node tests/dice/page.mjs dice.json
import { readFileSync } from "node:fs";

import { checkAll } from "../../assets/dice.js";

const all = checkAll(JSON.parse(readFileSync(process.argv[2], "utf8")));
const wrong = all.filter(([, verdict]) => verdict !== "checked" && verdict !== "not yet");
for (const [name, verdict] of wrong) console.log(`${name} does not match: ${verdict}`);
process.exitCode = wrong.length ? 1 : 0;
