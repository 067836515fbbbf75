import { Agent, get } from 'node:http';

export interface Measured {
  /** Requests or transactions a second. */
  rate: number;
  p50: number;
  p95: number;
  p99: number;
}

export function summarize(milliseconds: number[], seconds: number): Measured {
  const sorted = milliseconds.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { rate: sorted.length / seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Requests one address, or each time another, on some keep-alive connections, for some seconds. */
export async function load(
  url: string | (() => string),
  headers: Record<string, string> | (() => Record<string, string>),
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const once = () =>
    new Promise<void>((resolve, reject) => {
      const address = typeof url === 'string' ? url : url();
      const sent = typeof headers === 'function' ? headers() : headers;
      get(address, { agent, headers: sent }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${address} answered ${response.statusCode}`));
        response.resume().on('end', resolve);
      }).on('error', reject);
    });
  await once();
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  const worker = async () => {
    while (performance.now() < end) {
      const began = performance.now();
      await once();
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  return summarize(times, seconds);
}
