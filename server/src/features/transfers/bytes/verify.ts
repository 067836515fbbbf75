import type { Readable } from 'node:stream';
import {
  ConnectorError,
  createHashTap,
  type Download,
  type HashAlgorithm,
  type Hashes,
  hasBytes,
  plainError,
  type RemoteItem,
} from '@sheaf/connectors';
import type { Sending } from '../run/run-context.ts';
import { readThrough } from './read-source.ts';
import type { SourceFile } from './source-file.ts';

export interface Proof {
  algorithm: HashAlgorithm;
  source: string;
  destination: string;
}

const strongestFirst: readonly HashAlgorithm[] = ['sha256', 'dropbox', 'sha1', 'quickxor', 'md5', 'crc32c'];

/** A hash that both have; crc32c is too short to prove anything. */
const common = (a: Hashes, b: Hashes): HashAlgorithm | undefined =>
  strongestFirst.find((name) => name !== 'crc32c' && a[name] !== undefined && b[name] !== undefined);

/**
 * Whether the destination has what was read from the source: by the destination's own hash or, if it reports no usable
 * one, by reading the file back.
 */
export async function proofOf(
  { to }: Sending,
  held: RemoteItem,
  hashes: Hashes,
  whole: Uint8Array | null = null,
  opened?: Download,
): Promise<Proof | null> {
  const algorithm = common(held.hashes, hashes);
  if (algorithm) {
    opened?.body.destroy();
    return compared(algorithm, hashes[algorithm]!, held.hashes[algorithm]!);
  }
  const sha256 = hashes.sha256!;
  const { body } = opened ?? (await to.files.download(held.id));
  if (!whole) return compared('sha256', sha256, await hashBack(body, held));
  // Bytes still in memory needn't be hashed again.
  return (await hasBytes(body, whole).catch(explained)) ? same(sha256) : null;
}

export const same = (sha256: string): Proof => ({ algorithm: 'sha256', source: sha256, destination: sha256 });

const compared = (algorithm: HashAlgorithm, source: string, destination: string): Proof | null =>
  source === destination ? { algorithm, source, destination } : null;

async function hashBack(body: Readable, { size }: RemoteItem): Promise<string> {
  const tap = createHashTap(['sha256']);
  await readThrough(body, tap.update).catch(explained);
  if (size !== null && tap.size !== size) throw plainError('unavailable', 'It couldn’t be read back for verification.');
  return tap.hashes().sha256!;
}

function explained(error: unknown): never {
  if (error instanceof ConnectorError) throw error;
  throw plainError('unavailable', 'The connection to the destination was lost.', { cause: error });
}

/** Whether a file that was there before has the same content, with as few calls as possible. */
export async function sameContent(run: Sending, held: RemoteItem, source: SourceFile): Promise<Proof | null> {
  if (held.kind !== 'file' || held.size === null) return null;
  if (source.likelySize === null) await source.prepare();
  if (held.size !== source.likelySize) return null;
  const algorithm = strongestFirst.find((name) => name !== 'crc32c' && held.hashes[name] !== undefined);
  if (algorithm) return compared(algorithm, await source.hash(algorithm), held.hashes[algorithm]!);
  const expected = await source.hash('sha256');
  const { body } = await run.to.files.download(held.id);
  return compared('sha256', expected, await hashBack(body, held));
}
