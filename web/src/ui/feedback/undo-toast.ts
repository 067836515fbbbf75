import { actionToast } from './action-toast.tsx';

let shown = 0;

/** Confirms an action, with an Undo button. */
export function undoToast(message: string, undo: () => void): void {
  shown += 1;
  actionToast({ id: `undo-${shown}`, message, color: 'teal', action: 'Undo', run: undo });
}
