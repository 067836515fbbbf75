const widthBits = 160;
const shiftBits = 11;

/** The offsets repeat after this many bytes. */
const blockBytes = widthBits;

/**
 * Microsoft's QuickXorHash: byte i is XORed into a circular register of 160 bits at bit 11·i, and at the end the length
 * into its last 64 bits. Bytes 160 apart have the same offset, so these columns are XORed first, in machine words, and
 * combined into the register once at the end.
 */
export function createQuickXor(): { update(bytes: Uint8Array): void; digest(): string } {
  const columns = new Int32Array(blockBytes / 4);
  const columnBytes = new Uint8Array(columns.buffer);
  let length = 0;

  function addBytes(bytes: Uint8Array, from: number, to: number): void {
    let column = (length + from) % blockBytes;
    for (let at = from; at < to; at++) {
      columnBytes[column]! ^= bytes[at]!;
      if (++column === blockBytes) column = 0;
    }
  }

  return {
    update(bytes) {
      const end = bytes.length;
      let at = Math.min(end, (blockBytes - (length % blockBytes)) % blockBytes);
      addBytes(bytes, 0, at);
      const blocks = Math.floor((end - at) / blockBytes);
      if (blocks > 0) {
        addBlocks(columns, bytes, at, blocks);
        at += blocks * blockBytes;
      }
      addBytes(bytes, at, end);
      length += end;
    },
    digest() {
      const register = new Uint8Array(widthBits / 8);
      for (let n = 0; n < blockBytes; n++) {
        const bit = (n * shiftBits) % widthBits;
        const spread = columnBytes[n]! << (bit % 8);
        const at = bit >> 3;
        register[at]! ^= spread & 255;
        register[(at + 1) % register.length]! ^= spread >> 8;
      }
      const size = Buffer.alloc(8);
      size.writeBigUInt64LE(BigInt(length));
      for (let n = 0; n < 8; n++) register[register.length - 8 + n]! ^= size[n]!;
      return Buffer.from(register).toString('base64');
    },
  };
}

/** Complete blocks, word by word. Four columns at a time, so that their sums stay in CPU registers. */
function addBlocks(columns: Int32Array, bytes: Uint8Array, from: number, blocks: number): void {
  const perBlock = blockBytes / 4;
  let source = bytes.subarray(from, from + blocks * blockBytes);
  // A view of words must start at a multiple of four bytes; a copy always does.
  if (source.byteOffset % 4 !== 0) source = new Uint8Array(source);
  const words = new Int32Array(source.buffer, source.byteOffset, blocks * perBlock);
  const end = words.length;
  for (let column = 0; column < perBlock; column += 4) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let at = column; at < end; at += perBlock) {
      a ^= words[at]!;
      b ^= words[at + 1]!;
      c ^= words[at + 2]!;
      d ^= words[at + 3]!;
    }
    columns[column]! ^= a;
    columns[column + 1]! ^= b;
    columns[column + 2]! ^= c;
    columns[column + 3]! ^= d;
  }
}
