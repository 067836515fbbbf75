/**
 * All statements on graphile's own tables, for what its public functions and views don't cover. After an update of
 * graphile only these need checking: `npm run imports` finds other files that name the tables.
 */

/** `j` is the job that was returned or completed; its queue continues with the next one. $2: the worker. */
const freeQueue = `update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
  from j where q.id = j.job_queue_id and q.locked_by = $2`;

/** $1: the job, $2: the worker. Returns whether the worker held it. */
export const deleteHeld = `with j as (delete from graphile_worker._private_jobs where id = $1 and locked_by = $2 returning id, job_queue_id),
    q as (${freeQueue})
  select exists (select 1 from j) as held`;

/** The flag of jobs that were queued with a key. */
export const keyedFlag = 'keyed';
/**
 * Graphile takes the key off a running job when another one with its key is queued, and never runs it again. If its
 * worker does not complete it, it is deleted; otherwise it would count as failed for good.
 */
const isReplaced = `(key is null and coalesce(flags, '{}') ? '${keyedFlag}')`;
/**
 * Among jobs that meet a condition, replaced ones are deleted (`gone`) and the others changed (`kept`). They are locked
 * first, so that none is replaced in between.
 */
const giveBack = (condition: string, changes = '') => `held as materialized (
    select id, ${isReplaced} as is_replaced from graphile_worker._private_jobs where ${condition} order by id for update),
  gone as (delete from graphile_worker._private_jobs j using held where j.id = held.id and held.is_replaced returning j.job_queue_id),
  kept as (update graphile_worker._private_jobs j set ${changes} locked_by = null, locked_at = null
    from held where j.id = held.id and not held.is_replaced returning j.job_queue_id)`;

/** The job gets a new id and waits again. $1: the job, $2: the worker. */
const release = (changes: string) => `with ${giveBack('id = $1 and locked_by = $2', `id = default, ${changes},`)},
    j as (select job_queue_id from gone union all select job_queue_id from kept)
  ${freeQueue}`;

const uncounted = 'attempts = greatest(j.attempts - 1, 0)';
/** Returned as if it had not been taken. */
export const releaseUntried = release(uncounted);
/** Runs again at once, without counting the attempt. $3: the error. */
export const releaseForNow = release(`last_error = $3, run_at = now(), ${uncounted}`);
/** Each attempt waits longer than the one before. $3: the error. */
export const releaseForLater = release(
  `last_error = $3, run_at = greatest(now(), j.run_at) + exp(least(j.attempts, 10)) * interval '1 second'`,
);

const forLong = 'locked_by = any($1) and locked_at < now() - make_interval(secs => $2)';
/** $1: workers, $2: seconds. All jobs that they have held for longer, except those in $3. */
export const unlockJobsBut = `with ${giveBack(`${forLong} and id <> all($3::bigint[])`)} select 1`;
/** The same for queues of which they hold no job. */
export const unlockIdleQueues = `update graphile_worker._private_job_queues q set locked_by = null, locked_at = null where ${forLong} and not exists
  (select 1 from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_by = q.locked_by)`;

const ofSilent = `locked_by is not null and locked_at < now() - make_interval(secs => $1)
  and locked_by not in (select worker_id from worker_heartbeats)`;
/**
 * Everything that workers without a heartbeat have held for more than $1 seconds. A queue can be locked without a job.
 */
export const unlockSilent = `with ${giveBack(ofSilent)}
  update graphile_worker._private_job_queues set locked_by = null, locked_at = null where ${ofSilent}`;

/**
 * SQL: the names of queues that have such a job `j`. All at once, because the jobs have no index by queue: checked row
 * by row, the table would be read for each.
 */
export const queuesWith = (
  condition: string,
) => `(select q.queue_name from graphile_worker._private_jobs j join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    where ${condition})`;

/**
 * For each kind of job and each flag (SQL on `j.flags`; null: none), the first job that waits behind others is moved to
 * the front.
 */
export const promoteFirst = (flag: string) => `with next as (
    select distinct on (j.task_id, flag.of) j.id from graphile_worker._private_jobs j
    cross join lateral (select ${flag} as of) flag
    where j.is_available and j.priority > 0 and j.run_at <= now() and flag.of is not null
    order by j.task_id, flag.of, j.priority, j.run_at)
  update graphile_worker._private_jobs j set priority = 0 from next where j.id = next.id and j.is_available`;

/**
 * When each job that could run now was due, oldest first, up to a limit. Jobs behind another one of their queue are
 * left out.
 */
export const dueJobs = (
  limit: number,
) => `select j.run_at from graphile_worker._private_jobs j left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  where j.is_available = true and j.run_at <= now() and q.locked_at is null
  order by j.priority, j.run_at limit ${limit}`;
/** Ends of statements that select these jobs. */
export const fromRunning = `from graphile_worker._private_jobs where locked_at is not null`;
export const fromGivenUp = `from graphile_worker._private_jobs where locked_at is null and attempts >= max_attempts`;

/** All jobs that run or will run, with what is needed to add them again: see `addCopiedJobs`. */
export const waitingJobs = `select t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority,
    array(select jsonb_object_keys(coalesce(j.flags, '{}'))) as flags
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  where j.attempts < j.max_attempts or j.locked_at is not null order by j.id`;
/** A table for the length of a transaction, to which the jobs can be copied. */
export const copiedJobs = `create temporary table copied_jobs (identifier text, payload json, queue_name text, run_at timestamptz,
  max_attempts int, key text, priority int, flags text[]) on commit drop`;
export const addCopiedJobs = `select graphile_worker.add_job(identifier, payload, queue_name, run_at, max_attempts, key, priority,
  nullif(flags, '{}')) from copied_jobs`;
