import { type RawBuilder, sql } from 'kysely';

/**
 * SQL: these ids, unseen by the planner, so that one plan serves all of them. For the ids that it sees PostgreSQL expects
 * less work than for any ids, and never keeps a plan; but planning a long statement takes longer than running it.
 */
export const anyIds = (ids: RawBuilder<unknown>): RawBuilder<unknown> => sql`(select ${ids})::uuid[]`;
