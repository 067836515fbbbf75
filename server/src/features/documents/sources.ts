import { sql } from 'kysely';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { sourceName } from '../sources/index.ts';

/** Of one's own accounts, and of those whose documents are shared with one; by name. */
export async function sourcesOf({ db }: Services, { id, membership: { organizationId } }: Member) {
  const { rows } = await sql<{ slug: string }>`select distinct source as slug from source_accounts
    where organization_id = ${organizationId} and (user_id = ${id} or id in (
      select account_id from document_shares where organization_id = ${organizationId} and user_id = ${id}))`.execute(
    db,
  );
  return rows.map(({ slug }) => ({ slug, name: sourceName(slug) })).sort((a, b) => a.name.localeCompare(b.name));
}
