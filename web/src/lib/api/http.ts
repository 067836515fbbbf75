import { ApiError, createClient } from '@sheaf/contract';
import { Session } from '../session/session.ts';
import { readAnswer } from './shown-names.ts';

export const session = new Session(localStorage, sessionStorage);

/** Records in the session whether the server can be reached. */
async function watchedFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  try {
    const response = await fetch(...request);
    // A gateway error may mean that the server cannot be reached.
    if (response.status < 500) session.connectionWorks();
    return response;
  } catch (error) {
    const aborted = error instanceof DOMException && error.name === 'AbortError';
    if (!aborted && !leaving) session.connectionLost();
    throw error;
  }
}

/** Calls the API as the signed-in person. */
export const call = createClient({
  baseUrl: '/api',
  headers: () => session.headers(),
  fetch: watchedFetch,
  read: readAnswer,
});

/** The same, for calls that answer with a stream of events. */
export const callForEvents = createClient({
  baseUrl: '/api',
  headers: () => ({ ...session.headers(), Accept: 'text/event-stream' }),
  fetch: watchedFetch,
});

/** The prefix of all query keys for data of the current organization, so that it never shows in another. */
export function organizationKey(what: string) {
  return ['organization', session.organizationId, what] as const;
}

/** Whether the server answered that something does not exist or is not visible to this person. */
export const isAbsent = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 422);

window.addEventListener('storage', (event) => {
  if (event.storageArea === localStorage) session.otherTabWrote(event.key, event.newValue);
});

// Browsers abort the calls of a page that is being left; that is not a lost connection.
let leaving = false;
window.addEventListener('pagehide', () => {
  leaving = true;
});
window.addEventListener('pageshow', () => {
  leaving = false;
});
window.addEventListener('beforeunload', () => {
  leaving = true;
  // A download also fires this event, and the page stays.
  setTimeout(() => {
    leaving = false;
  }, 1000);
});
