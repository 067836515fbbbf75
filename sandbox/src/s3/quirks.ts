import { Random } from '../shared/random.ts';
import { S3Error } from './errors.ts';
import type { S3Request } from './request.ts';

/** How a store differs from Amazon’s. */
export interface Quirks {
  /** `If-None-Match` and `If-Match` of writes: as at OpenStack Swift, or as at stores that never heard of them. */
  conditions?: 'refused' | 'ignored';
  /** `If-Match` of DELETE, and the ETag of an object that DeleteObjects names. */
  deleteConditions?: 'refused' | 'ignored';
  /** DeleteObjects. */
  deletesMany?: 'refused';
  /** UploadPartCopy. */
  partCopies?: 'refused';
  /** Headers, by how they begin, that make a request invalid. */
  refusedHeaders?: readonly string[];
  /** With a key of one’s own: ETags look like an MD5 and are none. */
  encryption?: 'aws:kms';
  /** The ETag of an object in parts says nothing of its bytes. */
  partsEtag?: 'random';
  /** Answers every listing as ListObjects did, before there was ListObjectsV2, with names as they are. */
  listVersion?: 1;
  /** The most keys of a page; 1,000 as at Amazon unless given. */
  pageSize?: number;
}

/**
 * Stores that people connect. Where versions of one differ, this is the one that differs most from Amazon’s. From
 * rclone’s list of providers, the vendors’ descriptions of their S3 interface, and reports of users of other clients.
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

/** Any of the ways in which stores differ, by chance; the same for the same seed. */
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

/** In the words of Backblaze. */
export function refuseHeaders({ refusedHeaders = [] }: Quirks, { headers }: S3Request): void {
  const refused = Object.keys(headers).find((name) => refusedHeaders.some((start) => name.startsWith(start)));
  if (refused) throw new S3Error('InvalidArgument', `Unsupported header '${refused}' received for this API call.`);
}
