import pg from 'pg';

/** What went wrong on a line to PostgreSQL. Errors of other services look alike: ECONNRESET of a bucket, for one. */
const ofTheLine = new WeakSet<object>();

/** A client whose errors `isConnectionLost` recognizes. */
export class WatchedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.connection.on('error', (error: object) => ofTheLine.add(error));
  }
}

/**
 * Whether an error says that PostgreSQL restarts, was cut off or cannot be reached. That is worth another try, unlike a
 * fault of ours: requests answer 503, jobs resume.
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
