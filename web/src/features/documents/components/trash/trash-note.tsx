import { limits } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { formatBytes } from '../../../../lib/format/format.ts';
import { trashQuery } from '../../api/trash.ts';

export const keptInTrash = `Items are deleted for good after ${limits.trashDays} days.`;

/** Below the title: how long things stay, and what they take of the storage until then. */
export function TrashNote() {
  const { data = [] } = useQuery(trashQuery());
  const bytes = data.reduce((sum, account) => sum + account.bytes, 0);
  return bytes > 0 ? `${keptInTrash} Until then they use ${formatBytes(bytes)} of your storage.` : keptInTrash;
}
