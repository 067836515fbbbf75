import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';

/** Aborts multipart uploads that were begun before a moment and never finished: no blob, but their parts are paid for. */
export async function abortUploadsBefore(
  moment: Date,
  client: S3Client,
  Bucket: string,
  Prefix: string,
): Promise<void> {
  let after: { KeyMarker?: string; UploadIdMarker?: string } | null = {};
  while (after) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket, Prefix, ...after }),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Key && UploadId && Initiated && Initiated < moment) {
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      }
    }
    after = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null;
  }
}
