/** How long a server is waited for, and how much it may send. */
export interface Patience {
  /** Until the server's greeting. */
  greetingMs: number;
  /** Until signed in. */
  signInMs: number;
  /** Without a byte from the server while a command runs. */
  silenceMs: number;
  /** For one task on a connection. */
  maxTaskMs: number;
  /** What one task may receive, unless it asks for more. */
  maxBytes: number;
  /** IDLE is renewed after this long; servers may end it after 29 minutes. */
  renewMs: number;
  /** How often other mailboxes than the one of IDLE are asked, and that one too where there is no IDLE. */
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
