import { sql } from 'kysely';

/**
 * SQL: the position of a message in its thread, given the alias of its table: by time, with answers below the messages
 * they answer.
 */
export const placeOf = (table: string) => {
  const [sent, answers, id] = ['sent_at', 'answers_at', 'id'].map((column) => sql.ref(`${table}.${column}`));
  return sql`coalesce(${answers}, ${sent}), ${sent}, ${id}`;
};
