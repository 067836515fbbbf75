import { createHash } from 'node:crypto';
import { ConnectorError } from '../kit/errors.ts';
import type { Bucket } from './bucket.ts';
import { deleteDocument, elementText, isXmlSafe } from './protocol/documents.ts';

/** An object to delete; with an ETag only while the object has it, at stores that support this condition. */
export interface Doomed {
  key: string;
  etag?: string;
}

/** False if the object has another ETag by now, and so still exists. */
export async function deleteObject({ gateway, keyOf }: Bucket, id: string, etag = ''): Promise<boolean> {
  const headers = { 'if-match': `"${etag}"` };
  const answer = await gateway.send({
    method: 'DELETE',
    key: keyOf(id),
    accept: [200, 204, 404, ...(etag === '' ? [] : [412])],
    ...(etag !== '' && { optional: { feature: 'delete-condition', headers } }),
  });
  await answer.discard();
  return answer.status !== 412;
}

/** Deletes at most a thousand, in one request if the store can. Objects that have another ETag by now stay. */
export async function deleteObjects(bucket: Bucket, objects: readonly Doomed[]): Promise<void> {
  const safe = objects.filter(({ key }) => isXmlSafe(bucket.keyOf(key)));
  const rest = objects.filter(({ key }) => !isXmlSafe(bucket.keyOf(key)));
  const isDone = safe.length > 0 && (await deleteTogether(bucket, safe));
  await Promise.all([...rest, ...(isDone ? [] : safe)].map(({ key, etag }) => deleteObject(bucket, key, etag)));
}

/** Returns false if the store doesn’t support the request. */
async function deleteTogether(bucket: Bucket, objects: readonly Doomed[]): Promise<boolean> {
  const { features } = bucket.gateway;
  if (!(await features.has('delete-many'))) return false;
  const isConditional = objects.some(({ etag }) => etag) && (await features.has('delete-condition'));
  if (isConditional && (await sendDeletions(bucket, objects))) return true;
  if (
    await sendDeletions(
      bucket,
      objects.map(({ key }) => ({ key })),
    )
  ) {
    if (isConditional) await features.lacks('delete-condition');
    return true;
  }
  await features.lacks('delete-many');
  return false;
}

async function sendDeletions({ gateway, keyOf }: Bucket, objects: readonly Doomed[]): Promise<boolean> {
  const body = deleteDocument(objects.map(({ key, etag }) => ({ key: keyOf(key), etag })));
  const md5 = createHash('md5').update(body).digest('base64');
  const headers = { 'content-md5': md5, 'content-type': 'application/xml' };
  const request = {
    method: 'POST',
    key: null,
    query: { delete: '' },
    headers,
    body,
    accept: [200, 400, 405, 501],
    root: 'DeleteResult',
  };
  const { status, document } = await gateway.document(request);
  if (status !== 200) return false;
  for (const [, error] of document.matchAll(/<Error>(.*?)<\/Error>/gs)) {
    const code = elementText(error!, 'Code') ?? '';
    if (code === 'NoSuchKey' || isChanged(code)) continue;
    throw new ConnectorError(
      code === 'AccessDenied' ? 'forbidden' : 'unavailable',
      `The store didn’t delete ${elementText(error!, 'Key')}: ${code}`,
    );
  }
  return true;
}

const isChanged = (code: string) => /Precondition ?Failed|ConditionalRequestConflict/.test(code);
