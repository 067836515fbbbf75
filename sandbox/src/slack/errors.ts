/** Thrown anywhere below the server, which answers it as Slack would: with status 200 and `ok: false`. */
export class SlackError extends Error {
  override name = 'SlackError';
  readonly more: Readonly<Record<string, unknown>>;
  /** Seconds; with them the status is 429. */
  readonly retryAfter: number | undefined;

  constructor(code: string, more: Record<string, unknown> = {}, retryAfter?: number) {
    super(code);
    this.more = more;
    this.retryAfter = retryAfter;
  }
}
