import { createHash, type Hash } from 'node:crypto';
import { BackupError } from './format.ts';

/**
 * A section is a sequence of entries: a note (JSON), any number of pieces of bytes, and a note with their SHA-256. Each
 * of these is preceded by its kind and its length.
 */
const kinds = { begin: 1, piece: 2, end: 3 } as const;
const prefixBytes = 5;
const maxNoteBytes = 1024 ** 2;
const maxPieceBytes = 64 * 1024 ** 2;

type Note = Readonly<Record<string, unknown>>;
/** Calls `written` when the bytes are written and may be changed. */
export type Take = (chunks: readonly Uint8Array[], written?: () => void) => Promise<void>;

function prefixed(kind: number, length: number): Buffer {
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt8(kind);
  prefix.writeUInt32LE(length, 1);
  return prefix;
}

/** Turns entries into the bytes of a section. */
export function createSection(take: Take) {
  const overall = createHash('sha256');
  let entry: { hash: Hash; bytes: number } | null = null;
  const takeNote = (kind: number, note: Note): Promise<void> => {
    const text = Buffer.from(JSON.stringify(note));
    overall.update(text);
    return take([prefixed(kind, text.length), text]);
  };
  const takePiece = async (bytes: Uint8Array, written?: () => void): Promise<void> => {
    if (bytes.length === 0) return written?.();
    entry!.bytes += bytes.length;
    await take([prefixed(kinds.piece, bytes.length), bytes], written);
  };
  return {
    async begin(note: Note): Promise<void> {
      entry = { hash: createHash('sha256'), bytes: 0 };
      await takeNote(kinds.begin, note);
    },
    async piece(bytes: Uint8Array): Promise<void> {
      entry!.hash.update(bytes);
      await takePiece(bytes);
    },
    /** For an entry whose bytes are hashed elsewhere. */
    hashedPiece: takePiece,
    /** `sha256` is given if the bytes were hashed elsewhere. */
    async end(note: Note = {}, sha256?: string): Promise<void> {
      const { hash, bytes } = entry!;
      await takeNote(kinds.end, { ...note, bytes, sha256: sha256 ?? hash.digest('hex') });
      entry = null;
    },
    digest: () => overall.digest('hex'),
  };
}

export type Part =
  | { kind: 'begin'; note: Note }
  | { kind: 'piece'; bytes: Buffer }
  | { kind: 'end'; note: Note & { bytes: number; sha256: string } };

/** Reads a section and throws a BackupError at the first byte that isn’t as it was written. */
export async function* readSection(source: AsyncIterable<Uint8Array>, wanted: string): AsyncGenerator<Part> {
  const input = createInput(source);
  const overall = createHash('sha256');
  let entry: { hash: Hash; bytes: number } | null = null;
  for (;;) {
    const prefix = await input.take(prefixBytes, true);
    if (prefix === null) break;
    const [kind, length] = [prefix.readUInt8(), prefix.readUInt32LE(1)];
    if (kind === kinds.piece && entry && length <= maxPieceBytes) {
      for (let left = length; left > 0; ) {
        const bytes = await input.some(left);
        left -= bytes.length;
        entry.hash.update(bytes);
        entry.bytes += bytes.length;
        yield { kind: 'piece', bytes };
      }
      continue;
    }
    const isNote = entry ? kind === kinds.end : kind === kinds.begin;
    if (!isNote || length > maxNoteBytes) throw damaged();
    const text = (await input.take(length))!;
    overall.update(text);
    const note = parsed(text);
    if (!entry) {
      entry = { hash: createHash('sha256'), bytes: 0 };
      yield { kind: 'begin', note };
      continue;
    }
    const { sha256, bytes } = note as { sha256?: string; bytes?: number };
    if (entry.hash.digest('hex') !== sha256 || entry.bytes !== bytes) throw damaged();
    entry = null;
    yield { kind: 'end', note: { ...note, bytes, sha256 } };
  }
  if (entry || overall.digest('hex') !== wanted) throw damaged();
}

/** The bytes of the current entry. Iterates by hand, because ending a `for` loop would close the parts. */
export async function* piecesOfEntry(parts: AsyncGenerator<Part>): AsyncGenerator<Buffer> {
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    if (part.value.kind === 'end') return;
    if (part.value.kind !== 'piece') break;
    yield part.value.bytes;
  }
  throw damaged();
}

export const damaged = (cause?: unknown): BackupError =>
  new BackupError(
    'The backup is damaged: some of its bytes aren’t as they were written. Use another copy or an older backup.',
    {
      cause,
    },
  );

function parsed(text: Buffer): Note {
  try {
    return JSON.parse(text.toString());
  } catch (error) {
    throw damaged(error);
  }
}

function createInput(source: AsyncIterable<Uint8Array>) {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const { done, value } = await chunks.next();
    if (done) return false;
    const next = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    rest = rest.length === 0 ? next : Buffer.concat([rest, next]);
    return true;
  };
  return {
    /** Returns null at the end of the source if `mayEnd` is set. */
    async take(length: number, mayEnd = false): Promise<Buffer | null> {
      while (rest.length < length)
        if (!(await more())) {
          if (mayEnd && rest.length === 0) return null;
          throw damaged();
        }
      const taken = rest.subarray(0, length);
      rest = rest.subarray(length);
      return taken;
    },
    /** Returns between one and `max` bytes. */
    async some(max: number): Promise<Buffer> {
      while (rest.length === 0) if (!(await more())) throw damaged();
      const taken = rest.subarray(0, max);
      rest = rest.subarray(taken.length);
      return taken;
    },
  };
}
