import { useId, useLayoutEffect, useSyncExternalStore } from 'react';

/** Below Mantine's popovers (300), which belong to the dialog they are opened from. */
const BOTTOM = 200;
/** For the questions of @mantine/modals, which may open over any dialog. */
export const aboveDialogs = 290;

interface Layer {
  id: string;
  zIndex: number;
  onEscape: (() => void) | undefined;
}

/** The open dialogs, in the order they were opened. */
const layers: Layer[] = [];

/** The z-indexes of dialogs, kept while a dialog fades out. */
const zIndices = new Map<string, number>();
const listeners = new Set<() => void>();

interface LayerOptions {
  opened: boolean;
  onClose(): void;
  closeOnEscape?: boolean | undefined;
}

/**
 * Puts a dialog above all open ones when it opens, wherever it is mounted, and makes Escape close only the uppermost.
 * Returns properties for Mantine’s Modal or Drawer.
 */
export function useLayer({ opened, onClose, closeOnEscape = true }: LayerOptions) {
  const id = useId();
  const zIndex = useSyncExternalStore(subscribe, () => zIndices.get(id) ?? BOTTOM);
  useLayoutEffect(() => {
    if (!opened) return;
    const top = Math.max(BOTTOM, ...layers.map((layer) => layer.zIndex + 1));
    layers.push({ id, zIndex: top, onEscape: undefined });
    zIndices.set(id, top);
    for (const listener of listeners) listener();
    return () => void layers.splice(indexOf(id), 1);
  }, [opened, id]);
  useLayoutEffect(() => () => void zIndices.delete(id), [id]);
  // Runs after every render, because the options may have changed.
  useLayoutEffect(() => {
    const layer = layers[indexOf(id)];
    if (layer) layer.onEscape = closeOnEscape ? onClose : undefined;
  });
  return { id, zIndex, closeOnEscape: false };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const indexOf = (id: string): number => layers.findIndex((layer) => layer.id === id);

/** Closes the uppermost dialog, unless the focused element uses the key itself or is in a dialog of another library. */
function closeUppermost(event: KeyboardEvent): void {
  const { key, isComposing, target } = event;
  const top = layers.at(-1);
  if (key !== 'Escape' || isComposing || !top?.onEscape) return;
  if (target instanceof Element) {
    if (target.getAttribute('data-mantine-stop-propagation') === 'true') return;
    const dialog = target.closest('[role=dialog]');
    if (dialog && !document.getElementById(top.id)?.contains(dialog)) return;
  }
  top.onEscape();
}

// Listens as early as Mantine’s dialogs, so that elements inside may stop the key.
window.addEventListener('keydown', closeUppermost, { capture: true });
