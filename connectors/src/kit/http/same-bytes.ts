import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { giveBack } from './direct.ts';

/** Reads a body to its end and returns whether it consists of exactly these bytes. */
export async function hasBytes(body: Readable, bytes: Uint8Array): Promise<boolean> {
  let isEqual = true;
  let at = 0;
  body.on('data', (piece: Buffer) => {
    isEqual &&= piece.equals(bytes.subarray(at, at + piece.length));
    at += piece.length;
    giveBack(piece);
  });
  await finished(body, { writable: false });
  return isEqual && at === bytes.length;
}
