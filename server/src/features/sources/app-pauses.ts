import { type AppPacer, ConnectorError, createAppPacer, plainError } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { jobType, onJob } from '../../jobs/queue.ts';
import { kept } from '../../platform/memory.ts';
import { redactError } from '../../platform/secrets/redaction.ts';
import type { Services } from '../../services.ts';
import { findProvider, type Provider, sourceName } from './provider.ts';

/**
 * A provider may limit all accounts of our app together, such as Google Drive with its daily limit. The process that is
 * limited stores until when, by the database's clock, and every process respects it. `tokens`: signing in and
 * refreshing access are limited; calls with a valid token are not.
 */
type PauseKind = 'calls' | 'tokens';

const dayMs = 24 * 3_600_000;
/** How long a process that calls providers may not know of a pause stored by another. */
const readEveryMs = 2_000;

interface AppPauses {
  pacers: Map<string, AppPacer>;
  readAt: number;
}

const pausesOf = kept((): AppPauses => ({ pacers: new Map(), readAt: Number.NEGATIVE_INFINITY }));

const keyOf = (source: string, clientId: string) => `${source} ${clientId}`;

/** For the pacers of all accounts of the app: pauses them when any process was limited. */
export function appPacerOf(services: Services, { connector, app }: Provider): AppPacer | undefined {
  if (!app) return undefined;
  const { db, log } = services;
  const { slug } = connector.manifest;
  const pauses = pausesOf(services);
  const key = keyOf(slug, app.clientId);
  const own = pauses.pacers.get(key) ?? createAppPacer();
  pauses.pacers.set(key, own);
  return {
    ...own,
    pausedMs() {
      readSoon(services, pauses);
      return own.pausedMs();
    },
    pause(ms) {
      own.pause(ms);
      // Without the database this process waits all the same, and the next limit is stored.
      writePause(db, slug, app.clientId, 'calls', ms).catch((error) => log.warn({ err: error }, 'pause of an app'));
    },
  };
}

function readSoon(services: Services, pauses: AppPauses): void {
  if (performance.now() - pauses.readAt < readEveryMs) return;
  pauses.readAt = performance.now();
  readPauses(services).catch(() => {});
}

/** Loads the current pauses into this process. */
export async function readPauses(services: Services): Promise<void> {
  const { pacers } = pausesOf(services);
  const { rows } = await sql<{ source: string; client_id: string; ms: number }>`select source, client_id,
      extract(epoch from paused_until - clock_timestamp())::float8 * 1000 as ms
    from app_pauses where kind = 'calls' and paused_until > now()`.execute(services.db);
  for (const { source, client_id, ms } of rows) pacers.get(keyOf(source, client_id))?.pause(ms);
}

async function writePause(db: Executor, source: string, clientId: string, kind: PauseKind, ms: number): Promise<void> {
  const seconds = Math.min(ms, dayMs) / 1000;
  await sql`insert into app_pauses as p (source, client_id, kind, paused_until)
    values (${source}, ${clientId}, ${kind}, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (source, client_id, kind) do update set paused_until = greatest(p.paused_until, excluded.paused_until)`.execute(
    db,
  );
}

/** The remaining pause according to the database; 0 if there is none. */
export async function appPausedMs(db: Executor, { connector, app }: Provider, kinds: PauseKind[]): Promise<number> {
  if (!app) return 0;
  const { rows } = await sql<{ ms: number | null }>`select
      max(extract(epoch from paused_until - clock_timestamp()))::float8 * 1000 as ms
    from app_pauses where source = ${connector.manifest.slug} and client_id = ${app.clientId} and kind = any(${kinds})`.execute(
    db,
  );
  return Math.max(0, rows[0]?.ms ?? 0);
}

export const appLimitText = (source: string): string => `${sourceName(source)} limits how much all of Sheaf may ask.`;

const limitedFor = (source: string, retryAfterMs: number) =>
  plainError('rate_limited', appLimitText(source), { retryAfterMs, limit: 'app' });

/** Called before a run and before interactive calls: throws while the provider's pause lasts. */
export async function refuseWhilePaused(
  services: Services,
  source: string,
  kinds: PauseKind[] = ['calls'],
): Promise<void> {
  const ms = await appPausedMs(services.db, findProvider(services, source), kinds);
  if (ms > 0) throw limitedFor(source, ms);
}

const tokenWaitMs = 60_000;

/** Requests tokens, unless that is paused; being limited pauses token requests of all accounts, but not their calls. */
export async function askForTokens<T>(services: Services, source: string, ask: () => Promise<T>): Promise<T> {
  const { db } = services;
  const { app } = findProvider(services, source);
  await refuseWhilePaused(services, source, ['tokens']).catch((error) => {
    throw ofAccount(error);
  });
  try {
    return await ask();
  } catch (error) {
    redactError(error, services.redact);
    if (!(error instanceof ConnectorError) || error.detail.limit !== 'app' || !app) throw error;
    await writePause(db, source, app.clientId, 'tokens', error.detail.retryAfterMs ?? tokenWaitMs);
    throw ofAccount(error);
  }
}

/** Makes the pacer hold only this account: others may have tokens valid for an hour. */
function ofAccount(error: unknown): unknown {
  if (!(error instanceof ConnectorError)) return error;
  const retryAfterMs = error.detail.retryAfterMs ?? tokenWaitMs;
  const { isPlain } = error.detail;
  return new ConnectorError('rate_limited', error.message, {
    retryAfterMs,
    limit: 'account',
    ...(isPlain && { isPlain }),
    cause: error,
  });
}

/** Hourly: deletes pauses that ended long ago, also those of client ids no longer in use. */
export const deleteExpiredPauses = onJob(
  jobType<object>('sources.forget-pauses'),
  async (_, { db }) => {
    await sql`delete from app_pauses where paused_until < now() - interval '1 hour'`.execute(db);
  },
  '41 * * * *',
);
