import { useEffect } from 'react';

/** When this goes, the focus goes back to where it came from. */
export function useFocusReturn(): void {
  useEffect(() => {
    const opener = document.activeElement;
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
}
