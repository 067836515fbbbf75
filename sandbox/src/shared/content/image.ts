import { crc32, deflateSync } from 'node:zlib';
import { seaView } from './sea-view.ts';

const CELL = 4;

export function png(seed: string): Buffer {
  const { columns, rows, cells } = seaView(seed);
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
  const { columns, rows, cells } = seaView(seed);
  const stride = Math.ceil((columns * 3) / 4) * 4;
  const file = Buffer.alloc(54 + stride * rows);
  file.write('BM', 0);
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(columns, 18);
  file.writeInt32LE(-rows, 22); // The top row comes first.
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (const [at, cell] of cells.entries()) {
    file.set(cell.toReversed(), 54 + Math.floor(at / columns) * stride + (at % columns) * 3);
  }
  return file;
}
