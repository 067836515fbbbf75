import { ConnectorError } from './errors.ts';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses the connection',
  ECONNRESET: 'broke the connection off',
  EPIPE: 'broke the connection off',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  ENOTFOUND: 'cannot be found: is the address right?',
  EAI_AGAIN: 'cannot be found at the moment',
  ETIMEDOUT: 'does not answer',
  EPROTO: 'does not speak https',
  CERT_HAS_EXPIRED: 'shows a certificate that has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'shows a certificate that nobody vouches for',
  SELF_SIGNED_CERT_IN_CHAIN: 'shows a certificate that nobody vouches for',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'shows a certificate that nobody vouches for',
  ERR_TLS_CERT_ALTNAME_INVALID: 'shows a certificate of another address',
};

/** What keeps us from a host, in words for the person who gave its address. */
export function unreachable(host: string, error: NodeJS.ErrnoException): ConnectorError {
  const { code = '', message } = error;
  const reason = REASONS[code] ?? (code.startsWith('HPE_') ? 'answers with something that is no HTTP' : null);
  const text = reason ? `${host} ${reason}` : `No connection to ${host}: ${code || message}`;
  return new ConnectorError('unavailable', text, { cause: error });
}
