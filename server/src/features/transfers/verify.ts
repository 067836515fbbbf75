import type { Readable } from 'node:stream';
import {
  ConnectorError,
  createHashTap,
  type Download,
  type HashAlgorithm,
  type Hashes,
  type RemoteItem,
} from '@sheaf/connectors';
import type { Content } from './content.ts';
import { readThrough } from './read-source.ts';
import type { Run } from './run-context.ts';

export interface Proof {
  algorithm: HashAlgorithm;
  source: string;
  destination: string;
}

const strongestFirst: readonly HashAlgorithm[] = ['sha256', 'dropbox', 'sha1', 'quickxor', 'md5', 'crc32c'];

/** A hash that both know; crc32c is too short to prove anything. */
const common = (a: Hashes, b: Hashes): HashAlgorithm | undefined =>
  strongestFirst.find((name) => name !== 'crc32c' && a[name] !== undefined && b[name] !== undefined);

/**
 * Whether what is at the destination is what was read from the source: by the destination's own hash, or, where it
 * tells none that we know, by reading the file back.
 */
export async function proofOf(
  { to }: Run,
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
  if (whole && !(await isSame(body, held, whole))) return null;
  return compared('sha256', sha256, whole ? sha256 : await hashBack(body, held));
}

const compared = (algorithm: HashAlgorithm, source: string, destination: string): Proof | null =>
  source === destination ? { algorithm, source, destination } : null;

/** Bytes that are still in memory need no second hash. */
async function isSame(body: Readable, held: RemoteItem, whole: Uint8Array): Promise<boolean> {
  let isEqual = true;
  let at = 0;
  await readBack(body, held, (bytes) => {
    isEqual &&= bytes.equals(whole.subarray(at, at + bytes.length));
    at += bytes.length;
  });
  return isEqual && at === whole.length;
}

async function hashBack(body: Readable, held: RemoteItem): Promise<string> {
  const tap = createHashTap(['sha256']);
  await readBack(body, held, tap.update);
  return tap.hashes().sha256!;
}

async function readBack(body: Readable, { size }: RemoteItem, show: (bytes: Buffer) => void): Promise<void> {
  let read = 0;
  try {
    await readThrough(body, (bytes) => {
      read += bytes.length;
      show(bytes);
    });
  } catch (error) {
    if (error instanceof ConnectorError) throw error;
    throw new ConnectorError('unavailable', 'The connection to the destination broke off.', { cause: error });
  }
  if (size !== null && read !== size) throw new ConnectorError('unavailable', 'It could not be read back.');
}

/** The same content, of a file that was there before. Asks as little as it can. */
export async function sameContent(run: Run, held: RemoteItem, content: Content): Promise<Proof | null> {
  if (held.kind !== 'file' || held.size === null) return null;
  if (content.likelySize === null) await content.prepare();
  if (held.size !== content.likelySize) return null;
  const algorithm = strongestFirst.find((name) => name !== 'crc32c' && held.hashes[name] !== undefined);
  if (algorithm) return compared(algorithm, await content.hash(algorithm), held.hashes[algorithm]!);
  const source = await content.hash('sha256');
  const { body } = await run.to.files.download(held.id);
  return compared('sha256', source, await hashBack(body, held));
}
