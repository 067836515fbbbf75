import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import type { FolderTarget } from '../../../ui/documents/folder-target.ts';
import { clipboard } from './clipboard.ts';
import { useRelocate } from './relocation.tsx';

export interface Paste {
  count: number;
  run(): void;
}

/** What can be pasted into the open folder, also with Ctrl V; null: nothing. */
export function usePaste(target: FolderTarget | null): Paste | null {
  const clip = useSyncExternalStore(clipboard.subscribe, clipboard.get);
  const relocate = useRelocate();
  const paste = useMemo(() => {
    if (!clip || !target) return null;
    const { mode, documents } = clip;
    // What was moved can't be moved from there again.
    const onDone = () => mode === 'move' && clipboard.set(null);
    const ids = documents.map(({ id }) => id);
    return { count: ids.length, run: () => relocate({ mode, ids, to: target, onDone }) };
  }, [clip, target, relocate]);
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

/** Not in a field or a dialog. */
const isOnPage = (target: EventTarget | null): boolean =>
  target instanceof Element && (target === document.body || target.id === 'content' || target.matches('[data-id]'));
