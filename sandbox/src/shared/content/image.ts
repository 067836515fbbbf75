import { crc32, deflateSync } from 'node:zlib';
import { Random } from '../random.ts';

const CELL = 8;

/** Squares of colour: a picture one can tell from another. */
function mosaic(seed: string): { columns: number; rows: number; cells: number[][] } {
  const random = new Random(seed);
  const columns = random.between(8, 24);
  const rows = random.between(6, 18);
  const [r, g, b] = [random.between(40, 220), random.between(40, 220), random.between(40, 220)];
  const near = (value: number) => Math.max(0, Math.min(255, value + random.between(-35, 35)));
  return { columns, rows, cells: Array.from({ length: columns * rows }, () => [near(r), near(g), near(b)]) };
}

export function png(seed: string): Buffer {
  const { columns, rows, cells } = mosaic(seed);
  const width = columns * CELL;
  const height = rows * CELL;
  const raw = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = cells[Math.floor(y / CELL) * columns + Math.floor(x / CELL)]!;
      raw.set(cell, y * (width * 3 + 1) + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

export function bmp(seed: string): Buffer {
  const { columns, rows, cells } = mosaic(seed);
  const stride = Math.ceil((columns * 3) / 4) * 4;
  const file = Buffer.alloc(54 + stride * rows);
  file.write('BM', 0);
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(columns, 18);
  file.writeInt32LE(-rows, 22); // Top row first.
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (const [at, cell] of cells.entries()) {
    file.set(cell.toReversed(), 54 + Math.floor(at / columns) * stride + (at % columns) * 3);
  }
  return file;
}

export function svg(seed: string): Buffer {
  const { columns, rows, cells } = mosaic(seed);
  const squares = cells.map(
    (cell, at) =>
      `<rect x="${at % columns}" y="${Math.floor(at / columns)}" width="1" height="1" fill="rgb(${cell.join()})"/>`,
  );
  const size = `width="${columns * CELL}" height="${rows * CELL}" viewBox="0 0 ${columns} ${rows}"`;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${squares.join('')}</svg>\n`);
}

export { mosaic };
