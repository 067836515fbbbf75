import type pg from 'pg';

interface WithConnection {
  connection: { parsedStatements: Record<string, string> };
}

/**
 * Queries with parameters are sent as prepared statements, so that PostgreSQL plans each text once a connection
 * instead of every time. Kysely knows no names for statements, hence here. Those used last are kept, `max` of them.
 */
export function prepareRepeated(client: pg.ClientBase, max = 500): void {
  const send = client.query.bind(client) as (...query: unknown[]) => unknown;
  const { connection } = client as unknown as WithConnection;
  const names = new Map<string, string>();
  let made = 0;

  function nameOf(text: string): string {
    const name = names.get(text) ?? `s${made++}`;
    names.delete(text);
    names.set(text, name);
    return name;
  }

  function removeOldest(): void {
    const [text, name] = names.entries().next().value!;
    names.delete(text);
    // One that PostgreSQL refused to prepare is not there, and removing it would end a transaction.
    if (!(name in connection.parsedStatements)) return;
    delete connection.parsedStatements[name];
    void (send(`deallocate ${name}`) as Promise<unknown>).catch(() => {});
  }

  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string' || !Array.isArray(values)) return send(text, values, ...rest);
    const name = nameOf(text);
    if (names.size > max) removeOldest();
    return send({ text, values, name }, ...rest);
  }) as typeof client.query;
}
