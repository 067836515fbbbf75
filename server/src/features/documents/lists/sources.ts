import { sql } from 'kysely';
import type { Member } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { principals } from '../../access/index.ts';
import { sourceName } from '../../sources/index.ts';

interface Row {
  id: string;
  name: string;
  display_name: string | null;
  slug: string;
  own: boolean;
  owner: string;
}

/** More than anyone chooses from in a menu. */
const maxAccounts = 200;

/** The viewer's own accounts and those whose documents are shared with them, by source. */
export async function sourcesOf({ db }: Services, viewer: Member) {
  const { id, membership } = viewer;
  const { organizationId } = membership;
  const { rows } =
    await sql<Row>`select c.id, c.name, case when c.user_id = ${id} then c.display_name end as display_name,
      c.source as slug, c.user_id = ${id} as own, u.name as owner
    from source_accounts c join users u on u.id = c.user_id
    where c.organization_id = ${organizationId} and c.removed_at is null and (c.user_id = ${id} or c.id in (
      select account_id from document_shares where organization_id = ${organizationId} and principal_id = any(${principals(viewer)})
        and state in ('live', 'filling')))
    order by own desc, lower(u.name), lower(c.name), c.id limit ${sql.lit(maxAccounts)}`.execute(db);
  return [...Map.groupBy(rows, ({ slug }) => slug)]
    .map(([slug, accounts]) => ({
      slug,
      name: sourceName(slug),
      accounts: accounts.map(({ id, name, display_name, own, owner }) => ({
        id,
        name,
        display_name,
        own,
        owner: { name: owner },
      })),
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}
