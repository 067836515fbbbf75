import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { RawStore } from '@sheaf/sandbox';

/**
 * Amazon's own client, so that another program changes the bucket. Bytes are fetched once, because the ETag shows
 * whether they have changed.
 */
export function sdkStore(client: S3Client, Bucket: string): RawStore {
  const fetched = new Map<string, Uint8Array>();
  const etags = new Map<string, string>();
  return {
    async keys() {
      etags.clear();
      for (let ContinuationToken: string | undefined, isLast = false; !isLast; ) {
        const page = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken }));
        for (const { Key, ETag } of page.Contents ?? []) etags.set(Key!, ETag!);
        ContinuationToken = page.NextContinuationToken;
        isLast = !page.IsTruncated;
      }
      return [...etags.keys()];
    },
    async get(Key) {
      const etag = etags.get(Key) ?? '';
      const known = fetched.get(etag);
      if (known) return known;
      const bytes = await (await client.send(new GetObjectCommand({ Bucket, Key }))).Body!.transformToByteArray();
      if (etag !== '') fetched.set(etag, bytes);
      return bytes;
    },
    async put(Key, Body) {
      const { ETag } = await client.send(new PutObjectCommand({ Bucket, Key, Body }));
      fetched.set(ETag!, Body.slice());
    },
    async delete(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
  };
}
