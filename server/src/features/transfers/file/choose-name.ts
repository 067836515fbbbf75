import { mapName, type RemoteItem } from '@sheaf/connectors';
import { sql } from 'kysely';
import { exportedName } from '../../../http/files/file-type.ts';
import type { SourceFile } from '../bytes/source-file.ts';
import { type Proof, sameContent } from '../bytes/verify.ts';
import type { Run, Sending, SentItem } from '../run/run-context.ts';
import type { WorkItem } from '../transfers.queries.ts';
import { isBesideOriginal, isOnRecord, reserveBeside } from './beside-original.ts';
import type { Folder } from './folder-names.ts';

export type Choice =
  /** `isOurs`: this transfer made it, but was killed before recording that. */
  | { kind: 'there'; item: RemoteItem; proof: Proof; isOurs?: boolean }
  | { kind: 'skip'; reason: string }
  /** `name` is reserved; once the file is there, it replaces `replaces` and takes its name. */
  | { kind: 'send'; name: string; replaces: RemoteItem | null };

/** The name as the destination accepts it: exports get their extension, invalid characters are mapped. */
export function wantedName({ to }: Pick<Sending, 'to'>, { kind, name, export_type }: SentItem): string {
  const full = kind === 'native' && export_type ? exportedName(name, export_type) : name;
  return mapName(full, to.names).name;
}

/** Chooses the item's name, depending on existing items with that name and on the conflict policy. */
export async function chooseName(run: Run, folder: Folder, item: WorkItem, source: SourceFile): Promise<Choice> {
  const wanted = wantedName(run, item);
  if (isBesideOriginal(run, folder, item)) return chooseBeside(run, folder, item, source);
  const taken = folder.find(wanted);
  if (taken === null) return reserved(folder, wanted, null);
  const { on_conflict } = run.transfer;
  const isItself = taken.some(({ id }) => isSame(run, item, id));
  if (isItself) return { kind: 'skip', reason: 'It’s already there.' };
  const there = await firstSame(run, taken, source);
  if (there) return { ...there, isOurs: isOnRecord(run, item, wanted) };
  const mine = taken.find(({ id, revision }) => id === item.new_remote_id && revision === item.new_revision);
  const [only, ...others] = on_conflict === 'replace' ? taken : [];
  const isTheirs = only && others.length === 0 && !(await isBroughtHere(run, folder, item, only));
  const replaced = mine ?? (isTheirs ? only : undefined);
  if (replaced?.kind === 'file') {
    folder.brought.set(replaced.id, item.number);
    return replacing(run, folder, wanted, replaced);
  }
  if (on_conflict === 'skip') return { kind: 'skip', reason: `Something is already named “${wanted}”.` };
  return freeVariant(run, folder, item, wanted, source);
}

async function chooseBeside(run: Run, folder: Folder, item: WorkItem, source: SourceFile): Promise<Choice> {
  for (const there of (item.new_name !== null && folder.find(item.new_name)) || []) {
    const proof = (await isBroughtHere(run, folder, item, there)) ? null : await sameContent(run, there, source);
    if (proof) return { kind: 'there', item: there, proof, isOurs: true };
  }
  return { kind: 'send', name: await reserveBeside(run, folder, item, wantedName(run, item)), replaces: null };
}

/** Within one account, the destination may be the source. */
const isSame = ({ from, to }: Run, item: WorkItem, id: string) =>
  from.account.source === to.account.source && item.remote_id === id;

async function firstSame(run: Run, taken: readonly RemoteItem[], source: SourceFile) {
  for (const item of taken) {
    const proof = await sameContent(run, item, source);
    if (proof) return { kind: 'there' as const, item, proof };
  }
  return null;
}

function reserved(folder: Folder, name: string, replaces: RemoteItem | null): Choice {
  folder.reserve(name);
  return { kind: 'send', name, replaces };
}

/** With unique names, the new file arrives under another name and is swapped in once verified. */
function replacing({ to }: Run, folder: Folder, wanted: string, replaces: RemoteItem): Choice {
  if (!to.uniqueNames) return { kind: 'send', name: replaces.name, replaces };
  return reserved(folder, folder.firstFree(wanted), replaces);
}

/** The first free name, unless an earlier variant has the same content. */
async function freeVariant(
  run: Run,
  folder: Folder,
  item: WorkItem,
  wanted: string,
  source: SourceFile,
): Promise<Choice> {
  for (const name of folder.variants(wanted)) {
    const taken = folder.find(name);
    if (taken === null) return reserved(folder, name, null);
    const there = name === wanted ? null : await firstSame(run, taken, source);
    if (there) return { ...there, isOurs: isOnRecord(run, item, name) };
    // Checked again, since the comparison may have taken a while.
    if (folder.find(name) === null) return reserved(folder, name, null);
  }
  throw new Error('unreachable');
}

/**
 * Whether the existing item belongs to another item of this transfer: files that share a name at the source must not
 * replace each other. This run knows what it brought; what an earlier one brought is a copy of one of our items or, in
 * a move, a document moved since the transfer started.
 */
async function isBroughtHere(run: Run, folder: Folder, item: WorkItem, there: RemoteItem): Promise<boolean> {
  const { services, transfer } = run;
  const { rows } = await sql`select 1 from documents d
    where d.account_id = ${transfer.to_account_id} and d.remote_id = ${there.id}
      and (exists (select 1 from documents s join transfer_items i on i.transfer_id = ${transfer.id} and i.remote_id = s.remote_id
          where s.id = d.copied_from and s.account_id = ${transfer.from_account_id} and i.number <> ${item.number})
        or d.id is distinct from ${item.document_id}::uuid and exists (select 1 from document_activity a
          where a.document_id = d.id and a.kind = 'moved' and a.at >= ${transfer.created_at}))`.execute(services.db);
  if (item.document_id === null && (await isOfSibling(run, item, there))) return true;
  return rows.length > 0 || (folder.brought.get(there.id) ?? item.number) !== item.number;
}

/** Items that aren't synced have no documents, so the transfer's items are checked. */
async function isOfSibling({ services, transfer }: Run, item: WorkItem, there: RemoteItem): Promise<boolean> {
  const inFolder =
    item.parent_number === null ? sql`parent_number is null` : sql`parent_number = ${item.parent_number}`;
  const { rows } = await sql`select 1 from transfer_items where transfer_id = ${transfer.id} and ${inFolder}
    and new_remote_id = ${there.id} and number <> ${item.number} limit 1`.execute(services.db);
  return rows.length > 0;
}
