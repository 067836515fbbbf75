import { type RawBuilder, sql } from 'kysely';
import type { Member } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { askedBy, contentQuery, fits } from './search-terms.ts';
import { statisticsOf } from './statistics.ts';

/** A word in more contents of a workspace than this doesn't distinguish documents. */
const maxContents = 20_000;

/** The contents with a word, in any of its forms in their language, whoever may see them. */
export async function contentsWith(
  services: Pick<Services, 'db' | 'memory'>,
  { membership }: Member,
  word: string,
): Promise<RawBuilder<unknown>> {
  const { languages } = await statisticsOf(services, membership.organizationId);
  const query = await contentQuery(services.db, askedBy(word).wanted, languages);
  if (!query) return sql`select null::bytea where false`;
  return sql`select p.sha256 from passages p where p.organization_id = ${membership.organizationId}
    and p.tsv @@ ${query.text}::tsquery and ${fits(query)} limit ${sql.lit(maxContents)}`;
}
