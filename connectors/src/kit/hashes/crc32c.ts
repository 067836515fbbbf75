/** The polynomial of Castagnoli, bits reversed. */
const polynomial = 0x82f63b78;

/** Sixteen tables of 256: entry [k][b] is the effect of byte b on the sum when k more bytes follow it. */
const tables = new Int32Array(16 * 256);
for (let byte = 0; byte < 256; byte++) {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ polynomial : sum >>> 1;
  tables[byte] = sum;
}
for (let at = 256; at < tables.length; at++) {
  const before = tables[at - 256]!;
  tables[at] = (before >>> 8) ^ tables[before & 255]!;
}

/** CRC-32C, sixteen bytes per step (“slicing”): several times as fast as libraries that process one. */
export function createCrc32c(): { update(bytes: Uint8Array): void; digest(): string } {
  let sum = -1;
  return {
    update(bytes) {
      const t = tables;
      const inSteps = bytes.length - (bytes.length % 16);
      let c = sum;
      let at = 0;
      for (; at < inSteps; at += 16) {
        c ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
        c =
          t[3840 + (c & 255)]! ^
          t[3584 + ((c >>> 8) & 255)]! ^
          t[3328 + ((c >>> 16) & 255)]! ^
          t[3072 + (c >>> 24)]! ^
          t[2816 + bytes[at + 4]!]! ^
          t[2560 + bytes[at + 5]!]! ^
          t[2304 + bytes[at + 6]!]! ^
          t[2048 + bytes[at + 7]!]! ^
          t[1792 + bytes[at + 8]!]! ^
          t[1536 + bytes[at + 9]!]! ^
          t[1280 + bytes[at + 10]!]! ^
          t[1024 + bytes[at + 11]!]! ^
          t[768 + bytes[at + 12]!]! ^
          t[512 + bytes[at + 13]!]! ^
          t[256 + bytes[at + 14]!]! ^
          t[bytes[at + 15]!]!;
      }
      for (; at < bytes.length; at++) c = (c >>> 8) ^ t[(c ^ bytes[at]!) & 255]!;
      sum = c;
    },
    digest: () => (~sum >>> 0).toString(16).padStart(8, '0'),
  };
}
