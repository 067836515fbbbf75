import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** The milliseconds that each call took; those that are refused count as well. */
export interface OtherCalls {
  times: number[];
  failed: number;
}

interface Asked {
  url: string;
  headers: Record<string, string>;
  /** Between the starts of two calls. */
  pauseMs: number;
}

const paths = ['/documents?per_page=20', '/auth/user', '/labels'];

/**
 * Makes calls, whether those before were answered or not, until something has ended. In a thread of its own, since
 * people who ask from this process would delay its calls as well.
 */
export async function otherCalls(asked: Asked, end: Promise<unknown>): Promise<OtherCalls> {
  const thread = new Worker(new URL(import.meta.url), { workerData: asked });
  const answered = once(thread, 'message') as Promise<[OtherCalls]>;
  await Promise.race([end, answered]);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  thread.postMessage('end');
  return (await answered)[0];
}

function makeCalls({ url, headers, pauseMs }: Asked): void {
  const result: OtherCalls = { times: [], failed: 0 };
  const open = new Set<Promise<void>>();
  let turn = 0;
  const timer = setInterval(() => {
    const call = timed(paths[turn++ % paths.length]!).finally(() => open.delete(call));
    open.add(call);
  }, pauseMs);
  parentPort!.once('message', async () => {
    clearInterval(timer);
    await Promise.all(open);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    parentPort!.postMessage(result);
  });

  async function timed(path: string): Promise<void> {
    const began = performance.now();
    const response = await fetch(`${url}/api${path}`, { headers });
    await response.arrayBuffer();
    if (!response.ok) result.failed += 1;
    result.times.push(performance.now() - began);
  }
}

if (!isMainThread) makeCalls(workerData as Asked);
