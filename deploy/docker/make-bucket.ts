/** Creates the bucket of BLOB_STORE if it does not exist yet. Tries for a minute, because the store may be starting. */
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { parseBlobLocation } from '../../server/src/platform/blobs/index.ts';

const location = parseBlobLocation(process.env.BLOB_STORE ?? '');
if (location.kind !== 's3') throw new Error('BLOB_STORE is not an s3:// address.');
const { bucket: Bucket, endpoint, region, forcePathStyle, accessKeyId, secretAccessKey } = location;
const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined;
const client = new S3Client({ endpoint, region, forcePathStyle, credentials });

async function makeBucket(): Promise<void> {
  const exists = await client.send(new HeadBucketCommand({ Bucket })).then(
    () => true,
    () => false,
  );
  if (!exists) await client.send(new CreateBucketCommand({ Bucket }));
}

const deadline = Date.now() + 60_000;
for (;;) {
  try {
    await makeBucket();
    break;
  } catch (error) {
    if (Date.now() > deadline) throw error;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}
