import { tabKeys } from './storage-keys.ts';

/** Where somebody wanted to go before they had to sign in or verify their address. */
export const returnPath = {
  remember(path: string): void {
    sessionStorage.setItem(tabKeys.returnPath, path);
  },
  forget(): void {
    sessionStorage.removeItem(tabKeys.returnPath);
  },
  /** Returns the path once, and only a path of this origin. */
  take(): string | null {
    const path = sessionStorage.getItem(tabKeys.returnPath);
    this.forget();
    return path && isLocalPath(path) ? path : null;
  },
};

export function isLocalPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}
