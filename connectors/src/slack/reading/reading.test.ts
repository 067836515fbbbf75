import { startSlack } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { describe, expect, it } from 'vitest';
import type { MessageMirror } from '../../kit/conformance/threads/mirror.ts';
import type { Cursor, RemoteId } from '../../kit/session.ts';
import type { Message, MessageBatch } from '../../kit/threads.ts';
import { scopes } from '../auth.ts';
import { copyOf, slackWorld, truthOf } from '../testing/world.ts';

const DAY = 86_400_000;

const world = await forThisFile(slackWorld(await startSlack()));

const textOf = ({ body }: Message) => body.value.replace(/<[^>]*>/g, '');
/** The documents by title: their messages, with answers below what they answer. */
function documents(mirror: MessageMirror): Record<string, string[]> {
  const place = ({ answersAt, sentAt }: Message) => `${(answersAt ?? sentAt).toISOString()} ${sentAt.toISOString()}`;
  const all = [...mirror.messages.values()].sort((one, other) => (place(one) < place(other) ? -1 : 1));
  const byTitle = Map.groupBy(all, ({ thread }) => thread.title);
  return Object.fromEntries([...byTitle].map(([title, messages]) => [title, messages.map(textOf)]));
}
const fresh = (name: string) => {
  world.control.addChannel({ name });
  return name;
};

