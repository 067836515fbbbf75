import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@sheaf/sandbox';

export interface RunningProgram {
  child: ChildProcess;
  url: string;
  output(): string;
  /** Resolves with the exit code; null after a signal. */
  ended: Promise<number | null>;
}

const main = join(import.meta.dirname, '../../main.ts');

const root = join(import.meta.dirname, '../../../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * The flags with which `npm start` keeps the program small: little space for young objects, old ones collected early.
 */
const flags: string[] = scripts.start.match(/--\S+/g);

/** Like `npm start`: few pools of memory, each of which would keep its peak, and a cache of compiled code. */
const environment = { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') };

/** Without these settings, the program would refuse requests on a busy machine. */
const unlimited = { RATE_LIMIT: '0', OVERLOAD_MS: '0' };

/** The program as `npm start` starts it, or another script with the same flags, in a process of its own. */
export async function launch(env: Record<string, string>, script = main): Promise<RunningProgram> {
  const port = env.PORT ?? String(await freePort());
  const child = spawn(process.execPath, [...flags, script], {
    env: { ...environment, ...unlimited, PATH: process.env.PATH, PORT: port, SHEAF_SANDBOX: 'no', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  // Not at its exit, because its last output may still be on its way.
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, url: `http://localhost:${port}`, output: () => output, ended };
}

/** Waits until it says that it is ready; fails with what it printed if it ends instead. */
export const ready = (program: RunningProgram): Promise<void> =>
  says(program, /Sheaf is ready|(worker|sandbox) is running/);

/** Waits until it has printed this; fails with what it printed if it ends instead. */
export async function says(program: RunningProgram, text: RegExp): Promise<void> {
  const line = new Promise<void>((resolve) => {
    const look = () => {
      if (text.test(program.output())) resolve();
      else program.child.stdout!.once('data', look);
    };
    look();
  });
  await Promise.race([
    line,
    program.ended.then((code) => {
      throw new Error(`ended with ${code}: ${program.output()}`);
    }),
  ]);
}
