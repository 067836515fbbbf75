import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, describe, expect, it } from 'vitest';
import { startS3 } from '../index.ts';
import { forThisFile } from '../testing/for-this-file.ts';

const Bucket = 'files';
const keys = { accessKeyId: 'sandbox', secretAccessKey: 'sandbox-secret' };
const connect = (change: Partial<typeof keys> = {}, region = 'us-east-1') =>
  new S3Client({ endpoint: s3.url, region, forcePathStyle: true, credentials: { ...keys, ...change }, maxAttempts: 1 });

const s3 = await forThisFile(startS3({ bucket: Bucket, ...keys }));
const client = connect();
afterAll(() => client.destroy());

const put = (Key: string, Body: string | Uint8Array = 'x') => client.send(new PutObjectCommand({ Bucket, Key, Body }));
const refused = (name: string, status: number) =>
  expect.objectContaining({ name, $metadata: expect.objectContaining({ httpStatusCode: status }) });

describe('objects', () => {
  it('are returned as they were stored, with type, metadata, ETag and verified checksum', async () => {
    const body = Buffer.from('Grüße, 世界');
    const Metadata = { owner: 'ada' };
    const Key = "odd/ !*'()+&=~ü/name.txt";
    await client.send(new PutObjectCommand({ Bucket, Key, Body: body, ContentType: 'text/plain', Metadata }));
    const got = await client.send(new GetObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' }));
    expect(await got.Body?.transformToByteArray()).toEqual(new Uint8Array(body));
    expect(got).toMatchObject({ ContentType: 'text/plain', Metadata, ContentLength: body.length });
    expect(got.ETag).toBe(`"${createHash('md5').update(body).digest('hex')}"`);
    expect(got.ChecksumCRC32).toMatch(/=$/);
  });

  it('may be streamed in aws-chunked with a trailing checksum', async () => {
    const bytes = Buffer.alloc(3_000_000, 'sheaf');
    const half = [bytes.subarray(0, 1_000_000), bytes.subarray(1_000_000)];
    const Body = Readable.from(half, { objectMode: false });
    await client.send(new PutObjectCommand({ Bucket, Key: 'streamed', Body, ContentLength: bytes.length }));
    const got = await client.send(new GetObjectCommand({ Bucket, Key: 'streamed' }));
    expect(Buffer.from((await got.Body?.transformToByteArray()) ?? []).equals(bytes)).toBe(true);
    expect(got.ContentEncoding).toBeUndefined();
  });

  it.each(['CRC32C', 'SHA1', 'SHA256'] as const)('verify a %s', async (ChecksumAlgorithm) => {
    const sent = await client.send(new PutObjectCommand({ Bucket, Key: 'sum', Body: 'abc', ChecksumAlgorithm }));
    expect(sent[`Checksum${ChecksumAlgorithm}`]).toBeDefined();
    const ChecksumSHA256 = createHash('sha256').update('other').digest('base64');
    const wrong = client.send(new PutObjectCommand({ Bucket, Key: 'sum', Body: 'abc', ChecksumSHA256 }));
    await expect(wrong).rejects.toEqual(refused('BadDigest', 400));
  });

  it('can be read in ranges', async () => {
    await put('digits', '0123456789');
    const read = async (Range: string) => {
      const got = await client.send(new GetObjectCommand({ Bucket, Key: 'digits', Range }));
      return [await got.Body?.transformToString(), got.ContentRange, got.$metadata.httpStatusCode];
    };
    expect(await read('bytes=2-4')).toEqual(['234', 'bytes 2-4/10', 206]);
    expect(await read('bytes=8-')).toEqual(['89', 'bytes 8-9/10', 206]);
    expect(await read('bytes=-3')).toEqual(['789', 'bytes 7-9/10', 206]);
    expect(await read('bytes=5-99')).toEqual(['56789', 'bytes 5-9/10', 206]);
    expect(await read('bytes=0-1,4-5')).toEqual(['0123456789', undefined, 200]);
    await expect(read('bytes=10-')).rejects.toEqual(refused('InvalidRange', 416));
  });

  it('obey conditions', async () => {
    const { ETag } = await put('conditional');
    const get = (o: object) => client.send(new GetObjectCommand({ Bucket, Key: 'conditional', ...o }));
    await expect(get({ IfNoneMatch: ETag })).rejects.toEqual(refused('Unknown', 304));
    await expect(get({ IfMatch: '"other"' })).rejects.toEqual(refused('PreconditionFailed', 412));
    const create = client.send(new PutObjectCommand({ Bucket, Key: 'conditional', Body: 'y', IfNoneMatch: '*' }));
    await expect(create).rejects.toEqual(refused('PreconditionFailed', 412));
  });

  it('don’t exist after a deletion, which never fails', async () => {
    await put('gone');
    for (let i = 0; i < 2; i++) await client.send(new DeleteObjectCommand({ Bucket, Key: 'gone' }));
    await expect(client.send(new GetObjectCommand({ Bucket, Key: 'gone' }))).rejects.toEqual(refused('NoSuchKey', 404));
    await expect(client.send(new HeadObjectCommand({ Bucket, Key: 'gone' }))).rejects.toEqual(refused('NotFound', 404));
  });
});

describe('listing', () => {
  it('pages through keys and common prefixes in the order of their bytes', async () => {
    const names = ['l/a', 'l/b/1', 'l/b/2', 'l/c-', 'l/c/', 'l/\u{1F33E}', 'l/\uFF5E', 'l/<&>"'];
    for (const name of names) await put(name);
    const pages: string[][] = [];
    let ContinuationToken: string | undefined;
    do {
      const list = new ListObjectsV2Command({ Bucket, Prefix: 'l/', Delimiter: '/', MaxKeys: 2, ContinuationToken });
      const page = await client.send(list);
      const found = [...(page.Contents ?? []).map((o) => o.Key), ...(page.CommonPrefixes ?? []).map((o) => o.Prefix)];
      pages.push(found as string[]);
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
    expect(pages).toEqual([['l/<&>"', 'l/a'], ['l/c-', 'l/b/'], ['l/\uFF5E', 'l/c/'], ['l/\u{1F33E}']]);
  });

  it('never returns more than 1,000 keys, and continues after start-after', async () => {
    for (let i = 0; i < 1001; i++) s3.bucket.write(`many/${String(i).padStart(4, '0')}`, Buffer.from('x'));
    const list = (o: object) => client.send(new ListObjectsV2Command({ Bucket, Prefix: 'many/', ...o }));
    expect(await list({ MaxKeys: 5000 })).toMatchObject({ KeyCount: 1000, MaxKeys: 1000, IsTruncated: true });
    expect(await list({ StartAfter: 'many/0999' })).toMatchObject({ KeyCount: 1, IsTruncated: false });
    await expect(list({ ContinuationToken: 'nonsense' })).rejects.toEqual(refused('InvalidArgument', 400));
  });
});

describe('multipart uploads', () => {
  const fiveMiB = Buffer.alloc(5 * 1024 * 1024, 'p');
  const begin = async (Key: string) => {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'text/csv' }));
    const part = async (PartNumber: number, Body: Uint8Array) => {
      const sent = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
      return { PartNumber, ETag: sent.ETag, ChecksumCRC32: sent.ChecksumCRC32 };
    };
    const complete = (Parts: { PartNumber: number; ETag?: string }[]) =>
      client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
    return { UploadId, part, complete };
  };

  it('become one object', async () => {
    const { part, complete } = await begin('big');
    const parts = [await part(1, fiveMiB), await part(3, Buffer.from('tail'))];
    const { ETag } = await complete(parts);
    expect(ETag).toMatch(/^"[0-9a-f]{32}-2"$/);
    const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'big' }));
    expect(head).toMatchObject({ ContentLength: fiveMiB.length + 4, ContentType: 'text/csv', ETag });
  });

  it('refuse small parts, wrong order, unknown parts and unknown uploads', async () => {
    const { part, complete } = await begin('bad');
    const [first, second] = [await part(1, Buffer.from('a')), await part(2, Buffer.from('b'))];
    await expect(complete([first, second])).rejects.toEqual(refused('EntityTooSmall', 400));
    await expect(complete([second, first])).rejects.toEqual(refused('InvalidPartOrder', 400));
    await expect(complete([{ ...first, ETag: '"0"' }])).rejects.toEqual(refused('InvalidPart', 400));
    await expect(complete([])).rejects.toEqual(refused('MalformedXML', 400));
    await expect(part(10_001, Buffer.from('c'))).rejects.toEqual(refused('InvalidArgument', 400));
    const abort = () => client.send(new AbortMultipartUploadCommand({ Bucket, Key: 'bad', UploadId: 'unknown' }));
    await expect(abort()).rejects.toEqual(refused('NoSuchUpload', 404));
    await expect(client.send(new HeadObjectCommand({ Bucket, Key: 'bad' }))).rejects.toEqual(refused('NotFound', 404));
  });

  it('are listed until they are aborted', async () => {
    const { UploadId } = await begin('unfinished/one');
    const list = () => client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'unfinished/' }));
    expect((await list()).Uploads).toMatchObject([{ Key: 'unfinished/one', UploadId }]);
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key: 'unfinished/one', UploadId }));
    expect((await list()).Uploads).toBeUndefined();
  });
});

