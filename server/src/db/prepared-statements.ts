import type pg from 'pg';

interface WithConnection {
  /** A named statement that is not among the parsed ones is prepared before it runs. */
  connection: pg.Connection & { parsedStatements: Record<string, string> };
}

/**
 * Sends queries with parameters as prepared statements, so that PostgreSQL plans each text once per connection instead
 * of every time. Kysely can't name statements, so it happens here. The most recently used ones are kept, up to `max`.
 */
export function prepareRepeated(client: pg.ClientBase, max = 500): void {
  const { connection } = client as unknown as WithConnection;
  /** Names by text, the most recently used at the end. */
  const names = new Map<string, string>();
  let made = 0;

  const send = client.query.bind(client) as (...query: unknown[]) => unknown;
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string' || !Array.isArray(values)) return send(text, values, ...rest);
    const name = names.get(text) ?? `s${made++}`;
    names.delete(text);
    names.set(text, name);
    return send({ text, values, name }, ...rest);
  }) as typeof client.query;

  const parse = connection.parse.bind(connection);
  connection.parse = (...statement) => {
    if (names.size > max) closeOldest();
    parse(...statement);
  };

  /**
   * Sent together with the statement that takes the place; works in failed transactions too, and if PostgreSQL refused
   * the oldest.
   */
  function closeOldest(): void {
    const [text, name] = names.entries().next().value!;
    names.delete(text);
    delete connection.parsedStatements[name];
    connection.close({ type: 'S', name }, true);
  }
}
