import { ConnectorError, plainError } from '../kit/errors.ts';
import type { Batch, Checkpoint, EnumerateOptions, RemoteId, RemoteItem, Scope } from '../kit/session.ts';
import { folderOf } from './adapt.ts';
import type { Bucket } from './bucket.ts';
import { byKey, foldersOf, isFolderId } from './keys.ts';
import type { ListPage } from './protocol/listing.ts';

const VERSION = '1:';
const TOP = '';
const BATCH = 1000;
/** The maximum depth of nested folders; no person creates deeper ones. */
const MAX_DEPTH = 512;

/**
 * Lists everything in the order of keys, in flat pages of a thousand. Folders come from the keys below them: keys of
 * one folder are adjacent, so only the previous key decides whether a folder is new. The last key is all a checkpoint
 * needs.
 */
export async function* enumerate(
  bucket: Bucket,
  scope: Scope,
  { from, signal }: EnumerateOptions,
): AsyncGenerator<Batch<RemoteItem>, void, undefined> {
  signal.throwIfAborted();
  const done = from?.startsWith(VERSION) ? from.slice(VERSION.length) : null;
  for (const root of rootsOf(scope)) {
    const isInside = done?.startsWith(root) ?? false;
    if (done !== null && !isInside && byKey(root, done) < 0) continue;
    if (root !== TOP && !isFolderId(root)) yield* single(bucket, root, signal);
    else yield* below(bucket, root, isInside ? done : null, signal);
  }
}

/** The roots in the order of keys, without those below another. */
function rootsOf(scope: Scope): string[] {
  if (scope.mode === 'all') return [TOP];
  const sorted = [...new Set<string>(scope.roots)].sort(byKey);
  return sorted.filter((id) => !sorted.some((other) => isFolderId(other) && other !== id && id.startsWith(other)));
}

async function* single(bucket: Bucket, id: string, signal: AbortSignal): AsyncGenerator<Batch<RemoteItem>> {
  signal.throwIfAborted();
  const item = await bucket.file(id as RemoteId).catch((error: unknown) => {
    if (error instanceof ConnectorError && error.code === 'not_found') return null;
    throw error;
  });
  if (item) yield { items: [item], failures: [], unchanged: [], checkpoint: (VERSION + id) as Checkpoint };
}

async function* below(
  bucket: Bucket,
  root: string,
  after: string | null,
  signal: AbortSignal,
): AsyncGenerator<Batch<RemoteItem>> {
  let before = after ?? TOP;
  let batch = emptyBatch();
  for await (const page of pagesOf(bucket, root, after, signal)) {
    const files = new Map((await bucket.listed(page.objects)).map((item) => [item.id as string, item]));
    for (const key of page.unreadable) batch.failures.push({ id: key as RemoteId, error: unreadable(key) });
    for (const { key, size } of page.objects) {
      const folders = foldersOf(key);
      if (folders.length > MAX_DEPTH) batch.failures.push({ id: key as RemoteId, error: tooDeep() });
      else {
        for (const folder of folders)
          if (folder.length >= root.length && !before.startsWith(folder))
            batch.items.push(folderOf(folder as RemoteId));
        const file = files.get(key);
        if (file) batch.items.push(file);
        else if (size > 0 && key !== TOP) batch.failures.push(hiddenBytes(key));
        before = key;
      }
      if (batch.items.length + batch.failures.length < BATCH) continue;
      yield { ...batch, checkpoint: (VERSION + key) as Checkpoint };
      batch = emptyBatch();
    }
    signal.throwIfAborted();
  }
  if (batch.items.length + batch.failures.length > 0) yield { ...batch, checkpoint: (VERSION + before) as Checkpoint };
}

/** The next page is requested while one is stored. */
async function* pagesOf(
  bucket: Bucket,
  root: string,
  after: string | null,
  signal: AbortSignal,
): AsyncGenerator<ListPage> {
  const abandoned = new AbortController();
  const either = AbortSignal.any([signal, abandoned.signal]);
  const ask = (next: ListPage['next']) => {
    const start = after !== null && after !== TOP && next === null ? { startAfter: after } : {};
    const page = bucket.list({ prefix: root, next, ...start, signal: either });
    page.catch(() => {});
    return page;
  };
  try {
    for (let coming: Promise<ListPage> | null = ask(null), last = ''; coming; ) {
      const page: ListPage = await coming;
      const token = JSON.stringify(page.next);
      if (page.next && token === last) throw new ConnectorError('unavailable', 'The store’s list of files has no end.');
      last = token;
      coming = page.next && ask(page.next);
      yield page;
    }
  } finally {
    abandoned.abort();
  }
}

const emptyBatch = () => ({
  items: [] as RemoteItem[],
  failures: [] as Batch<RemoteItem>['failures'][number][],
  unchanged: [] as RemoteId[],
});

const unreadable = (key: string) => plainError('forbidden', `The name ${key} isn’t valid text (UTF-8).`);
const tooDeep = () => plainError('forbidden', `It’s in more than ${MAX_DEPTH} folders.`);

/** Programs mark folders by empty objects; an object with bytes is both a folder and a file, which no item can be. */
const hiddenBytes = (key: string) => ({
  id: `${key}(contents)` as RemoteId,
  error: plainError('forbidden', `“${key}” is named like a folder and has contents, which can’t be shown.`),
});
