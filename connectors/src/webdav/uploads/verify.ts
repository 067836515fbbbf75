import { ConnectorError } from '../../kit/errors.ts';
import type { HashAlgorithm, Hashes } from '../../kit/hashes/hashes.ts';
import type { RemoteItem } from '../../kit/session.ts';
import type { DavAccount } from '../account.ts';
import { hashesOf } from '../adapt.ts';
import type { DavPath } from '../protocol/paths.ts';

const RECALCULABLE = ['sha256', 'sha1', 'md5'] as const satisfies readonly HashAlgorithm[];

/** Throws `corrupt` if the size or a hash reported by the server isn’t as expected. */
export function verify(item: RemoteItem, actual: Hashes, expected: { size: number; hashes: Hashes }): void {
  const wrong = Object.entries(expected.hashes).find(([name, hash]) => {
    const reported = actual[name as HashAlgorithm];
    return reported !== undefined && reported !== hash;
  });
  if (item.size === expected.size && wrong === undefined) return;
  const what = wrong ? `another ${wrong[0]}` : `${item.size} bytes instead of ${expected.size}`;
  throw new ConnectorError('corrupt', `${item.name} arrived with ${what}`);
}

/** Makes Nextcloud read the file and report its hash. Plain servers can’t, so transfers then read the file back. */
export async function recalculated(
  { gateway, server, urlOf }: DavAccount,
  path: DavPath,
  wanted: Hashes,
): Promise<Hashes> {
  const algorithm = RECALCULABLE.find((name) => wanted[name] !== undefined);
  if (!server.isNextcloudLike || algorithm === undefined) return {};
  const accept = [200, 204, 400, 403, 404, 405, 415, 501];
  const headers = { 'x-recalculate-hash': algorithm };
  const response = await gateway.send({ method: 'PATCH', url: urlOf(path), headers, accept });
  await response.discard();
  return hashesOf(response.headers['oc-checksum'] as string | undefined);
}
