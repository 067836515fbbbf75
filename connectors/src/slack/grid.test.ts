import { startSlack } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import type { Cursor } from '../kit/session.ts';
import { copyOf, slackWorld, truthOf } from './testing/world.ts';

/** An organization of two workspaces (Enterprise Grid): one account, with the channels of both. */

const world = await forThisFile(slackWorld(await startSlack({ samples: false, grid: true })));
const { control } = world;
control.addChannel({ name: 'general' });
const harbor = control.addChannel({ name: 'general', team: 'Harbor Works' });
control.addChannel({ name: 'ada-bruno', kind: 'im', members: ['ada', 'bruno'] });
control.addChannel({ name: 'mpdm-ada--bruno--chen-1', kind: 'mpim' });
control.post({ channel: harbor, user: 'bruno', text: 'The pier is closed' });

async function channels(): Promise<string[]> {
  const names: string[] = [];
  let page: Cursor | null = null;
  do {
    // Each page uses a session of its own, as the web requests them; then all are requested again at once.
    const { items, next } = await world.open().threads!.channels(page);
    names.push(...items.map(({ name }) => name));
    page = next;
  } while (page !== null);
  return names;
}

it('connects an organization as one account', async () => {
  const { remoteUserId, label, email } = await world.open().identity();
  expect(remoteUserId).toBe(`E04LNDQGRP:${world.sandbox.state.user('ada').id}`);
  expect([label, email]).toEqual(['Ada Lindqvist, Lindqvist Group', 'ada@example.com']);
});

it('lists the channels of every workspace, each with its name, and direct messages once in a session', async () => {
  const all = await channels();
  expect(all.filter((name) => name.startsWith('#')).sort()).toEqual([
    '#general (Harbor Works)',
    '#general (Lindqvist Studio)',
  ]);
  const { threads } = world.open();
  const first = await threads!.channels(null);
  const second = await threads!.channels(first.next);
  const ids = [...first.items, ...second.items].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(4);
  expect(second.next).toBeNull();
});

it('reads messages and names of any workspace', async () => {
  const mirror = await world.follow(harbor);
  expect(copyOf(mirror)).toEqual(truthOf(world, harbor));
  const [message] = [...mirror.messages.values()];
  expect(message!.author.name).toBe('Bruno Costa');
  expect(message!.thread.title).toMatch(/^#general \(Harbor Works\), /);
});

it('can’t list channels without naming a workspace, nor those of a workspace it may not see', async () => {
  const token = await world.account.token();
  const ask = async (args: Record<string, string>) => {
    const headers = { authorization: `Bearer ${token}` };
    const body = new URLSearchParams(args);
    const answer = await fetch(`${world.sandbox.urls.api}/conversations.list`, { method: 'POST', headers, body });
    return ((await answer.json()) as { error?: string }).error;
  };
  expect(await ask({})).toBe('missing_argument');
  expect(await ask({ team_id: 'T0UNKNOWN' })).toBe('team_access_not_granted');
});
