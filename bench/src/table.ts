import { judge } from './judge.ts';
import type { Measured } from './load.ts';
import type { Sheaf } from './sheaf.ts';

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

export const figures = ({ rate, p50, p95, p99 }: Measured): string =>
  `${rate.toFixed(0).padStart(6)}/s  p50 ${p50.toFixed(2).padStart(6)}  p95 ${p95.toFixed(2).padStart(6)}  p99 ${p99.toFixed(2).padStart(6)} ms`;

export interface Goal {
  timesRclone: number;
  ofProbe?: number;
}

/** One line: the seconds of Sheaf, of rclone and of the probe, and the goal. NaN: not measured. */
export function report(name: string, sheaf: number, peer: number, ceiling: number, goal: Goal): void {
  const shown = (value: number, unit = '') => (Number.isNaN(value) ? '–' : `${value.toFixed(2)}${unit}`);
  const against = (value: number, measure: string, least?: number) =>
    least === undefined || Number.isNaN(value)
      ? shown(value)
      : `${shown(value)} (${judge(`${name}: ${measure}`, value, least, 'least')})`;
  const figures = [sheaf, peer, ceiling].map((seconds) => shown(seconds, ' s').padStart(9)).join(' ');
  const ratios = `${against(peer / sheaf, 'times rclone', goal.timesRclone)} × rclone, ${against(ceiling / sheaf, 'of the probe', goal.ofProbe)} of the probe`;
  console.log(`  ${name.padEnd(36)}${figures}   ${ratios}`);
}

/** The goal for a worker, which is one process with the API here. */
const maxMemory = 300;

/** Processor time depends less on the load of the machine than elapsed time. */
export function reportUse(name: string, sheaf: Sheaf): void {
  const peak = sheaf.peakMemory();
  const verdict = judge(`${name}: peak memory, MB`, peak, maxMemory);
  console.log(`  ${'peak memory of Sheaf'.padEnd(36)}${peak.toFixed(0)} MB (${verdict})`);
  const [own, ofDatabase] = [sheaf.processorTime(), sheaf.databaseTime()];
  console.log(
    `  ${'processor time since its start'.padEnd(36)}${own.toFixed(1)} s, and ${ofDatabase.toFixed(1)} s of PostgreSQL`,
  );
}
