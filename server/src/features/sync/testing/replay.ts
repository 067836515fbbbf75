/**
 * Settings for random histories. A failure prints how to replay it; SYNC_SHRINK=1 makes it shorter, SYNC_RUNS=200 tries
 * more.
 */
export function replayPlan(runs: number) {
  const { SYNC_RUNS, SYNC_SHRINK } = process.env;
  return { numRuns: Number(SYNC_RUNS ?? runs), endOnFailure: !SYNC_SHRINK };
}
