import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { assertKey, assertPrefix, assertRange, isKey } from '../blob-keys.ts';
import { type BlobInfo, type BlobStore, LEFTOVER_AGE_MS, READ_CHUNK_BYTES } from '../blob-store.ts';
import { GROWING_PREFIX, growingObjects } from '../growing/growing-objects.ts';
import type { BlobLocation } from '../location.ts';
import { removeSpoolFilesBefore } from '../spool-files.ts';
import { batchedDeletes } from './batched-deletes.ts';
import { abortUploadsBefore } from './s3-leftovers.ts';
import { signedS3Url } from './s3-link.ts';

type S3Location = Extract<BlobLocation, { kind: 's3' }>;

/** S3 takes 10,000 parts, so this bounds a blob to 156 GiB, and one put to some 100 MB of memory. */
const PART_BYTES = 16 * 1024 * 1024;
const PARTS_IN_FLIGHT = 2;
const PUTS_IN_FLIGHT = 16;
/** Long enough to start a download, whose body may then take any time. */
const LINK_SECONDS = 300;
/** Written by ready() and never listed: '+' is not allowed in keys. */
const PROBE = '+ready';

export async function openS3Store(location: S3Location): Promise<BlobStore> {
  const { bucket: Bucket } = location;
  const client = connect(location);
  const prefix = location.prefix === '' ? '' : `${location.prefix}/`;
  const at = (key: string) => {
    assertKey(key);
    return { Bucket, Key: prefix + key };
  };
  const remove = async (key: string) => void (await client.send(new DeleteObjectCommand(at(key))));
  const head = async (key: string): Promise<BlobInfo | null> => {
    const found = await client.send(new HeadObjectCommand(at(key))).catch(nullIfAbsent);
    return found && { size: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) };
  };
  const put: BlobStore['put'] = async (key, body, { contentType, signal } = {}) => {
    let size = 0;
    const counted = new Transform({
      highWaterMark: READ_CHUNK_BYTES,
      transform(chunk: Buffer, _, done) {
        size += chunk.length;
        done(null, chunk);
      },
    });
    const params = { ...at(key), Body: counted, ContentType: contentType };
    const upload = new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_IN_FLIGHT });
    // The signal breaks the stream rather than the upload, so the upload has removed its parts before this rejects.
    const source = body instanceof Uint8Array ? Readable.from([body]) : body;
    const fed = pipeline(source, counted, { signal });
    fed.catch(() => {}); // Handled by the upload, which reads the broken stream.
    await upload.done();
    await fed;
    return { size };
  };
  const putWhole = (key: string, bytes: Uint8Array) => client.send(new PutObjectCommand({ ...at(key), Body: bytes }));
  // Only cleans up: a store without the right to list uploads works all the same, and ready() reports anything worse.
  const longAgo = new Date(Date.now() - LEFTOVER_AGE_MS);
  await abortUploadsBefore(longAgo, client, Bucket, prefix, prefix + GROWING_PREFIX).catch(() => {});
  await removeSpoolFilesBefore(longAgo, tmpdir()).catch(() => {});

  const store: Omit<BlobStore, 'growing'> = {
    put,

    async get(key, { range } = {}) {
      if (range) assertRange(range);
      const Range = range && `bytes=${range.start}-${range.end ?? ''}`;
      try {
        const found = await client.send(new GetObjectCommand({ ...at(key), Range })).catch(nullIfAbsent);
        if (!found) return null;
        const size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength);
        return { body: found.Body as Readable, size };
      } catch (error) {
        if (!isStatus(error, 416)) throw error;
        const info = await head(key);
        return info && { body: Readable.from([]), size: info.size };
      }
    },

    async putAll(blobs) {
      for (let at = 0; at < blobs.length; at += PUTS_IN_FLIGHT)
        await Promise.all(blobs.slice(at, at + PUTS_IN_FLIGHT).map(({ key, bytes }) => putWhole(key, bytes)));
    },

    spoolDir: tmpdir(),

    async adopt(key, file) {
      await put(key, createReadStream(file, { highWaterMark: READ_CHUNK_BYTES }));
      await rm(file, { force: true });
    },

    head,

    async link(key, { type, disposition }) {
      const { Key } = at(key);
      return signedS3Url(await client.config.credentials(), {
        url: objectUrl(location, Key),
        region: location.region,
        seconds: LINK_SECONDS,
        query: { 'response-content-type': type, 'response-content-disposition': disposition },
      });
    },

    delete: remove,
    deleteAll: batchedDeletes(client, Bucket, (key) => at(key).Key, remove),

    async *list(start) {
      assertPrefix(start);
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix + start })) {
        for (const { Key = '', Size: size = 0, LastModified: modifiedAt = new Date(0) } of page.Contents ?? []) {
          const key = Key.slice(prefix.length);
          if (isKey(key)) yield { key, size, modifiedAt };
        }
      }
    },

    async ready() {
      try {
        await client.send(new PutObjectCommand({ Bucket, Key: prefix + PROBE, Body: 'ready' }));
      } catch (error) {
        const { name, message } = error as Error;
        throw new Error(`The S3 bucket ${Bucket} cannot be written: ${message || name}`, { cause: error });
      }
    },

    async close() {
      client.destroy();
    },
  };
  return { ...store, growing: growingObjects(client, Bucket, prefix, store) };
}

function connect({ endpoint, region, forcePathStyle, accessKeyId, secretAccessKey }: S3Location): S3Client {
  return new S3Client({
    endpoint,
    region,
    forcePathStyle,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    // Only Amazon knows the newer checksums for sure; the signature covers the bytes of each part anyway.
    requestChecksumCalculation: endpoint ? 'WHEN_REQUIRED' : 'WHEN_SUPPORTED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5_000,
      socketTimeout: 120_000,
      // Each download holds a socket for as long as its reader takes.
      httpAgent: { maxSockets: 256 },
      httpsAgent: { maxSockets: 256 },
    },
  });
}

function objectUrl({ endpoint, region, bucket, forcePathStyle }: S3Location, key: string): URL {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  if (!forcePathStyle) url.hostname = `${bucket}.${url.hostname}`;
  const path = key.split('/').map(encodeURIComponent).join('/');
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${forcePathStyle ? `${bucket}/` : ''}${path}`;
  return url;
}

function isStatus(error: unknown, status: number): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status;
}

function nullIfAbsent(error: unknown): null {
  // A missing bucket is a 404 too, but that doesn't mean that the blob is missing.
  if (isStatus(error, 404) && (error as Error).name !== 'NoSuchBucket') return null;
  throw error;
}
