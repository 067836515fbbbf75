import { setTimeout as wait } from 'node:timers/promises';
import type { RemoteId } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Run } from './run-context.ts';

const looks = 30;
const pauseMs = 1_000;

/**
 * Cleans up after another worker has taken the run over: uploads of this one may still have arrived after the other one
 * discarded or finished them, and their remains are removed. Until its item is settled, an upload and the file made of
 * it belong to the other worker; items that aren't settled soon are left alone.
 */
export async function discardReplaced({ services, transfer, uploads, signal, discard }: Run): Promise<void> {
  for (let look = 1; uploads.size > 0 && look <= looks && !signal.aborted; look++) {
    const { rows } = await sql<{ number: number; keep: RemoteId | null; settled: boolean }>`
      select number, new_remote_id as keep, (outcome <> 'waiting' or arrived) and not exists (select 1 from transfer_uploads u
        where u.transfer_id = i.transfer_id and u.number = i.number) as settled
      from transfer_items i where transfer_id = ${transfer.id} and number = any(${[...uploads.keys()]}::int[])`.execute(
      services.db,
    );
    if (rows.length === 0) return;
    const settled = rows.filter((row) => row.settled);
    await Promise.all(settled.map(({ number, keep }) => discard(uploads.get(number)!.handle, keep ?? undefined)));
    for (const { number } of settled) uploads.delete(number);
    if (uploads.size > 0) await wait(pauseMs, undefined, { signal }).catch(() => {});
  }
}
