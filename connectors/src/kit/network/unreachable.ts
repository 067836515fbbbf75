import { ConnectorError } from '../errors.ts';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses the connection',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  EHOSTUNREACH: 'can’t be reached',
  ENETUNREACH: 'can’t be reached',
  ENOTFOUND: 'can’t be found. Check the address.',
  EAI_AGAIN: 'can’t be found at the moment',
  ETIMEDOUT: 'doesn’t answer',
  EPROTO: 'doesn’t support https',
  CERT_HAS_EXPIRED: 'has an expired certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a certificate that isn’t trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'has a certificate that isn’t trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'has a certificate that isn’t trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another address',
};

/** Why a host cannot be reached, worded for the person who entered its address. */
export function unreachable(host: string, error: NodeJS.ErrnoException): ConnectorError {
  const { code = '', message } = error;
  const reason = REASONS[code] ?? (code.startsWith('HPE_') ? 'doesn’t speak HTTP' : null);
  const text = reason ? `${host} ${reason}` : `No connection to ${host}: ${code || message}`;
  return new ConnectorError('unavailable', text, { cause: error, ...(reason && { isPlain: true }) });
}
