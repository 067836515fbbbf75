import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type GuardedProcess, type ProcessLimits, startGuardedProcess } from '../processes/guarded-process.ts';
import { createTurns } from '../turns/turns.ts';
import type { Drawn, Task } from './task.ts';

/** There is more work than can be done soon; worth another try. */
export class TooBusy extends Error {
  override name = 'TooBusy';
}

export interface ThumbnailMaker {
  /**
   * A small WebP of a file; null if the file is of another kind, is too large, or broke the process that opened it.
   * Workspaces (`whose`) take turns; of each, the latest request comes first, because it is what somebody is looking
   * at. Rejects with TooBusy, or if aborted before it started.
   */
  make(task: Task, whose: string, signal: AbortSignal): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

interface Limits extends ProcessLimits {
  processes: number;
  /** For one workspace, however many it has waiting. */
  perWorkspace: number;
  waiting: number;
}

const usual: Limits = { processes: 3, perWorkspace: 2, waiting: 200, seconds: 20, megabytes: 900, idleSeconds: 30 };

type Drawer = GuardedProcess<Task, Drawn>;
const program = join(import.meta.dirname, 'draw.ts');

export function createThumbnailMaker(
  log: Pick<FastifyBaseLogger, 'warn'>,
  change: Partial<Limits> = {},
): ThumbnailMaker {
  const limits = { ...usual, ...change };
  const turns = createTurns({
    total: limits.processes,
    perKey: limits.perWorkspace,
    waiting: limits.waiting,
    newestFirst: true,
    refusal: () => new TooBusy(),
  });
  const closing = new AbortController();
  const idle = new Set<Drawer>();
  const all = new Set<Drawer>();
  const forget = (gone: Drawer): void => {
    idle.delete(gone);
    all.delete(gone);
  };

  const draw = async (task: Task): Promise<Uint8Array | null> => {
    const [drawer = startGuardedProcess<Task, Drawn>(program, limits, forget)] = idle;
    all.add(drawer);
    idle.delete(drawer);
    const outcome = await drawer.ask(task);
    if ('reason' in outcome)
      log.warn({ kind: task.kind, reason: outcome.reason }, 'no thumbnail could be made of a file');
    if (all.has(drawer)) idle.add(drawer);
    return 'answer' in outcome ? outcome.answer.webp : null;
  };

  return {
    async make(task, whose, signal) {
      const leave = await turns.take(whose, { signal: AbortSignal.any([signal, closing.signal]) });
      return draw(task).finally(leave);
    },
    async close() {
      closing.abort(new TooBusy());
      for (const drawer of all) drawer.stop();
    },
  };
}
