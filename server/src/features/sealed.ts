import type { Database } from '../db/pool.ts';
import type { Keys } from '../platform/secrets/keys.ts';
import { sealedLinks } from './links/index.ts';
import { sealedApps } from './second-factors/index.ts';
import { sealedAccounts, sealedAuthorizations, sealedGrants } from './sources/index.ts';
import { sealedTransferUploads } from './transfers/index.ts';
import { sealedWriteUploads } from './writes/index.ts';

/** Wherever something is sealed. */
const tables = [
  sealedAccounts,
  sealedAuthorizations,
  sealedGrants,
  sealedTransferUploads,
  sealedWriteUploads,
  sealedApps,
  sealedLinks,
];

/** Seals anew whatever is sealed under an earlier key; answers how many. It can be ended and called again. */
export async function resealSecrets(db: Database, keys: Keys): Promise<number> {
  let resealed = 0;
  for (const table of tables) resealed += await table.reseal(db, keys);
  return resealed;
}
