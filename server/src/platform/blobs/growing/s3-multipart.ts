import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  S3ServiceException,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';

/** A part as S3 expects it when the upload is completed: its number, ETag and, if used, checksum. */
export type StoredPart = [number: number, etag: string, crc32?: string];

/** Larger objects can't be copied with one call, so they are copied in parts of this size. */
const COPY_BYTES = 5 * 1024 ** 3;
const COPY_PART_BYTES = 1024 ** 3;

/** The calls for multipart uploads of a bucket that we need. */
export function multipartOf(client: S3Client, Bucket: string) {
  const create = async (Key: string): Promise<string> => {
    // Parts carry a checksum only if the upload was announced with it.
    const checked = (await client.config.requestChecksumCalculation()) === 'WHEN_SUPPORTED';
    const ChecksumAlgorithm = checked ? 'CRC32' : undefined;
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ChecksumAlgorithm }));
    return UploadId!;
  };
  const complete = async (Key: string, UploadId: string, stored: readonly StoredPart[]): Promise<void> => {
    const Parts = stored.map(([PartNumber, ETag, ChecksumCRC32]) => ({ PartNumber, ETag, ChecksumCRC32 }));
    await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
  };
  const abort = async (Key: string, UploadId: string): Promise<void> => {
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch((error: unknown) => {
      if (!isNoSuchUpload(error)) throw error;
    });
  };
  return {
    create,
    complete,
    abort,

    async putPart(Key: string, UploadId: string, PartNumber: number, Body: Buffer): Promise<StoredPart> {
      const stored = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
      return stored.ChecksumCRC32 ? [PartNumber, stored.ETag!, stored.ChecksumCRC32] : [PartNumber, stored.ETag!];
    },

    /** Copies within the bucket, without reading the bytes. */
    async copy(from: string, Key: string, size: number, max = COPY_BYTES, partBytes = COPY_PART_BYTES): Promise<void> {
      const CopySource = `${Bucket}/${from.split('/').map(encodeURIComponent).join('/')}`;
      if (size <= max) {
        await client.send(new CopyObjectCommand({ Bucket, Key, CopySource }));
        return;
      }
      const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
      try {
        const parts: StoredPart[] = [];
        for (let at = 0; at < size; at += partBytes) {
          const CopySourceRange = `bytes=${at}-${Math.min(size, at + partBytes) - 1}`;
          const PartNumber = parts.length + 1;
          const { CopyPartResult } = await client.send(
            new UploadPartCopyCommand({ Bucket, Key, UploadId, PartNumber, CopySource, CopySourceRange }),
          );
          parts.push([PartNumber, CopyPartResult!.ETag!]);
        }
        await complete(Key, UploadId!, parts);
      } catch (error) {
        await abort(Key, UploadId!).catch(() => {});
        throw error;
      }
    },
  };
}

/** Completed, aborted, or never started. */
export const isNoSuchUpload = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.name === 'NoSuchUpload' || error.$metadata.httpStatusCode === 404);
