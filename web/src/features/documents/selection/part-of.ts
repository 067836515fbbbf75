import type { Document } from '@sheaf/contract';

/** The chosen documents to which an action applies. */
export interface Part {
  documents: readonly Document[];
  /** How many were chosen. */
  of: number;
  /** Why it can’t be done with the others, or with any document. */
  why: string | undefined;
}

/** One’s own documents: only these can be shared and transferred. */
export function ownPart(chosen: readonly Document[], verb: 'share' | 'transfer'): Part {
  const documents = chosen.filter(({ own }) => own);
  return { documents, of: chosen.length, why: othersText(chosen.length, chosen.length - documents.length, verb) };
}

function othersText(of: number, others: number, verb: string): string | undefined {
  if (others === 0) return undefined;
  if (of === 1) return `Only the owner can ${verb} this.`;
  if (others === of) return `These belong to others. You can only ${verb} your own files.`;
  return others === 1 ? '1 belongs to someone else.' : `${others} belong to others.`;
}

export const inDifferentPlaces = 'These are in different places. Choose from one place at a time.';

/** The documents that their app allows to change or delete. They are changed in one place at a time. */
export function changeablePart(chosen: readonly Document[], what: 'change' | 'move' | 'delete'): Part {
  const of = chosen.length;
  const documents = chosen.filter(({ cannot }) => !cannot[what]);
  const reason = chosen.find(({ cannot }) => cannot[what])?.cannot[what] ?? undefined;
  if (documents.length === 0) return { documents, of, why: reason };
  if (new Set(documents.map(({ account }) => account.id)).size > 1)
    return { documents: [], of, why: inDifferentPlaces };
  return { documents, of, why: reason && `${of - documents.length} left out: ${reason}` };
}

/** Why these can’t be copied into their own folder; null if they can. */
export function whyNoCopy(chosen: readonly Document[]): string | null {
  const obstacle = chosen.find(({ cannot }) => cannot.add)?.cannot.add;
  if (obstacle) return obstacle;
  const [{ account, parent_id, own }] = chosen as [Document];
  if (chosen.some((other) => other.account.id !== account.id || other.parent_id !== parent_id))
    return 'These are in different folders. Choose from one folder at a time.';
  if (!own && parent_id === null) return 'This item was shared with you directly. Only its owner can copy it here.';
  return chosen.some(({ uploading }) => uploading) ? 'Still being uploaded. Try again when that’s done.' : null;
}

/** ‘Share’, or ‘Share 12 of 15’. */
export const partName = (verb: string, { documents, of }: Part): string =>
  documents.length === 0 || documents.length === of ? verb : `${verb} ${documents.length} of ${of}`;
