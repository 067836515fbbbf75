import type { Document } from '@sheaf/contract';
import { useState } from 'react';

type Slots = ReadonlyMap<string, number>;

/**
 * Keys for rows: a document keeps its row, and a new one reuses the row of one that is gone. Changing the page then
 * only updates texts; new rows would need style and layout from scratch.
 */
export function useSlots(documents: readonly Document[]): Slots {
  const [known, setKnown] = useState(() => ({ documents, slots: slotsFor(documents, new Map()) }));
  if (known.documents === documents) return known.slots;
  const slots = slotsFor(documents, known.slots);
  setKnown({ documents, slots });
  return slots;
}

function slotsFor(documents: readonly Document[], before: Slots): Slots {
  const taken = new Set(documents.map(({ id }) => before.get(id)));
  let free = 0;
  const next = () => {
    while (taken.has(free)) free++;
    return free++;
  };
  return new Map(documents.map(({ id }) => [id, before.get(id) ?? next()]));
}
