import { type RawBuilder, sql } from 'kysely';

/** The workspace of a job: workspaces take turns, however many jobs each of them has waiting. */
export interface JobTurn {
  workspace: string | RawBuilder<string>;
  /** How many of their jobs wait or run already: the first job of each workspace comes before the second of any. */
  before?: number | RawBuilder<number>;
}

/** More jobs than this are not counted. */
export const maxBefore = 1_000;

/**
 * SQL: the queue takes the lowest first and, among equals, the one that has been due longest. Jobs without a turn have
 * 0.
 */
export const priorityOf = ({ before = 0 }: JobTurn): RawBuilder<number> =>
  sql`greatest(0, least(${before}, ${sql.lit(maxBefore)}))::int`;

const prefix = 'of:';

/** SQL: the flag that tells the worker whose job it is. */
export const turnFlag = ({ workspace }: JobTurn): RawBuilder<string> => sql`${sql.lit(prefix)} || ${workspace}::text`;

/** SQL: the same for a job that has flags; null if it has no turn. */
export const turnFlagOf = (flags: string) =>
  `(select flag from jsonb_object_keys(${flags}) flag where flag like '${prefix}%' limit 1)`;

/**
 * Limits one workspace to three quarters of a lane's slots, so that others find one, however long its jobs take. Counts
 * the running jobs and returns the flags of jobs that must not be taken now.
 */
export function createSlotShares(slots: number) {
  const maxEach = Math.max(1, Math.floor((slots * 3) / 4));
  const running = new Map<string, number>();
  return {
    /** Returns null if the workspace has its share already. Slots that check at the same moment may have taken more. */
    begin(flags: Readonly<Record<string, unknown>> | null): (() => void) | null {
      const flag = Object.keys(flags ?? {}).find((one) => one.startsWith(prefix));
      if (flag === undefined) return () => {};
      const before = running.get(flag) ?? 0;
      if (before >= maxEach) return null;
      running.set(flag, before + 1);
      return () => {
        const left = running.get(flag)! - 1;
        if (left > 0) running.set(flag, left);
        else running.delete(flag);
      };
    },
    full: (): string[] => [...running].filter(([, count]) => count >= maxEach).map(([flag]) => flag),
  };
}
