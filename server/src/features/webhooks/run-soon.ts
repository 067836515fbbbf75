import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../errors.ts';
import { sameBytes, tokenHash } from '../../platform/secrets/keys.ts';
import type { Services } from '../../services.ts';
import { syncsAutomatically } from '../sources/index.ts';
import { requestRuns } from '../sync/index.ts';

/** Messages come in bursts; one run serves all that arrive before it starts. */
const gatherMs = 2_000;
/** The rest of a longer list waits for its regular run. */
const max = 500;
const isName = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Runs accounts that the provider knows by one of these ids, or by an id with this prefix. */
export async function runAccounts(
  services: Services,
  source: string,
  remoteUserIds: readonly string[],
  startingWith: readonly string[],
): Promise<void> {
  await runSoon(
    services,
    sql`a.source = ${source} and (a.remote_user_id = any(${remoteUserIds}::text[])
      or exists (select from unnest(${startingWith}::text[]) start where starts_with(a.remote_user_id, start)))`,
  );
}

/** Runs accounts whose watches have the given secret. Unproved watches are treated like unknown ones. */
export async function runWatched(
  services: Services,
  source: string,
  claimed: readonly { name: string; secret: string }[],
  isGreeting: boolean,
): Promise<void> {
  const names = claimed.map(({ name }) => name).filter((name) => isName.test(name));
  const watches = await services.db
    .selectFrom('source_watches as w')
    .innerJoin('source_accounts as a', 'a.id', 'w.account_id')
    .select(['w.account_id', 'w.name', 'w.secret_hash'])
    .where(sql<boolean>`w.name = any(${names.slice(0, max)}::uuid[])`)
    .where('a.source', '=', source)
    .execute();
  const proved = claimed.flatMap(({ name, secret }) => {
    const watch = watches.find((one) => one.name === name);
    // Unknown and unproved watches give the same result in the same time.
    return sameBytes(watch?.secret_hash ?? Buffer.alloc(32), tokenHash(secret)) && watch ? [watch.account_id] : [];
  });
  if (proved.length === 0) throw new AppError('not_found', 'There is no such watch.');
  if (!isGreeting) await runSoon(services, sql`a.id = any(${proved}::uuid[])`);
}

/**
 * Requests a run for each of these accounts `a` that syncs; a waiting one suffices. Locks their rows, so that
 * concurrent calls request one run.
 */
async function runSoon({ db, config }: Services, which: RawBuilder<unknown>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; organization_id: string }>`select a.id, a.organization_id
      from source_accounts a join organizations o on o.id = a.organization_id and ${syncsAutomatically(config)}
      where a.next_sync_at is not null and a.status not in ('disconnected', 'needs_reauth') and ${which}
      order by a.id limit ${max} for update of a`.execute(tx);
    // A run that waits for a limit reads the changes when it resumes.
    await requestRuns(tx, rows, ['paused'], gatherMs);
  });
}
