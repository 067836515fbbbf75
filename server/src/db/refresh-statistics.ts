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
 * Makes PostgreSQL analyze tables after many related rows were added: an account, a transfer, a label. Until it does so
 * on its own, which may take long, it expects a row or two and reads all of them again and again. This only helps:
 * nobody waits long for it, and nothing fails with it.
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
