import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type GuardedProcess, type ProcessLimits, startGuardedProcess } from '../guarded-process.ts';
import type { Drawn, Task } from './task.ts';

/** There is more to do than can be done soon; worth another try. */
export class TooBusy extends Error {
  override name = 'TooBusy';
}

export interface ThumbnailMaker {
  /**
   * A small WebP of a file; null where there is none, because the file is not of that kind, is too large, or broke what
   * opened it. What was asked for last comes first: it is what somebody looks at. Rejects with TooBusy, or when aborted
   * before it was begun.
   */
  make(task: Task, signal: AbortSignal): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

interface Limits extends ProcessLimits {
  processes: number;
  waiting: number;
}

const usual: Limits = { processes: 2, waiting: 200, seconds: 20, megabytes: 900, idleSeconds: 30 };

type Drawer = GuardedProcess<Task, Drawn>;
const program = join(import.meta.dirname, 'draw.ts');

interface Waiting {
  task: Task;
  done(webp: Uint8Array | null): void;
  fail(error: Error): void;
}

export function createThumbnailMaker(
  log: Pick<FastifyBaseLogger, 'warn'>,
  change: Partial<Limits> = {},
): ThumbnailMaker {
  const limits = { ...usual, ...change };
  const waiting: Waiting[] = [];
  const idle = new Set<Drawer>();
  const all = new Set<Drawer>();
  const forget = (gone: Drawer): void => {
    idle.delete(gone);
    all.delete(gone);
  };

  const next = async (): Promise<void> => {
    if (waiting.length === 0 || (idle.size === 0 && all.size >= limits.processes)) return;
    const { task, done } = waiting.pop()!;
    const [drawer = startGuardedProcess<Task, Drawn>(program, limits, forget)] = idle;
    all.add(drawer);
    idle.delete(drawer);
    const outcome = await drawer.ask(task);
    if ('reason' in outcome)
      log.warn({ kind: task.kind, reason: outcome.reason }, 'no thumbnail could be made of a file');
    if (all.has(drawer)) idle.add(drawer);
    done('answer' in outcome ? outcome.answer.webp : null);
    void next();
  };

  return {
    make: (task, signal) =>
      new Promise((done, fail) => {
        const wish: Waiting = { task, done, fail };
        waiting.push(wish);
        if (waiting.length > limits.waiting) waiting.shift()!.fail(new TooBusy());
        signal.addEventListener('abort', () => {
          const at = waiting.indexOf(wish);
          if (at >= 0) waiting.splice(at, 1);
          if (at >= 0) fail(signal.reason as Error);
        });
        void next();
      }),
    async close() {
      for (const { fail } of waiting.splice(0)) fail(new TooBusy());
      for (const drawer of all) drawer.stop();
    },
  };
}
