import type { Duplicate } from '@sheaf/contract';
import { sql } from 'kysely';
import { countRows, offsetOf, type PageOf, paged } from '../../../db/paging.ts';
import type { Member } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { presentDocument } from '../document.present.ts';
import { rowsOf } from '../document-rows.ts';

const shownCopies = 10;

interface Group {
  sha256: Buffer;
  size: number;
  copies: number;
  ids: string[];
  total: number;
}

/** Contents that are in the viewer's accounts several times, by how much space keeping one copy would save. */
export async function pageOfDuplicates(services: Services, viewer: Member, query: PageOf) {
  const { db } = services;
  const own = sql`d.organization_id = ${viewer.membership.organizationId} and d.owner_id = ${viewer.id}
    and d.account_id <> all(${viewer.membership.hidden.removed}::uuid[])
    and d.sha256 is not null and d.stored_size > 0 and d.deleted_at is null`;
  const groups = sql`from documents d where ${own} group by d.sha256 having count(*) > 1`;
  // Sorts by name only for the groups of the page.
  const { rows } = await sql<Group>`with page as (
      select d.sha256, max(d.stored_size) as size, count(*) as copies, count(*) over () as total ${groups}
      order by max(d.stored_size) * (count(*) - 1) desc, d.sha256 limit ${query.per_page} offset ${offsetOf(query)})
    select page.*, array(select d.id from documents d where ${own} and d.sha256 = page.sha256
      order by d.name_key, d.id limit ${sql.lit(shownCopies)}) as ids
    from page order by size * (copies - 1) desc, sha256`.execute(db);
  const documents = await rowsOf(
    db,
    viewer,
    rows.flatMap(({ ids }) => ids),
  );
  const byId = new Map(documents.map((row) => [row.id, presentDocument(services, viewer, row)]));
  const present = ({ sha256, size, copies, ids }: Group): Duplicate => ({
    id: sha256.toString('hex'),
    size,
    copies,
    wasted: size * (copies - 1),
    documents: ids.flatMap((id) => byId.get(id) ?? []),
  });
  return paged(query, rows, present, () => countRows(db, sql`from (select 1 ${groups}) x`));
}
