import { deepEqual, equal } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Services } from '../../../services.ts';
import { contentKey } from '../../storage/index.ts';
import type { Item } from './cloud.ts';

/** Checks that the documents of an account, their folders and the stored bytes are exactly those of the cloud. */
export async function sameAsCloud(
  { db, blobs }: Pick<Services, 'db' | 'blobs'>,
  accountId: string,
  cloud: Item[],
): Promise<void> {
  const documents = await db
    .selectFrom('documents')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .execute();
  const byId = new Map(documents.map((one) => [one.id, one]));
  const pathOf = (one: (typeof documents)[number]): string => {
    // The link to the folder exists exactly if the folder does.
    equal(
      one.parent_id !== null,
      documents.some(({ remote_id }) => remote_id === one.parent_remote_id),
    );
    return `${one.parent_id === null ? '' : pathOf(byId.get(one.parent_id)!)}/${one.name}`;
  };
  const hasIds = cloud.some(({ id }) => id !== null);
  const here = documents.map((one) => ({
    id: hasIds ? one.remote_id : null,
    path: pathOf(one),
    kind: one.kind,
    size: one.size,
    sha256: one.sha256?.toString('hex') ?? null,
  }));
  const sorted = <T extends { path: string; id: string | null }>(items: T[]) =>
    items.sort((a, b) => (`${a.path}\0${a.id}` < `${b.path}\0${b.id}` ? -1 : 1));
  deepEqual(sorted(here), sorted(cloud));
  for (const { kind, content, sha256, stored_size, organization_id } of documents) {
    equal(content, kind === 'file' ? 'stored' : 'none');
    if (!sha256) continue;
    const bytes = await buffer((await blobs.get(contentKey(organization_id, sha256)))!.body);
    deepEqual(createHash('sha256').update(bytes).digest(), sha256);
    equal(stored_size, bytes.length);
  }
}
