import type { Payload } from './body.ts';
import type { Bucket } from './bucket.ts';
import { copyObject } from './copy.ts';
import { deleteObjects } from './delete-objects.ts';
import { S3Error } from './errors.ts';
import { listObjects } from './list-objects.ts';
import {
  abortUpload,
  completeUpload,
  createUpload,
  listParts,
  listUploads,
  uploadPart,
  uploadPartCopy,
} from './multipart.ts';
import { deleteObject, getObject, putObject, type S3Response } from './objects.ts';
import { header, type S3Request } from './request.ts';

interface Operation {
  method: string;
  on: 'bucket' | 'object';
  /** The query parameters that select this operation, and the optional ones. */
  needs: readonly string[];
  allows: readonly string[];
  run(bucket: Bucket, req: S3Request, payload: Payload): S3Response;
}

const listing = [
  'prefix',
  'delimiter',
  'max-keys',
  'continuation-token',
  'start-after',
  'encoding-type',
  'fetch-owner',
];
const firstListing = ['prefix', 'delimiter', 'max-keys', 'marker', 'encoding-type'];
/** The source of the bytes: the request, or the bucket. */
const orCopy =
  (send: Operation['run'], copy: Operation['run']): Operation['run'] =>
  (bucket, req, payload) =>
    (header(req, 'x-amz-copy-source') === undefined ? send : copy)(bucket, req, payload);
const found = (): S3Response => ({ status: 200 });

/** All operations of this S3. Their order doesn’t matter, because no request matches two. */
const operations: readonly Operation[] = [
  { method: 'HEAD', on: 'bucket', needs: [], allows: [], run: found },
  { method: 'GET', on: 'bucket', needs: ['list-type'], allows: listing, run: listObjects },
  { method: 'GET', on: 'bucket', needs: [], allows: firstListing, run: listObjects },
  { method: 'GET', on: 'bucket', needs: ['uploads'], allows: ['prefix', 'max-uploads'], run: listUploads },
  { method: 'POST', on: 'bucket', needs: ['delete'], allows: [], run: deleteObjects },
  { method: 'PUT', on: 'object', needs: [], allows: [], run: orCopy(putObject, copyObject) },
  { method: 'GET', on: 'object', needs: [], allows: [], run: getObject },
  { method: 'HEAD', on: 'object', needs: [], allows: [], run: getObject },
  { method: 'DELETE', on: 'object', needs: [], allows: [], run: deleteObject },
  { method: 'POST', on: 'object', needs: ['uploads'], allows: [], run: createUpload },
  {
    method: 'PUT',
    on: 'object',
    needs: ['uploadId', 'partNumber'],
    allows: [],
    run: orCopy(uploadPart, uploadPartCopy),
  },
  { method: 'GET', on: 'object', needs: ['uploadId'], allows: ['max-parts', 'part-number-marker'], run: listParts },
  { method: 'POST', on: 'object', needs: ['uploadId'], allows: [], run: completeUpload },
  { method: 'DELETE', on: 'object', needs: ['uploadId'], allows: [], run: abortUpload },
];

/** Refuses a request with an unknown parameter. */
export function findOperation(req: S3Request): Operation {
  const on = req.key === '' ? 'bucket' : 'object';
  // The AWS SDKs name the operation in x-id; S3 ignores it.
  const names = [...req.query.keys()].filter((name) => name !== 'x-id');
  const operation = operations.find(
    (one) =>
      one.method === req.method &&
      one.on === on &&
      one.needs.every((name) => names.includes(name)) &&
      names.every((name) => one.needs.includes(name) || one.allows.includes(name)),
  );
  if (!operation) throw new S3Error('NotImplemented', undefined, { Method: req.method, Query: names.join(', ') });
  return operation;
}
