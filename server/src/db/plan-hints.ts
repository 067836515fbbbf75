import { type RawBuilder, sql } from 'kysely';

/**
 * Ends a lateral subquery that is to be answered from the index for each row. The planner knows nothing of an account or a
 * transfer that was filled a moment ago; without this it would read all of it, for every page or even for every row.
 */
export const oneByOne = sql`offset 0`;

/**
 * SQL: these ids, hidden from the planner, so that one plan serves all of them. For ids that it sees PostgreSQL expects less
 * work than for unknown ones and never keeps a plan; but planning a long statement takes longer than running it.
 */
export const anyIds = (ids: RawBuilder<unknown>): RawBuilder<unknown> => sql`(select ${ids})::uuid[]`;
