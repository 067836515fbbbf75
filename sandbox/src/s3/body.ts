import type { IncomingMessage, ServerResponse } from 'node:http';
import { decodeAwsChunked } from './aws-chunked.ts';
import { proveChecksums } from './checksums.ts';
import { S3Error } from './errors.ts';
import { header, type S3Request } from './request.ts';
import { type Signed, sha256 } from './signature.ts';

export interface Payload {
  bytes: Buffer;
  /** The sender's x-amz-checksum-* headers, verified. */
  checksums: Record<string, string>;
}

const MAX_PUT_BYTES = 5 * 1024 ** 3;

/** Reads and verifies the complete body; a request with a wrong or truncated body never reaches the store. */
export async function readPayload(
  req: S3Request,
  signed: Signed,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<Payload> {
  const declared = declaredLength(req);
  if (declared > MAX_PUT_BYTES) throw new S3Error('EntityTooLarge');
  // The body is requested only after the headers were verified.
  if (header(req, 'expect')?.toLowerCase() === '100-continue') outgoing.writeContinue();
  const { bytes, trailers } = decode(req, signed, Buffer.concat(await incoming.toArray()));
  if (bytes.length !== declared) throw new S3Error('IncompleteBody');
  for (const promised of header(req, 'x-amz-trailer')?.split(',') ?? []) {
    if (!(promised.trim().toLowerCase() in trailers))
      throw new S3Error('IncompleteBody', `Trailer ${promised} is missing.`);
  }
  const given = Object.fromEntries(Object.keys(req.headers).map((name) => [name, header(req, name)]));
  return { bytes, checksums: proveChecksums(bytes, { ...given, ...trailers }) };
}

function declaredLength(req: S3Request): number {
  const chunked = header(req, 'x-amz-decoded-content-length');
  if (chunked === undefined && header(req, 'transfer-encoding') !== undefined) {
    throw new S3Error('NotImplemented', undefined, { Header: 'Transfer-Encoding' });
  }
  const length = chunked ?? header(req, 'content-length');
  if (length === undefined || !/^\d+$/.test(length)) throw new S3Error('MissingContentLength');
  return Number(length);
}

function decode(req: S3Request, signed: Signed, raw: Buffer) {
  const kind = header(req, 'x-amz-content-sha256') ?? '';
  switch (kind) {
    case 'UNSIGNED-PAYLOAD':
      return { bytes: raw, trailers: {} };
    case 'STREAMING-UNSIGNED-PAYLOAD-TRAILER':
      return decodeAwsChunked(raw, null);
    case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD':
    case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER':
      return decodeAwsChunked(raw, signed);
  }
  if (!/^[0-9a-f]{64}$/.test(kind)) throw new S3Error('InvalidArgument', 'x-amz-content-sha256 is not a valid value.');
  if (sha256(raw) !== kind) throw new S3Error('XAmzContentSHA256Mismatch');
  return { bytes: raw, trailers: {} };
}
