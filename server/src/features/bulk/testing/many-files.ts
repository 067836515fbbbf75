import { refreshStatistics } from '../../../db/refresh-statistics.ts';
import { newId } from '../../../platform/uuid.ts';
import { quietAccount } from '../../../testing/documents.ts';
import type { TestPerson } from '../../../testing/people.ts';
import type { TestApp } from '../../../testing/test-app.ts';

/**
 * Adds files to My files or another account of the person, as a sync leaves them; every second one is a PDF. Returns
 * the account.
 */
export async function addManyFiles(
  app: TestApp,
  { id, organizationId }: TestPerson,
  count: number,
  source = 'uploads',
): Promise<string> {
  const account = await quietAccount(app, { id, organizationId } as TestPerson, source);
  await app.services.pool.query(
    `insert into documents (id, organization_id, account_id, owner_id, remote_id, name, kind, type, format, revision, listing,
       remote_modified_at)
     select id, $1, $2, $3, n::text, 'file ' || n || case when n % 2 = 0 then '.pdf' else '.txt' end, 'file',
       'other', case when n % 2 = 0 then 'pdf' else 'txt' end, '1', 0, '2026-01-01'::timestamptz + make_interval(secs => n / 10)
     from unnest($4::uuid[]) with ordinality x (id, n)`,
    [organizationId, account, id, Array.from({ length: count }, newId)],
  );
  await app.services.pool.query('update source_accounts set files = $2 where id = $1', [account, count]);
  if (count >= 10_000) await refreshStatistics(app.services, 'documents', 'document_access');
  return account;
}
