export const NO_CONNECTION = 'No connection to Sheaf. Check your network and try again.';

/** Loads a file, up to a limit. A longer file is truncated with `cut`, and otherwise an error. */
export async function fetchBytes(
  url: string,
  { limit, cut, signal }: { limit: number; cut: boolean; signal: AbortSignal },
): Promise<{ bytes: ArrayBuffer; cut: boolean }> {
  const response = await connected(fetch(url, { signal, headers: cut ? { Range: `bytes=0-${limit - 1}` } : {} }));
  if (!response.ok || !response.body) throw new Error(messageOf(response.status));
  const { bytes, more } = await connected(readUpTo(response.body, limit));
  if (more && !cut) throw new Error('This file is too large to show here.');
  const total = Number(/\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '')?.[1] ?? 0);
  return { bytes, cut: more || total > bytes.byteLength };
}

/** The network error that kept the browser from showing an address; undefined: the file itself cannot be shown. */
export async function whyNotLoaded(url: string): Promise<string | undefined> {
  const { signal } = new AbortController();
  return fetchBytes(url, { limit: 1, cut: true, signal }).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

const connected = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((cause) => {
    throw cause instanceof TypeError ? new Error(NO_CONNECTION, { cause }) : cause;
  });

function messageOf(status: number): string {
  return status === 404 || status === 403
    ? 'This file was deleted, or it’s no longer shared with you.'
    : `Couldn’t load the file (error ${status}). Try again.`;
}

async function readUpTo(
  body: ReadableStream<Uint8Array>,
  limit: number,
): Promise<{ bytes: ArrayBuffer; more: boolean }> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { bytes: joined(parts, size), more: false };
    if (size + value.length > limit) {
      await reader.cancel();
      return { bytes: joined([...parts, value.subarray(0, limit - size)], limit), more: true };
    }
    parts.push(value);
    size += value.length;
  }
}

function joined(parts: readonly Uint8Array[], size: number): ArrayBuffer {
  const bytes = new Uint8Array(size);
  let filled = 0;
  for (const part of parts) {
    bytes.set(part, filled);
    filled += part.length;
  }
  return bytes.buffer;
}
