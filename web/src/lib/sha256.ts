/** SHA-256 (FIPS 180-4). The browser's own is there only where the page came over TLS; dice are checked anywhere. */

/** The first 32 bits of the fractional parts of the roots of the first primes. */
const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;
const CONSTANTS = primes.map((p) => fraction(Math.cbrt(p)));
const BEGIN = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));

const turned = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

/** The digest of a text in UTF-8, in hexadecimal digits. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const blocks = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
  bytes.forEach((byte, i) => blocks.setUint8(i, byte));
  blocks.setUint8(bytes.length, 0x80);
  blocks.setUint32(blocks.byteLength - 4, bytes.length * 8);
  const hash = Int32Array.from(BEGIN);
  const w = new Int32Array(64);
  const at = (i: number): number => w[i] ?? 0;
  for (let start = 0; start < blocks.byteLength; start += 64) {
    for (let i = 0; i < 16; i++) w[i] = blocks.getInt32(start + i * 4);
    for (let i = 16; i < 64; i++) {
      const [a, b] = [at(i - 15), at(i - 2)];
      const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
      const s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
      w[i] = at(i - 16) + s0 + at(i - 7) + s1;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let i = 0; i < 64; i++) {
      const one = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const t1 = (h + one + ((e & f) ^ (~e & g)) + (CONSTANTS[i] ?? 0) + at(i)) | 0;
      const zero = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const t2 = (zero + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((each, i) => (hash[i] = (hash[i] ?? 0) + each));
  }
  return Array.from(hash, (each) => (each >>> 0).toString(16).padStart(8, "0")).join("");
}
