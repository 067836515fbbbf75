import { useEffect, useEffectEvent, useRef } from 'react';
import { documentDrag } from '../../../ui/documents/document-drag.ts';
import { type FolderTarget, targetAt } from '../../../ui/documents/folder-target.ts';
import { useRelocate } from './relocation.tsx';

/**
 * Lets documents be dropped on folders and places anywhere: within an account they are moved; to another account they
 * are copied, or moved with Shift.
 */
export function useDocumentDrops(): void {
  const relocate = useRelocate();
  const marked = useRef<HTMLElement | null>(null);
  const mark = (element: HTMLElement | null) => {
    if (marked.current !== element) marked.current?.removeAttribute('data-drop');
    marked.current = element;
    element?.setAttribute('data-drop', 'true');
  };
  const over = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer || !documentDrag.accepts(event.dataTransfer)) return;
    const found = foundAt(event);
    mark(found?.element ?? null);
    if (!found) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = modeOf(found.target, event);
  });
  const drop = useEffectEvent((event: DragEvent) => {
    mark(null);
    if (!event.dataTransfer || !documentDrag.accepts(event.dataTransfer)) return;
    const found = foundAt(event);
    if (!found) return;
    event.preventDefault();
    relocate({ mode: modeOf(found.target, event), ids: documentDrag.read(event.dataTransfer), to: found.target });
  });
  const end = useEffectEvent(() => mark(null));
  useEffect(() => {
    const events = { dragenter: over, dragover: over, drop, dragend: end };
    for (const [name, listener] of Object.entries(events)) window.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(events))
        window.removeEventListener(name, listener as EventListener);
    };
  }, []);
}

/** Finds the target, unless it is a dragged folder itself. */
function foundAt({ target }: DragEvent) {
  const found = target instanceof Element ? targetAt(target) : null;
  return found && !documentDrag.dragged().ids.includes(found.target.folderId ?? '') ? found : null;
}

function modeOf({ accountId, othersAccountId = accountId }: FolderTarget, { shiftKey }: DragEvent): 'copy' | 'move' {
  const from = documentDrag.dragged();
  const isSame = othersAccountId ? othersAccountId === from.accountId : from.isMyFiles;
  return isSame || shiftKey ? 'move' : 'copy';
}
