import { sql } from 'kysely';
import { sealedTable } from '../../platform/sealed-table.ts';

export const sealedWriteUploads = sealedTable(
  'account_write_uploads',
  (id, secrets) => sql`update account_write_uploads set secrets = ${secrets} where write_id = ${id}`,
);
