export interface MailMessage {
  to: string;
  subject: string;
  html: string;
  text: string;
}

export interface MailTransport {
  /** Resolves once the mail server has accepted the message; rejects with a MailError. */
  send(message: MailMessage): Promise<void>;
  /** Proves address and credentials without sending anything. */
  verify?(): Promise<void>;
  close(): Promise<void>;
}

export class MailError extends Error {
  override name = 'MailError';
  /** Whether this message will never be accepted, so that retrying is useless. */
  readonly permanent: boolean;

  constructor(message: string, o: { permanent: boolean; cause?: unknown }) {
    super(message, { cause: o.cause });
    this.permanent = o.permanent;
  }
}

/** A line break in a header would let its author add further headers. */
export function assertOneLine(name: string, value: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (/[\u0000-\u001f\u007f\u2028\u2029]/.test(value)) {
    throw new MailError(`The ${name} of a mail must be one line without control characters.`, { permanent: true });
  }
}
