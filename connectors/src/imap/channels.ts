import type { ImapFlow, ListResponse } from 'imapflow';
import type { Channel, ThreadReads } from '../kit/threads.ts';
import type { ImapAccount } from './account.ts';
import { cutName } from './mime/text.ts';
import { internalsOf } from './session/internals.ts';

const MAX_BYTES = 4 << 20;
/** Deleted mail, spam, and mailboxes that repeat messages of others. */
const OFF = new Set(['\\Trash', '\\Junk', '\\All', '\\Flagged', '\\Important']);
const UNREADABLE = ['\\Noselect', '\\NonExistent'];

/** Lists every mailbox that can be opened, subscribed or not, except drafts, which have not been sent. */
export function createChannels(account: ImapAccount): ThreadReads['channels'] {
  return async () => {
    const items = await account.run(
      async (client) => {
        const folders = await client.list();
        const shared = prefixesOf(client);
        return folders.flatMap((folder) => channelOf(folder, folders, shared) ?? []);
      },
      { maxBytes: MAX_BYTES },
    );
    return { items, next: null };
  };
}

function channelOf(folder: ListResponse, folders: readonly ListResponse[], shared: readonly string[]): Channel | null {
  const { path, flags, specialUse } = folder;
  if (path === '' || UNREADABLE.some((flag) => flags.has(flag)) || specialUse === '\\Drafts') return null;
  const isOff = [specialUse ?? '', ...flags].some((use) => OFF.has(use));
  return {
    id: path as Channel['id'],
    name: cutName(nameOf(folder, folders)),
    isPrivate: !shared.some((prefix) => path.startsWith(prefix)),
    ...(isOff && { isOff }),
  };
}

/** The names of its parent folders and its own, without those that only hold others, such as “[Gmail]” or “INBOX”. */
function nameOf({ path, delimiter, specialUse }: ListResponse, folders: readonly ListResponse[]): string {
  if (path.toUpperCase() === 'INBOX') return 'Inbox';
  if (!delimiter) return path;
  const names = path.split(delimiter);
  if (specialUse) return names.at(-1)!;
  const top = folders.find((folder) => folder.path === names[0]);
  const isHolder = names[0]!.toUpperCase() === 'INBOX' || (names[0] === '[Gmail]' && top?.flags.has('\\Noselect'));
  return (isHolder ? names.slice(1) : names).join(' / ');
}

function prefixesOf(client: ImapFlow): string[] {
  const { other, shared } = internalsOf(client).namespaces ?? {};
  return [...(other || []), ...(shared || [])].map(({ prefix }) => prefix).filter((prefix) => prefix !== '');
}
