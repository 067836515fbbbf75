import { sql } from 'kysely';
import { sealedTable } from '../../platform/sealed-table.ts';

export const sealedTransferUploads = sealedTable(
  'transfer_uploads',
  (id, secrets) => sql`update transfer_uploads set secrets = ${secrets} where id = ${id}`,
);
