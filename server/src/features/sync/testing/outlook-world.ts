import { contract } from '@sheaf/contract';
import type { GraphSandbox } from '@sheaf/sandbox';
import { connectAccount } from '../../../testing/sign-in/consent.ts';
import { choose } from './cloud.ts';
import type { ThreadWorld } from './thread-world.ts';

const person = 'ada';
const places = ['Inbox', 'Archive', 'Sent Items', 'One', 'Two'];
const trash = 'Deleted Items';

const faults = [
  { kind: 'status', status: 429, retryAfter: 0 },
  { kind: 'status', status: 503, retryAfter: 0 },
  { kind: 'status', status: 500 },
  { kind: 'garbage' },
  { kind: 'cut', afterBytes: 40 },
  { kind: 'expire-token' },
  { kind: 'expire-cursor' },
] as const;

/**
 * Outlook: a feed for each folder, which can be forgotten; moves are reported by both folders; with oddities from the
 * seed.
 */
export function outlookWorld({ control }: GraphSandbox): ThreadWorld<(typeof faults)[number]> {
  const written = new Map<string, { text: string; files: string[] }>();
  const folderId = (name: string) =>
    control.mailFolders({ person }).find(({ displayName }) => displayName === name)?.id ??
    control.addMailFolder({ person, displayName: name });
  return {
    edits: [
      'post',
      'post',
      'post with a file',
      'answer',
      'move',
      'move',
      'read',
      'star',
      'trash',
      'restore',
      'remove',
      'number anew',
    ],
    faults,
    // The first may find its cursor forgotten for the second time.
    updates: 2,
    async connect(who) {
      const { id } = await connectAccount(who, 'outlook', person);
      const body = { source_account_id: id, data: { sync: { file_mode: 'none' } } } as const;
      await who.call(contract.sources.syncSettings, { body });
      return id;
    },
    async clear(seed) {
      for (const { id } of control.mails({ person })) control.deleteMail({ person, id });
      control.setMailOddities({ person, seed });
    },
    async edit({ what, pick }) {
      const mail = choose(control.mails({ person }), pick);
      const text = `Text ${pick}.`;
      const add = (more: Partial<Parameters<typeof control.deliverMail>[0]> = {}) => {
        const folder = folderId(choose(places, pick)!);
        const id = control.deliverMail({ person, subject: `Subject ${pick}`, text, folder, ...more });
        const items = more.extras?.flatMap(({ kind, name }) => (kind === 'reference' ? [] : [`${name}.eml`])) ?? [];
        written.set(id, { text, files: [...(more.files?.map(({ name }) => name) ?? []), ...items] });
      };
      if (what === 'number anew') return control.expireMailDelta({ person });
      if (what === 'post with a file')
        return add({
          files: [{ name: `${pick}.txt`, mimeType: 'text/plain', base64: btoa(text) }],
          extras: [
            { kind: 'message', name: `Mail ${pick}`, text },
            { kind: 'reference', name: `Link ${pick}.docx` },
          ],
        });
      if (what === 'post' || !mail) return add();
      const { id } = mail;
      if (what === 'answer') return add({ answers: id });
      if (what === 'remove') return control.deleteMail({ person, id });
      if (what === 'read') return control.markMail({ person, id, isRead: !mail.isRead });
      if (what === 'star') return control.markMail({ person, id, isFlagged: !mail.isFlagged });
      if (what === 'restore' && mail.folder !== trash) return;
      const place = what === 'trash' ? trash : choose(places, pick * 7)!;
      control.moveMail({ person, id, folder: folderId(place) });
    },
    messages: async () =>
      control
        .mails({ person })
        .filter(({ folder }) => folder !== trash)
        .map(({ id, conversationId: thread, folderId: channel, isRead, isFlagged }) => ({
          id,
          thread,
          channels: [channel],
          unread: !isRead,
          flagged: isFlagged,
          ...written.get(id)!,
        })),
    fail: (fault) => control.fail({ path: '/v1.0/', ...fault }),
    clearFaults: () => control.clearFaults(),
  };
}
