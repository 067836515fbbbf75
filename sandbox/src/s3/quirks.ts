import { Random } from '../shared/random.ts';
import { S3Error } from './errors.ts';
import type { S3Request } from './request.ts';

/** The differences between a store and Amazon’s. */
export interface Quirks {
  /** `If-None-Match` and `If-Match` for writes: as at OpenStack Swift, or unsupported. */
  conditions?: 'refused' | 'ignored';
  /** `If-Match` for DELETE, and the ETag of an object in DeleteObjects. */
  deleteConditions?: 'refused' | 'ignored';
  /** DeleteObjects. */
  deletesMany?: 'refused';
  /** UploadPartCopy. */
  partCopies?: 'refused';
  /** Prefixes of headers that make a request invalid. */
  refusedHeaders?: readonly string[];
  /** Encrypted with the customer’s own keys: ETags look like an MD5 but aren’t. */
  encryption?: 'aws:kms';
  /** The ETag of an object in parts doesn’t depend on its bytes. */
  partsEtag?: 'random';
  /** Answers every listing in the first version, ListObjects, with unencoded names. */
  listVersion?: 1;
  /** The maximum number of keys per page; 1,000 by default, as at Amazon. */
  pageSize?: number;
}

/**
 * Stores that people connect. If their versions differ, this is the one that differs most from Amazon’s. Sources:
 * rclone’s list of providers, the vendors’ descriptions of their S3 API, and reports of other clients’ users.
 */
export const vendors = {
  'Amazon S3': {},
  'Amazon S3 with KMS': { encryption: 'aws:kms' },
  'Cloudflare R2': { deleteConditions: 'ignored', partsEtag: 'random' },
  'Backblaze B2': {
    refusedHeaders: ['x-amz-checksum-', 'x-amz-sdk-checksum-'],
    deleteConditions: 'ignored',
  },
  Wasabi: { conditions: 'ignored', deleteConditions: 'ignored' },
  MinIO: { deleteConditions: 'ignored' },
  Ceph: { listVersion: 1, conditions: 'ignored', deleteConditions: 'ignored' },
  'Google Cloud Storage': {
    conditions: 'ignored',
    deleteConditions: 'ignored',
    deletesMany: 'refused',
    partCopies: 'refused',
    partsEtag: 'random',
  },
  'OpenStack Swift': { conditions: 'refused', deleteConditions: 'refused' },
} as const satisfies Record<string, Quirks>;

/** A random selection of the differences between stores; the same for the same seed. */
export function oddStore(seed: string): Quirks {
  const random = new Random(`${seed}/quirks`);
  const sometimes = () => random.next() < 0.5;
  return {
    ...(sometimes() && { conditions: random.pick(['refused', 'ignored'] as const) }),
    ...(sometimes() && { deleteConditions: random.pick(['refused', 'ignored'] as const) }),
    ...(sometimes() && { deletesMany: 'refused' as const }),
    ...(sometimes() && { partCopies: 'refused' as const }),
    ...(sometimes() && { refusedHeaders: vendors['Backblaze B2'].refusedHeaders }),
    ...(sometimes() && { encryption: 'aws:kms' as const }),
    ...(sometimes() && { partsEtag: 'random' as const }),
    ...(sometimes() && { listVersion: 1 as const }),
  };
}

/** The error text of Backblaze. */
export function refuseHeaders({ refusedHeaders = [] }: Quirks, { headers }: S3Request): void {
  const refused = Object.keys(headers).find((name) => refusedHeaders.some((start) => name.startsWith(start)));
  if (refused) throw new S3Error('InvalidArgument', `Unsupported header '${refused}' received for this API call.`);
}
