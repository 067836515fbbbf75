import { tabKeys } from './storage-keys.ts';

/** A message to show after the next page load. */
export const flash = {
  leave(message: string): void {
    sessionStorage.setItem(tabKeys.flash, message);
  },
  /** Returns the message once. */
  take(): string | null {
    const message = sessionStorage.getItem(tabKeys.flash);
    sessionStorage.removeItem(tabKeys.flash);
    return message;
  },
};
