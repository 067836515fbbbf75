import type { SandboxRequest } from '../../shared/server.ts';
import type { Mailbox } from './mailbox.ts';

/** A request for somebody’s mail. */
export interface MailCall {
  req: SandboxRequest;
  mailbox: Mailbox;
  origin: string;
  /** The maximum number of entries on a page. */
  maxPerPage: number;
  /** The preferences in `Prefer`. */
  isImmutable: boolean;
  pageSize: number | null;
}
