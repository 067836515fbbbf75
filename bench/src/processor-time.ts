import { readdirSync, readFileSync } from 'node:fs';

/** Fields of /proc/<pid>/stat behind the name, which may contain anything. */
const statOf = (pid: number | string): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

/** Milliseconds of processor that a process and its children used, also those that ended. */
export function processorMs(pid: number): number {
  let ticks = 0;
  for (const one of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, parent, ...rest] = statOf(one);
      if (Number(parent) !== pid && Number(one) !== pid) continue;
      // utime, stime, and of children that ended.
      for (const field of [9, 10, 11, 12]) ticks += Number(rest[field]);
    } catch {
      // It ended meanwhile.
    }
  }
  return ticks * 10;
}

/** The first line of its pid file. */
export const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(`${dataDir}/postmaster.pid`, 'utf8').split('\n')[0]);
