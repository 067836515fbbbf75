import { session } from '../../lib/api/http.ts';

/**
 * Loads the code of a page. Without a connection it waits for one and tries again: the page stays in its loading state,
 * and the banner says why. If the server answers but the code still cannot be loaded, the app has a newer version; the
 * router then reloads.
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (await isReachable()) throw error;
      session.connectionLost();
      await connected();
    }
  }
}

async function isReachable(): Promise<boolean> {
  try {
    await fetch('/api/health', { cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

function connected(): Promise<void> {
  return new Promise((resolve) => {
    const stop = session.subscribe(() => {
      if (session.offline) return;
      stop();
      resolve();
    });
  });
}
