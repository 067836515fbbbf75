import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../errors.ts';
import { sameBytes, tokenHash } from '../../platform/secrets/keys.ts';
import type { Services } from '../../services.ts';
import { syncsByItself } from '../sources/index.ts';
import { requestRuns } from '../sync/index.ts';

/** Messages come in bursts, and one run serves all that arrive before it begins. */
const gatherMs = 2_000;
/** The rest of a longer list has its turn with the clock. */
const max = 500;
const isName = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** For those whom the provider knows by one of these ids, or by an id that begins so. */
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

/** For the accounts of watches that bring their secret. Where none does, it is as if there were no such watch. */
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
    // Unknown and not proved look the same, and take the same time.
    return sameBytes(watch?.secret_hash ?? Buffer.alloc(32), tokenHash(secret)) && watch ? [watch.account_id] : [];
  });
  if (proved.length === 0) throw new AppError('not_found', 'There is no such watch.');
  if (!isGreeting) await runSoon(services, sql`a.id = any(${proved}::uuid[])`);
}

/** A run for each of these accounts `a` that syncs; one that waits already serves. Their rows are held, so two ask once. */
async function runSoon({ db, config }: Services, which: RawBuilder<unknown>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; organization_id: string }>`select a.id, a.organization_id
      from source_accounts a join organizations o on o.id = a.organization_id and ${syncsByItself(config)}
      where a.next_sync_at is not null and a.status not in ('disconnected', 'needs_reauth') and ${which}
      order by a.id limit ${max} for update of a`.execute(tx);
    // One that waits for a limit reads the changes when it resumes.
    await requestRuns(tx, rows, ['paused'], gatherMs);
  });
}
