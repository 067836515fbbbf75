import { seaView } from './sea-view.ts';

// The DC table for luminance in the JPEG standard (annex K.3), and an AC table with one code: “end of block”.
const DC_COUNTS = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0];
const AC_COUNTS = [1, ...Array<number>(15).fill(0)];

/** A baseline JPEG whose 8 × 8 blocks have one color each: only their mean is coded. */
export function jpeg(seed: string): Buffer {
  const { columns, rows, cells } = seaView(seed);
  const frame = [8, ...u16(rows * 8), ...u16(columns * 8), 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0];
  const dc = [0x00, ...DC_COUNTS, ...Array.from({ length: 12 }, (_, at) => at)];
  const head = [
    0xff,
    0xd8,
    ...segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...segment(0xdb, [0, ...Array<number>(64).fill(8)]),
    ...segment(0xc0, frame),
    ...segment(0xc4, [...dc, 0x10, ...AC_COUNTS, 0]),
    ...segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
  ];
  return Buffer.from([...head, ...scan(cells), 0xff, 0xd9]);
}

const u16 = (value: number) => [value >> 8, value & 255];
const segment = (marker: number, data: number[]) => [0xff, marker, ...u16(data.length + 2), ...data];

/** Codes of the canonical Huffman table by category. */
const dcCodes = (() => {
  const codes: { bits: number; length: number }[] = [];
  let code = 0;
  for (const [at, count] of DC_COUNTS.entries()) {
    for (let one = 0; one < count; one++) codes.push({ bits: code++, length: at + 1 });
    code <<= 1;
  }
  return codes;
})();

function scan(cells: readonly (readonly number[])[]): number[] {
  const bytes: number[] = [];
  let bits = '';
  const before = [0, 0, 0];
  for (const [r = 0, g = 0, b = 0] of cells) {
    const y = 0.299 * r + 0.587 * g + 0.114 * b;
    // Quantized by 8, which is also the factor of the transform for a flat block.
    const components = [y - 128, 0.564 * (b - y), 0.713 * (r - y)].map(Math.round);
    for (const [at, value] of components.entries()) {
      const difference = value - before[at]!;
      before[at] = value;
      const category = difference === 0 ? 0 : Math.floor(Math.log2(Math.abs(difference))) + 1;
      const code = dcCodes[category]!;
      bits += code.bits.toString(2).padStart(code.length, '0');
      if (category > 0) {
        const low = difference > 0 ? difference : difference + 2 ** category - 1;
        bits += low.toString(2).padStart(category, '0');
      }
      bits += '0'; // End of block.
    }
  }
  bits += '1'.repeat((8 - (bits.length % 8)) % 8);
  for (let at = 0; at < bits.length; at += 8) {
    const byte = Number.parseInt(bits.slice(at, at + 8), 2);
    bytes.push(byte, ...(byte === 0xff ? [0] : []));
  }
  return bytes;
}
