import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropbox as account } from '../../testing/accounts.ts';
import { followEvents, parseEvent } from './follow-events.ts';

const event = { type: 'account', account } as const;

const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();

function setUp() {
  const log: string[] = [];
  const listener = {
    headers: () => ({ Authorization: 'Bearer t' }),
    onOpen: () => void log.push('open'),
    onEvent: (heard: typeof event) => void log.push(heard.account.name),
    onClose: () => void log.push('close'),
    onSessionEnd: () => void log.push('signed out'),
  };
  const stop = new AbortController();
  return { log, stop, done: followEvents(listener, stop.signal) };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetch);
  // Pauses are partly random.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  fetch.mockReset();
});

it('passes on events, and reconnects when the connection ends', async () => {
  fetch.mockImplementation(async () => new Response(`data: ${JSON.stringify(event)}\n\n`));
  const { log, stop, done } = setUp();
  await vi.waitFor(() => expect(log).toEqual(['open', account.name, 'close']), 30_000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(fetch.mock.lastCall?.[1].headers).toMatchObject({ Authorization: 'Bearer t' });
  stop.abort();
  await done;
});

it('waits longer after each failure', async () => {
  fetch.mockImplementation(async () => new Response('', { status: 503 }));
  const { stop, done } = setUp();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetch.mock.calls.length).toBeLessThan(10);
  stop.abort();
  await done;
});

it('stops when the server refuses the session', async () => {
  fetch.mockImplementation(async () => new Response('', { status: 401 }));
  const { log, done } = setUp();
  await done;
  expect(fetch).toHaveBeenCalledOnce();
  expect(log).toEqual(['signed out', 'close']);
});

it('ignores unknown events', () => {
  expect(parseEvent('no json')).toBeUndefined();
  expect(parseEvent('{"type":"weather"}')).toBeUndefined();
  expect(parseEvent(JSON.stringify(event))).toEqual(event);
});
