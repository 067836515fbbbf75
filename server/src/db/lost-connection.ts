import pg from 'pg';

/** Errors of connections to PostgreSQL. Errors of other services look the same, such as ECONNRESET of a bucket. */
const ofTheLine = new WeakSet<object>();

/** A client whose errors `isConnectionLost` recognizes. */
export class WatchedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.connection.on('error', (error: object) => ofTheLine.add(error));
  }
}

/**
 * Whether an error says that PostgreSQL restarts, was cut off or can't be reached. Unlike a bug, that is worth another
 * attempt: requests answer 503, jobs resume.
 */
export function isConnectionLost(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code = '', message = '', cause } = error as { code?: string; message?: string; cause?: unknown };
  return (
    ofTheLine.has(error) ||
    /^(57P0[1235]|25P03|08\d{3}|53300)$/.test(code) ||
    /timeout exceeded when trying to connect|Connection terminated|not queryable|Client was closed/.test(message) ||
    isConnectionLost(cause)
  );
}
