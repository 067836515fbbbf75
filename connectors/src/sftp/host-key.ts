import { createHash } from 'node:crypto';
import type { AccountContext } from '../kit/connector.ts';
import { plainError } from '../kit/errors.ts';
import type { SftpFields } from './auth.ts';

/** The fingerprint that `ssh-keygen -l` prints. */
const fingerprintOf = (key: Uint8Array): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

/** Trusts the key that a host presents at first use, and no other from then on. */
export function createHostKeyCheck({ hostKey: known, host }: SftpFields) {
  let shown: string | undefined;
  return {
    isKnownHost(key: Uint8Array): boolean {
      shown = fingerprintOf(key);
      return known === undefined || known === shown;
    },
    /** Must be called once signing in has succeeded. */
    async remember(account: AccountContext): Promise<void> {
      if (known === undefined && shown !== undefined) await account.remember({ hostKey: shown });
    },
    /** The message that a person needs to judge whether the change was intended. */
    explain(error: unknown): unknown {
      if (known === undefined || shown === undefined || known === shown) return error;
      return plainError(
        'forbidden',
        `The key of ${host} has changed from ${known} to ${shown}. Someone may be listening in. ` +
          'If the host was set up again, reconnect it.',
        { cause: error, field: 'host' },
      );
    },
  };
}
