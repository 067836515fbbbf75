export interface FileResult {
  file: string;
  seconds: number;
  failed: number;
}
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}
export interface Results extends Counts {
  files: FileResult[];
  broken: boolean;
}
export function readVitest(report: Record<string, unknown>): Results;
export function readPlaywright(report: Record<string, unknown>): Results;
export function withReruns(first: Results, again: { file: string; failed: number }[]): Results;
export function total(outcomes: { succeeded: boolean; results?: Counts }[]): Counts;
export function describe(results: Counts): string;
export function describeTimes(
  outcomes: { name: string; seconds: number; results?: Results }[],
  o?: { maxFiles?: number },
): string;
