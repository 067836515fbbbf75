/** Timeouts for a server, and the maximum it may send. */
export interface Patience {
  /** The maximum time until the server’s greeting. */
  greetingMs: number;
  /** The maximum time until signed in. */
  signInMs: number;
  /** The maximum time without a byte from the server while a command runs. */
  silenceMs: number;
  /** The maximum time of one task on a connection. */
  maxTaskMs: number;
  /** The bytes that one task may receive, unless it sets its own limit. */
  maxBytes: number;
  /** IDLE is renewed after this time; servers may end it after 29 minutes. */
  renewMs: number;
  /** How often the mailboxes outside IDLE are checked; all of them if there is no IDLE. */
  askMs: number;
}

export const patience: Patience = {
  greetingMs: 15_000,
  signInMs: 60_000,
  silenceMs: 60_000,
  maxTaskMs: 5 * 60_000,
  maxBytes: 32 << 20,
  renewMs: 9 * 60_000,
  askMs: 2 * 60_000,
};
