import { type RefObject, useEffect, useEffectEvent } from 'react';
import { type PassedKey, passedKeys } from '../../viewer/protocol.ts';

/** Elements that use the arrow keys themselves. */
const BUSY = 'input, textarea, select, video, audio, [contenteditable], [role=tab], [role=listbox], [role=slider]';

/**
 * Arrow keys step through the documents and Escape closes, unless the focused element uses these keys or is in a dialog
 * above. They also work while the page behind still has the focus, as it does for a moment after a quick double-click.
 */
export function useStepKeys(dialog: RefObject<HTMLElement | null>, onKey: (key: PassedKey) => void): void {
  const pass = useEffectEvent(onKey);
  useEffect(() => {
    // Checked before the list handles the key: afterwards it is already closed.
    let inList = false;
    const look = ({ target }: KeyboardEvent) => {
      inList = target instanceof Element && target.matches('[aria-expanded=true], [role=menu] *, [role=listbox] *');
    };
    const listen = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (!(target instanceof Element) || !(isBehind(target) || dialog.current?.contains(target))) return;
      const passed = passedKeys.find((one) => one === key);
      // An open list closes first.
      if (!passed || (passed === 'Escape' ? inList : target.closest(BUSY))) return;
      // The list behind would use the key as well.
      event.stopPropagation();
      pass(passed);
    };
    document.addEventListener('keydown', look, { capture: true });
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', look, { capture: true });
      document.removeEventListener('keydown', listen);
    };
  }, [dialog]);
}

/** Whether the element is on the page itself: dialogs and menus are rendered beside it. */
function isBehind(element: Element): boolean {
  return element === document.body || element.closest('#root') !== null;
}
