import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../db/pool.ts';

/** A kind of work in the background that all workspaces share, and the rows that say what is to be done. */
export interface WorkspaceLane {
  name: string;
  /** With `organization_id` and an index by it of the rows that wait. */
  table: string;
  /** SQL: a row of the table that may be taken now. */
  isDue: RawBuilder<unknown>;
}

/** However many wait, so many are compared. The next look resumes after the one that was served. */
const maxCompared = 64;
/** A second of work is remembered for ten, and no more than a minute of it: then all who work much are equal. */
const rememberedSeconds = 10;
const maxRememberedSeconds = 600;
/** Counts at once, before it is known how long the work takes. */
export const minMs = 100;

const nobody = '00000000-0000-0000-0000-000000000000';
/** Who was served last, by lane. Of this process: each goes its own round. */
const servedLast = new Map<string, string>();

export const noteServed = ({ name }: WorkspaceLane, organizationId: string): void =>
  void servedLast.set(name, organizationId);

const keyOf = ({ name }: WorkspaceLane, organizationId: RawBuilder<unknown>) => sql`${`${name} `} || ${organizationId}`;

/**
 * SQL: workspaces that have something to do, those that used the lane least of late first (`free_at`: when that is forgotten),
 * and otherwise one after another (`place`). Each costs a step in the index, however much it has waiting.
 */
export function workspacesInTurn(lane: WorkspaceLane): RawBuilder<unknown> {
  const after = sql`${servedLast.get(lane.name) ?? nobody}::uuid`;
  const first = (round: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
    sql`(select t.organization_id, ${round} as round from ${sql.table(lane.table)} t
      where ${lane.isDue} and ${condition} order by t.organization_id limit 1)`;
  return sql`(with recursive ring (organization_id, round, place) as (
      select ${after}, 0, 0
      union all
      select n.organization_id, n.round, r.place + 1 from ring r cross join lateral (
          ${first(sql`r.round`, sql`t.organization_id > r.organization_id`)}
          union all ${first(sql`1`, sql`r.round = 0`)} limit 1) n
      where r.place < ${maxCompared} and (n.round = 0 or n.organization_id <= ${after}))
    select r.organization_id, r.place, greatest(a.free_at, now()) as free_at
    from ring r left join allowances a on a.key = ${keyOf(lane, sql`r.organization_id`)}
    where r.place > 0 order by greatest(a.free_at, now()), r.place)`;
}

/**
 * SQL: the newest row of the table that may be taken, of each workspace of a query `w`. The range is one workspace, but said so
 * only the index by workspace has this order: by the one of time alone, all that others have waiting would be read.
 */
export const newestDue = ({ table, isDue }: WorkspaceLane): RawBuilder<unknown> =>
  sql`(select t.sha256 from ${sql.table(table)} t
    where t.organization_id between w.organization_id and w.organization_id and ${isDue}
    order by t.organization_id desc, t.next_try_at desc limit 1 for update skip locked)`;

/** SQL: notes that each of these workspaces, the `organization_id` of a query, used the lane for so long. */
export const charge = (lane: WorkspaceLane, workspaces: RawBuilder<unknown>, ms: number): RawBuilder<unknown> => {
  const seconds = sql`make_interval(secs => ${Math.min((ms / 1000) * rememberedSeconds, maxRememberedSeconds)}::float8)`;
  return sql`insert into allowances as a (key, free_at)
    select ${keyOf(lane, sql`w.organization_id`)}, now() + ${seconds} from ${workspaces} w
    on conflict (key) do update set free_at = least(greatest(a.free_at, now()) + ${seconds},
      greatest(a.free_at, now() + make_interval(secs => ${maxRememberedSeconds})))`;
};

/** What was not counted when the work began. */
export async function chargeWorkspace(db: Executor, lane: WorkspaceLane, organizationId: string, ms: number) {
  if (ms > minMs) await charge(lane, sql`(select ${organizationId}::uuid as organization_id)`, ms - minMs).execute(db);
}
