import type { SyncSettings } from '@sheaf/contract';

type Choice = Pick<SyncSettings, 'file_mode' | 'file_selected_folders'>;

/** Whether copies made under the first choice may lie outside the second. */
export function mayRemove(before: Choice, after: Choice): boolean {
  if (before.file_mode === 'none' || after.file_mode === 'all') return false;
  if (before.file_mode === 'all' || after.file_mode === 'none') return true;
  const kept = new Set(after.file_selected_folders.map(({ id }) => id));
  return before.file_selected_folders.some(({ id }) => !kept.has(id));
}
