import { type GuardedProcess, type ProcessLimits, startGuardedProcess } from './guarded-process.ts';

/** The answer of a process; `stopped` says why it had to be ended. */
export type Ask<Task, Answer> = (task: Task, signal: AbortSignal) => Promise<Answer | { stopped: string }>;

export interface ProcessPool<Task, Answer> {
  /** Waits for its turn, first come, first served. */
  use<T>(work: (ask: Ask<Task, Answer>) => Promise<T>): Promise<T>;
  close(): void;
}

export interface PoolLimits extends ProcessLimits {
  processes: number;
}

/** Guarded processes of one program, started when needed. */
export function createProcessPool<Task, Answer extends object>(
  program: string,
  limits: PoolLimits,
): ProcessPool<Task, Answer> {
  type Guarded = GuardedProcess<Task, Answer>;
  const idle = new Set<Guarded>();
  const all = new Set<Guarded>();
  const waiting: (() => void)[] = [];
  let free = limits.processes;
  const forget = (gone: Guarded): void => {
    idle.delete(gone);
    all.delete(gone);
  };
  const ask: Ask<Task, Answer> = async (task, signal) => {
    if (signal.aborted) return { stopped: 'stopped' };
    const [guarded = startGuardedProcess<Task, Answer>(program, limits, forget)] = idle;
    all.add(guarded);
    idle.delete(guarded);
    const stop = () => guarded.stop();
    signal.addEventListener('abort', stop);
    try {
      const outcome = await guarded.ask(task);
      if ('reason' in outcome) return { stopped: outcome.reason };
      idle.add(guarded);
      return outcome.answer;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };
  return {
    async use(work) {
      if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      else free -= 1;
      try {
        return await work(ask);
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
    close() {
      for (const guarded of all) guarded.stop();
    },
  };
}
