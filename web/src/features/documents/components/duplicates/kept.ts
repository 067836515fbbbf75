import type { Document, Duplicate } from '@sheaf/contract';

/** Which copy to keep: the one with this id, or the newest or oldest. */
export type Keep = string;

/** How many copies move to the trash, and why others can’t. */
export function expectedTrash(duplicates: readonly Duplicate[], keep: Keep): { moved: number; reasons: string[] } {
  const surplus = duplicates.flatMap(({ documents }) => {
    const kept = keptOf(documents, keep);
    return documents.filter((document) => document !== kept);
  });
  // Only the server knows which of the unlisted copies can be moved.
  const unlisted = duplicates.reduce((sum, { copies, documents }) => sum + copies - documents.length, 0);
  const reasons = surplus.flatMap(({ cannot }) => cannot.delete ?? []);
  return { moved: surplus.length - reasons.length + unlisted, reasons: [...new Set(reasons)] };
}

/** Considers only the listed copies. */
function keptOf(documents: readonly Document[], keep: Keep): Document | undefined {
  if (keep !== 'newest' && keep !== 'oldest') return documents.find(({ id }) => id === keep);
  const byTime = documents.toSorted(
    (a, b) => (a.updated_at ?? '').localeCompare(b.updated_at ?? '') || a.id.localeCompare(b.id),
  );
  return keep === 'newest' ? byTime.at(-1) : byTime[0];
}
