import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Drawn, Task } from './task.ts';

export interface DrawerLimits {
  seconds: number;
  megabytes: number;
  idleSeconds: number;
}

export interface Drawer {
  /** One at a time. Where the process had to be ended, or ended by itself, `reason` says why. */
  draw(task: Task): Promise<Drawn & { reason?: string }>;
  stop(): void;
}

/**
 * A process and not a thread: what is opened in it is decoded by native code, which can only so be ended at any moment,
 * and takes nothing else with it when it crashes. It ends when it takes too long or too much, and when nobody has
 * needed it for a while. `onEnd` comes before the last answer.
 */
export function startDrawer(limits: DrawerLimits, onEnd: (drawer: Drawer) => void): Drawer {
  const child = fork(join(import.meta.dirname, 'draw.ts'), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${Math.floor(limits.megabytes / 2)}`],
    // Nothing of our environment but where programs are; and a group of its own, to end what it has started as well.
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  });
  // Neither keeps us from ending; it ends with us.
  child.unref();
  child.channel?.unref();
  let answer: (drawn: Drawn & { reason?: string }) => void = () => {};
  let idle: NodeJS.Timeout | undefined;
  let over = false;
  const end = (reason: string): void => {
    if (over) return;
    over = true;
    endGroup(child);
    onEnd(drawer);
    answer({ webp: null, reason });
  };
  child.on('message', (drawn: Drawn) => answer(drawn));
  child.on('exit', () => end('it ended'));
  child.on('error', ({ message }) => end(message));
  const drawer: Drawer = {
    stop: () => end('stopped'),
    async draw(task) {
      clearTimeout(idle);
      const watch = setInterval(() => void checkMemory(child, limits.megabytes, end), 100);
      const deadline = setTimeout(() => end('too long'), limits.seconds * 1000);
      try {
        return await new Promise((resolve) => {
          answer = resolve;
          child.send(task);
        });
      } finally {
        clearInterval(watch);
        clearTimeout(deadline);
        idle = setTimeout(() => end('idle'), limits.idleSeconds * 1000).unref();
      }
    },
  };
  return drawer;
}

function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** What it really uses, pixels outside of JavaScript's heap included; where the system tells. */
async function checkMemory({ pid }: ChildProcess, megabytes: number, end: (reason: string) => void): Promise<void> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0);
  if (kilobytes > megabytes * 1024) end('too much memory');
}
