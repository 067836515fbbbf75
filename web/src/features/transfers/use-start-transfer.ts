import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { createTransfer, type NewTransfer } from './api/transfers.ts';

/** Starts a transfer; a second click before the answer does nothing. */
export function useStartTransfer(onStarted: (id: string) => void) {
  const { mutate, isPending } = useMutation(createTransfer);
  const isUnderWay = useRef(false);
  const start = (request: NewTransfer) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    mutate(request, {
      onSuccess: ({ id }) => onStarted(id),
      onSettled: () => {
        isUnderWay.current = false;
      },
    });
  };
  return { start, isPending };
}
