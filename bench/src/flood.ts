import { Agent, request } from 'node:http';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

interface Flood {
  url: string;
  headers: Record<string, string>;
  body: string;
  atOnce: number;
}

/** Sends the same body again and again, some at a time, in a thread of its own. Answers what ends it and counts. */
export function flood(what: Flood): () => Promise<number> {
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL(import.meta.url), { workerData: { ...what, sent } });
  return async () => {
    await worker.terminate();
    return Atomics.load(sent, 0);
  };
}

if (!isMainThread && workerData) {
  const { url, headers, body, atOnce, sent } = workerData as Flood & { sent: Int32Array };
  const bytes = Buffer.from(body);
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const once = () =>
    new Promise<void>((resolve) => {
      const head = { 'Content-Type': 'application/json', 'Content-Length': bytes.length, ...headers };
      request(url, { method: 'POST', agent, headers: head }, (answer) => answer.resume().on('end', resolve))
        // What is refused at once may be cut off while it is sent.
        .on('error', () => resolve())
        .end(bytes);
    });
  const sendForEver = async () => {
    for (;;) {
      await once();
      Atomics.add(sent, 0, 1);
    }
  };
  for (let n = 0; n < atOnce; n += 1) void sendForEver();
}
