import { sql } from 'kysely';
import { sealedTable } from '../../platform/sealed-table.ts';

export const sealedLinks = sealedTable(
  'public_links',
  (id, secrets) => sql`update public_links set secrets = ${secrets} where id = ${id}`,
);
