import { useState } from 'react';

/** A dialog about an item. The item stays while the dialog fades out. */
export function useDialog<T = undefined>() {
  const [{ opened, item }, set] = useState<{ opened: boolean; item?: T }>({ opened: false });
  return {
    opened,
    item,
    open: (about?: T) => set({ opened: true, item: about }),
    close: () => set((state) => ({ ...state, opened: false })),
  };
}
