import type { Document, Duplicate } from '@sheaf/contract';

/** Which of the copies to keep: by its id, or the one changed last or first. */
export type Keep = string;

/** Of several contents, how many copies move to the trash, and why others can’t. */
export function expectedTrash(duplicates: readonly Duplicate[], keep: Keep): { moved: number; reasons: string[] } {
  const surplus = duplicates.flatMap(({ documents }) => {
    const kept = keptOf(documents, keep);
    return documents.filter((document) => document !== kept);
  });
  // What of the copies that aren’t listed can be moved is known to the server only.
  const unlisted = duplicates.reduce((sum, { copies, documents }) => sum + copies - documents.length, 0);
  const reasons = surplus.flatMap(({ cannot }) => cannot.delete ?? []);
  return { moved: surplus.length - reasons.length + unlisted, reasons: [...new Set(reasons)] };
}

/** As far as copies are listed. */
function keptOf(documents: readonly Document[], keep: Keep): Document | undefined {
  if (keep !== 'newest' && keep !== 'oldest') return documents.find(({ id }) => id === keep);
  const byTime = documents.toSorted(
    (a, b) => (a.updated_at ?? '').localeCompare(b.updated_at ?? '') || a.id.localeCompare(b.id),
  );
  return keep === 'newest' ? byTime.at(-1) : byTime[0];
}
