import { startGraph } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import { MessageMirror } from '../kit/conformance/threads/mirror.ts';
import type { RemoteId } from '../kit/remote.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { outlook } from './index.ts';

/** Outlook’s behavior in the wild: each oddity of the sandbox on its own, as often as it can happen. */
const person = 'ada';
const graph = await forThisFile(startGraph({ samples: false, pageSize: 4 }));
const account = await forThisFile(
  testAccount({ urls: graph.urls, token: () => graph.control.authorize({ person }).accessToken }),
);
const session = outlook.open(account);

describe('a folder and its changes are read completely if', () => {
  it.each([
    ['pages are empty', { emptyPages: 1 }],
    ['entries are repeated', { repeated: 1 }],
    ['strangers are removed', { strangers: 1 }],
    ['messages are not found at first', { late: 1 }],
    ['messages have no sender', { withoutSender: 1 }],
  ])('%s', async (displayName, oddities) => {
    graph.control.setMailOddities({ person, seed: 'odd', ...oddities });
    const folder = graph.control.addMailFolder({ person, displayName }) as RemoteId;
    const deliver = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        graph.control.deliverMail({ person, subject: `${at}`, text: `Text ${at}.`, folder }),
      );
    const truth = () =>
      graph.control
        .mails({ person })
        .filter(({ folderId }) => folderId === folder)
        .map(({ id, isRead }) => [id, !isRead])
        .sort();
    const copy = () =>
      mirror
        .of(folder)
        .map(({ id, isUnread }) => [id, isUnread])
        .sort();
    const ids = deliver(11);
    const mirror = new MessageMirror();
    await mirror.follow(session.threads!, folder);
    expect(copy()).toEqual(truth());
    deliver(6);
    graph.control.deleteMail({ person, id: ids[1]! });
    graph.control.markMail({ person, id: ids[3]!, isRead: true });
    graph.control.moveMail({ person, id: ids[5]!, folder: 'archive' });
    await mirror.follow(session.threads!, folder);
    expect(copy()).toEqual(truth());
  });
});
