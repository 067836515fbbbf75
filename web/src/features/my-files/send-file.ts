import { messageOf, Retries } from './retries.ts';
import { ask, Interrupted, Refused } from './tus-request.ts';
import { type Ask, type SendRequest, type SentFile, TusUpload } from './tus-upload.ts';

/** The browser functions it uses; tests replace them. */
interface Browser {
  ask: Ask;
  isOnline(): boolean;
  /** Ends early when the browser goes online, but never while it is offline. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
}

const browser: Browser = { ask, isOnline: () => navigator.onLine, pause, random: Math.random };

/**
 * Uploads a file, resuming after lost connections and restarts, with growing pauses. Resolves to the created document;
 * rejects when the server refuses it, or after too many tries.
 */
export async function sendFile(request: SendRequest, using = browser): Promise<SentFile> {
  const { signal, onWaiting } = request;
  const upload = new TusUpload(request, using.ask);
  const retries = new Retries(using.random);
  let furthest = 0;
  let isWaiting = false;
  for (;;) {
    try {
      const done = await upload.step();
      if (done) return done;
      if (isWaiting) onWaiting(null);
      isWaiting = false;
      // An answer alone is no progress: the server may refuse every piece.
      if (upload.offset! > furthest) retries.progressed();
      furthest = Math.max(furthest, upload.offset!);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      upload.lost();
      const isOffline = error.reason === 'unreachable' && !using.isOnline();
      const ms = isOffline ? 0 : retries.pauseAfter(error);
      if (ms === null) throw new Refused(messageOf(error), error.status);
      onWaiting(error.reason === 'unreachable' ? 'offline' : 'retrying');
      isWaiting = true;
      await using.pause(ms, signal);
    }
  }
}

/** Ends early when the browser goes online, but never while it is offline. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = () => {
      clearTimeout(timer);
      window.removeEventListener('online', over);
      signal.removeEventListener('abort', over);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = navigator.onLine ? setTimeout(over, ms) : undefined;
    window.addEventListener('online', over);
    signal.addEventListener('abort', over);
    if (signal.aborted) over();
  });
}
