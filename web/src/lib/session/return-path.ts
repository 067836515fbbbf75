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

/** Any origin will do: whoever resolves a path that leaves one leaves every other. */
const anyOrigin = 'https://here.invalid';

/**
 * Whether a path that came from outside leads to a page of ours. It is resolved as browsers do, which read `\\` as `/` and
 * overlook tabs and line breaks.
 */
export function isLocalPath(path: string): boolean {
  if (!path.startsWith('/') || /\p{Cc}/u.test(path) || !URL.canParse(path, anyOrigin)) return false;
  const { origin, pathname } = new URL(path, anyOrigin);
  return origin === anyOrigin && !pathname.startsWith('//');
}

/** A parameter of an address that holds a path of ours; nothing where it holds anything else. */
export const localPath = (value: unknown): string | undefined =>
  typeof value === 'string' && isLocalPath(value) ? value : undefined;
