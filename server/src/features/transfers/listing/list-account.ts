import { ConnectorError, type FileReads, plainError } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import type { Lease } from '../../../jobs/lease.ts';
import type { Services } from '../../../services.ts';
import { openAccount, refuseDisconnected, sourceName } from '../../sources/index.ts';
import { attributeError } from '../sides/open-side.ts';
import type { TransferAccount } from '../sides/side.ts';
import { findListing } from './listing.queries.ts';
import { writePage } from './write-page.ts';

interface ListRun {
  services: Services;
  /** The lease of the listing process; each page is written under it. */
  lease: Lease;
  account: TransferAccount;
  listingId: string;
  signal: AbortSignal;
  /** When the time of the slice is up, in milliseconds. */
  end: number;
  /** Called with each page: whether the list is still needed. */
  isWanted(tx: Executor): Promise<boolean>;
  /** Called with the last page. */
  onDone?(tx: Executor): Promise<void>;
}

/**
 * Lists all of an account, synced or not. Each page is stored with its checkpoint in one transaction, so that a killed
 * run resumes at the page, and memory doesn't grow with the number of files.
 */
export async function listAccount(run: ListRun): Promise<'done' | 'unwanted' | 'time is up'> {
  const { services, account, lease, signal } = run;
  const session = openAccount(services, account, signal, () => lease.confirm());
  try {
    if (!session.files) throw plainError('forbidden', `${sourceName(account.source)} can’t be used for transfers.`);
    return await listPages(run, session.files);
  } catch (error) {
    attributeError(error, account);
    throw error;
  } finally {
    await session[Symbol.asyncDispose]();
  }
}

async function listPages(run: ListRun, files: FileReads): ReturnType<typeof listAccount> {
  const { services, lease, account, listingId, signal, end } = run;
  const listing = await findListing(services.db, listingId);
  if (!listing) return 'unwanted';
  if (listing.status === 'done') return 'done';
  try {
    for await (const page of files.enumerate({ mode: 'all' }, { from: listing.checkpoint, signal })) {
      const isWanted = await lease.write(async (tx) => {
        await refuseDisconnected(tx, account.id);
        await writePage(tx, listingId, sourceName(account.source), page);
        return run.isWanted(tx);
      });
      if (!isWanted) return 'unwanted';
      if (Date.now() > end) return 'time is up';
    }
  } catch (error) {
    if (!(error instanceof ConnectorError && error.code === 'cursor_expired') || listing.checkpoint === null)
      throw error;
    // Listed items are found again under the same ids.
    await lease.write((tx) => sql`update transfer_listings set checkpoint = null where id = ${listingId}`.execute(tx));
    return listPages(run, files);
  }
  signal.throwIfAborted();
  await lease.write(async (tx) => {
    await sql`update transfer_listings set status = 'done', checkpoint = null, problem = null, finished_at = now()
      where id = ${listingId}`.execute(tx);
    await run.onDone?.(tx);
  });
  return 'done';
}
