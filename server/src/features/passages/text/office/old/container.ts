import { CFB } from '@e965/xlsx';
import { Unreadable } from '../../piece.ts';

/** The streams of an Office file before 2007, by name, without those of embedded files. */
export type Streams = ReadonlyMap<string, Buffer>;

interface Container {
  FullPaths: string[];
  FileIndex: { type: number; content?: ArrayLike<number> }[];
}

export function readContainer(bytes: Uint8Array): Streams {
  const { FullPaths, FileIndex }: Container = CFB.read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    type: 'buffer',
  });
  const streams = new Map<string, Buffer>();
  for (const [index, { content }] of FileIndex.entries()) {
    const [, name, ...within] = FullPaths[index]!.split('/');
    if (name && within.length === 0 && content)
      streams.set(name, Buffer.isBuffer(content) ? content : Buffer.from(content as Uint8Array));
  }
  if (streams.has('EncryptedPackage')) throw new Unreadable('This file is password-protected.');
  return streams;
}
