import { tabKeys } from './storage-keys.ts';

/** The page someone wanted before they had to sign in or verify their address. */
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

/** Any origin works: a path that leaves one origin leaves every other. */
const anyOrigin = 'https://here.invalid';

/**
 * Whether an untrusted path leads to a page of this site. It is resolved as browsers do, which read `\\` as `/` and
 * ignore tabs and line breaks.
 */
export function isLocalPath(path: string): boolean {
  if (!path.startsWith('/') || /\p{Cc}/u.test(path) || !URL.canParse(path, anyOrigin)) return false;
  const { origin, pathname } = new URL(path, anyOrigin);
  return origin === anyOrigin && !pathname.startsWith('//');
}

/** An address parameter that holds a path of this site; undefined if it holds anything else. */
export const localPath = (value: unknown): string | undefined =>
  typeof value === 'string' && isLocalPath(value) ? value : undefined;
