import type { BoxNode, NodeType } from './node.ts';

/** The parts of an account that the presentation of an item needs. */
interface Account {
  readonly user: BoxNode['ownedBy'];
  readonly used: number;
  find(type: NodeType, id: string): BoxNode | undefined;
}

/** Without fractions of a second, in the time zone of Box's headquarters. */
export function boxTime(ms: number): string {
  const pacific = new Date(Math.floor(ms / 1000) * 1000 - 8 * 3_600_000);
  return pacific.toISOString().replace(/\.\d+Z$/, '-08:00');
}

export function miniItem(node: BoxNode): Record<string, unknown> {
  const { type, id, name, etag, content, version, url } = node;
  const sha1 = content?.hash('sha1');
  return {
    type,
    id,
    ...(type === 'file' && { file_version: { type: 'file_version', id: version, sha1 } }),
    sequence_id: String(etag),
    etag: String(etag),
    ...(type === 'file' && { sha1 }),
    ...(type === 'web_link' && { url }),
    name,
  };
}

const root = { type: 'folder', id: '0', sequence_id: null, etag: null, name: 'All Files' };

/** The standard set of fields. */
export function fullItem(account: Account, node: BoxNode): Record<string, unknown> {
  const user = { type: 'user', ...account.user };
  const owner = { type: 'user', ...node.ownedBy };
  const folder = account.find('folder', node.parent);
  const path = pathOf(account, node);
  return {
    ...miniItem(node),
    description: '',
    ...(node.type === 'file' && { size: node.content?.size ?? 0 }),
    ...(node.type === 'folder' && { size: 0, folder_upload_email: null }),
    path_collection: { total_count: path.length, entries: path },
    created_at: boxTime(node.created),
    modified_at: boxTime(node.modified),
    trashed_at: node.trashedAt === null ? null : boxTime(node.trashedAt),
    purged_at: null,
    ...(node.type !== 'web_link' && {
      content_created_at: boxTime(node.created),
      content_modified_at: boxTime(node.contentModified),
    }),
    created_by: owner,
    modified_by: user,
    owned_by: owner,
    shared_link: node.hasLink ? { url: `https://app.box.com/s/${node.type}${node.id}`, access: 'open' } : null,
    parent: node.shared ? null : folder ? miniItem(folder) : root,
    item_status: node.trashedAt === null ? 'active' : 'trashed',
  };
}

export const rootItem = (account: Account) => ({
  ...root,
  description: '',
  size: account.used,
  path_collection: { total_count: 0, entries: [] },
  created_at: null,
  modified_at: null,
  trashed_at: null,
  purged_at: null,
  content_created_at: null,
  content_modified_at: null,
  created_by: { type: 'user', id: '', name: '', login: '' },
  modified_by: { type: 'user', ...account.user },
  owned_by: { type: 'user', ...account.user },
  shared_link: null,
  parent: null,
  item_status: 'active',
});

/** `fields` replaces the standard set; only type, id and etag are always there. Unknown names are ignored. */
export function withFields(item: Record<string, unknown>, fields: string | null): Record<string, unknown> {
  if (fields === null) return item;
  const wanted = ['type', 'id', 'etag', ...fields.split(',')];
  return Object.fromEntries(wanted.flatMap((name) => (Object.hasOwn(item, name) ? [[name, item[name]]] : [])));
}

function pathOf(account: Account, node: BoxNode): object[] {
  const path: object[] = [];
  let at = node;
  while (!at.shared) {
    const folder = account.find('folder', at.parent);
    if (!folder) break;
    path.unshift(miniItem(folder));
    at = folder;
  }
  return [root, ...path];
}
