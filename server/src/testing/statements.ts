import type pg from 'pg';

/** The statements that are sent to PostgreSQL through this pool during the work, in order; `onEach` sees them first. */
export async function statementsDuring(
  pool: pg.Pool,
  work: () => Promise<unknown>,
  onEach: (text: string) => void = () => {},
): Promise<string[]> {
  const seen: string[] = [];
  const restore: (() => void)[] = [];
  const heard = new Set<pg.PoolClient>();
  const listen = (client: pg.PoolClient) => {
    if (heard.has(client)) return;
    heard.add(client);
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      const text = String(given[0]);
      seen.push(text);
      onEach(text);
      return query(...given);
    }) as typeof client.query;
    restore.push(() => {
      client.query = query as typeof client.query;
    });
  };
  pool.on('acquire', listen);
  await work().finally(() => pool.off('acquire', listen));
  for (const undo of restore.toReversed()) undo();
  return seen;
}
