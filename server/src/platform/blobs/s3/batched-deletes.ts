import { DeleteObjectsCommand, type S3Client } from '@aws-sdk/client-s3';

/** The maximum that one request may name. */
const maxPerRequest = 1_000;
const singlesInFlight = 8;

/**
 * Deletes many objects with few requests. If a service refuses such a request or one of its keys, each of its objects
 * is deleted separately, and an error is that of the object.
 */
export function batchedDeletes(
  client: S3Client,
  bucket: string,
  nameOf: (key: string) => string,
  deleteOne: (key: string) => Promise<void>,
) {
  const deleteTogether = async (keys: readonly string[]): Promise<boolean> => {
    const Objects = keys.map((key) => ({ Key: nameOf(key) }));
    const request = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } });
    const { Errors = [] } = await client.send(request);
    return Errors.length === 0;
  };
  const deleteSingly = async (keys: readonly string[]) => {
    for (let at = 0; at < keys.length; at += singlesInFlight)
      await Promise.all(keys.slice(at, at + singlesInFlight).map(deleteOne));
  };

  return async (keys: readonly string[]): Promise<void> => {
    for (let at = 0; at < keys.length; at += maxPerRequest) {
      const some = keys.slice(at, at + maxPerRequest);
      if (!(await deleteTogether(some).catch(() => false))) await deleteSingly(some);
    }
  };
}
