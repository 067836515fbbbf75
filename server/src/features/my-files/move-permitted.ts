import type { RelocationRequest } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { cannotWrite } from '../sources/index.ts';
import { moveDocument } from './arrange.ts';
import { countReasons, type LeftOut, lockAccountsOf, orReason, type Reach, reachOf, refusalOf } from './left-out.ts';
import { type Movable, moveTogether } from './move-together.ts';
import { type Moving, moveOne, naming } from './move-within.ts';
import { placeToAdd } from './my-files.ts';

export interface MoveTarget {
  parent_id: string | null;
  account_id?: string;
  on_conflict: Exclude<RelocationRequest['on_conflict'], 'ask'>;
}

/** Checks the target of a move; rejects folders that can't take anything. */
export async function mustTakeMoved(services: Services, tx: Executor, viewer: Member, target: MoveTarget) {
  const place = await placeToAdd(tx, viewer, target);
  return { place, folder: await naming(services, tx, place), policy: target.on_conflict } satisfies Moving;
}

/** A document's place and name before the move. */
export interface Moved {
  id: string;
  parent_id: string | null;
  name: string;
  /** The document that was moved to the trash to make room. */
  replaced: string | null;
}

interface Found extends Reach, Movable {
  account_id: string;
  holds_target: boolean;
}

export const elsewhere = 'They’re in another place.';
const intoItself = 'A folder can’t be moved into itself.';
const taken = 'The folder already has something with the same name.';

/**
 * Moves those of these documents that can be in this folder of their account. Returns them and why others are left out.
 */
export async function movePermitted(
  services: Services,
  tx: Executor,
  viewer: Member,
  ids: readonly string[],
  target: MoveTarget,
): Promise<{ moved: Moved[]; leftOut: LeftOut[] }> {
  const moving = await mustTakeMoved(services, tx, viewer, target);
  const { place } = moving;
  const { rows } = await sql<Found>`with recursive up as (
      select id, parent_id from documents where id = ${place.folderId}
      union
      select d.id, d.parent_id from up join documents d on d.id = up.parent_id)
    select d.id, d.name, d.name_key, d.kind, d.parent_id, d.account_id, exists (select from up where up.id = d.id) as holds_target,
      ${reachOf(viewer)}
    from documents d where d.id = any(${[...ids]}::uuid[]) and d.organization_id = ${viewer.membership.organizationId}
      and d.deleted_at is null order by d.name, d.id`.execute(tx);
  const here = rows.find(({ account_id }) => account_id === place.accountId);
  const unmovable = here ? await cannotMove(services, tx, viewer, here.id) : null;
  const reasons: string[] = [];
  const movable = rows.filter((found) => {
    const reason =
      found.account_id !== place.accountId
        ? elsewhere
        : (refusalOf(viewer, found, 'move') ?? unmovable ?? (found.holds_target ? intoItself : null));
    if (reason) reasons.push(reason);
    return !reason && found.parent_id !== place.folderId;
  });
  const together = await moveTogether(services, tx, viewer, movable, target);
  const moved: Moved[] = [];
  for (const found of movable) {
    const done = together.has(found.id)
      ? { replaced: null }
      : await orReason(tx, () => moveOne(services, tx, viewer, moving, found), taken);
    if (typeof done === 'object') moved.push({ id: found.id, parent_id: found.parent_id, name: found.name, ...done });
    else reasons.push(done || taken);
  }
  return { moved, leftOut: countReasons(reasons) };
}

async function cannotMove(services: Services, tx: Executor, viewer: Member, id: string): Promise<string | null> {
  const [account] = await lockAccountsOf(tx, viewer, [id]);
  return account ? cannotWrite(services, account).move : null;
}

/** Moves documents back to their old folders and names, the last one first. Returns why others stay. */
export async function movePermittedBack(
  services: Services,
  tx: Executor,
  viewer: Member,
  moved: readonly Omit<Moved, 'replaced'>[],
): Promise<LeftOut[]> {
  await lockAccountsOf(
    tx,
    viewer,
    moved.map(({ id }) => id),
  );
  const together = await backTogether(services, tx, viewer, moved);
  const reasons: string[] = [];
  for (const { id, parent_id, name } of moved) {
    if (together.has(id)) continue;
    const back = await orReason(tx, () => moveDocument(services, tx, viewer, id, { parent_id, name }), noRoom);
    if (typeof back === 'string') reasons.push(back);
  }
  return countReasons(reasons);
}

/** Moves back the files that kept their names, one account and folder at a time. */
async function backTogether(
  services: Services,
  tx: Executor,
  viewer: Member,
  moved: readonly Omit<Moved, 'replaced'>[],
): Promise<Set<string>> {
  const before = new Map(moved.map((one) => [one.id, one]));
  const { rows } = await sql<Movable & { account_id: string }>`select id, name, name_key, kind, parent_id, account_id
    from documents where id = any(${[...before.keys()]}::uuid[]) and deleted_at is null`.execute(tx);
  const kept = rows.filter(({ id, name }) => before.get(id)!.name === name);
  const groups = Map.groupBy(kept, ({ id, account_id }) => `${account_id} ${before.get(id)!.parent_id}`);
  const back = new Set<string>();
  for (const files of groups.values()) {
    const [{ id, account_id }] = files as [(typeof rows)[number]];
    const target = { parent_id: before.get(id)!.parent_id, account_id };
    for (const one of await moveTogether(services, tx, viewer, files, target)) back.add(one);
  }
  return back;
}

const noRoom = 'Their folder isn’t there anymore, or has something with the same name.';
