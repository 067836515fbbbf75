import type { files } from 'dropbox';
import { type Content, StoredContent } from '../../shared/content/content.ts';
import { type Call, checkFields, tagOf } from '../call.ts';
import { badInput, endpointError } from '../errors.ts';
import { fileMetadata, untagged } from '../files/metadata.ts';
import { pathArgument } from '../files/paths.ts';
import type { FileNode, Node } from '../files/tree.ts';
import { refuseFull, target } from '../files/writing.ts';

export const commitFields = {
  path: 'string',
  mode: 'union=',
  autorename: 'false=',
  client_modified: 'string?',
  mute: 'boolean=',
  property_groups: 'list?',
  strict_conflict: 'boolean=',
} as const;

const MAX_REQUEST_BYTES = 150 * 1024 * 1024;

/** Refuses a body that is larger than Dropbox accepts or does not have the given hash. */
export function refuseBody(bytes: Uint8Array, hash: string | undefined): void {
  if (bytes.length > MAX_REQUEST_BYTES) throw endpointError('payload_too_large');
  if (hash !== undefined && hash !== new StoredContent(bytes).hash('dropbox'))
    throw endpointError('content_hash_mismatch');
}

/** Who saves a file, and by which call. */
export type Committing = Pick<Call<unknown>, 'route' | 'view' | 'account'>;

/** Saves the content at the path by the rules of the write mode. */
export function commit(call: Committing, arg: files.CommitInfo, content: Content): files.FileMetadata {
  const { route, view, account } = call;
  checkFields(arg, commitFields, route, 'commit');
  const place = target(view, pathArgument(arg.path, 'writeOrId', route), 'path');
  const clientModified = arg.client_modified === undefined ? new Date() : moment(arg.client_modified, route);
  const file = { content, clientModified, serverModified: new Date(), modifiedBy: account.accountId };
  const verdict = judge(place.existing, arg, content);
  if (verdict === 'same') return untagged(fileMetadata(view, place.existing as FileNode));
  if (verdict === 'conflict') throw endpointError(`path/conflict/${place.existing?.kind ?? 'file'}`);
  const replaced = verdict === 'replace' ? (place.existing as FileNode) : null;
  refuseFull(account, content.size - (replaced?.content.size ?? 0), 'path/insufficient_space');
  if (replaced) view.tree.overwrite(replaced, file);
  const node = replaced ?? view.tree.addFile(place.parent(), place.name, file);
  return untagged(fileMetadata(view, node));
}

function judge(existing: Node | undefined, arg: files.CommitInfo, content: Content) {
  const mode = arg.mode ?? 'add';
  const tag = tagOf(mode);
  const rev = tag === 'update' && typeof mode === 'object' ? (mode as files.WriteModeUpdate).update : null;
  if (!existing) return rev !== null && arg.strict_conflict ? 'conflict' : 'new';
  if (existing.kind === 'folder') return 'conflict';
  if (!arg.strict_conflict && !existing.exports && isSame(existing.content, content)) return 'same';
  return tag === 'overwrite' || rev === existing.rev ? 'replace' : 'conflict';
}

const isSame = (one: Content, other: Content) =>
  one.size === other.size && one.hash('dropbox') === other.hash('dropbox');

function moment(text: string, route: string): Date {
  const isTimestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) && !Number.isNaN(Date.parse(text));
  if (isTimestamp) return new Date(text);
  throw badInput(route, `client_modified: time data '${text}' does not match format '%Y-%m-%dT%H:%M:%SZ'`);
}
