import { createHash } from 'node:crypto';
import { badInput, endpointError } from '../errors.ts';
import type { World } from '../world.ts';

/** A position in the listing of a folder, or after it in the feed of its changes. */
export interface FolderCursor {
  account: string;
  /** The folder at which the view’s paths begin. */
  base: string;
  /** Identifies the folder by path, so it isn’t found after it was moved or deleted. */
  path: string;
  recursive: boolean;
  /** 0 lets the server choose. */
  limit: number;
  native: boolean;
  mounted: boolean;
  /** Distinguishes listings. */
  listing: number;
  /** True while the entries that were left out of their pages are listed. */
  isLate: boolean;
  /** The last item listed; null once all are. */
  after: number | null;
  journal: number;
}

/** Clients cannot read or forge it: encrypted and authenticated. */
export function mintCursor(world: World, cursor: FolderCursor): string {
  const text = Buffer.from(JSON.stringify({ ...cursor, age: world.cursorAge }));
  const seal = createHash('sha256').update(text).update(world.options.seed).digest().subarray(0, 8);
  return `AA${Buffer.concat([seal, scrambled(text, seal)]).toString('base64url')}`;
}

export function readCursor(world: World, cursor: string, route: string): FolderCursor {
  const bytes = Buffer.from(cursor.slice(2), 'base64url');
  const seal = bytes.subarray(0, 8);
  const text = scrambled(bytes.subarray(8), seal);
  const proof = createHash('sha256').update(text).update(world.options.seed).digest().subarray(0, 8);
  if (!cursor.startsWith('AA') || !proof.equals(seal)) {
    throw badInput(route, 'Invalid "cursor" parameter: the cursor is not one that this server made');
  }
  const { age, ...place } = JSON.parse(text.toString()) as FolderCursor & { age: number };
  if (age < world.cursorAge) throw endpointError('reset');
  return place;
}

function scrambled(bytes: Buffer, key: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, at) => byte ^ key[at % key.length]! ^ (at * 37)));
}
