// An independent checker of the dice, written from docs/dice.md and from nothing else.
//
//   node tests/dice/check.mjs dice.json   checks a list that the page of the dice gives out
//   node tests/dice/check.mjs             reads rolls from its input, one a line, and prints their faces:
//                                         secret encounter epoch roller counter nonce sides,sides,…
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const LABEL = { bytes: "vtt-dice-v1\0", commit: "vtt-dice-commit-v1\0", seal: "vtt-dice-seal-v1\0", list: "vtt-dice-list-v1\0" };

const u32 = (value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const u64 = (value) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};
const raw = (hex) => Buffer.from(hex, "hex");
const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest("hex");

/** The bytes of a roll, one after the other. */
function* bytesOf({ secret, encounter, epoch, roller, counter, nonce }) {
  const message = Buffer.concat([Buffer.from(LABEL.bytes), raw(encounter), u32(epoch), raw(roller), u64(counter), raw(nonce)]);
  for (let block = 0; block < 4096; block++) {
    yield* createHmac("sha256", raw(secret)).update(message).update(u32(block)).digest();
  }
}

/** The faces of dice of so many sides. */
function facesOf(roll, dice) {
  const bytes = bytesOf(roll);
  const take = () => {
    const { value, done } = bytes.next();
    if (done) throw new Error("a roll has no more bytes");
    return value;
  };
  return dice.map((sides) => {
    if (sides < 1 || sides > 65536) throw new Error(`there is no die of ${sides} sides`);
    for (;;) {
      if (sides <= 256) {
        const byte = take();
        if (byte < 256 - (256 % sides)) return (byte % sides) + 1;
      } else {
        const high = take();
        const pair = high * 256 + take();
        if (pair < 65536 - (65536 % sides)) return (pair % sides) + 1;
      }
    }
  });
}

function checkList(file) {
  const list = JSON.parse(readFileSync(file, "utf8"));
  const wrong = [];
  const last = new Map();
  let checked = 0;
  const { sum, ...bare } = list;
  const made = sha256(Buffer.from(LABEL.list), Buffer.from(JSON.stringify(bare)));
  if (list.format === "coterie-dice-1" ? sum !== undefined && sum !== made : sum !== made) wrong.push("list");
  for (const { epoch, sight, secret, commitment, bound_after, told_after } of list.epochs) {
    const isAfter = epoch === 1 || list.epochs.some((it) => it.sight === sight && it.epoch === epoch - 1);
    const isLong = Math.max(bound_after, told_after ?? 0) <= list.rolls.length;
    if (!isAfter || !isLong || (secret === undefined) !== (told_after === undefined)) wrong.push(`epoch ${epoch}`);
    if (!secret) continue;
    const made = sha256(Buffer.from(LABEL.commit), raw(list.encounter), u32(epoch), raw(secret));
    if (made !== commitment) wrong.push(`epoch ${epoch}`);
  }
  list.rolls.forEach((roll, at) => {
    const no = at + 1;
    const before = last.get(roll.roller) ?? 0;
    last.set(roll.roller, roll.counter);
    const of = list.epochs.find((it) => it.epoch === roll.epoch && (it.sight ?? "open") === (roll.sight ?? "open"));
    const inTime = of && no > of.bound_after && (of.told_after === undefined || no <= of.told_after);
    if (roll.counter !== before + 1 || !inTime || roll.dice.length > 1000) return wrong.push(`roll ${no}`);
    if (!of.secret) return;
    const faces = facesOf({ ...roll, secret: of.secret, encounter: list.encounter }, roll.dice.map(([sides]) => sides));
    if (roll.dice.some(([, face], die) => face !== faces[die])) return wrong.push(`roll ${no}`);
    checked++;
  });
  for (const [at, { no, seal, opened }] of (list.seals ?? []).entries()) {
    if (no !== at + 1) wrong.push("list");
    if (opened && sha256(Buffer.from(LABEL.seal), raw(opened[0]), Buffer.from(opened[1])) !== seal) wrong.push(`seal ${no}`);
  }
  console.log(`${checked} of ${list.rolls.length} rolls checked${wrong.map((what) => `; ${what} does not match`).join("")}`);
  return wrong.length === 0;
}

const [file] = process.argv.slice(2);
if (file) {
  process.exitCode = checkList(file) ? 0 : 1;
} else {
  let out = "";
  for await (const line of createInterface({ input: process.stdin })) {
    const [secret, encounter, epoch, roller, counter, nonce, dice] = line.split(" ");
    const faces = facesOf({ secret, encounter, epoch: Number(epoch), roller, counter, nonce }, dice.split(",").map(Number));
    out += `${faces.join(",")}\n`;
    if (out.length > 1 << 16) {
      process.stdout.write(out);
      out = "";
    }
  }
  process.stdout.write(out);
}
