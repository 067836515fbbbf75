import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { afterAll, expect, it } from 'vitest';
import { startS3 } from '../index.ts';
import { forThisFile } from '../testing/for-this-file.ts';

const Bucket = 'files';
const keys = { accessKeyId: 'sandbox', secretAccessKey: 'sandbox-secret' };
const s3 = await forThisFile(startS3({ bucket: Bucket, ...keys }));
const client = new S3Client({
  endpoint: s3.url,
  region: 'us-east-1',
  forcePathStyle: true,
  credentials: keys,
  maxAttempts: 1,
});
afterAll(() => client.destroy());

it('copies an object with its headers if it is unchanged', async () => {
  const Key = 'from/ü & b.txt';
  const { ETag } = await client.send(new PutObjectCommand({ Bucket, Key, Body: 'x', ContentType: 'text/plain' }));
  const copy = (CopySourceIfMatch: string, Source = Key) =>
    client.send(
      new CopyObjectCommand({
        Bucket,
        Key: 'to.txt',
        CopySource: `${Bucket}/${encodeURIComponent(Source)}`,
        CopySourceIfMatch,
      }),
    );
  expect((await copy(ETag!)).CopyObjectResult?.ETag).toBe(ETag);
  expect(await client.send(new GetObjectCommand({ Bucket, Key: 'to.txt' }))).toMatchObject({
    ContentType: 'text/plain',
  });
  await expect(copy('"other"')).rejects.toMatchObject({ name: 'PreconditionFailed' });
  await expect(copy(ETag!, 'missing')).rejects.toMatchObject({ name: 'NoSuchKey' });
  await expect(copy(ETag!, 'to.txt')).rejects.toMatchObject({ name: 'InvalidRequest' });
});

it('copies ranges as parts, and lists the parts in pages', async () => {
  const bytes = Buffer.alloc(5 * 1024 * 1024 + 10, 'sheaf');
  s3.bucket.write('large', bytes);
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'copy' }));
  const part = async (PartNumber: number, CopySourceRange: string) => {
    const upload = { Bucket, Key: 'copy', UploadId, PartNumber };
    const { CopyPartResult } = await client.send(
      new UploadPartCopyCommand({ ...upload, CopySource: `${Bucket}/large`, CopySourceRange }),
    );
    return { PartNumber, ETag: CopyPartResult!.ETag };
  };
  const Parts = [
    await part(1, `bytes=0-${bytes.length - 11}`),
    await part(2, `bytes=${bytes.length - 10}-${bytes.length - 1}`),
  ];
  await expect(part(3, `bytes=0-${bytes.length}`)).rejects.toMatchObject({ name: 'InvalidArgument' });
  const listed = await client.send(new ListPartsCommand({ Bucket, Key: 'copy', UploadId, MaxParts: 1 }));
  expect(listed).toMatchObject({ IsTruncated: true, NextPartNumberMarker: '1', Parts: [{ PartNumber: 1 }] });
  await client.send(new CompleteMultipartUploadCommand({ Bucket, Key: 'copy', UploadId, MultipartUpload: { Parts } }));
  expect(s3.bucket.get('copy')!.bytes.equals(bytes)).toBe(true);
});

it('deletes many objects at once, including those already gone', async () => {
  for (const key of ['many/1', 'many/<2>', 'many/3']) s3.bucket.write(key, Buffer.from('x'));
  const Objects = ['many/1', 'many/<2>', 'many/missing'].map((Key) => ({ Key }));
  const { Deleted } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
  expect(Deleted?.length).toBe(3);
  expect(s3.bucket.keys().filter((key) => key.startsWith('many/'))).toEqual(['many/3']);
});
