// What the text that the rules of masquerade come from says in passing, beside examples-masquerade.spec.mjs, played through the
// screen: a storyteller and a player on phones, with dice that fall as they are written here. Above it stands what the text
// says, and what has to come of it was worked out from that by hand; the ids are those of docs/rules/masquerade.md.
import { asked, onPhones, says } from "./examples.mjs";
import { goOn, rollInitiative, see } from "./fight.mjs";
import { test } from "./table.mjs";

// A blow that takes four health levels is told as what it is: claws that tear a belly open, a gun that falls. The numbers are
// the program's, the words are the players' (MSQ-NARR-01), and both stand in the log, one above the other.
//
// Dexterity 3 + Brawl 3 (MSQ-ATK-01): 6 7 are two successes, and one die more (MSQ-ATK-05). Strength 3 + claws 1 + 1 = 5
// (MSQ-DMG-01): 6 7 8 9 2 are four, aggravated (MSQ-DMG-06); a mortal soaks nothing of it (MSQ-SOAK-05).
test("four levels by claws, and how it is told", async ({ guest, server }) => {
  const all = await onPhones(guest, "masquerade", "The sewers", "Anna");
  const [mara, anna] = all;
  await anna.add("Xaviar vampire str 3 dex 3 stamina 3 wits 3 brawl 3 with claws");
  await mara.add("Gunman str 2 dex 2 stamina 3 wits 2 firearms 2 with light pistol");
  await rollInitiative(all, server, [9], [1]);
  for (const step of ["1 declare Gunman", "1 declare Xaviar", "1 act Xaviar"]) await goOn(all, step);
  await anna.attack({ at: ["Gunman"], what: "claw" });
  await asked(all, ["Dexterity +3 MSQ-ATK-01", "Brawl +3 MSQ-ATK-01"], 6);
  await server.dice([6, 7, 2, 3, 4, 5]);
  await anna.throwDice();
  await server.dice([6, 7, 8, 9, 2]);
  await mara.answer("none");
  await see(all, { Gunman: "****..." });
  await says(all, "Gunman takes 4 aggravated");
  await mara.tab("Log");
  const line = "Claws through his belly. The gun falls, and he holds himself together with both hands.";
  await mara.page.locator("#say-line").fill(line);
  await mara.page.locator("#say-line").press("Enter");
  await says(all, `Mara: ${line}`);
});
