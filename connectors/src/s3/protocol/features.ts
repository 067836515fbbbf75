import type { AccountContext } from '../../kit/connector.ts';

/** What Amazon’s store can, and some others can’t. */
export type Feature =
  /** `x-amz-checksum-mode`: Backblaze B2 refuses it. */
  | 'checksum-mode'
  /** `If-None-Match: *` of a file that is made. */
  | 'create-condition'
  /** `If-Match` of a deletion, and ETags in a list of objects to delete. */
  | 'delete-condition'
  /** Many deletions in one request: not at Google. */
  | 'delete-many'
  /** A part of a file made from another file: not at Google. */
  | 'part-copy'
  /** ListObjectsV2: older Ceph answers with a listing of the first version. */
  | 'list-v2';

/** Everything is assumed until the store says otherwise, which is then on record for the account. */
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
