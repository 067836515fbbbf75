import { isIP } from 'node:net';
import { AppError } from '../../../errors.ts';
import type { Services } from '../../../services.ts';

/** Passkeys belong to the server's host name and are used at this origin only. */
export function relyingParty({ config }: Pick<Services, 'config'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(config.publicUrl);
  return { id: hostname, origin };
}

/** Browsers support them at https addresses and localhost, but never at IP addresses. */
export function hasPasskeys({ config }: Pick<Services, 'config'>): boolean {
  const { hostname, protocol } = new URL(config.publicUrl);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return !isAddress && (protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost'));
}

export function mustHavePasskeys(services: Pick<Services, 'config'>): void {
  if (!hasPasskeys(services))
    throw new AppError(
      'conflict',
      'Passkeys only work if Sheaf has an https address with a domain name. Ask your administrator.',
    );
}

/** Loaded with the first passkey: it includes certificate parsers, for which starting shouldn't wait. */
export const webAuthn = () => import('@simplewebauthn/server');
