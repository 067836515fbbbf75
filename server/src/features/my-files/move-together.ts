import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { mayWrite, moveFiles, mustStayInside, nameMoves, takenKeys } from '../documents/index.ts';
import { sourceName } from '../sources/index.ts';
import { recordMoves } from '../writes/index.ts';
import { orReason } from './left-out.ts';
import { naming } from './move-within.ts';
import { isMyFiles, placeToAdd, type WritePlace } from './my-files.ts';

export interface Movable {
  id: string;
  name: string;
  name_key: string;
  kind: string;
  parent_id: string | null;
}

/**
 * Moves those of these documents of one account that need no individual check: files whose names are free in the
 * folder. Returns their ids; an empty set if the move as a whole is refused.
 */
export async function moveTogether(
  services: Services,
  tx: Executor,
  viewer: Member,
  documents: readonly Movable[],
  target: { parent_id: string | null; account_id?: string },
): Promise<Set<string>> {
  const files = documents.filter(({ kind }) => kind !== 'folder');
  if (files.length === 0) return new Set();
  const moved = await orReason(tx, () => move(services, tx, viewer, files, target), '');
  return typeof moved === 'string' ? new Set() : moved;
}

async function move(
  services: Services,
  tx: Executor,
  viewer: Member,
  files: readonly Movable[],
  target: { parent_id: string | null; account_id?: string },
): Promise<Set<string>> {
  const all = files.map(({ id }) => id);
  const account = await mayWrite(tx, viewer, all, 'remove');
  const place = await placeToAdd(tx, viewer, target);
  if (place.accountId !== account.accountId) throw new AppError('conflict', 'Not in this place.');
  await mustStayInside(tx, viewer, all, place);
  const free = await withFreeNames(services, tx, place, files);
  const ids = free.map(({ id }) => id);
  if (ids.length === 0) return new Set();
  if (isMyFiles(place)) await moveFiles(tx, ids, place.folderId);
  else await recordMoves(services, tx, viewer, place, free, place.folderId);
  await nameMoves(tx, viewer, ids, await nameOf(tx, place));
  return new Set(ids);
}

async function withFreeNames(services: Services, tx: Executor, place: WritePlace, files: readonly Movable[]) {
  const folder = await naming(services, tx, place);
  const byKey = Map.groupBy(files, ({ name_key }) => name_key);
  const taken = await takenKeys(tx, folder, [...byKey.keys()]);
  return files.filter(({ name_key }) => byKey.get(name_key)!.length === 1 && !taken.has(name_key));
}

async function nameOf(tx: Executor, { folderId, source }: WritePlace): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from documents where id = ${folderId}`.execute(tx);
  return rows[0]?.name ?? sourceName(source);
}
