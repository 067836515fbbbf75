import { startSlack } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { MessageMirror } from '../../kit/conformance/threads/mirror.ts';
import type { Cursor, RemoteId } from '../../kit/session.ts';
import type { Directory } from '../directory.ts';
import type { Gateway } from '../gateway.ts';
import { slackWorld } from '../testing/world.ts';
import { LastRead } from './last-read.ts';

const world = await forThisFile(slackWorld(await startSlack({ samples: false })));

const unread = (mirror: MessageMirror) =>
  [...mirror.messages.values()]
    .filter(({ isUnread }) => isUnread)
    .map(({ body }) => body.value.replace(/<[^>]*>/g, ''))
    .sort();

function channelWith(name: string, texts: readonly string[]): string[] {
  world.control.addChannel({ name });
  return texts.map((text) => world.control.post({ channel: name, user: 'bruno', text }));
}

it('marks messages after the last read one as unread, except the person’s own and answers', async () => {
  const [first, second] = channelWith('reading', ['a', 'b', 'c']);
  world.control.markRead({ channel: 'reading', ts: first! });
  world.control.post({ channel: 'reading', user: 'bruno', text: 'answer', thread: second! });
  world.control.post({
    channel: 'reading',
    user: 'bruno',
    text: 'mine',
    more: { user: world.sandbox.state.user('ada').id },
  });
  const mirror = await world.follow('reading');
  expect(mirror.messages.size).toBe(5);
  expect(unread(mirror)).toEqual(['b', 'c']);

  world.control.markRead({ channel: 'reading', ts: second! });
  await world.follow('reading', mirror);
  expect(unread(mirror)).toEqual(['c']);

  world.control.post({ channel: 'reading', user: 'bruno', text: 'd' });
  await world.follow('reading', mirror);
  expect(unread(mirror)).toEqual(['c', 'd']);

  world.control.markRead({ channel: 'reading' });
  const batches = await mirror.follow(world.open().threads!, world.sandbox.state.channel('reading').id as RemoteId);
  expect(unread(mirror)).toEqual([]);
  // They are marked, not sent again.
  expect(batches.flatMap(({ messages }) => messages)).toEqual([]);
});

it('marks a message as unread again when the person does', async () => {
  const [first] = channelWith('unread-again', ['a', 'b']);
  world.control.markRead({ channel: 'unread-again' });
  const mirror = await world.follow('unread-again');
  expect(unread(mirror)).toEqual([]);
  world.control.markRead({ channel: 'unread-again', ts: first! });
  await world.follow('unread-again', mirror);
  expect(unread(mirror)).toEqual(['b']);
});

it('marks a channel that an earlier version read without reading it again', async () => {
  const [first] = channelWith('upgraded', ['a', 'b']);
  world.control.markRead({ channel: 'upgraded', ts: first! });
  const mirror = await world.follow('upgraded');
  const { read: _, ...before } = JSON.parse(mirror.cursor!) as Record<string, unknown>;
  mirror.cursor = JSON.stringify(before) as Cursor;
  for (const [id, message] of mirror.messages) mirror.messages.set(id, { ...message, isUnread: false });
  await world.follow('upgraded', mirror);
  expect(unread(mirror)).toEqual(['b']);
});

it('checks at most 40 channels per update', async () => {
  const names = Array.from({ length: 45 }, (_, at) => `many-${at}`);
  for (const name of names) channelWith(name, ['a']);
  const { threads } = world.open();
  world.control.clearCalls();
  let unreadChannels = 0;
  for (const name of names) {
    const mirror = new MessageMirror();
    await mirror.follow(threads!, world.sandbox.state.channel(name).id as RemoteId);
    unreadChannels += unread(mirror).length;
  }
  expect(world.control.calls({ prefix: 'POST /api/conversations.info' })).toBe(40);
  // Unknown channels count as read.
  expect(unreadChannels).toBe(40);
});

it('gives each of many channels its turn, and those read to their end fewer turns', () => {
  let now = new Date('2026-11-15T12:00:00Z');
  const lastRead = new LastRead({} as Gateway, { channelCount: 400 } as Directory, () => now);
  const ids = Array.from({ length: 100 }, (_, at) => `C${at}`);
  const turns = { unread: new Map<string, number>(), read: new Map<string, number>() };
  for (let update = 0; update < 100; update++) {
    now = new Date(now.getTime() + 5 * 60_000);
    for (const id of ids)
      for (const kind of ['unread', 'read'] as const)
        if (lastRead.isTurn(id, kind === 'read')) turns[kind].set(id, (turns[kind].get(id) ?? 0) + 1);
  }
  const sum = (kind: keyof typeof turns) => [...turns[kind].values()].reduce((all, one) => all + one, 0);
  expect(turns.unread.size).toBe(ids.length);
  // Each update checks a tenth of them, so that 40 of 400 come up, and a fortieth of the others.
  expect(Math.abs(sum('unread') - 1000)).toBeLessThan(100);
  expect(Math.abs(sum('read') - 250)).toBeLessThan(50);
});
