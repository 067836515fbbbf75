import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import { isOnPage } from '../../../lib/browser/key-target.ts';
import type { FolderTarget } from '../../../ui/documents/folder-target.ts';
import { clipboard, type ListRequest } from './clipboard.ts';
import { useRelocate } from './relocation.tsx';

export interface Paste {
  count: number;
  run(): void;
}

/**
 * The paste action for the open folder, also with Ctrl V; null: there is nothing to paste. Whole lists are pasted in
 * the background.
 */
export function usePaste(
  target: FolderTarget | null,
  startAll: (request: ListRequest) => Promise<unknown>,
): Paste | null {
  const clip = useSyncExternalStore(clipboard.subscribe, clipboard.get);
  const relocate = useRelocate();
  const paste = useMemo(() => {
    if (!clip || !target) return null;
    const { mode, count, what } = clip;
    // Moved documents can’t be moved from there again.
    const onDone = () => mode === 'move' && clipboard.set(null);
    if ('ids' in what) return { count, run: () => relocate({ mode, ids: what.ids, to: target, onDone }) };
    const request = { query: what.list, action: mode, parent_id: target.folderId, account_id: target.accountId };
    // A toast reports a failure, and the tray shows the progress.
    return { count, run: () => void startAll(request).then(onDone, () => {}) };
  }, [clip, target, relocate, startAll]);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'v' || !(event.ctrlKey || event.metaKey) || !paste || !isOnPage(event.target)) return;
    event.preventDefault();
    paste.run();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return paste;
}
