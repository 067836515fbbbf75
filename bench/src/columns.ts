import type { Sheaf } from './sheaf.ts';

export interface Goal {
  timesRclone: number;
  ofProbe?: number;
}

/** One line: the seconds of Sheaf, of rclone and of the probe, and the goal. NaN: not measured. */
export function report(name: string, sheaf: number, peer: number, ceiling: number, goal: Goal): void {
  const shown = (value: number, unit = '') => (Number.isNaN(value) ? '–' : `${value.toFixed(2)}${unit}`);
  const verdict = (value: number, least?: number) =>
    least === undefined || Number.isNaN(value)
      ? shown(value)
      : `${shown(value)} (goal ${least}${value >= least ? '' : ', MISSED'})`;
  const figures = [sheaf, peer, ceiling].map((seconds) => shown(seconds, ' s').padStart(9)).join(' ');
  const ratios = `${verdict(peer / sheaf, goal.timesRclone)} × rclone, ${verdict(ceiling / sheaf, goal.ofProbe)} of the probe`;
  console.log(`  ${name.padEnd(36)}${figures}   ${ratios}`);
}

export function reportMemory(sheaf: Sheaf, most = Number.POSITIVE_INFINITY): void {
  const peak = sheaf.peakMemory();
  console.log(`  ${'peak memory of Sheaf'.padEnd(36)}${peak.toFixed(0)} MB${peak > most ? `, MISSED (${most})` : ''}`);
}
