import { eventsPath, type ServerEvent, serverEvent } from '@sheaf/contract';
import { readEvents } from './event-stream.ts';

/** Longest pause between two tries; the first is a second, and each is twice the one before. */
const PAUSE_MAX_MS = 30_000;
/** The server gives a sign more often than this, even when nothing happens. */
const SILENCE_MS = 75_000;

interface Listener {
  /** Asked anew for every try. */
  headers(): Record<string, string>;
  /** The line is open; what happened before was missed. */
  onOpen(): void;
  onEvent(event: ServerEvent): void;
  /** The line is cut; another try follows. */
  onClose(): void;
}

/** Listens to the server until the signal ends it, or the server says that this person may not. */
export async function followEvents(listener: Listener, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const result = await listen(listener, signal).catch(() => 'failed' as const);
    listener.onClose();
    if (result === 'refused') return;
    failures = result === 'ended' ? 0 : failures + 1;
    // A little by chance, lest everybody comes back at once after a restart.
    await pause(Math.min(PAUSE_MAX_MS, 1000 * 2 ** failures) * (0.5 + Math.random() / 2), signal);
  }
}

async function listen(listener: Listener, signal: AbortSignal): Promise<'ended' | 'refused' | 'failed'> {
  const silence = new AbortController();
  const line = AbortSignal.any([signal, silence.signal]);
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  try {
    const headers = { Accept: 'text/event-stream', ...listener.headers() };
    const response = await fetch(`/api${eventsPath}`, { headers, signal: line, cache: 'no-store' });
    if (response.status === 401 || response.status === 403) return 'refused';
    if (!response.ok || !response.body) return 'failed';
    listener.onOpen();
    for await (const data of readEvents(response.body, restartTimer)) {
      const event = parseEvent(data);
      if (event) listener.onEvent(event);
    }
    return 'ended';
  } finally {
    clearTimeout(timer);
  }
}

/** An event of a kind this page does not know is for a newer page. */
export function parseEvent(data: string): ServerEvent | undefined {
  try {
    return serverEvent.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
