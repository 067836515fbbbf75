import type { Member } from '../../http/viewer.ts';
import { countTry } from '../../platform/limits/index.ts';
import { kept } from '../../platform/memory.ts';
import type { Services } from '../../services.ts';

/**
 * Finding the questions that have an answer takes as long as answering each of them, so the result is kept for a while.
 */
const keptMs = 10 * 60_000;
const maxKept = 1_000;
/** Tries per person and hour. Beyond that, only known questions are suggested. */
const maxTries = 20;

interface Known {
  candidates: string;
  until: number;
  isFinding: boolean;
  found: Promise<string[]>;
}

/** By person and workspace, the least recent first. */
const knownOf = kept(() => new Map<string, Known>());

/**
 * Returns the candidates that have an answer. Tries the same candidates once in ten minutes, runs once per person at a
 * time, and limits tries per hour. Until a result is available, callers get the previous one, reduced to the candidates
 * they have now.
 */
export async function answerable(
  services: Services,
  { id, membership: { organizationId } }: Member,
  candidates: readonly string[],
  find: () => Promise<string[]>,
): Promise<string[]> {
  const known = knownOf(services);
  const key = `${id} ${organizationId}`;
  const before = known.get(key);
  const asked = candidates.join('\n');
  const isKnown = before?.candidates === asked && performance.now() < before.until;
  if (before && (isKnown || before.isFinding)) return stillAsked(before, candidates);
  const found = countTry(services.db, `suggestions ${id}`, 3600).then((tries) => {
    if (tries <= maxTries) return find();
    return before ? stillAsked(before, candidates) : [];
  });
  const now: Known = { candidates: asked, until: performance.now() + keptMs, isFinding: true, found };
  known.delete(key);
  known.set(key, now);
  if (known.size > maxKept) known.delete(known.keys().next().value!);
  try {
    return await found;
  } catch (error) {
    if (known.get(key) === now) known.delete(key);
    throw error;
  } finally {
    now.isFinding = false;
  }
}

/** Leaves out questions about documents that the person no longer sees. */
const stillAsked = async ({ found }: Known, candidates: readonly string[]): Promise<string[]> =>
  (await found).filter((question) => candidates.includes(question));
