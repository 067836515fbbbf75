import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';

interface UnfinishedUpload {
  Key: string;
  UploadId: string;
  initiated: Date;
}

/**
 * Multipart uploads that were started and neither completed nor aborted: they are no blobs, but their parts cost money.
 */
export async function* unfinishedUploads(
  client: S3Client,
  Bucket: string,
  Prefix: string,
): AsyncGenerator<UnfinishedUpload> {
  let after: { KeyMarker?: string; UploadIdMarker?: string } | null = {};
  while (after) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket, Prefix, ...after }),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Key && UploadId && Initiated) yield { Key, UploadId, initiated: Initiated };
    after = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null;
  }
}

/** Aborts uploads that were started before a moment, except those whose key starts with `spared`. */
export async function abortUploadsBefore(
  moment: Date,
  client: S3Client,
  Bucket: string,
  Prefix: string,
  spared: string,
): Promise<void> {
  for await (const { Key, UploadId, initiated } of unfinishedUploads(client, Bucket, Prefix))
    if (initiated < moment && !Key.startsWith(spared))
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
}
