import { expect, it } from 'vitest';
import { readHeaders } from './headers.ts';

const received = new Date('2024-05-01T12:00:00Z');
const read = (header: string) => readHeaders(Buffer.from(header.replaceAll('\n', '\r\n')), received);

it('reads people with names in any spelling, groups and comments', () => {
  const { author, recipients } = read(
    'from: =?utf-8?Q?L=C3=B6ve=2C?=\n =?utf-8?Q?_Ada?= <ada@example.com>\n' +
      'To: "Hopper, Grace" <grace@example.com>, friends: a@example.com, b@example.com;, bare@example.com\n' +
      'Cc: c@example.com (Carl)\nTo: second@example.com\n',
  );
  expect(author).toEqual({ name: 'Löve, Ada', address: 'ada@example.com' });
  expect(recipients.map(({ name, as }) => `${as} ${name}`)).toEqual([
    'to Hopper, Grace',
    'to a@example.com',
    'to b@example.com',
    'to bare@example.com',
    'cc Carl',
  ]);
});

it('takes the thread from the first reference, the answered message, or the message itself', () => {
  const root = read('Message-ID: <1@x>\nSubject: Re: Plan\n').thread;
  expect(root.title).toBe('Re: Plan');
  for (const answer of [
    'Message-ID: <3@x>\nReferences: <1@x>\n <2@x>\nIn-Reply-To: <2@x>\nSubject: Re: AW[2]: Plan\n',
    'Message-ID: <2@x>\nIn-Reply-To: Your message of today <1@x>\nSubject: RE: Plan\n',
  ])
    expect(read(answer).thread).toEqual({ id: root.id, title: 'Plan' });
  expect(read('Subject: a\n').thread.id).not.toBe(read('Subject: b\n').thread.id);
  expect(read('Subject: a\n').thread.id).toBe(read('Subject: a\n').thread.id);
});

it.each([
  ['Wed, 1 May 2024 10:00:00 +0200', '2024-05-01T08:00:00.000Z'],
  ['Wed, 1 May 2024 10:00:00 +0200 (CEST)', '2024-05-01T08:00:00.000Z'],
  ['Fri, 01 Jan 2199 00:00:00 +0000', received.toISOString()],
  ['Thu, 01 Jan 1920 00:00:00 +0000', received.toISOString()],
  ['yesterday', received.toISOString()],
])('a date of %s is %s', (date, expected) => {
  expect(read(`Date: ${date}\n`).sentAt.toISOString()).toBe(expected);
});
