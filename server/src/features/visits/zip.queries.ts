import { type RawBuilder, sql } from 'kysely';
import { isTheirs, joinLive } from '../links/index.ts';
import type { Pass } from './pass.ts';

/**
 * SQL: a column of the link of a visit, if it works and allows downloads; otherwise null. Evaluated once per statement.
 */
const ofLink = (
  { linkId, passwordVersion }: Pass,
  column: 'user_id' | 'document_id',
) => sql`(select ${sql.ref(`l.${column}`)}
  from public_links l ${joinLive}
  where l.id = ${linkId} and l.password_version = ${passwordVersion} and l.downloads)`;

/** SQL: whether the visit may take a document just found below the linked folder. */
export const isTakenBelow =
  (pass: Pass) =>
  (documentId: RawBuilder<unknown>): RawBuilder<boolean> =>
    isTheirs(documentId, ofLink(pass, 'user_id'));

/** SQL: whether the visit may take the document at this moment, wherever it is now. */
export const isTaken =
  (pass: Pass) =>
  (documentId: RawBuilder<unknown>): RawBuilder<boolean> =>
    sql<boolean>`(${isTakenBelow(pass)(documentId)} and ${ofLink(pass, 'document_id')} in (
      with recursive up as (
        select d.id, d.parent_id, 0 as depth from documents d where d.id = ${documentId}
        union all
        select p.id, p.parent_id, up.depth + 1 from up
        join documents p on p.id = up.parent_id where up.id <> ${ofLink(pass, 'document_id')} and up.depth < 500)
      select id from up))`;
