// SHA-256 and HMAC for browsers that lend theirs only to pages that came by https (FIPS 180-4, RFC 2104).

const fractions = (root) => {
  const found = [];
  for (let n = 2; found.length < 64; n++) {
    if (Array.from({ length: n - 2 }, (_, at) => at + 2).every((less) => n % less)) {
      found.push(((n ** (1 / root)) % 1) * 2 ** 32 | 0);
    }
  }
  return found;
};
const START = fractions(2).slice(0, 8), ROUND = fractions(3);
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** The hash of bytes, as bytes. */
export function sha256(bytes) {
  const blocks = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  const words = new DataView(blocks.buffer);
  words.setBigUint64(blocks.length - 8, BigInt(bytes.length) * 8n);
  const state = Int32Array.from(START);
  const w = new Int32Array(64);
  for (let from = 0; from < blocks.length; from += 64) {
    for (let i = 0; i < 16; i++) w[i] = words.getInt32(from + 4 * i);
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15], y = w[i - 2];
      w[i] = w[i - 16] + w[i - 7] + (turned(x, 7) ^ turned(x, 18) ^ (x >>> 3)) + (turned(y, 17) ^ turned(y, 19) ^ (y >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => (state[at] += word));
  }
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => hash.setInt32(4 * at, word));
  return new Uint8Array(hash.buffer);
}

/** HMAC-SHA256 with a key of at most 64 bytes. */
export function hmac(key, bytes) {
  const padded = (by) => {
    const block = new Uint8Array(64);
    block.set(key);
    return block.map((byte) => byte ^ by);
  };
  return sha256(Uint8Array.from([...padded(0x5c), ...sha256(Uint8Array.from([...padded(0x36), ...bytes]))]));
}
