import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { kept, type Memory } from '../memory.ts';

/** A kind of background work that all workspaces share, and the table of what is to be done. */
export interface WorkspaceLane {
  name: string;
  /** It has an `organization_id`, and an index by it of the rows that wait. */
  table: string;
  /** SQL: whether a row of the table may be taken now. */
  isDue: RawBuilder<unknown>;
}

/** At most this many workspaces are compared at a time. The next comparison starts after the one that was served. */
const maxCompared = 64;
/** A second of work counts for ten seconds, up to a minute of work: workspaces that used more than that are equal. */
const rememberedSeconds = 10;
const maxRememberedSeconds = 600;
/** Charged at once, before it is known how long the work takes. */
export const minMs = 100;

const nobody = '00000000-0000-0000-0000-000000000000';
/** The workspace that each lane served last. Each instance makes its own round. */
const servedLastOf = kept(() => new Map<string, string>());

export const noteServed = (instance: { memory: Memory }, { name }: WorkspaceLane, organizationId: string): void =>
  void servedLastOf(instance).set(name, organizationId);

const keyOf = ({ name }: WorkspaceLane, organizationId: RawBuilder<unknown>) => sql`${`${name} `} || ${organizationId}`;

/**
 * SQL: the workspaces that have work waiting, first those that used the lane least recently (`free_at`: when their use is
 * forgotten), and otherwise one after another (`place`). Each costs a step in the index, however much it has waiting.
 */
export function workspacesInTurn(instance: { memory: Memory }, lane: WorkspaceLane): RawBuilder<unknown> {
  const after = sql`${servedLastOf(instance).get(lane.name) ?? nobody}::uuid`;
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
 * SQL: for each workspace of a query `w`, the newest row of the table that may be taken. The range is a single workspace, but
 * written as a range so that only the index by workspace has this order: the index by time would read the rows of all others.
 */
export const newestDue = ({ table, isDue }: WorkspaceLane): RawBuilder<unknown> =>
  sql`(select t.sha256 from ${sql.table(table)} t
    where t.organization_id between w.organization_id and w.organization_id and ${isDue}
    order by t.organization_id desc, t.next_try_at desc limit 1 for update skip locked)`;

/** SQL: records that each of these workspaces, the `organization_id` of a query, used the lane for `ms`. */
export const charge = (lane: WorkspaceLane, workspaces: RawBuilder<unknown>, ms: number): RawBuilder<unknown> => {
  const seconds = sql`make_interval(secs => ${Math.min((ms / 1000) * rememberedSeconds, maxRememberedSeconds)}::float8)`;
  return sql`insert into allowances as a (key, free_at)
    select ${keyOf(lane, sql`w.organization_id`)}, now() + ${seconds} from ${workspaces} w
    on conflict (key) do update set free_at = least(greatest(a.free_at, now()) + ${seconds},
      greatest(a.free_at, now() + make_interval(secs => ${maxRememberedSeconds})))`;
};

/** Records the time beyond what was charged when the work began. */
export async function chargeWorkspace(db: Executor, lane: WorkspaceLane, organizationId: string, ms: number) {
  if (ms > minMs) await charge(lane, sql`(select ${organizationId}::uuid as organization_id)`, ms - minMs).execute(db);
}
