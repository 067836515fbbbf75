import { type RawBuilder, sql } from 'kysely';

/** Whose job it is: workspaces take turns, however many jobs each of them has waiting. */
export interface JobTurn {
  workspace: string | RawBuilder<string>;
  /** How many of theirs wait or run already: the first of each workspace come before the second of any. */
  before?: number | RawBuilder<number>;
}

/** Beyond, nobody counts. */
export const maxBefore = 1_000;

/** SQL: the queue takes the lowest first, and of equal ones what is due longest. Jobs without a turn have 0. */
export const priorityOf = ({ before = 0 }: JobTurn): RawBuilder<number> =>
  sql`greatest(0, least(${before}, ${sql.lit(maxBefore)}))::int`;

const prefix = 'of:';

/** SQL: the flag by which the worker knows whose job it is. */
export const turnFlag = ({ workspace }: JobTurn): RawBuilder<string> => sql`${sql.lit(prefix)} || ${workspace}::text`;

/** SQL: the same, of a job that has flags; null where it has no turn. */
export const turnFlagOf = (flags: string) =>
  `(select flag from jsonb_object_keys(${flags}) flag where flag like '${prefix}%' limit 1)`;

/**
 * Of the slots of a lane one workspace has three quarters at most: whoever comes has one, however long the jobs of another
 * take. Counts those that run, and answers the flags of jobs that are not to be taken now.
 */
export function createSlotShares(slots: number) {
  const maxEach = Math.max(1, Math.floor((slots * 3) / 4));
  const running = new Map<string, number>();
  return {
    /** Null: it has its share already. Slots that look at the same moment may have taken more. */
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
