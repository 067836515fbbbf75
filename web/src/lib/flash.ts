import { tabKeys } from './storage-keys.ts';

/** A message for the page that is loaded next. */
export const flash = {
  leave(message: string): void {
    sessionStorage.setItem(tabKeys.flash, message);
  },
  /** Answers once. */
  take(): string | null {
    const message = sessionStorage.getItem(tabKeys.flash);
    sessionStorage.removeItem(tabKeys.flash);
    return message;
  },
};
