import { sql } from 'kysely';

/** SQL: where a message stands in its thread, by the name of its table: by time, and answers below what they answer. */
export const placeOf = (table: string) => {
  const [sent, answers, id] = ['sent_at', 'answers_at', 'id'].map((column) => sql.ref(`${table}.${column}`));
  return sql`coalesce(${answers}, ${sent}), ${sent}, ${id}`;
};
