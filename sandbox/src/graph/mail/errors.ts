import type { SandboxResponse } from '../../shared/server.ts';
import { graphFailure } from '../errors.ts';

/** Exchange's errors by code, with the status and the text it sends with each. */
const refusals = {
  ErrorAccessDenied: [403, 'Access is denied. Check credentials and try again.'],
  ErrorItemNotFound: [404, 'The specified object was not found in the store.'],
  ErrorInvalidIdMalformed: [400, 'Id is malformed.'],
  'RequestBroker--ParseUri': [400, 'The query cannot be read.'],
  BadRequest: [400, 'Resource not found for the segment.'],
  NotSupported: [
    400,
    "'$value' segment is not supported for the given attachment. '$value' segment is only supported for File Attachments and Item Attachments.",
  ],
  MailboxNotEnabledForRESTAPI: [
    404,
    'The mailbox is either inactive, soft-deleted, or is hosted on-premise. REST API is not yet supported for this mailbox.',
  ],
  SyncStateNotFound: [
    410,
    'The sync state generation is not found; syncStateNotFound. Resync required. Replace any local items with the server version.',
  ],
  UnknownError: [503, ''],
  ApplicationThrottled: [429, 'Application is over its MailboxConcurrency limit.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** Thrown anywhere in the mail part, which answers it as Exchange would. */
export class MailError extends Error {
  readonly #code: keyof typeof refusals;
  readonly #headers: Record<string, string>;

  constructor(code: keyof typeof refusals, message?: string, headers: Record<string, string> = {}) {
    super(message ?? refusals[code][1]);
    this.#code = code;
    this.#headers = headers;
  }

  get response(): SandboxResponse {
    return graphFailure(refusals[this.#code][0], this.#code, this.message, this.#headers);
  }
}
