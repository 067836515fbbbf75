import { startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { MessageMirror } from '../kit/conformance/threads/mirror.ts';
import type { RemoteId } from '../kit/session.ts';
import { testAccount } from '../kit/testing/test-account.ts';
import { gmail } from './index.ts';

/** Gmail’s behavior in the wild: each oddity of the sandbox on its own, as often as it can happen. */
const person = 'ada';
const { signal } = new AbortController();
const google = await forThisFile(startGoogle({ samples: false, pageSize: 4 }));
const account = await forThisFile(
  testAccount({ urls: google.urls, token: () => google.control.authorize({ person }).accessToken }),
);
const session = gmail.open(account);
beforeEach(() => {
  google.control.setMailOddities({ person });
  for (const { id } of google.control.mails({ person })) google.control.deleteMail({ person, id });
});

const INBOX = 'INBOX' as RemoteId;
const add = (count: number) =>
  Array.from({ length: count }, (_, at) => google.control.addMail({ person, subject: `${at}`, text: `Text ${at}.` }));
const truth = () =>
  google.control
    .mails({ person })
    .filter(({ labelIds }) => labelIds.includes('INBOX'))
    .map(({ id, labelIds }) => [id, labelIds.includes('UNREAD')])
    .sort();
const copyOf = (mirror: MessageMirror) => mirror.of(INBOX).map(({ id, isUnread }) => [id, isUnread]);

describe('a mailbox and its changes are read completely if', () => {
  it.each([
    ['pages are empty', { emptyPages: 1 }],
    ['pages repeat a message', { repeated: 1 }],
    ['pages have the oldest first', { reversed: 1 }],
    ['the estimate says that there are none', { wrongEstimates: 1 }],
    ['the history only names messages', { bareRecords: 1 }],
    ['messages are not found at first', { late: 1 }],
    ['messages are broken', { broken: 1 }],
  ])('%s', async (_, oddities) => {
    google.control.setMailOddities({ person, seed: 'odd', ...oddities });
    const ids = add(11);
    const mirror = new MessageMirror();
    const start = await session.threads!.changes!.start();
    await mirror.follow(session.threads!, INBOX);
    expect(copyOf(mirror).sort()).toEqual(truth());
    add(6);
    google.control.deleteMail({ person, id: ids[1]! });
    google.control.modifyMail({ person, id: ids[3]!, remove: ['UNREAD'] });
    google.control.modifyMail({ person, id: ids[5]!, remove: ['INBOX'] });
    for await (const batch of session.threads!.changes!.since(start, signal)) mirror.take(batch, null);
    expect(copyOf(mirror).sort()).toEqual(truth());
    expect([...mirror.messages.values()].every(({ body }) => /^Text \d+\.$/.test(body.value.trim()))).toBe(true);
  });
});