describe('channels', () => {
  it('are public, private, and direct messages', async () => {
    const { items, next } = await world.open().threads!.channels(null);
    expect(next).toBe(null);
    expect(items).toEqual(
      expect.arrayContaining([
        { id: expect.stringMatching(/^C/), name: '#general', isPrivate: false },
        { id: expect.stringMatching(/^C/), name: '#finance', isPrivate: true },
        { id: expect.stringMatching(/^C/), name: '#office-move', isPrivate: false, isOff: true },
        { id: expect.stringMatching(/^D/), name: 'Bruno Costa', isPrivate: true },
        { id: expect.stringMatching(/^G/), name: 'Chen Wei, Dana Moreau', isPrivate: true },
      ]),
    );
  });

  it('are off if the person has not joined them, and other people’s are left out', async () => {
    world.control.addChannel({ name: 'not-joined', members: ['bruno'] });
    world.control.addChannel({ name: 'secret', kind: 'private_channel', members: ['bruno'] });
    const { items } = await world.open().threads!.channels(null);
    expect(items.find(({ name }) => name === '#not-joined')).toMatchObject({ isOff: true });
    expect(items.map(({ name }) => name)).not.toContain('#secret');
    await expect(world.follow('secret')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('documents', () => {
  it('are days, with the answers of a thread below the message that began it', async () => {
    const mirror = await world.follow('harbour');
    const all = documents(mirror);
    expect(Object.keys(all).every((title) => title.startsWith('#harbour, '))).toBe(true);
    const day = all['#harbour, 4 May 2026']!;
    const thread = day.findIndex((text) => text.startsWith('The survey of the quay is done'));
    expect(day[thread + 1]).toBe('Which ones?');
    expect(day.at(-1)).toContain('level = datum + offset\nif (level &#60; 2.1) raise()');
    const message = [...mirror.messages.values()].find((one) => textOf(one) === 'Which ones?')!;
    expect(message).toMatchObject({
      author: { name: 'Ada Lindqvist', address: 'ada@example.com', avatarUrl: expect.stringContaining('http') },
      webUrl: expect.stringMatching(/^https:\/\/lindqvist-studio\.slack\.com\/archives\/C\w+\/p\d{16}\?thread_ts=/),
    });
  });

  it('are named after the other person in direct messages', async () => {
    expect(Object.keys(documents(await world.follow('ada-bruno')))).toContain('Bruno Costa, 5 May 2026');
  });

  it('leave out joins, and keep messages of apps and of people who have left', async () => {
    const mirror = await world.follow('general');
    const messages = [...mirror.messages.values()];
    expect(messages.map(textOf).filter((text) => text.includes('has joined'))).toEqual([]);
    const authors = messages.map(({ author }) => author.name);
    expect(authors).toEqual(expect.arrayContaining(['Site Bot', 'Elif Demir']));
    expect(messages.map(textOf).join('\n')).toContain('Thank you @site-team, cake at three.');
  });
});

describe('an update', () => {
  it('keeps an edited first message above its answers, and keeps the answers of a deleted one', async () => {
    const channel = fresh('parents');
    const thread = world.control.post({ channel, text: 'Where is it' });
    world.control.post({ channel, text: 'there', thread });
    const mirror = await world.follow(channel);
    world.control.edit({ channel, ts: thread, text: 'Where is the key' });
    await world.follow(channel, mirror);
    expect(Object.values(documents(mirror))).toEqual([['Where is the key', 'there']]);
    world.control.remove({ channel, ts: thread });
    await world.follow(channel, mirror);
    expect(Object.values(documents(mirror))).toEqual([['there']]);
  });

  it('finds answers to messages older than those that are read again', async () => {
    const channel = fresh('old-thread');
    const thread = world.control.post({ channel, text: 'old' });
    for (let count = 0; count < 250; count++) world.control.post({ channel, text: `${count}` });
    world.control.advance({ ms: 20 * DAY });
    const mirror = await world.follow(channel);
    world.control.post({ channel, text: 'late answer', thread });
    await world.follow(channel, mirror);
    // The answer is in the document of the question’s day, weeks ago.
    expect(Object.values(documents(mirror)).map(([first, second]) => [first, second])).toContainEqual([
      'old',
      'late answer',
    ]);
    expect(copyOf(mirror)).toEqual(truthOf(world, channel));
  });

  it('finds messages deleted long after they were written, in a channel of many pages', async () => {
    const channel = fresh('long-ago');
    const post = (text: string, thread?: string) => world.control.post({ channel, text, ...(thread && { thread }) });
    const tops = Array.from({ length: 700 }, (_, count) => post(`${count}`));
    const threads = [3, 150, 300].map((at) => tops[at]!);
    const answers = threads.map((thread) => ['a', 'b', 'c'].map((text) => post(`${text} to ${thread}`, thread)));
    world.control.advance({ ms: 60 * DAY });
    const mirror = await world.follow(channel);
    expect(copyOf(mirror)).toEqual(truthOf(world, channel));
    const remove = (ts: string) => world.control.remove({ channel, ts });
    for (const at of [0, 5, 120, 250, 499]) remove(tops[at]!);
    remove(answers[0]![1]!);
    for (const ts of answers[1]!) remove(ts);
    for (const ts of [...answers[2]!, threads[2]!]) remove(ts);
    // Each update reads a page, and none is read twice before all were.
    for (let update = 0; update < 4; update++) await world.follow(channel, mirror);
    expect(copyOf(mirror)).toEqual(truthOf(world, channel));
  });

  it('completes a round in time, with more pages if updates are rare', async () => {
    const channel = fresh('seldom');
    for (let count = 0; count < 1400; count++) world.control.post({ channel, text: `${count}` });
    world.control.advance({ ms: 60 * DAY });
    const mirror = await world.follow(channel);
    const pages = async () => {
      world.control.clearCalls();
      await world.follow(channel, mirror);
      return world.control.calls({ prefix: 'POST /api/conversations.history' }) - 1;
    };
    // The first round counts the pages.
    for (let update = 0; update < 6; update++) expect(await pages()).toBe(1);
    expect(await pages()).toBe(1);
    world.control.advance({ ms: 3.5 * DAY });
    expect(await pages()).toBeGreaterThan(1);
  });

  it('keeps recent answers to old messages, and removes deleted ones', async () => {
    const channel = fresh('old-and-new');
    const thread = world.control.post({ channel, text: 'old' });
    for (let count = 0; count < 250; count++) world.control.post({ channel, text: `${count}` });
    world.control.advance({ ms: 20 * DAY });
    const kept = ['a', 'b', 'c'].map((text) => world.control.post({ channel, text, thread }));
    const mirror = await world.follow(channel);
    world.control.remove({ channel, ts: kept[1]! });
    world.control.edit({ channel, ts: kept[2]!, text: 'C' });
    await world.follow(channel, mirror);
    expect(Object.values(documents(mirror)).map((day) => day.slice(0, 3))).toContainEqual(['old', 'a', 'C']);
  });

  it('detects silent changes by an app, and a deleted file', async () => {
    const channel = fresh('silent');
    const ts = world.control.post({ channel, text: 'building…', files: [{ name: 'Log of the build.txt', text: 'x' }] });
    const mirror = await world.follow(channel);
    world.control.update({ channel, ts, text: 'built', attachments: [{ title: 'Report', text: '3 warnings' }] });
    await world.follow(channel, mirror);
    expect(mirror.of(world.sandbox.state.channel(channel).id as RemoteId)[0]!.body.value).toBe(
      '<p>built</p><blockquote><p>Report<br>3 warnings</p></blockquote>',
    );
    world.control.removeFile({ name: 'Log of the build.txt' });
    await world.follow(channel, mirror);
    const [message] = [...mirror.messages.values()];
    expect(message).toMatchObject({ attachments: [], body: { value: expect.stringContaining('A file was deleted.') } });
  });

  it.each([
    ['follows the rules of the workspace for how long messages are kept', false, ['recent']],
    ['keeps what Slack only hides from workspaces that do not pay', true, ['old', 'recent']],
  ])('%s', async (_, isHidden, expected) => {
    const channel = fresh(`retention-${isHidden}`);
    world.control.post({ channel, text: 'old' });
    world.control.advance({ ms: 30 * DAY });
    const recent = world.control.post({ channel, text: 'recent' });
    const mirror = await world.follow(channel);
    world.control.retain({ channel, since: `${Number(recent.slice(0, 10)) - 3600}.000000`, isHidden });
    await world.follow(channel, mirror);
    expect([...copyOf(mirror).values()].sort()).toEqual(expected);
  });

  it('catches up after a long time, and resumes in the middle', async () => {
    const channel = fresh('long-time');
    world.control.post({ channel, text: 'first' });
    const mirror = await world.follow(channel);
    for (let count = 0; count < 1300; count++) {
      const ts = world.control.post({ channel, text: `${count}` });
      if (count % 100 === 0) world.control.post({ channel, text: `answer ${count}`, thread: ts });
    }
    for (let batches = 1; batches <= 12; batches++) await world.follow(channel, mirror, batches);
    await world.follow(channel, mirror);
    expect(copyOf(mirror)).toEqual(truthOf(world, channel));
  });
});

it('moves documents of an earlier version: threads of their own, and duplicate first messages', async () => {
  const channel = fresh('of-before');
  const { id } = world.sandbox.state.channel(channel);
  const threads = Array.from({ length: 250 }, (_, count) => world.control.post({ channel, text: `${count}` }));
  for (const thread of [threads[2]!, threads[240]!]) world.control.post({ channel, text: 'answer', thread });
  const mirror = await world.follow(channel);
  for (const message of Array.from(mirror.messages.values())) {
    const [, thread, answer] = message.id.split('/');
    if (!answer) continue;
    const before = { id: `${id}:${thread}` as RemoteId, title: 'A thread' };
    mirror.messages.set(message.id, { ...message, thread: before });
    const again = `${id}/${thread}/${thread}` as RemoteId;
    mirror.messages.set(again, { ...mirror.messages.get(`${id}/${thread}` as RemoteId)!, id: again, thread: before });
  }
  mirror.cursor = JSON.stringify({ v: 1 }) as Cursor;
  // The run is cut off and resumed.
  for (let batches = 1; batches <= 3; batches++) await world.follow(channel, mirror, batches);
  await world.follow(channel, mirror);
  expect(copyOf(mirror)).toEqual(truthOf(world, channel));
  expect(Object.keys(documents(mirror)).every((title) => title.startsWith(`#${channel}, `))).toBe(true);
});

describe('files', () => {
  it('are attachments if Slack hosts them, links if others do, and named even if shared from elsewhere', async () => {
    const channel = fresh('files');
    const files = [
      { name: 'Here.txt', text: 'here' },
      { name: 'Plan', mode: 'external', externalUrl: 'https://docs.example.com/plan?a=1&b=2' },
      { name: 'Shared.txt', text: 'shared', isForeign: true },
      { name: 'Hidden.txt', mode: 'hidden_by_limit' },
    ] as const;
    world.control.post({ channel, text: 'see', files: files.map((file) => ({ ...file })) });
    const mirror = await world.follow(channel);
    const [message] = [...mirror.messages.values()];
    expect(message!.attachments.map(({ name, size }) => [name, size])).toEqual([
      ['Here.txt', 4],
      ['Shared.txt', 6],
    ]);
    expect(message!.body.value).toContain('<a href="https://docs.example.com/plan?a=1&#38;b=2">Plan</a>');
    world.control.clearCalls();
    await world.follow(channel, mirror);
    expect(world.control.calls({ prefix: 'POST /api/files.info' })).toBe(0);
  });

  it('are attached once, like a message that Slack shows in its thread and in the channel', async () => {
    const channel = fresh('attached-once');
    const thread = world.control.post({ channel, text: 'plan', files: [{ name: 'Plan.txt', text: 'x' }] });
    world.control.post({ channel, text: 'mine', thread, broadcast: true, files: [{ name: 'Mine.txt', text: 'y' }] });
    const messages = [...(await world.follow(channel)).messages.values()];
    expect(messages.flatMap(({ attachments }) => attachments.map(({ name }) => name)).sort()).toEqual([
      'Mine.txt',
      'Plan.txt',
    ]);
    expect(messages.map(textOf).sort()).toEqual(['mine', 'plan']);
  });
});

describe('hostile messages', () => {
  it('crash nothing', async () => {
    const channel = fresh('hostile');
    const shapes: object[] = [
      { text: 7, attachments: [null, 3, { text: {}, fields: [1, null] }] },
      { user: { id: 1 }, blocks: [{ elements: [{ elements: [{ text: { text: ['x'] } }] }] }] },
      { edited: { ts: 'never' }, botId: 5, username: ['x'] },
      { text: '', blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'from *blocks*' } }] },
      { userProfile: { real_name: '\u202Egnp.exe\u0000'.repeat(100) }, user: 'U0ELSEWHERE' },
    ];
    for (const more of shapes) world.control.post({ channel, text: 'x', more });
    const mirror = await world.follow(channel);
    expect(mirror.messages.size).toBe(shapes.length);
    expect([...copyOf(mirror).values()]).toContain('from blocks');
    expect([...mirror.messages.values()].every(({ author }) => author.name.length <= 255)).toBe(true);
  });

  it('are cut if too long, and attached completely', async () => {
    const channel = fresh('too-long');
    const text = '€'.repeat(600_000);
    const ts = world.control.post({ channel, text });
    world.control.post({ channel, text: 'answer', thread: ts });
    const mirror = await world.follow(channel);
    for (const { id, body, attachments } of mirror.messages.values()) {
      if (attachments.length === 0) continue;
      expect(Buffer.byteLength(body.value)).toBeLessThanOrEqual(1024 * 1024);
      expect(body.value).toMatch(/^€+$/);
      const complete = await world.open().threads!.attachment(id, attachments[0]!.id);
      expect(Buffer.concat(await complete.body.toArray()).toString()).toBe(text);
    }
    expect([...mirror.messages.values()].filter(({ attachments }) => attachments.length > 0)).toHaveLength(1);
  });

  it('have only possible times', async () => {
    const channel = fresh('no-time');
    world.control.post({ channel, text: 'x', more: { ts: '9999999999.999999' } });
    world.control.post({ channel, text: 'y' });
    const mirror = await world.follow(channel);
    expect([...copyOf(mirror).values()]).toEqual(['y']);
  });
});

it('resolves names in one call, for any number of people and messages', async () => {
  const channel = fresh('many-people');
  for (let count = 0; count < 120; count++) {
    world.sandbox.state.addUser(`guest${count}`, `Guest ${count}`);
    world.control.post({ channel, user: `guest${count}`, text: 'hello' });
  }
  world.control.clearCalls();
  await world.follow(channel);
  expect(world.control.calls({ prefix: 'POST /api/users.list' })).toBe(1);
  expect(world.control.calls({ prefix: 'POST /api/users.info' })).toBe(0);
  expect(world.control.calls({ prefix: 'POST /api/' })).toBeLessThanOrEqual(5);
});

it('keeps cursors small, however busy a channel is', async () => {
  const channel = fresh('busy');
  world.control.addMany({ channel, count: 500, threadEvery: 1, repliesEach: 1, step: 3_600_000_000 });
  const cursors: Cursor[] = [];
  const { signal } = new AbortController();
  const id = world.sandbox.state.channel(channel).id as RemoteId;
  const options = { from: null, signal, known: async () => new Set<RemoteId>() };
  const batches: MessageBatch[] = [];
  for await (const batch of world.open().threads!.messages(id, options)) {
    cursors.push(batch.cursor);
    batches.push(batch);
  }
  expect(Math.max(...cursors.map(({ length }) => length))).toBeLessThan(16 * 1024);
  const reported = batches.flatMap(({ messages }) => messages.map((message) => message.id));
  expect(new Set(reported).size).toBe(500 * 2);
  expect(reported.length).toBe(500 * 2);
});

it('reads without the optional permissions', async () => {
  const minScopes = scopes.filter((scope) => !['users:read.email', 'usergroups:read'].includes(scope));
  const poor = slackWorld(await startSlack(), minScopes);
  const mirror = await poor.follow('general');
  expect([...mirror.messages.values()].every(({ author }) => author.address === undefined)).toBe(true);
  expect(mirror.messages.size).toBeGreaterThan(30);
  await poor.stop();
});
