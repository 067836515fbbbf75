import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { openDocument, reloadRecent } from './api/document.ts';

/**
 * Each document that is shown is opened. What is recent is read again when the preview is closed and the server has recorded
 * the last opening, and not before: the documents that the arrow keys step through would change places.
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
