import { contract, type DocumentDetails } from '@sheaf/contract';
import { type GoogleSandbox, startGoogle, startSlack } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { person } from '../../../testing/people.ts';
import { connectAccount, syncAccount } from '../../../testing/sign-in/consent.ts';
import { testApp } from '../../../testing/test-app.ts';

/** Strangers' mail and chats from the source to the documents: none stops the others, and nothing in them runs. */

const { sources, documents } = contract;

const google = await forThisFile(startGoogle({ samples: false }));
const slack = await forThisFile(startSlack({ samples: false }));
const app = await forThisFile(testApp({}, { gmail: google, slack }));

const forged = 'Bank\u202eknaB \u0000\ud800<b>';
const script = `<script>owned()</script><img src=x onerror="owned()"><a href="javascript:owned()">Pay</a>
  <style>@import "//evil.example"</style><iframe srcdoc="<script>owned()</script>"></iframe><p>Your bill</p>\0`;
/** Anything that would run or load something in a page that shows it. */
const live = /<(script|iframe|style|object|form)|<[^>]*(\son\w+=|javascript:|srcdoc)/i;

async function synced(source: 'gmail' | 'slack'): Promise<DocumentDetails[]> {
  const me = await person(app);
  const { id } = await connectAccount(me, source, 'ada');
  await syncAccount(app, me, id);
  await app.work({ readTexts: true });
  const { status, problem } = (await me.call(sources.accounts)).data[0]!;
  expect({ status, problem }).toEqual({ status: 'connected', problem: null });
  const list = (await me.call(documents.list, { query: { per_page: 100, kind: 'file' } })).data;
  const found: DocumentDetails[] = [];
  for (const { id: document, local_path, conversation } of list) {
    const details = (await me.call(documents.get, { params: { id: document } })).data;
    found.push(details);
    for (const { body } of details.messages) expect(Buffer.from(body, 'base64url').toString()).not.toMatch(live);
    if (!local_path || !conversation) continue;
    const page = await app.request({ method: 'GET', url: `/storage/${local_path}` });
    // Everything but our own style.
    expect(page.body.replace(/<style>[\s\S]*?<\/style>/, '')).not.toMatch(live);
    expect(page.body).not.toContain('\0');
    // A text may have any direction, but names and titles may not.
    for (const [head] of page.body.matchAll(/<(title|h1|header|li)>.*?<\/\1>/gs)) expect(head).not.toContain('\u202e');
  }
  return found;
}

const texts = (found: readonly DocumentDetails[]) =>
  found.flatMap(({ messages }) => messages.map(({ body }) => Buffer.from(body, 'base64url').toString())).join('\n');

type Mailbox = NonNullable<ReturnType<GoogleSandbox['mailboxes']['get']>>;
type Letter = ReturnType<Parameters<Mailbox['add']>[0]['letter']>;
type Part = Letter['root'];

const text = (value: string, type = 'text/plain', times = 1): Part => ({
  mimeType: type,
  filename: '',
  headers: [{ name: 'Content-Type', value: `${type}; charset=utf-8` }],
  content: {
    size: Buffer.byteLength(value) * times,
    *read() {
      for (let time = 0; time < times; time += 1) yield Buffer.from(value);
    },
    hash: () => '',
  },
});
const parts = (mimeType: string, inside: Part[]): Part => ({ mimeType, filename: '', headers: [], parts: inside });
const nested = (levels: number): Part =>
  Array.from({ length: levels }).reduce<Part>((inner) => parts('multipart/mixed', [inner]), text('bottom'));

it('renders mail safely: bombs, nested parts, endless headers, forged names and pages with scripts', async () => {
  const add = (root: Part, subject: string, headers: Letter['headers'] = []) =>
    google.mailboxes.get('ada')!.add({
      letter: () => ({
        headers: [
          { name: 'From', value: `"${forged}" <eve@example.com>` },
          { name: 'Subject', value: subject },
          ...headers,
        ],
        root,
        snippet: forged,
      }),
      labelIds: ['INBOX'],
      at: Date.now(),
    });
  add(nested(1_000), 'Deep');
  add(
    parts(
      'multipart/mixed',
      Array.from({ length: 5_000 }, () => text('x')),
    ),
    'Many',
  );
  add(text(script, 'text/html'), 'Script');
  add(text('x'.repeat(65_536), 'text/html', 400), 'Large');
  add(text('header'), 'Endless', [
    { name: 'X-Long', value: 'x'.repeat(10_000_000) },
    { name: 'To', value: 'a@example.com, '.repeat(100_000) },
  ]);
  add({ ...text('attached'), filename: `invoice${forged}fdp.exe`, mimeType: 'application/octet-stream' }, forged);
  add(text('<div>'.repeat(200_000), 'text/html'), 'Divs');
  add(text('All is well'), 'Good');
  const before = process.memoryUsage().rss;
  const found = await synced('gmail');
  expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(800);
  expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(['Good', 'Script', 'Deep', 'Divs']));
  expect(texts(found)).toContain('All is well');
  expect(texts(found)).toContain('Your bill');
});

it('renders chats safely: odd blocks, forged names, NULs and text that looks like HTML', async () => {
  const channel = 'hostile';
  slack.control.addChannel({ name: channel });
  const shapes: object[] = [
    { text: 7, attachments: [null, 3, { text: {}, fields: [1, null] }] },
    { user: { id: 1 }, blocks: [{ elements: [{ elements: [{ text: { text: ['x'] } }] }] }] },
    { blocks: Array.from({ length: 5_000 }, () => ({ type: 'section', text: { type: 'mrkdwn', text: script } })) },
    { blocks: [{ type: 'rich_text', elements: [{ type: 'link', url: 'javascript:owned()', text: 'Pay' }] }] },
    { userProfile: { real_name: forged.repeat(100) }, user: 'U0ELSEWHERE' },
    { username: forged, botId: 'B1' },
  ];
  for (const more of shapes) slack.control.post({ channel, text: script, more });
  slack.control.post({ channel, text: `<javascript:owned()|Pay> ${forged}` });
  slack.control.post({ channel, text: 'All is well' });
  const found = await synced('slack');
  expect(texts(found)).toContain('All is well');
});
