import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Config, ConfigError } from './config/config.ts';
import type { SandboxApp } from './services.ts';

/** The sandbox of each cloud, for apps without a client id. */
export interface Sandbox {
  apps: Record<string, SandboxApp>;
  /** Settles when the process has ended, if we started it. */
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

/** The secret by which the sandbox recognizes processes of its own installation. */
const keyOf = (secret: string): string => createHmac('sha256', secret).update('sheaf sandbox').digest('hex');

/**
 * Starts the sandboxes in a process that ends with this one. With an address, other processes with the secret can use
 * them too.
 */
export function spawnSandbox(address?: Config['sandboxAddress'], secret?: string): Promise<Sandbox> {
  const main = fileURLToPath(import.meta.resolve('@sheaf/sandbox/main'));
  const child = spawn(process.execPath, address ? [main, JSON.stringify(address)] : [main], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, SANDBOX_KEY: secret && keyOf(secret) },
  });
  // A start that fails late stops it twice; the second time it has already ended.
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The sandbox ended with ${code}.`)));
    createInterface(child.stdout).once('line', (line) => {
      const stop = async () => {
        child.stdin.end();
        await ended;
      };
      resolve({ apps: JSON.parse(line), ended, stop });
    });
  });
}

const FIND_FOR_MS = 60_000;
const FIND_AGAIN_MS = 500;

/**
 * Asks the process with SHEAF_ROLE=sandbox for its apps. All processes may be started at once, so it may take a while.
 */
export async function findSandbox(url: string, secret: string): Promise<Sandbox> {
  const until = performance.now() + FIND_FOR_MS;
  const headers = { authorization: `Bearer ${keyOf(secret)}` };
  for (;;) {
    try {
      const response = await fetch(new URL('/apps', url), { headers, signal: AbortSignal.timeout(FIND_AGAIN_MS * 10) });
      if (response.status === 401)
        throw new ConfigError(
          'The process at SHEAF_SANDBOX_URL has another SHEAF_SECRET: all processes must share it.',
        );
      if (!response.ok) throw new Error(`it answers with ${response.status}`);
      const apps = (await response.json()) as Sandbox['apps'];
      return { apps, ended: new Promise(() => {}), stop: async () => {} };
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      if (performance.now() > until) throw new ConfigError(`There is no sandbox at SHEAF_SANDBOX_URL: ${why(error)}.`);
      await sleep(FIND_AGAIN_MS);
    }
  }
}

const why = (error: unknown) => {
  const { cause, message } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? message;
};
