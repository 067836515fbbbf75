import { damaged } from './notes.ts';
import type { Archive } from './read-archive.ts';

/** A content that the tables refer to. */
export interface Wanted {
  key: string;
  size: number;
  /** Null if it is known only after reading, as for pictures. */
  sha256: string | null;
}

export interface Indexed extends Wanted {
  where: 'here' | 'base' | 'missing';
}

export const wantedLine = ({ size, sha256, key }: Wanted): string => `${size} ${sha256 ?? '-'} ${key}\n`;
export const indexLine = (one: Indexed): string => `${one.where} ${wantedLine(one)}`;

export function parseWanted(line: string): Wanted {
  const [size, sha256, key] = line.split(' ');
  return { size: Number(size), sha256: sha256 === '-' ? null : sha256!, key: key! };
}

function parseIndexed(line: string): Indexed {
  const [where, ...rest] = line.split(' ');
  if (where !== 'here' && where !== 'base' && where !== 'missing') throw damaged();
  return { where, ...parseWanted(rest.join(' ')) };
}

export async function* linesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of source) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest) yield rest;
}

/** All contents that an archive’s tables refer to, in the order of their keys. */
export async function* readIndex(archive: Archive): AsyncGenerator<Indexed> {
  for await (const line of linesOf(piecesOf(archive.read('index')))) yield parseIndexed(line);
}

async function* piecesOf(parts: ReturnType<Archive['read']>): AsyncGenerator<Uint8Array> {
  for await (const part of parts) if (part.kind === 'piece') yield part.bytes;
}

/** Looks up keys in a list, both in the same order. Reads both once, so memory doesn't grow with their number. */
export function inOrder(list: AsyncGenerator<Indexed>) {
  let current: Indexed | null | undefined;
  const next = async (): Promise<Indexed | null> => {
    const { done, value } = await list.next();
    return done ? null : value;
  };
  return {
    async find(key: string): Promise<Indexed | null> {
      if (current === undefined) current = await next();
      while (current && current.key < key) current = await next();
      return current?.key === key ? current : null;
    },
    close: () => list.return(undefined),
  };
}