describe('refusals', () => {
  it('name a wrong secret, key, region and bucket', async () => {
    const list = async (other: S3Client, bucket = Bucket) => {
      await other.send(new ListObjectsV2Command({ Bucket: bucket })).finally(() => other.destroy());
    };
    await expect(list(connect({ secretAccessKey: 'no' }))).rejects.toEqual(refused('SignatureDoesNotMatch', 403));
    await expect(list(connect({ accessKeyId: 'no' }))).rejects.toEqual(refused('InvalidAccessKeyId', 403));
    await expect(list(connect({}, 'eu-west-1'))).rejects.toEqual(refused('AuthorizationHeaderMalformed', 400));
    await expect(list(connect(), 'other')).rejects.toEqual(refused('NoSuchBucket', 404));
    await client.send(new HeadBucketCommand({ Bucket }));
  });

  it('are sent before a large body, and the next request is served', async () => {
    const stranger = connect({ secretAccessKey: 'no' });
    const send = stranger.send(new PutObjectCommand({ Bucket, Key: 'x', Body: Buffer.alloc(8_000_000) }));
    await expect(send).rejects.toEqual(refused('SignatureDoesNotMatch', 403));
    stranger.destroy();
    await put('x');
  });

  it('cover unsupported calls and anonymous requests', async () => {
    const tagging = client.send(new GetObjectTaggingCommand({ Bucket, Key: 'x' }));
    await expect(tagging).rejects.toEqual(refused('NotImplemented', 501));
    const anonymous = await fetch(`${s3.url}/${Bucket}/x`);
    expect(anonymous.status).toBe(403);
    expect(await anonymous.text()).toContain('<Code>AccessDenied</Code>');
    expect((await fetch(`${s3.url}/%zz`)).status).toBe(400);
  });
});
