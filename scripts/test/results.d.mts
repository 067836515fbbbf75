export interface Results {
  passed: number;
  failed: number;
  skipped: number;
}
export function countVitest(report: Record<string, unknown>): Results;
export function countPlaywright(report: { stats: Record<string, unknown> }): Results;
export function total(outcomes: { succeeded: boolean; results?: Results }[]): Results;
export function describe(results: Results): string;
