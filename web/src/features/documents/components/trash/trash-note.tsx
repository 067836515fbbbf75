import { limits } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { formatBytes } from '../../../../lib/format/format.ts';
import { trashQuery } from '../../api/trash.ts';

export const keptInTrash = `Items are deleted for good after ${limits.trashDays} days.`;

/** Shown below the title: how long items stay, and how much storage they use until then. */
export function TrashNote() {
  const { data = [] } = useQuery(trashQuery());
  const bytes = data.reduce((sum, account) => sum + account.bytes, 0);
  return bytes > 0 ? `${keptInTrash} Until then they use ${formatBytes(bytes)} of your storage.` : keptInTrash;
}
