import { spawn } from 'node:child_process';
import type { Account } from './account.ts';

export interface Launched {
  pid: number | undefined;
  /** Whether it still runs, as far as this process knows. */
  isRunning(): boolean;
  /** Never rejects: a program that could not be started ends with code -1 and the reason as its output. */
  ended: Promise<{ code: number | null; output: string }>;
}

/**
 * Starts a PostgreSQL program under `account`, with output collected ('pipe') or written to an open file. It gets a
 * session of its own, so that a Ctrl-C meant for Sheaf doesn't reach it, and none of our environment.
 */
export function launch(account: Account, program: string, args: string[], output: 'pipe' | number): Launched {
  const command = account.command(program, args);
  const child = spawn(command.file, command.args, {
    ...command.identity,
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  let running = true;
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('error', (error) => resolve({ code: -1, output: `error: ${error.message}` }));
    child.once('close', (code) => resolve({ code, output: text }));
  });
  void ended.then(() => {
    running = false;
  });
  if (output !== 'pipe') child.unref();
  return { pid: child.pid, isRunning: () => running, ended };
}
