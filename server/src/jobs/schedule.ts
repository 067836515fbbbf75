import { type ParsedCronItem, parseCronItems } from 'graphile-worker';
import { sql } from 'kysely';
import type { Services } from '../services.ts';
import { enqueue, type JobHandler } from './queue.ts';

const lookEveryMs = 10_000;
const minuteMs = 60_000;
/** A job that was due while no worker ran is made up for within a day. */
const maxMinutesBack = 24 * 60;

/**
 * Queues scheduled jobs by the database's clock, so that a worker with a wrong clock neither runs them early nor keeps
 * others from running them. Any number of workers check; each due time is queued once.
 */
export function startSchedule(services: Services, handlers: readonly JobHandler[]): { stop(): Promise<void> } {
  const { log } = services;
  const items = parseCronItems(
    handlers.filter(({ cron }) => cron).map(({ name, cron }) => ({ task: name, match: cron! })),
  );
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    await queueDueJobs(services, items).catch((error) => log.warn({ err: error }, 'the schedule could not be read'));
    if (!isStopped) timer = setTimeout(() => (looking = look()), lookEveryMs);
  };
  let looking = look();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

export async function queueDueJobs({ db }: Services, items: readonly ParsedCronItem[]): Promise<void> {
  const { rows } = await sql<{ now: Date; known: Record<string, string> }>`select now(),
    (select coalesce(jsonb_object_agg(name, queued_for), '{}') from job_schedule) as known`.execute(db);
  const { now, known } = rows[0]!;
  for (const item of items) {
    const before = known[item.task];
    const due = lastDue(item, now);
    if (before !== undefined && (due === null || due <= new Date(before))) continue;
    await db.transaction().execute(async (tx) => {
      // In a new installation every job waits for its next time.
      const { numAffectedRows } =
        await sql`insert into job_schedule as s (name, queued_for) values (${item.task}, ${now})
        on conflict (name) do update set queued_for = ${due} where s.queued_for < ${due}`.execute(tx);
      if (before !== undefined && numAffectedRows === 1n)
        await enqueue(tx, { name: item.task }, {}, { key: item.task });
    });
  }
}

/** The last minute that the pattern matches; null if there was none within a day. */
function lastDue(item: ParsedCronItem, now: Date): Date | null {
  const minute = Math.floor(now.getTime() / minuteMs) * minuteMs;
  for (let back = 0; back <= maxMinutesBack; back++) {
    const at = new Date(minute - back * minuteMs);
    const digest = {
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    };
    if (item.match(digest)) return at;
  }
  return null;
}
