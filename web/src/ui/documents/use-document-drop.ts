import { type DragEvent, useState } from 'react';
import { documentDrag } from './document-drag.ts';

/** Makes an element a drop target for documents; `data-drop` is set while documents are over it. */
export function useDocumentDrop(onDrop: ((ids: string[]) => void) | undefined) {
  const [over, setOver] = useState(false);
  if (!onDrop) return {};
  const take = (event: DragEvent) => {
    if (!documentDrag.accepts(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  return {
    'data-drop': over || undefined,
    onDragEnter: take,
    onDragOver: take,
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop(event: DragEvent) {
      setOver(false);
      const ids = documentDrag.read(event.dataTransfer);
      if (ids.length === 0) return;
      event.preventDefault();
      onDrop(ids);
    },
  };
}
