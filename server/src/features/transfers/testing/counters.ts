import { expect } from 'vitest';
import type { Services } from '../../../services.ts';

/** Checks that the counters of a transfer equal those of its items. */
export async function expectCountersAgree(
  { services }: { services: Pick<Services, 'pool'> },
  id: string,
): Promise<void> {
  const { rows } = await services.pool.query(
    `select to_jsonb(t) as counted, to_jsonb(i) as items
     from (select total, processed, failed, skipped, identical, total_bytes, bytes, bytes_under_way from transfers where id = $1) t,
       (select count(*) as total, count(*) filter (where outcome in ('transferred', 'identical', 'skipped', 'failed')) as processed,
          count(*) filter (where outcome = 'failed') as failed,
          count(*) filter (where outcome in ('skipped', 'not_transferable')) as skipped,
          count(*) filter (where outcome = 'identical') as identical, coalesce(sum(size), 0) as total_bytes,
          coalesce(sum(size) filter (where outcome in ('transferred', 'identical')), 0) as bytes, 0 as bytes_under_way
        from transfer_items where transfer_id = $1) i`,
    [id],
  );
  expect(rows[0].counted).toEqual(rows[0].items);
}
