import type { AccountContext } from '../../kit/connector.ts';

/** Features of Amazon’s store that some others lack. */
export type Feature =
  /** `x-amz-checksum-mode`, which Backblaze B2 refuses. */
  | 'checksum-mode'
  /** `If-None-Match: *` when a file is created. */
  | 'create-condition'
  /** `If-Match` for a deletion, and ETags in a list of objects to delete. */
  | 'delete-condition'
  /** Many deletions in one request; Google lacks it. */
  | 'delete-many'
  /** A part of a file copied from another file; Google lacks it. */
  | 'part-copy'
  /** ListObjectsV2; older Ceph answers with a listing of the first version. */
  | 'list-v2';

/** All features are assumed until the store refuses one, which is then stored with the account. */
export interface Features {
  has(feature: Feature): Promise<boolean>;
  lacks(feature: Feature): Promise<void>;
}

export function createFeatures(account: AccountContext): Features {
  let known: Promise<Set<string>> | undefined;
  const lacking = () => {
    known ??= account.fields().then(({ lacks = '' }) => new Set(lacks.split(' ').filter(Boolean)));
    return known;
  };
  return {
    has: async (feature) => !(await lacking()).has(feature),
    async lacks(feature) {
      const all = await lacking();
      if (all.has(feature)) return;
      all.add(feature);
      await account.remember({ lacks: [...all].sort().join(' ') });
    },
  };
}
