import { contract } from '@sheaf/contract';
import type { GoogleSandbox } from '@sheaf/sandbox';
import { connectAccount } from '../../../testing/sign-in/consent.ts';
import { choose } from './cloud.ts';
import type { ThreadWorld } from './thread-world.ts';

const person = 'ada';
const ownLabels = ['One', 'Two'];
const notRead = ['DRAFT', 'SPAM', 'TRASH'];
const isPlace = (label: string) => ['INBOX', 'SENT'].includes(label) || label.startsWith('Label_');

const faults = [
  { kind: 'status', status: 429, retryAfter: 0 },
  { kind: 'status', status: 403, retryAfter: 0, reason: 'rateLimitExceeded' },
  { kind: 'status', status: 500 },
  { kind: 'garbage' },
  { kind: 'cut', afterBytes: 40 },
  { kind: 'expire-token' },
  { kind: 'expire-cursor' },
] as const;

/**
 * Gmail: one feed for the mailbox, which can be forgotten; messages in several labels; no edits; with oddities from the
 * seed.
 */
export function gmailWorld({ control, mailboxes }: GoogleSandbox): ThreadWorld<(typeof faults)[number]> {
  const labels = () =>
    [...mailboxes.get(person)!.labels].filter(({ name }) => ownLabels.includes(name)).map(({ id }) => id);
  const written = new Map<string, { text: string; files: string[] }>();
  return {
    edits: [
      'post',
      'post with a file',
      'answer',
      'move',
      'copy',
      'read',
      'star',
      'trash',
      'restore',
      'remove',
      'draft',
      'number anew',
    ],
    faults,
    // The first may find its cursor forgotten for the second time.
    updates: 2,
    async connect(who) {
      const { id } = await connectAccount(who, 'gmail', person);
      const body = { source_account_id: id, data: { sync: { file_mode: 'none' } } } as const;
      await who.call(contract.sources.syncSettings, { body });
      return id;
    },
    async clear(seed) {
      control.setMailOddities({ person, seed });
      for (const { id } of control.mails({ person })) control.deleteMail({ person, id });
      if (labels().length === 0) for (const name of ownLabels) control.addLabel({ person, name });
    },
    async edit({ what, pick }) {
      const mail = choose(control.mails({ person }), pick);
      const text = `Text ${pick}.`;
      const add = (more: Partial<Parameters<typeof control.addMail>[0]> = {}) => {
        const id = control.addMail({ person, subject: `Subject ${pick}`, text, ...more });
        written.set(id, { text, files: more.files?.map(({ name }) => name) ?? [] });
      };
      if (what === 'number anew') return control.expireHistory({ person });
      if (what === 'post with a file')
        return add({ files: [{ name: `${pick}.txt`, mimeType: 'text/plain', base64: btoa(text) }] });
      if (what === 'post' || !mail) return add();
      if (what === 'draft') return add({ labelIds: ['DRAFT'] });
      if (what === 'answer') return add({ answers: mail.id, labelIds: ['SENT'] });
      if (what === 'remove') return control.deleteMail({ person, id: mail.id });
      const toggled =
        { read: 'UNREAD', star: 'STARRED', move: 'INBOX', trash: 'TRASH', restore: 'TRASH' }[what as string] ??
        labels()[pick % 2]!;
      const isOn = mail.labelIds.includes(toggled);
      if (what === 'restore' && !isOn) return;
      control.modifyMail({ person, id: mail.id, [isOn ? 'remove' : 'add']: [toggled] });
    },
    messages: async () =>
      control
        .mails({ person })
        .filter(({ labelIds }) => !notRead.some((label) => labelIds.includes(label)))
        .map(({ id, threadId: thread, labelIds }) => ({
          id,
          thread,
          channels: [...labelIds.filter(isPlace), 'ALL_MAIL'],
          unread: labelIds.includes('UNREAD'),
          flagged: labelIds.includes('STARRED'),
          ...written.get(id)!,
        })),
    fail: (fault) => control.fail({ path: '/gmail/', ...fault }),
    clearFaults: () => control.clearFaults(),
  };
}
