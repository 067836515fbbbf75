import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = '/sys/fs/cgroup/cpu';
const periodMicroseconds = 20_000;

/**
 * Gives each process that is added no more than a share of one core from then on, as a small machine of its own would have.
 * Undefined where control groups cannot be made (root, and Linux with cgroups version 1).
 */
export function processorShares(cores: number): { add(pid: number): void; remove(): void } | undefined {
  const made: string[] = [];
  const add = (pid: number) => {
    const group = join(root, `sheaf-bench-${pid}`);
    mkdirSync(group);
    made.push(group);
    writeFileSync(join(group, 'cpu.cfs_period_us'), String(periodMicroseconds));
    writeFileSync(join(group, 'cpu.cfs_quota_us'), String(Math.round(periodMicroseconds * cores)));
    writeFileSync(join(group, 'cgroup.procs'), String(pid));
  };
  try {
    const trial = join(root, `sheaf-bench-trial-${process.pid}`);
    mkdirSync(trial);
    writeFileSync(join(trial, 'cpu.cfs_period_us'), String(periodMicroseconds));
    rmdirSync(trial);
  } catch {
    return undefined;
  }
  return {
    add,
    /** After its processes have ended. */
    remove() {
      for (const group of made) rmdirSync(group);
    },
  };
}
