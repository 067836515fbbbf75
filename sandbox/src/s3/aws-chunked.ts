import { S3Error } from './errors.ts';
import { type Signed, sha256 } from './signature.ts';

export interface Decoded {
  bytes: Buffer;
  /** Headers that follow the body, usually its checksum. */
  trailers: Record<string, string>;
}

const EMPTY = sha256('');
const TRAILER_SIGNATURE = 'x-amz-trailer-signature';

/**
 * Decodes an aws-chunked body: `size[;chunk-signature=…]\r\n bytes \r\n … 0\r\n trailers \r\n`.
 * With `signed`, each chunk and the trailer must continue the chain of signatures that the header's began.
 */
export function decodeAwsChunked(body: Buffer, signed: Signed | null): Decoded {
  const verify = signed ? chain(signed) : null;
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const [line, dataAt] = readLine(body, at);
    const parts = /^([0-9a-f]+)(?:;chunk-signature=([0-9a-f]{64}))?$/i.exec(line);
    if (!parts) throw new S3Error('IncompleteBody');
    const end = dataAt + Number.parseInt(parts[1] ?? '', 16);
    if (end > body.length) throw new S3Error('IncompleteBody');
    const chunk = body.subarray(dataAt, end);
    verify?.('PAYLOAD', parts[2], `${EMPTY}\n${sha256(chunk)}`);
    if (chunk.length === 0) return { bytes: Buffer.concat(chunks), trailers: readTrailers(body, dataAt, verify) };
    chunks.push(chunk);
    const [rest, next] = readLine(body, end);
    if (rest !== '') throw new S3Error('IncompleteBody');
    at = next;
  }
}

type Verify = (what: 'PAYLOAD' | 'TRAILER', given: string | undefined, hashes: string) => void;

function chain({ signature, date, scope, sign }: Signed): Verify {
  let previous = signature;
  return (what, given, hashes) => {
    previous = sign([`AWS4-HMAC-SHA256-${what}`, date, scope, previous, hashes].join('\n'));
    if (given !== previous) throw new S3Error('SignatureDoesNotMatch');
  };
}

function readTrailers(body: Buffer, from: number, verify: Verify | null): Record<string, string> {
  const trailers: Record<string, string> = {};
  let at = from;
  for (;;) {
    const [line, next] = readLine(body, at);
    if (line === '') break;
    const colon = line.indexOf(':');
    if (colon < 1) throw new S3Error('IncompleteBody');
    trailers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
    at = next;
  }
  const { [TRAILER_SIGNATURE]: signature, ...rest } = trailers;
  const canonical = Object.entries(rest).map(([name, value]) => `${name}:${value}\n`);
  if (verify && canonical.length > 0) verify('TRAILER', signature, sha256(canonical.join('')));
  return rest;
}

/** The line at an offset, and the start of the next one. */
function readLine(body: Buffer, from: number): [line: string, next: number] {
  const end = body.indexOf('\r\n', from);
  if (end < 0) throw new S3Error('IncompleteBody');
  return [body.toString('latin1', from, end), end + 2];
}
