import { createHash } from 'node:crypto';
import { ConnectorError } from '../kit/errors.ts';
import { revisionOf } from './adapt.ts';
import type { Bucket } from './bucket.ts';
import { allOf, copyObject, isSame } from './copy-object.ts';
import { deleteObjects } from './delete-objects.ts';
import type { ListedObject } from './protocol/listing.ts';

const copiesAtOnce = 16;

/** Deletes everything below a folder, including its mark. */
export async function deleteFolder(bucket: Bucket, folder: string): Promise<void> {
  for await (const page of pagesBelow(bucket, folder))
    await deleteObjects(
      bucket,
      page.map(({ key }) => ({ key })),
    );
}

/**
 * Deletes the copied objects that are unchanged. Those added or changed since stay. If a store ignores conditions,
 * anything written between the listing of up to a thousand objects and their deletion, one request later, is lost.
 */
export async function deleteCopied(bucket: Bucket, folder: string, copied: Copied): Promise<void> {
  for await (const page of pagesBelow(bucket, folder)) {
    const unchanged = page.filter((object) => copied.isSame(object));
    if (unchanged.length > 0) await deleteObjects(bucket, unchanged);
  }
}

/** Copies everything below one folder to another, empty one: completely or not at all. */
export async function copyFolder(bucket: Bucket, from: string, to: string): Promise<Copied> {
  const target = (key: string) => to + key.slice(from.length);
  const copied = createCopied();
  let last = '';
  try {
    for await (const page of pagesBelow(bucket, from)) {
      const before = last;
      last = page.at(-1)!.key;
      for (const object of page) copied.add(object);
      for (let at = 0; at < page.length; at += copiesAtOnce)
        await allOf(
          page.slice(at, at + copiesAtOnce).map((object) => copyObject(bucket, object.key, target(object.key), object)),
        );
      await expectCopies(bucket, to, before === '' ? '' : target(before), page, target);
    }
    return copied;
  } catch (error) {
    await deleteCopies(bucket, from, to, copied).catch(() => {});
    throw error;
  }
}

/** Only our copies: somebody else may have put something into the new folder. */
async function deleteCopies(bucket: Bucket, from: string, to: string, copied: Copied): Promise<void> {
  for await (const page of pagesBelow(bucket, to))
    await deleteObjects(
      bucket,
      page.filter(({ key }) => copied.has(from + key.slice(to.length))).map(({ key }) => ({ key })),
    );
}

/** Records which objects were copied, and their new ETags, in a few bytes each, because there may be millions. */
export interface Copied {
  has(key: string): boolean;
  isSame(object: ListedObject): boolean;
}

function createCopied(): Copied & { add(object: ListedObject): void } {
  const revisions = new Map<string, string>();
  const revision = ({ etag, size, modifiedAt }: ListedObject) => digest(revisionOf(etag, size, modifiedAt));
  return {
    add: (object) => void revisions.set(digest(object.key), revision(object)),
    has: (key) => revisions.has(digest(key)),
    isSame: (object) => revisions.get(digest(object.key)) === revision(object),
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64').slice(0, 20);

/** Lists the copies of a page, which are in the same order as the originals. */
async function expectCopies(
  bucket: Bucket,
  folder: string,
  after: string,
  page: readonly ListedObject[],
  target: (key: string) => string,
): Promise<void> {
  const { objects } = await bucket.list({ prefix: folder, ...(after !== '' && { startAfter: after }) });
  const found = new Map(objects.map((object) => [object.key, object]));
  for (let at = 0; at < page.length; at += copiesAtOnce) {
    const some = page.slice(at, at + copiesAtOnce);
    const same = await allOf(some.map((object) => isSame(bucket, object, found.get(target(object.key)))));
    if (same.includes(false)) throw new ConnectorError('corrupt', 'The copy that the store made isn’t identical.');
  }
}

/** Continues after the last key rather than by token, so that deletions along the way don’t matter. */
async function* pagesBelow(bucket: Bucket, folder: string): AsyncGenerator<readonly ListedObject[]> {
  for (let after: string | undefined; ; ) {
    const { objects, next } = await bucket.list({ prefix: folder, ...(after && { startAfter: after }) });
    if (objects.length > 0) yield objects;
    if (next === null || objects.length === 0) return;
    after = objects.at(-1)!.key;
  }
}
