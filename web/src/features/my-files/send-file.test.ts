import { describe, expect, it } from 'vitest';
import { sendFile } from './send-file.ts';
import { Interrupted, Refused, reasonOf, type TusRequest } from './tus-request.ts';
import type { SendRequest } from './tus-upload.ts';

const MB = 1024 * 1024;

interface Reply {
  status: number;
  retryAfter?: number;
  message?: string;
}

/**
 * A server that stores what it receives. `fault` replaces its answers with failures; pauses are recorded and not waited
 * for.
 */
function serverOf(
  fault: (request: TusRequest, nth: number) => Reply | undefined,
  { size = 5 * MB, isOnline = true } = {},
) {
  const log: string[] = [];
  const pauses: number[] = [];
  const waits: (string | null)[] = [];
  const received = new Map<string, number>();
  const ask = async (request: TusRequest) => {
    const { method, url, headers, body } = request;
    log.push(method);
    const wrong = fault(request, log.filter((one) => one === method).length);
    if (wrong) throw failure(wrong);
    if (method === 'POST') {
      const address = `/api/uploads/${received.size + 1}`;
      received.set(address, 0);
      return headersOf({ Location: address, 'Upload-Offset': '0' });
    }
    const known = received.get(url);
    if (known === undefined) throw failure({ status: 404, message: 'Not found.' });
    if (method === 'DELETE') received.delete(url);
    if (method === 'PATCH') {
      if (Number(headers['Upload-Offset']) !== known) throw failure({ status: 409, message: 'Elsewhere.' });
      received.set(url, known + body!.size);
    }
    const offset = received.get(url) ?? 0;
    return headersOf({
      'Upload-Offset': String(offset),
      ...(offset === size ? { 'Upload-Document': 'document' } : {}),
    });
  };
  const request: SendRequest = {
    file: new File([new Uint8Array(size)], 'large.bin'),
    metadata: {},
    headers: () => ({}),
    address: undefined,
    signal: new AbortController().signal,
    onAddress: () => {},
    onSent: () => {},
    onWaiting: (reason) => waits.push(reason),
  };
  const sent = sendFile(request, {
    ask,
    isOnline: () => isOnline,
    pause: async (ms) => void pauses.push(ms),
    random: () => 1,
  });
  const count = (method: string) => log.filter((one) => one === method).length;
  return { sent, log, pauses, waits, count };
}

const headersOf = (headers: Record<string, string>) => (name: string) => headers[name] ?? null;

function failure({ status, message, retryAfter = 0 }: Reply): Error {
  const reason = reasonOf(status);
  return reason
    ? new Interrupted(reason, { status, message, retryAfterMs: retryAfter * 1000 })
    : new Refused(message ?? '', status);
}

describe('sendFile', () => {
  it('asks for the offset after a broken connection, and sends the rest after a pause', async () => {
    const { sent, log, pauses, waits } = serverOf(({ method }, nth) =>
      method === 'PATCH' && nth === 2 ? { status: 0 } : undefined,
    );
    expect(await sent).toEqual({ documentId: 'document', outcome: 'created' });
    expect(log).toEqual(['POST', 'PATCH', 'PATCH', 'HEAD', 'PATCH']);
    expect(pauses).toEqual([1000]);
    expect(waits).toEqual(['offline', null]);
  });

  it('restarts a lost upload a few times, with pauses, before it fails', async () => {
    // These pieces reach machines that don’t know the upload; the first piece did not.
    const { sent, count, pauses } = serverOf(({ method }, nth) =>
      method === 'PATCH' && nth > 1 ? { status: 404 } : undefined,
    );
    await expect(sent).rejects.toThrow(
      'The server lost this upload several times. Try again, or ask your administrator.',
    );
    expect([count('POST'), count('PATCH'), count('DELETE')]).toEqual([3, 4, 3]);
    expect(pauses).toEqual([1000, 2000]);
  });

  it('waits longer each time, at least as long as the server asks, and fails with the server’s message', async () => {
    const { sent, count, pauses, waits } = serverOf(({ method }, nth) =>
      method === 'PATCH'
        ? { status: 503, message: 'The server’s disk is full.', retryAfter: nth === 1 ? 60 : 0 }
        : undefined,
    );
    await expect(sent).rejects.toThrow('The server’s disk is full.');
    // The server’s answer about its offset is no progress.
    expect([count('POST'), count('PATCH'), count('HEAD')]).toEqual([1, 8, 7]);
    expect(pauses).toEqual([60_000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(waits.slice(0, 3)).toEqual(['retrying', null, 'retrying']);
  });

  it('resets the count of attempts after progress', async () => {
    const { sent, pauses } = serverOf(
      ({ method }, nth) => (method === 'PATCH' && nth % 3 !== 0 ? { status: 502 } : undefined),
      { size: 60 * MB },
    );
    await sent;
    expect(Math.max(...pauses)).toBe(2000);
  });

  it('gives up on a server that can’t be reached or fails, and never while the browser is offline', async () => {
    const silent = serverOf(() => ({ status: 0 }));
    await expect(silent.sent).rejects.toThrow('Couldn’t reach the server. Check your connection, then try again.');
    expect(silent.count('POST')).toBe(20);
    const broken = serverOf(() => ({ status: 500 }));
    await expect(broken.sent).rejects.toThrow('Something went wrong on the server. Try again.');
    expect(broken.count('POST')).toBe(4);

    const offline = serverOf(({ method }, nth) => (method === 'POST' && nth <= 50 ? { status: 0 } : undefined), {
      isOnline: false,
    });
    await offline.sent;
    expect(offline.pauses).toEqual(Array.from({ length: 50 }, () => 0));
  });
});
