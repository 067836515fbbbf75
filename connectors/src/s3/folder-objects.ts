import { ConnectorError } from '../kit/errors.ts';
import type { Bucket } from './bucket.ts';
import { allOf, copyObject, isSame } from './copy-object.ts';
import { deleteObjects } from './delete-objects.ts';
import type { ListedObject } from './protocol/listing.ts';

const copiesAtOnce = 16;

/** Deletes everything below a folder, its mark included. */
export async function deleteFolder(bucket: Bucket, folder: string): Promise<void> {
  for await (const page of pagesBelow(bucket, folder))
    await deleteObjects(
      bucket,
      page.map(({ key }) => key),
    );
}

/** Everything below one folder to below another, which is empty. All of it is there in the end, or nothing. */
export async function copyFolder(bucket: Bucket, from: string, to: string): Promise<void> {
  const target = (key: string) => to + key.slice(from.length);
  let copied = '';
  try {
    for await (const page of pagesBelow(bucket, from)) {
      const before = copied;
      copied = page.at(-1)!.key;
      for (let at = 0; at < page.length; at += copiesAtOnce)
        await allOf(
          page.slice(at, at + copiesAtOnce).map((object) => copyObject(bucket, object.key, target(object.key), object)),
        );
      await expectCopies(bucket, to, before === '' ? '' : target(before), page, target);
    }
  } catch (error) {
    await deleteFolder(bucket, to).catch(() => {});
    throw error;
  }
}

/** The copies of a page, in one listing: they are in the same order as the originals. */
async function expectCopies(
  bucket: Bucket,
  folder: string,
  after: string,
  page: readonly ListedObject[],
  target: (key: string) => string,
): Promise<void> {
  const { objects } = await bucket.list({ prefix: folder, ...(after !== '' && { startAfter: after }) });
  const found = new Map(objects.map((object) => [object.key, object]));
  const isMissing = (object: ListedObject) => {
    const copy = found.get(target(object.key));
    return copy === undefined || !isSame(object, copy);
  };
  if (page.some(isMissing)) throw new ConnectorError('corrupt', 'The copy that the store made isn’t identical.');
}

/** By the last key rather than a token, so that what is deleted along the way does not matter. */
async function* pagesBelow(bucket: Bucket, folder: string): AsyncGenerator<readonly ListedObject[]> {
  for (let after: string | undefined; ; ) {
    const { objects, next } = await bucket.list({ prefix: folder, ...(after && { startAfter: after }) });
    if (objects.length > 0) yield objects;
    if (next === null || objects.length === 0) return;
    after = objects.at(-1)!.key;
  }
}
