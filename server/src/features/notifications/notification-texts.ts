import type { NotificationKind } from '@sheaf/contract';
import { oneLine } from '../../platform/text/names.ts';

interface TransferText {
  /** The names of the apps. */
  from: string;
  to: string;
}

/** The data stored with a notification of each kind, from which its text is made. */
export interface TextData {
  share: Record<string, never>;
  access_requested: { document: { id: string; name: string; isFolder: boolean }; message: string };
  invite_requested: { email: string; document: string; more: number };
  /**
   * `document`: the first that waits for the person; null if none does any longer. `joined`: they had become a member
   * by then.
   */
  invite_answered: {
    email: string;
    answer: 'invited' | 'joined' | 'declined';
    document: { id: string; name: string; isFolder: boolean } | null;
    more: number;
  };
  transfer_finished: TransferText & { mode: 'copy' | 'move'; total: number; failed: number };
  transfer_failed: TransferText & { paused: boolean; problem: string };
  account: { account: string; problem: string };
  invitation_accepted: { name: string };
}

/** The other facts of a notification that its text is made from. */
export interface Facts {
  organizationId: string;
  subject: string;
  actor: string | null;
  count: number;
  /** For shares: a document that the person sees. */
  document: { id: string; name: string; kind: string } | null;
}

export interface NotificationText {
  title: string;
  message: string | null;
  /** Relative to the address of the server. */
  path: string;
}

const items = (count: number): string => (count === 1 ? '1 item' : `${count.toLocaleString('en')} items`);

const texts: { [Kind in NotificationKind]: (data: TextData[Kind], facts: Facts) => NotificationText } = {
  share: (_, { actor, count, document, organizationId }) => {
    const by = oneLine(actor ?? 'Someone');
    if (count > 1 || !document)
      return {
        title: `${by} shared ${count.toLocaleString('en')} documents with you`,
        message: null,
        path: pathOf('/directory', { place: 'shared', org: organizationId }),
      };
    const isFolder = document.kind === 'folder';
    return {
      title: `${by} shared “${oneLine(document.name)}” with you`,
      message: null,
      path: pathOf('/directory', {
        ...(isFolder ? { in: document.id } : { place: 'shared', preview: document.id }),
        org: organizationId,
      }),
    };
  },
  access_requested: ({ document, message }, { actor, organizationId }) => ({
    title: `${oneLine(actor ?? 'Someone')} asks for access to “${oneLine(document.name)}”`,
    message: message ? `“${message}”` : null,
    path: pathOf('/directory', {
      ...(document.isFolder ? { in: document.id } : { preview: document.id }),
      org: organizationId,
    }),
  }),
  invite_requested: ({ email, document, more }, { actor, organizationId }) => ({
    title: `${oneLine(actor ?? 'Someone')} asks to invite ${email}`,
    message: `As guest, to share “${oneLine(document)}”${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''} with them`,
    path: pathOf('/members/invites', { org: organizationId }),
  }),
  invite_answered: ({ email, answer, document, more }, { organizationId }) => {
    const what = document
      ? `“${oneLine(document.name)}”${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`
      : '';
    const granted = {
      invited: `They get access to ${what} when they join`,
      joined: `They’re a member already, and have access to ${what} now`,
    };
    return {
      title: `Your request to invite ${email} was ${answer === 'declined' ? 'declined' : 'approved'}`,
      message: answer === 'declined' ? 'You can ask again in a week' : granted[answer],
      path: pathOf('/directory', {
        ...(document && (document.isFolder ? { in: document.id } : { preview: document.id })),
        org: organizationId,
      }),
    };
  },
  transfer_finished: ({ from, to, mode, total, failed }, facts) => {
    const done = mode === 'move' ? 'moved' : 'copied';
    return {
      title:
        failed === 0
          ? `Your files were ${done} from ${from} to ${to}`
          : `Your transfer from ${from} to ${to} ended with problems`,
      message:
        failed === 0
          ? `${items(total)} ${done}`
          : `${failed.toLocaleString('en')} of ${items(total)} couldn’t be transferred`,
      path: transferPath(facts),
    };
  },
  transfer_failed: ({ from, to, paused, problem }, facts) => ({
    title: `Your transfer from ${from} to ${to} ${paused ? 'is paused' : 'failed'}`,
    message: problem,
    path: transferPath(facts),
  }),
  account: ({ account, problem }, { organizationId }) => ({
    title: `${oneLine(account)} needs your attention`,
    message: problem,
    path: pathOf('/apps', { org: organizationId }),
  }),
  invitation_accepted: ({ name }, { organizationId }) => ({
    title: `${oneLine(name)} accepted your invitation`,
    message: null,
    path: pathOf('/members', { org: organizationId }),
  }),
};

const transferPath = ({ organizationId, subject }: Facts): string =>
  pathOf('/switch-cloud', { transfer: subject, org: organizationId });

const pathOf = (page: string, search: Record<string, string>): string => `${page}?${new URLSearchParams(search)}`;

export const textOf = (kind: NotificationKind, data: unknown, facts: Facts): NotificationText =>
  (texts[kind] as (data: unknown, facts: Facts) => NotificationText)(data, facts);
