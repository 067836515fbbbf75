/** An error that the server answers like Slack: with status 200 and `ok: false`. */
export class SlackError extends Error {
  override name = 'SlackError';
  readonly more: Readonly<Record<string, unknown>>;
  /** Seconds to wait; with them the status is 429. */
  readonly retryAfter: number | undefined;

  constructor(code: string, more: Record<string, unknown> = {}, retryAfter?: number) {
    super(code);
    this.more = more;
    this.retryAfter = retryAfter;
  }
}
