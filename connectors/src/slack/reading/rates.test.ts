import { type SlackSandbox, startSlack } from '@sheaf/sandbox';
import { afterEach, describe, expect, it } from 'vitest';
import { MessageMirror } from '../../kit/conformance/threads/mirror.ts';
import { createPacer } from '../../kit/pacer/pacer.ts';
import type { RemoteId } from '../../kit/session.ts';
import { slack } from '../index.ts';
import { copyOf, type SlackWorld, slackWorld, truthOf } from '../testing/world.ts';

type World = SlackWorld<SlackSandbox>;

describe('the rates of Slack', () => {
  let world: World;
  afterEach(() => world.stop());

  /** An account that waits by the sandbox’s clock, which advances only while it waits. */
  function patient() {
    const { control, sandbox, account } = world;
    const pacer = createPacer({
      now: () => sandbox.state.now(),
      sleep: async (ms) => control.advance({ ms }),
      random: () => 0.5,
    });
    return slack.open({ ...account, call: (work, options) => pacer.run(work, options) });
  }

  it.each([
    ['published tiers', 'tiers', 50],
    ['one call a minute for 15 messages', 'limited', 1],
  ] as const)('are kept: %s', async (_, rates, maxCalls) => {
    const begun = Date.now();
    world = slackWorld(await startSlack({ samples: false, rates, clock: () => begun }));
    const { control, sandbox } = world;
    control.addChannel({ name: 'long' });
    for (let count = 0; count < 130; count++) {
      const thread = control.post({ channel: 'long', text: `${count}` });
      if (count % 2 === 0 && rates === 'tiers') control.post({ channel: 'long', text: 'answer', thread });
      if (count % 40 === 0) control.post({ channel: 'long', text: 'answer', thread });
    }
    const mirror = new MessageMirror();
    const id = sandbox.state.channel('long').id as RemoteId;
    await mirror.follow(patient().threads!, id);
    expect(copyOf(mirror)).toEqual(truthOf(world, 'long'));
    // Refused calls count too: at most one at the end of each minute.
    const busiest = control.rates();
    expect(busiest['conversations.history']).toBeLessThanOrEqual(maxCalls + 1);
    expect(busiest['conversations.replies']).toBeLessThanOrEqual(maxCalls + 1);
    control.post({ channel: 'long', text: 'news' });
    await mirror.follow(patient().threads!, id);
    expect(copyOf(mirror)).toEqual(truthOf(world, 'long'));
  });
});
