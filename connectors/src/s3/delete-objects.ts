import { createHash } from 'node:crypto';
import { ConnectorError } from '../kit/errors.ts';
import type { Bucket } from './bucket.ts';
import { deleteDocument, elementText, isXmlSafe } from './protocol/documents.ts';

export const deleteObject = async ({ gateway, keyOf }: Bucket, id: string): Promise<void> => {
  const answer = await gateway.send({ method: 'DELETE', key: keyOf(id), accept: [200, 204, 404] });
  await answer.discard();
};

/** At most a thousand, in one request where the store can. */
export async function deleteObjects(bucket: Bucket, ids: readonly string[]): Promise<void> {
  const safe = ids.filter((id) => isXmlSafe(bucket.keyOf(id)));
  const rest = ids.filter((id) => !isXmlSafe(bucket.keyOf(id)));
  const isDone = safe.length > 0 && (await deleteTogether(bucket, safe));
  await Promise.all([...rest, ...(isDone ? [] : safe)].map((id) => deleteObject(bucket, id)));
}

/** False where the store doesn’t know the request. */
async function deleteTogether({ gateway, keyOf }: Bucket, ids: readonly string[]): Promise<boolean> {
  const body = deleteDocument(ids.map(keyOf));
  const md5 = createHash('md5').update(body).digest('base64');
  const headers = { 'content-md5': md5, 'content-type': 'application/xml' };
  const request = {
    method: 'POST',
    key: null,
    query: { delete: '' },
    headers,
    body,
    accept: [200, 405, 501],
    root: 'DeleteResult',
  };
  const { status, document } = await gateway.document(request);
  if (status !== 200) return false;
  const refused = [...document.matchAll(/<Error>(.*?)<\/Error>/gs)].find(
    ([, error]) => elementText(error!, 'Code') !== 'NoSuchKey',
  )?.[1];
  if (refused === undefined) return true;
  const code = elementText(refused, 'Code') ?? '';
  throw new ConnectorError(
    code === 'AccessDenied' ? 'forbidden' : 'unavailable',
    `The store didn’t delete ${elementText(refused, 'Key')}: ${code}`,
  );
}
