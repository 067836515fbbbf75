import { sql } from 'kysely';
import type { Member } from '../../../http/viewer.ts';
import { containing } from '../../../platform/text/like-pattern.ts';
import type { Services } from '../../../services.ts';
import { isSeen, sees } from '../../access/index.ts';
import { contentsWith, scopeConditions } from '../../search/index.ts';
import type { Where } from './find-evidence.ts';
import type { ListQuestion } from './list-question.ts';

export interface Listed {
  id: string;
  name: string;
  modified_at: Date;
  folder: string | null;
  total: number;
}

/** No one reads a longer list. The total is shown beside it. */
const maxListed = 25;

/**
 * Finds the documents a question asks for, newest first. A year has to be in the name, or for names without one, that
 * of the last change.
 */
export async function listedDocuments(
  services: Pick<Services, 'db' | 'memory'>,
  viewer: Member,
  { named, types, words, year }: ListQuestion,
  { scope, excludedSources }: Where,
): Promise<Listed[]> {
  const conditions = [
    sql`${isSeen(viewer)} and a.format <> 'folder'`,
    ...scopeConditions(viewer, { ...scope, excluded_sources: excludedSources }),
  ];
  if (types.length > 0) conditions.push(sql`a.type = any(${[...types]}::text[])`);
  if (named.length > 0)
    conditions.push(sql`(search_key(a.name_key) like any(${named.map(containing)}::text[])
      or search_key(lower(f.name)) like any(${named.map(containing)}::text[]))`);
  for (const word of words)
    conditions.push(sql`(search_key(a.name_key) like search_key(${containing(word)})
      or d.sha256 in (${await contentsWith(services, viewer, word)}))`);
  if (year !== null)
    conditions.push(sql`case when a.name_key ~ '(19|20)[0-9]{2}' then a.name_key like ${containing(String(year))}
      else extract(year from a.modified_at) = ${year} end`);
  const { rows } = await sql<Listed>`select d.id, d.name, a.modified_at, f.name as folder, count(*) over () as total
    from document_access a join documents d on d.id = a.document_id
    left join documents f on f.id = d.parent_id and ${sees(viewer, sql`f.id`)}
    where ${sql.join(conditions, sql` and `)}
    order by a.modified_at desc, d.id desc limit ${maxListed}`.execute(services.db);
  return rows;
}
