import type { Collection } from '@sheaf/contract';
import { sql } from 'kysely';
import type { RowOf } from '../../db/rows.ts';
import type { Member } from '../../http/viewer.ts';
import { sees } from '../access/index.ts';
import { pictured } from '../documents/index.ts';
import { signedPath } from '../storage/index.ts';
import { ownedNames } from '../tags/index.ts';

interface Row extends RowOf<'collections', 'id' | 'name' | 'updated_at'> {
  count: number;
  pictures: { id: string; version: string }[] | null;
}

const seen = (viewer: Member) => sql`from collection_documents t
  where t.collection_id = collections.id and ${sees(viewer, sql`t.document_id`)}`;

/** The number of documents in it that the viewer sees, and the newest four that have a picture. */
const inside = (viewer: Member) => sql`(select count(*) ${seen(viewer)}) as count,
  (select json_agg(newest) from (
    select d.id, left(encode(d.sha256, 'hex'), 16) as version
    from documents d join (select t.document_id ${seen(viewer)}) x on x.document_id = d.id
    where d.content = 'stored' and d.sha256 is not null and d.type = any(${[...pictured]})
      and not exists (select 1 from thumbnails p
        where p.organization_id = d.organization_id and p.sha256 = d.sha256 and p.state = 'none')
    order by d.placed_at desc, d.id limit 4) newest) as pictures`;

export const collections = ownedNames<Row, Collection>({
  table: 'collections',
  noun: 'collection',
  columns: ['id', 'name', 'updated_at'],
  inside,
  present: ({ id, name, updated_at, count, pictures }, { keys }, viewer) => ({
    id,
    name,
    updated_at: updated_at.toISOString(),
    count,
    thumbnails: (pictures ?? []).map((picture) => signedPath(keys, 'thumbnails', picture.id, viewer, picture.version)),
  }),
  dated: true,
});
