import type { Member } from '../../http/viewer.ts';
import { countTry } from '../../platform/limits/index.ts';
import { kept } from '../../platform/memory.ts';
import type { Services } from '../../services.ts';

/** Finding out which questions have an answer takes as long as that many answers, so it is kept for a while. */
const keptMs = 10 * 60_000;
const maxKept = 1_000;
/** Of a person in an hour; beyond, only what is known is suggested. */
const maxTries = 20;

interface Known {
  candidates: string;
  until: number;
  isFinding: boolean;
  found: Promise<string[]>;
}

/** By person and workspace, those who asked last at the end. */
const knownOf = kept(() => new Map<string, Known>());

/**
 * The candidates that have an answer. The same ones are looked for once in ten minutes, those of one person not twice at a
 * time, and never too often: whoever asks meanwhile gets what is known of the candidates they have now.
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

/** Of documents that the person no longer sees nothing is suggested. */
const stillAsked = async ({ found }: Known, candidates: readonly string[]): Promise<string[]> =>
  (await found).filter((question) => candidates.includes(question));
