import type { Batch, EnumerateOptions, RemoteId, RemoteItem } from '../../kit/session.ts';
import { refOf } from '../adapt.ts';
import type { Gateway } from '../gateway.ts';
import { type FollowedLibraries, isKept, isThere } from './libraries.ts';

type Confirmed = Pick<Batch<RemoteItem>, 'unchanged'> & { after: RemoteId };

/**
 * The stored items of libraries that this listing didn’t have, page by page: they stay unchanged if it is unknown
 * whether the library still exists.
 */
export async function* confirmLibraries(
  gateway: Gateway,
  followed: FollowedLibraries,
  listed: ReadonlySet<string>,
  from: RemoteId | null,
  { unseen, signal }: EnumerateOptions,
): AsyncGenerator<Confirmed> {
  if (!unseen || (followed.isComplete && followed.leftOut === 0)) return;
  const kept = new Map<string, boolean>();
  for (let ids = await unseen(from); ids.length > 0; ) {
    signal.throwIfAborted();
    const others = ids.filter((id) => !listed.has(refOf(id).driveId));
    for (const driveId of new Set(others.map((id) => refOf(id).driveId)))
      if (!kept.has(driveId)) kept.set(driveId, await isKept(gateway, followed, driveId, signal));
    const after = ids.at(-1)!;
    yield { unchanged: others.filter((id) => kept.get(refOf(id).driveId)), after };
    ids = await unseen(after);
  }
}

/** The stored items of one library that could not be listed, page by page; none if the library was deleted. */
export async function* storedOf(
  gateway: Gateway,
  driveId: string,
  { unseen, signal }: EnumerateOptions,
): AsyncGenerator<RemoteId[]> {
  if (!unseen || !(await isThere(gateway, driveId, signal))) return;
  for (let ids = await unseen(null); ids.length > 0; ids = await unseen(ids.at(-1)!)) {
    signal.throwIfAborted();
    yield ids.filter((id) => refOf(id).driveId === driveId);
  }
}
