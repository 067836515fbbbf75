import { sql } from 'kysely';
import type { Services } from '../services.ts';
import { isConnectionLost } from './lost-connection.ts';

type Table =
  | 'documents'
  | 'document_access'
  | 'transfer_items'
  | 'label_documents'
  | 'collection_documents'
  | 'starred_documents';

/**
 * Has PostgreSQL look at tables, after much has come that belongs together: an account, a transfer, a label. Until it has looked by
 * itself, which may take long, it takes all that for a row or two and reads it whole again and again. A help and no
 * more: nobody waits long for it, and nothing fails with it.
 */
export async function refreshStatistics({ db, log }: Pick<Services, 'db' | 'log'>, ...tables: Table[]): Promise<void> {
  for (const table of tables)
    try {
      await db.transaction().execute(async (tx) => {
        await sql`set local lock_timeout = '5s'`.execute(tx);
        await sql`set local statement_timeout = '60s'`.execute(tx);
        await sql`analyze ${sql.table(table)}`.execute(tx);
      });
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      log.warn({ err: error, table }, 'statistics were not refreshed');
    }
}
