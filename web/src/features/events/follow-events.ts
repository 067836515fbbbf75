import { eventsPath, type ServerEvent, serverEvent } from '@sheaf/contract';
import { readEvents } from '../../lib/api/event-stream.ts';

/** The longest pause between two tries; the first is a second, and each doubles the one before. */
const MAX_PAUSE_MS = 30_000;
/** The server sends something more often than this, even when nothing happens. */
const SILENCE_TIMEOUT_MS = 75_000;

interface Listener {
  /** The headers, read for every try. */
  headers(): Record<string, string>;
  /** The connection is open; earlier events were missed. */
  onOpen(): void;
  onEvent(event: ServerEvent): void;
  /** The connection is lost; another try follows. */
  onClose(): void;
  /** The session has ended, so no other try follows. */
  onSessionEnd(): void;
}

/** Follows the server's events until the signal aborts or the server refuses. */
export async function followEvents(listener: Listener, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const result = await listen(listener, signal).catch(() => 'failed' as const);
    listener.onClose();
    if (result === 'refused') return;
    failures = result === 'ended' ? 0 : failures + 1;
    // Partly random, so that not all browsers reconnect at once after a restart.
    await pause(Math.min(MAX_PAUSE_MS, 1000 * 2 ** failures) * (0.5 + Math.random() / 2), signal);
  }
}

async function listen(listener: Listener, signal: AbortSignal): Promise<'ended' | 'refused' | 'failed'> {
  const silence = new AbortController();
  const line = AbortSignal.any([signal, silence.signal]);
  let timer = setTimeout(() => silence.abort(), SILENCE_TIMEOUT_MS);
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_TIMEOUT_MS);
  };
  try {
    const headers = { Accept: 'text/event-stream', ...listener.headers() };
    const response = await fetch(`/api${eventsPath}`, { headers, signal: line, cache: 'no-store' });
    if (response.status === 401) listener.onSessionEnd();
    if (response.status === 401 || response.status === 403) return 'refused';
    if (!response.ok || !response.body) return 'failed';
    listener.onOpen();
    for await (const { data } of readEvents(response.body, restartTimer)) {
      const event = parseEvent(data);
      if (event) listener.onEvent(event);
    }
    return 'ended';
  } finally {
    clearTimeout(timer);
  }
}

/** Returns undefined for unknown kinds of events: the server may be newer than this page. */
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
