import { createClient } from '@sheaf/contract';
import { Session } from './session.ts';

export const session = new Session(localStorage, sessionStorage);

/** Calls the API as whoever is signed in, and tells the session whether the server can be reached. */
export const call = createClient({
  baseUrl: '/api',
  headers: () => session.headers(),
  async fetch(...request) {
    try {
      const response = await fetch(...request);
      // A gateway that answers for a server it cannot reach is no sign of a working connection.
      if (response.status < 500) session.connectionWorks();
      return response;
    } catch (error) {
      const aborted = error instanceof DOMException && error.name === 'AbortError';
      if (!aborted && !leaving) session.connectionLost();
      throw error;
    }
  },
});

window.addEventListener('storage', (event) => {
  if (event.storageArea === localStorage) session.otherTabWrote(event.key, event.newValue);
});

// Browsers fail the running calls of a page that is left; that is no lost connection.
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
