import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The command line of a running process; undefined if there is none, or only a zombie. */
export function commandLine(pid: number): string[] | undefined {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

function fromProc(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The state follows the program's name, which is in parentheses and may contain parentheses itself.
    const state = stat.slice(stat.lastIndexOf(')') + 2)[0];
    if (state === 'Z' || state === 'X') return undefined;
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
    // It may have ended between the two reads: a process that is about to be a zombie has no command line.
    return words.length > 0 ? words : undefined;
  } catch {
    return undefined;
  }
}

function fromPs(pid: number): string[] | undefined {
  const { status, stdout } = spawnSync('ps', ['-ww', '-o', 'stat=,args=', '-p', String(pid)], { encoding: 'utf8' });
  const [state, ...args] = (stdout ?? '').trim().split(/\s+/);
  return status !== 0 || !state || state.startsWith('Z') ? undefined : args;
}

/** Whether any process, even a zombie, has this id. */
export function pidIsTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
