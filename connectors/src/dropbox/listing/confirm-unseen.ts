import { ConnectorError } from '../../kit/errors.ts';
import type { Batch, EnumerateOptions, RemoteId, RemoteItem, Scope } from '../../kit/session.ts';
import type { Gateway, Metadata } from '../gateway.ts';
import { metadataAt } from '../lookup.ts';

const AT_ONCE = 16;

interface Confirmed {
  entries: Metadata[];
  /** Items that exist but can’t be read. */
  failures: Batch<RemoteItem>['failures'];
  last: RemoteId;
}

/** The stored items that a listing left out but that still exist in its scope. */
export async function* confirmUnseen(
  gateway: Gateway,
  scope: Scope,
  unseen: NonNullable<EnumerateOptions['unseen']>,
  from: RemoteId | null,
  signal: AbortSignal,
): AsyncGenerator<Confirmed> {
  let ids = await unseen(from);
  if (ids.length === 0) return;
  const roots = scope.mode === 'all' ? null : (await find(gateway, scope.roots, signal)).entries;
  const isWithin = ({ path_lower = '' }: Metadata) =>
    roots?.some((root) => path_lower === root.path_lower || path_lower.startsWith(`${root.path_lower}/`)) ?? true;
  for (let last = ids.at(-1); last !== undefined; ids = await unseen(last), last = ids.at(-1)) {
    const { entries, failures } = await find(gateway, ids, signal);
    yield { entries: entries.filter(isWithin), failures, last };
  }
}

async function find(gateway: Gateway, ids: readonly RemoteId[], signal: AbortSignal) {
  const entries: Metadata[] = [];
  const failures: { id: RemoteId; error: ConnectorError }[] = [];
  const ask = async (id: RemoteId) => {
    try {
      const entry = await metadataAt(gateway, id, signal);
      if (entry !== null) entries.push(entry);
    } catch (error) {
      if (!(error instanceof ConnectorError && error.code === 'forbidden')) throw error;
      failures.push({ id, error });
    }
  };
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    signal.throwIfAborted();
    await Promise.all(ids.slice(at, at + AT_ONCE).map(ask));
  }
  return { entries, failures };
}
