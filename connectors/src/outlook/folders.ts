import { ConnectorError } from '../kit/errors.ts';
import type { RemoteId } from '../kit/remote.ts';
import type { Channel } from '../kit/threads.ts';
import { type BatchAnswer, type Gateway, maxPerBatch, paths } from './gateway.ts';
import type { GraphError, GraphFolder, GraphPage } from './graph.ts';
import { refusal } from './refusals.ts';

/** Folders of unsent mail, which changes with every keystroke. */
const neverRead = ['drafts', 'outbox'];
/** Folders left out unless people select them. */
const off = ['deleteditems', 'junkemail', 'conversationhistory', 'syncissues'];
const first = ['inbox', 'sentitems', 'archive'];
/** The maximum depth; deeper folders exist only in broken mailboxes. */
const maxDepth = 50;

interface Found {
  folder: GraphFolder;
  /** The names of its parents and its own, joined with slashes. */
  name: string;
  isOff: boolean;
}

/**
 * Lists all folders, including nested and hidden ones. Any list that cannot be read is an error: a folder that is
 * missing here counts as deleted.
 */
export async function listFolders(gateway: Gateway): Promise<Channel[]> {
  const known = await wellKnown(gateway);
  const [skipped, hidden, front] = [neverRead, off, first].map((names) => names.map((name) => known.get(name)));
  const take = (above: Found | null, folders: readonly GraphFolder[]): Found[] =>
    folders
      .filter((folder) => !isSearch(folder) && !skipped!.includes(folder.id))
      .map((folder) => {
        const name = folder.displayName || 'Folder';
        const isOff = above?.isOff || folder.isHidden === true || hidden!.includes(folder.id);
        return { folder, name: above ? `${above.name}/${name}` : name, isOff };
      });
  const all: Found[] = [];
  let level = take(null, await toTheEnd(gateway, await gateway.folders()));
  for (let depth = 0; level.length > 0 && depth < maxDepth; depth++) {
    all.push(...level);
    const parents = level.filter(({ folder }) => (folder.childFolderCount ?? 0) > 0);
    const lists = await childrenOf(gateway, parents);
    level = parents.flatMap((parent, index) => take(parent, lists[index]!));
  }
  const rank = ({ folder, isOff }: Found) => {
    const place = front!.indexOf(folder.id);
    return place >= 0 ? place : isOff ? front!.length + 1 : front!.length;
  };
  return all
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'))
    .map(({ folder, name, isOff }) => ({
      id: folder.id as RemoteId,
      name,
      isPrivate: true,
      ...(isOff && { isOff: true }),
    }));
}

/** A search folder repeats messages of other folders. */
const isSearch = (folder: GraphFolder) => folder['@odata.type']?.endsWith('mailSearchFolder') === true;

/**
 * Well-known folders are identified by their ids, because their names depend on the language. Not every mailbox has all
 * of them.
 */
async function wellKnown(gateway: Gateway): Promise<Map<string, string>> {
  const names = [...first, ...neverRead, ...off];
  const answers = await batched(gateway, names.map(paths.folder));
  const found = new Map<string, string>();
  for (const [index, { status, headers, body }] of answers.entries()) {
    if (status === 200) found.set(names[index]!, bodyWith<{ id: string }>(body, 'id').id);
    else if (codeOf(body) !== 'ErrorItemNotFound' && codeOf(body) !== 'ErrorFolderNotFound')
      throw refusal(status, headers, body as GraphError);
  }
  return found;
}

async function childrenOf(gateway: Gateway, parents: readonly Found[]): Promise<GraphFolder[][]> {
  const lists: GraphFolder[][] = [];
  for (let at = 0; at < parents.length; at += maxPerBatch) {
    const some = parents.slice(at, at + maxPerBatch);
    const answers = await batched(
      gateway,
      some.map(({ folder }) => paths.childFolders(folder.id)),
    );
    for (const { status, headers, body } of answers) {
      if (status === 404) throw new ConnectorError('unavailable', 'A folder went while Outlook’s folders were listed');
      if (status !== 200) throw refusal(status, headers, body as GraphError);
      lists.push(await toTheEnd(gateway, bodyWith<GraphPage<GraphFolder>>(body, 'value')));
    }
  }
  return lists;
}

async function toTheEnd(gateway: Gateway, begun: GraphPage<GraphFolder>): Promise<GraphFolder[]> {
  const folders = [...begun.value];
  for (let page = begun; page['@odata.nextLink'] !== undefined; ) {
    page = await gateway.follow<GraphFolder>(page['@odata.nextLink']);
    folders.push(...page.value);
  }
  return folders;
}

async function batched(gateway: Gateway, asked: readonly string[]): Promise<BatchAnswer[]> {
  const answers = await gateway.batch(asked);
  if (answers === null) throw new ConnectorError('unavailable', 'Outlook’s list of folders is too large');
  return answers;
}

function bodyWith<T extends object>(body: unknown, field: keyof T): T {
  if (typeof body === 'object' && body !== null && field in body) return body as T;
  throw new ConnectorError('unavailable', 'Outlook answers without what was asked for');
}

const codeOf = (body: unknown) => (body as GraphError | undefined)?.error?.code;
