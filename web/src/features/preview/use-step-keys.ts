import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { PassedKey } from '../../viewer/protocol.ts';

/** Where arrows mean something else. */
const BUSY = 'input, textarea, select, video, audio, [contenteditable], [role=tab], [role=listbox], [role=slider]';

/** Arrows step through the documents and Escape closes, unless whatever has the focus needs them or lies above. */
export function useStepKeys(dialog: RefObject<HTMLElement | null>, onKey: (key: PassedKey) => void): void {
  const pass = useEffectEvent(onKey);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (!(target instanceof Element) || !(target === document.body || dialog.current?.contains(target))) return;
      if (key === 'Escape') {
        // An open list closes first.
        if (target.getAttribute('aria-expanded') !== 'true') pass('Escape');
      } else if ((key === 'ArrowLeft' || key === 'ArrowRight') && !target.closest(BUSY)) pass(key);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [dialog]);
}
