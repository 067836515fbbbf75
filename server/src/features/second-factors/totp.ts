import { Secret, TOTP } from 'otpauth';

const issuer = 'Sheaf';
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;

const totpOf = (secret: string, email = '') =>
  new TOTP({ issuer, label: email, secret: Secret.fromBase32(secret), digits: 6, period: 30 });

/** In base32, as people type it into an app that can't scan. */
export const newSecret = (): string => new Secret({ size: secretBytes }).base32;

/** What the QR code says. */
export const uriOf = (secret: string, email: string): string => totpOf(secret, email).toString();

/**
 * The period of 30 seconds that the code belongs to, of the present one and its two neighbors: clocks differ, and people
 * need time to type. null: it belongs to none.
 */
export function stepOf(secret: string, code: string): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = totpOf(secret);
  const timestamp = Date.now();
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
