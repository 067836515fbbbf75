import { sql } from 'kysely';

/** The first day of the current month, in UTC whatever the time zone of the database: monthly limits start then. */
export const thisMonth = sql<string>`date_trunc('month', now() at time zone 'utc')::date`;
