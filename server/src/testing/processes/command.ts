import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

interface RunningCommand {
  child: ChildProcess;
  /** Its exit code (null after a signal), its output, and its peak memory in megabytes. */
  ended: Promise<{ code: number | null; output: string; peakMemory: number }>;
}

const reportMemory = 'data:text/javascript,process.on("exit",()=>console.log("peak="+process.resourceUsage().maxRSS))';

const compileCache = join(import.meta.dirname, '../../../../node_modules/.cache/node');

/** Runs one of the programs beside the server, such as backup.ts, like `npm run` does. */
export function runCommandProcess(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
): RunningCommand {
  const file = join(import.meta.dirname, '../..', script);
  const child = spawn(process.execPath, ['--import', reportMemory, file, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, SHEAF_SANDBOX: 'no', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    output: output.replace(/^peak=.*\n/m, ''),
    peakMemory: Number(/^peak=(\d+)/m.exec(output)?.[1] ?? 0) / 1024,
  }));
  return { child, ended };
}
