import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, type RunningServer } from '../shared/listen.ts';
import { readPayload } from './body.ts';
import { Bucket } from './bucket.ts';
import { S3Error } from './errors.ts';
import type { S3Response } from './objects.ts';
import { findOperation } from './operations.ts';
import { parseRequest } from './request.ts';
import { type Credentials, verifySignature } from './signature.ts';

export interface S3Options {
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** us-east-1 unless given; a request signed for another region is refused, as at Amazon. */
  region?: string;
  /** Any free one unless given. Only this machine can reach it. */
  port?: number;
}

/** A strict S3 in miniature: one bucket, in memory, path-style, every request signed (SigV4). */
export async function startS3({ region = 'us-east-1', port = 0, ...options }: S3Options): Promise<RunningServer> {
  const bucket = new Bucket();
  const credentials: Credentials = { ...options, region };
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    void respond(bucket, options.bucket, credentials, incoming, outgoing);
  };
  const server = createServer(listener).on('checkContinue', listener);
  return listen(server, port);
}

async function respond(
  bucket: Bucket,
  name: string,
  credentials: Credentials,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  let response: S3Response;
  try {
    const req = parseRequest(incoming);
    const signed = verifySignature(req, credentials);
    if (req.bucket !== name) throw new S3Error('NoSuchBucket', undefined, { BucketName: req.bucket });
    const operation = findOperation(req);
    const hasBody = req.method === 'PUT' || req.method === 'POST';
    const payload = hasBody
      ? await readPayload(req, signed, incoming, outgoing)
      : { bytes: Buffer.alloc(0), checksums: {} };
    response = operation.run(bucket, req, payload);
  } catch (error) {
    if (incoming.destroyed && !incoming.complete) return; // The client has hung up.
    response = refusal(error, requestId, incoming.url ?? '/');
    // A client told to wait for "100 Continue" may send its body after all, or not: start anew with it.
    if (incoming.headers.expect !== undefined && !incoming.complete) outgoing.setHeader('connection', 'close');
  }
  incoming.resume();
  const length = response.body === undefined ? 0 : Buffer.byteLength(response.body);
  const framing = response.status === 204 || response.status === 304 ? {} : { 'content-length': length };
  outgoing.writeHead(response.status, {
    server: 'AmazonS3',
    'x-amz-request-id': requestId,
    ...framing,
    ...response.headers,
  });
  outgoing.end(incoming.method === 'HEAD' ? undefined : response.body);
}

function refusal(error: unknown, requestId: string, url: string): S3Response {
  const known = error instanceof S3Error ? error : new S3Error('InternalError', String(error));
  const body = known.toXml(requestId, url.replace(/\?.*$/, ''));
  return { status: known.status, headers: { 'content-type': 'application/xml' }, body };
}
