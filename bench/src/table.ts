import type { Measured } from './load.ts';
import type { Sheaf } from './sheaf.ts';

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

export const figures = ({ rate, p50, p95, p99 }: Measured): string =>
  `${rate.toFixed(0).padStart(6)}/s  p50 ${p50.toFixed(2).padStart(6)}  p95 ${p95.toFixed(2).padStart(6)}  p99 ${p99.toFixed(2).padStart(6)} ms`;

/** `goal 3`, or that it is missed; `least` where more is better. */
export const verdict = (value: number, goal: number, kind: 'most' | 'least' = 'most'): string =>
  `goal ${goal}${(kind === 'most' ? value <= goal : value >= goal) ? '' : ', MISSED'}`;

export interface Goal {
  timesRclone: number;
  ofProbe?: number;
}

/** One line: the seconds of Sheaf, of rclone and of the probe, and the goal. NaN: not measured. */
export function report(name: string, sheaf: number, peer: number, ceiling: number, goal: Goal): void {
  const shown = (value: number, unit = '') => (Number.isNaN(value) ? '–' : `${value.toFixed(2)}${unit}`);
  const against = (value: number, least?: number) =>
    least === undefined || Number.isNaN(value) ? shown(value) : `${shown(value)} (${verdict(value, least, 'least')})`;
  const figures = [sheaf, peer, ceiling].map((seconds) => shown(seconds, ' s').padStart(9)).join(' ');
  const ratios = `${against(peer / sheaf, goal.timesRclone)} × rclone, ${against(ceiling / sheaf, goal.ofProbe)} of the probe`;
  console.log(`  ${name.padEnd(36)}${figures}   ${ratios}`);
}

export function reportMemory(sheaf: Sheaf, most = Number.POSITIVE_INFINITY): void {
  const peak = sheaf.peakMemory();
  console.log(`  ${'peak memory of Sheaf'.padEnd(36)}${peak.toFixed(0)} MB${peak > most ? `, MISSED (${most})` : ''}`);
}
