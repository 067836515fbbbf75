import type { SandboxRequest } from '../../shared/server.ts';
import type { Mailbox } from './mailbox.ts';

/** A request about somebody's mail. */
export interface MailCall {
  req: SandboxRequest;
  mailbox: Mailbox;
  origin: string;
  /** The most entries on a page, whatever is asked for. */
  maxPerPage: number;
  /** As `Prefer` asks for. */
  isImmutable: boolean;
  pageSize: number | null;
}
