import { type Document, type Label, may } from '@sheaf/contract';
import { imageUrl } from '../../http/images.ts';
import type { Member } from '../../http/viewer.ts';
import { webAddress } from '../../platform/text/web-address.ts';
import type { Services } from '../../services.ts';
import { cannotAnything, cannotWrite, isSandboxed, sandboxPage, sourceName } from '../sources/index.ts';
import { signedPath } from '../storage/index.ts';
import { sentOf } from './columns.ts';
import type { DocumentRow } from './document-rows.ts';
import { guestsOwnNothing, sharedDirectly, viewOnly } from './editing.ts';

/** The types that pictures can be made of. */
export const pictured: ReadonlySet<string> = new Set(['image', 'pdf', 'video']);

const byName = <T extends { name: string }>(things: T[]): T[] =>
  things.length < 2 ? things : things.toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));

export function presentDocument(services: Services, viewer: Member, row: DocumentRow): Document {
  const { keys } = services;
  // Documents in the trash can't be opened.
  const address = row.deleted_at ? null : webAddress(row.web_url);
  const stored = row.content === 'stored' && row.version !== null && !row.deleted_at;
  const path = (thing: 'documents' | 'thumbnails' | 'frames') => signedPath(keys, thing, row.id, viewer, row.version!);
  return {
    ...sentOf(row),
    local_path: stored ? path('documents') : null,
    thumbnail: stored && pictured.has(row.type) && row.thumbnail !== 'none' ? path('thumbnails') : null,
    frame_path: stored && row.type === 'video' && row.thumbnail !== 'ready' ? path('frames') : null,
    web_url: isSandboxed(services, row.source) ? sandboxPage(services, row.source, row.name) : address,
    account: { id: row.account_id, name: row.account_name, display_name: row.account_display_name },
    source: { slug: row.source, name: sourceName(row.source) },
    created_by: { id: row.owner_id, name: row.owner_name, avatar: imageUrl(row.owner_avatar) },
    updated_at: row.modified_at?.toISOString() ?? null,
    parent_id: row.location?.at(-1)?.id ?? null,
    location: row.location ?? [],
    own: row.own,
    shared: row.shared,
    permission: isEditable(viewer, row) ? 'edit' : 'view',
    cannot: cannotOf(services, viewer, row),
    labels: byName(row.labels ?? []) as Label[],
    collections: byName(row.collections ?? []),
    starred: row.starred,
    uploading: typeof row.upload_sent === 'number' ? { sent: row.upload_sent } : null,
    deleted: deletedOf(row),
    conversation: conversationOf(row),
    messages: [],
  };
}

const isEditable = ({ membership }: Member, { own, edit_reach }: DocumentRow): boolean =>
  own ? may(membership.role, 'sources.own') : typeof edit_reach === 'number';

function cannotOf(services: Services, viewer: Member, row: DocumentRow): Document['cannot'] {
  if (!isEditable(viewer, row)) return cannotAnything(row.own ? guestsOwnNothing : viewOnly);
  const account = { source: row.source, status: row.account_status, access: row.account_access };
  const cannot = cannotWrite(services, account, { remoteId: row.remote_id, isFolder: row.type === 'folder' });
  if (row.own || row.edit_reach !== 0) return cannot;
  return { ...cannot, move: sharedDirectly, delete: sharedDirectly };
}

/** Shows whether a thread is read to the owner of the mailbox only. */
const conversationOf = ({ conversation, attachments, own }: DocumentRow): Document['conversation'] =>
  conversation && { ...conversation, unread: own ? conversation.unread : 0, attachments: attachments ?? 0 };

const deletedOf = ({ deleted_at, deleted_until, deleted_contents = 0 }: DocumentRow): Document['deleted'] =>
  deleted_at && deleted_until
    ? {
        at: deleted_at.toISOString(),
        until: deleted_until.toISOString(),
        contents: deleted_contents,
      }
    : null;
