import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FaultAction, Faults } from '../shared/faults.ts';
import { listen, type RunningServer } from '../shared/listen.ts';
import type { Outside } from '../shared/outside.ts';
import { readPayload } from './body.ts';
import { Bucket } from './bucket.ts';
import { S3Error } from './errors.ts';
import { bucketFolders } from './folders.ts';
import type { S3Response } from './objects.ts';
import { findOperation } from './operations.ts';
import { type Quirks, refuseHeaders } from './quirks.ts';
import { parseRequest } from './request.ts';
import { type Credentials, verifySignature } from './signature.ts';
import { xml } from './xml.ts';

export interface S3Options {
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** us-east-1 by default; a request signed for another region is refused, as at Amazon. */
  region?: string;
  /** By default any free port, reachable only from this machine. */
  port?: number;
  quirks?: Quirks;
  /** The store's own clock, for tests of signatures that are too old. */
  clock?(): Date;
}

export interface S3Sandbox extends RunningServer {
  /** The contents of the bucket, for another client that works in it. */
  bucket: Bucket;
  /** The contents with folders, for keys below a prefix. */
  folders(prefix?: string): Outside;
  faults: Faults;
}

/** A strict S3 in miniature: one bucket, in memory, every request signed (SigV4). */
export async function startS3({
  region = 'us-east-1',
  port = 0,
  quirks,
  clock = () => new Date(),
  ...options
}: S3Options): Promise<S3Sandbox> {
  const bucket = new Bucket(quirks);
  const faults = new Faults();
  const world: World = { bucket, name: options.bucket, faults, credentials: { ...options, region }, clock };
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    void respond(world, incoming, outgoing).catch(() => outgoing.destroy());
  };
  const server = createServer(listener).on('checkContinue', listener);
  const raw = {
    keys: async () => bucket.keys(),
    get: async (key: string) => bucket.get(key)!.bytes,
    put: async (key: string, bytes: Uint8Array) => bucket.write(key, bytes),
    delete: async (key: string) => bucket.delete(key),
  };
  return { ...(await listen(server, { port })), bucket, faults, folders: (prefix) => bucketFolders(raw, prefix) };
}

interface World {
  bucket: Bucket;
  name: string;
  faults: Faults;
  credentials: Credentials;
  clock(): Date;
}

async function respond(world: World, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  const fault = world.faults.next(incoming.method ?? 'GET', (incoming.url ?? '/').replace(/\?.*$/, ''));
  if (fault?.kind === 'hang') return;
  if (fault?.kind === 'delay') await sleep(fault.ms);
  let response: S3Response;
  try {
    if (fault?.kind === 'status') throw new FaultError(fault);
    response =
      fault?.kind === 'garbage'
        ? { status: 200, body: '<!doctype html><title>Oops</title>' }
        : await answer(world, incoming, outgoing);
  } catch (error) {
    if (incoming.destroyed && !incoming.complete) return; // The client has hung up.
    response = refusal(error, requestId, incoming.url ?? '/');
    // A client that waits for “100 Continue” may still send its body or not, so the connection is closed.
    if (incoming.headers.expect !== undefined && !incoming.complete) outgoing.setHeader('connection', 'close');
  }
  incoming.resume();
  // An answer without a body is lost entirely.
  if (fault?.kind === 'cut' && response.body === undefined) return void outgoing.destroy();
  const length = response.body === undefined ? 0 : Buffer.byteLength(response.body);
  const framing = response.status === 204 || response.status === 304 ? {} : { 'content-length': length };
  outgoing.writeHead(response.status, {
    server: 'AmazonS3',
    date: world.clock().toUTCString(),
    'x-amz-request-id': requestId,
    ...framing,
    ...response.headers,
  });
  if (fault?.kind === 'cut') return cut(outgoing, response.body, fault.afterBytes);
  outgoing.end(incoming.method === 'HEAD' ? undefined : response.body);
}

async function answer(
  { bucket, name, credentials, clock }: World,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<S3Response> {
  const req = parseRequest(incoming, name);
  const signed = verifySignature(req, credentials, clock());
  if (req.bucket !== name) throw new S3Error('NoSuchBucket', undefined, { BucketName: req.bucket });
  refuseHeaders(bucket.quirks, req);
  const operation = findOperation(req);
  const hasBody = req.method === 'PUT' || req.method === 'POST';
  const payload = hasBody
    ? await readPayload(req, signed, incoming, outgoing)
    : { bytes: Buffer.alloc(0), checksums: {} };
  return operation.run(bucket, req, payload);
}

/** A failure requested by a test; `reason` is S3’s code. */
class FaultError extends Error {
  readonly fault: FaultAction & { kind: 'status' };
  constructor(fault: FaultAction & { kind: 'status' }) {
    super(fault.reason ?? 'ServiceUnavailable');
    this.fault = fault;
  }
}

function refusal(error: unknown, requestId: string, url: string): S3Response {
  const type = { 'content-type': 'application/xml' };
  if (error instanceof FaultError) {
    const { status, retryAfter } = error.fault;
    const headers = { ...type, ...(retryAfter !== undefined && { 'retry-after': retryAfter }) };
    return {
      status,
      headers,
      body: xml('Error', { Code: error.message, Message: 'As requested', RequestId: requestId }),
    };
  }
  const known = error instanceof S3Error ? error : new S3Error('InternalError', String(error));
  const { Region } = known.details;
  const body = known.toXml(requestId, url.replace(/\?.*$/, ''));
  return { status: known.status, headers: { ...type, ...(Region && { 'x-amz-bucket-region': Region }) }, body };
}

/** Sends the first bytes, then breaks the connection. */
async function cut(outgoing: ServerResponse, body: S3Response['body'], after: number): Promise<void> {
  outgoing.write(Buffer.from(body ?? '').subarray(0, after));
  await sleep(20);
  outgoing.destroy();
}
