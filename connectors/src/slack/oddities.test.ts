import { startSlack } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { copyOf, slackWorld, truthOf } from './testing/world.ts';

/** Slack’s behavior in the wild: each oddity of the sandbox on its own, as often as it can happen. */
const world = await forThisFile(slackWorld(await startSlack({ samples: false, pageSize: 6 })));
afterEach(() => world.control.setOddities({}));

/** Sets up messages on several pages, with a thread on several pages. */
function filled(name: string): string {
  world.control.addChannel({ name });
  for (let count = 0; count < 10; count++) world.control.post({ channel: name, text: `before ${count}` });
  const thread = world.control.post({ channel: name, text: 'question' });
  for (let count = 0; count < 12; count++) world.control.post({ channel: name, text: `answer ${count}`, thread });
  for (let count = 0; count < 10; count++) world.control.post({ channel: name, text: `after ${count}` });
  return name;
}

describe('a channel is read completely if', () => {
  it.each([
    ['pages are empty', { emptyPages: 1 }],
    ['pages are short', { shortPages: 1 }],
    ['pages repeat an entry', { repeated: 1 }],
    ['the last page says that another one follows', { emptyEnds: 1 }],
    ['threads go on without their first message', { withoutParents: true }],
    [
      'threads begin with an empty page, and go on without their first message',
      { emptyPages: 1, withoutParents: true },
    ],
    ['messages name nobody', { withoutUsers: 1 }],
    ['people cannot be found', { hiddenPeople: 1 }],
  ])('%s', async (text, oddities) => {
    world.control.setOddities({ seed: 'odd', ...oddities });
    const name = filled(text.replace(/\W+/g, '-').toLowerCase());
    expect(copyOf(await world.follow(name))).toEqual(truthOf(world, name));
  });
});

it('reads older messages again past empty pages, and finds deleted ones', async () => {
  const name = 'swept';
  world.control.addChannel({ name });
  const posted = Array.from({ length: 30 }, (_, count) => world.control.post({ channel: name, text: `${count}` }));
  world.control.advance({ ms: 30 * 86_400_000 });
  const mirror = await world.follow(name);
  world.control.setOddities({ seed: 'odd', emptyPages: 1 });
  world.control.remove({ channel: name, ts: posted[1]! });
  for (let update = 0; update < 6; update++) await world.follow(name, mirror);
  expect(copyOf(mirror)).toEqual(truthOf(world, name));
});

it('leaves out inaccessible files, and mentions them in the message', async () => {
  world.control.setOddities({ seed: 'odd', lostFiles: 1 });
  const name = 'lost-files';
  world.control.addChannel({ name });
  for (const file of ['one.txt', 'two.txt'])
    world.control.post({ channel: name, text: file, files: [{ name: file, text: file }] });
  const messages = [...(await world.follow(name)).messages.values()];
  expect(messages.map(({ attachments }) => attachments)).toEqual([[], []]);
  expect(messages.map(({ body }) => body.value).join()).toMatch(
    /A file (was deleted|can’t be opened from this account)/,
  );
});
