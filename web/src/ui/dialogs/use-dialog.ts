import { useCallback, useRef, useState } from 'react';

/**
 * A dialog about an item. The item is kept while the dialog fades out, and the focus returns to the element that opened
 * the dialog: Mantine would return it to a menu item that no longer exists.
 */
export function useDialog<T = undefined>() {
  const [{ opened, item }, set] = useState<{ opened: boolean; item?: T }>({ opened: false });
  const opener = useRef<HTMLElement>(null);
  const open = useCallback((about?: T) => {
    opener.current = buttonOf(document.activeElement);
    set({ opened: true, item: about });
  }, []);
  const close = useCallback(() => {
    set((state) => ({ ...state, opened: false }));
    setTimeout(() => opener.current?.focus({ preventScroll: true }));
  }, []);
  return { opened, item, open, close };
}

/** The pressed button; for an item of a menu, the button that opened the menu. */
function buttonOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role=menu]');
  const button = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element;
  return button instanceof HTMLElement ? button : null;
}
