import { sql } from 'kysely';

/**
 * Ends a lateral subquery that is to be answered from the index for each row. Of an account or a transfer that was filled a
 * moment ago the planner knows nothing; left to itself, it would read all of it, for every page or even for every row.
 */
export const oneByOne = sql`offset 0`;
