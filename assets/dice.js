// Checks in the browser what the page of the dice lists: `docs/dice.md` is the specification. It asks the server
// for the list and for nothing else.

import { hmac, sha256 } from "./sha256.js";

const text = new TextEncoder();
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
const number = (value, size) => {
  const view = new DataView(new ArrayBuffer(size));
  size === 8 ? view.setBigUint64(0, BigInt(value)) : view.setUint32(0, value);
  return new Uint8Array(view.buffer);
};
const join = (...parts) => new Uint8Array(parts.flatMap((part) => [...part]));
const hash = (...parts) => hex(sha256(join(...parts)));

const CHECKED = "checked", NOT_YET = "not yet";

/** What is wrong with the list as a whole, if anything is. One of an older version has no sum. */
function flaw(log) {
  if ((log.seals ?? []).some((seal, at) => seal.no !== at + 1)) return "a seal is missing";
  const { sum, ...bare } = log;
  if (!sum) return log.format === "coterie-dice-1" ? null : "its sum is missing";
  const made = hash(text.encode("vtt-dice-list-v1\0"), text.encode(JSON.stringify(bare)));
  return made === sum ? null : "it’s not as it was given out: something was changed or taken out";
}

function checkEpoch(log, epoch) {
  const before = (it) => it.sight === epoch.sight && it.epoch === epoch.epoch - 1;
  if (epoch.epoch !== 1 && !log.epochs.some(before)) return "the epoch before it is missing";
  const byThen = Math.max(epoch.bound_after, epoch.told_after ?? 0);
  if (byThen > log.rolls.length) return `${byThen} rolls had been made by then, but the list has ${log.rolls.length}`;
  if (!epoch.secret && epoch.told_after !== undefined) return "its secret was told but is missing";
  if (!epoch.secret) return NOT_YET;
  if (epoch.told_after === undefined) return "the time its secret was told is missing";
  const made = hash(text.encode("vtt-dice-commit-v1\0"), bytes(log.encounter), number(epoch.epoch, 4), bytes(epoch.secret));
  return made === epoch.commitment ? CHECKED : "the secret is not the one the server was bound to";
}

function faces(log, roll, secret) {
  const key = bytes(secret);
  const before = [text.encode("vtt-dice-v1\0"), bytes(log.encounter), number(roll.epoch, 4), bytes(roll.roller), number(roll.counter, 8), bytes(roll.nonce)];
  let block = 0, left = [];
  const next = () => {
    if (left.length === 0) {
      if (block === 4096) throw new Error("there are no more blocks");
      left = [...hmac(key, join(...before, number(block++, 4)))];
    }
    return left.shift();
  };
  const fell = [];
  for (const [sides] of roll.dice) {
    const values = sides <= 256 ? 256 : 65536;
    let value;
    do {
      value = next();
      if (values === 65536) value = value * 256 + next();
    } while (value >= values - (values % sides));
    fell.push((value % sides) + 1);
  }
  return fell;
}

function checkRoll(log, roll, no, counters) {
  const last = counters.get(roll.roller) ?? 0;
  counters.set(roll.roller, roll.counter);
  if (roll.counter !== last + 1) return `it is number ${roll.counter} of its roller, and the one before was ${last}`;
  const epoch = log.epochs.find((it) => it.epoch === roll.epoch && (it.sight ?? "open") === (roll.sight ?? "open"));
  if (!epoch) return "its epoch isn’t in the list";
  if (no <= epoch.bound_after) return "it was made before the server was bound";
  if (epoch.told_after !== undefined && no > epoch.told_after) return "it was made after the secret was told";
  if (!epoch.secret) return NOT_YET;
  if (roll.dice.length > 1000) return "it has too many dice";
  const right = faces(log, roll, epoch.secret);
  const wrong = roll.dice.findIndex(([, face], at) => face !== right[at]);
  return wrong < 0 ? CHECKED : `die ${wrong + 1} shows ${roll.dice[wrong][1]}, but the secret says ${right[wrong]}`;
}

function checkSeal(seal) {
  if (!seal.opened) return NOT_YET;
  const [salt, words] = seal.opened;
  const made = hash(text.encode("vtt-dice-seal-v1\0"), bytes(salt), text.encode(words));
  return made === seal.seal ? CHECKED : "what is told isn’t what was sealed";
}

/** What is checked, and what came of it. */
export function checkAll(log) {
  const all = [];
  for (const epoch of log.epochs) {
    const words = epoch.sight === "hidden" ? "hidden epoch" : "epoch";
    all.push([`${words} ${epoch.epoch}`, checkEpoch(log, epoch)]);
  }
  const counters = new Map();
  for (const [at, roll] of log.rolls.entries()) {
    all.push([`roll ${at + 1}`, checkRoll(log, roll, at + 1, counters)]);
  }
  for (const seal of log.seals ?? []) all.push([`seal ${seal.no}`, checkSeal(seal)]);
  const wrong = flaw(log);
  if (wrong) all.push(["list", wrong]);
  return all;
}

async function show(page, told) {
  told.textContent = "Checking …";
  const answer = await fetch(told.dataset.list);
  if (!answer.ok) throw new Error(`the list did not come (${answer.status})`);
  const all = checkAll(await answer.json());
  for (const [name, verdict] of all) {
    const mark = page.querySelector(`[data-check="${name}"] [data-mark]`);
    if (!mark || verdict === NOT_YET) continue;
    mark.dataset.mark = verdict === CHECKED ? "checked" : "differs";
    mark.textContent = verdict === CHECKED ? "✓ Checked" : `✗ Does not match: ${verdict}`;
  }
  const wrong = all.filter(([, verdict]) => verdict !== CHECKED && verdict !== NOT_YET);
  const rolls = all.filter(([name]) => name.startsWith("roll"));
  const checked = rolls.filter(([, verdict]) => verdict === CHECKED).length;
  told.dataset.verdict = wrong.length ? "differs" : "checked";
  const yet = rolls.length - checked;
  told.textContent = wrong.length
    ? `Does not match: ${wrong.map(([name]) => name).join(", ")}.`
    : rolls.length === 0
      ? "No rolls to check yet."
      : `Checked in this browser: ${checked} of ${rolls.length} rolls match their secrets.${yet ? ` ${yet} can be checked once the epoch ends.` : ""}`;
}

export function begin(page) {
  const told = page.querySelector("[data-verdict]");
  if (told) show(page, told).catch((error) => (told.textContent = `Couldn’t check the rolls: ${error.message}`));
}

// Where the page is the document; what a table has in its drawer it begins itself.
if (globalThis.document) begin(document);
