import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { openDocument, reloadRecent } from './api/document.ts';

/**
 * Records each shown document as opened. Recent documents are reloaded only after the preview is closed and the last
 * opening is recorded: otherwise the documents that the arrow keys step through would change places.
 */
export function useOpening(documentId: string): void {
  const client = useQueryClient();
  const { mutateAsync: open } = useMutation(openDocument);
  const opening = useRef<Promise<unknown>>(undefined);
  useEffect(() => {
    opening.current = open(documentId).catch(() => {});
  }, [open, documentId]);
  useEffect(() => () => void opening.current?.then(() => reloadRecent(client)), [client]);
}
