import type pg from 'pg';

type Send = (...query: unknown[]) => Promise<pg.QueryResult>;
type Callback = (error: Error | undefined, result?: pg.QueryResult) => void;

/**
 * Without a session that keeps settings, each transaction starts by setting how long it may be idle and how long each
 * of its statements may take. For the latter, a single statement becomes a transaction too.
 */
export function limitTransactions(client: pg.ClientBase, idleMs: number, statementMs: number | undefined): void {
  const send = client.query.bind(client) as unknown as Send;
  const limits = [`set local idle_in_transaction_session_timeout = ${idleMs}`];
  if (statementMs !== undefined) limits.push(`set local statement_timeout = ${statementMs}`);
  const begin = (text: string) => `${text}; ${limits.join('; ')}`;
  let isInside = false;

  async function alone(query: unknown[]): Promise<pg.QueryResult> {
    await send(begin('begin'));
    try {
      const result = await send(...query);
      await send('commit');
      return result;
    } catch (error) {
      // If the connection is lost this fails too, but the first error says why.
      await send('rollback').catch(() => {});
      throw error;
    }
  }

  client.query = ((...query: unknown[]) => {
    const [text] = query;
    if (typeof text === 'string' && /^(begin|start transaction)\b/i.test(text)) {
      isInside = true;
      return send(begin(text), ...query.slice(1));
    }
    if (typeof text === 'string' && /^(commit|rollback)\s*;?\s*$/i.test(text)) {
      isInside = false;
      return send(...query);
    }
    if (isInside || statementMs === undefined) return send(...query);
    const last = query.at(-1);
    if (typeof last !== 'function') return alone(query);
    const callback = last as Callback;
    void alone(query.slice(0, -1)).then((result) => callback(undefined, result), callback);
  }) as typeof client.query;
}
