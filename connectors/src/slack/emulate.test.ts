import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeThreads } from '../kit/conformance/index.ts';
import { MessageMirror } from '../kit/conformance/threads/mirror.ts';
import { slack } from './index.ts';
import { startEmulated } from './testing/emulated.ts';

/**
 * Runs the complete suite against `emulate`, an independent Slack double. The connector may not depend on its mistakes:
 * `oldest`, `latest` and `inclusive` are ignored, the first message of a thread has no `thread_ts` and no
 * `latest_reply`, a deleted one leaves no tombstone, broadcast answers are not in the channel, any token is somebody’s.
 * It lacks these calls, so only our own sandbox tests them: `usergroups.list`, `auth.revoke`, and the rates.
 */
describeThreads('slack, as `emulate` has it', slack, startEmulated);

describe('slack, as `emulate` has it, at length', () => {
  let world: Awaited<ReturnType<typeof startEmulated>>;
  beforeAll(async () => {
    world = await startEmulated();
  });
  afterAll(() => world.stop());

  it('reads messages on several pages once', async () => {
    const { outside, account } = world;
    const name = await outside.addChannel('pages');
    const first = await outside.post(name, { text: 'first' });
    await outside.post(name, { text: 'answer', answers: first });
    for (let count = 0; count < 230; count++) await outside.post(name, { text: 'more' });
    const { threads } = slack.open(account);
    const { items } = await threads!.channels(null);
    const { id } = items.find((channel) => channel.name === name)!;
    const mirror = new MessageMirror();
    await mirror.follow(threads!, id);
    // The first message of a thread is in the day and in the thread.
    expect(
      mirror
        .texts(id)
        .filter((text) => text !== 'more')
        .sort(),
    ).toEqual(['answer', 'first']);
    expect(mirror.messages.size).toBe(232);
    const again = await mirror.follow(threads!, id);
    expect(again.flatMap(({ messages }) => messages)).toEqual([]);
    expect(mirror.messages.size).toBe(232);
  });
});
