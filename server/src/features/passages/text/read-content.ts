import { open } from 'node:fs/promises';
import { inheritLanguage } from './language.ts';
import { passagesOf } from './passages.ts';
import { type Piece, type Pieces, Unreadable } from './piece.ts';
import { readPieces } from './read-pieces.ts';
import { type Answer, isReadByLine, maxFileBytes, maxPassages, maxTextBytes, type Passage, type Task } from './task.ts';

/**
 * Any error of a library means that the file is not what it expects. A failing disk isn't the file's fault, so the file
 * is tried again.
 */
export async function readContent({ file, expected }: Task): Promise<Answer> {
  try {
    const { bytes, isBeginning } = await bytesOf(file, isReadByLine(expected));
    const passages: Passage[] = [];
    let hasScans: boolean | undefined;
    const pieces = noting(await readPieces(bytes, expected), ({ lacksText }) => {
      if (lacksText !== undefined) hasScans = hasScans || lacksText;
    });
    for await (const passage of passagesOf(pieces)) {
      if (passages.length === maxPassages) return { passages: inheritLanguage(passages), isCut: true, hasScans };
      passages.push(passage);
    }
    return { passages: inheritLanguage(passages), isCut: isBeginning, hasScans };
  } catch (error) {
    if (isOfDisk(error)) return { stopped: error.code };
    if (error instanceof Unreadable) return { unreadable: error.message };
    return { unreadable: 'This file is damaged.', thrown: String(error).slice(0, 200) };
  }
}

const isOfDisk = (error: unknown): error is { code: string } => error instanceof Error && 'syscall' in error;

async function* noting(pieces: Pieces, note: (piece: Piece) => void): AsyncGenerator<Piece> {
  for await (const piece of pieces as AsyncIterable<Piece>) {
    note(piece);
    yield piece;
  }
}

async function bytesOf(path: string, mayBeCut: boolean): Promise<{ bytes: Uint8Array; isBeginning: boolean }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (!mayBeCut && size > maxFileBytes)
      throw new Unreadable(`This file is larger than ${maxFileBytes / 1024 / 1024} MB.`);
    const wanted = mayBeCut ? Math.min(size, maxTextBytes) : size;
    const bytes = new Uint8Array(wanted);
    let read = 0;
    while (read < wanted) {
      const { bytesRead } = await file.read(bytes, read, wanted - read, read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    return { bytes: bytes.subarray(0, read), isBeginning: wanted < size };
  } finally {
    await file.close();
  }
}
