import type { DropboxResponseError } from 'dropbox';
import { expect } from 'vitest';
import type { DropboxSandbox } from '../server.ts';

/** Its requests go to the sandbox's hosts instead of Dropbox's. */
export function redirected({ urls }: DropboxSandbox): typeof fetch {
  return (url, init) => {
    const { hostname, pathname, search } = new URL(String(url));
    return fetch(`${urls[hostname.split('.')[0] as keyof typeof urls]}${pathname}${search}`, init);
  };
}

/** The summary of the error that a call is refused with. */
export const refused = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => expect.fail('it was allowed'),
    ({ error }: DropboxResponseError<{ error_summary: string }>) => error.error_summary,
  );
