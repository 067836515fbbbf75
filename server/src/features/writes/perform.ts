import {
  ConnectorError,
  type FileReads,
  plainError,
  type RemoteId,
  type RemoteItem,
  type Session,
} from '@sheaf/connectors';
import { isProvisional, type Known } from '../documents/index.ts';
import type { Write } from './writes.queries.ts';

/** The context of a change at the source. */
export interface AtSource {
  files: FileReads;
  writes: NonNullable<Session['writes']>;
  /** The name shown to people. */
  app: string;
}

/** A document and the folder it is to be in, as the source knows them. */
export interface Placed {
  known: Known;
  /** The folder's id at the source; null is the top level, undefined means it doesn't exist. */
  parent: RemoteId | null | undefined;
}

const hasCode = (error: unknown, ...codes: ConnectorError['code'][]) =>
  error instanceof ConnectorError && codes.includes(error.code);

/**
 * Makes one change at the source and returns the item afterwards; null if nothing is left. Can be repeated: a change
 * that was started before is looked for first. `send`: what an upload needs.
 */
export function perform(
  source: AtSource,
  write: Write,
  placed: Placed,
  send: () => Promise<RemoteItem>,
): Promise<RemoteItem | null> {
  switch (write.kind) {
    case 'folder':
      return makeFolder(source, write, parentOf(placed));
    case 'change':
      return change(source, write, placed);
    case 'trash':
      return trash(source, placed.known);
    case 'restore':
      return restore(source, write, placed.known);
    case 'upload':
      return send();
  }
}

export function parentOf({ parent }: Placed): RemoteId | null {
  if (parent === undefined) throw plainError('not_found', 'Its folder isn’t there anymore.');
  return parent;
}

function mustBeThere({ remote_id }: Known): RemoteId {
  if (isProvisional(remote_id)) throw plainError('not_found', 'It isn’t there.');
  return remote_id;
}

/** Only a folder that was started before may exist already: any other is someone else's. */
async function makeFolder({ files, writes }: AtSource, { name, begun_at }: Write, parent: RemoteId | null) {
  if (begun_at === null && (await findNamed(files, parent, name)))
    throw plainError('conflict', `The folder already contains something named “${name}”.`);
  return writes.mkdir(parent, name);
}

async function change({ files, writes }: AtSource, write: Write, placed: Placed): Promise<RemoteItem> {
  const id = mustBeThere(placed.known);
  const { name, renames, moves } = write;
  const parent = moves ? parentOf(placed) : placed.parent;
  if (write.begun_at !== null) {
    const now = await statOrNull(files, id);
    const isDone = now && (!renames || now.name === name) && (!moves || now.parentId === parent);
    if (isDone) return now;
    // If ids are paths, it has another id by then.
    const moved = now === null && parent !== undefined ? await findNamed(files, parent, name) : null;
    if (moved && (moved.kind === 'folder') === (placed.known.kind === 'folder')) return moved;
  }
  return writes.move!(id, { ...(moves && { parentId: parent! }), ...(renames && { name }) });
}

async function trash({ writes }: AtSource, known: Known): Promise<null> {
  await writes.trash!(mustBeThere(known)).catch((error) => {
    if (!hasCode(error, 'not_found')) throw error;
  });
  return null;
}

async function restore({ files, writes }: AtSource, { begun_at }: Write, known: Known): Promise<RemoteItem> {
  const id = mustBeThere(known);
  const there = begun_at === null ? null : await statOrNull(files, id);
  return there ?? writes.restore!(id);
}

/** The current item at the source; null if there is none. */
export function statOrNull(files: FileReads, id: RemoteId): Promise<RemoteItem | null> {
  return files.stat(id).catch((error) => {
    if (hasCode(error, 'not_found')) return null;
    throw error;
  });
}

/** In larger folders the rest isn't checked: there the source itself must reject a taken name. */
const maxPages = 50;

async function findNamed(files: FileReads, parent: RemoteId | null, name: string): Promise<RemoteItem | null> {
  let page: Awaited<ReturnType<FileReads['browse']>> | null = null;
  for (let pages = 0; pages < maxPages && (page === null || page.next !== null); pages++) {
    page = await files.browse(parent, page?.next ?? null);
    const found = page.items.find((item) => item.name === name);
    if (found) return found;
  }
  return null;
}
