import type { Content } from '../../shared/content/content.ts';

const CELLS = 20;
const known = new WeakMap<Content, string>();

/** Microsoft’s QuickXorHash in base64, computed byte by byte as documented, once for each content. */
export function quickXor(content: Content): string {
  let hash = known.get(content);
  if (hash === undefined) {
    hash = compute(content);
    known.set(content, hash);
  }
  return hash;
}

function compute(content: Content): string {
  const cells = Buffer.alloc(CELLS);
  let bit = 0;
  for (const piece of content.read()) {
    for (const byte of piece) {
      const cell = bit >> 3;
      const shifted = byte << (bit & 7);
      cells[cell]! ^= shifted & 0xff;
      cells[(cell + 1) % CELLS]! ^= shifted >> 8;
      bit = (bit + 11) % (CELLS * 8);
    }
  }
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(content.size));
  for (const [at, byte] of length.entries()) cells[CELLS - 8 + at]! ^= byte;
  return cells.toString('base64');
}
