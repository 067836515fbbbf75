import { AppError } from '../../../errors.ts';
import {
  type ArchiveEntry,
  ArchiveProblem,
  type ArchiveSource,
  listArchive,
} from '../../../platform/archives/index.ts';
import { kept } from '../../../platform/memory.ts';
import { createTurns } from '../../../platform/turns/turns.ts';
import type { Services } from '../../../services.ts';
import type { ArchiveFile } from './archive-file.ts';

/** How many entries of recently opened archives are kept in all. */
const maxEntries = 100_000;

const knownOf = kept(() => ({
  listings: new Map<string, readonly ArchiveEntry[]>(),
  inProgress: new Map<string, Promise<readonly ArchiveEntry[]>>(),
}));

/** Unpacking takes seconds of processor time, so people take turns. */
const turns = createTurns({ total: 2, perKey: 1, waitingPerKey: 8, waiting: 100 });

/** Lists an archive. Each archive is read once, even for simultaneous requests, since its bytes never change. */
export async function listingOf(
  services: Services,
  userId: string,
  archive: ArchiveFile,
): Promise<readonly ArchiveEntry[]> {
  const { listings, inProgress } = knownOf(services);
  const { source, kind } = archive;
  // The same bytes are read differently with another extension.
  const key = `${kind} ${source.key}`;
  const known = listings.get(key);
  if (known) {
    listings.delete(key);
    listings.set(key, known);
    return known;
  }
  const reading = inProgress.get(key) ?? read(userId, archive).finally(() => inProgress.delete(key));
  inProgress.set(key, reading);
  const entries = await reading.catch(asAnswer);
  keep(listings, key, entries);
  return entries;
}

async function read(userId: string, { kind, source }: { kind: ArchiveFile['kind']; source: ArchiveSource }) {
  const leave = await turns.take(userId);
  try {
    return await listArchive(kind, source);
  } finally {
    leave();
  }
}

function keep(listings: Map<string, readonly ArchiveEntry[]>, key: string, entries: readonly ArchiveEntry[]): void {
  listings.set(key, entries);
  let count = [...listings.values()].reduce((sum, { length }) => sum + length + 1, 0);
  for (const [oldest, { length }] of listings) {
    if (count <= maxEntries) return;
    listings.delete(oldest);
    count -= length + 1;
  }
}

export function asAnswer(error: unknown): never {
  throw error instanceof ArchiveProblem ? new AppError('conflict', error.message) : error;
}
