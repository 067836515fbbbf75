import type { Receipt, Receipts } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import type { Lease } from '../../../jobs/lease.ts';
import { writeTogether } from './write-together.ts';

type Numbered = Receipt & { number: number };

/** The destination's answers to the chunks of each upload, stored with the upload and deleted with it. */
export function receiptsOf(db: Executor, lease: Lease, transferId: string): (number: number) => Receipts {
  const keep = writeTogether<Numbered>(async (receipts) => {
    // The later of two for the same chunk counts.
    const rows = [...new Map(receipts.map((one) => [`${one.number} ${one.offset}`, one])).values()];
    const write = sql`insert into transfer_receipts (transfer_id, number, start, length, value)
      select ${transferId}, x.number, x."offset", x.length, x.value
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (number int, "offset" bigint, length bigint, value text)
      on conflict (transfer_id, number, start) do update set length = excluded.length, value = excluded.value`;
    await lease.write((tx) => write.execute(tx), 'shared');
  });
  return (number) => ({
    keep: (receipt) => keep({ number, ...receipt }),
    async all() {
      const { rows } = await sql<Receipt>`select start as "offset", length, value from transfer_receipts
        where transfer_id = ${transferId} and number = ${number} order by start`.execute(db);
      return rows;
    },
  });
}
