import type { CDPSession } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** Microseconds by the clock, and of the thread's own processor time. */
  dur?: number;
  tdur?: number;
  args: { name?: string; data?: { processId?: number; frames?: { processId?: number }[] } };
}

/** One task of the page's main thread, in milliseconds: by the clock, and of processor time. */
export interface Task {
  wall: number;
  cpu: number;
}

/** The mark (`performance.mark`) at which the measurement ends. */
const END_MARK = 'rows painted';

const includedCategories = ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'blink.user_timing'];

/** The tasks of the page's main thread while something is done, or until the mark. */
export async function tasksDuring(cdp: CDPSession, work: () => Promise<unknown>): Promise<Task[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]));
  cdp.on('Tracing.dataCollected', collect);
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories, excludedCategories: ['*'] },
  });
  await work();
  const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
  await cdp.send('Tracing.end');
  await complete;
  cdp.off('Tracing.dataCollected', collect);
  return mainThreadTasks(events);
}

function mainThreadTasks(events: readonly TraceEvent[]): Task[] {
  const shown = events.filter(({ name }) => name === 'TracingStartedInBrowser' || name === 'FrameCommittedInBrowser');
  const pages = new Set(
    shown.flatMap(({ args: { data } }) => [data, ...(data?.frames ?? [])]).map((frame) => frame?.processId),
  );
  const threads = new Set(
    events
      .filter(({ name, pid, args }) => name === 'thread_name' && args.name === 'CrRendererMain' && pages.has(pid))
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const end = events.find(({ name }) => name === END_MARK)?.ts ?? Number.POSITIVE_INFINITY;
  const tasks = events.filter(
    ({ name, ph, pid, tid, ts }) => name === 'RunTask' && ph === 'X' && ts < end && threads.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('The trace holds no task of the page');
  return tasks.map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, cpu: tdur / 1000 }));
}
