import { createHash } from 'node:crypto';
import { ConnectorError } from '../../kit/errors.ts';
import type { Expected, RemoteItem } from '../../kit/session.ts';
import { etagOf, fileOf, isKeyed, md5Of } from '../adapt.ts';
import type { Bucket } from '../bucket.ts';
import { deleteObject } from '../delete-objects.ts';
import type { Destinations } from '../destinations.ts';
import { sha256 } from '../protocol/signature.ts';
import { unlessTaken } from './conditions.ts';
import { headersOf, type Upload } from './handle.ts';

/** Sends a file in one request: it arrives completely or not at all. `isMade` is called with its ETag at once. */
export async function sendWhole(
  bucket: Bucket,
  destinations: Destinations,
  upload: Upload,
  bytes: Uint8Array,
  expected: Expected,
  isMade: (etag: string) => void,
): Promise<RemoteItem> {
  const actual = { md5: createHash('md5').update(bytes).digest('hex'), sha256: sha256(bytes) };
  for (const name of ['md5', 'sha256'] as const)
    if ((expected.hashes[name] ?? actual[name]) !== actual[name])
      throw new ConnectorError('corrupt', `The ${name} isn’t that of the original.`);
  const put = (headers: Record<string, string>, accept: readonly number[]) =>
    bucket.gateway.document({
      method: 'PUT',
      key: bucket.keyOf(upload.id),
      headers: { ...headersOf(upload), ...headers },
      body: bytes,
      payloadHash: actual.sha256,
      accept,
    });
  try {
    const answer = await unlessTaken(destinations, bucket.gateway.features, upload.id, put);
    isMade(etagOf(answer.headers));
    const reported = isKeyed(answer.headers) ? undefined : md5Of(etagOf(answer.headers)).md5;
    if (reported !== undefined && reported !== actual.md5) throw await removed(bucket, upload);
  } catch (error) {
    // The file may be our own, sent before with its answer lost: nothing existed when the upload started.
    const mayBeOurs = error instanceof ConnectorError && error.code === 'conflict';
    if (!mayBeOurs || !(await hasBytes(bucket, upload.id, bytes, actual.md5))) throw error;
  }
  const stored = await bucket.head(upload.id);
  if (stored === null) throw new ConnectorError('unavailable', 'The store doesn’t show the file that it took.');
  if (stored.size !== expected.size) throw await removed(bucket, upload);
  return fileOf(upload.id, stored);
}

async function removed(bucket: Bucket, { id }: Upload): Promise<ConnectorError> {
  await deleteObject(bucket, id);
  return new ConnectorError('corrupt', 'The store has other bytes than were sent.');
}

/** Reads the file back if the store has no hash, as with the customer’s own keys. */
async function hasBytes(bucket: Bucket, id: string, bytes: Uint8Array, md5: string): Promise<boolean> {
  const stored = await bucket.head(id);
  if (stored?.size !== bytes.length) return false;
  if (stored.hashes.md5 !== undefined) return stored.hashes.md5 === md5;
  const { body } = await bucket.gateway.send({ method: 'GET', key: bucket.keyOf(id), accept: [200] });
  return Buffer.concat(await body.toArray()).equals(bytes);
}
