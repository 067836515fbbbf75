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

/** Asks for one address over and over on some keep-alive connections, for some seconds. */
export async function load(
  url: string,
  headers: Record<string, string>,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const once = () =>
    new Promise<void>((resolve, reject) => {
      get(url, { agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
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
