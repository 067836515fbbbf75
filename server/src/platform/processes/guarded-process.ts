import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';

export interface ProcessLimits {
  /** Processor time of each task, if the system reports it: on a busy machine a good file takes longer by the clock. */
  seconds: number;
  /** All of its memory; JavaScript's own heap may have half of it. */
  megabytes: number;
  /** It ends after this long without a task. */
  idleSeconds: number;
}

export interface GuardedProcess<Task, Answer> {
  /** Runs one task at a time. If the process was ended or ended on its own, `reason` says why. */
  ask(task: Task): Promise<{ answer: Answer } | { reason: string }>;
  stop(): void;
}

/**
 * A process that opens files of strangers. It is a process rather than a thread because only then can native code be
 * ended at any moment and memory outside of JavaScript's heap be limited, and because a crash ends nothing else. It is
 * ended when it takes too long or too much, or is idle. `onEnd` is called before the last answer.
 */
export function startGuardedProcess<Task, Answer>(
  file: string,
  limits: ProcessLimits,
  onEnd: (process: GuardedProcess<Task, Answer>) => void,
): GuardedProcess<Task, Answer> {
  const child = fork(file, {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${Math.floor(limits.megabytes / 2)}`],
    // Nothing of our environment except PATH; and a process group, so that everything it has started can be ended too.
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
  });
  // Neither keeps this process alive; the child ends with it.
  child.unref();
  child.channel?.unref();
  let settle: (outcome: { answer: Answer } | { reason: string }) => void = () => {};
  let idle: NodeJS.Timeout | undefined;
  /** Why it has ended. */
  let ended: string | undefined;
  const end = (reason: string): void => {
    if (ended) return;
    ended = reason;
    clearTimeout(idle);
    endGroup(child);
    onEnd(guarded);
    settle({ reason });
  };
  child.on('message', (answer) => settle({ answer: answer as Answer }));
  child.on('exit', () => end('it ended'));
  child.on('error', ({ message }) => end(message));
  const guarded: GuardedProcess<Task, Answer> = {
    stop: () => end('stopped'),
    async ask(task) {
      clearTimeout(idle);
      const before = await useOf(child);
      if (ended) return { reason: ended };
      let isDone = false;
      const watch = setInterval(async () => {
        const now = await useOf(child);
        if (!now || isDone) return;
        if (now.megabytes > limits.megabytes) end('too much memory');
        if (now.seconds - (before?.seconds ?? 0) > limits.seconds) end('too long');
      }, 100);
      const deadline = setTimeout(() => end('too long'), limits.seconds * 1000 * (before ? clockFactor : 1));
      try {
        return await new Promise((resolve) => {
          settle = resolve;
          child.send(task as object);
        });
      } finally {
        isDone = true;
        clearInterval(watch);
        clearTimeout(deadline);
        if (!ended) idle = setTimeout(() => end('idle'), limits.idleSeconds * 1000).unref();
      }
    },
  };
  return guarded;
}

function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** A task that waits forever uses no processor time, so it ends after this many times its limit by the clock. */
const clockFactor = 5;

/**
 * What it really uses, including memory outside of JavaScript's heap and programs it has run; null if the system
 * doesn't say.
 */
async function useOf({ pid }: ChildProcess): Promise<{ megabytes: number; seconds: number } | null> {
  const [status, stat] = await Promise.all(
    ['status', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => '')),
  );
  const resident = /VmRSS:\s+(\d+) kB/.exec(status!)?.[1];
  if (!resident || !stat) return null;
  // Counted from the end of the program's name, which may contain anything: user and system time, and both of ended
  // children.
  const times = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15);
  return { megabytes: Number(resident) / 1024, seconds: times.reduce((sum, ticks) => sum + Number(ticks), 0) / 100 };
}
