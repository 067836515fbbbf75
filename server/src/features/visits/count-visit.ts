import { kept } from '../../platform/memory.ts';
import type { Services } from '../../services.ts';
import { addVisits } from '../links/index.ts';

const pauseMs = 1_000;
const maxLinks = 10_000;

/** For links visited within the last second: the visits still to be written. */
const waitingOf = kept(() => new Map<string, { visits: number; write(): Promise<void> }>());

/**
 * Writes the first visit at once, and those of the next second together: a flood of visits is one update a second for
 * each link and process. A killed process loses at most that second.
 */
export async function countVisit(services: Services, linkId: string): Promise<void> {
  const { db, log } = services;
  const waiting = waitingOf(services);
  const others = waiting.get(linkId);
  if (others) {
    others.visits += 1;
    return;
  }
  if (waiting.size >= maxLinks) return addVisits(db, linkId, 1);
  const gathered = {
    visits: 0,
    write: async () => {
      waiting.delete(linkId);
      if (gathered.visits > 0) await addVisits(db, linkId, gathered.visits);
    },
  };
  waiting.set(linkId, gathered);
  const report = (error: unknown) => log.warn({ err: error, link: linkId }, 'visits of a public link were not counted');
  setTimeout(() => void (waiting.get(linkId) === gathered && gathered.write().catch(report)), pauseMs).unref();
  await addVisits(db, linkId, 1);
}

/** Writes the remaining visits now. */
export async function writeVisits(services: Services): Promise<void> {
  await Promise.all([...waitingOf(services).values()].map(({ write }) => write()));
}
