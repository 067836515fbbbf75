import type { SyncSettings } from '@sheaf/contract';

type Choice = Pick<SyncSettings, 'file_mode' | 'file_selected_folders' | 'chat_selected'>;

export type Mode = 'all' | 'selected' | 'none';

/** The mode of chats and mail, in the terms used for files. */
export function chatMode({ chat_selected }: Pick<SyncSettings, 'chat_selected'>): Mode {
  if (!chat_selected) return 'all';
  return chat_selected.length > 0 ? 'selected' : 'none';
}

/** Whether copies made under the first choice may lie outside the second. */
export function mayRemove(before: Choice, after: Choice): boolean {
  return (
    leavesOut(before.file_mode, before.file_selected_folders, after.file_mode, after.file_selected_folders) ||
    leavesOut(chatMode(before), before.chat_selected, chatMode(after), after.chat_selected)
  );
}

type Chosen = readonly { id: string }[] | undefined;

function leavesOut(before: Mode, chosenBefore: Chosen = [], after: Mode, chosenAfter: Chosen = []): boolean {
  if (before === 'none' || after === 'all') return false;
  if (before === 'all' || after === 'none') return true;
  const kept = new Set(chosenAfter.map(({ id }) => id));
  return chosenBefore.some(({ id }) => !kept.has(id));
}
